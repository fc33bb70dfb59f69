//! Games among built-in bots.

use std::ops::Range;
use std::sync::mpsc::Sender;
use std::time::{Duration, Instant};

use kosti_bots::greedy::GreedyGame;
use kosti_bots::{Experts, Field, Observer, Player, RandomField, Table, Trusting, play_on};
use kosti_engine::{Chance, Scores};
use kosti_reports::tally::{BlockTally, GameResult, Tallies};

use crate::record::{GameId, Recorded, Recorder};
use crate::tournament::plan::Plan;
use crate::tournament::rows::Rows;
use crate::tournament::runner::{Cursor, Piece, Worker};
use crate::tournament::schedule::Block;

/// A worker for tournaments without programs outside, for one type of field: the loop is compiled for it.
pub struct Inside<'a, G, F> {
    game: &'a G,
    plan: &'a Plan,
    field: fn(&G, &Plan) -> anyhow::Result<F>,
}

/// A piece should take about so long: long enough that handing it over costs nothing, short enough that all threads end
/// together.
const PIECE: Duration = Duration::from_millis(10);
/// No piece has more blocks.
const MOST_BLOCKS: u64 = 1 << 16;

impl<'a, G: GreedyGame + Experts> Inside<'a, G, Table<Player<G>>> {
    /// A worker for any bots.
    pub fn any(game: &'a G, plan: &'a Plan) -> Self {
        Self { game, plan, field: table }
    }
}

fn table<G: GreedyGame + Experts>(game: &G, plan: &Plan) -> anyhow::Result<Table<Player<G>>> {
    let mut bots = Vec::new();
    for entrant in &plan.entrants {
        for _ in 0..plan.schedule.copies() {
            bots.push(Player::new(game, &entrant.spec)?);
        }
    }
    Ok(Table::new(bots))
}

impl<'a, G> Inside<'a, G, RandomField> {
    /// A worker for bots that all play at random: games as fast as the engine goes.
    pub fn random(game: &'a G, plan: &'a Plan) -> Option<Self> {
        let all = plan.entrants.iter().all(|entrant| entrant.spec.name == "random");
        all.then_some(Self { game, plan, field: |_, _| Ok(RandomField::default()) })
    }
}

impl<G: Recorded, F: Field<G>> Inside<'_, G, F> {
    /// Plays some blocks, or nothing if the run ends meanwhile.
    fn play(&self, field: &mut F, blocks: Range<u64>, cursor: &Cursor) -> anyhow::Result<Option<Piece>> {
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
                    let mut recorder = Recorder::default();
                    let scores = self.play_one(&luck, field, &mut recorder);
                    let id = GameId { seed: *seed, block, game: game as u16 };
                    let record = recorder.finish(self.game, id, self.plan.bots_at(seating), &scores);
                    serde_json::to_writer(&mut records, &record)?;
                    records.push(b'\n');
                    scores
                } else {
                    self.play_one(&luck, field, &mut ())
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
        Ok(Some(Piece { blocks, tables, rows: rows.finish()?, records }))
    }

    /// Plays a game to its end. A function of its own, so that its loop has all registers to itself.
    #[inline(never)]
    fn play_one(&self, luck: &Chance, field: &mut F, observer: &mut impl Observer<G>) -> Scores {
        let mut state = self.game.start();
        if let Err(illegal) = play_on::<Trusting, _, _>(self.game, luck, &mut state, field, observer, |_| false) {
            unreachable!("a trusting referee refuses nothing: {illegal}");
        }
        self.game.scores(&state)
    }
}

impl<G: Recorded, F: Field<G>> Worker for Inside<'_, G, F> {
    fn work(&self, cursor: &Cursor, results: &Sender<Piece>) -> anyhow::Result<()> {
        let mut field = (self.field)(self.game, self.plan)?;
        let mut most = 1;
        while let Some(blocks) = cursor.take(most) {
            let begin = Instant::now();
            let Some(piece) = self.play(&mut field, blocks, cursor)? else { break };
            // How the blocks are cut into pieces changes no result: all sums are exact.
            let elapsed = begin.elapsed();
            if elapsed < PIECE / 2 {
                most = (most * 2).min(MOST_BLOCKS);
            } else if elapsed > PIECE * 2 {
                most = (most / 2).max(1);
            }
            if results.send(piece).is_err() {
                break;
            }
        }
        Ok(())
    }
}
