//! The small tournaments whose intervals are tried.

use kosti_arena::{Bounds, HalfWidth, PlanFile, Tournament};
use kosti_bots::{Bot, BotGame, Decision, Greedy, Random};
use kosti_engine::{AnyRules, Rims, Yatzy};
use kosti_reports::tournament::TournamentResult;

/// Plays like `greedy` in this percentage of decisions, else at random.
struct Mixed {
    skill: u32,
}

impl<G: BotGame> Bot<G> for Mixed
where
    Greedy: Bot<G>,
{
    fn act(&mut self, mut decision: Decision<'_, G>) -> G::Action {
        if decision.rng().below(100) < self.skill { Greedy.act(decision) } else { Random.act(decision) }
    }
}

/// When a tournament ends.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Ending {
    /// After all blocks.
    All,
    /// When every share is known to this half-width; judged at the ends of batches of this size.
    Until(f64, u64),
    /// When a sequential test of the first two has a result; judged at the ends of batches of this size.
    Sprt(f64, f64, u64),
}

/// A kind of tournament.
#[derive(Clone, Copy, Debug)]
pub struct Case {
    /// The game.
    pub game: &'static str,
    /// How skilled each entrant is, in per cent.
    pub skills: &'static [u32],
    /// How many blocks are played at most.
    pub blocks: u64,
    /// When it ends.
    pub ending: Ending,
}

const RIMS_2: &str = "rims:players=2";
const RIMS_3: &str = "rims:players=3";
const RIMS_4: &str = "rims:players=4";
const YATZY_1: &str = "yatzy:players=1";
const YATZY_2: &str = "yatzy:players=2";
const YATZY_4: &str = "yatzy:players=4";

const fn all(game: &'static str, skills: &'static [u32], blocks: u64) -> Case {
    Case { game, skills, blocks, ending: Ending::All }
}

const fn until(game: &'static str, skills: &'static [u32], width: f64) -> Case {
    Case { game, skills, blocks: 1000, ending: Ending::Until(width, 16) }
}

/// Equals; shares of about 0.6 and 0.4, and of about 0.95 and 0.05; more entrants than seats; all seats taken by different
/// entrants, and by the same. Rims ties often, dice hardly ever.
pub const CASES: &[Case] = &[
    all(RIMS_2, &[50, 50], 30),
    all(RIMS_2, &[75, 55], 30),
    all(RIMS_2, &[75, 55], 100),
    all(RIMS_2, &[100, 0], 30),
    all(RIMS_2, &[100, 0], 100),
    all(RIMS_2, &[100, 0], 200),
    all(YATZY_2, &[60, 60], 30),
    all(YATZY_2, &[50, 45], 50),
    all(YATZY_2, &[60, 30], 30),
    all(YATZY_2, &[60, 30], 100),
    all(YATZY_1, &[50, 45], 50),
    all(RIMS_2, &[60, 50, 40], 30),
    all(RIMS_2, &[100, 60, 0], 30),
    all(RIMS_2, &[100, 60, 0], 90),
    all(YATZY_2, &[60, 55, 30], 60),
    all(YATZY_2, &[60, 55, 20], 30),
    all(YATZY_2, &[80, 70, 10], 40),
    all(YATZY_2, &[80, 10], 30),
    all(YATZY_2, &[80, 70, 5], 60),
    all(RIMS_2, &[100, 80, 60, 30, 0], 200),
    all(RIMS_4, &[60, 60, 60, 60], 30),
    all(RIMS_4, &[100, 70, 40, 0], 30),
    all(RIMS_4, &[100, 70, 40, 0], 100),
    all(RIMS_4, &[80, 40], 60),
    all(RIMS_3, &[100, 70, 40, 0], 100),
    all(YATZY_4, &[60, 55, 50, 35], 30),
    all(YATZY_4, &[60, 55, 50, 35], 200),
    until(RIMS_2, &[50, 50], 0.05),
    until(RIMS_2, &[75, 55], 0.05),
    until(RIMS_2, &[100, 0], 0.04),
    until(YATZY_2, &[60, 30], 0.06),
    until(RIMS_2, &[100, 60, 0], 0.06),
    until(RIMS_4, &[100, 70, 40, 0], 0.05),
    Case { game: RIMS_2, skills: &[62, 55], blocks: 1000, ending: Ending::Sprt(0.0, 60.0, 16) },
];

impl Case {
    /// What a reader sees of it.
    pub fn name(&self) -> String {
        let ending = match self.ending {
            Ending::All => format!("{} blocks", self.blocks),
            Ending::Until(width, _) => format!("until ±{width}"),
            Ending::Sprt(..) => "sprt".into(),
        };
        format!("{} {:?} {ending}", self.game, self.skills)
    }

    /// How many blocks a tournament needs whose errors are smaller than those of a short one by this factor.
    pub fn long(&self, factor: u64) -> u64 {
        let blocks = if self.ending == Ending::All { self.blocks } else { 300 };
        factor * factor * blocks.max(100)
    }

    /// Plays it.
    pub fn play(&self, seed: u64) -> TournamentResult {
        let ending = match self.ending {
            Ending::All => PlanFile::default(),
            Ending::Until(width, batch) => {
                PlanFile { until: Some(HalfWidth(width)), batch: Some(batch), ..PlanFile::default() }
            }
            Ending::Sprt(elo0, elo1, batch) => {
                PlanFile { sprt: Some(Bounds(elo0, elo1)), batch: Some(batch), ..PlanFile::default() }
            }
        };
        self.tournament(ending, self.blocks, seed).threads(1).run().unwrap()
    }

    /// Plays as many blocks of it as that without an end before.
    pub fn play_long(&self, blocks: u64) -> TournamentResult {
        self.tournament(PlanFile::default(), blocks, 1 << 40).run().unwrap()
    }

    fn tournament(&self, ending: PlanFile, blocks: u64, seed: u64) -> Tournament<'_> {
        let rules = AnyRules::parse(self.game).unwrap();
        let mut tournament = Tournament::from_plan(PlanFile { game: Some(rules.to_string()), ..ending });
        for (number, &skill) in self.skills.iter().enumerate() {
            let name = format!("{number}");
            tournament = if self.game.starts_with("rims") {
                tournament.enter::<Rims, _>(name, move || Mixed { skill })
            } else {
                tournament.enter::<Yatzy, _>(name, move || Mixed { skill })
            };
        }
        // A block of a game for one player has a game of each of the two who are compared.
        let games = u64::from(rules.players()).max(if rules.players() == 1 { self.skills.len() as u64 } else { 1 });
        tournament.games(blocks * games).seed(seed)
    }
}
