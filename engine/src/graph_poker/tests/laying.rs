//! Where cards may be laid.

use std::collections::BTreeSet;
use std::format;
use std::string::ToString;

use super::*;
use crate::error::IllegalAction;

/// The cells that are free and touch a taken one.
fn obvious_edge(laid: &[(Card, Cell)]) -> BTreeSet<Cell> {
    let taken: BTreeSet<Cell> = laid.iter().map(|&(_, cell)| cell).collect();
    taken.iter().flat_map(|cell| cell.neighbours()).filter(|cell| !taken.contains(cell)).collect()
}

fn edge_is_right<Z: GraphSize>(state: &GraphState<Z>) {
    let laid = laid_cards(state);
    let edge = edge_cells(state.board());
    let expected = obvious_edge(&laid);
    assert_eq!(edge.len(), expected.len());
    assert_eq!(edge.iter().copied().collect::<BTreeSet<_>>(), expected);
    assert!(edge.iter().all(|&cell| spot_at(state.board(), cell) == Spot::Edge));
    assert!(laid.iter().all(|&(card, cell)| spot_at(state.board(), cell) == Spot::Card(card)));
    for cell in edge.iter().flat_map(|cell| cell.neighbours()) {
        let near = expected.contains(&cell) || laid.iter().any(|&(_, taken)| taken == cell);
        assert_eq!(spot_at(state.board(), cell) == Spot::Far, !near);
    }
}

#[test]
fn the_edge_is_all_that_touches_a_card() {
    let mut rng = rng();
    for style in STYLES {
        for players in [2, 4, 5, 16] {
            let game = new_game::<OneDeck>(&format!("players={players}"));
            assert_eq!(edge_cells(game.start().board()), [Cell::ORIGIN]);
            play_through(&game, 0, style, &mut rng, edge_is_right);
        }
        let game = new_game::<EightDecks>("players=4,decks=3");
        play_through(&game, 0, style, &mut rng, edge_is_right);
    }
}

/// Lays all cards in a line, to both sides in turn, or as stairs.
fn plays_lines<Z: GraphSize>(rules: &str) {
    let game = new_game::<Z>(rules);
    let ways: [fn(i16) -> Cell; 7] = [
        |n| Cell::new(n, 0),
        |n| Cell::new(-n, 0),
        |n| Cell::new(0, n),
        |n| Cell::new(0, -n),
        |n| Cell::new(if n % 2 == 1 { (n + 1) / 2 } else { -n / 2 }, 0),
        |n| Cell::new((n + 1) / 2, n / 2),
        |n| Cell::new(-n / 2, (n + 1) / 2),
    ];
    for way in ways {
        let mut state = game.start();
        game.advance(&mut state, &Chance::new(2, 2));
        let mut laid = 0;
        while let Turn::Seat(seat) = game.turn(&state) {
            let card = all_hands(&game, &state)[seat.index()][0];
            let action = GraphAction { card, at: way(laid) };
            assert!(game.legal(&state).contains(action));
            game.play(&mut state, action).unwrap();
            laid += 1;
            let stairs = way(2).x != 0 && way(2).y != 0;
            assert!(stairs || edge_cells(state.board()).len() == 2 * laid as usize + 2);
            if laid % i16::from(game.players()) == 0 {
                let combos = last_combos(&game, &state);
                let expected = obvious_combos(&laid_cards(&state), game.rules());
                assert_eq!(combos.len(), expected.len());
            }
        }
        assert_eq!(usize::from(game.players()) * game.hand_size(), laid as usize);
        edge_is_right(&state);
    }
}

#[test]
fn a_line_of_all_cards_fits() {
    plays_lines::<OneDeck>("players=4");
    plays_lines::<EightDecks>("players=16,decks=8,ace=both");
    plays_lines::<EightDecks>("players=2,decks=8");
}

#[test]
fn legal_actions_can_be_counted_picked_and_found() {
    fn check<Z: GraphSize>(rules: &str, block: u64) {
        let game = new_game::<Z>(rules);
        let mut rng = rng();
        play_through(&game, block, STYLES[block as usize % STYLES.len()], &mut rng, |state| {
            let legal = game.legal(state);
            let Turn::Seat(seat) = game.turn(state) else {
                assert!(legal.is_empty());
                return;
            };
            let hand: BTreeSet<Card> = all_hands(&game, state)[seat.index()].iter().copied().collect();
            let expected: BTreeSet<GraphAction> = edge_cells(state.board())
                .into_iter()
                .flat_map(|at| hand.iter().map(move |&card| GraphAction { card, at }))
                .collect();
            let all: Vec<GraphAction> = legal.iter().collect();
            assert_eq!(all.len(), legal.len());
            assert_eq!(all.iter().copied().collect::<BTreeSet<_>>(), expected);
            assert_eq!(all.len(), expected.len());
            let mut visited = Vec::new();
            let end = legal.visit(|action| {
                visited.push(action);
                core::ops::ControlFlow::<()>::Continue(())
            });
            assert!(end.is_continue() && visited == all);
            for (index, &action) in all.iter().enumerate().step_by(7) {
                assert_eq!(legal.nth(index), action);
                assert!(legal.contains(action));
                assert_eq!(game.check(state, action), Ok(()));
                for cell in [action.at.plus(3, 1), action.at.plus(-1, 0), Cell::ORIGIN] {
                    let other = GraphAction { card: action.card, at: cell };
                    assert_eq!(legal.contains(other), expected.contains(&other));
                    assert_eq!(game.check(state, other).is_ok(), expected.contains(&other));
                }
            }
        });
    }
    for block in 0..3 {
        check::<OneDeck>("players=4", block);
        check::<OneDeck>("players=2", block);
        check::<EightDecks>("players=5,decks=2", block);
    }
}

#[test]
fn illegal_actions_are_refused_with_a_reason() {
    fn refused<Z: GraphSize>(game: &GraphGame<Z>, state: &GraphState<Z>, card: Card, at: Cell) -> IllegalAction {
        let mut tried = *state;
        let action = GraphAction { card, at };
        assert!(!game.legal(state).contains(action));
        let reason = game.play(&mut tried, action).unwrap_err();
        assert_eq!(tried, *state);
        reason
    }
    fn check<Z: GraphSize>(rules: &str) {
        let game = new_game::<Z>(rules);
        let mut state = game.start();
        assert_eq!(refused(&game, &state, card("2s"), Cell::ORIGIN), IllegalAction::ChanceFirst);
        game.advance(&mut state, &Chance::new(5, 5));
        let hands = all_hands(&game, &state);
        let foreign = Card::all().find(|card| !hands[0].contains(card)).unwrap();
        let extremes = [i16::MIN, i16::MIN + 1, -1024, -513, -512, -511, -2, 2, 511, 512, 513, 1024, i16::MAX];
        assert_eq!(refused(&game, &state, foreign, Cell::ORIGIN), IllegalAction::NotHeld);
        for at in Cell::ORIGIN.neighbours() {
            assert_eq!(refused(&game, &state, hands[0][0], at), IllegalAction::NotAtOrigin);
        }
        for x in extremes {
            for y in extremes {
                assert_eq!(refused(&game, &state, hands[0][0], Cell::new(x, y)), IllegalAction::NotAtOrigin);
            }
        }
        game.play(&mut state, GraphAction { card: hands[0][0], at: Cell::ORIGIN }).unwrap();
        let own = hands[1][0];
        assert_eq!(refused(&game, &state, own, Cell::ORIGIN), IllegalAction::CellTaken);
        assert_eq!(refused(&game, &state, own, Cell::new(1, 1)), IllegalAction::CellDetached);
        for x in extremes {
            for y in extremes.into_iter().chain([0]) {
                assert_eq!(refused(&game, &state, own, Cell::new(x, y)), IllegalAction::CellDetached);
                assert_eq!(refused(&game, &state, own, Cell::new(y, x)), IllegalAction::CellDetached);
            }
        }
        // A face-down card holds its cell and can be built on like any other.
        game.play(&mut state, GraphAction { card: own, at: Cell::new(1, 0) }).unwrap();
        let mover = if game.players() == 2 { 0 } else { 2 };
        let own = all_hands(&game, &state)[mover][0];
        assert_eq!(refused(&game, &state, own, Cell::new(1, 0)), IllegalAction::CellTaken);
        game.play(&mut state, GraphAction { card: own, at: Cell::new(2, 0) }).unwrap();
        let mut rng = rng();
        while let Turn::Seat(_) = game.turn(&state) {
            let action = choose(&game, &state, Style::Random, &mut rng);
            game.play(&mut state, action).unwrap();
        }
        assert_eq!(refused(&game, &state, own, Cell::new(0, 1)), IllegalAction::GameOver);
    }
    check::<OneDeck>("players=4");
    check::<OneDeck>("players=2");
    check::<EightDecks>("players=4,decks=2");
}

#[test]
fn notation_is_strict() {
    for text in ["5h@-1,2", "As@0,0", "Tc@10,-10", "2d@-32768,32767"] {
        assert_eq!(text.parse::<GraphAction>().unwrap().to_string(), text);
    }
    for text in [
        "",
        "5h",
        "5h@",
        "5h@1",
        "5h@1,",
        "5h@,1",
        "5h@1,2,3",
        "5h@+1,2",
        "5h@-0,2",
        "5h@00,2",
        "5h@01,2",
        "5h@-01,2",
        "5h@1, 2",
        "5h@ 1,2",
        " 5h@1,2",
        "5h@1,2 ",
        "5h@--1,2",
        "5h@-,2",
        "5h@40000,0",
        "5h@0,-32769",
        "5h@1.0,2",
        "5h@a,2",
        "5x@0,0",
        "5h 0,0",
        "5h@0;0",
        "5h@@0,0",
        "10h@0,0",
        "5h@٣,0",
    ] {
        let error = text.parse::<GraphAction>().expect_err(text);
        assert_eq!(error.to_string(), "expected a card, '@', a column and a row such as 5h@-1,2");
    }
    assert!("+1,2".parse::<Cell>().is_err());
    assert_eq!("-7,0".parse(), Ok(Cell::new(-7, 0)));
}
