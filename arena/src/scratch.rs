//! Folders for tests.

use std::path::PathBuf;
use std::{env, fs, process};

/// A folder that is removed when it is dropped.
pub(crate) struct Scratch(pub(crate) PathBuf);

impl Scratch {
    /// An empty folder with this name among those of the tests.
    pub(crate) fn new(name: &str) -> Self {
        let path = env::temp_dir().join(format!("kosti-arena-{}-{name}", process::id()));
        _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        _ = fs::remove_dir_all(&self.0);
    }
}
