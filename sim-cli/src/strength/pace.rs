//! How long a bot takes for a decision.

use std::cell::Cell;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use indicatif::ProgressBar;
use kosti_bots::greedy::GreedyGame;
use kosti_bots::{BotSpec, Experts, Player, Players, Table, Trusting, play_on};
use kosti_engine::{ActionSet, Chance, Seat, with_game};

use crate::tournament::{Entrant, Plan};

/// What a decision took on average.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Pace {
    /// Microseconds for each decision in which there was a choice.
    pub us_per_decision: f64,
    /// How many were timed.
    pub decisions: u64,
}

/// Whole games are played until both have gone by.
const LEAST: (Duration, u64) = (Duration::from_secs(1), 50);
/// Then a game may end before it is over.
const LONGEST: Duration = Duration::from_secs(3);
/// No game of a tournament has the luck of these blocks.
const FIRST_BLOCK: u64 = 1 << 63;

/// Times all entrants of a plan, one after the other on this thread, each with `greedy` in the other seats. Nothing is
/// known of programs outside, nor of anybody once the user wants an end.
///
/// # Errors
/// If a bot cannot be made.
pub fn paces(plan: &Plan, interrupted: &AtomicBool, bar: &ProgressBar) -> anyhow::Result<Vec<Option<Pace>>> {
    with_game!(plan.rules, game => {
        let timed = |entrant: &Entrant| {
            let built_in = entrant.spec.command.is_none();
            let pace = if built_in { pace(&game, &entrant.spec, plan.seed, interrupted)? } else { None };
            bar.inc(1);
            Ok(pace)
        };
        plan.entrants.iter().map(timed).collect()
    })
}

fn pace<G: GreedyGame + Experts>(
    game: &G,
    spec: &BotSpec,
    seed: u64,
    interrupted: &AtomicBool,
) -> anyhow::Result<Option<Pace>> {
    const ENTRANT: u8 = 0;
    const GREEDY: u8 = 1;
    let watch = Stopwatch::new(interrupted);
    let mut players =
        Timed { table: Table::new([Player::new(game, spec)?, Player::Greedy]), seat: Seat::new(0), watch: &watch };
    for block in FIRST_BLOCK.. {
        let seats = usize::from(game.players());
        let own = (block % seats as u64) as usize;
        let mut seating = vec![GREEDY; seats];
        seating[own] = ENTRANT;
        let luck = Chance::new(seed, block);
        players.seat = Seat::new(own);
        players.table.seat(&luck, 0, &seating);
        let mut state = game.start();
        play_on::<Trusting, _, _>(game, &luck, &mut state, &mut players, &mut (), |_| watch.must_end())?;
        if watch.has_enough() {
            break;
        }
    }
    Ok(watch.pace())
}

/// Players of whom one is timed.
struct Timed<'a, G> {
    table: Table<Player<G>>,
    seat: Seat,
    watch: &'a Stopwatch<'a>,
}

impl<G: GreedyGame> Players<G> for Timed<'_, G> {
    fn act(&mut self, game: &G, state: &G::State, seat: Seat) -> G::Action {
        if seat != self.seat || game.legal(state).len() == 1 {
            return self.table.act(game, state, seat);
        }
        let begin = Instant::now();
        let action = self.table.act(game, state, seat);
        self.watch.add(begin.elapsed());
        action
    }
}

/// What has been timed so far.
struct Stopwatch<'a> {
    begin: Instant,
    interrupted: &'a AtomicBool,
    spent: Cell<Duration>,
    decisions: Cell<u64>,
    warm: Cell<bool>,
}

impl<'a> Stopwatch<'a> {
    fn new(interrupted: &'a AtomicBool) -> Self {
        let (spent, decisions, warm) = (Cell::new(Duration::ZERO), Cell::new(0), Cell::new(false));
        Self { begin: Instant::now(), interrupted, spent, decisions, warm }
    }

    fn add(&self, took: Duration) {
        // A bot asks for its memory when it decides for the first time.
        if self.warm.replace(true) {
            self.spent.set(self.spent.get() + took);
            self.decisions.set(self.decisions.get() + 1);
        }
    }

    fn must_end(&self) -> bool {
        self.interrupted.load(Ordering::Relaxed) || self.decisions.get() > 0 && self.begin.elapsed() >= LONGEST
    }

    fn has_enough(&self) -> bool {
        let (time, decisions) = LEAST;
        self.must_end() || self.begin.elapsed() >= time && self.decisions.get() >= decisions
    }

    fn pace(&self) -> Option<Pace> {
        let decisions = self.decisions.get();
        let us = self.spent.get().as_secs_f64() * 1e6;
        (decisions > 0).then(|| Pace { us_per_decision: us / decisions as f64, decisions })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tournament::PlanArgs;

    #[test]
    fn only_choices_are_counted_and_the_first_is_not() {
        let off = AtomicBool::new(false);
        let watch = Stopwatch::new(&off);
        assert_eq!(watch.pace(), None);
        for ms in [1000, 2, 4] {
            watch.add(Duration::from_millis(ms));
        }
        assert_eq!(watch.pace(), Some(Pace { us_per_decision: 3000.0, decisions: 2 }));
        assert!(!watch.has_enough());
    }

    #[test]
    fn nobody_is_timed_after_an_interrupt_and_programs_never() {
        let text = "game = 'rims:players=2'\nbots = ['greedy', 'cmd:no-such-program']";
        let plan = Plan::new(&PlanArgs::parse(text).unwrap()).unwrap();
        let paces = paces(&plan, &AtomicBool::new(true), &ProgressBar::hidden()).unwrap();
        assert_eq!(paces, [None, None]);
    }
}
