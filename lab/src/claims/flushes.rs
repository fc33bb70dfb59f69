//! Graph-poker: whose flush it was, who finished it, and who made it longer.

use kosti_engine::Seat;
use kosti_engine::graph_poker::{Cell, RUN};

/// A run of one suit that scored.
struct Flush {
    cells: [Cell; RUN],
    round: usize,
    /// Whether another seat than its builder finished it; nothing if no seat built it.
    finished_by_other: Option<bool>,
    builder: Option<Seat>,
    /// Whether the builder, and whether another seat, made it longer in a later round.
    longer: [bool; 2],
}

/// All flushes of a game.
#[derive(Default)]
pub(super) struct Flushes(Vec<Flush>);

/// What became of the flushes of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct FlushCount {
    pub(super) all: u64,
    /// Those that prolong one of an earlier round.
    pub(super) prolonging: u64,
    /// Those that one seat built: it laid at least two of the four cards, and more than any other.
    pub(super) built: u64,
    /// Those of them that another seat finished.
    pub(super) finished_by_other: u64,
    /// Those of these that their builder, and that another seat, made longer later.
    pub(super) longer_by_builder: u64,
    pub(super) longer_by_other: u64,
}

impl Flushes {
    /// A flush scores in a round for its owner; `laid_by` says who laid the card in a cell.
    pub(super) fn add(&mut self, cells: [Cell; RUN], owner: Seat, round: usize, laid_by: impl Fn(Cell) -> Seat) {
        for earlier in self.0.iter_mut().filter(|earlier| earlier.round < round) {
            // Two runs have more than one cell in common only if they lie along one line.
            if cells.iter().filter(|cell| earlier.cells.contains(cell)).count() > 1 {
                earlier.longer[usize::from(earlier.builder != Some(owner))] = true;
            }
        }
        let cards_of = |seat: Seat| cells.iter().filter(|&&cell| laid_by(cell) == seat).count();
        let seats = cells.map(&laid_by);
        let builder = seats.into_iter().find(|&seat| {
            cards_of(seat) >= 2 && seats.iter().all(|&other| other == seat || cards_of(other) < cards_of(seat))
        });
        let finished_by_other = builder.map(|builder| builder != owner);
        self.0.push(Flush { cells, round, finished_by_other, builder, longer: [false; 2] });
    }

    /// What became of them.
    pub(super) fn count(&self) -> FlushCount {
        let number = |wanted: &dyn Fn(&Flush) -> bool| self.0.iter().filter(|flush| wanted(flush)).count() as u64;
        let stolen = |flush: &Flush| flush.finished_by_other == Some(true);
        FlushCount {
            all: self.0.len() as u64,
            prolonging: number(&|flush| {
                let before = |other: &Flush| other.round < flush.round;
                let shares = |other: &Flush| flush.cells.iter().filter(|cell| other.cells.contains(cell)).count() > 1;
                self.0.iter().any(|other| before(other) && shares(other))
            }),
            built: number(&|flush| flush.builder.is_some()),
            finished_by_other: number(&stolen),
            longer_by_builder: number(&|flush| stolen(flush) && flush.longer[0]),
            longer_by_other: number(&|flush| stolen(flush) && flush.longer[1]),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cell(x: i16) -> Cell {
        Cell::new(x, 0)
    }

    #[test]
    fn a_flush_belongs_to_who_laid_most_of_it() {
        let [one, two, three] = [0, 1, 2].map(Seat::new);
        // Along a line: the first seat laid two of the first four cards, the second finished them; the first laid the fifth.
        let laid_by = |cell: Cell| [one, one, three, two, one, two][cell.x as usize];
        let run = |from: i16| [0, 1, 2, 3].map(|step| cell(from + step));
        let mut flushes = Flushes::default();
        flushes.add(run(0), two, 3, laid_by);
        let before = flushes.count();
        assert_eq!((before.built, before.finished_by_other, before.longer_by_builder), (1, 1, 0));
        flushes.add(run(1), one, 4, laid_by);
        flushes.add(run(2), two, 5, laid_by);
        let after = flushes.count();
        assert_eq!((after.all, after.prolonging), (3, 2));
        // The others were finished by those who had laid two of their cards.
        assert_eq!((after.built, after.finished_by_other), (3, 1));
        assert_eq!((after.longer_by_builder, after.longer_by_other), (1, 1));
    }

    #[test]
    fn flushes_of_one_round_do_not_prolong_each_other() {
        let seat = Seat::new(0);
        let mut flushes = Flushes::default();
        for from in [0, 1] {
            flushes.add([0, 1, 2, 3].map(|step| cell(from + step)), seat, 2, |_| seat);
        }
        assert_eq!(flushes.count().prolonging, 0);
    }
}
