//! Views of domino-poker.

use kosti_engine::domino_poker::{DominoPhase, DominoView, Stage};
use kosti_engine::{Domino, DominoPoker, Game};
use serde::Serialize;

use crate::protocol::WireGame;
use crate::written::{SeatNumber, Text, by_seat, texts};

/// Domino-poker as a seat sees it.
#[derive(Serialize, Debug)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct WireDominoView {
    /// The seat of the bot.
    seat: SeatNumber,
    /// The stage of the game.
    stage: Text<Stage>,
    /// What is to be decided.
    phase: WireDominoPhase,
    /// The number of the deal, from 0.
    deal: usize,
    /// The dominoes in a hand at the start of the deal.
    size: u8,
    /// Who started the deal.
    starter: SeatNumber,
    /// Who leads the trick in progress; in the last stage, who picks.
    leader: SeatNumber,
    /// The dominoes in hand; none while bids are blind.
    hand: Vec<Text<Domino>>,
    /// Bids by seat.
    bids: Vec<Option<u8>>,
    /// Tricks by seat in this deal.
    taken: Vec<u8>,
    /// The tricks of this deal, each by seat, with the one in progress.
    tricks: Vec<Vec<Option<Text<Domino>>>>,
    /// The domino led to the trick in progress.
    led: Option<Text<Domino>>,
    /// The best in it.
    best: Option<Text<Domino>>,
    /// Whose that is.
    best_seat: Option<SeatNumber>,
    /// In the last stage the domino shown.
    shown: Option<Text<Domino>>,
    /// In the last stage the place and the direction picked.
    pick: Option<(u8, i8)>,
    /// Points by seat before this deal.
    scores: Vec<i32>,
}

/// A phase of domino-poker as it is written.
#[derive(Serialize, Clone, Copy, Debug)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(inline))]
#[serde(rename_all = "lowercase")]
enum WireDominoPhase {
    /// Dominoes are dealt: no seat is asked then.
    #[cfg_attr(feature = "schema", schemars(skip))]
    Deal,
    /// Bid.
    Bid,
    /// Play to a trick.
    Play,
    /// Pick a domino from the ring.
    Pick,
    /// Open or keep closed.
    Open,
    /// The game is over: no seat is asked then.
    #[cfg_attr(feature = "schema", schemars(skip))]
    Over,
}

impl From<DominoPhase> for WireDominoPhase {
    fn from(phase: DominoPhase) -> Self {
        match phase {
            DominoPhase::Deal => Self::Deal,
            DominoPhase::Bid => Self::Bid,
            DominoPhase::Play => Self::Play,
            DominoPhase::Pick => Self::Pick,
            DominoPhase::Opening => Self::Open,
            DominoPhase::Over => Self::Over,
        }
    }
}

impl WireGame for DominoPoker {
    type WireView = WireDominoView;

    fn wire_view(&self, view: &DominoView) -> WireDominoView {
        let table = view.table();
        let players = self.players();
        let begun = table.tricks() + usize::from(table.in_trick() > 0);
        WireDominoView {
            seat: SeatNumber(view.seat()),
            stage: Text(table.stage()),
            phase: table.phase().into(),
            deal: table.deal(),
            size: table.hand(),
            starter: SeatNumber(table.starter()),
            leader: SeatNumber(table.leader()),
            hand: texts(view.hand().iter()),
            bids: by_seat(players, |seat| table.bid(seat)),
            taken: by_seat(players, |seat| table.taken(seat)),
            tricks: (0..begun).map(|trick| by_seat(players, |seat| table.laid(trick, seat).map(Text))).collect(),
            led: table.led().map(Text),
            best: table.best().map(Text),
            best_seat: table.best().map(|_| SeatNumber(table.best_seat())),
            shown: table.shown().map(Text),
            pick: table.pick().map(|(place, direction)| (place, direction.sign())),
            scores: by_seat(players, |seat| table.score(seat)),
        }
    }
}
