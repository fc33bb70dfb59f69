//! The table on which rollouts run.

use std::iter;
use std::sync::Arc;

use kosti_engine::graph_poker::{Ace, GraphGame, GraphSize, GraphState, GraphView, Pile, RUN};
use kosti_engine::{Card, Game, MAX_SEATS, Rank, SUITS, Seat};

use crate::games::graph_poker::fit::Fit;
use crate::games::graph_poker::leaf::LeafTable;
use crate::games::graph_poker::search::gains::Gains;
use crate::games::graph_poker::search::grid::{At, Axis, Code, FACE_DOWN, FREE, Grid, REACH, is_open};

/// How many sets of places of a run there are.
const ALL: usize = 1 << RUN;

/// How many places such a set has.
const COUNTS: [u8; ALL] = {
    let mut counts = [0; ALL];
    let mut set = 1;
    while set < ALL {
        counts[set] = counts[set / 2] + set as u8 % 2;
        set += 1;
    }
    counts
};

/// A free cell where some card brings points at once.
#[derive(Clone, Copy)]
pub(super) struct Prize {
    pub(super) at: At,
    pub(super) gains: Gains,
}

/// A run of two open cards of one suit and two free cells.
#[derive(Clone, Copy)]
pub(super) struct Pair {
    /// The free cell that touches one of the cards.
    pub(super) near: At,
    /// The other.
    pub(super) far: At,
}

/// A card that was laid in the round under way.
#[derive(Clone, Copy)]
struct Laid {
    at: At,
    card: Card,
}

/// A table with all that quick moves want to know at a glance.
///
/// What is common to all rollouts of a decision is worked out once; what a rollout adds is taken back before the next.
pub struct Playground<Z: GraphSize> {
    pub(super) grid: Grid<Z>,
    pub(super) players: usize,
    /// The cells where cards may be laid, some of which are taken or named twice.
    pub(super) edge: Vec<At>,
    pub(super) prizes: Vec<Prize>,
    pub(super) pairs: [Vec<Pair>; SUITS],
    /// All cards that are not open.
    pub(super) closed: Pile<Z>,
    pub(super) hands: [Pile<Z>; MAX_SEATS],
    pub(super) points: [i32; MAX_SEATS],
    /// Whose turn it is.
    pub(super) seat: usize,
    /// Who lays the first card of the round.
    pub(super) starter: usize,
    /// By how many places the starter changes with each round.
    rotation: usize,
    pub(super) rounds: usize,
    /// How many cards were laid in the round.
    laid: usize,
    /// What prospects are worth, if not what the table of this crate says.
    own_table: Option<Arc<LeafTable>>,
    anything: Fit,
    /// For each cell the place of its prize, plus one.
    prize_at: Box<[u16]>,
    /// Room for what the cells bring while seats take their prizes in turn.
    pub(super) offers: Vec<Gains>,
    covered: Vec<At>,
    round: [Laid; MAX_SEATS],
    root: Root<Z>,
}

/// What the rollouts of a decision start from.
struct Root<Z: GraphSize> {
    starter: usize,
    covered: usize,
    edge: usize,
    pairs: [usize; SUITS],
    prizes: Vec<Prize>,
    closed: Pile<Z>,
}

impl<Z: GraphSize> Default for Playground<Z> {
    fn default() -> Self {
        Self {
            grid: Grid::default(),
            players: 0,
            edge: Vec::new(),
            prizes: Vec::new(),
            pairs: [const { Vec::new() }; SUITS],
            closed: Pile::EMPTY,
            hands: [Pile::EMPTY; MAX_SEATS],
            points: [0; MAX_SEATS],
            seat: 0,
            starter: 0,
            rotation: 0,
            rounds: 0,
            laid: 0,
            own_table: None,
            anything: Fit::anything(Ace::High),
            prize_at: vec![0; Grid::<Z>::CELLS].into(),
            offers: Vec::new(),
            covered: Vec::new(),
            round: [Laid { at: 0, card: Card::from_index(0) }; MAX_SEATS],
            root: Root { starter: 0, covered: 0, edge: 0, pairs: [0; SUITS], prizes: Vec::new(), closed: Pile::EMPTY },
        }
    }
}

impl<Z: GraphSize> Playground<Z> {
    /// A table on which prospects are worth what this says.
    pub(crate) fn with_table(table: Arc<LeafTable>) -> Self {
        Self { own_table: Some(table), ..Self::default() }
    }

    /// What prospects are worth.
    #[inline]
    pub(super) fn leaf_table(&self) -> &LeafTable {
        self.own_table.as_ref().unwrap_or_else(|| LeafTable::shipped(self.players))
    }

    /// Lays out the cards that have been open since the last round ended.
    pub(crate) fn prepare(&mut self, game: &GraphGame<Z>, view: &GraphView<Z>) {
        self.root.covered = 0;
        self.root.edge = 0;
        self.root.pairs = [0; SUITS];
        self.root.prizes.clear();
        self.root.closed = Pile::of_decks(usize::from(game.rules().decks()));
        self.take_back();
        self.players = usize::from(game.players());
        self.anything = Fit::anything(game.rules().ace());
        self.rotation = game.starter(1).index();
        let board = view.board();
        for number in 0..board.laid() - view.laid_this_round() {
            let card = board.card(number).expect("cards of earlier rounds are open");
            let at = Grid::<Z>::at(board.cell(number));
            self.cover(at);
            self.turn_over(at, card, 0);
        }
        self.drop_what_is_gone();
        self.root.starter = game.starter(view.rounds()).index();
        self.root.covered = self.covered.len();
        self.root.edge = self.edge.len();
        self.root.pairs = std::array::from_fn(|suit| self.pairs[suit].len());
        self.root.prizes.extend_from_slice(&self.prizes);
        self.root.closed = self.closed;
    }

    /// Drops cells that are taken, and prizes that no card can bring any more.
    fn drop_what_is_gone(&mut self) {
        let Self { grid, edge, prizes, pairs, prize_at, .. } = self;
        let closed = self.closed.distinct();
        let is_free = |at| grid.code(at) == FREE;
        edge.retain(|&at| is_free(at));
        edge.sort_unstable();
        edge.dedup();
        pairs.iter_mut().for_each(|pairs| pairs.retain(|pair| is_free(pair.near) && is_free(pair.far)));
        for prize in prizes.iter() {
            prize_at[prize.at as usize] = 0;
        }
        prizes.retain(|prize| is_free(prize.at) && prize.gains.best(closed).0 > 0);
        for (place, prize) in prizes.iter().enumerate() {
            prize_at[prize.at as usize] = place as u16 + 1;
        }
    }

    /// Takes back what was laid since the root.
    fn take_back(&mut self) {
        for at in self.covered.drain(self.root.covered..) {
            self.grid.set(at, FREE);
        }
        for prize in self.prizes.drain(self.root.prizes.len().min(self.prizes.len())..) {
            self.prize_at[prize.at as usize] = 0;
        }
        self.prizes.copy_from_slice(&self.root.prizes);
        self.edge.truncate(self.root.edge);
        iter::zip(&mut self.pairs, self.root.pairs).for_each(|(pairs, len)| pairs.truncate(len));
        self.closed = self.root.closed;
    }

    /// Sets up a state that the root has led to.
    #[inline]
    pub(crate) fn set_up(&mut self, state: &GraphState<Z>) {
        self.take_back();
        let board = state.board();
        self.laid = 0;
        self.starter = self.root.starter;
        self.seat = self.starter;
        for number in self.root.covered..board.laid() {
            let card = board.card(number).expect("a state knows all cards");
            self.lay(Grid::<Z>::at(board.cell(number)), card);
        }
        self.rounds = state.rounds();
        for seat in Seat::all(self.players as u8) {
            self.hands[seat.index()] = *state.hand(seat);
            self.points[seat.index()] = state.points(seat);
        }
    }

    /// Lays a card face down, and ends the round if it is the last.
    #[inline]
    pub(super) fn lay(&mut self, at: At, card: Card) {
        self.cover(at);
        self.round[self.laid] = Laid { at, card };
        self.laid += 1;
        self.seat = self.around(self.seat + 1);
        if self.laid == self.players {
            self.laid = 0;
            self.rounds += 1;
            for number in 0..self.players {
                let Laid { at, card } = self.round[number];
                self.turn_over(at, card, self.players);
            }
            self.starter = self.next_starter();
            self.seat = self.starter;
        }
    }

    /// Who will lay the first card of the next round.
    #[inline]
    pub(super) fn next_starter(&self) -> usize {
        self.around(self.starter + self.rotation)
    }

    /// A seat from its number, counted on past the last one.
    #[inline]
    pub(super) fn around(&self, seat: usize) -> usize {
        if seat < self.players { seat } else { seat - self.players }
    }

    /// Takes a cell.
    #[inline]
    fn cover(&mut self, at: At) {
        self.grid.set(at, FACE_DOWN);
        self.covered.push(at);
        for axis in Axis::BOTH {
            for steps in [-1, 1] {
                let beside = Grid::<Z>::plus(at, axis, steps);
                if self.grid.code(beside) == FREE {
                    self.edge.push(beside);
                }
            }
        }
    }

    /// Turns a card over. A run counts when the last of its cards is turned over; the points go to one of the seats that
    /// laid that many cards of this round.
    #[inline]
    fn turn_over(&mut self, at: At, card: Card, laid: usize) {
        self.grid.open(at, card);
        self.closed.remove(card);
        for axis in Axis::BOTH {
            let line = self.grid.line(at, axis);
            let (mut open, mut free) = (0u32, 0u32);
            for (place, &code) in line.iter().enumerate() {
                open |= u32::from(is_open(code)) << place;
                free |= u32::from(code == FREE) << place;
            }
            for start in 0..RUN {
                let (open, free) = ((open >> start) as usize % ALL, (free >> start) as usize % ALL);
                // Most runs have no other open card.
                if COUNTS[open] >= 2 && COUNTS[open] + COUNTS[free] == RUN as u8 {
                    let run: [Code; RUN] = std::array::from_fn(|place| line[start + place]);
                    let fit = run.iter().enumerate().fold(self.anything, |fit, (place, &code)| fit.with(place, code));
                    if fit.is_possible() {
                        let first = Grid::<Z>::plus(at, axis, start as i32 - REACH as i32);
                        self.add_run(fit, free, first, axis, laid);
                    }
                }
            }
        }
    }

    /// Notes what is to be had in a run that can still score, with these places free and open cards at all others.
    #[inline]
    fn add_run(&mut self, fit: Fit, free: usize, first: At, axis: Axis, laid: usize) {
        match COUNTS[free] {
            2 => self.add_pair(fit, first, axis, free),
            1 => {
                let place = free.trailing_zeros() as usize;
                self.add_prize(Grid::<Z>::plus(first, axis, place as i32), fit, place);
            }
            _ if laid > 0 => self.score(fit, first, axis),
            _ => {}
        }
    }

    #[inline]
    fn add_pair(&mut self, fit: Fit, first: At, axis: Axis, free: usize) {
        let Some(suit) = fit.suit() else { return };
        // Where both free cells are at one end of the run, only the inner one touches a card of it.
        let low = free.trailing_zeros() as i32;
        let high = free.ilog2() as i32;
        let (near, far) = if high == low + 1 && low > 1 { (low, high) } else { (high, low) };
        let [near, far] = [near, far].map(|place| Grid::<Z>::plus(first, axis, place));
        self.pairs[suit as usize].push(Pair { near, far });
    }

    fn add_prize(&mut self, at: At, fit: Fit, place: usize) {
        let known = usize::from(self.prize_at[at as usize]);
        if known > 0 {
            self.prizes[known - 1].gains.add_run(fit, place);
            return;
        }
        let mut gains = Gains::default();
        gains.add_run(fit, place);
        if !gains.is_nothing() {
            self.prizes.push(Prize { at, gains });
            self.prize_at[at as usize] = self.prizes.len() as u16;
        }
    }

    /// Gives the points of a run to its owner.
    fn score(&mut self, fit: Fit, first: At, axis: Axis) {
        let height = |card: Card| match card.rank() {
            Rank::ACE if fit.has_low_ace() => 0,
            rank => rank.index() + 1,
        };
        let cells: [At; RUN] = std::array::from_fn(|place| Grid::<Z>::plus(first, axis, place as i32));
        let last = (0..self.players)
            .filter(|&number| cells.contains(&self.round[number].at))
            .max_by_key(|&number| (height(self.round[number].card), number))
            .expect("a run that scores has a card of the round");
        let owner = self.around(self.starter + last);
        self.points[owner] += fit.whole();
    }
}
