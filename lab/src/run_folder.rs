//! The folder of a run: finished results, and what there is of an unfinished run.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::{fs, io};

use kosti_arena::files::write_file;
use kosti_arena::{Chain, FolderLock, LockError, Words};
use kosti_reports::CHECKSUMS;
use kosti_reports::findings::{CLAIMS, FINDINGS, Fact, Findings, PLOTS, RUN};
use kosti_reports::html::findings_page;
use serde::{Deserialize, Serialize};

use crate::budget::LabBudget;
use crate::error::{FolderError, LabError};
use crate::experiment::Measured;

/// What a run is: the same plan always brings the same results.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct RunPlan {
    /// The version of this crate.
    pub(crate) version: String,
    pub(crate) seed: u64,
    pub(crate) budget: LabBudget,
    /// The ids of the experiments.
    pub(crate) claims: Vec<String>,
}

/// The folder of a run.
#[derive(Clone, Debug)]
pub struct RunFolder {
    path: PathBuf,
}

/// What a folder holds of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Found {
    Nothing,
    Unfinished,
    Finished,
}

const PLAN: &str = "plan.json";
const UNFINISHED: &str = "unfinished";
const JSON: &str = "advice.json";
const PAGE: &str = "report.html";
/// The title of the page that a run writes.
pub const PAGE_TITLE: &str = "Advice, put to the test";

impl RunFolder {
    /// The folder in this place.
    pub fn new(path: impl Into<PathBuf>) -> Self {
        Self { path: path.into() }
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Where experiments and series are kept until the run is finished.
    pub(crate) fn unfinished(&self) -> PathBuf {
        self.path.join(UNFINISHED)
    }

    /// Locks the folder for this process. A folder with files that are no run is refused, and nothing is written to it.
    pub(crate) fn lock(&self) -> Result<FolderLock, LabError> {
        if !self.path.join(PLAN).exists() && self.has_entries()? {
            // A run that begins there right now has the lock, and nothing else yet.
            return match FolderLock::take(&self.path) {
                Err(busy @ LockError::Busy { .. }) => Err(busy.into()),
                _ => Err(FolderError::NotOurs { path: shown(&self.path) }.into()),
            };
        }
        make(&self.path)?;
        Ok(FolderLock::take(&self.path)?)
    }

    /// Gets the locked folder ready for a run; tells what it already holds of this run.
    pub(crate) fn prepare(&self, plan: &RunPlan, replace: bool) -> Result<Found, LabError> {
        let file = self.path.join(PLAN);
        match fs::read(&file).map(|bytes| serde_json::from_slice::<RunPlan>(&bytes)) {
            Ok(_) if replace => self.clear()?,
            Ok(there) => return Ok(self.compare(plan, there)?),
            Err(_) => {}
        }
        // The plan comes first: all other files of the folder belong to it.
        write_file(&file, &serde_json::to_vec_pretty(plan).map_err(LabError::other)?)?;
        make(&self.unfinished())?;
        Ok(Found::Nothing)
    }

    /// What the folder holds of a run, if its own plan is the same.
    fn compare(&self, plan: &RunPlan, there: serde_json::Result<RunPlan>) -> Result<Found, FolderError> {
        let there = there.map_err(|source| FolderError::Damaged { file: shown(&self.path.join(PLAN)), source })?;
        if there != *plan {
            let RunPlan { version, seed, budget, claims } = there;
            let what = format!("{} claims, budget {}, seed {seed}, version {version}", claims.len(), budget.name());
            return Err(FolderError::AnotherRun { path: shown(&self.path), what });
        }
        // Results are written before what was kept on the way is removed.
        if self.path.join(CLAIMS).exists() && !self.unfinished().exists() {
            return Ok(Found::Finished);
        }
        make(&self.unfinished())?;
        Ok(Found::Unfinished)
    }

    /// Whether there is anything in the folder; not if there is no folder.
    fn has_entries(&self) -> Result<bool, FolderError> {
        match fs::read_dir(&self.path) {
            Ok(mut entries) => Ok(entries.next().is_some()),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
            Err(source) => Err(FolderError::Refused { attempt: "read", path: shown(&self.path), source }),
        }
    }

    /// Removes what a run has written, and nothing else.
    fn clear(&self) -> Result<(), FolderError> {
        removed(&self.unfinished(), |path| fs::remove_dir_all(path))?;
        for name in [PLAN, JSON, PAGE, RUN, CLAIMS, FINDINGS, PLOTS, CHECKSUMS] {
            removed(&self.path.join(name), |path| fs::remove_file(path))?;
        }
        Ok(())
    }

    /// What an experiment of an unfinished run measured, if it did.
    pub(crate) fn measured(&self, id: &str) -> Option<Measured> {
        read_kept(&self.file_of(id))
    }

    /// Keeps what an experiment measured.
    pub(crate) fn keep(&self, id: &str, measured: &Measured) -> Result<(), LabError> {
        keep(&self.file_of(id), measured)
    }

    fn file_of(&self, id: &str) -> PathBuf {
        self.unfinished().join(format!("{}.json", file_name(id)))
    }

    /// Writes the results, and removes what was kept on the way.
    pub(crate) fn finish(&self, findings: &Findings) -> Result<(), LabError> {
        findings.write(&self.path)?;
        let json = serde_json::json!({
            "run": findings.run.iter().map(|Fact { name, value }| (name, value)).collect::<BTreeMap<_, _>>(),
            "claims": findings.claims,
            "findings": findings.findings,
            "plots": findings.points,
        });
        let json = serde_json::to_vec_pretty(&json).map_err(LabError::other)?;
        write_file(&self.path.join(JSON), &json)?;
        write_file(&self.path.join(PAGE), findings_page(PAGE_TITLE, findings).as_bytes())?;
        Ok(removed(&self.unfinished(), |path| fs::remove_dir_all(path))?)
    }

    /// Reads the results of a finished run.
    ///
    /// # Errors
    /// If a file is missing or damaged.
    pub fn read(&self) -> Result<Findings, LabError> {
        Ok(Findings::read(&self.path)?)
    }

    /// The page with all results.
    pub fn page(&self) -> PathBuf {
        self.path.join(PAGE)
    }
}

/// Keeps a value in a file, with a checksum.
pub(crate) fn keep(file: &Path, value: &impl Serialize) -> Result<(), LabError> {
    Ok(write_file(file, Chain::default().write(value).as_bytes())?)
}

/// A value that was kept; nothing if it is not whole. That only costs time: what is in it can be measured again.
pub(crate) fn read_kept<T: for<'de> Deserialize<'de>>(file: &Path) -> Option<T> {
    Chain::default().read(fs::read_to_string(file).ok()?.trim_end()).ok()
}

/// A text as a part of a file name.
pub(crate) fn file_name(text: &str) -> String {
    text.replace(|c: char| !c.is_ascii_alphanumeric(), "-")
}

fn shown(path: &Path) -> String {
    path.display().to_string()
}

fn make(folder: &Path) -> Result<(), FolderError> {
    let refused = |source| FolderError::Refused { attempt: "make", path: shown(folder), source };
    fs::create_dir_all(folder).map_err(refused)
}

/// Removes a file or folder, if it is there.
fn removed(path: &Path, remove: fn(&Path) -> io::Result<()>) -> Result<(), FolderError> {
    match remove(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        result => result.map_err(|source| FolderError::Refused { attempt: "remove", path: shown(path), source }),
    }
}
