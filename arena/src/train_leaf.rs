//! What prospects in graph-poker are worth, learned from games of players who search, generation by generation.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use kosti_bots::games::graph_poker::leaf::{
    LeafOrigin, LeafRow, LeafSample, LeafTable, Prospect, searcher, watch_game,
};
use kosti_engine::graph_poker::{GraphPokerRules, Start};
use kosti_engine::{AnyRules, Chance, Game, GraphPoker};
use kosti_reports::Decimal;
use kosti_reports::stats::{ChoiceModel, Contest};
use serde::Serialize;

use crate::blocks::{Stopped, play_pieces};
use crate::error::ArenaError;
use crate::tournament::Tournament;
use crate::train::TrainError;

/// How many things a seat has.
const PROSPECTS: usize = Prospect::ALL.len();
/// From how many rounds left on rows are learned apart.
const ROWS_FROM: [usize; 8] = [1, 2, 3, 5, 7, 10, 14, 19];
/// A span of rounds with fewer positions says little: the row before holds there too.
const FEWEST_SAMPLES: usize = 10;
/// Games that a thread plays in one go.
const GAMES_AT_ONCE: u64 = 8;

/// Leaf values that are to be learned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TrainLeaf {
    origin: LeafOrigin,
    /// The games of each measurement, if the strength is measured.
    games_of_curve: Option<u64>,
}

/// A generation: the fields are the columns of its file.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct LeafCurveRow {
    /// The rules.
    pub game: String,
    /// The number of the generation, from 1.
    pub generation: u32,
    /// The positions from which was learned.
    pub positions: usize,
    /// How much of a surprise, in nats, winners are to a table of points alone.
    pub surprise_by_points: Option<Decimal<4>>,
    /// How much of a surprise they are to the table that was learned.
    pub surprise: Option<Decimal<4>>,
    /// The games that were played against a searcher for whom points alone count, both with the searches of the training.
    pub games: u64,
    /// The share of those with the table.
    pub share: Option<Decimal<6>>,
    /// The lower end of its 95 % interval.
    pub low: Option<Decimal<6>>,
    /// The upper end.
    pub high: Option<Decimal<6>>,
    /// The seed of learning and games.
    pub seed: u64,
}

/// What was learned.
#[derive(Clone, PartialEq, Debug)]
pub struct TrainedLeaf {
    /// The table.
    pub table: LeafTable,
    /// How it grew, a row a generation.
    pub curve: Vec<LeafCurveRow>,
}

impl TrainedLeaf {
    /// The curve as a CSV file.
    ///
    /// # Errors
    /// Never, in practice.
    pub fn curve_csv(&self) -> Result<Vec<u8>, ArenaError> {
        let mut csv = csv::Writer::from_writer(Vec::new());
        self.curve.iter().try_for_each(|row| csv.serialize(row))?;
        Ok(csv.into_inner().map_err(|error| csv::Error::from(error.into_error()))?)
    }
}

impl TrainLeaf {
    /// Checks that leaf values can be learned under these rules.
    ///
    /// # Errors
    /// If they cannot.
    pub fn new(
        rules: &GraphPokerRules,
        games: u64,
        generations: u32,
        search: u32,
        seed: u64,
        games_of_curve: Option<u64>,
    ) -> Result<Self, TrainError> {
        if rules.decks() > 1 || !(2..=4).contains(&rules.players()) || rules.start() != Start::Dealer {
            return Err(TrainError::NotTheseRules(AnyRules::GraphPoker(*rules)));
        }
        Ok(Self { origin: LeafOrigin { rules: *rules, games, generations, search, seed }, games_of_curve })
    }

    /// How many games are played to learn from.
    pub fn games(&self) -> u64 {
        self.origin.games * u64::from(self.origin.generations)
    }

    /// Learns on all cores; `played` hears how many games have been played.
    ///
    /// # Errors
    /// If the caller wants an end.
    pub fn run(&self, stop: &AtomicBool, played: &mut dyn FnMut(u64)) -> Result<TrainedLeaf, TrainError> {
        let mut table = Arc::new(LeafTable::of_points_alone());
        let mut curve = Vec::new();
        for generation in 0..self.origin.generations {
            let samples = self.play(&table, generation, stop, played)?;
            let (rows, surprise_by_points, surprise) = fit(&samples);
            table = Arc::new(LeafTable::new(self.origin, rows));
            let mut row = LeafCurveRow {
                game: self.origin.rules.to_string(),
                generation: generation + 1,
                positions: samples.len(),
                surprise_by_points: Decimal::new(surprise_by_points),
                surprise: Decimal::new(surprise),
                games: 0,
                share: None,
                low: None,
                high: None,
                seed: self.origin.seed,
            };
            if let Some(games) = self.games_of_curve {
                self.measure(&table, games, stop, &mut row)?;
            }
            curve.push(row);
        }
        Ok(TrainedLeaf { table: Arc::unwrap_or_clone(table), curve })
    }

    /// Plays the games of a generation.
    fn play(
        &self,
        table: &Arc<LeafTable>,
        generation: u32,
        stop: &AtomicBool,
        played: &mut dyn FnMut(u64),
    ) -> Result<Vec<LeafSample>, Stopped> {
        let LeafOrigin { rules, games, search, seed, .. } = self.origin;
        let game = GraphPoker::new(rules);
        let before = games * u64::from(generation);
        let (mut all, mut done) = (Vec::new(), before);
        play_pieces(
            before..before + games,
            GAMES_AT_ONCE,
            stop,
            || (),
            |(), blocks| {
                let count = blocks.end - blocks.start;
                let samples = blocks.flat_map(|block| watch_game(&game, table, search, &Chance::new(seed, block)));
                (count, samples.collect::<Vec<_>>())
            },
            |(count, samples)| {
                all.extend(samples);
                done += count;
                played(done);
            },
        )?;
        Ok(all)
    }

    /// Plays with the table against a searcher for whom points alone count.
    fn measure(
        &self,
        table: &Arc<LeafTable>,
        games: u64,
        stop: &AtomicBool,
        row: &mut LeafCurveRow,
    ) -> Result<(), TrainError> {
        let LeafOrigin { rules, search, seed, .. } = self.origin;
        let (learned, alone) = (Arc::clone(table), Arc::new(LeafTable::of_points_alone()));
        let tournament = Tournament::new(AnyRules::GraphPoker(rules))
            .enter("learned", move || searcher(&learned, search))
            .enter("points alone", move || searcher(&alone, search));
        let result = tournament.games(games).seed(seed).stop_when(stop).run()?;
        if !result.complete {
            return Err(Stopped.into());
        }
        let learned = &result.entrants[0];
        row.games = result.games;
        (row.share, row.low, row.high) = (learned.share, learned.low, learned.high);
        Ok(())
    }
}

/// Learns the rows of a table; also how much of a surprise winners are to points alone, and to the table.
fn fit(samples: &[LeafSample]) -> (Vec<LeafRow>, f64, f64) {
    let (mut rows, mut by_points, mut by_all, mut count) = (Vec::new(), 0.0, 0.0, 0);
    for (number, &from) in ROWS_FROM.iter().enumerate() {
        let end = ROWS_FROM.get(number + 1).copied().unwrap_or(usize::MAX);
        let contests: Vec<Contest<PROSPECTS>> =
            samples.iter().filter(|sample| (from..end).contains(&sample.rounds)).map(contest).collect();
        if contests.len() < FEWEST_SAMPLES && number > 0 {
            break;
        }
        let model = ChoiceModel::fit(&contests);
        rows.push(row(from, &model.weights));
        let points: Vec<Contest<1>> = contests.iter().map(points_alone).collect();
        by_points += ChoiceModel::fit(&points).surprise(&points) * contests.len() as f64;
        by_all += model.surprise(&contests) * contests.len() as f64;
        count += contests.len();
    }
    let mean = |sum: f64| sum / count.max(1) as f64;
    (rows, mean(by_points), mean(by_all))
}

fn contest(sample: &LeafSample) -> Contest<PROSPECTS> {
    let features = sample.prospects.iter().map(|prospects| prospects.map(f64::from)).collect();
    Contest { features, shares: sample.shares.clone() }
}

fn points_alone(contest: &Contest<PROSPECTS>) -> Contest<1> {
    let features = contest.features.iter().map(|has| [has[Prospect::Points as usize]]).collect();
    Contest { features, shares: contest.shares.clone() }
}

/// A row of a table from the weights of a model. Where points made no difference, nothing was learned.
fn row(from: usize, weights: &[f64; PROSPECTS]) -> LeafRow {
    let scale = weights[Prospect::Points as usize];
    if scale <= 0.0 {
        let LeafRow { scale, worths, .. } = LeafTable::of_points_alone().rows()[0];
        return LeafRow { from, scale, worths };
    }
    // With the digits of the file, so that a table plays as it is read again.
    let rounded = |value: f64| (value * 1e4).round() as f32 / 1e4;
    LeafRow { from, scale: rounded(scale), worths: std::array::from_fn(|other| rounded(weights[other + 1] / scale)) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kosti_engine::Rules;

    fn train(games: u64, generations: u32, curve: Option<u64>) -> TrainedLeaf {
        let rules = GraphPokerRules::parse("players=3").unwrap();
        let train = TrainLeaf::new(&rules, games, generations, 8, 5, curve).unwrap();
        train.run(&AtomicBool::new(false), &mut |_| ()).unwrap()
    }

    #[test]
    fn tables_come_again_and_are_read_as_they_were_learned() {
        let trained = train(60, 2, Some(18));
        assert_eq!(trained.table.to_string().parse::<LeafTable>().unwrap(), trained.table);
        assert_eq!(train(60, 2, None).table, trained.table);
        assert_ne!(train(60, 1, None).table.rows(), trained.table.rows());
        let rows: Vec<_> = trained.curve.iter().map(|row| (row.generation, row.positions)).collect();
        assert_eq!(rows, [(1, 60 * 16), (2, 60 * 16)]);
        assert!(trained.curve.iter().all(|row| row.games == 18 && row.share.is_some()));
        let value = |number: Option<Decimal<4>>| number.expect("a number").value();
        assert!(trained.curve.iter().all(|row| value(row.surprise) < value(row.surprise_by_points)));
        let csv = String::from_utf8(trained.curve_csv().unwrap()).unwrap();
        assert!(
            csv.starts_with("game,generation,positions,surprise_by_points,surprise,games,share,low,high,seed\n"),
            "{csv}"
        );
    }

    #[test]
    fn other_rules_are_refused_and_an_end_is_an_end() {
        for rules in ["decks=2", "players=5", "start=rotate"] {
            let rules = GraphPokerRules::parse(rules).unwrap();
            let error = TrainLeaf::new(&rules, 1, 1, 1, 1, None).unwrap_err().to_string();
            assert!(error.contains("2 to 4 players, one deck and start=dealer"), "{error}");
        }
        let train = TrainLeaf::new(&GraphPokerRules::default(), 10, 1, 1, 1, None).unwrap();
        assert!(matches!(train.run(&AtomicBool::new(true), &mut |_| ()), Err(TrainError::Stopped(_))));
    }
}
