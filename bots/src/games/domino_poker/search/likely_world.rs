//! Worlds in which the others hold what their bids promise.

use kosti_engine::domino_poker::{DominoState, DominoView, MAX_PLAYERS, Stage};
use kosti_engine::{DominoPoker, DominoSet, Game, Rng, Seat};

use crate::games::domino_poker::search::hand_strength::{ONE_TRICK, tricks_in};

/// One of this many worlds is taken, each as likely as the bids make it.
const WORLDS: usize = 4;

/// A bid is off by about this many tricks from what the hand is good for.
const USUAL_ERROR: f32 = 0.8;

/// A state that fits what a seat knows, the likelier the better the hands of the others fit their bids.
pub(super) fn likely_world(game: &DominoPoker, view: &DominoView, rng: &mut Rng) -> DominoState {
    let first = game.determinize(view, rng);
    let bids = Bids::of(game.players(), view);
    if bids.count == 0 {
        return first;
    }
    let mut all = bids.likelihood(&first);
    let mut chosen = first;
    for _ in 1..WORLDS {
        let world = game.determinize(view, rng);
        let likelihood = bids.likelihood(&world);
        all += likelihood;
        // In the end each world has been kept with its part of all likelihoods.
        if rng.word() as u32 as f32 * all < likelihood * u32::MAX as f32 {
            chosen = world;
        }
    }
    chosen
}

/// The bids of other seats who had seen their hands.
struct Bids {
    players: u8,
    /// The seat, its bid, and what it has laid since.
    bids: [(Seat, u8, DominoSet); MAX_PLAYERS],
    count: usize,
}

impl Bids {
    fn of(players: u8, view: &DominoView) -> Self {
        let table = view.table();
        let mut bids = [(Seat::new(0), 0, DominoSet::EMPTY); MAX_PLAYERS];
        let mut count = 0;
        if table.stage() == Stage::Bidding {
            for seat in Seat::all(players).filter(|&seat| seat != view.seat()) {
                let Some(bid) = table.bid(seat) else { continue };
                let laid = (0..table.hand() as usize).filter_map(|trick| table.laid(trick, seat)).collect();
                bids[count] = (seat, bid, laid);
                count += 1;
            }
        }
        Self { players, bids, count }
    }

    /// How well these bids go with the hands of a world.
    #[inline]
    fn likelihood(&self, world: &DominoState) -> f32 {
        self.bids[..self.count].iter().fold(1.0, |likelihood, &(seat, bid, laid)| {
            let tricks = tricks_in(world.hand(seat).or(laid), self.players);
            let error = (i32::from(bid) * ONE_TRICK - tricks) as f32 / (USUAL_ERROR * ONE_TRICK as f32);
            let odds = 1.0 + error * error;
            likelihood / (odds * odds)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kosti_engine::domino_poker::DominoPhase;
    use kosti_engine::{ActionSet, Chance, DominoPokerRules, Rules, Turn};

    #[test]
    fn worlds_fit_what_is_known_and_mostly_the_bids() {
        let game = DominoPoker::new(DominoPokerRules::parse("players=4").unwrap());
        let mut rng = Rng::from_state(11);
        let (mut likely, mut uniform) = (0.0, 0.0);
        for block in 0..40 {
            let luck = Chance::new(12, block);
            let mut state = game.start();
            while game.turn(&state) != Turn::Over {
                let Turn::Seat(seat) = game.turn(&state) else {
                    game.advance(&mut state, &luck);
                    continue;
                };
                let view = game.observe(&state, seat);
                let world = likely_world(&game, &view, &mut rng);
                assert_eq!(game.observe(&world, seat), view);
                if view.table().phase() == DominoPhase::Play && view.table().stage() == Stage::Bidding {
                    let bids = Bids::of(game.players(), &view);
                    likely += bids.likelihood(&world);
                    uniform += bids.likelihood(&game.determinize(&view, &mut rng));
                }
                let action = game.legal(&state).pick(&mut rng);
                game.play_unchecked(&mut state, action);
            }
        }
        assert!(likely > 1.2 * uniform, "{likely} {uniform}");
    }
}
