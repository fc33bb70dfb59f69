//! Where the tables of solved games are kept.

use std::env;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;
use kosti_arena::{TableFolder, TableFolderError};
use kosti_solver::keep_tables;

/// `--tables` and `--no-tables`, the same in every command.
#[derive(Args, Clone, Debug)]
pub struct TableArgs {
    /// The folder that keeps what optimal, win and target work out at their start [default: in the cache folder of the user]
    #[arg(long, value_name = "DIR", conflicts_with = "no_tables")]
    tables: Option<PathBuf>,

    /// Keep no tables of solved games, and use none
    #[arg(long)]
    no_tables: bool,
}

impl TableArgs {
    /// Lets all bots of this program use the folder. The folder of the user is made when there is something to keep; if
    /// that is not possible, nothing is kept.
    ///
    /// # Errors
    /// If the folder that is named cannot be used.
    pub fn keep(&self) -> Result<(), TableFolderError> {
        let folder = match &self.tables {
            _ if self.no_tables => None,
            Some(path) => Some(TableFolder::open(path)?),
            None => default_folder().map(|path| TableFolder::at(&path)),
        };
        if let Some(folder) = folder {
            // A second call in one program changes nothing.
            _ = keep_tables(Arc::new(folder));
        }
        Ok(())
    }
}

/// Where tables are kept if nothing is said; nothing if the user has no folder for such things.
pub(crate) fn default_folder() -> Option<PathBuf> {
    let absolute = |name: &str| env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    folder_for_tables(cfg!(windows), &absolute)
}

/// The same on this kind of system, with these variables.
fn folder_for_tables(windows: bool, variable: &dyn Fn(&str) -> Option<PathBuf>) -> Option<PathBuf> {
    let cache = || {
        if windows { variable("LOCALAPPDATA") } else { variable("HOME").map(|home| home.join(".cache")) }
    };
    let folder = variable("XDG_CACHE_HOME").or_else(cache)?;
    Some(folder.join(Path::new("kosti")).join("tables"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_kept_in_the_cache_of_the_user() {
        let all = |name: &str| Some(Path::new("/of").join(name));
        let home = |name: &str| (name == "HOME").then(|| "/home/me".into());
        let local = |name: &str| (name == "LOCALAPPDATA").then(|| "/local".into());
        let folder = |windows, variable: &dyn Fn(&str) -> Option<PathBuf>| {
            folder_for_tables(windows, variable).map(|path| path.to_string_lossy().replace('\\', "/"))
        };
        assert_eq!(folder(false, &all).as_deref(), Some("/of/XDG_CACHE_HOME/kosti/tables"));
        assert_eq!(folder(false, &home).as_deref(), Some("/home/me/.cache/kosti/tables"));
        assert_eq!(folder(true, &local).as_deref(), Some("/local/kosti/tables"));
        assert_eq!((folder(false, &local), folder(true, &home)), (None, None));
    }
}
