//! Files that are either written whole or not at all.

use std::fs::{self, File};
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

/// Writes a file such that there is either all of it or nothing new.
///
/// # Errors
/// If it cannot be written.
pub fn write_whole(path: &Path, text: &[u8]) -> Result<(), WriteError> {
    let part = part_of(path);
    let written = File::create(&part).and_then(|mut file| {
        file.write_all(text)?;
        file.sync_data()
    });
    if let Err(source) = written.and_then(|()| fs::rename(&part, path)) {
        _ = fs::remove_file(&part);
        return Err(cannot_write(path, source));
    }
    Ok(())
}

/// Writes a file as [`write_whole`] does; devices and pipes are simply written to.
///
/// # Errors
/// If it cannot be written.
pub fn write_file(path: &Path, bytes: &[u8]) -> Result<(), WriteError> {
    if fs::metadata(path).is_ok_and(|there| !there.is_file()) {
        return fs::write(path, bytes).map_err(|source| cannot_write(path, source));
    }
    write_whole(path, bytes)
}

/// Checks before long work that [`write_file`] will be able to write a file.
///
/// # Errors
/// If not.
pub fn check_writable(path: &Path) -> Result<(), WriteError> {
    let writable = match fs::metadata(path) {
        Ok(there) if there.is_dir() => Err(io::ErrorKind::IsADirectory.into()),
        Ok(there) if !there.is_file() => Ok(()),
        _ => {
            let part = part_of(path);
            File::create(&part).and_then(|_| fs::remove_file(&part))
        }
    };
    writable.map_err(|source| cannot_write(path, source))
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
