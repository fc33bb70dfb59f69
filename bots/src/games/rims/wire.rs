//! Views of rims.

use kosti_engine::rims::{RimsPhase, RimsView};
use kosti_engine::{Card, Game, Rims, Suit};
use serde::Serialize;

use crate::protocol::{Text, WireGame, by_seat, texts};

/// Rims as a seat sees it.
#[derive(Serialize, Debug)]
pub struct WireRimsView {
    seat: usize,
    phase: &'static str,
    deal: usize,
    dealer: usize,
    /// Who laid the first card of the circle or trick in progress, or is to lay it.
    leader: usize,
    hand: Vec<Text<Card>>,
    trump: Option<Text<Suit>>,
    best: Option<Text<Card>>,
    best_seat: Option<usize>,
    /// The cards by circle and seat.
    shown: Vec<Vec<Option<Text<Card>>>>,
    /// The cards by trick and seat.
    tricks: Vec<Vec<Option<Text<Card>>>>,
    taken: Vec<u8>,
    scores: Vec<u8>,
    gone: Vec<Text<Card>>,
}

impl WireGame for Rims {
    type WireView = WireRimsView;

    fn wire_view(&self, view: &RimsView) -> WireRimsView {
        let table = view.table();
        let players = self.players();
        let round = |round| by_seat(players, |seat| table.laid(round, seat).map(Text));
        let circles = usize::from(table.circles());
        // The round in progress is written once a card lies in it.
        let begun = table.rounds() + usize::from(table.in_round() > 0);
        let back = usize::from(players) - table.in_round();
        WireRimsView {
            seat: view.seat().index(),
            phase: match table.phase() {
                RimsPhase::Deal => "deal",
                RimsPhase::Show => "show",
                RimsPhase::FightOn => "fight",
                RimsPhase::Play => "play",
                RimsPhase::Over => "over",
            },
            deal: table.deal(),
            dealer: table.dealer().index(),
            leader: table.seat().plus(back, players).index(),
            hand: texts(view.hand().iter()),
            trump: table.trump().map(Text),
            best: table.best().map(Text),
            best_seat: table.best().map(|_| table.best_seat().index()),
            shown: (0..circles.min(begun)).map(round).collect(),
            tricks: (circles..begun).map(round).collect(),
            taken: by_seat(players, |seat| table.deal_tricks(seat)),
            scores: by_seat(players, |seat| table.tricks(seat)),
            gone: texts(table.gone().iter()),
        }
    }
}
