//! Blueprints that users trained themselves, in files that a program reads for the bots.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use kosti_engine::rims::RimsRules;
use thiserror::Error;

use crate::games::rims::blueprint::shipped::shipped;
use crate::games::rims::blueprint::table::{Blueprint, BlueprintError};
use crate::games::rims::roster::BLUEPRINT;
use crate::param::Param;
use crate::spec::{BotSpec, SpecError};

/// The parameter that names the file of a table.
pub(crate) const TABLE: Param = Param::new(
    "table",
    "shipped",
    "shipped, or the file of a table that `kosti train --out FILE` wrote; its name must not have a comma",
    "the table that it plays: one that comes with this program, or one of your own",
);
const SHIPPED: &str = "shipped";

/// Reads a file, or says why it cannot be read.
pub type ReadFile = fn(&str) -> Result<Vec<u8>, String>;

/// The blueprints come from another reader already.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("it is settled already how the files of blueprints are read")]
pub struct ReaderIsSet;

static READ_FILE: OnceLock<ReadFile> = OnceLock::new();

/// Says how this program reads files of blueprints, once: bots know no files. Without it only the tables of this crate can
/// be played.
///
/// # Errors
/// If that was said before.
pub fn read_blueprints_with(read: ReadFile) -> Result<(), ReaderIsSet> {
    READ_FILE.set(read).map_err(|_| ReaderIsSet)
}

/// The table of a file. It is read once in a program, so that all bots of a run play the same.
fn trained(file: &str) -> Result<Arc<Blueprint>, String> {
    static KNOWN: OnceLock<Mutex<HashMap<String, Arc<Blueprint>>>> = OnceLock::new();
    let mut known = KNOWN.get_or_init(Mutex::default).lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(blueprint) = known.get(file) {
        return Ok(blueprint.clone());
    }
    let read = READ_FILE.get().ok_or("this program reads no files of tables")?;
    let blueprint = Arc::new(Blueprint::read(&read(file)?).map_err(|error| error.to_string())?);
    known.insert(file.to_owned(), blueprint.clone());
    Ok(blueprint)
}

/// The table that a bot of this kind plays, if it names one of its own.
///
/// # Errors
/// If it cannot be read, or is none.
fn own_table(spec: &BotSpec) -> Result<Option<Arc<Blueprint>>, SpecError> {
    let Some(file) = spec.param(TABLE).filter(|file| *file != SHIPPED) else { return Ok(None) };
    trained(file).map(Some).map_err(|reason| no_table(spec, file, reason))
}

fn no_table(spec: &BotSpec, file: &str, reason: String) -> SpecError {
    SpecError::NoTable { bot: spec.name.clone(), file: file.to_owned(), reason, expected: TABLE.values }
}

/// Checks that the table of a bot can be played, whatever the rules; any other bot is fine.
///
/// # Errors
/// If not.
pub(crate) fn check_table(spec: &BotSpec) -> Result<(), SpecError> {
    if spec.name == BLUEPRINT { own_table(spec).map(|_| ()) } else { Ok(()) }
}

/// The blueprint that a bot plays under these rules: nothing if none comes with this crate.
///
/// # Errors
/// If it names a table that cannot be read, or was learned for other rules.
pub(crate) fn blueprint_of(spec: &BotSpec, rules: &RimsRules) -> Result<Option<Arc<Blueprint>>, SpecError> {
    let Some(own) = own_table(spec)? else { return Ok(shipped(rules).cloned()) };
    let found = own.origin().rules;
    if found == *rules {
        return Ok(Some(own));
    }
    let reason = BlueprintError::OtherRules { found, wanted: *rules }.to_string();
    Err(no_table(spec, spec.param(TABLE).unwrap_or(SHIPPED), reason))
}
