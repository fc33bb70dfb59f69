//! What a tournament says of its entrants, of its pairs and of its seats.

use crate::stats::estimate::{Estimate, Interval, Stratum, student_quantile};
use crate::stats::rating::{Rating, Ratings};
use crate::stats::tally::{Faults, MemberSums, Moments, Shape, TableTally, Tallies};

/// A mean and its interval; unknown if nothing was played.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Share {
    /// The mean.
    pub mean: Option<f64>,
    /// Its 95 % interval.
    pub interval: Option<Interval>,
}

/// A mean and its standard error; unknown if nothing was played.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Mean {
    /// The mean.
    pub mean: Option<f64>,
    /// Its standard error.
    pub error: Option<f64>,
}

/// One entrant.
#[derive(Clone, PartialEq, Debug)]
pub struct Standing {
    /// Its number.
    pub entrant: usize,
    /// The games it played; a game in which it held several seats counts for each.
    pub games: u64,
    /// Games won alone, with the win shared, and lost.
    pub results: [u64; 3],
    /// What it won of each game.
    pub share: Share,
    /// Its place at the table, from 1, level places at their mean.
    pub rank: Mean,
    /// Points a game.
    pub points: Mean,
    /// Points above the mean of the others at the table.
    pub margin: Mean,
    /// Its rating among all entrants.
    pub rating: Option<Rating>,
    /// The variance of the win share over that of as many independent games.
    pub design_effect: Option<f64>,
    /// Games lost by a fault.
    pub forfeits: u64,
    /// All faults.
    pub faults: Faults,
}

/// How one entrant did against another, over all tables where both sat.
#[derive(Clone, PartialEq, Debug)]
pub struct Meeting {
    /// The entrant.
    pub entrant: usize,
    /// The other one.
    pub opponent: usize,
    /// How often their points were compared.
    pub games: u64,
    /// How often the entrant had more points, as many, and fewer.
    pub results: [u64; 3],
    /// One for more points, one half for as many.
    pub score: Share,
    /// How many standard errors the score is from one half, or the win shares are apart, whichever is more.
    pub deviation: Option<f64>,
    /// By how many points the entrant was ahead.
    pub difference: Mean,
}

/// What sitting in a seat is worth.
#[derive(Clone, PartialEq, Debug)]
pub struct SeatStanding {
    /// The seat.
    pub seat: usize,
    /// The games.
    pub games: u64,
    /// What it won of each game.
    pub share: Share,
    /// Points a game.
    pub points: Mean,
}

/// All that follows from the sums of a tournament.
#[derive(Clone, PartialEq, Debug)]
pub struct Standings {
    /// The blocks that were played.
    pub blocks: u64,
    /// The games in them.
    pub games: u64,
    /// How many are compared in each result: the players of a table, or the entrants that play the same luck on their own.
    pub players: usize,
    /// Whether each entrant plays on its own.
    pub solo: bool,
    /// By entrant.
    pub entrants: Vec<Standing>,
    /// Every entrant against every other it met, both ways, in order.
    pub meetings: Vec<Meeting>,
    /// By seat.
    pub seats: Vec<SeatStanding>,
}

impl Mean {
    fn new(strata: &[Stratum], unit: f64) -> Self {
        let estimate = Estimate::new(strata, unit);
        Self {
            mean: estimate.map(|estimate| estimate.mean),
            error: estimate.and_then(|estimate| estimate.error).map(|error| error.value),
        }
    }
}

impl Standings {
    /// Everything but the ratings, which take longest.
    ///
    /// # Panics
    /// If a tally belongs to a table without a shape.
    pub fn new(entrants: usize, tables: &[Shape], tallies: &Tallies) -> Self {
        let players = players_at(tables);
        let sittings = sittings(entrants, tables, tallies);
        let solo = tables.iter().any(Shape::is_solo);
        let games = tallies.iter().map(|(&table, tally)| {
            tally.blocks * tally.games_per_block * tables[table as usize].games_per_result() as u64
        });
        Self {
            blocks: tallies.values().map(|tally| tally.blocks).sum(),
            games: games.sum(),
            players,
            solo,
            entrants: sittings
                .iter()
                .enumerate()
                .map(|(entrant, sits)| Standing::new(entrant, players, sits))
                .collect(),
            meetings: meetings(entrants, tables, tallies),
            seats: (0..if solo { 0 } else { players }).map(|seat| SeatStanding::new(seat, players, tallies)).collect(),
        }
    }

    /// The same with ratings.
    pub fn with_ratings(mut self, ratings: &Ratings) -> Self {
        for (standing, rating) in self.entrants.iter_mut().zip(&ratings.entrants) {
            standing.rating = *rating;
        }
        self
    }

    /// The win share of each when all are alike.
    pub fn par(&self) -> f64 {
        1.0 / self.players as f64
    }

    /// The entrants from best to worst.
    pub fn ranked(&self) -> Vec<&Standing> {
        let mut ranked: Vec<&Standing> = self.entrants.iter().collect();
        let key = |standing: &Standing| {
            (if self.solo { standing.points.mean } else { standing.share.mean }).unwrap_or(f64::NEG_INFINITY)
        };
        ranked.sort_by(|a, b| key(b).total_cmp(&key(a)));
        ranked
    }

    /// The meeting of two entrants, seen from the first.
    pub fn meeting(&self, entrant: usize, opponent: usize) -> Option<&Meeting> {
        self.meetings.iter().find(|meeting| meeting.entrant == entrant && meeting.opponent == opponent)
    }

    /// How much the blocks saved: the mean design effect of all entrants.
    pub fn design_effect(&self) -> Option<f64> {
        let effects: Vec<f64> = self.entrants.iter().filter_map(|standing| standing.design_effect).collect();
        (!effects.is_empty()).then(|| effects.iter().sum::<f64>() / effects.len() as f64)
    }

    /// The widest interval of a win share, half of it; unknown as long as one is. Nothing else is computed.
    pub fn widest(entrants: usize, tables: &[Shape], tallies: &Tallies) -> Option<f64> {
        let players = players_at(tables);
        let unit = TableTally::share_unit(players) as f64;
        sittings(entrants, tables, tallies)
            .iter()
            .map(|sits| {
                let estimate = Estimate::new(&strata(sits, |tally| tally.blocks, |sums| sums.share), unit);
                Share::new(estimate, players).interval.map(|interval| interval.half_width())
            })
            .try_fold(0.0, |widest: f64, width| Some(widest.max(width?)))
    }
}

/// A table at which an entrant sits: its shape, its tally, and the number of the member.
type Sitting<'a> = (&'a Shape, &'a TableTally, usize);

/// The tables of each entrant.
fn sittings<'a>(entrants: usize, tables: &'a [Shape], tallies: &'a Tallies) -> Vec<Vec<Sitting<'a>>> {
    let mut sittings = vec![Vec::new(); entrants];
    for (&table, tally) in tallies {
        let shape = &tables[table as usize];
        for (member, &entrant) in shape.members().iter().enumerate() {
            sittings[usize::from(entrant)].push((shape, tally, member));
        }
    }
    sittings
}

/// One quantity of an entrant, table by table.
fn strata(sits: &[Sitting<'_>], blocks: fn(&TableTally) -> u64, of: fn(&MemberSums) -> Moments) -> Vec<Stratum> {
    sits.iter()
        .map(|&(shape, tally, member)| Stratum {
            blocks: blocks(tally),
            per_block: tally.games_per_block * shape.places_of(member) as u64,
            moments: of(&tally.members[member]),
        })
        .collect()
}

impl Share {
    fn new(estimate: Option<Estimate>, players: usize) -> Self {
        Self {
            mean: estimate.map(|estimate| estimate.mean),
            // Who is compared with nobody wins for certain.
            interval: estimate.filter(|_| players > 1).and_then(|estimate| estimate.wilson()),
        }
    }
}

fn players_at(tables: &[Shape]) -> usize {
    tables.first().map_or(0, |shape| shape.places().len())
}

impl Standing {
    fn new(entrant: usize, players: usize, sits: &[Sitting<'_>]) -> Self {
        let strata = |blocks: fn(&TableTally) -> u64, of: fn(&MemberSums) -> Moments| strata(sits, blocks, of);
        let all = |tally: &TableTally| tally.blocks;
        let scored = |tally: &TableTally| tally.scored_blocks;
        let unit = TableTally::share_unit(players) as f64;
        let shares = strata(all, |sums| sums.share);
        let estimate = Estimate::new(&shares, unit);
        // The variance of single games around the mean of their table: which tables are played saves nothing by itself.
        let scatter: f64 = sits
            .iter()
            .zip(&shares)
            .map(|(&(_, tally, member), stratum)| {
                let games = (stratum.blocks * stratum.per_block) as f64;
                let sum = stratum.moments.sum as f64;
                tally.members[member].share_squares as f64 - sum * sum / games.max(1.0)
            })
            .sum();
        let variance = estimate.map(|estimate| scatter / estimate.observations / (unit * unit));
        // A block with a single result saves nothing.
        let blocked = sits.iter().any(|(_, tally, _)| tally.games_per_block > 1);
        let share = Share::new(estimate, players);
        let sum = |of: fn(&MemberSums) -> u64| sits.iter().map(|&(_, tally, member)| of(&tally.members[member])).sum();
        let mut faults = Faults::default();
        for &(_, tally, member) in sits {
            faults.iter_mut().zip(tally.members[member].faults).for_each(|(count, more)| *count += more);
        }
        Self {
            entrant,
            games: shares.iter().map(|stratum| stratum.blocks * stratum.per_block).sum(),
            results: [sum(|sums| sums.wins), sum(|sums| sums.ties), sum(|sums| sums.losses)],
            share,
            rank: Mean::new(&strata(all, |sums| sums.rank), 2.0),
            points: Mean::new(&strata(scored, |sums| sums.points), 1.0),
            margin: if players > 1 {
                Mean::new(&strata(scored, |sums| sums.margin), (players - 1) as f64)
            } else {
                Mean::default()
            },
            rating: None,
            design_effect: estimate
                .zip(variance.filter(|_| blocked))
                .and_then(|(estimate, variance)| estimate.design_effect(variance)),
            forfeits: sum(|sums| sums.forfeits),
            faults,
        }
    }
}

fn meetings(entrants: usize, tables: &[Shape], tallies: &Tallies) -> Vec<Meeting> {
    #[derive(Clone, Default)]
    struct Met {
        scores: Vec<Stratum>,
        differences: Vec<Stratum>,
        shares: Vec<Stratum>,
        results: [u64; 3],
    }
    let mut met: Vec<Option<Met>> = vec![None; entrants * entrants];
    for (&table, tally) in tallies {
        let shape = &tables[table as usize];
        for second in 1..shape.members().len() {
            for first in 0..second {
                let sums = tally.pair(first, second);
                let per_block = tally.games_per_block * (shape.places_of(first) * shape.places_of(second)) as u64;
                let (a, b) = (shape.members()[first] as usize, shape.members()[second] as usize);
                let mut add = |a: usize, b: usize, [score, difference, share]: [Moments; 3], results: [u64; 3]| {
                    let met = met[a * entrants + b].get_or_insert_default();
                    met.scores.push(Stratum { blocks: tally.blocks, per_block, moments: score });
                    met.differences.push(Stratum { blocks: tally.scored_blocks, per_block, moments: difference });
                    met.shares.push(Stratum { blocks: tally.blocks, per_block, moments: share });
                    met.results.iter_mut().zip(results).for_each(|(count, more)| *count += more);
                };
                add(a, b, [sums.score, sums.difference, sums.share], [sums.wins, sums.ties, sums.losses]);
                // The same from the other side: every block had 2 · per_block to share out.
                let (all, blocks) = (2 * i128::from(per_block), i128::from(tally.blocks));
                let Moments { sum, squares } = sums.score;
                let score = Moments { sum: all * blocks - sum, squares: all * all * blocks - 2 * all * sum + squares };
                let turned = |moments: Moments| Moments { sum: -moments.sum, ..moments };
                let moments = [score, turned(sums.difference), turned(sums.share)];
                add(b, a, moments, [sums.losses, sums.ties, sums.wins]);
            }
        }
    }
    met.into_iter()
        .enumerate()
        .filter_map(|(pair, sums)| {
            let Met { scores, differences, shares, results } = sums?;
            let estimate = Estimate::new(&scores, 2.0);
            let off = |estimate: Option<Estimate>, par: f64| {
                let (off, error) = estimate.and_then(|estimate| Some((estimate.mean - par, estimate.error?.value)))?;
                if off == 0.0 { Some(0.0) } else { (error > 0.0).then(|| off / error) }
            };
            let deviations = [off(estimate, 0.5), off(Estimate::new(&shares, 1.0), 0.0)];
            let deviation = deviations.into_iter().flatten().max_by(|a, b| a.abs().total_cmp(&b.abs()));
            Some(Meeting {
                entrant: pair / entrants,
                opponent: pair % entrants,
                games: results.iter().sum(),
                results,
                score: Share {
                    mean: estimate.map(|estimate| estimate.mean),
                    interval: estimate.and_then(|estimate| estimate.wilson()),
                },
                deviation,
                difference: Mean::new(&differences, 1.0),
            })
        })
        .collect()
}

impl Meeting {
    /// Whether two entrants that should be alike are so, as far as can be told when the farthest apart of this many pairs is
    /// looked at: one such look in a thousand fails by chance. Unknown if their blocks show no scatter to judge by.
    pub fn at_par(&self, pairs: usize) -> Option<bool> {
        Some(self.deviation?.abs() <= student_quantile(1e6, 1.0 - 0.001 / pairs.max(1) as f64))
    }
}

impl SeatStanding {
    fn new(seat: usize, players: usize, tallies: &Tallies) -> Self {
        let strata = |blocks: fn(&TableTally) -> u64, of: fn(&TableTally, usize) -> Moments| -> Vec<Stratum> {
            tallies
                .values()
                .map(|tally| Stratum {
                    blocks: blocks(tally),
                    per_block: tally.games_per_block,
                    moments: of(tally, seat),
                })
                .collect()
        };
        let shares = strata(|tally| tally.blocks, |tally, seat| tally.seats[seat].share);
        let estimate = Estimate::new(&shares, TableTally::share_unit(players) as f64);
        Self {
            seat,
            games: shares.iter().map(|stratum| stratum.blocks * stratum.per_block).sum(),
            share: Share::new(estimate, players),
            points: Mean::new(&strata(|tally| tally.scored_blocks, |tally, seat| tally.seats[seat].points), 1.0),
        }
    }
}
