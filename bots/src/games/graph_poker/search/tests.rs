//! The quick ways of graph-poker against slow ones.

use kosti_engine::graph_poker::{
    Cell, ComboKind, GraphAction, GraphGame, GraphPokerRules, GraphSize, GraphState, OneDeck, RUN,
};
use kosti_engine::{
    ActionSet, Card, CardSet, Chance, Game, GraphPoker, GraphPokerLarge, Label, Rng, Rules, Seat, Turn,
};

use crate::bot::{Bot, Decision};
use crate::games::graph_poker::fit::Fit;
use crate::games::graph_poker::runs::visit_runs;
use crate::games::graph_poker::search::grid::Grid;
use crate::games::graph_poker::search::neighbourhood::Neighbourhood;
use crate::games::graph_poker::search::playground::Playground;
use crate::games::graph_poker::search::prospects::Prospect;
use crate::greedy::GreedyGame;
use crate::search::{Budget, Ismcts, IsmctsSettings, McSettings, MonteCarlo, SearchGame};

/// Calls a function with games of all kinds, each with a number of blocks.
macro_rules! in_all_variants {
    ($check:ident, $blocks:expr) => {
        for rules in [
            "players=2",
            "players=3,ace=both",
            "players=4",
            "players=4,start=rotate",
            "players=2,start=rotate",
            "players=7",
            "players=16,ace=both",
        ] {
            $check(&GraphPoker::new(GraphPokerRules::parse(rules).unwrap()), $blocks);
        }
        for rules in ["players=2,decks=2", "players=16,decks=3,start=rotate", "players=5,decks=8,ace=both"] {
            $check(&GraphPokerLarge::new(GraphPokerRules::parse(rules).unwrap()), u64::div_ceil($blocks, 10));
        }
    };
}

/// Plays games in which greedy and chance take turns, and shows every state in which a seat has to act.
fn visit_states<Z: GraphSize>(
    game: &GraphGame<Z>,
    blocks: u64,
    mut visitor: impl FnMut(&GraphState<Z>, Seat, &mut Rng),
) {
    for block in 0..blocks {
        let luck = Chance::new(77, block);
        let mut rng = luck.stream(Label::bot(0, Seat::new(0)));
        let mut state = game.start();
        game.advance(&mut state, &luck);
        while let Turn::Seat(seat) = game.turn(&state) {
            visitor(&state, seat, &mut rng);
            let legal = game.legal(&state);
            let action = match rng.below(3) {
                0 => legal.pick(&mut rng),
                _ => game.greedy_action(&game.observe(&state, seat)),
            };
            game.play(&mut state, action).unwrap();
        }
    }
}

/// What a card brings at a cell with the open cards alone.
fn slow_gain<Z: GraphSize>(game: &GraphGame<Z>, card_at: impl Fn(Cell) -> Option<Card>, action: GraphAction) -> i32 {
    let mut gain = 0;
    visit_runs(action.at, |place, cells| {
        let cards = [0, 1, 2, 3].map(|other| if other == place { Some(action.card) } else { card_at(cells[other]) });
        if let [Some(a), Some(b), Some(c), Some(d)] = cards {
            gain += ComboKind::of([a, b, c, d], game.rules().ace()).map_or(0, |kind| i32::from(kind.points()));
        }
    });
    gain
}

#[test]
fn runs_go_through_their_cell() {
    let mut runs = Vec::new();
    visit_runs(Cell::new(2, 5), |place, cells| {
        assert_eq!(cells[place], Cell::new(2, 5));
        let step = (cells[1].x - cells[0].x, cells[1].y - cells[0].y);
        assert!(step == (1, 0) || step == (0, 1));
        assert!(cells.windows(2).all(|pair| pair[1] == pair[0].plus(step.0, step.1)));
        runs.push(cells);
    });
    runs.sort_unstable();
    runs.dedup();
    assert_eq!(runs.len(), 2 * RUN);
}

/// Rollouts from every state: the same cards, hands and points as in the engine, and nothing but legal moves.
fn rollouts_keep_to_the_rules<Z: GraphSize>(game: &GraphGame<Z>, blocks: u64) {
    let mut playground = Playground::<Z>::default();
    let mut count = 0;
    visit_states(game, blocks, |root, seat, rng| {
        count += 1;
        if count % 5 != 0 {
            return;
        }
        playground.prepare(game, &game.observe(root, seat));
        for _ in 0..2 {
            let mut state = *root;
            let first = game.legal(root);
            game.play(&mut state, first.pick(rng)).unwrap();
            playground.set_up(&state);
            for _ in 0..3 * game.players() {
                let Turn::Seat(seat) = game.turn(&state) else { break };
                assert_eq!((playground.seat, playground.rounds), (seat.index(), state.rounds()));
                let (at, card) = playground.rollout_move(rng);
                let at = state.board().edge().find(|&cell| Grid::<Z>::at(cell) == at).expect("a cell at the edge");
                game.play(&mut state, GraphAction { card, at }).unwrap();
                playground.hands[seat.index()].remove(card);
                playground.lay(Grid::<Z>::at(at), card);
                for seat in Seat::all(game.players()) {
                    assert_eq!(playground.points[seat.index()], state.points(seat));
                    assert_eq!(playground.hands[seat.index()], *state.hand(seat));
                }
            }
        }
    });
}

#[test]
fn rollouts_keep_to_the_rules_in_all_variants() {
    in_all_variants!(rollouts_keep_to_the_rules, 12);
}

/// Prizes, and what is seen around a cell, are what the engine's combos say.
fn prizes_are_what_cards_bring<Z: GraphSize>(game: &GraphGame<Z>, blocks: u64) {
    let mut playground = Playground::<Z>::default();
    let anything = Fit::anything(game.rules().ace());
    let mut count = 0;
    visit_states(game, blocks, |state, seat, _| {
        count += 1;
        if seat != game.starter(state.rounds()) || count % 7 != 0 {
            return;
        }
        let view = game.observe(state, seat);
        playground.prepare(game, &view);
        playground.set_up(state);
        let unseen_or_held = playground.closed.distinct();
        for at in view.board().edge() {
            let neighbourhood = Neighbourhood::new(view.board(), anything, at);
            let prize = playground.prizes.iter().find(|prize| prize.at == Grid::<Z>::at(at));
            for card in unseen_or_held.iter() {
                let gain = slow_gain(game, |cell| view.board().card_at(cell), GraphAction { card, at }).min(15);
                assert_eq!(neighbourhood.gains.best(CardSet::of(card)).0, gain);
                assert_eq!(prize.map_or(0, |prize| prize.gains.best(CardSet::of(card)).0), gain, "{card}@{at}");
            }
        }
    });
}

#[test]
fn prizes_are_what_cards_bring_in_all_variants() {
    in_all_variants!(prizes_are_what_cards_bring, 6);
}

/// At the start of a round the seats take or spoil prizes in turn; this is found out cell by cell.
fn prospects_are_what_the_table_shows<Z: GraphSize>(game: &GraphGame<Z>, blocks: u64) {
    let players = game.players();
    let mut playground = Playground::<Z>::default();
    visit_states(game, blocks, |state, starter, _| {
        if starter != game.starter(state.rounds()) {
            return;
        }
        playground.prepare(game, &game.observe(state, starter));
        playground.set_up(state);
        let prospects = playground.prospects();
        let gain = |at, card| slow_gain(game, |cell| state.board().card_at(cell), GraphAction { card, at }).min(15);
        let mut cells: Vec<Cell> = state.board().edge().collect();
        for place in 0..usize::from(players) {
            let seat = starter.plus(place, players);
            let hand = state.hand(seat).distinct();
            let mut unseen = game.unseen(&game.observe(state, seat)).distinct();
            if Z::DECKS > 1 {
                // Rollouts do not count copies.
                unseen = playground.closed.distinct();
            }
            let most = |at: Cell, cards: CardSet| cards.iter().map(|card| gain(at, card)).max().unwrap_or(0);
            let marks = |&at: &Cell| 100 * most(at, hand) + 20 * most(at, unseen);
            let best = cells.iter().map(marks).max().unwrap_or(0);
            let taken = prospects[seat.index()][Prospect::Turn as usize];
            // Of several equally good cells any may be the one.
            let places: Vec<usize> = (0..cells.len()).filter(|&number| marks(&cells[number]) == best).collect();
            let found = places.iter().copied().find(|&number| best > 0 && most(cells[number], hand) as f32 == taken);
            match found {
                Some(number) => drop(cells.swap_remove(number)),
                None => assert!(best == 0 && taken == 0.0, "{taken} of {best}"),
            }
            if places.len() > 1 {
                return;
            }
        }
    });
}

#[test]
fn prospects_are_what_the_table_shows_in_all_variants() {
    in_all_variants!(prospects_are_what_the_table_shows, 3);
}

/// Where there is nothing to take or to spoil, the seat that starts the next round makes threes, and the others hardly ever.
#[test]
fn only_the_next_starter_makes_threes() {
    for rules in ["players=4", "players=4,start=rotate"] {
        let game = GraphPoker::new(GraphPokerRules::parse(rules).unwrap());
        let mut playground = Playground::default();
        // Moves, and how many of them make a three, of the next starter and of the others.
        let mut counts = [[0.0; 2]; 2];
        visit_states(&game, 60, |state, seat, rng| {
            playground.prepare(&game, &game.observe(state, seat));
            playground.set_up(state);
            let nothing = playground.prizes.iter().all(|prize| !playground.is_free(prize.at));
            let starts = seat == game.starter(state.rounds() + 1);
            if nothing && state.board().laid() > 8 {
                let (at, card) = playground.rollout_move(rng);
                let at = state.board().edge().find(|&cell| Grid::<OneDeck>::at(cell) == at).unwrap();
                let mut three = false;
                visit_runs(at, |_, cells| {
                    let known = cells.iter().filter_map(|&cell| game.observe(state, seat).board().card_at(cell));
                    three |= known.filter(|other| other.suit() == card.suit()).count() == 2;
                });
                let count = &mut counts[usize::from(starts)];
                count[0] += 1.0;
                count[1] += f64::from(u8::from(three));
            }
        });
        let [others, starter] = counts.map(|[moves, threes]| threes / moves);
        assert!(counts.iter().all(|count| count[0] > 50.0) && starter > 2.0 * others, "{rules}: {counts:?}");
    }
}

/// Candidates are legal and different, and one of them brings the most points that are certain.
fn candidates_have_the_best_points<Z: GraphSize>(game: &GraphGame<Z>, blocks: u64) {
    let mut candidates = Vec::new();
    visit_states(game, blocks, |state, seat, _| {
        let view = game.observe(state, seat);
        game.candidates(&view, &mut candidates);
        let legal = game.legal(state);
        assert!(!candidates.is_empty() && candidates.iter().all(|&action| legal.contains(action)));
        let gain = |&action: &GraphAction| slow_gain(game, |cell| view.board().card_at(cell), action);
        let most = legal.iter().map(|action| gain(&action)).max().unwrap();
        assert!(candidates.iter().any(|action| gain(action) == most));
        candidates.sort_unstable();
        candidates.dedup();
        assert!(candidates.len() == legal.len().min(super::ranking::MAX_CANDIDATES));
    });
}

#[test]
fn candidates_have_the_best_points_in_all_variants() {
    in_all_variants!(candidates_have_the_best_points, 10);
}

/// Sampled worlds fit the view.
fn worlds_fit<Z: GraphSize>(game: &GraphGame<Z>, blocks: u64) {
    visit_states(game, blocks, |state, seat, rng| {
        let view = game.observe(state, seat);
        let world = game.sample_world(&view, rng);
        assert_eq!(game.observe(&world, seat), view);
        let cards = |state: &GraphState<Z>| {
            let held: usize = Seat::all(game.players()).map(|seat| state.hand(seat).len()).sum();
            (held, game.set_aside(state).len())
        };
        assert_eq!(cards(&world), cards(state));
    });
}

#[test]
fn worlds_fit_in_all_variants() {
    in_all_variants!(worlds_fit, 15);
}

/// Both searching bots play whole games with few rollouts.
fn searchers_play<Z: GraphSize>(game: &GraphGame<Z>, blocks: u64) {
    let budget = Budget::Count(30);
    let mut mc = MonteCarlo::new(McSettings { budget, ..McSettings::default() });
    let mut ismcts = Ismcts::new(IsmctsSettings { budget, ..IsmctsSettings::default() });
    let mut count = 0;
    visit_states(game, blocks, |state, seat, rng| {
        count += 1;
        if count % 3 == 0 {
            let bots: [&mut dyn Bot<_>; 2] = [&mut mc, &mut ismcts];
            for bot in bots {
                let action = bot.act(Decision::new(game, state, seat, rng));
                assert_eq!(game.check(state, action), Ok(()), "{action}");
            }
        }
    });
}

#[test]
fn searchers_play_in_all_variants() {
    in_all_variants!(searchers_play, 4);
}
