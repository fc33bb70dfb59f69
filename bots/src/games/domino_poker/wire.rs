//! Views of domino-poker.

use kosti_engine::domino_poker::{DominoPhase, DominoView, Stage};
use kosti_engine::{Domino, DominoPoker, Game};
use serde::Serialize;

use crate::protocol::{Text, WireGame, by_seat, texts};

/// Domino-poker as a seat sees it.
#[derive(Serialize, Debug)]
pub struct WireDominoView {
    seat: usize,
    stage: Text<Stage>,
    phase: &'static str,
    deal: usize,
    size: u8,
    starter: usize,
    leader: usize,
    /// Empty while bids are blind.
    hand: Vec<Text<Domino>>,
    bids: Vec<Option<u8>>,
    taken: Vec<u8>,
    /// The dominoes by trick and seat.
    tricks: Vec<Vec<Option<Text<Domino>>>>,
    led: Option<Text<Domino>>,
    best: Option<Text<Domino>>,
    best_seat: Option<usize>,
    shown: Option<Text<Domino>>,
    pick: Option<(u8, i8)>,
    scores: Vec<i32>,
}

impl WireGame for DominoPoker {
    type WireView = WireDominoView;

    fn wire_view(&self, view: &DominoView) -> WireDominoView {
        let table = view.table();
        let players = self.players();
        let begun = table.tricks() + usize::from(table.in_trick() > 0);
        WireDominoView {
            seat: view.seat().index(),
            stage: Text(table.stage()),
            phase: match table.phase() {
                DominoPhase::Deal => "deal",
                DominoPhase::Bid => "bid",
                DominoPhase::Play => "play",
                DominoPhase::Pick => "pick",
                DominoPhase::Opening => "open",
                DominoPhase::Over => "over",
            },
            deal: table.deal(),
            size: table.hand(),
            starter: table.starter().index(),
            leader: table.leader().index(),
            hand: texts(view.hand().iter()),
            bids: by_seat(players, |seat| table.bid(seat)),
            taken: by_seat(players, |seat| table.taken(seat)),
            tricks: (0..begun).map(|trick| by_seat(players, |seat| table.laid(trick, seat).map(Text))).collect(),
            led: table.led().map(Text),
            best: table.best().map(Text),
            best_seat: table.best().map(|_| table.best_seat().index()),
            shown: table.shown().map(Text),
            pick: table.pick().map(|(place, direction)| (place, direction.sign())),
            scores: by_seat(players, |seat| table.score(seat)),
        }
    }
}
