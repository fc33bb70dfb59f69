//! A deal in a rollout: nothing but what the policy looks at and what decides the points.

use kosti_engine::domino_poker::{DominoPhase, DominoState, MAX_PLAYERS, Stage};
use kosti_engine::{Domino, DominoPoker, DominoSet, Game, Seat};

use crate::games::domino_poker::search::open_deal::Taken;

/// A deal from the first bid to the last trick, with all hands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Playground {
    pub(super) hands: [DominoSet; MAX_PLAYERS],
    /// All dominoes laid so far.
    pub(super) gone: DominoSet,
    /// Bids by seat: 0 until they are made, and where there are none.
    pub(super) bids: [u8; MAX_PLAYERS],
    pub(super) taken: Taken,
    pub(super) stage: Stage,
    pub(super) players: u8,
    /// Dominoes in a hand at the start.
    pub(super) size: u8,
    /// Tricks still to be taken, with the one in progress.
    pub(super) left: u8,
    /// Whether bids are still to be made.
    pub(super) bidding: bool,
    /// The seat that has to act.
    pub(super) seat: Seat,
    /// Bids made so far, or then dominoes in the trick in progress.
    pub(super) acted: u8,
    pub(super) led: Option<Domino>,
    /// The best domino of the trick in progress, if there is one, and who laid it.
    best: Domino,
    best_seat: Seat,
}

impl Playground {
    /// A deal before the first bid, or before the first trick where there are no bids.
    pub(super) fn dealt(stage: Stage, size: u8, players: u8, starter: Seat, hands: [DominoSet; MAX_PLAYERS]) -> Self {
        Self {
            hands,
            gone: DominoSet::EMPTY,
            bids: [0; MAX_PLAYERS],
            taken: [0; MAX_PLAYERS],
            stage,
            players,
            size,
            left: size,
            bidding: stage.has_bids(),
            seat: starter,
            acted: 0,
            led: None,
            best: Domino::POKER,
            best_seat: starter,
        }
    }

    /// The deal of a state in which a seat has to bid or to play; nothing otherwise.
    #[inline]
    pub(super) fn of(game: &DominoPoker, state: &DominoState) -> Option<Self> {
        let table = state.table();
        let bidding = match table.phase() {
            DominoPhase::Bid => true,
            DominoPhase::Play => false,
            _ => return None,
        };
        let (mut hands, mut bids, mut taken) = ([DominoSet::EMPTY; MAX_PLAYERS], [0; MAX_PLAYERS], [0; MAX_PLAYERS]);
        let mut bids_made = 0;
        for seat in Seat::all(game.players()) {
            hands[seat.index()] = state.hand(seat);
            taken[seat.index()] = table.taken(seat);
            if let Some(bid) = table.bid(seat) {
                bids[seat.index()] = bid;
                bids_made += 1;
            }
        }
        Some(Self {
            hands,
            gone: if bidding { DominoSet::EMPTY } else { table.laid_dominoes() },
            bids,
            taken,
            stage: table.stage(),
            players: game.players(),
            size: table.hand(),
            left: table.hand() - table.tricks() as u8,
            bidding,
            seat: table.seat(),
            acted: if bidding { bids_made } else { table.in_trick() as u8 },
            led: table.led(),
            best: table.best().unwrap_or(Domino::POKER),
            best_seat: table.best_seat(),
        })
    }

    /// The hand of the seat that has to act.
    #[inline]
    pub(super) fn hand(&self) -> DominoSet {
        self.hands[self.seat.index()]
    }

    /// The best domino of the trick in progress.
    #[inline]
    pub(super) fn best(&self) -> Option<Domino> {
        self.led.map(|_| self.best)
    }

    /// What may be played.
    #[inline]
    pub(super) fn legal(&self) -> DominoSet {
        let hand = self.hand();
        match self.led {
            Some(led) if led.asks_for_trumps() => {
                let trumps = hand.and(DominoSet::TRUMPS);
                match trumps.strongest() {
                    Some(strongest) if led == Domino::POKER => DominoSet::of(strongest),
                    Some(_) => trumps,
                    None => hand,
                }
            }
            _ => hand,
        }
    }

    /// Bids.
    #[inline]
    pub(super) fn bid(&mut self, bid: u8) {
        self.bids[self.seat.index()] = bid;
        self.seat = self.seat.next(self.players);
        self.acted += 1;
        if self.acted == self.players {
            self.bidding = false;
            self.acted = 0;
        }
    }

    /// Plays a domino.
    #[inline]
    pub(super) fn lay(&mut self, domino: Domino) {
        self.hands[self.seat.index()].remove(domino);
        self.gone.insert(domino);
        if self.led.is_none() || domino.beats(self.best) {
            self.best = domino;
            self.best_seat = self.seat;
        }
        self.led = self.led.or(Some(domino));
        self.acted += 1;
        if self.acted == self.players {
            self.acted = 0;
            self.led = None;
            self.left -= 1;
            self.taken[self.best_seat.index()] += 1;
            self.seat = self.best_seat;
        } else {
            self.seat = self.seat.next(self.players);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kosti_engine::domino_poker::{DominoAction, DominoLegal};
    use kosti_engine::{ActionSet, Chance, DominoPokerRules, Rng, Rules, Turn};

    /// Random games in which every deal is played on a playground as well: it is always where the engine is.
    #[test]
    fn deals_go_as_in_the_engine() {
        let mut rng = Rng::from_state(41);
        for players in 2..=6u8 {
            let game = DominoPoker::new(DominoPokerRules::parse(&format!("players={players},sevens=1")).unwrap());
            for block in 0..10 {
                let luck = Chance::new(42, block);
                let mut state = game.start();
                let mut deal: Option<Playground> = None;
                while game.turn(&state) != Turn::Over {
                    if game.turn(&state) == Turn::Chance {
                        assert!(deal.is_none_or(|deal| deal.left == 0), "{deal:?}");
                        game.advance(&mut state, &luck);
                        let table = state.table();
                        let hands = std::array::from_fn(|seat| state.hand(Seat::new(seat)));
                        deal = Some(Playground::dealt(table.stage(), table.hand(), players, table.starter(), hands));
                    }
                    let ground = deal.as_mut().unwrap();
                    let there = Playground::of(&game, &state).unwrap();
                    let unlike = |deal: Playground| Playground { best: Domino::POKER, best_seat: Seat::new(0), ..deal };
                    assert_eq!(unlike(*ground), unlike(there));
                    assert_eq!(ground.best(), there.best());
                    let legal = game.legal(&state);
                    let action = legal.pick(&mut rng);
                    match action {
                        DominoAction::Bid(bid) => ground.bid(bid),
                        DominoAction::Play(domino) => {
                            assert_eq!(legal, DominoLegal::Dominoes { set: ground.legal(), count: legal.len() as u8 });
                            ground.lay(domino);
                        }
                        _ => unreachable!("there is no last stage"),
                    }
                    game.play_unchecked(&mut state, action);
                }
            }
        }
    }
}
