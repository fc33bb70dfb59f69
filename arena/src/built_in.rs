//! Games among bots of this process.

use std::ops::Range;
use std::sync::mpsc::Sender;

use kosti_bots::record::{GameId, Recorder};
use kosti_bots::roster::RANDOM;
use kosti_bots::{BotGame, Field, Player, RandomField, Table};
use kosti_engine::{Chance, Scores};
use kosti_reports::stats::tally::{BlockTally, GameResult, Tallies};

use crate::blocks::{Cursor, Piece, Worker};
use crate::clock::PieceClock;
use crate::entrant::FirstFault;
use crate::error::ArenaError;
use crate::plan::Plan;
use crate::played::Played;
use crate::rows::Rows;
use crate::schedule::Block;
use crate::times::Times;

/// A worker for tournaments without programs, for one type of field: the loop is compiled for it.
pub(crate) struct BuiltInWorker<'a, G, F> {
    game: &'a G,
    plan: &'a Plan,
    times: &'a Times,
    field: fn(&G, &Plan, &Times, &FirstFault) -> Result<F, ArenaError>,
    /// Plays a whole game: compiled with the bots, for the game and this type of field.
    play: fn(&G, &Chance, &mut F) -> Scores,
    fault: FirstFault,
}

impl<'a, G: BotGame> BuiltInWorker<'a, G, Table<Player<G>>> {
    /// A worker for any bots.
    pub(crate) fn any(game: &'a G, plan: &'a Plan, times: &'a Times) -> Self {
        Self { game, plan, times, field: table, play: G::play_at_table, fault: FirstFault::default() }
    }
}

fn table<G: BotGame>(game: &G, plan: &Plan, times: &Times, fault: &FirstFault) -> Result<Table<Player<G>>, ArenaError> {
    let mut bots = Vec::new();
    for (number, entrant) in plan.entrants.iter().enumerate() {
        for _ in 0..plan.schedule.copies() {
            bots.push(times.player(number, entrant, game, fault)?);
        }
    }
    Ok(Table::new(bots))
}

impl<'a, G: BotGame> BuiltInWorker<'a, G, RandomField> {
    /// A worker for bots that all play at random: games as fast as the engine goes.
    pub(crate) fn random(game: &'a G, plan: &'a Plan, times: &'a Times) -> Option<Self> {
        let is_random = |spec: &kosti_bots::BotSpec| spec.name == RANDOM && spec.habits.is_empty();
        let all = plan.entrants.iter().all(|entrant| entrant.bot.spec().is_some_and(is_random));
        all.then(|| Self {
            game,
            plan,
            times,
            field: |_, _, _, _| Ok(RandomField::default()),
            play: G::play_randomly,
            fault: FirstFault::default(),
        })
    }
}

impl<G: BotGame, F: Field<G>> BuiltInWorker<'_, G, F> {
    /// Plays some blocks, or nothing if the run ends meanwhile.
    fn play(&self, field: &mut F, blocks: Range<u64>, cursor: &Cursor) -> Result<Option<Played>, ArenaError> {
        let Plan { schedule, seed, record_every, .. } = self.plan;
        let mut tallies: Vec<Option<BlockTally<'_>>> = Vec::new();
        tallies.resize_with(schedule.tables().len().min((blocks.end - blocks.start) as usize), || None);
        let first_table = schedule.table_of(blocks.start);
        let mut rows = Rows::new(self.plan);
        let mut records = Vec::new();
        for block in blocks.clone() {
            let Block { number, shape, seatings } = schedule.block(block);
            let slot = (number + schedule.tables().len() - first_table) % schedule.tables().len();
            let tally = tallies[slot].get_or_insert_with(|| BlockTally::new(shape, seatings.len()));
            let luck = Chance::new(*seed, block);
            for (game, seating) in seatings.iter().enumerate() {
                if cursor.is_closed() {
                    return Ok(None);
                }
                field.seat(&luck, game as u16, &seating.bots);
                let recorded = record_every
                    .is_some_and(|every| (schedule.games_before(block) + game as u64).is_multiple_of(every));
                let scores = if recorded {
                    let (mut recorder, mut state) = (Recorder::default(), self.game.start());
                    self.game.play_on_watched(&luck, &mut state, field, &mut recorder, &|_| false);
                    let scores = self.game.scores(&state);
                    let id = GameId { seed: *seed, block, game: game as u16 };
                    let record = recorder.finish(self.game, id, self.plan.bots_at(seating), &scores);
                    serde_json::to_writer(&mut records, &record)?;
                    records.push(b'\n');
                    scores
                } else {
                    (self.play)(self.game, &luck, field)
                };
                let result = GameResult::new(scores.as_slice());
                tally.add(&seating.places, &result);
                rows.add(block, game, seating, &result)?;
            }
        }
        let tables: Tallies = tallies
            .into_iter()
            .enumerate()
            .filter_map(|(slot, tally)| {
                let number = (slot + first_table) % schedule.tables().len();
                tally.map(|tally| (number as u32, tally.finish()))
            })
            .collect();
        self.fault.check()?;
        Ok(Some(Played { tables, rows: rows.finish()?, records }))
    }
}

impl<G: BotGame, F: Field<G>> Worker<Played, ArenaError> for BuiltInWorker<'_, G, F> {
    fn work(&self, cursor: &Cursor, results: &Sender<Piece<Played>>) -> Result<(), ArenaError> {
        let mut field = (self.field)(self.game, self.plan, self.times, &self.fault)?;
        let mut clock = PieceClock::default();
        while let Some(blocks) = cursor.take(clock.blocks()) {
            // How the blocks are cut into pieces changes no result: all sums are exact.
            let Some(value) = clock.time(|| self.play(&mut field, blocks.clone(), cursor))? else { break };
            if results.send(Piece { blocks, value }).is_err() {
                break;
            }
        }
        Ok(())
    }
}
