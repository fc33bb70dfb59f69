//! How much work the experiments may be.

use clap::ValueEnum;
use serde::{Deserialize, Serialize};

/// How much work the experiments may be.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LabBudget {
    /// Within two minutes on two cores: exact answers, and rough ones to the rest
    #[default]
    Quick,
    /// Within fifteen minutes on two cores
    Normal,
    /// For publication: hours
    Deep,
}

impl LabBudget {
    /// So many times the work of [`LabBudget::Quick`] where games are played.
    pub fn times(self) -> u64 {
        match self {
            Self::Quick => 1,
            Self::Normal => 8,
            Self::Deep => 100,
        }
    }

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Quick => "quick",
            Self::Normal => "normal",
            Self::Deep => "deep",
        }
    }
}
