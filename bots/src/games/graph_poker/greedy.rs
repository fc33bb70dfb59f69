//! Greedy in graph-poker.
//!
//! Greedy looks at every free cell and at the runs of four through it, and gives each of its cards marks for being laid
//! there. Points that are there for the taking count most: a card that makes a run of open cards score. A card that
//! scores only if the one face-down card of the run fits too gets a small part of the points. So does a card that makes
//! three in line with a gap, if greedy holds another one for the gap; marks are lost if a card that greedy has not seen
//! would fill the gap. A run that somebody else could finish is worth spoiling with a card that does not fit, the more
//! so the fewer players there are, since all the others profit as well. Besides, greedy likes to lay a card in line
//! with one of the same suit if it holds more of that suit. Wherever it lays, it prefers cards of its long suits,
//! which prepare flushes, and a little the high ones, which own the runs that several players finish together.

use kosti_engine::graph_poker::{Board, Cell, GraphAction, GraphGame, GraphSize, GraphView, RUN, Spot};
use kosti_engine::{CARDS as DECK, Card, CardSet, Game, SUITS, Suit};

use crate::games::graph_poker::fit::Fit;
use crate::greedy::GreedyGame;

/// Marks for each point that a run scores now.
const TAKE: i32 = 100;
/// Marks for each point that a run scores if its face-down card fits too.
const GUESS: i32 = 15;
/// Marks for each point that a card of the own hand can make of three in line later.
const HOPE: i32 = 20;
/// Marks lost for each point that an unseen card can make of three in line.
const GIFT: i32 = 12;
/// Marks for each point that somebody else could have made, shared by the opponents.
const SPOIL: i32 = 60;
/// Marks for two of a suit in line, for each further card of it in hand.
const PAIR: i32 = 1;
/// How many further cards of a suit count.
const FOLLOWERS: usize = 3;
/// Marks for each card of its suit that the hand holds.
const LONG_SUIT: i32 = 10;
/// Marks for each rank below the card.
const HEIGHT: i32 = 1;

/// How far a run reaches from one end to the other.
const REACH: usize = RUN - 1;

impl<Z: GraphSize> GreedyGame for GraphGame<Z> {
    fn greedy_action(&self, view: &Self::View) -> GraphAction {
        let mut best = None;
        visit_marks(self, view, |marks, action| {
            if best.is_none_or(|(most, _)| marks > most) {
                best = Some((marks, action));
            }
        });
        best.expect("a card to lay and a cell to lay it on").1
    }
}

/// Shows every legal action with the marks that greedy gives it, cell by cell.
#[inline]
pub(crate) fn visit_marks<Z: GraphSize>(
    game: &GraphGame<Z>,
    view: &GraphView<Z>,
    mut visitor: impl FnMut(i32, GraphAction),
) {
    let board = view.board();
    let hand = view.hand().distinct();
    let mut twice = CardSet::EMPTY;
    if Z::DECKS > 1 {
        twice = hand.iter().filter(|&card| view.hand().count(card) > 1).collect();
    }
    let mut marks = Marks::new(hand, twice, game.unseen(view).distinct(), i32::from(game.players()) - 1);
    let anything = Fit::anything(game.rules().ace());
    for cell in board.edge() {
        for (columns, rows) in [(1, 0), (0, 1)] {
            marks.add_line(anything, &Line::new(board, cell, columns, rows));
        }
        for card in hand.iter() {
            visitor(marks.sum_up(card), GraphAction { card, at: cell });
        }
        marks.clear_cell();
    }
}

/// What lies up to three cells to either side of a cell.
struct Line {
    cards: [u8; 2 * REACH + 1],
    /// A bit for each known card.
    known: u32,
    /// A bit for each card that lies face down.
    hidden: u32,
}

impl Line {
    #[inline]
    fn new<Z: GraphSize>(board: &Board<Z>, cell: Cell, columns: i16, rows: i16) -> Self {
        let mut line = Self { cards: [Fit::NO_CARD; 2 * REACH + 1], known: 0, hidden: 0 };
        for side in [-1, 1] {
            for step in 1..=REACH as i16 {
                let steps = side * step;
                let place = (REACH as i16 + steps) as usize;
                match board.spot(cell.plus(columns * steps, rows * steps)) {
                    Spot::Card(card) => {
                        line.cards[place] = card.index() as u8;
                        line.known |= 1 << place;
                    }
                    Spot::FaceDown => line.hidden |= 1 << place,
                    Spot::Edge => {}
                    // Behind a cell that touches nothing there is a lone card at most, two cells away.
                    Spot::Far => break,
                }
            }
        }
        line
    }
}

/// The marks of the cards in hand at one cell.
struct Marks {
    hand: CardSet,
    /// The cards of the hand that stay in it when one copy is laid.
    twice: CardSet,
    unseen: CardSet,
    spoil: i32,
    /// What each card gets anywhere.
    anywhere: [i32; DECK],
    /// What two in line get, by suit.
    pair: [i32; SUITS],
    by_card: [i32; DECK],
    by_suit: [i32; SUITS],
    for_all: i32,
}

impl Marks {
    #[inline]
    fn new(hand: CardSet, twice: CardSet, unseen: CardSet, opponents: i32) -> Self {
        let held = Suit::ALL.map(|suit| hand.and(CardSet::suit(suit)).len());
        let mut anywhere = [0; DECK];
        for card in hand.iter() {
            anywhere[card.index()] =
                LONG_SUIT * held[card.suit() as usize] as i32 + HEIGHT * card.rank().index() as i32;
        }
        Self {
            hand,
            twice,
            unseen,
            spoil: SPOIL / opponents,
            anywhere,
            pair: held.map(|count| PAIR * count.saturating_sub(1).min(FOLLOWERS) as i32),
            by_card: [0; DECK],
            by_suit: [0; SUITS],
            for_all: 0,
        }
    }

    /// Adds the marks for the four runs in a line.
    #[inline]
    fn add_line(&mut self, anything: Fit, line: &Line) {
        if line.known == 0 {
            return;
        }
        for start in 0..RUN {
            const RUN_BITS: u32 = (1 << RUN) - 1;
            let known = line.known >> start & RUN_BITS;
            let hidden = line.hidden >> start & RUN_BITS;
            let place = REACH - start;
            match (known.count_ones(), hidden.count_ones()) {
                (0, _) | (1, 1..) => {}
                (1, 0) => {
                    let card = line.cards[start + known.trailing_zeros() as usize];
                    let suit = usize::from(card) % SUITS;
                    self.by_suit[suit] += self.pair[suit];
                }
                (known_count, hidden_count) => {
                    let cards = &line.cards[start..start + RUN];
                    let fit = cards.iter().enumerate().fold(anything, |fit, (at, &card)| fit.with(at, card));
                    if !fit.is_possible() {
                        continue;
                    }
                    if known_count == 3 {
                        self.add_finish(fit, place);
                    } else if hidden_count == 1 {
                        self.add_guess(fit, place);
                    } else {
                        let gap = (!(known | 1 << place)).trailing_zeros() as usize;
                        self.add_three(fit, place, gap);
                    }
                }
            }
        }
    }

    /// A run of which only this card is missing: it may be finished or spoilt.
    fn add_finish(&mut self, fit: Fit, place: usize) {
        let spoil = self.spoil * fit.points(place, self.unseen);
        self.for_all += spoil;
        for card in fit.cards(place).and(self.hand).iter() {
            self.by_card[card.index()] += TAKE * fit.points(place, CardSet::of(card)) - spoil;
        }
    }

    /// A run of two known cards, a face-down one and this.
    fn add_guess(&mut self, fit: Fit, place: usize) {
        for card in fit.cards(place).and(self.hand).iter() {
            self.by_card[card.index()] += GUESS * fit.points(place, CardSet::of(card));
        }
    }

    /// A run of two known cards, this, and a gap.
    fn add_three(&mut self, fit: Fit, place: usize, gap: usize) {
        for card in fit.cards(place).and(self.hand).iter() {
            let fit = fit.with(place, card.index() as u8);
            let rest = self.hand.without(CardSet::of(card)).or(self.twice.and(CardSet::of(card)));
            self.by_card[card.index()] += HOPE * fit.points(gap, rest) - GIFT * fit.points(gap, self.unseen);
        }
    }

    /// All marks of a card. Its own at this cell are forgotten, so that the next cell starts afresh.
    #[inline]
    fn sum_up(&mut self, card: Card) -> i32 {
        let by_card = std::mem::take(&mut self.by_card[card.index()]);
        self.for_all + self.by_suit[card.suit() as usize] + by_card + self.anywhere[card.index()]
    }

    #[inline]
    fn clear_cell(&mut self) {
        self.by_suit = [0; SUITS];
        self.for_all = 0;
    }
}

#[cfg(test)]
mod tests {
    use kosti_engine::graph_poker::{Deal, GraphPokerRules, Pile};
    use kosti_engine::{Chance, GraphPoker, GraphPokerLarge, Label, MAX_SEATS, Rules, Seat, Turn};

    use super::*;
    use crate::bot::{Bot, Decision};
    use crate::random::Random;

    /// Cards in a column below the origin that neither score nor go with low cards.
    const COLUMN: [&str; 13] = ["6s", "8c", "Td", "7s", "9c", "6d", "8s", "Tc", "7d", "9s", "6c", "8d", "Ts"];

    /// What greedy lays as seat 0 of sixteen after a round that left these three cards in a row and the column, if it
    /// holds these two cards.
    fn answer(row: [&str; 3], held: [&str; 2]) -> GraphAction {
        let game = GraphPoker::new(GraphPokerRules::parse("players=16").unwrap());
        let card = |text: &str| text.parse::<Card>().unwrap();
        let laid = row.iter().chain(&COLUMN).map(|text| card(text));
        let mut stock: Vec<Card> = Card::all().filter(|&other| laid.clone().all(|card| card != other)).collect();
        stock.retain(|&other| held.iter().all(|text| card(text) != other));
        let mut hands = [Pile::EMPTY; MAX_SEATS];
        for (seat, card) in laid.clone().enumerate() {
            hands[seat].insert(card);
        }
        held.iter().for_each(|text| hands[0].insert(card(text)));
        for hand in &mut hands[1..] {
            stock.drain(..2).for_each(|card| hand.insert(card));
        }
        let mut state = game.start();
        let deal = Deal { hands };
        game.check_outcome(&state, &deal).unwrap();
        game.resolve(&mut state, &deal);
        let cells = (0..3).map(|x| Cell::new(x, 0)).chain((1..).map(|y| Cell::new(0, y)));
        for (card, at) in laid.zip(cells) {
            game.play(&mut state, GraphAction { card, at }).unwrap();
        }
        game.greedy_action(&game.observe(&state, Seat::new(0)))
    }

    #[test]
    fn takes_the_best_points() {
        let royal = answer(["Ah", "Kh", "Qh"], ["2h", "Jh"]);
        assert_eq!(royal.to_string(), "Jh@3,0");
        let flush = answer(["2h", "9h", "5h"], ["3c", "Kh"]);
        assert!(["Kh@3,0", "Kh@-1,0"].contains(&flush.to_string().as_str()), "{flush}");
        let four = answer(["3h", "3s", "3d"], ["2h", "3c"]);
        assert!(["3c@3,0", "3c@-1,0"].contains(&four.to_string().as_str()), "{four}");
    }

    #[test]
    fn spoils_what_others_could_finish() {
        assert_eq!(answer(["Ah", "Kh", "Qh"], ["2c", "3d"]).at, Cell::new(3, 0));
        assert_eq!(answer(["Jh", "Qh", "Kh"], ["2c", "3d"]).at, Cell::new(3, 0));
    }

    /// Plays games in which greedy is asked at every turn and heeded at some.
    fn ask_everywhere<G: GreedyGame<Rules = GraphPokerRules>>(rules: &str, games: u64) {
        let game = G::new(GraphPokerRules::parse(rules).unwrap());
        for block in 0..games {
            let luck = Chance::new(21, block);
            let mut rng = luck.stream(Label::bot(0, Seat::new(0)));
            let mut state = game.start();
            game.advance(&mut state, &luck);
            while let Turn::Seat(seat) = game.turn(&state) {
                let view = game.observe(&state, seat);
                let action = game.greedy_action(&view);
                assert_eq!(game.check(&state, action), Ok(()), "{rules}: {action}");
                assert_eq!(game.greedy_action(&view), action, "{rules}");
                let heeded = rng.below(1 + block as u32 % 4) == 0;
                let random = Random.act(Decision::new(&game, &state, seat, &mut rng));
                game.play(&mut state, if heeded { action } else { random }).unwrap();
            }
        }
    }

    #[test]
    fn is_legal_and_deterministic() {
        for rules in ["players=2", "players=3,ace=both", "", "players=7", "players=16,ace=both"] {
            ask_everywhere::<GraphPoker>(rules, 40);
        }
        for rules in ["players=2,decks=2", "decks=2,ace=both", "players=16,decks=3", "players=5,decks=8,ace=both"] {
            ask_everywhere::<GraphPokerLarge>(rules, 8);
        }
    }
}
