//! What the rollout policy takes notice of, and what it chooses between.

use kosti_engine::domino_poker::{MAX_HAND, MAX_PLAYERS, Stage};
use kosti_engine::{DOMINOES, Domino, DominoSet};

use crate::games::domino_poker::search::hand_strength::{ONE_TRICK, tricks_in};
use crate::games::domino_poker::search::playground::Playground;

/// Ways to play at a moment; some may mean the same domino.
pub(super) const WAYS: usize = 6;

/// What is bid at most, and one for no trick.
pub(super) const BIDS: usize = MAX_HAND + 1;

/// Where in a trick a seat stands, and whether it can take it.
const PLACES_IN_TRICK: usize = 9;
/// Tricks still needed: passed, none, one, two, more; out of reach or worth ten each; to be shunned.
const NEEDS: usize = 7;
/// What the hand is good for beyond what is needed, in steps.
pub(super) const MARGINS: usize = 11;
const NO_MARGIN: i32 = MARGINS as i32 / 2;
const MARGIN_STEP: i32 = 100;
/// Whether all seats together need fewer tricks than are left, as many, or more.
const PRESSURES: usize = 3;
/// Whether the hand holds the strongest domino that is left.
const MASTERS: usize = 2;
/// The moments of play that the table tells apart.
pub(super) const PLAY_CELLS: usize = PLACES_IN_TRICK * NEEDS * MAX_HAND * PRESSURES * MASTERS * MARGINS;

/// First to bid, in between, or last.
const PLACES: usize = 3;
/// What others have bid beyond their part.
const OVERBIDS: usize = 5;
/// What a hand is good for, as a part of its size.
pub(super) const LEVELS: usize = 32;
/// How many of the three strongest dominoes it holds.
const TOPS: usize = 4;
pub(super) const BLIND_CELLS: usize = PLACES * MAX_HAND * OVERBIDS;
/// The moments of bidding that the table tells apart.
pub(super) const BID_CELLS: usize = BLIND_CELLS * (1 + TOPS * LEVELS);

/// The three strongest.
const TOP: DominoSet = DominoSet::from_bits(0b111 << (DOMINOES - 3));

/// A domino that takes the trick more often than this, in [`ONE_TRICK`], is as good as sure to.
const SURE: i32 = 200;

/// The chance in [`ONE_TRICK`] that each opponent lays something weaker, if it lays any unseen domino: by number of players
/// from two on, of unseen dominoes, and of those that are stronger.
static CHANCES: [[[u16; DOMINOES + 1]; DOMINOES + 1]; MAX_PLAYERS - 1] = {
    let mut chances = [[[ONE_TRICK as u16; DOMINOES + 1]; DOMINOES + 1]; MAX_PLAYERS - 1];
    let mut players = 2;
    while players <= MAX_PLAYERS {
        let mut unseen = 1;
        while unseen <= DOMINOES {
            let mut stronger = 0;
            while stronger <= unseen {
                let (mut part, mut whole) = (ONE_TRICK as u64, 1);
                let mut opponent = 1;
                while opponent < players {
                    part *= (unseen - stronger) as u64;
                    whole *= unseen as u64;
                    opponent += 1;
                }
                chances[players - 2][unseen][stronger] = ((part + whole / 2) / whole) as u16;
                stronger += 1;
            }
            unseen += 1;
        }
        players += 1;
    }
    chances
};

/// The cell of the moment at which a seat bids.
#[inline]
pub(super) fn bid_cell(deal: &Playground) -> usize {
    let (players, size, acted) = (i32::from(deal.players), i32::from(deal.size), i32::from(deal.acted));
    let place = if acted == 0 { 0 } else { 1 + usize::from(acted + 1 == players) };
    let sum: i32 = deal.bids.iter().map(|&bid| i32::from(bid)).sum();
    // In steps of three quarters of a trick.
    let overbid = (4 * sum - 4 * acted * size / players + 6).div_euclid(3).clamp(0, OVERBIDS as i32 - 1) as usize;
    let cell = (place * MAX_HAND + deal.size as usize - 1) * OVERBIDS + overbid;
    if deal.stage == Stage::Blind {
        return cell;
    }
    let hand = deal.hand();
    let level = tricks_in(hand, deal.players) * LEVELS as i32 / (ONE_TRICK * size);
    let level = level.min(LEVELS as i32 - 1) as usize;
    BLIND_CELLS + (cell * TOPS + hand.and(TOP).len()) * LEVELS + level
}

/// A moment at which a seat has to play a domino.
#[derive(Clone, Copy, Debug)]
pub(super) struct PlayMoment {
    /// The number of what the policy takes notice of.
    pub(super) cell: usize,
    legal: DominoSet,
    winners: DominoSet,
    losers: DominoSet,
    leads: bool,
}

impl PlayMoment {
    /// The moment of the seat whose turn it is.
    #[inline]
    pub(super) fn of(deal: &Playground) -> Self {
        let (players, left) = (deal.players as usize, i32::from(deal.left));
        let (hand, legal) = (deal.hand(), deal.legal());
        let unseen = DominoSet::ALL.without(deal.gone).without(hand);
        let chances = &CHANCES[players - 2][unseen.len()];
        let chance = |domino: Domino| i32::from(chances[unseen.and(domino.beaten_by()).len()]);
        let good_for: i32 = hand.iter().map(chance).sum();
        let (need, aim, pressure) = need(deal);
        let margin = (good_for - aim + MARGIN_STEP / 2).div_euclid(MARGIN_STEP) + NO_MARGIN;
        let margin = margin.clamp(0, MARGINS as i32 - 1) as usize;
        let master = hand.strongest().is_some_and(|domino| unseen.and(domino.beaten_by()).is_empty());
        let (mut place, mut winners, mut losers) = (0, legal, DominoSet::EMPTY);
        if let Some(best) = deal.best() {
            winners = legal.and(best.beaten_by());
            losers = legal.without(winners);
            let is_last = deal.acted + 1 == deal.players;
            place = match (is_last, winners.strongest(), losers.is_empty()) {
                (true, Some(_), false) => 1,
                (true, Some(_), true) => 2,
                (true, None, _) => 3,
                (false, Some(strongest), false) => 4 + usize::from(chance(strongest) > SURE),
                (false, Some(strongest), true) => 6 + usize::from(chance(strongest) > SURE),
                (false, None, _) => 8,
            };
        }
        let cell = (place * NEEDS + need) * MAX_HAND + left as usize - 1;
        let cell = (cell * PRESSURES + pressure) * MASTERS + usize::from(master);
        Self { cell: cell * MARGINS + margin, legal, winners, losers, leads: deal.led.is_none() }
    }

    /// The domino that a way to play means here.
    #[inline]
    pub(super) fn domino(&self, way: usize) -> Domino {
        let found = if self.leads {
            match way {
                0 => self.legal.strongest(),
                1 => self.legal.weakest(),
                2 => self.legal.without(DominoSet::TRUMPS).without(DominoSet::of(Domino::POKER)).strongest(),
                3 => self.legal.and(DominoSet::TRUMPS).weakest(),
                4 => middle(self.legal),
                _ => second(self.legal),
            }
        } else {
            match way {
                0 => self.winners.weakest(),
                1 => self.winners.strongest(),
                2 => self.losers.strongest(),
                3 => self.losers.weakest(),
                4 => middle(self.losers),
                _ => middle(self.winners),
            }
        };
        found.or(self.legal.strongest()).unwrap_or(Domino::POKER)
    }

    /// The domino that each way means, and whether no earlier way means the same.
    pub(super) fn dominoes(&self) -> ([Domino; WAYS], [bool; WAYS]) {
        let dominoes: [Domino; WAYS] = std::array::from_fn(|way| self.domino(way));
        (dominoes, std::array::from_fn(|way| !dominoes[..way].contains(&dominoes[way])))
    }
}

/// The class of what the seat to move needs, how many tricks that are in [`ONE_TRICK`], and the pressure on all tricks left.
#[inline]
fn need(deal: &Playground) -> (usize, i32, usize) {
    let left = i32::from(deal.left);
    let part = left * ONE_TRICK / i32::from(deal.players);
    match deal.stage {
        Stage::Grab => return (5, part, 0),
        Stage::Mizer => return (6, part, 0),
        _ => {}
    }
    let needs = |seat: usize| i32::from(deal.bids[seat]) - i32::from(deal.taken[seat]);
    let wanted: i32 = (0..deal.players as usize).map(|seat| needs(seat).max(0)).sum();
    let pressure = if wanted < left { 0 } else { 1 + usize::from(wanted > left) };
    let need = needs(deal.seat.index());
    if need > left {
        // Each trick that is taken loses ten points less: as in grab.
        (5, part, pressure)
    } else if need < 0 {
        (0, 0, pressure)
    } else {
        ((1 + need).min(4) as usize, need * ONE_TRICK, pressure)
    }
}

#[inline]
fn second(mut set: DominoSet) -> Option<Domino> {
    set.remove(set.strongest()?);
    set.strongest()
}

/// The middle one, of two the stronger.
#[inline]
fn middle(mut set: DominoSet) -> Option<Domino> {
    while set.len() > 2 {
        set.remove(set.strongest()?);
        set.remove(set.weakest()?);
    }
    set.strongest()
}

#[cfg(test)]
mod tests {
    use super::*;
    use kosti_engine::{Rng, Seat};

    fn set(text: &str) -> DominoSet {
        text.split(' ').map(|domino| domino.parse::<Domino>().unwrap()).collect()
    }

    #[test]
    fn ways_to_play_are_what_they_are_called() {
        let hands = [set("4-1 6-5 6-6 2-0 6-0 1-1"), set("2-1 6-4 3-0 5-0 0-0 5-5"), DominoSet::EMPTY];
        let hands = std::array::from_fn(|seat| hands.get(seat).copied().unwrap_or_default());
        let mut deal = Playground::dealt(Stage::Grab, 6, 2, Seat::new(0), hands);
        let told = |deal: &Playground| PlayMoment::of(deal).dominoes().0.map(|domino| domino.to_string());
        assert_eq!(told(&deal), ["1-1", "4-1", "6-6", "2-0", "2-0", "6-0"]);
        deal.lay("6-5".parse().unwrap());
        // Against eleven pips: trumps win, the others lose.
        assert_eq!(told(&deal), ["3-0", "0-0", "6-4", "2-1", "5-5", "5-0"]);
        deal.lay("5-0".parse().unwrap());
        assert_eq!(deal.taken[1], 1);
        deal.lay("2-1".parse().unwrap());
        assert_eq!(told(&deal)[..4], ["4-1", "1-1", "1-1", "1-1"]);
    }

    #[test]
    fn cells_are_within_the_tables_and_follow_from_what_the_seat_knows() {
        let mut rng = Rng::from_state(51);
        for round in 0..4000 {
            let players = 2 + (round % 5) as u8;
            let most = (DOMINOES as u8 / players).min(MAX_HAND as u8);
            let size = 1 + rng.below(u32::from(most)) as u8;
            let stage = [Stage::Bidding, Stage::Blind, Stage::Grab, Stage::Mizer][rng.below(4) as usize];
            let mut pack: [Domino; DOMINOES] = std::array::from_fn(Domino::from_index);
            rng.shuffle_front(&mut pack, DOMINOES);
            let mut hands = [DominoSet::EMPTY; MAX_PLAYERS];
            for (hand, dominoes) in hands.iter_mut().zip(pack.chunks(size as usize)).take(players as usize) {
                *hand = dominoes.iter().copied().collect();
            }
            let mut deal = Playground::dealt(stage, size, players, Seat::new(0), hands);
            while deal.left > 0 {
                // Other hands make no difference.
                let mut other = deal;
                for seat in Seat::all(players).filter(|&seat| seat != deal.seat) {
                    other.hands[seat.index()] = DominoSet::EMPTY;
                }
                if deal.bidding {
                    assert!(bid_cell(&deal) < BID_CELLS && bid_cell(&deal) == bid_cell(&other));
                    deal.bid(rng.below(u32::from(size) + 1) as u8);
                } else {
                    let moment = PlayMoment::of(&deal);
                    assert!(moment.cell < PLAY_CELLS && moment.cell == PlayMoment::of(&other).cell);
                    let (dominoes, first) = moment.dominoes();
                    assert!(first[0] && dominoes.iter().all(|&domino| deal.legal().contains(domino)));
                    deal.lay(dominoes[rng.below(WAYS as u32) as usize]);
                }
            }
        }
    }
}
