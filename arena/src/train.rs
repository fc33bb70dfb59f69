//! Ways to play that are learned, and how strong they are on the way.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use kosti_bots::games::domino_poker::{PolicyBot, PolicyTraining, RolloutPolicy};
use kosti_bots::games::rims::blueprint::{Blueprint, BlueprintBot, Training};
use kosti_engine::domino_poker::DominoPokerRules;
use kosti_engine::rims::RimsRules;
use kosti_engine::{AnyRules, Game, Rims};
use kosti_reports::Decimal;
use serde::Serialize;
use thiserror::Error;

use crate::blocks::Stopped;
use crate::error::ArenaError;
use crate::schedule::Format;
use crate::tournament::Tournament;

/// What is to be learned: a blueprint for rims for two, or the rollout policy of domino-poker.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Train {
    rules: TrainRules,
    iterations: u64,
    seed: u64,
    curve: Option<Curve>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum TrainRules {
    Rims(RimsRules),
    Domino(DominoPokerRules),
}

impl TrainRules {
    fn any(self) -> AnyRules {
        match self {
            Self::Rims(rules) => AnyRules::Rims(rules),
            Self::Domino(rules) => AnyRules::DominoPoker(rules),
        }
    }
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

/// Why nothing can be learned.
#[derive(Debug, Error)]
pub enum TrainError {
    /// Another game.
    #[error("only rims:players=2 (with either value of lead), domino-poker and graph-poker can be trained, not {0}")]
    NothingToLearn(AnyRules),
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
    /// How many deals were learned from.
    pub iterations: u64,
    /// How many information sets or cells had come up.
    pub info_sets: usize,
    /// How many the blueprint or the policy keeps.
    pub kept: usize,
    /// The games that were played against greedy.
    pub games: u64,
    /// The share of what was learned.
    pub share: Option<Decimal<6>>,
    /// The lower end of its 95 % interval.
    pub low: Option<Decimal<6>>,
    /// The upper end.
    pub high: Option<Decimal<6>>,
    /// The seed of learning and games.
    pub seed: u64,
}

/// A way to play that was learned.
#[derive(Clone, PartialEq, Debug)]
pub enum Learned {
    /// Of rims for two.
    Blueprint(Blueprint),
    /// Of domino-poker.
    Policy(RolloutPolicy),
}

impl Learned {
    /// How it is kept in a file.
    pub fn to_bytes(&self) -> Vec<u8> {
        match self {
            Self::Blueprint(blueprint) => blueprint.to_bytes(),
            Self::Policy(policy) => policy.to_bytes(),
        }
    }

    /// How many information sets or cells it keeps.
    pub fn kept(&self) -> usize {
        match self {
            Self::Blueprint(blueprint) => blueprint.len(),
            Self::Policy(policy) => policy.cells(),
        }
    }

    /// The command that learns it.
    pub fn command(&self) -> String {
        match self {
            Self::Blueprint(blueprint) => blueprint.origin().command(),
            Self::Policy(policy) => policy.command(),
        }
    }
}

/// Learning in progress.
enum Learner {
    Blueprint(Box<Training>),
    Policy(PolicyTraining),
}

impl Learner {
    fn new(rules: TrainRules, seed: u64) -> Self {
        match rules {
            TrainRules::Rims(rules) => Self::Blueprint(Box::new(Training::new(Rims::new(rules), seed))),
            TrainRules::Domino(rules) => Self::Policy(PolicyTraining::new(rules.players(), seed)),
        }
    }

    fn iterations(&self) -> u64 {
        match self {
            Self::Blueprint(training) => training.iterations(),
            Self::Policy(training) => training.deals(),
        }
    }

    fn learn(&mut self, iterations: u64) {
        match self {
            Self::Blueprint(training) => training.learn(iterations),
            Self::Policy(training) => training.learn(iterations),
        }
    }

    fn came_up(&self) -> usize {
        match self {
            Self::Blueprint(training) => training.info_sets(),
            Self::Policy(training) => training.cells(),
        }
    }

    fn learned(&self) -> Learned {
        match self {
            Self::Blueprint(training) => Learned::Blueprint(training.blueprint()),
            Self::Policy(training) => Learned::Policy(training.policy()),
        }
    }
}

/// What was learned.
#[derive(Clone, PartialEq, Debug)]
pub struct Trained {
    /// The blueprint, or the policy.
    pub learned: Learned,
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
    /// Checks that there is something to learn for these rules.
    ///
    /// # Errors
    /// If there is none.
    pub fn new(rules: &AnyRules, iterations: u64, seed: u64, curve: Option<Curve>) -> Result<Self, TrainError> {
        let rules = match *rules {
            AnyRules::Rims(rims) if rims.players() == 2 => TrainRules::Rims(rims),
            AnyRules::DominoPoker(domino) => TrainRules::Domino(domino),
            _ => return Err(TrainError::NothingToLearn(*rules)),
        };
        Ok(Self { rules, iterations, seed, curve })
    }

    /// Learns on this thread, and plays the games of the curve on all; `learned` hears how many iterations are done.
    ///
    /// # Errors
    /// If the caller wants an end.
    pub fn run(&self, stop: &AtomicBool, learned: &mut dyn FnMut(u64)) -> Result<Trained, TrainError> {
        let mut training = Learner::new(self.rules, self.seed);
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
        Ok(Trained { learned: training.learned(), curve })
    }

    /// Plays against greedy what was learned so far.
    fn measure(&self, training: &Learner, games: u64, stop: &AtomicBool) -> Result<CurveRow, TrainError> {
        let learned = training.learned();
        let kept = learned.kept();
        let tournament = Tournament::new(self.rules.any());
        let tournament = match learned {
            Learned::Blueprint(blueprint) => {
                let blueprint = Arc::new(blueprint);
                tournament.enter("blueprint", move || BlueprintBot::new(blueprint.clone()))
            }
            Learned::Policy(policy) => {
                let policy = Arc::new(policy);
                tournament.format(Format::HeadToHead).enter("policy", move || PolicyBot::new(policy.clone()))
            }
        };
        let tournament = tournament.enter_spec("greedy")?;
        let result = tournament.games(games).seed(self.seed).stop_when(stop).run()?;
        if !result.complete {
            return Err(Stopped.into());
        }
        let row = &result.entrants[0];
        Ok(CurveRow {
            game: self.rules.any().to_string(),
            iterations: training.iterations(),
            info_sets: training.came_up(),
            kept,
            games: result.games,
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

    fn train(rules: &str, iterations: u64, curve: Option<Curve>) -> Trained {
        let rules = AnyRules::parse(rules).unwrap();
        Train::new(&rules, iterations, 3, curve).unwrap().run(&AtomicBool::new(false), &mut |_| ()).unwrap()
    }

    #[test]
    fn a_curve_changes_nothing_and_ends_with_the_last_iteration() {
        let curve = Curve { checkpoints: 3, games: 40 };
        for rules in ["rims:players=2", "domino-poker:players=4,sevens=1"] {
            let with = train(rules, 2_000, Some(curve));
            assert_eq!(with.curve.iter().map(|row| row.iterations).collect::<Vec<_>>(), [666, 1_332, 2_000]);
            // A policy has a choice for every cell, also for those that never came up.
            let all_are_kept = rules.starts_with("domino");
            assert!(with.curve.iter().all(|row| row.games == 40 && (row.kept > row.info_sets) == all_are_kept));
            assert_eq!(with.learned.to_bytes(), train(rules, 2_000, None).learned.to_bytes());
            assert!(with.learned.command().contains(" --iterations 2000 --seed 3"));
            let csv = String::from_utf8(with.curve_csv().unwrap()).unwrap();
            assert!(csv.starts_with("game,iterations,info_sets,kept,games,share,low,high,seed\n"), "{csv}");
            assert_eq!(csv.lines().count(), 4);
        }
    }

    #[test]
    fn other_games_are_refused_and_an_end_is_an_end() {
        let rules = |text| AnyRules::parse(text).unwrap();
        for (text, found) in [("rims:players=3", "rims:players=3,lead=dealer"), ("dice-poker", "dice-poker")] {
            let error = Train::new(&rules(text), 1, 1, None).unwrap_err().to_string();
            assert!(
                error.starts_with(
                    "only rims:players=2 (with either value of lead), domino-poker and graph-poker can be trained, not "
                ),
                "{error}"
            );
            assert!(error.contains(found), "{error}");
        }
        let train = Train::new(&rules("rims:players=2"), 10, 1, None).unwrap();
        assert!(matches!(train.run(&AtomicBool::new(true), &mut |_| ()), Err(TrainError::Stopped(_))));
    }
}
