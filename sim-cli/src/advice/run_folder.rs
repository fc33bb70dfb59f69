//! The folder of a run: finished results, and what there is of an unfinished one.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context;
use kosti_reports::advice::{Advice, CLAIMS, Fact};
use kosti_reports::html::advice_page;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::budget::LabBudget;
use super::experiment::Measured;
use crate::output::write_file;

/// What a run is: the same plan always brings the same results.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RunPlan {
    /// The version of the program.
    pub version: String,
    /// The seed.
    pub seed: u64,
    /// How much work it may be.
    pub budget: LabBudget,
    /// The claims.
    pub claims: Vec<String>,
}

/// The folder of a run.
#[derive(Clone, Debug)]
pub struct RunFolder {
    path: PathBuf,
}

/// What there is in a folder.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Found {
    /// Nothing of a run.
    Nothing,
    /// Part of this very run.
    Unfinished,
    /// All of it.
    Finished,
}

/// The folder cannot be used.
#[derive(Debug, Error)]
pub enum FolderError {
    /// It holds something else.
    #[error("{path} holds another run ({what}); give another folder with --out, or --force to replace it")]
    AnotherRun {
        /// The folder.
        path: String,
        /// What it holds.
        what: String,
    },
    /// It holds files that are none of ours.
    #[error("{path} is not empty and holds no run; give a new or empty folder with --out")]
    NotOurs {
        /// The folder.
        path: String,
    },
}

const PLAN: &str = "plan.json";
const UNFINISHED: &str = "unfinished";
const JSON: &str = "advice.json";
const PAGE: &str = "report.html";
/// The title of the page.
pub const PAGE_TITLE: &str = "Advice, put to the test";

impl RunFolder {
    /// The folder in this place.
    pub fn new(path: &Path) -> Self {
        Self { path: path.to_owned() }
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Where series of games are kept until they are done.
    pub fn unfinished(&self) -> PathBuf {
        self.path.join(UNFINISHED)
    }

    /// Gets the folder ready for a run; what it already holds of it.
    ///
    /// # Errors
    /// If it holds something else and that shall not be replaced, or cannot be read or written.
    pub fn prepare(&self, plan: &RunPlan, replace: bool) -> anyhow::Result<Found> {
        let shown = || self.path.display().to_string();
        let file = self.path.join(PLAN);
        match fs::read(&file).map(|bytes| serde_json::from_slice::<RunPlan>(&bytes)) {
            Ok(_) if replace => self.clear()?,
            Ok(there) => {
                let there = there.with_context(|| {
                    format!(
                        "{} is damaged; replace the run with --force or give another folder with --out",
                        file.display()
                    )
                })?;
                if there != *plan {
                    let RunPlan { version, seed, budget, claims } = there;
                    let what =
                        format!("{} claims, budget {}, seed {seed}, version {version}", claims.len(), budget.name());
                    return Err(FolderError::AnotherRun { path: shown(), what }.into());
                }
                // Results are written before what was kept on the way is removed.
                let finished = self.path.join(CLAIMS).exists() && !self.unfinished().exists();
                if !finished {
                    fs::create_dir_all(self.unfinished()).with_context(|| format!("cannot make {}", shown()))?;
                }
                return Ok(if finished { Found::Finished } else { Found::Unfinished });
            }
            Err(_) => {
                let mut entries = match fs::read_dir(&self.path) {
                    Ok(entries) => Some(entries),
                    Err(error) if error.kind() == std::io::ErrorKind::NotFound => None,
                    Err(error) => return Err(error).with_context(|| format!("cannot read {}", shown())),
                };
                if entries.as_mut().is_some_and(|entries| entries.next().is_some()) {
                    return Err(FolderError::NotOurs { path: shown() }.into());
                }
            }
        }
        // The plan comes first: whatever else is in the folder belongs to it.
        fs::create_dir_all(&self.path).with_context(|| format!("cannot make {}", shown()))?;
        write_file(&file, &serde_json::to_vec_pretty(plan)?)?;
        fs::create_dir_all(self.unfinished()).with_context(|| format!("cannot make {}", shown()))?;
        Ok(Found::Nothing)
    }

    /// Removes what a run has written, and nothing else.
    fn clear(&self) -> anyhow::Result<()> {
        let missing = |error: &std::io::Error| error.kind() == std::io::ErrorKind::NotFound;
        let told = |path: &Path| format!("cannot remove {}", path.display());
        let unfinished = self.unfinished();
        match fs::remove_dir_all(&unfinished) {
            Err(error) if !missing(&error) => return Err(error).with_context(|| told(&unfinished)),
            _ => {}
        }
        for name in [PLAN, JSON, PAGE, "run.csv", "claims.csv", "advice.csv", "plots.csv"] {
            let path = self.path.join(name);
            match fs::remove_file(&path) {
                Err(error) if !missing(&error) => return Err(error).with_context(|| told(&path)),
                _ => {}
            }
        }
        Ok(())
    }

    /// What a claim of an unfinished run brought, if it was measured.
    pub fn measured(&self, claim: &str) -> Option<Measured> {
        serde_json::from_slice(&fs::read(self.unfinished().join(format!("{claim}.json"))).ok()?).ok()
    }

    /// Keeps what a claim brought.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn keep(&self, claim: &str, measured: &Measured) -> anyhow::Result<()> {
        write_file(&self.unfinished().join(format!("{claim}.json")), &serde_json::to_vec(measured)?)
    }

    /// Writes the results, and removes what was kept on the way.
    ///
    /// # Errors
    /// If a file cannot be written.
    pub fn finish(&self, advice: &Advice) -> anyhow::Result<()> {
        advice.write(&self.path)?;
        let json = serde_json::json!({
            "run": advice.run.iter().map(|Fact { name, value }| (name, value)).collect::<std::collections::BTreeMap<_, _>>(),
            "claims": advice.claims,
            "findings": advice.findings,
            "plots": advice.points,
        });
        write_file(&self.path.join(JSON), &serde_json::to_vec_pretty(&json)?)?;
        write_file(&self.path.join(PAGE), advice_page(PAGE_TITLE, advice).as_bytes())?;
        match fs::remove_dir_all(self.unfinished()) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                Err(error).with_context(|| format!("cannot remove {}", self.unfinished().display()))
            }
            _ => Ok(()),
        }
    }

    /// Reads the results of a finished run.
    ///
    /// # Errors
    /// If a file is missing or damaged.
    pub fn read(&self) -> anyhow::Result<Advice> {
        Ok(Advice::read(&self.path)?)
    }

    /// The page.
    pub fn page(&self) -> PathBuf {
        self.path.join(PAGE)
    }
}
