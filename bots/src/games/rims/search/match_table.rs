//! What the tricks taken so far are worth in the whole match.

use std::sync::OnceLock;

use kosti_engine::rims::{HAND, Lead, MAX_PLAYERS, RimsRules};
use kosti_engine::{CARDS, Chance, Game, Rims, Seat, Turn};

use crate::games::rims::search::next_dealer::next_dealer;
use crate::greedy::GreedyGame;

/// The matches from which the spread of tricks in a deal is taken.
const MATCHES: u64 = 1500;
const SEED: u64 = 0x7269_6D73;

/// What every seat can hope for when a new deal is due, for all that the seats may have taken until then.
///
/// A match ends once a certain number of tricks has been played, so the tricks of all seats, and who deals, say how much
/// is left. Deals are taken to bring what they bring when sensible beginners play, whatever has left the game; from there
/// on the chances are exact.
#[derive(Clone, PartialEq, Debug)]
pub struct MatchTable {
    players: u8,
    /// For each seat from the dealer on, what the tricks up to and including its own add to the number of a place.
    steps: [[u16; Self::LONGEST + 1]; MAX_PLAYERS],
    /// By place and seat from the dealer on.
    hopes: Vec<Hope>,
}

/// What a seat can hope for.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Hope {
    /// Its share of the win.
    pub share: f32,
    /// How many tricks more than an equal share it will have in the end.
    pub lead: f32,
}

/// What a deal may bring: tricks by seat from the dealer on, and how likely that is.
#[derive(Clone, Copy, PartialEq, Debug)]
struct DealResult {
    tricks: [u8; MAX_PLAYERS],
    chance: f64,
}

impl DealResult {
    /// Who deals next, counted from the dealer.
    fn next_dealer(&self, players: u8) -> usize {
        next_dealer(players, Seat::new(0), |seat| self.tricks[seat.index()]).index()
    }
}

impl MatchTable {
    /// The most tricks after which there may be another deal, at the smallest table.
    const LONGEST: usize = most_tricks(2);

    /// The table for these rules, made when it is first asked for.
    pub fn shared(rules: &RimsRules) -> &'static Self {
        static TABLES: [[OnceLock<MatchTable>; MAX_PLAYERS + 1]; 2] = [const { [const { OnceLock::new() }; _] }; 2];
        let of_lead = &TABLES[usize::from(rules.lead() == Lead::Winner)];
        of_lead[rules.players() as usize].get_or_init(|| Self::new(&Rims::new(*rules)))
    }

    fn new(game: &Rims) -> Self {
        Self::from_results(game.players(), &measured_results(game))
    }

    fn from_results(players: u8, results: &[DealResult]) -> Self {
        let most = most_tricks(players);
        let mut table = Self { players, steps: [[0; _]; _], hopes: Vec::new() };
        for (seat, steps) in table.steps.iter_mut().enumerate().take(players as usize) {
            for (tricks, step) in steps.iter_mut().enumerate().take(most + 1) {
                *step = choose(tricks + seat, seat + 1);
            }
        }
        let seats = players as usize;
        table.hopes = vec![Hope::default(); choose(most + seats, seats) as usize * seats];
        for total in (0..=most as u8).rev() {
            visit_splits(total, seats, &mut |tricks| table.fill(tricks, results));
        }
        table
    }

    /// Works out one place from those with more tricks.
    fn fill(&mut self, tricks: &[u8; MAX_PLAYERS], results: &[DealResult]) {
        let seats = self.players as usize;
        let mut sums = [(0.0, 0.0); MAX_PLAYERS];
        for result in results {
            let after: [u8; MAX_PLAYERS] = std::array::from_fn(|seat| tricks[seat] + result.tricks[seat]);
            let dealer = result.next_dealer(self.players);
            for (seat, sum) in sums.iter_mut().enumerate().take(seats) {
                let hope = self.after_deal(&after[..seats], dealer, seat);
                sum.0 += result.chance * f64::from(hope.share);
                sum.1 += result.chance * f64::from(hope.lead);
            }
        }
        let place = self.place(tricks.iter().copied()) * seats;
        for (hope, (share, lead)) in self.hopes[place..place + seats].iter_mut().zip(sums) {
            *hope = Hope { share: share as f32, lead: lead as f32 };
        }
    }

    /// What a seat can hope for with these tricks, all seats being counted from the dealer of the deal before.
    fn after_deal(&self, tricks: &[u8], dealer: usize, seat: usize) -> Hope {
        let seats = tricks.len();
        if tricks.iter().sum::<u8>() as usize > most_tricks(self.players) {
            return at_the_end(tricks, seat);
        }
        let from_dealer = (0..seats).map(|place| tricks[(dealer + place) % seats]);
        self.hopes[self.place(from_dealer) * seats + (seat + seats - dealer) % seats]
    }

    /// The number of the place of these tricks, from the dealer on.
    ///
    /// The tricks up to each seat never fall; they are numbered as combinations are.
    #[inline]
    fn place(&self, tricks: impl Iterator<Item = u8>) -> usize {
        let (mut up_to, mut place) = (0, 0);
        for (taken, steps) in tricks.zip(&self.steps[..self.players as usize]) {
            up_to += taken as usize;
            place += steps[up_to] as usize;
        }
        place
    }

    /// Shows what every seat can hope for after a deal in which it came to these tricks in all, and who deals next.
    #[inline]
    pub fn visit(&self, tricks: impl Fn(Seat) -> u8, dealer: Seat, mut visitor: impl FnMut(Seat, Hope)) {
        let players = self.players;
        let from_dealer = || std::iter::successors(Some(dealer), |seat| Some(seat.next(players)));
        let (mut up_to, mut place) = (0, 0);
        for (seat, steps) in from_dealer().zip(&self.steps[..players as usize]) {
            up_to += tricks(seat) as usize;
            place += steps[up_to.min(Self::LONGEST)] as usize;
        }
        if up_to > most_tricks(players) {
            let tricks: [u8; MAX_PLAYERS] = std::array::from_fn(|seat| tricks(Seat::new(seat)));
            for seat in Seat::all(players) {
                visitor(seat, at_the_end(&tricks[..players as usize], seat.index()));
            }
            return;
        }
        let place = place * players as usize;
        for (seat, &hope) in from_dealer().zip(&self.hopes[place..place + players as usize]) {
            visitor(seat, hope);
        }
    }
}

/// The most tricks after which there is another deal.
const fn most_tricks(players: u8) -> usize {
    CARDS / players as usize - HAND
}

#[inline]
fn at_the_end(tricks: &[u8], seat: usize) -> Hope {
    let (mut top, mut winners, mut total) = (0, 0u8, 0u8);
    for &taken in tricks {
        winners = if taken > top { 1 } else { winners + u8::from(taken == top) };
        top = top.max(taken);
        total += taken;
    }
    let share = if tricks[seat] == top { 1.0 / f32::from(winners) } else { 0.0 };
    Hope { share, lead: f32::from(tricks[seat]) - f32::from(total) / tricks.len() as f32 }
}

/// How many ways there are to choose some of this many.
fn choose(of: usize, some: usize) -> u16 {
    let ways = (0..some).fold(1u64, |ways, taken| ways * (of.saturating_sub(taken)) as u64 / (taken as u64 + 1));
    u16::try_from(ways).expect("a match of rims has few places")
}

/// Shows every way to split this many tricks among the seats.
fn visit_splits(total: u8, seats: usize, visitor: &mut impl FnMut(&[u8; MAX_PLAYERS])) {
    fn split(left: u8, seats: usize, tricks: &mut [u8; MAX_PLAYERS], visitor: &mut impl FnMut(&[u8; MAX_PLAYERS])) {
        let least = if seats == 1 { left } else { 0 };
        for taken in least..=left {
            tricks[seats - 1] = taken;
            match seats {
                1 => visitor(tricks),
                _ => split(left - taken, seats - 1, tricks, visitor),
            }
        }
        tricks[seats - 1] = 0;
    }
    split(total, seats, &mut [0; MAX_PLAYERS], visitor);
}

/// What deals bring when sensible beginners play.
fn measured_results(game: &Rims) -> Vec<DealResult> {
    let mut results: Vec<([u8; MAX_PLAYERS], u32)> = Vec::new();
    let mut deals = 0;
    for block in 0..MATCHES {
        let luck = Chance::new(SEED, block);
        let mut state = game.start();
        let mut before = state;
        loop {
            match game.turn(&state) {
                Turn::Seat(seat) => {
                    let action = game.greedy_action(&game.observe(&state, seat));
                    game.play_unchecked(&mut state, action);
                    continue;
                }
                Turn::Chance | Turn::Over => {}
            }
            if state != before {
                let dealer = before.table().dealer();
                let tricks = std::array::from_fn(|place| {
                    let seat = dealer.plus(place, game.players());
                    let is_seat = place < game.players() as usize;
                    if is_seat { state.table().tricks(seat) - before.table().tricks(seat) } else { 0 }
                });
                match results.iter_mut().find(|(known, _)| *known == tricks) {
                    Some((_, times)) => *times += 1,
                    None => results.push((tricks, 1)),
                }
                deals += 1;
            }
            if game.turn(&state) == Turn::Over {
                break;
            }
            before = state;
            game.advance(&mut state, &luck);
        }
    }
    let chance = |times: u32| f64::from(times) / f64::from(deals);
    results.into_iter().map(|(tricks, times)| DealResult { tricks, chance: chance(times) }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use kosti_engine::Rules;

    fn game(players: u8, lead: &str) -> Rims {
        Rims::new(RimsRules::parse(&format!("players={players},lead={lead}")).unwrap())
    }

    #[test]
    fn every_split_of_tricks_has_a_place_of_its_own() {
        for players in 2..=MAX_PLAYERS as u8 {
            let table = MatchTable::from_results(players, &[]);
            let seats = players as usize;
            let mut places = Vec::new();
            for total in 0..=most_tricks(players) as u8 {
                visit_splits(total, seats, &mut |tricks| places.push(table.place(tricks.iter().copied())));
            }
            places.sort_unstable();
            assert!(places.iter().copied().eq(0..table.hopes.len() / seats), "{players} players");
        }
    }

    /// The same without a table.
    fn obvious(players: u8, results: &[DealResult], tricks: &[u8], dealer: usize, seat: usize) -> (f64, f64) {
        if tricks.iter().sum::<u8>() as usize > most_tricks(players) {
            let hope = at_the_end(tricks, seat);
            return (f64::from(hope.share), f64::from(hope.lead));
        }
        let mut sums = (0.0, 0.0);
        for result in results {
            let seats = tricks.len();
            let from_dealer = |seat: usize| result.tricks[(seat + seats - dealer) % seats];
            let after: Vec<u8> = (0..seats).map(|seat| tricks[seat] + from_dealer(seat)).collect();
            let next = (dealer + result.next_dealer(players)) % seats;
            let (share, lead) = obvious(players, results, &after, next, seat);
            sums = (sums.0 + result.chance * share, sums.1 + result.chance * lead);
        }
        sums
    }

    #[test]
    fn hopes_are_what_going_through_all_deals_gives() {
        let result = |tricks: &[u8], chance| {
            let mut all = [0; MAX_PLAYERS];
            all[..tricks.len()].copy_from_slice(tricks);
            DealResult { tricks: all, chance }
        };
        let two = [result(&[2, 1], 0.5), result(&[0, 2], 0.3), result(&[0, 3], 0.2)];
        let four = [result(&[1, 1, 0, 1], 0.25), result(&[0, 0, 2, 0], 0.45), result(&[2, 0, 1, 0], 0.3)];
        for (players, results, tricks) in [
            (2, &two, &[8, 9][..]),
            (2, &two, &[11, 11]),
            (4, &four, &[0, 0, 0, 0]),
            (4, &four, &[3, 1, 0, 2]),
            (4, &four, &[2, 2, 2, 3]),
        ] {
            let table = MatchTable::from_results(players, results);
            for dealer in 0..tricks.len() {
                table.visit(
                    |seat| tricks[seat.index()],
                    Seat::new(dealer),
                    |seat, hope| {
                        let (share, lead) = obvious(players, results, tricks, dealer, seat.index());
                        assert!((share - f64::from(hope.share)).abs() < 1e-5, "{tricks:?}: {hope:?}, {share}");
                        assert!((lead - f64::from(hope.lead)).abs() < 1e-4, "{tricks:?}: {hope:?}, {lead}");
                    },
                );
            }
        }
    }

    #[test]
    fn hopes_add_up_and_hold_in_matches_of_sensible_beginners() {
        for (players, lead) in
            [(2, "dealer"), (2, "winner"), (3, "dealer"), (4, "winner"), (7, "dealer"), (13, "dealer")]
        {
            let game = game(players, lead);
            let table = MatchTable::shared(game.rules());
            for hopes in table.hopes.chunks_exact(players as usize) {
                assert!((hopes.iter().map(|hope| hope.share).sum::<f32>() - 1.0).abs() < 1e-4);
                assert!(hopes.iter().map(|hope| hope.lead).sum::<f32>().abs() < 1e-3);
            }
            let matches = 3000;
            let mut first = 0.0;
            for block in 0..matches {
                let luck = Chance::new(SEED + 1, block);
                let mut state = game.start();
                while game.turn(&state) != Turn::Over {
                    match game.turn(&state) {
                        Turn::Seat(seat) => {
                            let action = game.greedy_action(&game.observe(&state, seat));
                            game.play_unchecked(&mut state, action);
                        }
                        _ => game.advance(&mut state, &luck),
                    }
                }
                first += game.scores(&state).share(Seat::new(0)) / matches as f64;
            }
            let hope = f64::from(table.hopes[0].share);
            assert!((hope - first).abs() < 0.04, "{players} players: {hope} is hoped for, {first} came");
        }
    }
}
