//! A folder with the results of a run on advice.

use std::collections::HashMap;
use std::fs;
use std::path::Path;

use crate::checksums::{CHECKSUMS, checksums, verify};
use crate::csv_file::{self, FileError, Flaw};
use crate::findings::{Claim, Fact, Finding, PlotPoint};

/// The file of the claims.
pub const CLAIMS: &str = "claims.csv";
/// The file of the findings.
pub const FINDINGS: &str = "advice.csv";
/// The file of the points of plots.
pub const PLOTS: &str = "plots.csv";
/// The file that tells what was run; it may be missing.
pub const RUN: &str = "run.csv";

/// All that a run on advice found.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Findings {
    /// What was run: its command, seed, budget, version.
    pub run: Vec<Fact>,
    /// The claims, in the order in which they are shown.
    pub claims: Vec<Claim>,
    /// The figures.
    pub findings: Vec<Finding>,
    /// The points of the plots.
    pub points: Vec<PlotPoint>,
}

impl Findings {
    /// Reads a folder.
    ///
    /// # Errors
    /// If a file is missing (only `run.csv` may be) or damaged.
    pub fn read(folder: &Path) -> Result<Self, FileError> {
        let run = folder.join(RUN);
        let run = if run.exists() { csv_file::read(&run)? } else { Vec::new() };
        let claims = csv_file::read::<Claim>(&folder.join(CLAIMS))?;
        let findings = csv_file::read::<Finding>(&folder.join(FINDINGS))?;
        let points = csv_file::read::<PlotPoint>(&folder.join(PLOTS))?;
        let file = |name: &str| folder.join(name).display().to_string();

        let mut lines = HashMap::new();
        for (line, claim) in &claims {
            if let Some(before) = lines.insert(claim.id.as_str(), *line) {
                let wrong = format!("the claim '{}' was already in line {before}", claim.id);
                return Err(Flaw::new(wrong, "every id once").at(&file(CLAIMS), *line));
            }
        }
        let of_findings = findings.iter().map(|(line, finding)| (FINDINGS, *line, &finding.claim));
        let of_points = points.iter().map(|(line, point)| (PLOTS, *line, &point.claim));
        for (name, line, claim) in of_findings.chain(of_points) {
            if !lines.contains_key(claim.as_str()) {
                let flaw = Flaw::new(format!("there is no claim '{claim}'"), format!("an id of {CLAIMS}"));
                return Err(flaw.at(&file(name), line));
            }
        }
        let mut kinds = HashMap::new();
        for (line, point) in &points {
            let (kind, first) = *kinds.entry((&point.claim, &point.title)).or_insert((point.kind, *line));
            if kind != point.kind {
                let wrong = format!("the plot '{}' is of another kind than in line {first}", point.title);
                return Err(Flaw::new(wrong, "one kind for all points of a plot").at(&file(PLOTS), *line));
            }
        }
        verify(folder, &[RUN, CLAIMS, FINDINGS, PLOTS])?;
        Ok(Self { run: plain(run), claims: plain(claims), findings: plain(findings), points: plain(points) })
    }

    /// The files of the folder: their names and their content.
    ///
    /// # Errors
    /// If a row could not be read again, say because a number is not finite.
    pub fn files(&self) -> Result<Vec<(&'static str, Vec<u8>)>, FileError> {
        let mut files = vec![
            (RUN, csv_file::text(RUN, &self.run)?),
            (CLAIMS, csv_file::text(CLAIMS, &self.claims)?),
            (FINDINGS, csv_file::text(FINDINGS, &self.findings)?),
            (PLOTS, csv_file::text(PLOTS, &self.points)?),
        ];
        files.push((CHECKSUMS, checksums(&files)));
        Ok(files)
    }

    /// Writes the files into a folder that is there. Each is written beside and then moved, so that it is whole.
    ///
    /// # Errors
    /// If a row could not be read again or a file cannot be written.
    pub fn write(&self, folder: &Path) -> Result<(), FileError> {
        for (name, bytes) in self.files()? {
            let (path, part) = (folder.join(name), folder.join(format!("{name}.part")));
            fs::write(&part, bytes)
                .and_then(|()| fs::rename(&part, &path))
                .map_err(|source| FileError::Write { file: path.display().to_string(), source })?;
        }
        Ok(())
    }
}

fn plain<T>(rows: Vec<(u64, T)>) -> Vec<T> {
    rows.into_iter().map(|(_, row)| row).collect()
}
