//! The course of a game.

use core::marker::PhantomData;

use crate::card::{CARDS as DECK, Card, CardSet};
use crate::chance::{Chance, Label};
use crate::error::{IllegalAction, ImpossibleOutcome};
use crate::game::{Game, Turn};
use crate::graph_poker::action::GraphAction;
use crate::graph_poker::board::{Board, Spot};
use crate::graph_poker::combo::{Combo, Round};
use crate::graph_poker::legal::GraphLegal;
use crate::graph_poker::pile::Pile;
use crate::graph_poker::rules::{GraphPokerRules, Start};
use crate::graph_poker::size::{Array, GraphSize};
use crate::graph_poker::state::GraphState;
use crate::graph_poker::table::Table;
use crate::graph_poker::view::GraphView;
use crate::rng::Rng;
use crate::seat::{MAX_SEATS, Scores, Seat};

/// Graph-poker with at most as many decks as the size says.
#[derive(Clone, Debug)]
pub struct GraphGame<Z: GraphSize> {
    rules: GraphPokerRules,
    hand_size: u8,
    size: PhantomData<Z>,
}

/// The cards have to be dealt.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DealRequest;

/// What each seat gets. The other cards are set aside.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Deal<Z: GraphSize> {
    /// The hands by seat; those of seats that do not play are empty.
    pub hands: [Pile<Z>; MAX_SEATS],
}

impl<Z: GraphSize> GraphGame<Z> {
    /// Whether a game of this type is large enough for the rules.
    #[inline]
    pub const fn fits(rules: &GraphPokerRules) -> bool {
        rules.decks as usize <= Z::DECKS
    }

    /// How many cards each seat gets, and so how many rounds there are.
    #[inline]
    pub fn hand_size(&self) -> usize {
        usize::from(self.hand_size)
    }

    /// Who laid the card before which that many were laid.
    #[inline]
    pub fn laid_by(&self, number: usize) -> Seat {
        let players = self.rules.players;
        self.starter(number / usize::from(players)).plus(number % usize::from(players), players)
    }

    /// Who lays the first card of a round (from 0).
    #[inline]
    pub fn starter(&self, round: usize) -> Seat {
        match self.rules.start {
            Start::Dealer => Seat::new(0),
            Start::Rotate => Seat::new(0).plus(round, self.rules.players),
        }
    }

    /// The cards that were not dealt; none before the deal.
    pub fn set_aside(&self, state: &GraphState<Z>) -> Pile<Z> {
        if !state.table.dealt {
            return Pile::EMPTY;
        }
        let mut rest = Pile::of_decks(usize::from(self.rules.decks));
        state.hands.iter().flat_map(Pile::iter).for_each(|card| rest.remove(card));
        state.board().cards().flatten().for_each(|card| rest.remove(card));
        rest
    }

    /// The cards that a seat has never seen: in other hands, face down on the table, or set aside.
    #[inline]
    pub fn unseen(&self, view: &GraphView<Z>) -> Pile<Z> {
        let mut rest = Pile::of_decks(usize::from(self.rules.decks));
        view.hand.unordered().chain(view.board().cards().flatten()).for_each(|card| rest.remove(card));
        rest
    }

    /// How many cards a seat holds.
    #[inline]
    pub fn cards_held(&self, view: &GraphView<Z>, seat: Seat) -> usize {
        self.held(&view.table, seat)
    }

    /// Shows every run that scored in the round that has just ended; none if a round is under way.
    #[inline]
    pub fn visit_combos(&self, state: &GraphState<Z>, visitor: impl FnMut(Combo)) {
        if state.round_ended() {
            self.last_round(state.board(), state.rounds()).visit(visitor);
        }
    }

    /// The last of this many rounds, in which the last cards were laid.
    #[inline]
    fn last_round<'a>(&self, board: &'a Board<Z>, rounds: usize) -> Round<'a, Z> {
        let (players, starter) = (self.rules.players, self.starter(rounds - 1));
        Round { board, new: board.laid() - usize::from(players)..board.laid(), starter, ace: self.rules.ace }
    }

    /// Gives the points of a round whose last card has just been laid. Kept out of what lays the cards, which is fastest when
    /// it is small.
    #[inline(never)]
    fn end_round(&self, table: &mut Table<Z>) {
        table.rounds += 1;
        let round = self.last_round(&table.board, table.rounds.into());
        round.visit(|combo| table.points[combo.owner.index()] += i16::from(combo.points()));
        if self.rules.start == Start::Rotate {
            table.starter = table.starter.next(self.rules.players);
            table.seat = table.starter;
        }
    }

    #[inline]
    fn held(&self, table: &Table<Z>, seat: Seat) -> usize {
        if !table.dealt || seat.index() >= usize::from(self.rules.players) {
            return 0;
        }
        let has_laid = table.place_of(seat) < table.place_of(table.seat);
        self.hand_size() - usize::from(table.rounds) - usize::from(has_laid)
    }

    #[inline]
    fn turn_at(&self, table: &Table<Z>) -> Turn {
        if !table.dealt {
            Turn::Chance
        } else if table.rounds == self.hand_size {
            Turn::Over
        } else {
            Turn::Seat(table.seat)
        }
    }

    #[inline]
    fn legal_from<'a>(&self, table: &'a Table<Z>, hand: &Pile<Z>) -> GraphLegal<'a, Z> {
        let cards = hand.distinct();
        // With one deck the size of the hand is known without counting.
        let count = match (Z::DECKS, table.dealt) {
            (1, true) => self.hand_size() - usize::from(table.rounds),
            _ => cards.len(),
        };
        GraphLegal { board: &table.board, cards, count: count as u8 }
    }
}

impl<Z: GraphSize> Game for GraphGame<Z> {
    type Rules = GraphPokerRules;
    type State = GraphState<Z>;
    type View = GraphView<Z>;
    type Action = GraphAction;
    type Legal<'a> = GraphLegal<'a, Z>;
    type Request = DealRequest;
    type Outcome = Deal<Z>;

    /// # Panics
    /// If the rules have more decks than this type can hold: see [`GraphGame::fits`].
    fn new(rules: GraphPokerRules) -> Self {
        assert!(Self::fits(&rules), "{rules} needs room for more than {} decks", Z::DECKS);
        let hand_size = usize::from(rules.decks) * DECK / usize::from(rules.players);
        Self { rules, hand_size: hand_size as u8, size: PhantomData }
    }

    fn rules(&self) -> &GraphPokerRules {
        &self.rules
    }

    #[inline]
    fn players(&self) -> u8 {
        self.rules.players
    }

    #[inline]
    fn start(&self) -> Self::State {
        GraphState { table: Table::new(self.rules.players), hands: [Pile::EMPTY; MAX_SEATS] }
    }

    #[inline]
    fn turn(&self, state: &Self::State) -> Turn {
        self.turn_at(&state.table)
    }

    #[inline]
    fn request(&self, _state: &Self::State) -> DealRequest {
        DealRequest
    }

    #[inline]
    fn draw(&self, DealRequest: DealRequest, luck: &Chance) -> Deal<Z> {
        let mut rng = luck.stream(Label::deal(0));
        let stock = usize::from(self.rules.decks) * DECK;
        let dealt = self.hand_size() * usize::from(self.rules.players);
        let mut cards = Z::Stock::from_fn(|number| Card::from_index(number % DECK));
        // If all are dealt, the last hand is what the others leave.
        let drawn = if dealt == stock { dealt - self.hand_size() } else { dealt };
        rng.shuffle_front(&mut cards.as_mut()[..stock], drawn);
        let mut hands = [Pile::EMPTY; MAX_SEATS];
        for (hand, cards) in hands.iter_mut().zip(cards.as_ref()[..dealt].chunks_exact(self.hand_size())) {
            cards.iter().for_each(|&card| hand.insert(card));
        }
        Deal { hands }
    }

    fn check_outcome(&self, state: &Self::State, deal: &Deal<Z>) -> Result<(), ImpossibleOutcome> {
        if self.turn(state) != Turn::Chance {
            return Err(ImpossibleOutcome::NotDue);
        }
        let (playing, others) = deal.hands.split_at(usize::from(self.rules.players));
        if playing.iter().any(|hand| hand.len() != self.hand_size()) || others.iter().any(|hand| !hand.is_empty()) {
            return Err(ImpossibleOutcome::HandSize(self.hand_size));
        }
        let copies = |card| playing.iter().map(|hand| hand.count(card)).sum::<usize>();
        if Card::all().any(|card| copies(card) > usize::from(self.rules.decks)) {
            return Err(ImpossibleOutcome::NotInStock);
        }
        Ok(())
    }

    #[inline]
    fn resolve(&self, state: &mut Self::State, deal: &Deal<Z>) {
        state.hands = deal.hands;
        state.table.dealt = true;
    }

    #[inline]
    fn legal<'a>(&'a self, state: &'a Self::State) -> Self::Legal<'a> {
        self.legal_from(&state.table, &state.hands[state.table.seat.index()])
    }

    #[inline]
    fn legal_in<'a>(&'a self, view: &'a Self::View) -> Self::Legal<'a> {
        if view.seat == view.table.seat {
            self.legal_from(&view.table, &view.hand)
        } else {
            GraphLegal { board: &view.table.board, cards: CardSet::EMPTY, count: 0 }
        }
    }

    fn check(&self, state: &Self::State, action: GraphAction) -> Result<(), IllegalAction> {
        let seat = match self.turn(state) {
            Turn::Over => return Err(IllegalAction::GameOver),
            Turn::Chance => return Err(IllegalAction::ChanceFirst),
            Turn::Seat(seat) => seat,
        };
        if !state.hand(seat).contains(action.card) {
            return Err(IllegalAction::NotHeld);
        }
        match state.board().spot(action.at) {
            Spot::Edge => Ok(()),
            Spot::Card(_) | Spot::FaceDown => Err(IllegalAction::CellTaken),
            Spot::Far if state.board().laid() == 0 => Err(IllegalAction::NotAtOrigin),
            Spot::Far => Err(IllegalAction::CellDetached),
        }
    }

    #[inline(always)]
    fn play_unchecked(&self, state: &mut Self::State, action: GraphAction) {
        let GraphState { table, hands } = state;
        hands[table.seat.index()].remove(action.card);
        table.board.lay(action.card, action.at);
        table.seat = table.seat.next(self.rules.players);
        if table.seat == table.starter {
            self.end_round(table);
        }
    }

    #[inline]
    fn observe(&self, state: &Self::State, seat: Seat) -> Self::View {
        let mut view = GraphView { table: state.table, hand: state.hands[seat.index()], seat };
        state.table.hidden_from(seat).for_each(|number| view.table.board.set_card(number, None));
        view
    }

    /// Every way in which the unseen cards can lie is as likely as any other, copies told apart.
    #[inline]
    fn determinize(&self, view: &Self::View, rng: &mut Rng) -> Self::State {
        let mut state = GraphState { table: view.table, hands: [Pile::EMPTY; MAX_SEATS] };
        state.hands[view.seat.index()] = view.hand;
        let mut cards = Z::Stock::filled_with(Card::from_index(0));
        let mut unseen = 0;
        for card in self.unseen(view).unordered() {
            cards[unseen] = card;
            unseen += 1;
        }
        let others = || Seat::all(self.rules.players).filter(|&seat| seat != view.seat);
        let hidden = view.face_down().filter(|&number| view.board().card(number).is_none());
        let needed = hidden.clone().count() + others().map(|seat| self.held(&view.table, seat)).sum::<usize>();
        rng.shuffle_front(&mut cards.as_mut()[..unseen], needed);
        let mut next = cards.as_ref()[..needed].iter();
        for (number, &card) in hidden.zip(&mut next) {
            state.table.board.set_card(number, Some(card));
        }
        for seat in others() {
            let hand = &mut state.hands[seat.index()];
            next.by_ref().take(self.held(&view.table, seat)).for_each(|&card| hand.insert(card));
        }
        state
    }

    fn scores(&self, state: &Self::State) -> Scores {
        Scores::new(self.rules.players, |seat| state.points(seat))
    }
}
