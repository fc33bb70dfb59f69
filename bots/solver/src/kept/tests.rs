use std::collections::HashMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use kosti_engine::Game;
use kosti_engine::sheet::{PiratePokerRules, Sheet};

use super::*;
use crate::{StoredTable, TableError, TableHeader};

/// A store in memory.
#[derive(Default)]
struct Shelf(Mutex<HashMap<String, Vec<u8>>>);

impl TableStore for Shelf {
    fn provide(&self, name: &TableName, table: &mut dyn StoredTable) {
        let bytes = self.0.lock().unwrap().get(&name.short()).cloned();
        if bytes.is_some_and(|bytes| table.read(&mut &bytes[..]).is_ok()) {
            return;
        }
        table.make();
        let mut bytes = Vec::new();
        table.write(17, &mut bytes).unwrap();
        assert_eq!(TableHeader::read_from(&bytes[..]).unwrap().made, 17);
        self.0.lock().unwrap().insert(name.short(), bytes);
    }
}

/// A store that does nothing.
struct Nowhere;

impl TableStore for Nowhere {
    fn provide(&self, _: &TableName, _: &mut dyn StoredTable) {}
}

fn game() -> SheetGame<PiratePokerRules> {
    SheetGame::new(PiratePokerRules::default())
}

#[test]
fn tables_of_chances_are_read_as_they_were_written_and_nothing_else() {
    let game = game();
    let name = || TableName::new(&game, Objective::Target(180));
    let utility = Utility::AtLeast(490);
    let table = UtilityTable::of_last_turns(scoring_of(&game), &utility, game.rows().len(), &|_| ());
    let mut file = Vec::new();
    table.write_to(name(), 3, &mut file).unwrap();
    let read = |bytes: &[u8]| UtilityTable::read_from(scoring_of(&game), &name(), &mut &bytes[..]);
    let again = read(&file).unwrap();
    let mut twice = Vec::new();
    again.write_to(name(), 3, &mut twice).unwrap();
    assert!(file == twice && again.states() == table.states());
    assert!(again.states() > 1000, "{}", again.states());
    let sheet = game.parse_sheet("must-1=0,must-2=0,must-3=0,must-4=0,must-5=0,must-6=0,pair=12,three=18").unwrap();
    assert_eq!(again.worth(&sheet), table.worth(&sheet));

    for length in [file.len() - 1, file.len() - 5, file.len() / 2, 200, 100] {
        assert!(matches!(read(&file[..length]).err().unwrap(), TableError::Truncated), "{length}");
    }
    let header = 200;
    for place in [header, file.len() / 2, file.len() - 5, file.len() - 1] {
        let mut edited = file.clone();
        edited[place] ^= 1;
        let error = read(&edited).err().unwrap();
        assert!(
            matches!(error, TableError::Damaged | TableError::Count { .. } | TableError::Truncated),
            "{place}: {error}"
        );
    }
    assert!(matches!(read(&[&file[..], b"\n"].concat()).err().unwrap(), TableError::Trailing));
    let other = TableName::new(&game, Objective::Target(181));
    let error = UtilityTable::read_from(scoring_of(&game), &other, &mut &file[..]).err().unwrap();
    assert_eq!(error.to_string(), "the table is for the objective target=180, not for target=181");
}

#[test]
fn a_store_makes_a_table_once() {
    let (shelf, game) = (Shelf::default(), game());
    let first = Solution::kept(&shelf, &game);
    let second = Solution::kept(&shelf, &game);
    assert_eq!(shelf.0.lock().unwrap().len(), 1);
    assert_eq!(first.solved().table.values, second.solved().table.values);
    assert_eq!(first.mean(), Solution::kept(&Nowhere, &game).mean());

    // What is decided beforehand is solved quickly.
    let made = AtomicU64::new(0);
    let progress = |done: u64| _ = made.fetch_add(u64::from(done == 0), Ordering::Relaxed);
    for target in [5000, 5000, 6000] {
        let solution = UtilitySolution::kept_target(&shelf, &game, target, progress);
        assert_eq!(solution.worth(&Sheet::default()), 0.0);
    }
    assert_eq!(made.into_inner(), 2);
    assert_eq!(shelf.0.lock().unwrap().len(), 3);
}
