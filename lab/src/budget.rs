//! How much work a run may be.

use kosti_arena::Words;
use serde::{Deserialize, Serialize};

/// How much work a run may be.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LabBudget {
    /// Within two minutes on two cores: exact answers, and rough ones to the rest.
    #[default]
    Quick,
    /// Within fifteen minutes on two cores.
    Normal,
    /// For publication: hours.
    Deep,
}

impl LabBudget {
    /// How many times the games of [`LabBudget::Quick`] are played.
    pub fn times(self) -> u64 {
        match self {
            Self::Quick => 1,
            Self::Normal => 8,
            Self::Deep => 100,
        }
    }
}

impl Words for LabBudget {
    const ALL: &'static [Self] = &[Self::Quick, Self::Normal, Self::Deep];

    fn name(self) -> &'static str {
        match self {
            Self::Quick => "quick",
            Self::Normal => "normal",
            Self::Deep => "deep",
        }
    }

    fn meaning(self) -> &'static str {
        match self {
            Self::Quick => "within two minutes on two cores: exact answers, and rough ones to the rest",
            Self::Normal => "within fifteen minutes on two cores",
            Self::Deep => "for publication: hours",
        }
    }
}
