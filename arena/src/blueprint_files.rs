//! The files of blueprints that users trained, read for the bots that play them.

use std::fs::{File, metadata};
use std::io::Read;

use kosti_bots::games::rims::blueprint::read_blueprints_with;

/// A table takes some hundred kilobytes; what is far larger is none.
const MOST_BYTES: u64 = 16 << 20;

/// Lets `blueprint:table=FILE` read its file in this program. Calling it again changes nothing.
pub fn read_blueprint_files() {
    // Another reader was set by the program itself, which then knows what it wants.
    _ = read_blueprints_with(read);
}

fn read(file: &str) -> Result<Vec<u8>, String> {
    let of_file = metadata(file).map_err(|error| error.to_string())?;
    if !of_file.is_file() {
        return Err("it is no file".into());
    }
    if of_file.len() > MOST_BYTES {
        return Err(format!("it has {} bytes, far more than a table", of_file.len()));
    }
    let mut bytes = Vec::new();
    let mut opened = File::open(file).map_err(|error| error.to_string())?.take(MOST_BYTES);
    opened.read_to_end(&mut bytes).map_err(|error| error.to_string())?;
    Ok(bytes)
}
