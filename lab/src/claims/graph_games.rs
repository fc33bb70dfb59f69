//! Graph-poker: what happens in games of a bot with itself.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use kosti_bots::{BotSpec, Player, Players, Table};
use kosti_engine::graph_poker::{Cell, Combo, ComboKind};
use kosti_engine::{Chance, Game, GraphPoker, Rules, Scores, Seat, Turn};
use kosti_reports::stats::{Interval, Ratio, Sums, chance_interval};

use super::flushes::Flushes;
use super::plans::{PlanCount, Plans, SIZES};
use crate::error::LabError;
use crate::lab::Lab;

/// Bots that are watched, and how many games of four in a quick run.
pub(super) const RANDOM: (&str, u64) = ("random", 2000);
pub(super) const SIMPLE: (&str, u64) = ("greedy", 1500);
pub(super) const STRONG: (&str, u64) = ("mc:rollouts=64", 120);

/// How many kinds of combinations there are.
const KINDS: usize = ComboKind::ALL.len();

/// What becomes of plans of a kind, game by game.
#[derive(Clone, Copy, Default)]
pub(super) struct PlanRates {
    /// In all games.
    pub(super) count: PlanCount,
    completed: Ratio,
    by_planner: Ratio,
}

impl PlanRates {
    fn add(&mut self, count: &PlanCount) {
        self.count.merge(count);
        self.completed.add(count.completed, count.planned);
        self.by_planner.add(count.by_planner, count.planned);
    }

    fn merge(&mut self, other: &Self) {
        self.count.merge(&other.count);
        self.completed.merge(&other.completed);
        self.by_planner.merge(&other.by_planner);
    }

    /// Of all plans, those that are completed, with their interval.
    pub(super) fn completed(&self) -> (f64, Interval) {
        self.rate(&self.completed, self.count.completed)
    }

    /// Of all plans, those that are completed and bring the planner the points, with their interval.
    pub(super) fn by_planner(&self) -> (f64, Interval) {
        self.rate(&self.by_planner, self.count.by_planner)
    }

    /// Games in which it happens always or never do not tell how far others may differ.
    fn rate(&self, ratio: &Ratio, happened: u64) -> (f64, Interval) {
        let is_certain = happened == 0 || happened == self.count.planned;
        let Interval { low, high } =
            if is_certain { chance_interval(happened, self.count.planned) } else { ratio.interval() };
        (ratio.value(), Interval { low: low.max(0.0), high: high.min(1.0) })
    }
}

/// What happens in games of bots.
#[derive(Clone, Default)]
pub(super) struct GameStatistics {
    /// By kind: points a seat and game.
    pub(super) points: [Sums; KINDS],
    /// By kind and number of cards: what becomes of plans.
    pub(super) plans: [[PlanRates; SIZES.len()]; KINDS],
    /// Of all flushes, those that prolong an earlier one.
    pub(super) prolonging: Ratio,
    /// Of those that one seat built, those that another finished.
    pub(super) finished_by_other: Ratio,
    /// Of these, those that their builder made longer, and those that others did.
    pub(super) longer_by_builder: Ratio,
    pub(super) longer_by_other: Ratio,
    /// By seat: shares.
    pub(super) shares: Vec<Sums>,
    /// The mean points of a seat, by game.
    pub(super) all_points: Sums,
}

impl GameStatistics {
    fn merge(&mut self, other: &Self) {
        self.points.iter_mut().zip(&other.points).for_each(|(sums, more)| sums.merge(more));
        let rates = self.plans.iter_mut().flatten().zip(other.plans.iter().flatten());
        rates.for_each(|(rates, more)| rates.merge(more));
        self.prolonging.merge(&other.prolonging);
        self.finished_by_other.merge(&other.finished_by_other);
        self.longer_by_builder.merge(&other.longer_by_builder);
        self.longer_by_other.merge(&other.longer_by_other);
        self.shares.resize(self.shares.len().max(other.shares.len()), Sums::default());
        self.shares.iter_mut().zip(&other.shares).for_each(|(sums, more)| sums.merge(more));
        self.all_points.merge(&other.all_points);
    }
}

/// Graph-poker for this many players.
pub(super) fn table_for(players: u8) -> GraphPoker {
    GraphPoker::new(Rules::parse(&format!("players={players}")).expect("rules of graph-poker"))
}

/// What is noted while a game is played.
#[derive(Default)]
struct Notes {
    points: [f64; KINDS],
    flushes: Flushes,
    plans: Plans,
}

impl Notes {
    /// A run scores at the end of a round.
    fn score(&mut self, combo: &Combo, round: usize, laid_by: impl Fn(Cell) -> Seat) {
        self.points[combo.kind as usize] += f64::from(combo.points());
        self.plans.score(combo);
        if combo.kind == ComboKind::Flush {
            self.flushes.add(combo.cells, combo.owner, round, laid_by);
        }
    }
}

/// Plays a game to its end.
fn play(game: &GraphPoker, luck: &Chance, bots: impl Iterator<Item = Player<GraphPoker>>) -> (Scores, Notes) {
    let mut table = Table::for_game(luck, 0, bots);
    let mut state = game.start();
    let mut notes = Notes::default();
    let mut laid_by = BTreeMap::new();
    loop {
        match game.turn(&state) {
            Turn::Over => return (game.scores(&state), notes),
            Turn::Chance => game.advance(&mut state, luck),
            Turn::Seat(seat) => {
                let rounds = state.rounds();
                let action = table.act(game, &state, seat);
                notes.plans.lay(game, &game.observe(&state, seat), action, &laid_by);
                laid_by.insert(action.at, seat);
                game.play_unchecked(&mut state, action);
                if state.rounds() > rounds {
                    game.visit_combos(&state, |combo| notes.score(&combo, rounds, |cell| laid_by[&cell]));
                }
            }
        }
    }
}

/// What happens if four of a bot play together, and in how many games.
pub(super) fn watch_four(lab: &Lab<'_>, (bot, games): (&str, u64)) -> Result<(Arc<GameStatistics>, u64), LabError> {
    let games = games * lab.budget.times().min(20);
    Ok((watch(lab, 4, bot, games)?, games))
}

/// What happens in games of a bot with itself, played once for all claims.
pub(super) fn watch(lab: &Lab<'_>, players: u8, bot: &str, games: u64) -> Result<Arc<GameStatistics>, LabError> {
    let spec: BotSpec = bot.parse()?;
    let key = format!("{games} games of graph-poker for {players} by {spec}");
    lab.shared(&key, || {
        let game = table_for(players);
        let mut all = GameStatistics::default();
        let play = |(): &mut (), mut blocks: Range<u64>| {
            blocks.next().map(|block| watch_one(&game, &spec, &Chance::new(lab.seed, block)))
        };
        lab.play_pieces(0..games, 1, || (), play, |one| one.iter().for_each(|one| all.merge(one)))?;
        Ok(all)
    })
}

/// What happens in one game.
fn watch_one(game: &GraphPoker, spec: &BotSpec, luck: &Chance) -> GameStatistics {
    let players = game.players();
    let mut seen = GameStatistics { shares: vec![Sums::default(); usize::from(players)], ..GameStatistics::default() };
    let bots = (0..players).map(|_| Player::new(game, spec).expect("a bot that plays this game"));
    let (scores, notes) = play(game, luck, bots);
    for (kind, rates) in ComboKind::ALL.into_iter().zip(&mut seen.plans) {
        rates.iter_mut().zip(SIZES).for_each(|(rates, size)| rates.add(&notes.plans.count(kind, size)));
    }
    let count = notes.flushes.count();
    seen.prolonging.add(count.prolonging, count.all);
    seen.finished_by_other.add(count.finished_by_other, count.built);
    seen.longer_by_builder.add(count.longer_by_builder, count.finished_by_other);
    seen.longer_by_other.add(count.longer_by_other, count.finished_by_other);
    for (sums, points) in seen.points.iter_mut().zip(notes.points) {
        sums.add(points / f64::from(players));
    }
    for seat in Seat::all(players) {
        seen.shares[seat.index()].add(scores.share(seat));
    }
    let points = Seat::all(players).map(|seat| f64::from(scores.of(seat))).sum::<f64>();
    seen.all_points.add(points / f64::from(players));
    seen
}
