use std::io::{Read, Write};
use std::sync::mpsc::channel;

use kosti_engine::sheet::{PiratePokerRules, SheetGame};
use kosti_engine::{Game, sheet};
use kosti_solver::{Objective, Solution};

use super::*;

/// A folder that is gone after the test.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("kosti-tables-{}-{name}", process::id()));
        _ = fs::remove_dir_all(&path);
        Self(path)
    }

    /// Another program that uses the folder.
    fn program(&self) -> TableFolder {
        TableFolder::open(&self.0).unwrap()
    }

    /// The names of all files with this ending.
    fn files(&self, ending: &str) -> Vec<String> {
        let files = fs::read_dir(&self.0).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
        files.filter(|name| name.ends_with(ending)).collect()
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        _ = fs::remove_dir_all(&self.0);
    }
}

/// A table of this many equal bytes.
struct Bytes<F> {
    content: Vec<u8>,
    make: F,
    was: Was,
}

/// How a table was had.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Was {
    Neither,
    Read,
    Made,
}

impl<F: FnMut()> StoredTable for Bytes<F> {
    fn read(&mut self, from: &mut dyn Read) -> Result<(), TableError> {
        let mut found = Vec::new();
        from.read_to_end(&mut found)?;
        if found != self.content {
            return Err(TableError::Damaged);
        }
        self.was = Was::Read;
        Ok(())
    }

    fn make(&mut self) {
        assert_eq!(self.was, Was::Neither, "a table is made once");
        (self.make)();
        self.was = Was::Made;
    }

    fn write(&mut self, _: u64, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(&self.content)
    }
}

fn name(points: i32) -> TableName {
    TableName::new(&SheetGame::new(PiratePokerRules::default()), Objective::Target(points))
}

fn provide(folder: &TableFolder, points: i32, size: usize, make: impl FnMut()) -> Was {
    let mut table = Bytes { content: vec![points as u8; size], make, was: Was::Neither };
    folder.provide(&name(points), &mut table);
    table.was
}

fn file_of(folder: &TableFolder, points: i32) -> PathBuf {
    folder.path.join(format!("{}.{TABLE}", name(points).short()))
}

/// Makes a table look as if it was used this many hours ago.
fn used_before(folder: &TableFolder, points: i32, hours: u64) {
    let file = File::options().write(true).open(file_of(folder, points)).unwrap();
    file.set_modified(SystemTime::now() - Duration::from_secs(3600 * hours)).unwrap();
}

#[test]
fn a_table_is_made_once_for_all_programs() {
    let scratch = Scratch::new("once");
    assert_eq!(provide(&scratch.program(), 1, 100, || ()), Was::Made);
    assert_eq!(provide(&scratch.program(), 1, 100, || panic!("made again")), Was::Read);
    assert_eq!(provide(&scratch.program(), 2, 100, || ()), Was::Made);
    assert_eq!((scratch.files(TABLE).len(), scratch.files(PART).len()), (2, 0));
}

#[test]
fn a_program_waits_for_another_that_makes_the_same_table() {
    let scratch = Scratch::new("waits");
    let (first, second) = (scratch.program(), scratch.program());
    let ((begun, has_begun), (go, gone)) = (channel(), channel());
    thread::scope(|threads| {
        let making = threads.spawn(|| {
            provide(&first, 1, 100, move || {
                begun.send(()).unwrap();
                gone.recv().unwrap();
            })
        });
        has_begun.recv().unwrap();
        let waiting = threads.spawn(|| provide(&second, 1, 100, || panic!("made twice")));
        // While the first makes one table, others are free.
        assert_eq!(provide(&scratch.program(), 2, 100, || ()), Was::Made);
        assert!(!waiting.is_finished());
        go.send(()).unwrap();
        assert_eq!((making.join().unwrap(), waiting.join().unwrap()), (Was::Made, Was::Read));
    });
}

#[test]
fn a_program_makes_what_another_died_of() {
    let scratch = Scratch::new("dies");
    let (first, second) = (scratch.program(), scratch.program());
    let ((begun, has_begun), (go, gone)) = (channel(), channel());
    thread::scope(|threads| {
        let dying = threads.spawn(|| {
            provide(&first, 1, 100, move || {
                begun.send(()).unwrap();
                gone.recv().unwrap();
                panic!("the first program dies");
            })
        });
        has_begun.recv().unwrap();
        let waiting = threads.spawn(|| provide(&second, 1, 100, || ()));
        go.send(()).unwrap();
        assert!(dying.join().is_err());
        assert_eq!(waiting.join().unwrap(), Was::Made);
    });
    assert_eq!(provide(&first, 1, 100, || panic!("kept")), Was::Read);
}

#[test]
fn a_program_that_holds_a_lock_waits_for_nobody() {
    let scratch = Scratch::new("holds");
    let (first, second) = (scratch.program(), scratch.program());
    let ((begun, has_begun), (go, gone)) = (channel(), channel());
    thread::scope(|threads| {
        let making = threads.spawn(|| {
            provide(&first, 1, 100, move || {
                begun.send(()).unwrap();
                gone.recv().unwrap();
            })
        });
        has_begun.recv().unwrap();
        // Within the table that the second program makes, it needs the one that the first makes, and its own.
        let outer = provide(&second, 2, 100, || {
            assert_eq!(provide(&second, 1, 100, || ()), Was::Made);
            assert_eq!(provide(&second, 2, 100, || ()), Was::Made);
            assert_eq!(provide(&second, 3, 100, || ()), Was::Made);
        });
        assert_eq!(outer, Was::Made);
        assert_eq!(scratch.files(TABLE).len(), 2, "what was made without its lock is not kept");
        go.send(()).unwrap();
        assert_eq!(making.join().unwrap(), Was::Made);
    });
    assert_eq!(provide(&second, 1, 100, || panic!("kept")), Was::Read);
}

#[test]
fn damaged_tables_are_made_anew() {
    let scratch = Scratch::new("damaged");
    let folder = scratch.program();
    for damage in [&b""[..], b"short", &[1; 99], &[1; 101]] {
        provide(&folder, 1, 100, || ());
        fs::write(file_of(&folder, 1), damage).unwrap();
        assert_eq!(provide(&folder, 1, 100, || ()), Was::Made);
        assert_eq!(fs::read(file_of(&folder, 1)).unwrap(), [1; 100]);
    }
    // What cannot be kept is gone all the same.
    folder.set_limit(10).unwrap();
    fs::write(file_of(&folder, 1), b"short").unwrap();
    assert_eq!(provide(&folder, 1, 100, || ()), Was::Made);
    assert_eq!((scratch.files(TABLE).len(), scratch.files(PART).len()), (0, 0));
}

#[test]
fn what_was_not_used_for_longest_goes_first() {
    let scratch = Scratch::new("limit");
    let folder = scratch.program();
    assert_eq!(folder.limit(), TableFolder::DEFAULT_LIMIT);
    folder.set_limit(350).unwrap();
    for points in 1..=3 {
        provide(&folder, points, 100, || ());
        used_before(&folder, points, 10 - points as u64);
    }
    // The first was made first, but is used again.
    assert_eq!(provide(&folder, 1, 100, || ()), Was::Read);
    provide(&scratch.program(), 4, 100, || ());
    let there = |points| file_of(&folder, points).exists();
    assert_eq!([1, 2, 3, 4].map(there), [true, false, true, true]);
    folder.set_limit(150).unwrap();
    assert_eq!([1, 2, 3, 4].map(there), [false, false, false, true]);
    assert_eq!(scratch.program().limit(), 150);
    fs::write(scratch.0.join(LIMIT), "much").unwrap();
    assert_eq!(folder.limit(), TableFolder::DEFAULT_LIMIT);
}

#[test]
fn what_a_dead_process_was_writing_is_removed() {
    let scratch = Scratch::new("parts");
    let folder = scratch.program();
    let part = |points| scratch.0.join(format!("{}.77.{PART}", name(points).short()));
    (1..=3).for_each(|points| fs::write(part(points), b"a part").unwrap());
    let old = File::options().write(true).open(part(2)).unwrap();
    old.set_modified(SystemTime::now() - 2 * ABANDONED).unwrap();
    provide(&folder, 1, 100, || ());
    assert_eq!([1, 2, 3].map(|points| part(points).exists()), [false, false, true]);
}

#[test]
fn a_folder_that_cannot_be_used_stops_no_program() {
    let scratch = Scratch::new("no-folder");
    fs::create_dir_all(&scratch.0).unwrap();
    fs::write(scratch.0.join("file"), b"").unwrap();
    let error = TableFolder::open(&scratch.0.join("file")).unwrap_err();
    assert!(error.to_string().starts_with("cannot keep tables in "), "{error}");
    // Where a folder can never be, tables are made all the same.
    let nowhere = TableFolder::at(&scratch.0.join("file").join("tables"));
    assert_eq!(provide(&nowhere, 1, 100, || ()), Was::Made);
    assert!(nowhere.set_limit(5).is_err());
    // One that is gone meanwhile is made again, when it is needed.
    let folder = scratch.program();
    fs::remove_dir_all(&scratch.0).unwrap();
    assert!(folder.tables().unwrap().is_empty() && !scratch.0.exists());
    assert_eq!(provide(&folder, 1, 100, || ()), Was::Made);
    assert_eq!(provide(&folder, 1, 100, || panic!("kept")), Was::Read);
}

#[test]
fn tables_are_listed_and_removed() {
    let scratch = Scratch::new("list");
    let folder = scratch.program();
    let game: SheetGame<sheet::YatzyRules> = Game::new(sheet::YatzyRules::default());
    let made = Solution::kept(&folder, &game);
    provide(&folder, 1, 100, || ());
    used_before(&folder, 1, 5);
    let [table, unknown] = &folder.tables().unwrap()[..] else { panic!("two tables") };
    let header = table.header.as_ref().unwrap();
    assert_eq!((header.name.rules(), header.name.objective()), ("yatzy", Objective::Mean));
    let age = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap().as_secs() - header.made;
    assert!(header.name.is_current() && age < 3600);
    assert_eq!((table.bytes, unknown.bytes), (fs::metadata(&table.path).unwrap().len(), 100));
    assert!(matches!(unknown.header, Err(TableError::NotATable)));
    assert_eq!(Solution::kept(&scratch.program(), &game).mean(), made.mean());

    let removed = folder.remove(|table| table.header.is_ok()).unwrap();
    assert_eq!(removed.len(), 1);
    assert_eq!((folder.tables().unwrap().len(), scratch.files(LOCK).len()), (1, 1));
    assert_eq!(folder.remove(|_| true).unwrap().len(), 1);
    assert!(scratch.files("").is_empty());
}
