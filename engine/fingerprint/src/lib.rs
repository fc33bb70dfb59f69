//! A fingerprint of the sources of a crate, for build scripts: the same on every platform.

use std::path::{Path, PathBuf};
use std::{env, fs, io};

/// The variable that holds the fingerprint while the crate is compiled.
pub const VARIABLE: &str = "KOSTI_FINGERPRINT";

/// Tells cargo the fingerprint of a folder of the crate whose build script calls this: read it with
/// `env!("KOSTI_FINGERPRINT")`.
///
/// # Panics
/// If the sources cannot be read.
#[expect(clippy::print_stdout, reason = "build scripts talk to cargo this way")]
pub fn emit(folder: &str) {
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo says where the crate is"));
    let print = of_folder(&root.join(folder)).expect("the sources of the crate can be read");
    println!("cargo:rerun-if-changed={folder}");
    println!("cargo:rustc-env={VARIABLE}={print:016x}");
}

/// The fingerprint of all Rust files below a folder: of their names and texts, whatever ends their lines.
///
/// # Errors
/// If one cannot be read.
pub fn of_folder(folder: &Path) -> io::Result<u64> {
    let mut files = Vec::new();
    collect(folder, "", &mut files)?;
    files.sort();
    let mut print = Fnv::default();
    for name in files {
        let text = fs::read(folder.join(&name))?;
        print.add(name.bytes());
        print.add([0]);
        print.add(text.into_iter().filter(|byte| *byte != b'\r'));
        print.add([0]);
    }
    Ok(print.0)
}

/// One fingerprint of several, in this order.
pub fn combine(prints: &[&str]) -> String {
    let mut all = Fnv::default();
    for print in prints {
        all.add(print.bytes());
        all.add([0]);
    }
    format!("{:016x}", all.0)
}

/// The names of all Rust files, with `/` between folders.
fn collect(folder: &Path, prefix: &str, files: &mut Vec<String>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
        if entry.file_type()?.is_dir() {
            collect(&entry.path(), &format!("{name}/"), files)?;
        } else if name.ends_with(".rs") {
            files.push(name);
        }
    }
    Ok(())
}

/// The hash of Fowler, Noll and Vo: enough to tell sources apart that were not made to look alike.
struct Fnv(u64);

impl Default for Fnv {
    fn default() -> Self {
        Self(0xCBF2_9CE4_8422_2325)
    }
}

impl Fnv {
    fn add(&mut self, bytes: impl IntoIterator<Item = u8>) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(name: &str, files: &[(&str, &str)]) -> PathBuf {
        let path = env::temp_dir().join(format!("kosti-fingerprint-{}-{name}", std::process::id()));
        for (name, text) in files {
            let file = path.join(name);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(file, text).unwrap();
        }
        path
    }

    #[test]
    fn it_follows_names_and_texts_and_nothing_else() {
        let base = folder("base", &[("a.rs", "one\ntwo\n"), ("b/c.rs", "three")]);
        let print = of_folder(&base).unwrap();
        for (name, files, same) in [
            ("windows", vec![("b/c.rs", "three"), ("a.rs", "one\r\ntwo\r\n"), ("notes.txt", "x")], true),
            ("text", vec![("a.rs", "one\ntwo\n"), ("b/c.rs", "tree")], false),
            ("name", vec![("a.rs", "one\ntwo\n"), ("b/d.rs", "three")], false),
            ("moved", vec![("a.rs", "one\ntwo\nthree"), ("b/c.rs", "")], false),
        ] {
            let other = folder(name, &files);
            assert_eq!(of_folder(&other).unwrap() == print, same, "{name}");
            fs::remove_dir_all(other).unwrap();
        }
        fs::remove_dir_all(base).unwrap();
        // The hash of nothing and of "a", as published.
        assert_eq!(Fnv::default().0, 0xCBF2_9CE4_8422_2325);
        let mut a = Fnv::default();
        a.add(*b"a");
        assert_eq!(a.0, 0xAF63_DC4C_8601_EC8C);
        assert_ne!(combine(&["1", "2"]), combine(&["12"]));
    }
}
