//! Checksums of the files of a result, so that a damaged table is not shown as if it were right.

use std::path::Path;

use crate::csv_file::{FileError, Flaw, read_bytes};

/// The file with the checksums of the others: a line for each, its CRC-32 and its name.
pub const CHECKSUMS: &str = "checksums.txt";

/// The text of the file for these files.
pub(crate) fn checksums(files: &[(&'static str, Vec<u8>)]) -> Vec<u8> {
    let line = |(name, bytes): &(&str, Vec<u8>)| format!("{:08x}  {name}\n", crc32fast::hash(bytes));
    files.iter().map(line).collect::<String>().into_bytes()
}

/// Checks these files of a folder, and tells whether it has checksums: folders of earlier versions do not, and are taken as
/// they are. A file that is missing is not looked at: who needs it has said so.
///
/// # Errors
/// If a file is not the one that was written.
pub(crate) fn verify(folder: &Path, names: &[&str]) -> Result<bool, FileError> {
    if !folder.join(CHECKSUMS).exists() {
        return Ok(false);
    }
    let (file, text) = read_bytes(&folder.join(CHECKSUMS))?;
    let text = String::from_utf8_lossy(&text);
    let mut lines = text.lines();
    for (line, name) in (1..).zip(names) {
        let entry = lines.next().unwrap_or_default();
        let Some(sum) = entry.strip_suffix(name).and_then(|entry| entry.strip_suffix("  ")) else {
            return Err(Flaw::new(format!("'{entry}'"), format!("the checksum of {name}")).at(&file, line));
        };
        let path = folder.join(name);
        if !path.exists() {
            continue;
        }
        let (file, bytes) = read_bytes(&path)?;
        if format!("{:08x}", crc32fast::hash(&bytes)) != sum {
            return Err(FileError::Changed { file });
        }
    }
    Ok(true)
}
