//! The tricks of a deal, played best with all hands open.

use std::sync::LazyLock;

use kosti_engine::rims::{HAND, Lead, RimsPhase, RimsState, beats};
use kosti_engine::{Card, CardSet, Game, Rims, Seat, Suit};

/// The most tricks of a deal.
const MOST: usize = HAND - 1;
/// How two cards may meet: the leader's wins, the follower's wins, or the one that is led.
const MEETINGS: usize = 3;
const LEADER: u16 = 0;
const FOLLOWER: u16 = 1;
const LED: u16 = 2;

/// Tricks between two players, looked up: how each card of one hand meets each of the other says everything.
pub struct TricksSolver {
    /// By number of cards and how they meet: the tricks of who leads.
    tables: [Vec<u8>; MOST + 1],
}

/// What a number of meetings is multiplied with for each that stands before it.
const PLACES: [u16; MOST * MOST] = {
    let mut places = [1; MOST * MOST];
    let mut place = 1;
    while place < places.len() {
        places[place] = places[place - 1] * MEETINGS as u16;
        place += 1;
    }
    places
};

/// How the cards of two hands meet.
type Grid = [[u16; MOST]; MOST];

impl TricksSolver {
    /// The solver for a rule about who leads, made when it is first asked for.
    pub fn shared(lead: Lead) -> &'static Self {
        static DEALER: LazyLock<TricksSolver> = LazyLock::new(|| TricksSolver::new(Lead::Dealer));
        static WINNER: LazyLock<TricksSolver> = LazyLock::new(|| TricksSolver::new(Lead::Winner));
        match lead {
            Lead::Dealer => &DEALER,
            Lead::Winner => &WINNER,
        }
    }

    fn new(lead: Lead) -> Self {
        let mut solver = Self { tables: std::array::from_fn(|_| vec![0]) };
        for cards in 1..=MOST {
            let last = cards * cards - 1;
            let size = PLACES[last] as usize * MEETINGS;
            solver.tables[cards] =
                (0..size).map(|index| solver.work_out(lead, cards, &grid_of(cards, index))).collect();
        }
        solver
    }

    /// The tricks of the leader, from the tables for fewer cards.
    fn work_out(&self, lead: Lead, cards: usize, grid: &Grid) -> u8 {
        let replies = |led| (0..cards).map(move |reply| self.after(lead, cards, grid, led, reply));
        (0..cards).filter_map(|led| replies(led).min()).max().unwrap_or(0)
    }

    /// The tricks of the leader, with that of these two cards.
    #[inline]
    fn after(&self, lead: Lead, cards: usize, grid: &Grid, led: usize, reply: usize) -> u8 {
        let rest = without(cards, grid, led, reply);
        if grid[led][reply] != FOLLOWER {
            1 + self.of_leader(cards - 1, &rest)
        } else if lead == Lead::Dealer {
            self.of_leader(cards - 1, &rest)
        } else {
            cards as u8 - 1 - self.of_leader(cards - 1, &turned(&rest))
        }
    }

    /// The tricks of the leader when these cards are played best by both.
    #[inline]
    fn of_leader(&self, cards: usize, grid: &Grid) -> u8 {
        self.tables[cards][index_of(cards, grid)]
    }

    /// The tricks that the seat takes that has to act, of those left with the one in progress, at a table of two.
    ///
    /// Nothing if no trick is due.
    #[inline]
    pub fn of_mover(&self, game: &Rims, state: &RimsState) -> Option<u8> {
        let table = state.table();
        let (RimsPhase::Play, 2, Some(trump)) = (table.phase(), game.players(), table.trump()) else { return None };
        let mover = state.hand(table.seat());
        let other = state.hand(table.seat().next(2));
        let cards = HAND - table.rounds();
        let Some(led) = table.best() else {
            return Some(self.of_leader(cards, &meetings(mover, other, trump)));
        };
        let leader = other.or(CardSet::of(led));
        let place = leader.iter().position(|card| card == led)?;
        let grid = meetings(leader, mover, trump);
        let replies = (0..cards).map(|reply| self.after(game.rules().lead(), cards, &grid, place, reply));
        replies.min().map(|of_leader| cards as u8 - of_leader)
    }
}

/// How the cards of who leads and of the other meet.
#[inline]
fn meetings(leader: CardSet, follower: CardSet, trump: Suit) -> Grid {
    let mut grid = [[0; MOST]; MOST];
    for (row, led) in grid.iter_mut().zip(leader.iter()) {
        for (cell, reply) in row.iter_mut().zip(follower.iter()) {
            *cell = meeting(led, reply, trump);
        }
    }
    grid
}

#[inline]
fn meeting(leaders: Card, followers: Card, trump: Suit) -> u16 {
    if beats(followers, leaders, trump) {
        FOLLOWER
    } else if beats(leaders, followers, trump) {
        LEADER
    } else {
        LED
    }
}

#[inline]
fn index_of(cards: usize, grid: &Grid) -> usize {
    let mut index = 0;
    for (row, cells) in grid.iter().enumerate().take(cards) {
        for (column, meeting) in cells.iter().enumerate().take(cards) {
            index += meeting * PLACES[row * cards + column];
        }
    }
    index as usize
}

fn grid_of(cards: usize, mut index: usize) -> Grid {
    let mut grid = [[0; MOST]; MOST];
    for cell in grid[..cards].iter_mut().flat_map(|row| &mut row[..cards]) {
        *cell = (index % MEETINGS) as u16;
        index /= MEETINGS;
    }
    grid
}

/// What is left without a card of either.
#[inline]
fn without(cards: usize, grid: &Grid, led: usize, reply: usize) -> Grid {
    let mut rest = [[0; MOST]; MOST];
    let left = |gone| (0..cards).filter(move |&place| place != gone);
    for (to, from) in rest.iter_mut().zip(left(led)) {
        for (cell, column) in to.iter_mut().zip(left(reply)) {
            *cell = grid[from][column];
        }
    }
    rest
}

/// The same for who followed until now.
#[inline]
fn turned(grid: &Grid) -> Grid {
    let turn = |meeting| match meeting {
        LEADER => FOLLOWER,
        FOLLOWER => LEADER,
        other => other,
    };
    std::array::from_fn(|row| std::array::from_fn(|column| turn(grid[column][row])))
}

/// Who deals after a deal with these tricks: who took most, the first of them from the dealer on.
#[inline]
pub(super) fn next_dealer(players: u8, dealer: Seat, deal_tricks: impl Fn(Seat) -> u8) -> Seat {
    let (mut next, mut seat) = (dealer, dealer);
    for _ in 1..players {
        seat = seat.next(players);
        if deal_tricks(seat) > deal_tricks(next) {
            next = seat;
        }
    }
    next
}
