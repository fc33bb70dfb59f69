//! What a system may lack: a page in a browser has no clock that Rust knows of, no processes and no threads.

use std::time::Instant;
use std::{fmt, io};

use thiserror::Error;

/// Something that most systems have and some lack.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Facility {
    /// The time can be asked for.
    Clock,
    /// Other programs can be started.
    Processes,
    /// Work can be given to other threads.
    Threads,
}

impl Facility {
    /// Every facility.
    pub const ALL: [Self; 3] = [Self::Clock, Self::Processes, Self::Threads];

    /// Whether the system that this was compiled for has it.
    pub const fn is_here(self) -> bool {
        match self {
            Self::Clock => !cfg!(all(target_family = "wasm", target_os = "unknown")),
            Self::Processes => !cfg!(target_family = "wasm"),
            Self::Threads => !cfg!(target_family = "wasm") || cfg!(all(target_os = "wasi", target_feature = "atomics")),
        }
    }

    /// Asks for it before it is used: where it is missing, the standard library panics or gives errors without a reason.
    ///
    /// # Errors
    /// If the system lacks it.
    pub const fn need(self) -> Result<(), Lacking> {
        if self.is_here() { Ok(()) } else { Err(Lacking(self)) }
    }
}

impl fmt::Display for Facility {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(["clock", "processes", "threads"][*self as usize])
    }
}

/// What the system lacks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("this system has no {0}")]
pub struct Lacking(pub Facility);

impl From<Lacking> for io::Error {
    fn from(lacking: Lacking) -> Self {
        Self::new(io::ErrorKind::Unsupported, lacking)
    }
}

/// The time; nothing where there is no clock.
pub fn now() -> Option<Instant> {
    Facility::Clock.is_here().then(Instant::now)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_lacking_is_named() {
        let told = Facility::ALL.map(|facility| Lacking(facility).to_string());
        assert_eq!(told, ["this system has no clock", "this system has no processes", "this system has no threads"]);
        let error = io::Error::from(Lacking(Facility::Processes));
        assert_eq!((error.kind(), error.to_string()), (io::ErrorKind::Unsupported, told[1].clone()));
    }

    #[test]
    fn what_is_here_works() {
        assert_eq!(now().is_some(), Facility::Clock.is_here());
        let thread = std::thread::Builder::new().spawn(|| ());
        assert_eq!(thread.is_ok(), Facility::Threads.is_here());
    }
}
