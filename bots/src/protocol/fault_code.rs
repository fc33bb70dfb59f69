//! What a program can do wrong.

use std::fmt;

use serde::Serialize;

/// What a program did wrong.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum FaultCode {
    /// A move that the rules forbid.
    Illegal,
    /// No move in time.
    Timeout,
    /// The process is gone.
    Crash,
    /// Something that is not in the protocol.
    Protocol,
}

impl FaultCode {
    /// Every code.
    pub const ALL: [Self; 4] = [Self::Illegal, Self::Timeout, Self::Crash, Self::Protocol];

    /// The code as it is written.
    pub const fn name(self) -> &'static str {
        ["illegal", "timeout", "crash", "protocol"][self as usize]
    }
}

impl fmt::Display for FaultCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
