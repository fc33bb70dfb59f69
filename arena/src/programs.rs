//! Games with programs: many at once, since each has to be waited for.

use std::cell::RefCell;
use std::collections::HashMap;
use std::fmt;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::Sender;

use kosti_bots::external::{self, FinishedGame, Guard, GuardCommand, HostError, HostedBot, Job, Programs, Settings};
use kosti_bots::record::{GameId, Recorded, Recorder};
use kosti_bots::{BotGame, BotSpec, Observer, Player};
use kosti_engine::{Chance, Seat};
use kosti_reports::stats::tally::{BlockTally, Faults, GameResult, Tallies};

use crate::blocks::{Cursor, Piece, Worker};
use crate::entrant::{EntrantBot, FirstFault};
use crate::error::ArenaError;
use crate::folder_error::FolderError;
use crate::plan::Plan;
use crate::played::Played;
use crate::rows::Rows;
use crate::schedule::Block;
use crate::times::Times;

/// Starts the programs of a plan, if it has any. What they write to standard error is kept in the folder.
///
/// # Errors
/// If one cannot be started, or does not play the game.
pub(crate) fn start_programs(
    plan: &Plan,
    folder: Option<&Path>,
    guard: Option<&GuardCommand>,
) -> Result<Option<Programs>, ArenaError> {
    // A bot of the caller's own plays in this process; no program has its name.
    let spec = |bot: &EntrantBot| {
        bot.spec().cloned().unwrap_or(BotSpec {
            name: bot.to_string(),
            command: None,
            params: Vec::new(),
            habits: Vec::new(),
        })
    };
    let bots: Vec<BotSpec> = plan.entrants.iter().map(|entrant| spec(&entrant.bot)).collect();
    if bots.iter().all(|bot| bot.command.is_none()) {
        return Ok(None);
    }
    let logs = folder.map(|folder| folder.join("logs"));
    if let Some(logs) = &logs {
        std::fs::create_dir_all(logs).map_err(|source| FolderError::Write { path: logs.clone(), source })?;
    }
    let guard = guard.map(|command| Guard::start(command).map(Arc::new)).transpose().map_err(ArenaError::NoGuard)?;
    let settings =
        Settings { move_timeout: plan.move_timeout, on_fault: plan.on_fault, guard, logs, ..Settings::default() };
    Ok(Some(Programs::start(&bots, &[plan.rules], settings)?))
}

/// A worker for tournaments with programs.
pub(crate) struct ProgramWorker<'a, G> {
    game: &'a G,
    plan: &'a Plan,
    programs: &'a Programs,
    times: &'a Times,
    fault: FirstFault,
}

/// Which game of the run it is.
#[derive(Clone, Copy)]
pub(crate) struct GameKey {
    pub(crate) block: u64,
    pub(crate) game: usize,
}

impl fmt::Display for GameKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} of block {}", self.game, self.block)
    }
}

/// Writes down those games that are to be recorded.
pub(crate) struct Watch<E>(Option<Recorder<E>>);

impl<E> Watch<E> {
    /// Writes nothing down.
    pub(crate) fn nothing() -> Self {
        Self(None)
    }
}

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

/// Plays games with programs: see [`external::run`], which is compiled here once for each type of game.
///
/// # Errors
/// If a program fails.
pub(crate) fn host<G: BotGame>(
    game: &G,
    bots: &mut [HostedBot<Player<G>>],
    programs: &Programs,
    stop: &AtomicBool,
    next: &mut dyn FnMut() -> Option<Job<GameKey, Watch<G::Event>>>,
    done: &mut dyn FnMut(FinishedGame<GameKey, Watch<G::Event>>),
) -> Result<(), HostError> {
    external::run(game, bots, programs, stop, next, done)
}

/// A game of a block that is not finished.
#[derive(Default)]
struct Slot {
    result: Option<GameResult>,
    faults: Vec<(usize, usize)>,
    record: Vec<u8>,
}

impl<'a, G: BotGame> ProgramWorker<'a, G> {
    /// A worker for this plan.
    pub(crate) fn new(game: &'a G, plan: &'a Plan, programs: &'a Programs, times: &'a Times) -> Self {
        Self { game, plan, programs, times, fault: FirstFault::default() }
    }

    fn bots(&self) -> Result<Vec<HostedBot<Player<G>>>, ArenaError> {
        let mut bots = Vec::new();
        for (number, entrant) in self.plan.entrants.iter().enumerate() {
            for _ in 0..self.plan.schedule.copies() {
                bots.push(match self.programs.program(number) {
                    Some(program) => HostedBot::Program(program),
                    None => HostedBot::Here(self.times.player(number, entrant, self.game, &self.fault)?),
                });
            }
        }
        Ok(bots)
    }

    fn job(&self, key: GameKey) -> Job<GameKey, Watch<G::Event>> {
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

    fn slot(&self, finished: FinishedGame<GameKey, Watch<G::Event>>) -> Result<Slot, ArenaError> {
        let GameKey { block, game } = finished.key;
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
    fn piece(&self, block: u64, slots: Vec<Slot>) -> Result<Piece<Played>, ArenaError> {
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
            let Some(result) = slot.result else { unreachable!("a block is handed over when all its games are over") };
            tally.add(&seating.places, &result);
            rows.add(block, game, seating, &result)?;
            records.extend(slot.record);
        }
        let tables = Tallies::from([(number as u32, tally.finish())]);
        Ok(Piece { blocks: block..block + 1, value: Played { tables, rows: rows.finish()?, records } })
    }
}

impl<G: BotGame> Worker<Played, ArenaError> for ProgramWorker<'_, G> {
    fn work(&self, cursor: &Cursor, results: &Sender<Piece<Played>>) -> Result<(), ArenaError> {
        let mut bots = self.bots()?;
        let games_of = |block: u64| self.plan.schedule.block(block).seatings.len();
        let mut upcoming: Option<GameKey> = None;
        let open: RefCell<HashMap<u64, Vec<Slot>>> = RefCell::default();
        let mut failure = None;
        let mut next = || {
            let key = match upcoming.take() {
                Some(key) => key,
                None => {
                    let block = cursor.take(1)?.start;
                    let slots = std::iter::repeat_with(Slot::default).take(games_of(block)).collect();
                    open.borrow_mut().insert(block, slots);
                    GameKey { block, game: 0 }
                }
            };
            upcoming = (key.game + 1 < games_of(key.block)).then_some(GameKey { game: key.game + 1, ..key });
            Some(self.job(key))
        };
        let mut done = |finished: FinishedGame<GameKey, Watch<G::Event>>| {
            let GameKey { block, game } = finished.key;
            let hand_over = || -> Result<(), ArenaError> {
                let mut open = open.borrow_mut();
                let slots = open.get_mut(&block).expect("a game that is over belongs to a block in progress");
                slots[game] = self.slot(finished)?;
                self.fault.check()?;
                if slots.iter().all(|slot| slot.result.is_some()) {
                    let slots = open.remove(&block).unwrap_or_default();
                    // There is no receiver any more when the run is over.
                    _ = results.send(self.piece(block, slots)?);
                }
                Ok(())
            };
            if let Err(error) = hand_over() {
                failure.get_or_insert(error);
            }
        };
        host(self.game, &mut bots, self.programs, cursor.closed(), &mut next, &mut done)?;
        failure.map_or(Ok(()), Err)
    }
}
