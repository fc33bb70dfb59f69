//! Files that are either written whole or not at all.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use thiserror::Error;

/// A file cannot be written.
#[derive(Debug, Error)]
#[error("cannot write {file}")]
pub struct WriteError {
    /// Which file.
    pub file: String,
    /// Why not.
    pub source: io::Error,
}

/// What a path leads to.
enum Target {
    /// A plain file, or nothing yet, here.
    Plain(PathBuf),
    /// A device, a pipe, or a link to nothing: it is written to and stays what it is.
    Through,
}

impl Target {
    fn of(path: &Path) -> io::Result<Self> {
        match fs::symlink_metadata(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Self::Plain(path.into())),
            Err(error) => Err(error),
            Ok(there) if there.is_file() => Ok(Self::Plain(path.into())),
            Ok(there) if there.is_dir() => Err(io::ErrorKind::IsADirectory.into()),
            Ok(there) if there.is_symlink() => match fs::canonicalize(path) {
                Ok(target) if target.is_dir() => Err(io::ErrorKind::IsADirectory.into()),
                Ok(target) if target.is_file() => Ok(Self::Plain(target)),
                _ => Ok(Self::Through),
            },
            Ok(_) => Ok(Self::Through),
        }
    }
}

/// Writes a file such that there is either all of it or nothing new. A link stays a link, and what it leads to is written;
/// devices and pipes are written to.
///
/// # Errors
/// If it cannot be written.
pub fn write_file(path: &Path, bytes: &[u8]) -> Result<(), WriteError> {
    let mut file = WholeFile::create(path)?;
    file.write_all(bytes).map_err(|source| cannot_write(path, source))?;
    file.finish()
}

/// A file that takes its place when it is finished. Until then, and if it never is, what was there before stays.
#[derive(Debug)]
pub struct WholeFile {
    path: PathBuf,
    file: File,
    /// Where it is written, and which place it takes; nothing for what is written to directly.
    part: Option<(PathBuf, PathBuf)>,
}

impl WholeFile {
    /// Begins to write a file.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn create(path: &Path) -> Result<Self, WriteError> {
        let create = || match Target::of(path)? {
            Target::Through => {
                let file = OpenOptions::new().write(true).create(true).truncate(true).open(path)?;
                Ok(Self { path: path.into(), file, part: None })
            }
            Target::Plain(place) => {
                let part = part_of(&place);
                let file = create_new(&part)?;
                Ok(Self { path: path.into(), file, part: Some((part, place)) })
            }
        };
        create().map_err(|source| cannot_write(path, source))
    }

    /// Puts the file into its place.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn finish(mut self) -> Result<(), WriteError> {
        let Some((part, place)) = &self.part else { return Ok(()) };
        let finished = self.file.sync_data().and_then(|()| fs::rename(part, place));
        finished.map_err(|source| cannot_write(&self.path, source))?;
        self.part = None;
        Ok(())
    }
}

impl Write for WholeFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Drop for WholeFile {
    fn drop(&mut self) {
        if let Some((part, _)) = &self.part {
            _ = fs::remove_file(part);
        }
    }
}

/// Makes a file that is not there yet; what an earlier process has left in its place is removed. A link is not followed.
pub(crate) fn create_new(path: &Path) -> io::Result<File> {
    let create = || OpenOptions::new().read(true).write(true).create_new(true).open(path);
    match create() {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            fs::remove_file(path)?;
            create()
        }
        made => made,
    }
}

/// Checks before long work that [`write_file`] will be able to write a file.
///
/// # Errors
/// If not.
pub fn check_writable(path: &Path) -> Result<(), WriteError> {
    match Target::of(path) {
        Ok(Target::Through) => Ok(()),
        Ok(Target::Plain(_)) => WholeFile::create(path).map(|_| ()),
        Err(source) => Err(cannot_write(path, source)),
    }
}

/// Where a file is written before it takes its place.
fn part_of(path: &Path) -> PathBuf {
    let mut part = path.as_os_str().to_owned();
    part.push(".part");
    part.into()
}

fn cannot_write(path: &Path, source: io::Error) -> WriteError {
    WriteError { file: path.display().to_string(), source }
}

/// A path as it can be typed into a shell.
pub fn quoted(path: &Path) -> String {
    shell_words::quote(&path.display().to_string()).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scratch::Scratch;

    #[test]
    fn a_file_is_there_whole_or_not_at_all() {
        let folder = Scratch::new("whole");
        let path = folder.0.join("file");
        write_file(&path, b"old").unwrap();
        let mut file = WholeFile::create(&path).unwrap();
        file.write_all(b"half of the new").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"old");
        drop(file);
        assert_eq!(fs::read(&path).unwrap(), b"old");
        write_file(&path, b"new").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"new");
        assert_eq!(fs::read_dir(&folder.0).unwrap().count(), 1, "nothing is left behind");
        assert!(check_writable(&folder.0).is_err());
    }

    #[cfg(unix)]
    #[test]
    fn links_pipes_and_devices_stay_what_they_are() {
        use std::os::unix::fs::{FileTypeExt, symlink};
        let folder = Scratch::new("through");
        let [target, link, loose, pipe] = ["target", "link", "loose", "pipe"].map(|name| folder.0.join(name));
        fs::write(&target, "old").unwrap();
        symlink(&target, &link).unwrap();
        write_file(&link, b"new").unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::read(&target).unwrap(), b"new");
        symlink(folder.0.join("later"), &loose).unwrap();
        write_file(&loose, b"there").unwrap();
        assert!(fs::symlink_metadata(&loose).unwrap().is_symlink());
        assert_eq!(fs::read(folder.0.join("later")).unwrap(), b"there");
        assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        check_writable(&pipe).unwrap();
        let reader = std::thread::spawn({
            let pipe = pipe.clone();
            move || fs::read(pipe).unwrap()
        });
        write_file(&pipe, b"through").unwrap();
        assert_eq!(reader.join().unwrap(), b"through");
        assert!(fs::symlink_metadata(&pipe).unwrap().file_type().is_fifo());
        write_file(Path::new("/dev/null"), b"away").unwrap();
        assert!(fs::symlink_metadata("/dev/null").unwrap().file_type().is_char_device());
        // A link where the new file is written for the time being leads nowhere else.
        symlink(folder.0.join("elsewhere"), part_of(&target)).unwrap();
        write_file(&target, b"newer").unwrap();
        assert!(!folder.0.join("elsewhere").exists());
    }
}
