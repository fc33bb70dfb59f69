use kosti_engine::{DominoPoker, Game, GraphPoker, GraphPokerLarge, Rims, Turn};

use crate::search::aim::Aim;
use crate::search::game::{SearchGame, Values};
use crate::search::sheet::outlook_at_end;

macro_rules! stopgap {
    ($game:ty, $lead:expr) => {
        impl SearchGame for $game {
            type Endings = ();
            fn stops(&self, root: &Self::State, state: &Self::State) -> bool {
                let _ = root;
                !matches!(self.turn(state), Turn::Seat(_))
            }
            fn outlook(&self, aim: Aim, _: &Self::State, state: &Self::State) -> Values {
                outlook_at_end(aim, self.scores(state).as_slice(), $lead)
            }
        }
    };
}
stopgap!(Rims, 8.0);
stopgap!(DominoPoker, 100.0);
stopgap!(GraphPoker, 20.0);
stopgap!(GraphPokerLarge, 20.0);
