//! Which folders this user has made, so that no folder of a stranger starts programs unasked.

use std::path::{Path, PathBuf, absolute};
use std::{env, fs};

use kosti_arena::files::write_file;
use kosti_arena::{FolderLock, Plan, PlanFile};
use serde::{Deserialize, Serialize};

/// The list holds at most this number of folders; the oldest go first.
const MOST: usize = 1000;

/// A folder that this user has made, and the programs that are run for it.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Made {
    folder: PathBuf,
    programs: Vec<String>,
}

/// Remembers that this user begins a run in a folder. Where nothing can be remembered, resuming asks for `--trust`.
pub(crate) fn remember(folder: &Path, plan: &Plan) {
    let programs = programs(plan);
    let (Some(list), Ok(folder)) = (list(), absolute(folder)) else { return };
    if programs.is_empty() {
        return;
    }
    let made = Made { folder, programs };
    let mut all = read(&list);
    if all.last() == Some(&made) {
        return;
    }
    let Some(parent) = list.parent().filter(|parent| fs::create_dir_all(parent).is_ok()) else { return };
    // Of two at once one may go unremembered; it is asked for --trust then.
    let Ok(_lock) = FolderLock::take(parent) else { return };
    all.retain(|other| *other != made);
    all.push(made);
    let lines: String = all[all.len().saturating_sub(MOST)..]
        .iter()
        .filter_map(|made| serde_json::to_string(made).ok())
        .map(|line| line + "\n")
        .collect();
    _ = write_file(&list, lines.as_bytes());
}

/// Checks that the programs of a folder may be run: this user has made the folder, names the same programs, or trusts it.
///
/// # Errors
/// If not; it says which programs would be run.
pub(crate) fn check(folder: &Path, plan: &Plan, given: &PlanFile, trust: bool) -> anyhow::Result<()> {
    let programs = programs(plan);
    let named = given.bots.as_ref().is_some_and(|bots| programs.iter().all(|program| bots.contains(program)));
    let made = || {
        let (Some(list), Ok(folder)) = (list(), absolute(folder)) else { return false };
        // The run of a sweep is in a folder of its own.
        let within = |made: &Made| made.folder == folder || made.folder.parent() == Some(&folder);
        let all = read(&list);
        all.iter().any(|made| within(made) && programs.iter().all(|program| made.programs.contains(program)))
    };
    if programs.is_empty() || named || trust || made() {
        return Ok(());
    }
    anyhow::bail!(
        "{} names programs, and nothing says that you made it; going on would run:\n  {}\nIf you trust them, add --trust",
        folder.display(),
        programs.join("\n  ")
    )
}

/// The programs of a plan, as they are written.
fn programs(plan: &Plan) -> Vec<String> {
    let mut programs: Vec<String> = plan
        .entrants
        .iter()
        .filter(|entrant| entrant.bot.is_program())
        .map(|entrant| entrant.bot.to_string())
        .collect();
    programs.sort();
    programs.dedup();
    programs
}

/// The file that remembers, in the user's folder for such things.
fn list() -> Option<PathBuf> {
    let folder = |name: &str| env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let state = folder("XDG_STATE_HOME")
        .or_else(|| folder("LOCALAPPDATA"))
        .or_else(|| folder("HOME").map(|home| home.join(".local/state")))?;
    Some(state.join("kosti").join("runs.jsonl"))
}

fn read(list: &Path) -> Vec<Made> {
    let text = fs::read_to_string(list).unwrap_or_default();
    text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect()
}
