use kosti_engine::sheet::{PiratePokerRules, YahtzeeRules};
use kosti_engine::{Game, Rules};

use super::*;
use crate::table_name::{FORMAT, VERSION};

fn pirates(text: &str) -> SheetGame<PiratePokerRules> {
    Game::new(Rules::parse(text).unwrap())
}

#[test]
fn what_was_written_is_read_and_nothing_else() {
    let solution = Solution::new(&pirates(""));
    let mut file = Vec::new();
    solution.write_to(&mut file).unwrap();
    let read = |bytes: &[u8]| Solution::read_from(&pirates("players=9"), bytes);
    let again = read(&file).unwrap();
    assert_eq!(again.solved().table.values, solution.solved().table.values);
    assert_eq!(again.mean(), solution.mean());

    let header = file.len() - 4 - 4 * solution.solved().table.values.len();
    for length in (0..8).chain([8, 11, 13, 20, header - 1, header, header + 1, file.len() / 2, file.len() - 1]) {
        let error = read(&file[..length]).err().unwrap();
        match length {
            0..8 => assert!(matches!(error, TableError::NotATable), "{length}: {error}"),
            _ => assert!(matches!(error, TableError::Truncated), "{length}: {error}"),
        }
    }
    let places = [0, 9, 14, 20, 25, header - 6, header - 1, header, file.len() / 2, file.len() - 5, file.len() - 1];
    for place in places {
        let mut edited = file.clone();
        edited[place] ^= 4;
        let error = read(&edited).err().unwrap();
        match place {
            0 => assert!(matches!(error, TableError::NotATable), "{error}"),
            9 => assert!(matches!(error, TableError::Format { found } if found == FORMAT + 1024), "{error}"),
            _ => assert!(matches!(error, TableError::Damaged), "{place}: {error}"),
        }
    }
    let longer = [&file[..], b"\n"].concat();
    assert!(matches!(read(&longer).err().unwrap(), TableError::Trailing));

    let other = Solution::read_from(&pirates("exact=roll"), &file[..]).err().unwrap();
    assert_eq!(other.to_string(), "the table is for pirate-poker:exact=face, not for pirate-poker:exact=roll");
    let other = Solution::<YahtzeeRules>::read_from(&Game::new(YahtzeeRules::default()), &file[..]).err().unwrap();
    assert_eq!(other.to_string(), "the table is for pirate-poker:exact=face, not for yahtzee");
}

#[test]
fn parts_of_solutions_are_not_written() {
    let game = pirates("");
    let sheet = game.parse_sheet("must-1=0,must-2=0,must-3=0,must-4=0,must-5=0,must-6=0,pair=12,three=18").unwrap();
    let part = Solution::from_sheet(&game, &sheet);
    assert_eq!(part.write_to(Vec::new()).unwrap_err().kind(), ErrorKind::InvalidInput);
}

#[test]
fn tables_of_other_programs_are_refused() {
    let error = |name: TableName| {
        let mut file = Vec::new();
        let mut out = CheckedWriter::new(&mut file);
        TableHeader { name: name.clone(), made: 5, values: 0 }.write(&mut out).unwrap();
        out.finish().unwrap();
        assert_eq!(TableHeader::read_from(&file[..]).unwrap(), TableHeader { name, made: 5, values: 0 });
        Solution::read_from(&pirates(""), &file[..]).err().unwrap()
    };
    let name = TableName::new(&pirates(""), Objective::Mean);
    let version = error(TableName { version: "9.8.7".into(), ..name.clone() });
    assert!(matches!(&version, TableError::Version { found } if found == "9.8.7" && found != VERSION), "{version}");
    assert!(matches!(error(TableName { fingerprint: "other".into(), ..name.clone() }), TableError::Build));
    assert!(matches!(error(TableName { scoring: !name.scoring, ..name.clone() }), TableError::Build));
    let objective = error(TableName { objective: Objective::Target(7), ..name.clone() });
    assert_eq!(objective.to_string(), "the table is for the objective target=7, not for mean");
    assert!(matches!(error(name), TableError::Count { found: 0, .. }));
}
