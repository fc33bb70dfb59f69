//! What all tests of the command line need.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// A folder that is gone after the test.
pub struct Scratch(PathBuf);

impl Scratch {
    pub fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("kosti-test-{}-{name}", std::process::id()));
        _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    pub fn path(&self, name: &str) -> String {
        self.0.join(name).to_str().unwrap().into()
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        _ = fs::remove_dir_all(&self.0);
    }
}

/// The command with these arguments and nothing on standard input. What it remembers of its user it keeps among the files of
/// the tests.
pub fn command(args: &[&str]) -> Command {
    let mut command = kosti();
    command.args(args).stdin(Stdio::null());
    command
}

/// The program, which keeps nothing in the folders of the user who runs the tests. What one test has kept there, another
/// may find: tests that look at it use folders of their own.
pub fn kosti() -> Command {
    let user = std::path::Path::new(env!("CARGO_TARGET_TMPDIR"));
    let mut command = Command::new(env!("CARGO_BIN_EXE_kosti"));
    command.env("XDG_CACHE_HOME", user.join("cache")).env("XDG_STATE_HOME", user.join("state"));
    // Lines are as wide as they need to be, wherever the tests run.
    command.env_remove("COLUMNS");
    command
}

pub fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("output is text")
}

/// Standard output of a command that must succeed without a word on standard error.
#[track_caller]
pub fn says(args: &[&str]) -> String {
    let output = command(args).output().expect("kosti starts");
    assert_eq!(text(&output.stderr), "", "{args:?}");
    assert!(output.status.success(), "{args:?}");
    text(&output.stdout)
}

/// Standard error of a command that must fail with this code and print nothing else.
#[track_caller]
pub fn fails(code: i32, args: &[&str]) -> String {
    let output = command(args).output().expect("kosti starts");
    let stderr = text(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "{args:?}: {stderr}");
    assert!(!stderr.contains("panicked"), "{stderr}");
    assert_eq!(text(&output.stdout), "", "{args:?}");
    stderr
}
