//! Views of rims.

use kosti_engine::rims::{HAND, MAX_PLAYERS, RimsAction, RimsDeal, RimsPhase, RimsState, RimsTable, RimsView};
use kosti_engine::{Card, CardSet, Game, ImpossibleMoment, Rims, Seat, Suit};
use serde::{Deserialize, Serialize};

use crate::protocol::{ViewError, WireGame, replay};
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
#[derive(Serialize, Deserialize, Clone, Copy, Debug)]
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

/// What is read of a view of rims.
#[derive(Deserialize, Debug)]
pub struct ReadRimsView {
    seat: SeatNumber,
    phase: WireRimsPhase,
    deal: usize,
    dealer: SeatNumber,
    hand: Vec<Text<Card>>,
    shown: Vec<Vec<Option<Text<Card>>>>,
    tricks: Vec<Vec<Option<Text<Card>>>>,
    taken: Vec<u8>,
    scores: Vec<u8>,
    gone: Vec<Text<Card>>,
}

impl ReadRimsView {
    /// The game before the deal that the view is about.
    fn before_deal(&self, rims: &Rims) -> Result<RimsState, ViewError> {
        let mut gone = CardSet::EMPTY;
        for &Text(card) in &self.gone {
            if gone.contains(card) {
                return Err(ViewError::TooOften(card.to_string()));
            }
            gone.insert(card);
        }
        if self.scores.len() != self.taken.len() {
            return Err(ImpossibleMoment::NotEverySeat { players: rims.players() }.into());
        }
        let earlier = |(score, taken): (&u8, &u8)| score.checked_sub(*taken).ok_or(ImpossibleMoment::TricksOfDeals);
        let tricks: Vec<u8> = self.scores.iter().zip(&self.taken).map(earlier).collect::<Result<_, _>>()?;
        Ok(rims.before_deal(self.deal, self.dealer.0, gone, &tricks)?)
    }

    /// Hands with all cards that are seen, and others that were not.
    fn deal(&self, rims: &Rims) -> Result<RimsDeal, ViewError> {
        let mut unseen = CardSet::DECK;
        self.gone.iter().for_each(|card| unseen.remove(card.0));
        let mut hands = [CardSet::EMPTY; MAX_PLAYERS];
        let laid = self.shown.iter().chain(&self.tricks).flat_map(|round| (0..).zip(round));
        let laid = laid.filter_map(|(seat, card)| Some((seat, card.as_ref()?.0)));
        for (seat, card) in laid.chain(self.hand.iter().map(|card| (self.seat.0.index(), card.0))) {
            if !unseen.contains(card) {
                return Err(ViewError::TooOften(card.to_string()));
            }
            unseen.remove(card);
            hands.get_mut(seat).ok_or(ViewError::NoSuchSeat { seat, players: rims.players() })?.insert(card);
        }
        let mut spare = unseen.iter();
        for seat in Seat::all(rims.players()) {
            let hand = &mut hands[seat.index()];
            if hand.len() > HAND || (seat == self.seat.0 && hand.len() < HAND) {
                return Err(ViewError::HandSize { seat, held: hand.len(), dealt: HAND });
            }
            spare.by_ref().take(HAND - hand.len()).for_each(|card| hand.insert(card));
        }
        Ok(RimsDeal { hands })
    }

    /// What the seat to move is said to have done; nothing if that is what the view asks.
    fn next(&self, table: &RimsTable) -> Option<RimsAction> {
        let laid = |rounds: &[Vec<Option<Text<Card>>>], round: usize| {
            Some(RimsAction::Card((*rounds.get(round)?.get(table.seat().index())?)?.0))
        };
        match table.phase() {
            RimsPhase::Show => laid(&self.shown, table.rounds()),
            RimsPhase::FightOn => {
                let stands = matches!(self.phase, WireRimsPhase::Play).then_some(RimsAction::Stand);
                laid(&self.shown, table.rounds()).or(stands)
            }
            RimsPhase::Play => laid(&self.tricks, table.rounds() - usize::from(table.circles())),
            RimsPhase::Deal | RimsPhase::Over => None,
        }
    }
}

impl WireGame for Rims {
    type WireView = WireRimsView;
    type ReadView = ReadRimsView;

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

    fn rebuild(&self, told: &ReadRimsView) -> Result<(RimsState, Seat), ViewError> {
        let mut state = told.before_deal(self)?;
        let deal = told.deal(self)?;
        self.check_outcome(&state, &deal)?;
        self.resolve(&mut state, &deal);
        while let Some(action) = told.next(state.table()) {
            replay(self, &mut state, action)?;
        }
        Ok((state, told.seat.0))
    }
}
