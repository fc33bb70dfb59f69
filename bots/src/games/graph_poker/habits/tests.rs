//! The habits of graph-poker, in games and in positions.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use kosti_engine::graph_poker::{Ace, ComboKind, Deal, GraphSize, Pile, Spot};
use kosti_engine::{CARDS, CardSet, GraphPoker, GraphPokerLarge, GraphPokerRules, MAX_SEATS, Rules, Seat, Suit};

use super::*;
use crate::habit::examine::{Say, examine};

const RULES: [&str; 4] = ["players=2", "players=3,ace=both", "players=4", "players=8"];
const LARGE_RULES: [&str; 2] = ["players=4,decks=2,ace=both", "players=16,decks=3"];

/// Examines a habit in games of both sizes.
macro_rules! examine_both {
    ($habit:expr, $is_its_own:ident) => {{
        examine::<GraphPokerLarge>(&LARGE_RULES, 2, &$habit, $is_its_own);
        examine::<GraphPoker>(&RULES, 12, &$habit, $is_its_own);
    }};
}

/// What a habit of seat 0 asks in the second round, if these cards were laid in the first and these are left in hand.
pub(in crate::games::graph_poker) fn asked(
    habit: &dyn Habit<GraphPoker>,
    laid: &str,
    held: &str,
    usual: &str,
) -> String {
    let laid: Vec<GraphAction> = laid.split(' ').map(|action| action.parse().unwrap()).collect();
    let held: Vec<Card> = held.split(' ').map(|card| card.parse().unwrap()).collect();
    let game = GraphPoker::new(GraphPokerRules::parse(&format!("players={}", laid.len())).unwrap());
    let mut hands = [Pile::EMPTY; MAX_SEATS];
    let mut stock = Card::all().filter(|card| !held.contains(card) && laid.iter().all(|action| action.card != *card));
    held.iter().for_each(|&card| hands[0].insert(card));
    for (seat, action) in laid.iter().enumerate() {
        hands[seat].insert(action.card);
        while hands[seat].len() < game.hand_size() {
            hands[seat].insert(stock.next().unwrap());
        }
    }
    let mut state = game.start();
    game.check_outcome(&state, &Deal { hands }).unwrap();
    game.resolve(&mut state, &Deal { hands });
    laid.iter().for_each(|&action| game.play(&mut state, action).unwrap());
    let usual = usual.parse().unwrap();
    game.check(&state, usual).unwrap();
    let answer = habit.ask(&game, &game.observe(&state, Seat::new(0)), usual);
    answer.map_or("nothing".to_owned(), |action| action.to_string())
}

/// The open cards of the runs through a cell, with the card at the cell in its place.
fn runs<Z: GraphSize>(view: &GraphView<Z>, action: GraphAction) -> Vec<[Option<Card>; RUN]> {
    let mut runs = Vec::new();
    visit_runs(action.at, |place, cells| {
        let mut cards = cells.map(|cell| view.board().card_at(cell));
        cards[place] = Some(action.card);
        runs.push(cards);
    });
    runs
}

pub(in crate::games::graph_poker) fn scores_nothing<Z: GraphSize>(say: &Say<'_, GraphGame<Z>>) -> bool {
    runs(say.view, say.usual).into_iter().all(|cards| match cards {
        [Some(a), Some(b), Some(c), Some(d)] => ComboKind::of([a, b, c, d], say.game.rules().ace()).is_none(),
        _ => true,
    })
}

pub(in crate::games::graph_poker) fn builds_a_flush<Z: GraphSize>(say: &Say<'_, GraphGame<Z>>) -> bool {
    let held = |suit| say.view.hand().iter().filter(|card| card.suit() == suit).count();
    let suit = say.asked.card.suit();
    let in_line = runs(say.view, say.asked).into_iter().filter_map(|cards| {
        let open = cards.into_iter().flatten();
        open.clone().all(|card| card.suit() == suit).then(|| open.count())
    });
    held(suit) >= 3
        && Suit::ALL.into_iter().all(|other| held(other) <= held(suit))
        && in_line.max() >= Some(2)
        && scores_nothing(say)
}

#[test]
fn builds_flushes() {
    examine_both!(BuildFlush, builds_a_flush);
    let laid = "2h@0,0 9h@1,0 4c@0,1 6d@0,2 8s@0,3 Tc@0,4 Qd@0,5 Ks@0,6";
    // Next to the two hearts; greedy prefers the higher card.
    let answer = asked(&BuildFlush, laid, "5h 7h Jh 3c 2d", "3c@0,7");
    assert!(["Jh@2,0", "Jh@-1,0"].contains(&answer.as_str()), "{answer}");
    assert_eq!(asked(&BuildFlush, laid, "5h 7h Jh 3c 2d", "5h@2,0"), "5h@2,0");
    // Two of a suit are too few, and one open card is enough to build on.
    assert_eq!(asked(&BuildFlush, laid, "5h 7h Jc 3c 2d", "3c@0,7"), "nothing");
    let spades = asked(&BuildFlush, laid, "5s 7s Js 3c 2d", "3c@0,7");
    assert!(spades.starts_with("Js@"), "{spades}");
    // A run that scores now is not given up.
    let laid = "2h@0,0 9h@1,0 4h@2,0 6d@0,1 8s@0,2 Tc@0,3 Qd@0,4 Ks@0,5";
    assert_eq!(asked(&BuildFlush, laid, "5h 7c Jc 3c 2d", "5h@3,0"), "nothing");
    // No open card of the suit.
    assert_eq!(asked(&BuildFlush, &laid.replace("Tc", "Td"), "5h 7c Jc 3c 2d", "5h@0,6"), "nothing");
}

/// How many runs of three of a suit, one of them laid by the seat, an unseen card finishes after an action.
fn slow_offers<Z: GraphSize>(say: &Say<'_, GraphGame<Z>>, action: GraphAction) -> usize {
    let (board, unseen) = (say.view.board(), say.game.unseen(say.view));
    let before = (0..board.laid()).map(|number| (board.cell(number), (board.card(number), say.game.laid_by(number))));
    let laid: BTreeMap<Cell, (Option<Card>, Seat)> =
        before.chain([(action.at, (Some(action.card), say.view.seat()))]).collect();
    let mut runs = BTreeSet::new();
    laid.keys().for_each(|&cell| visit_runs(cell, |_, cells| _ = runs.insert(cells)));
    let is_offer = |cells: &[Cell; RUN]| {
        let lying: Vec<_> = cells.iter().filter_map(|cell| laid.get(cell)).collect();
        let suits: Vec<Option<Suit>> = lying.iter().map(|(card, _)| card.map(Card::suit)).collect();
        lying.len() == 3
            && lying.iter().any(|(_, seat)| *seat == say.view.seat())
            && suits.iter().all(|&suit| suit.is_some() && suit == suits[0])
            && unseen.iter().any(|card| Some(card.suit()) == suits[0])
    };
    runs.iter().filter(|cells| is_offer(cells)).count()
}

fn guards_flushes<Z: GraphSize>(say: &Say<'_, GraphGame<Z>>) -> bool {
    scores_nothing(say) && slow_offers(say, say.asked) < slow_offers(say, say.usual)
}

#[test]
fn guards_its_flushes() {
    examine_both!(GuardFlush, guards_flushes);
    let laid = "2h@0,0 9h@1,0 4c@0,1 6d@0,2 8s@0,3 Tc@0,4 Qd@0,5 Ks@0,6";
    // A third heart in line would be an offer, and so would one with a gap; another suit there would not.
    for offer in ["5h@2,0", "5h@-1,0"] {
        let answer = asked(&GuardFlush, laid, "5h 7h Jh 3c 2d", offer);
        assert!(answer != "nothing" && answer != offer, "{answer}");
        assert!(!(answer.contains('h') && answer.ends_with(",0")), "{answer}");
    }
    assert_eq!(asked(&GuardFlush, laid, "5h 7h Jh 3c 2d", "3c@2,0"), "nothing");
    assert_eq!(asked(&GuardFlush, laid, "5h 7h Jh 3c 2d", "5h@0,7"), "nothing");
    // An offer with its own two is closed: at either end there is only one way to finish it.
    let closed = "2h@0,0 9h@1,0 4h@2,0 6d@-1,0 8s@0,1 Tc@0,2 Qd@0,3 Ks@0,4";
    assert!(asked(&GuardFlush, closed, "5s 7c Jc 3c 2d", "5s@0,5").ends_with("@3,0"));
    assert_eq!(asked(&GuardFlush, closed, "5s 7c Jc 3c 2d", "5s@3,0"), "nothing");
    // What scores is laid, and what others built is not its own.
    assert_eq!(asked(&GuardFlush, closed, "5h 7c Jc 3c 2d", "5h@3,0"), "nothing");
    let of_others = "6d@0,0 2h@1,0 9h@2,0 4h@3,0 8s@0,1 Tc@0,2 Qd@0,3 Ks@0,4";
    assert_eq!(asked(&GuardFlush, of_others, "5s 7c Jc 3c 2d", "5s@0,5"), "nothing");
}

pub(in crate::games::graph_poker) fn prolongs_a_flush<Z: GraphSize>(say: &Say<'_, GraphGame<Z>>) -> bool {
    let (board, suit) = (say.view.board(), say.asked.card.suit());
    let own = |cell| (0..board.laid()).any(|n| board.cell(n) == cell && say.game.laid_by(n) == say.view.seat());
    let all_of_suit = |cells: &[Cell]| cells.iter().all(|&cell| board.card_at(cell).map(Card::suit) == Some(suit));
    let mut prolongs = false;
    visit_runs(say.asked.at, |place, cells| {
        // The run of four behind one that the card begins or ends.
        let step = Cell::new(cells[1].x - cells[0].x, cells[1].y - cells[0].y);
        let behind = match place {
            0 => cells.map(|cell| cell.plus(step.x, step.y)),
            3 => cells.map(|cell| cell.plus(-step.x, -step.y)),
            _ => return,
        };
        prolongs |= all_of_suit(&behind) && behind.into_iter().any(own);
    });
    prolongs && !scores_nothing(&Say { usual: say.asked, ..*say })
}

#[test]
fn prolongs_its_flushes() {
    examine_both!(ProlongFlush, prolongs_a_flush);
    let laid = "2h@0,0 9h@1,0 4h@2,0 6h@3,0 8s@0,1 Tc@0,2 Qd@0,3 Ks@0,4";
    let answer = asked(&ProlongFlush, laid, "5h 7c Jc 3c 2d", "Jc@0,5");
    assert!(["5h@4,0", "5h@-1,0"].contains(&answer.as_str()), "{answer}");
    assert_eq!(asked(&ProlongFlush, laid, "5h 8h Jc 3c 2d", "5h@-1,0"), "5h@-1,0");
    assert_eq!(asked(&ProlongFlush, laid, "5s 7c Jc 3c 2d", "Jc@0,5"), "nothing");
    // Three are no flush yet, and a flush of others is not its own.
    assert_eq!(asked(&ProlongFlush, &laid.replace("6h", "6d"), "5h 7c Jc 3c 2d", "Jc@0,5"), "nothing");
    let of_others = "8s@0,0 2h@0,1 9h@1,1 4h@2,1 6h@3,1 Tc@0,2 Qd@0,3 Ks@0,4";
    assert_eq!(asked(&ProlongFlush, of_others, "5h 7c Jc 3c 2d", "Jc@0,5"), "nothing");
    // Where a straight flush follows as well, it goes there.
    let straight = laid.replace("9h@1,0", "3h@1,0").replace("6h@3,0", "5h@3,0").replace("2h@0,0", "9h@0,0");
    assert_eq!(asked(&ProlongFlush, &straight, "6h Kh Jc 3c 2d", "Jc@0,5"), "6h@4,0");
}

/// The cards of a hand that belong to sets of three, said in another way.
fn slow_sets<Z: GraphSize>(game: &GraphGame<Z>, view: &GraphView<Z>) -> CardSet {
    let hand = view.hand();
    let low_ace = game.rules().ace() == Ace::Both;
    let is_in_set = |card: &Card| {
        let of_rank = hand.iter().filter(|other| other.rank() == card.rank()).count();
        let heights = |card: Card| {
            let height = card.rank().index() as i32 + 1;
            [Some(height), (height == 13 && low_ace).then_some(0)].into_iter().flatten()
        };
        let of_suit = hand.distinct().iter().filter(|other| other.suit() == card.suit());
        let straight = (0..=10).any(|lowest| {
            let within = |card: Card| heights(card).any(|height| (lowest..lowest + 4).contains(&height));
            within(*card) && of_suit.clone().filter(|&other| within(other)).count() >= 3
        });
        of_rank >= 3 || straight
    };
    hand.distinct().iter().filter(is_in_set).collect()
}

fn keeps_sets<Z: GraphSize>(say: &Say<'_, GraphGame<Z>>) -> bool {
    let sets = slow_sets(say.game, say.view);
    let asked = if sets.contains(say.usual.card) { !sets.contains(say.asked.card) } else { say.asked == say.usual };
    !sets.is_empty() && say.view.board().laid() < 20 && asked
}

/// Every straight and royal flush in line order, as the engine counts them.
static STRAIGHTS: LazyLock<Vec<(Ace, [Card; RUN])>> = LazyLock::new(|| {
    let ranks = CARDS / SUITS;
    let of_suit = |suit: usize| {
        (0..ranks.pow(RUN as u32)).map(move |number| {
            std::array::from_fn(|place| Card::from_index(number / ranks.pow(place as u32) % ranks * SUITS + suit))
        })
    };
    let great =
        |(ace, cards)| matches!(ComboKind::of(cards, ace), Some(ComboKind::RoyalFlush | ComboKind::StraightFlush));
    let all =
        [Ace::High, Ace::Both].into_iter().flat_map(|ace| (0..SUITS).flat_map(of_suit).map(move |cards| (ace, cards)));
    all.filter(|&run| great(run)).collect()
});

pub(in crate::games::graph_poker) fn builds_sets<Z: GraphSize>(say: &Say<'_, GraphGame<Z>>) -> bool {
    let (board, hand, lays) = (say.view.board(), say.view.hand(), say.asked.card);
    let mut builds = false;
    visit_runs(say.asked.at, |place, cells| {
        if cells.iter().any(|&cell| board.spot(cell) == Spot::FaceDown) {
            return;
        }
        let open = (0..RUN).filter_map(|other| Some((other, board.card_at(cells[other])?)));
        let numbers = (0..board.laid()).filter(|&number| say.game.laid_by(number) == say.view.seat());
        let own = numbers.filter(|&number| cells.contains(&board.cell(number))).count();
        let free = RUN - open.clone().count();
        let of_rank = hand.iter().filter(|card| card.rank() == lays.rank()).count().min(free);
        builds |= open.clone().all(|(_, card)| card.rank() == lays.rank()) && own + of_rank >= 3;
        for (_, cards) in STRAIGHTS.iter().filter(|(ace, cards)| *ace == say.game.rules().ace() && cards[place] == lays)
        {
            let held = (0..RUN).filter(|&other| board.card_at(cells[other]).is_none() && hand.contains(cards[other]));
            builds |= open.clone().all(|(other, card)| cards[other] == card) && own + held.count() >= 3;
        }
    });
    builds
}

fn keeps_then_builds<Z: GraphSize>(say: &Say<'_, GraphGame<Z>>) -> bool {
    if say.view.board().laid() < 20 { keeps_sets(say) } else { builds_sets(say) }
}

#[test]
fn keeps_sets_until_the_table_is_large() {
    examine_both!(KeepThenBuild(20), keeps_then_builds);
    let laid = "2h@0,0 9h@1,0 4c@0,1 6d@0,2 8s@0,3 Tc@0,4 Qd@0,5 Ks@0,6";
    let ask = |laid_before, held| asked(&KeepThenBuild(laid_before), laid, held, "7h@2,0");
    assert!(["3c@", "2d@"].contains(&&ask(20, "7h 7c 7d 3c 2d")[..3]));
    assert!(ask(9, "7h 8h Th 3c 2d").starts_with(['3', '2']));
    assert_eq!(ask(20, "7h 7c 8d 3c 2d"), "nothing");
    assert_eq!(ask(20, "7h 8h Jh 3c 2d"), "nothing");
    assert!(ask(20, "7h 7c 7d 7s 6h").starts_with("6h"));
    assert_eq!(asked(&KeepThenBuild(20), laid, "7h 7c 7d 3c 2d", "2d@2,0"), "2d@2,0");
    assert!(asked(&KeepThenBuild(8), laid, "7h 7c 7d 3c 2d", "2d@2,0").starts_with('7'));
    assert!(asked(&KeepThenBuild(9), laid, "7h 7c 7d 3c 2d", "2d@2,0").starts_with('2'));
}

#[test]
fn builds_sets_at_once() {
    examine_both!(SetEarly, builds_sets);
    let laid = "7s@0,0 9h@1,0 4c@0,1 6d@0,2 8s@0,3 Tc@0,4 Qd@0,5 Ks@0,6";
    // The seven on the table is its own, so two more are enough; there is room to the left of it and above.
    let sevens = asked(&SetEarly, laid, "7h 7c 5d 3c 2d", "2d@2,0");
    assert!(["7h@0,-1", "7h@-1,0", "7c@0,-1", "7c@-1,0"].contains(&sevens.as_str()), "{sevens}");
    assert_eq!(asked(&SetEarly, laid, "7h 7c 5d 3c 2d", "7h@0,-1"), "7h@0,-1");
    assert_eq!(asked(&SetEarly, laid, "7h Jc 5d 3c 2d", "2d@2,0"), "nothing");
    // In a straight flush the order matters: next to the seven goes the six.
    let six = asked(&SetEarly, laid, "5s 6s Jd 3c 2d", "2d@2,0");
    assert!(["6s@0,-1", "6s@-1,0"].contains(&six.as_str()), "{six}");
    // A ten that somebody else laid goes with the set, but does not make it.
    assert_eq!(asked(&SetEarly, laid, "Td Ah 5d 3c Th", "3c@2,0"), "nothing");
    let tens = asked(&SetEarly, laid, "Td Ts Th 3c 2d", "3c@2,0");
    assert!(tens.starts_with('T') && (tens.ends_with("@1,4") || tens.ends_with("@-1,4")), "{tens}");
}

fn keeps_then_builds_for_nothing<Z: GraphSize>(say: &Say<'_, GraphGame<Z>>) -> bool {
    scores_nothing(say) && keeps_then_builds(say)
}

#[test]
fn leaves_points_alone_if_it_should() {
    examine_both!(Scoreless(KeepThenBuild(20)), keeps_then_builds_for_nothing);
    let laid = "2h@0,0 9h@1,0 4h@2,0 6d@0,1 8s@0,2 Tc@0,3 Qd@0,4 Ks@0,5";
    fn leaves_points(laid: &str, habit: impl Habit<GraphPoker> + Copy, name: &str, spoilt: &str) {
        let ask = |habit: &dyn Habit<GraphPoker>, usual| asked(habit, laid, "7h 7c 7d 7s Kc", usual);
        let scoreless = GraphPoker::habit(name).unwrap();
        assert!(ask(&habit, "7h@3,0").starts_with(spoilt), "{name}");
        assert_eq!(ask(&scoreless, "7h@3,0"), "nothing");
        assert_eq!(ask(&scoreless, "7h@0,6"), ask(&habit, "7h@0,6"));
    }
    leaves_points(laid, KeepThenBuild(20), "scoreless-keep-then-build=20", "Kc@");
    leaves_points(laid, SetEarly, "scoreless-set-early", "7");
    assert!(GraphPoker::habit("scoreless-never").is_none());
}

#[test]
fn waits_where_others_build_at_once() {
    let laid = "7s@0,0 9h@1,0 4c@0,1 6d@0,2 8s@0,3 Tc@0,4 Qd@0,5 Ks@0,6";
    let late = GraphPoker::habit("late-instead-of-early=20").unwrap();
    // With two of the three sevens in hand there is nothing to keep, but others would build on the first.
    let (two, three) = ("7h 7c 5d 3c 2d", "7h 7c 7d 3c 2d");
    let others = |held| asked(late.instead_of().unwrap(), laid, held, "2d@2,0");
    assert!(others(two).starts_with('7') && others(three).starts_with('7'));
    assert_eq!([two, three].map(|held| asked(&late, laid, held, "2d@2,0")), ["2d@2,0", "2d@2,0"]);
    assert!(asked(&late, laid, three, "7d@2,0").starts_with(['2', '3']));
    // Where neither has anything to say, both say nothing.
    assert_eq!(
        (others("7h Jc 5d 3c 2d"), asked(&late, laid, "7h Jc 5d 3c 2d", "2d@2,0")),
        ("nothing".into(), "nothing".into())
    );
    assert!(GraphPoker::habit("scoreless-set-early").unwrap().instead_of().is_none());
}

pub(in crate::games::graph_poker) fn crosses<Z: GraphSize>(say: &Say<'_, GraphGame<Z>>) -> bool {
    let open = |action| {
        let mut open = [0, 0];
        for (number, cards) in runs(say.view, action).into_iter().enumerate() {
            // Some cards in the free places make it score.
            let ace = say.game.rules().ace();
            let place = number % RUN;
            let fit = cards.iter().enumerate().fold(Fit::anything(ace), |fit, (other, card)| {
                fit.with(other, card.map_or(Fit::NO_CARD, |card| card.index() as u8))
            });
            let others = cards.iter().enumerate().filter(|(other, card)| *other != place && card.is_some());
            open[number / RUN] += usize::from(others.count() > 0 && fit.is_possible());
        }
        if open.contains(&0) { 0 } else { open[0] + open[1] }
    };
    let mut marks = [None; 2];
    visit_marks(say.game, say.view, |found, action| {
        for (marks, wanted) in marks.iter_mut().zip([say.usual, say.asked]) {
            if action == wanted {
                *marks = Some(found);
            }
        }
    });
    let better = say.asked == say.usual || open(say.asked) > open(say.usual);
    let alike = (marks[0].unwrap() - marks[1].unwrap()).abs() <= NEARLY;
    say.asked.card == say.usual.card && better && alike && open(say.asked) > 1
}

#[test]
fn prefers_crossings() {
    examine_both!(PreferCrossings, crosses);
    // A corner of hearts: the cell inside lies in line with one across and one down.
    let laid = "2h@0,0 9h@1,0 4c@2,0 6d@3,0 8h@0,1 Tc@0,2 Qd@0,3 Ks@0,4";
    assert_eq!(asked(&PreferCrossings, laid, "Jh 3s 5s 3c 2d", "Jh@4,0"), "Jh@1,1");
    assert_eq!(asked(&PreferCrossings, laid, "Jh 3s 5s 3c 2d", "Jh@1,1"), "Jh@1,1");
    // In one line nothing crosses.
    let line = "2h@0,0 9h@1,0 4c@2,0 6d@3,0 8h@4,0 Tc@5,0 Qd@6,0 Ks@7,0";
    assert_eq!(asked(&PreferCrossings, line, "Jh 3s 5s 3c 2d", "Jh@0,-1"), "nothing");
}
