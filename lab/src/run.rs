//! The runner: measures experiments, corrects their verdicts, and lets them conclude.

use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use kosti_arena::Words;
use kosti_reports::findings::{Claim, Fact, Finding, Findings, correct_verdicts};

use crate::budget::LabBudget;
use crate::error::LabError;
use crate::experiment::{Experiment, Measured};
use crate::lab::Lab;
use crate::run_folder::{Found, RunFolder, RunPlan};

/// The version that the results name.
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Gives the command that repeats the experiment with this id, or the whole run if there is no id.
pub type Command<'a> = dyn Fn(Option<&str>) -> String + Sync + 'a;

/// How experiments are run.
#[derive(Clone)]
pub struct LabConfig<'a> {
    /// The seed of everything that is simulated.
    pub seed: u64,
    /// How much work the run may be.
    pub budget: LabBudget,
    /// The folder of the run: an unfinished run goes on, a finished one is read. Without a folder nothing is written.
    pub folder: Option<PathBuf>,
    /// Whether another run in the folder is replaced.
    pub replace: bool,
    /// Gives the commands that the results name. Without it they name the experiment, the budget and the seed.
    pub command: Option<&'a Command<'a>>,
}

/// A quick run with seed 1 that keeps nothing.
impl Default for LabConfig<'_> {
    fn default() -> Self {
        Self { seed: 1, budget: LabBudget::default(), folder: None, replace: false, command: None }
    }
}

impl LabConfig<'_> {
    fn command(&self, id: Option<&str>) -> String {
        match self.command {
            Some(command) => command(id),
            None => {
                let what = id.map_or("all experiments".into(), |id| format!("experiment {id}"));
                format!("{what}, budget {}, seed {}", self.budget.name(), self.seed)
            }
        }
    }
}

/// How far a run is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LabProgress<'a> {
    /// The id of the experiment that is measured now.
    pub id: &'a str,
    /// How many experiments were measured before.
    pub done: usize,
    /// How many experiments there are.
    pub of: usize,
}

/// Runs experiments: measures all of them, one after the other and each on all threads of the current rayon pool, corrects
/// all verdicts together, and draws the conclusions. `progress` is called before each experiment.
///
/// With a folder, the results are written there: tables, a JSON file and a page. What an unfinished run of the same
/// experiments measured is taken over, and the results of a finished one are read.
///
/// # Errors
/// If the folder cannot be used, an experiment fails, or `stop` turns true: [`LabError::Stopped`].
pub fn run(
    experiments: &[&Experiment],
    config: &LabConfig<'_>,
    stop: &AtomicBool,
    progress: &mut dyn FnMut(LabProgress<'_>),
) -> Result<Findings, LabError> {
    for (place, Experiment { id, .. }) in experiments.iter().enumerate() {
        if experiments[..place].iter().any(|other| other.id == *id) {
            return Err(LabError::SameId((*id).into()));
        }
    }
    let Some(path) = &config.folder else { return run_in(None, experiments, config, stop, progress) };
    let folder = RunFolder::new(path);
    let plan = RunPlan {
        version: VERSION.into(),
        seed: config.seed,
        budget: config.budget,
        claims: experiments.iter().map(|experiment| experiment.id.into()).collect(),
    };
    let _lock = folder.lock()?;
    match folder.prepare(&plan, config.replace)? {
        Found::Finished => folder.read(),
        Found::Nothing | Found::Unfinished => {
            let findings = run_in(Some(&folder), experiments, config, stop, progress)?;
            folder.finish(&findings)?;
            Ok(findings)
        }
    }
}

/// Measures the experiments that the folder does not know yet, and concludes.
fn run_in(
    folder: Option<&RunFolder>,
    experiments: &[&Experiment],
    config: &LabConfig<'_>,
    stop: &AtomicBool,
    progress: &mut dyn FnMut(LabProgress<'_>),
) -> Result<Findings, LabError> {
    let unfinished = folder.map(RunFolder::unfinished);
    let lab = Lab::new(config.seed, config.budget, unfinished.as_deref(), stop);
    let mut all = Measured::default();
    for (done, experiment) in experiments.iter().enumerate() {
        progress(LabProgress { id: experiment.id, done, of: experiments.len() });
        all.extend(match folder.and_then(|folder| folder.measured(experiment.id)) {
            Some(measured) => measured,
            None => {
                let measured = measure(experiment, &lab)?;
                folder.map_or(Ok(()), |folder| folder.keep(experiment.id, &measured))?;
                measured
            }
        });
    }
    let Measured { mut findings, plots } = all;
    correct_verdicts(&mut findings);
    Ok(Findings {
        run: vec![
            Fact::new("command", config.command(None)),
            Fact::new("seed", config.seed.to_string()),
            Fact::new("budget", config.budget.name()),
            Fact::new("version", VERSION),
        ],
        claims: experiments.iter().map(|experiment| conclude(experiment, &findings, config)).collect(),
        findings,
        points: plots,
    })
}

/// What an experiment measures, with its id on all of it.
fn measure(experiment: &Experiment, lab: &Lab<'_>) -> Result<Measured, LabError> {
    lab.check_stop()?;
    let mut measured = (experiment.measure)(&lab.of(experiment.id)).map_err(|error| match error {
        LabError::Stopped => error,
        error => LabError::Claim { id: experiment.id.into(), reason: Box::new(error) },
    })?;
    measured.stamp(experiment.id);
    Ok(measured)
}

/// What an experiment concludes from its own findings.
fn conclude(experiment: &Experiment, findings: &[Finding], config: &LabConfig<'_>) -> Claim {
    let own: Vec<Finding> = findings.iter().filter(|finding| finding.claim == experiment.id).cloned().collect();
    experiment.claim(&own, config.seed, config.command(Some(experiment.id)))
}
