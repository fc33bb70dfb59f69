//! How long a bot takes for a decision.

use std::cell::Cell;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use kosti_bots::{BotGame, Player, Players, Table, now};
use kosti_engine::{ActionSet, Chance, Seat, with_game};

use crate::entrant::{Entrant, FirstFault};
use crate::error::ArenaError;
use crate::plan::Plan;

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

/// Times all entrants of a plan, one after the other on this thread, each with `greedy` in the other seats; `timed` is called
/// after each. Nothing is known of programs, nor of any entrant once `stop` is set or where there is no clock.
///
/// # Errors
/// If a bot cannot be made.
pub fn paces(plan: &Plan, stop: &AtomicBool, timed: &mut dyn FnMut()) -> Result<Vec<Option<Pace>>, ArenaError> {
    with_game!(plan.rules, game => {
        let time = |entrant: &Entrant| {
            let pace = if entrant.bot.is_program() { None } else { pace(&game, entrant, plan.seed, stop)? };
            timed();
            Ok(pace)
        };
        plan.entrants.iter().map(time).collect()
    })
}

fn pace<G: BotGame>(game: &G, entrant: &Entrant, seed: u64, stop: &AtomicBool) -> Result<Option<Pace>, ArenaError> {
    const ENTRANT: u8 = 0;
    const GREEDY: u8 = 1;
    let Some(begin) = now() else { return Ok(None) };
    let watch = Stopwatch::new(begin, stop);
    let fault = FirstFault::default();
    let bots = [entrant.player(game, &fault)?, Player::Greedy];
    let mut players = Timed { table: Table::new(bots), seat: Seat::new(0), watch: &watch };
    for block in FIRST_BLOCK.. {
        let seats = usize::from(game.players());
        let own = (block % seats as u64) as usize;
        let mut seating = vec![GREEDY; seats];
        seating[own] = ENTRANT;
        let luck = Chance::new(seed, block);
        players.seat = Seat::new(own);
        players.table.seat(&luck, 0, &seating);
        game.play_on(&luck, &mut game.start(), &mut players, &|_| watch.must_end());
        fault.check()?;
        if watch.has_enough() {
            break;
        }
    }
    Ok(watch.pace())
}

/// Players of which one is timed.
struct Timed<'a, G> {
    table: Table<Player<G>>,
    seat: Seat,
    watch: &'a Stopwatch<'a>,
}

impl<G: BotGame> Players<G> for Timed<'_, G> {
    fn act(&mut self, game: &G, state: &G::State, seat: Seat) -> G::Action {
        if seat != self.seat || game.legal(state).len() == 1 {
            return self.table.act(game, state, seat);
        }
        let before = self.watch.begin.elapsed();
        let action = self.table.act(game, state, seat);
        self.watch.add(self.watch.begin.elapsed() - before);
        action
    }
}

/// What has been timed so far.
struct Stopwatch<'a> {
    begin: Instant,
    stop: &'a AtomicBool,
    spent: Cell<Duration>,
    decisions: Cell<u64>,
    warm: Cell<bool>,
}

impl<'a> Stopwatch<'a> {
    fn new(begin: Instant, stop: &'a AtomicBool) -> Self {
        let (spent, decisions, warm) = (Cell::new(Duration::ZERO), Cell::new(0), Cell::new(false));
        Self { begin, stop, spent, decisions, warm }
    }

    fn add(&self, took: Duration) {
        // A bot asks for its memory when it decides for the first time.
        if self.warm.replace(true) {
            self.spent.set(self.spent.get() + took);
            self.decisions.set(self.decisions.get() + 1);
        }
    }

    fn must_end(&self) -> bool {
        self.stop.load(Ordering::Relaxed) || self.decisions.get() > 0 && self.begin.elapsed() >= LONGEST
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
    use crate::plan_file::PlanFile;

    #[test]
    fn only_choices_are_counted_and_the_first_is_not() {
        let off = AtomicBool::new(false);
        let watch = Stopwatch::new(Instant::now(), &off);
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
        let plan = Plan::new(&PlanFile::parse(text).unwrap()).unwrap();
        let paces = paces(&plan, &AtomicBool::new(true), &mut || ()).unwrap();
        assert_eq!(paces, [None, None]);
    }
}
