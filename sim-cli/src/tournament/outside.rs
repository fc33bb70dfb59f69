//! Games with programs outside: many at once, since each has to be waited for.

use std::cell::RefCell;
use std::collections::HashMap;
use std::fmt;
use std::path::Path;
use std::sync::mpsc::Sender;

use anyhow::Context;
use kosti_bots::external::{self, Entrant, Job, Programs, Settings, WireGame};
use kosti_bots::greedy::GreedyGame;
use kosti_bots::{Experts, Observer, Player};
use kosti_engine::{Chance, Seat};
use kosti_reports::tally::{BlockTally, Faults, GameResult, Tallies};

use crate::cmd::guard;
use crate::record::{GameId, Recorded, Recorder};
use crate::tournament::plan::Plan;
use crate::tournament::rows::Rows;
use crate::tournament::runner::{Cursor, Piece, Worker};
use crate::tournament::schedule::Block;

/// Starts the programs of a plan, if it has any. What they write to standard error is kept in the folder.
///
/// # Errors
/// If one cannot be started, or does not play the game.
pub fn start_programs(plan: &Plan, folder: Option<&Path>) -> anyhow::Result<Option<Programs>> {
    let bots: Vec<_> = plan.entrants.iter().map(|entrant| entrant.spec.clone()).collect();
    if bots.iter().all(|bot| bot.command.is_none()) {
        return Ok(None);
    }
    let logs = folder.map(|folder| folder.join("logs"));
    if let Some(logs) = &logs {
        std::fs::create_dir_all(logs).with_context(|| format!("cannot write to {}", logs.display()))?;
    }
    let settings = Settings {
        move_timeout: plan.move_timeout,
        on_fault: plan.on_fault,
        guard: Some(guard::start()?),
        logs,
        ..Settings::default()
    };
    Ok(Some(Programs::start(&bots, &[plan.rules], settings)?))
}

/// A worker for tournaments with programs outside.
pub struct Outside<'a, G> {
    game: &'a G,
    plan: &'a Plan,
    programs: &'a Programs,
}

/// Which game of the run it is.
#[derive(Clone, Copy)]
struct Key {
    block: u64,
    game: usize,
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} of block {}", self.game, self.block)
    }
}

/// Writes down those games that are to be recorded.
struct Watch<E>(Option<Recorder<E>>);

impl<G: Recorded> Observer<G> for Watch<G::Event> {
    fn drawn(&mut self, game: &G, before: &G::State, outcome: &G::Outcome, after: &G::State) {
        if let Some(recorder) = &mut self.0 {
            recorder.drawn(game, before, outcome, after);
        }
    }

    fn acted(&mut self, game: &G, before: &G::State, seat: Seat, action: G::Action, after: &G::State) {
        if let Some(recorder) = &mut self.0 {
            recorder.acted(game, before, seat, action, after);
        }
    }
}

/// A game of a block that is not finished.
#[derive(Default)]
struct Slot {
    result: Option<GameResult>,
    faults: Vec<(usize, usize)>,
    record: Vec<u8>,
}

impl<'a, G: WireGame + GreedyGame + Experts + Recorded> Outside<'a, G> {
    /// A worker for this plan.
    pub fn new(game: &'a G, plan: &'a Plan, programs: &'a Programs) -> Self {
        Self { game, plan, programs }
    }

    fn entrants(&self) -> anyhow::Result<Vec<Entrant<Player<G>>>> {
        let mut entrants = Vec::new();
        for (number, entrant) in self.plan.entrants.iter().enumerate() {
            for _ in 0..self.plan.schedule.copies() {
                entrants.push(match self.programs.program(number) {
                    Some(program) => Entrant::Outside(program),
                    None => Entrant::Here(Player::new(self.game, &entrant.spec)?),
                });
            }
        }
        Ok(entrants)
    }

    fn job(&self, key: Key) -> Job<Key, Watch<G::Event>> {
        let Plan { schedule, record_every, .. } = self.plan;
        let seating = &schedule.block(key.block).seatings[key.game];
        let number = schedule.games_before(key.block) + key.game as u64;
        let recorded = record_every.is_some_and(|every| number.is_multiple_of(every));
        Job {
            key,
            luck: Chance::new(self.plan.seed, key.block),
            number: key.game as u16,
            seating: seating.bots.iter().map(|&bot| usize::from(bot)).collect(),
            observer: Watch(recorded.then(Recorder::default)),
        }
    }

    fn slot(&self, finished: external::Finished<Key, Watch<G::Event>>) -> anyhow::Result<Slot> {
        let Key { block, game } = finished.key;
        let players = finished.scores.as_slice().len();
        let result = match finished.forfeit {
            Some(seat) => GameResult::forfeited(players, seat.index()),
            None => GameResult::new(finished.scores.as_slice()),
        };
        let mut record = Vec::new();
        // A game that was given up cannot be replayed.
        if let (Some(recorder), None) = (finished.observer.0, finished.forfeit) {
            let id = GameId { seed: self.plan.seed, block, game: game as u16 };
            let seating = &self.plan.schedule.block(block).seatings[game];
            let written = recorder.finish(self.game, id, self.plan.bots_at(seating), &finished.scores);
            serde_json::to_writer(&mut record, &written)?;
            record.push(b'\n');
        }
        let faults = finished.faults.iter().map(|&(seat, code)| (seat.index(), code as usize)).collect();
        Ok(Slot { result: Some(result), faults, record })
    }

    /// A block whose games are all finished.
    fn piece(&self, block: u64, slots: Vec<Slot>) -> anyhow::Result<Piece> {
        let Block { number, shape, seatings } = self.plan.schedule.block(block);
        let mut tally = BlockTally::new(shape, seatings.len());
        let mut rows = Rows::new(self.plan);
        let mut records = Vec::new();
        for (game, (slot, seating)) in slots.into_iter().zip(seatings).enumerate() {
            for (seat, code) in slot.faults {
                let mut faults = Faults::default();
                faults[code] = 1;
                tally.add_faults(usize::from(seating.places[seat]), &faults);
            }
            let result = slot.result.context("a block was handed over too early")?;
            tally.add(&seating.places, &result);
            rows.add(block, game, seating, &result)?;
            records.extend(slot.record);
        }
        let tables = Tallies::from([(number as u32, tally.finish())]);
        Ok(Piece { blocks: block..block + 1, tables, rows: rows.finish()?, records })
    }
}

impl<G: WireGame + GreedyGame + Experts + Recorded> Worker for Outside<'_, G> {
    fn work(&self, cursor: &Cursor, results: &Sender<Piece>) -> anyhow::Result<()> {
        let mut entrants = self.entrants()?;
        let games_of = |block: u64| self.plan.schedule.block(block).seatings.len();
        let mut upcoming: Option<Key> = None;
        let open: RefCell<HashMap<u64, Vec<Slot>>> = RefCell::default();
        let mut failure = None;
        let next = || {
            let key = match upcoming.take() {
                Some(key) => key,
                None => {
                    let block = cursor.take(1)?.start;
                    let slots = std::iter::repeat_with(Slot::default).take(games_of(block)).collect();
                    open.borrow_mut().insert(block, slots);
                    Key { block, game: 0 }
                }
            };
            upcoming = (key.game + 1 < games_of(key.block)).then_some(Key { game: key.game + 1, ..key });
            Some(self.job(key))
        };
        let done = |finished: external::Finished<Key, Watch<G::Event>>| {
            let Key { block, game } = finished.key;
            let hand_over = || -> anyhow::Result<()> {
                let mut open = open.borrow_mut();
                let slots = open.get_mut(&block).context("a game of no block was finished")?;
                slots[game] = self.slot(finished)?;
                if slots.iter().all(|slot| slot.result.is_some()) {
                    let slots = open.remove(&block).unwrap_or_default();
                    // Nobody listens any more when the run is over.
                    _ = results.send(self.piece(block, slots)?);
                }
                Ok(())
            };
            if let Err(error) = hand_over() {
                failure.get_or_insert(error);
            }
        };
        external::run(self.game, &mut entrants, self.programs, cursor.closed(), next, done)?;
        failure.map_or(Ok(()), Err)
    }
}
