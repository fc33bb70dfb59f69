//! What was won at each table, and how it scattered from block to block.

use crate::stats::tally::{Shape, TableTally, Tallies};

/// What there is to learn from. Every player below is an index into `rated`.
#[derive(Debug)]
pub(super) struct Wins {
    /// The entrants who met another, in order.
    pub(super) rated: Vec<usize>,
    /// The tables at which they met.
    pub(super) tables: Vec<TableWins>,
}

/// One table.
#[derive(Debug)]
pub(super) struct TableWins {
    /// The players.
    pub(super) players: Vec<usize>,
    /// How many places each of them holds.
    pub(super) places: Vec<f64>,
    /// How many games were played.
    pub(super) games: f64,
    /// How many blocks were played.
    pub(super) blocks: f64,
    /// How many games each player won, parts of games counted as such.
    pub(super) won: Vec<f64>,
    /// The sums over blocks of the products of what each two players won, less what they won on average: row by row.
    pub(super) scatter: Vec<f64>,
}

impl Wins {
    /// Reads the tallies of all tables at which different entrants met.
    pub(super) fn new(entrants: usize, tables: &[Shape], tallies: &Tallies) -> Self {
        let met = || {
            let with_shape = tallies.iter().map(|(&table, tally)| (&tables[table as usize], tally));
            with_shape.filter(|(shape, tally)| shape.members().len() > 1 && tally.blocks > 0)
        };
        let mut meets = vec![false; entrants];
        for &entrant in met().flat_map(|(shape, _)| shape.members()) {
            meets[usize::from(entrant)] = true;
        }
        let rated: Vec<usize> = (0..entrants).filter(|&entrant| meets[entrant]).collect();
        let player = |entrant: &u8| rated.binary_search(&usize::from(*entrant)).expect("all who met are rated");
        let tables = met().map(|(shape, tally)| {
            let players = shape.members().iter().map(player).collect();
            TableWins::new(players, shape, tally)
        });
        let tables = tables.collect();
        Self { rated, tables }
    }
}

impl TableWins {
    fn new(players: Vec<usize>, shape: &Shape, tally: &TableTally) -> Self {
        let unit = TableTally::share_unit(shape.places().len()) as f64;
        let blocks = i128::from(tally.blocks);
        let members = players.len();
        let places: Vec<i128> = (0..members).map(|member| shape.places_of(member) as i128).collect();
        let mut scatter = vec![0.0; members * members];
        for first in 0..members {
            for second in first..members {
                let (a, b) = (tally.members[first].share, tally.members[second].share);
                let products = if first == second {
                    a.squares as f64
                } else {
                    // What is kept is the square of the difference, each share times the places of the other.
                    let (own, other) = (places[first], places[second]);
                    let squares = other * other * a.squares + own * own * b.squares;
                    (squares - tally.pair(first, second).share.squares) as f64 / (2 * own * other) as f64
                };
                let value = (products - a.sum as f64 * b.sum as f64 / blocks as f64) / (unit * unit);
                scatter[first * members + second] = value;
                scatter[second * members + first] = value;
            }
        }
        Self {
            places: places.iter().map(|&places| places as f64).collect(),
            games: tally.blocks as f64 * tally.games_per_block as f64,
            blocks: tally.blocks as f64,
            won: tally.members.iter().map(|sums| sums.share.sum as f64 / unit).collect(),
            players,
            scatter,
        }
    }

    /// The chance of each player to win a game, given the logarithms of all worths; and the logarithm of the sum of the worths.
    pub(super) fn chances(&self, worths: &[f64], chances: &mut Vec<f64>) -> f64 {
        let highest = self.players.iter().map(|&player| worths[player]).fold(f64::NEG_INFINITY, f64::max);
        chances.clear();
        chances.extend(
            self.players.iter().zip(&self.places).map(|(&player, places)| places * (worths[player] - highest).exp()),
        );
        let total: f64 = chances.iter().sum();
        chances.iter_mut().for_each(|chance| *chance /= total);
        highest + total.ln()
    }
}
