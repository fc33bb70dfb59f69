use kosti_engine::{Card, CardSet, GraphPoker, GraphPokerLarge, Suit};

use super::*;
use crate::disciple::AsHabit;
use crate::games::graph_poker::habits::tests::{
    asked, builds_a_flush, builds_sets, crosses, prolongs_a_flush, scores_nothing,
};
use crate::greedy::GreedyGame;
use crate::habit::examine::{Say, examine};

const RULES: [&str; 3] = ["players=3,ace=both", "players=4", "players=2"];
const LARGE_RULES: [&str; 2] = ["players=4,decks=2,ace=both", "players=16,decks=3"];

/// Examines an advice in games of both sizes.
macro_rules! examine_both {
    ($advice:expr, $is_its_own:ident) => {{
        examine::<GraphPokerLarge>(&LARGE_RULES, 3, &AsHabit($advice), $is_its_own);
        examine::<GraphPoker>(&RULES, 16, &AsHabit($advice), $is_its_own);
    }};
}

fn told(advice: GraphAdvice, laid: &str, held: &str, usual: &str) -> String {
    asked(&AsHabit(advice), laid, held, usual)
}

/// The cards of a hand that belong to a whole set in it, said in another way.
fn slow_whole_sets<Z: GraphSize>(say: &Say<'_, GraphGame<Z>>) -> CardSet {
    let hand = say.view.hand();
    let low_ace = say.game.rules().ace() == kosti_engine::graph_poker::Ace::Both;
    let of_suit = |suit: Suit, number: usize| {
        // Ace, two, three … king, ace.
        let rank = (number + 12) % 13;
        Card::from_index(rank * 4 + suit as usize)
    };
    let mut cards: Vec<Card> = hand.distinct().iter().collect();
    cards.retain(|&card| {
        let four = hand.iter().filter(|other| other.rank() == card.rank()).count() >= 4;
        let lowest = if low_ace { 0 } else { 1 };
        let straight = (lowest..=10).any(|from| {
            let run: Vec<Card> = (from..from + 4).map(|number| of_suit(card.suit(), number)).collect();
            run.contains(&card) && run.iter().all(|&other| hand.contains(other))
        });
        four || straight
    });
    cards.into_iter().collect()
}

fn keeps_whole_sets<Z: GraphSize>(say: &Say<'_, GraphGame<Z>>) -> bool {
    let sets = slow_whole_sets(say);
    let small = say.view.board().laid() < 20 && say.game.players() > 2;
    small && scores_nothing(say) && sets.contains(say.usual.card) && !sets.contains(say.asked.card)
}

/// A card of a set of which it has laid or holds four.
fn builds_whole_sets<Z: GraphSize>(say: &Say<'_, GraphGame<Z>>) -> bool {
    say.view.board().laid() >= 20 && say.game.players() > 2 && scores_nothing(say) && builds_sets(say) && {
        let own = (0..say.view.board().laid()).filter(|&number| say.game.laid_by(number) == say.view.seat());
        let known: Vec<Card> =
            own.filter_map(|number| say.view.board().card(number)).chain(say.view.hand().iter()).collect();
        let card = say.asked.card;
        let of_rank = known.iter().filter(|other| other.rank() == card.rank()).count();
        let of_suit = known.iter().filter(|other| other.suit() == card.suit()).count();
        of_rank >= 4 || of_suit >= 4
    }
}

fn makes_longer_for_no_less<Z: GraphSize>(say: &Say<'_, GraphGame<Z>>) -> bool {
    let points = |action| points_now(say.game, say.view.board(), action);
    prolongs_a_flush(say) && points(say.asked) >= points(say.usual)
}

fn crosses_and_builds_on<Z: GraphSize>(say: &Say<'_, GraphGame<Z>>) -> bool {
    let board = say.view.board();
    crosses(say) && most_in_line(board, say.asked) == most_in_line(board, say.usual)
}

#[test]
fn every_advice_has_its_say() {
    examine_both!(GraphAdvice::BuildFlush, builds_a_flush);
    examine_both!(PostponeSets, keeps_whole_sets);
    examine_both!(BuildSets, builds_whole_sets);
    examine_both!(FifthCard, makes_longer_for_no_less);
    examine_both!(Crossings, crosses_and_builds_on);
}

#[test]
fn keeps_whole_sets_while_the_graph_is_small() {
    let laid = "2h@0,0 9h@1,0 4c@0,1 6d@0,2 8s@0,3 Tc@0,4 Qd@0,5 Ks@0,6";
    let ask = |held, usual| told(PostponeSets, laid, held, usual);
    assert!(ask("7h 7c 7d 7s 6h", "7h@2,0").starts_with("6h"));
    assert!(ask("5s 6s 7s 4s 6h", "4s@2,0").starts_with("6h"));
    // Three are no whole set, and what is not of the set is laid as it would be.
    assert_eq!(ask("7h 7c 7d 2c 6h", "7h@2,0"), "nothing");
    assert_eq!(ask("7h 7c 7d 7s 6h", "6h@2,0"), "nothing");
    // For two there is one opponent alone.
    assert_eq!(told(PostponeSets, "2h@0,0 9h@1,0", "7h 7c 7d 7s 6h", "7h@2,0"), "nothing");
    assert_eq!(told(BuildSets, laid, "7h 7c 7d 7s 6h", "6h@2,0"), "nothing");
}

#[test]
fn follows_the_document_and_greedy_where_it_is_silent() {
    let disciple = |spec: &str| Disciple::new::<GraphPoker>(&spec.parse().unwrap());
    assert!(disciple("disciple:without=shed-lowest").is_err());
    let all: Vec<_> = crate::disciple::names::<GraphPoker, GraphAdvice>();
    let silent = disciple(&format!("disciple:without={}", all.join("+"))).unwrap();
    let (mut other, mut same) = (0, 0);
    let full = disciple("disciple").unwrap();
    positions(|game, view| {
        assert_eq!(silent.action(game, view), game.greedy_action(view));
        if full.action(game, view) == game.greedy_action(view) { same += 1 } else { other += 1 }
    });
    assert!(other > 0 && same > 0, "{other} {same}");
}

/// Shows positions of games among greedy players.
fn positions(mut visitor: impl FnMut(&GraphPoker, &<GraphPoker as Game>::View)) {
    use kosti_engine::{Chance, Rules, Turn};
    let game = GraphPoker::new(kosti_engine::GraphPokerRules::parse("players=3").unwrap());
    for block in 0..3 {
        let luck = Chance::new(5, block);
        let mut state = game.start();
        game.advance(&mut state, &luck);
        while let Turn::Seat(seat) = game.turn(&state) {
            let view = game.observe(&state, seat);
            visitor(&game, &view);
            let action = game.greedy_action(&view);
            game.play(&mut state, action).unwrap();
        }
    }
}
