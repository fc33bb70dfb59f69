//! Views of domino-poker.

use kosti_engine::domino_poker::{
    Direction, DominoAction, DominoDeal, DominoPhase, DominoState, DominoTable, DominoView, MAX_PLAYERS, Stage,
    place_of,
};
use kosti_engine::{DOMINOES, Domino, DominoPoker, DominoSet, Game, IllegalAction, Seat};
use serde::{Deserialize, Serialize};

use crate::protocol::{ViewError, WireGame, replay};
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

/// What is read of a view of domino-poker.
#[derive(Deserialize, Debug)]
pub struct ReadDominoView {
    seat: SeatNumber,
    deal: usize,
    hand: Vec<Text<Domino>>,
    bids: Vec<Option<u8>>,
    tricks: Vec<Vec<Option<Text<Domino>>>>,
    shown: Option<Text<Domino>>,
    pick: Option<(u8, i8)>,
    scores: Vec<i32>,
}

impl ReadDominoView {
    /// Hands with all dominoes that are seen, and others that were not.
    fn hands(&self, players: u8, table: &DominoTable) -> Result<[DominoSet; MAX_PLAYERS], ViewError> {
        let dealt = usize::from(table.hand());
        let unsettled = table.stage() == Stage::Blind && self.bids.iter().any(Option::is_none);
        let mut unseen = DominoSet::ALL;
        let mut hands = [DominoSet::EMPTY; MAX_PLAYERS];
        let laid = self.tricks.iter().flat_map(|trick| (0..).zip(trick));
        let laid = laid.filter_map(|(seat, domino)| Some((seat, domino.as_ref()?.0)));
        for (seat, domino) in laid.chain(self.hand.iter().map(|domino| (self.seat.0.index(), domino.0))) {
            if !unseen.contains(domino) {
                return Err(ViewError::TooOften(domino.to_string()));
            }
            unseen.remove(domino);
            hands.get_mut(seat).ok_or(ViewError::NoSuchSeat { seat, players })?.insert(domino);
        }
        let mut spare = unseen.iter();
        for seat in Seat::all(players) {
            let hand = &mut hands[seat.index()];
            let known = seat == self.seat.0 && !unsettled;
            if hand.len() > dealt || (known && hand.len() < dealt) {
                return Err(ViewError::HandSize { seat, held: hand.len(), dealt });
            }
            spare.by_ref().take(dealt - hand.len()).for_each(|domino| hand.insert(domino));
        }
        Ok(hands)
    }

    /// What the seat to move is said to have bid or played; nothing if that is what the view asks.
    fn next(&self, table: &DominoTable) -> Option<DominoAction> {
        let seat = table.seat().index();
        match table.phase() {
            DominoPhase::Bid => self.bids.get(seat).copied().flatten().map(DominoAction::Bid),
            DominoPhase::Play => {
                let domino = self.tricks.get(table.tricks())?.get(seat)?.as_ref()?;
                Some(DominoAction::Play(domino.0))
            }
            _ => None,
        }
    }

    /// Whether the seat to move cannot have played this: the rest of its hand is not known, what it lacks is.
    fn is_refuted(&self, table: &DominoTable, action: DominoAction) -> bool {
        match action {
            DominoAction::Play(domino) => table.lacks(table.seat()).contains(domino),
            _ => false,
        }
    }

    /// A ring in which the domino shown and the seat's own lie where they are said to.
    fn ring(&self, players: u8, picker: Seat) -> Result<[Domino; DOMINOES], ViewError> {
        let mut fixed = [None; DOMINOES];
        let mut unseen = DominoSet::ALL;
        if let (Some(Text(shown)), Some((place, direction))) = (self.shown, self.pick) {
            let seat = self.seat.0;
            let [Text(own)] = self.hand[..] else {
                return Err(ViewError::HandSize { seat, held: self.hand.len(), dealt: 1 });
            };
            if own == shown {
                return Err(ViewError::TooOften(own.to_string()));
            }
            let offset = (seat.index() + usize::from(players) - picker.index()) % usize::from(players);
            let pick = usize::from(place) % DOMINOES;
            fixed[pick] = Some(shown);
            fixed[place_of(pick as u8, to_direction(direction)?, shown, offset)] = Some(own);
            unseen.remove(shown);
            unseen.remove(own);
        }
        let mut spare = unseen.iter();
        Ok(fixed.map(|domino| domino.or_else(|| spare.next()).unwrap_or(Domino::POKER)))
    }
}

fn to_direction(sign: i8) -> Result<Direction, ViewError> {
    let known = Direction::ALL.into_iter().find(|direction| direction.sign() == sign);
    known.ok_or_else(|| ViewError::Unreadable(format!("a direction is 1 or -1, not {sign}")))
}

/// Whether the dominoes that a view does not show can lie in the other hands and the stock.
///
/// Whoever may hold a trump may hold every weaker one. So it is enough to count the places for the strongest trump, the
/// two strongest, and so on.
fn has_room(view: &DominoView, players: u8) -> bool {
    let table = view.table();
    let unseen = view.unseen();
    let others = || Seat::all(players).filter(|&seat| seat != view.seat());
    let held: usize = others().map(|seat| table.hand_len(seat)).sum();
    let stock = unseen.len().saturating_sub(held);
    let mut trumps = unseen.and(DominoSet::TRUMPS);
    let mut placed = 0;
    while let Some(trump) = trumps.strongest() {
        trumps.remove(trump);
        placed += 1;
        let open = others().filter(|&seat| !table.lacks(seat).contains(trump));
        if placed > stock + open.map(|seat| table.hand_len(seat)).sum::<usize>() {
            return false;
        }
    }
    true
}

impl WireGame for DominoPoker {
    type WireView = WireDominoView;
    type ReadView = ReadDominoView;

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

    fn rebuild(&self, told: &ReadDominoView) -> Result<(DominoState, Seat), ViewError> {
        let (players, SeatNumber(own)) = (self.players(), told.seat);
        if own.index() >= usize::from(players) {
            return Err(ViewError::NoSuchSeat { seat: own.index(), players });
        }
        let mut state = self.before_deal(told.deal, &told.scores)?;
        if state.table().stage() == Stage::Last {
            // The scores alone make the picker: whatever the ring.
            let mut dealt = state;
            self.resolve(&mut dealt, &DominoDeal::Ring(told.ring(players, own)?));
            let deal = DominoDeal::Ring(told.ring(players, dealt.table().seat())?);
            self.check_outcome(&state, &deal)?;
            self.resolve(&mut state, &deal);
            if let Some((place, direction)) = told.pick {
                replay(self, &mut state, DominoAction::Pick(place, to_direction(direction)?))?;
                // All open at once: what those before have done is hidden.
                while state.table().phase() == DominoPhase::Opening && state.table().seat() != own {
                    replay(self, &mut state, DominoAction::Close)?;
                }
            }
            return Ok((state, own));
        }
        let deal = DominoDeal::Hands(told.hands(players, state.table())?);
        self.check_outcome(&state, &deal)?;
        self.resolve(&mut state, &deal);
        while let Some(action) = told.next(state.table()) {
            let seat = state.table().seat();
            if seat == own || !matches!(action, DominoAction::Play(_)) {
                replay(self, &mut state, action)?;
            } else if told.is_refuted(state.table(), action) {
                let reason = IllegalAction::MustFollowTrump;
                return Err(ViewError::Move { seat, action: action.to_string(), reason });
            } else {
                self.play_unchecked(&mut state, action);
            }
        }
        if !has_room(&self.observe(&state, own), players) {
            return Err(ViewError::NoRoom);
        }
        Ok((state, own))
    }
}
