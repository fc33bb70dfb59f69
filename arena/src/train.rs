//! Blueprints learned, and how strong they are on the way.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use kosti_bots::games::rims::blueprint::{Blueprint, BlueprintBot, Training};
use kosti_engine::rims::RimsRules;
use kosti_engine::{AnyRules, Game, Rims};
use kosti_reports::Decimal;
use serde::Serialize;
use thiserror::Error;

use crate::blocks::Stopped;
use crate::error::ArenaError;
use crate::tournament::Tournament;

/// A blueprint that is to be learned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Train {
    rules: RimsRules,
    iterations: u64,
    seed: u64,
    curve: Option<Curve>,
}

/// How the strength is measured while learning goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Curve {
    /// How often, at equal distances; the last time at the end.
    pub checkpoints: u32,
    /// How many games against greedy are played each time.
    pub games: u64,
}

impl Default for Curve {
    fn default() -> Self {
        Self { checkpoints: 8, games: 10_000 }
    }
}

/// Why a blueprint cannot be learned.
#[derive(Debug, Error)]
pub enum TrainError {
    /// Another game.
    #[error("only rims:players=2 (with either value of lead) and graph-poker can be trained, not {0}")]
    NotRimsForTwo(AnyRules),
    /// Rules of graph-poker for which no leaf values are learned.
    #[error("leaf values of graph-poker can be trained for 2 to 4 players, one deck and start=dealer, not for {0}")]
    NotTheseRules(AnyRules),
    /// The caller wanted an end.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// The games that measure the strength could not be played.
    #[error(transparent)]
    Games(#[from] ArenaError),
}

/// A point of the curve: the fields are the columns of its file.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct CurveRow {
    /// The rules.
    pub game: String,
    /// How many deals were walked through.
    pub iterations: u64,
    /// How many information sets had come up.
    pub info_sets: usize,
    /// How many of them the blueprint keeps.
    pub kept: usize,
    /// The games that were played against greedy.
    pub games: u64,
    /// The share of the blueprint.
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
pub struct Trained {
    /// The blueprint.
    pub blueprint: Blueprint,
    /// How its strength grew, if that was measured.
    pub curve: Vec<CurveRow>,
}

impl Trained {
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

/// Iterations between two looks at whether the caller wants an end.
const STRETCH: u64 = 1_000;

impl Train {
    /// Checks that there is a blueprint to learn for these rules.
    ///
    /// # Errors
    /// If there is none.
    pub fn new(rules: &AnyRules, iterations: u64, seed: u64, curve: Option<Curve>) -> Result<Self, TrainError> {
        match *rules {
            AnyRules::Rims(rims) if rims.players() == 2 => Ok(Self { rules: rims, iterations, seed, curve }),
            _ => Err(TrainError::NotRimsForTwo(*rules)),
        }
    }

    /// Learns on this thread, and plays the games of the curve on all; `learned` hears how many iterations are done.
    ///
    /// # Errors
    /// If the caller wants an end.
    pub fn run(&self, stop: &AtomicBool, learned: &mut dyn FnMut(u64)) -> Result<Trained, TrainError> {
        let mut training = Training::new(Rims::new(self.rules), self.seed);
        let mut curve = Vec::new();
        let checkpoints = self.curve.map_or(1, |curve| u64::from(curve.checkpoints.max(1)));
        for checkpoint in 1..=checkpoints {
            let end = self.iterations / checkpoints * checkpoint
                + if checkpoint == checkpoints { self.iterations % checkpoints } else { 0 };
            while training.iterations() < end {
                if stop.load(Ordering::Relaxed) {
                    return Err(Stopped.into());
                }
                training.learn(STRETCH.min(end - training.iterations()));
                learned(training.iterations());
            }
            if let Some(Curve { games, .. }) = self.curve {
                curve.push(self.measure(&training, games, stop)?);
            }
        }
        Ok(Trained { blueprint: training.blueprint(), curve })
    }

    /// Plays against greedy what was learned so far.
    fn measure(&self, training: &Training, games: u64, stop: &AtomicBool) -> Result<CurveRow, TrainError> {
        let blueprint = Arc::new(training.blueprint());
        let kept = blueprint.len();
        let make = move || BlueprintBot::new(blueprint.clone());
        let tournament = Tournament::new(AnyRules::Rims(self.rules)).enter("blueprint", make).enter_spec("greedy")?;
        let result = tournament.games(games).seed(self.seed).stop_when(stop).run()?;
        if !result.complete {
            return Err(Stopped.into());
        }
        let row = &result.entrants[0];
        Ok(CurveRow {
            game: self.rules.to_string(),
            iterations: training.iterations(),
            info_sets: training.info_sets(),
            kept,
            games: row.games,
            share: row.share,
            low: row.low,
            high: row.high,
            seed: self.seed,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn train(iterations: u64, curve: Option<Curve>) -> Trained {
        let rules = AnyRules::parse("rims:players=2").unwrap();
        Train::new(&rules, iterations, 3, curve).unwrap().run(&AtomicBool::new(false), &mut |_| ()).unwrap()
    }

    #[test]
    fn a_curve_changes_nothing_and_ends_with_the_last_iteration() {
        let curve = Curve { checkpoints: 3, games: 40 };
        let with = train(2_000, Some(curve));
        assert_eq!(with.curve.iter().map(|row| row.iterations).collect::<Vec<_>>(), [666, 1_332, 2_000]);
        assert!(with.curve.iter().all(|row| row.games == 40 && row.kept <= row.info_sets));
        assert_eq!(with.blueprint.to_bytes(), train(2_000, None).blueprint.to_bytes());
        let csv = String::from_utf8(with.curve_csv().unwrap()).unwrap();
        assert!(csv.starts_with("game,iterations,info_sets,kept,games,share,low,high,seed\n"), "{csv}");
        assert_eq!(csv.lines().count(), 4);
    }

    #[test]
    fn other_games_are_refused_and_an_end_is_an_end() {
        let rules = |text| AnyRules::parse(text).unwrap();
        for (text, found) in [("rims:players=3", "rims:players=3,lead=dealer"), ("dice-poker", "dice-poker")] {
            let error = Train::new(&rules(text), 1, 1, None).unwrap_err().to_string();
            assert!(
                error.starts_with(
                    "only rims:players=2 (with either value of lead) and graph-poker can be trained, not "
                ),
                "{error}"
            );
            assert!(error.contains(found), "{error}");
        }
        let train = Train::new(&rules("rims:players=2"), 10, 1, None).unwrap();
        assert!(matches!(train.run(&AtomicBool::new(true), &mut |_| ()), Err(TrainError::Stopped(_))));
    }
}
