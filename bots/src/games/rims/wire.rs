//! Views of rims.

use kosti_engine::rims::{RimsPhase, RimsView};
use kosti_engine::{Card, Game, Rims, Suit};
use serde::Serialize;

use crate::protocol::WireGame;
use crate::written::{SeatNumber, Text, by_seat, texts};

/// Rims as a seat sees it.
#[derive(Serialize, Debug)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct WireRimsView {
    /// The seat of the bot.
    seat: SeatNumber,
    /// What is to be decided.
    phase: WireRimsPhase,
    /// The number of the deal, from 0.
    deal: usize,
    /// Who deals.
    dealer: SeatNumber,
    /// Who began the circle or trick in progress, or is to begin it.
    leader: SeatNumber,
    /// The cards in hand.
    hand: Vec<Text<Card>>,
    /// The suit that is trump now, null before the first card of a deal.
    trump: Option<Text<Suit>>,
    /// In the trump phase the card that sets trump, in the play the best of the trick in progress.
    best: Option<Text<Card>>,
    /// Whose that card is.
    best_seat: Option<SeatNumber>,
    /// The circles of the trump phase, each by seat.
    shown: Vec<Vec<Option<Text<Card>>>>,
    /// The tricks of this deal, each by seat, with the one in progress.
    tricks: Vec<Vec<Option<Text<Card>>>>,
    /// Tricks by seat in this deal.
    taken: Vec<u8>,
    /// Tricks by seat in all.
    scores: Vec<u8>,
    /// Cards of earlier tricks, which never come back.
    gone: Vec<Text<Card>>,
}

/// A phase of rims as it is written.
#[derive(Serialize, Clone, Copy, Debug)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(inline))]
#[serde(rename_all = "lowercase")]
enum WireRimsPhase {
    /// Cards are dealt: no seat is asked then.
    #[cfg_attr(feature = "schema", schemars(skip))]
    Deal,
    /// Lay a card for trump.
    Show,
    /// The dealer lays a higher card or stands.
    Fight,
    /// Play to a trick.
    Play,
    /// The game is over: no seat is asked then.
    #[cfg_attr(feature = "schema", schemars(skip))]
    Over,
}

impl From<RimsPhase> for WireRimsPhase {
    fn from(phase: RimsPhase) -> Self {
        match phase {
            RimsPhase::Deal => Self::Deal,
            RimsPhase::Show => Self::Show,
            RimsPhase::FightOn => Self::Fight,
            RimsPhase::Play => Self::Play,
            RimsPhase::Over => Self::Over,
        }
    }
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
            seat: SeatNumber(view.seat()),
            phase: table.phase().into(),
            deal: table.deal(),
            dealer: SeatNumber(table.dealer()),
            leader: SeatNumber(table.seat().plus(back, players)),
            hand: texts(view.hand().iter()),
            trump: table.trump().map(Text),
            best: table.best().map(Text),
            best_seat: table.best().map(|_| SeatNumber(table.best_seat())),
            shown: (0..circles.min(begun)).map(round).collect(),
            tricks: (circles..begun).map(round).collect(),
            taken: by_seat(players, |seat| table.deal_tricks(seat)),
            scores: by_seat(players, |seat| table.tricks(seat)),
            gone: texts(table.gone().iter()),
        }
    }
}
