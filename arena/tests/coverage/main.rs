//! How often intervals hold the truth: many small tournaments against long ones of the same entrants.
//!
//! `KOSTI_CAMPAIGN=1000 cargo test -p kosti-arena --test coverage -- --nocapture` plays a thousand of each kind and prints all rates.

mod case;
mod figure;

use std::collections::BTreeMap;
use std::thread;

use case::{CASES, Case, Ending};
use figure::{Figure, Tried, Width, tried};

/// How many tournaments of each kind are played.
fn tournaments() -> u64 {
    std::env::var("KOSTI_CAMPAIGN").ok().and_then(|tries| tries.parse().ok()).unwrap_or(40)
}

/// From this many tournaments on, rates are held against the bounds as they are; fewer leave room for chance.
const MANY: u64 = 1000;

/// How often intervals held the truth, of how many.
#[derive(Clone, Copy, Debug)]
struct Rate {
    held: u64,
    of: u64,
    width: Width,
}

impl Rate {
    const NONE: Self = Self { held: 0, of: 0, width: Width::Exact };

    fn add(&mut self, held: u64, of: u64, width: Width) {
        self.held += held;
        self.of += of;
        self.width = self.width.max(width);
    }

    fn value(self) -> f64 {
        self.held as f64 / self.of as f64
    }

    /// Whether 95 % intervals may hold the truth so often, within `room` on either side.
    fn is_right(self, room: f64) -> bool {
        let most = match self.width {
            Width::Exact => 0.97,
            Width::Wider => 0.995,
            Width::Any => 1.0,
        };
        (0.93 - room..=most + room).contains(&self.value())
    }
}

/// Three standard errors of a rate that is just enough, from this many tournaments.
fn room(tournaments: u64) -> f64 {
    3.0 * (0.93 * 0.07 / tournaments as f64).sqrt()
}

/// The rates of all intervals of a case, by what they are of.
#[expect(clippy::print_stdout, reason = "the rates are what the campaign is for")]
fn rates(case: &Case, tournaments: u64) -> BTreeMap<Figure, Vec<Rate>> {
    let truth = case.play_long(case.long(if tournaments < MANY { 6 } else { 20 }));
    let truth = &truth;
    let threads = thread::available_parallelism().map_or(1, usize::from) as u64;
    let play = |thread: u64| -> Vec<Tried> {
        let seeds = (1..=tournaments).filter(|seed| seed % threads == thread);
        seeds.flat_map(|seed| tried(&case.play(seed), truth)).collect()
    };
    let all: Vec<Tried> = thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|thread| scope.spawn(move || play(thread))).collect();
        workers.into_iter().flat_map(|worker| worker.join().unwrap()).collect()
    });
    let mut single = BTreeMap::<(Figure, usize), Rate>::new();
    for Tried { figure, number, holds, width } in all {
        single.entry((figure, number)).or_insert(Rate::NONE).add(u64::from(holds), 1, width);
    }
    let mut rates = BTreeMap::<Figure, Vec<Rate>>::new();
    single.into_iter().for_each(|((figure, _), rate)| rates.entry(figure).or_default().push(rate));

    let shares: Vec<String> = truth.entrants.iter().map(|row| format!("{:.3}", row.share.unwrap().value())).collect();
    println!("\n{}, true shares {}", case.name(), shares.join(" "));
    for (figure, rates) in &rates {
        let texts: Vec<String> = rates.iter().map(|rate| format!("{:.1}", 100.0 * rate.value())).collect();
        println!("  {:11} {}", figure.name(), texts.join(" "));
    }
    rates
}

#[test]
#[expect(clippy::print_stdout, reason = "the rates are what the campaign is for")]
fn intervals_hold_the_truth_as_often_as_they_say() {
    let tournaments = tournaments();
    let mut everywhere = BTreeMap::<(Figure, Width), (Rate, u64)>::new();
    let mut wrong = Vec::new();
    for case in CASES {
        for (figure, rates) in rates(case, tournaments) {
            // A sequential test promises nothing of intervals.
            if matches!(case.ending, Ending::Sprt(..)) {
                continue;
            }
            let mut mean = Rate::NONE;
            for rate in &rates {
                mean.add(rate.held, rate.of, rate.width);
                // One of hundreds may be off by chance.
                if !rate.is_right(room(rate.of)) {
                    wrong.push(format!("{}, {}: {rate:?}", case.name(), figure.name()));
                }
            }
            if !mean.is_right(if tournaments < MANY { room(tournaments) } else { 0.0 }) {
                wrong.push(format!("{}, mean {}: {mean:?}", case.name(), figure.name()));
            }
            let (sum, cases) = everywhere.entry((figure, mean.width)).or_insert((Rate::NONE, 0));
            sum.add(mean.held, mean.of, mean.width);
            *cases += 1;
        }
    }
    println!("\nall together");
    for ((figure, width), (rate, cases)) in everywhere {
        println!("  {:11} {width:?} {:.2}", figure.name(), 100.0 * rate.value());
        // Cases are independent of each other, so all of them together leave little to chance.
        let room = if tournaments < MANY { room(tournaments * cases) / 2.0 } else { 0.0 };
        if !rate.is_right(room) {
            wrong.push(format!("all together, {}: {rate:?}", figure.name()));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
