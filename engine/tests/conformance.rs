//! One suite for every game and a wide spread of rules: what must hold at every moment of any game.

mod common;

use std::collections::BTreeSet;

use common::{rng, rule_spread};
use kosti_engine::{ActionSet, AnyRules, Chance, Game, IllegalAction, Rng, Rules, Seat, Turn, with_game};

/// At most this many of the legal actions are looked at one by one.
const LOOKED_AT: usize = 200;

struct Check<'a, G: Game> {
    game: &'a G,
    rng: Rng,
    /// Actions that were legal at some moment, to be tried at others.
    seen: Vec<G::Action>,
}

impl<G: Game> Check<'_, G> {
    fn listed(&mut self, legal: G::Legal<'_>) -> Vec<G::Action> {
        let all: Vec<G::Action> = legal.iter().collect();
        assert_eq!(all.len(), legal.len());
        assert_eq!(legal.is_empty(), all.is_empty());
        let distinct: BTreeSet<G::Action> = all.iter().copied().collect();
        assert_eq!(distinct.len(), all.len(), "an action is listed twice");
        for _ in 0..LOOKED_AT.min(all.len()) {
            let index = self.rng.below(all.len() as u32) as usize;
            assert_eq!(legal.nth(index), all[index]);
            assert!(legal.contains(all[index]));
        }
        let mut visited = 0;
        let stopped = legal.visit(|action| {
            assert_eq!(action, all[visited]);
            visited += 1;
            if visited == 3 { std::ops::ControlFlow::Break(()) } else { std::ops::ControlFlow::Continue(()) }
        });
        assert_eq!(stopped.is_break(), all.len() >= 3);
        all
    }

    fn legal_actions(&mut self, state: &G::State, all: &[G::Action]) {
        for _ in 0..LOOKED_AT.min(all.len()) {
            let action = all[self.rng.below(all.len() as u32) as usize];
            assert_eq!(self.game.check(state, action), Ok(()), "{action}");
            let text = action.to_string();
            assert_eq!(text.parse::<G::Action>(), Ok(action), "notation of {text}");
        }
        // Actions of other moments are refused just when they are not legal now, and then nothing changes.
        for _ in 0..20.min(self.seen.len()) {
            let action = self.seen[self.rng.below(self.seen.len() as u32) as usize];
            let legal = self.game.legal(state).contains(action);
            let mut tried = *state;
            assert_eq!(self.game.play(&mut tried, action).is_ok(), legal, "{action}");
            if !legal {
                assert_eq!(tried, *state, "a refused action changed the state");
            }
        }
    }

    fn views(&mut self, state: &G::State, mover: Option<Seat>, all: &[G::Action]) {
        for seat in Seat::all(self.game.players()) {
            let view = self.game.observe(state, seat);
            let offered: Vec<G::Action> = self.game.legal_in(&view).iter().collect();
            assert_eq!(offered, if mover == Some(seat) { all } else { &[] }, "legal actions in the view of {seat}");
            // Everything the seat cannot know is drawn anew: the view must not change by a byte.
            let world = self.game.determinize(&view, &mut self.rng);
            let again = self.game.observe(&world, seat);
            assert_eq!(again, view);
            assert_eq!(format!("{again:?}"), format!("{view:?}"));
            assert_eq!(self.game.turn(&world), self.game.turn(state));
            assert_eq!(self.game.legal_in(&again).iter().collect::<Vec<_>>(), offered);
            if mover == Some(seat) {
                assert_eq!(self.game.legal(&world).iter().collect::<Vec<_>>(), all, "legal actions in a world");
            }
            assert_eq!(self.game.scores(&world), self.game.scores(state));
        }
    }

    /// A world that fits a view must be playable to the end like any other.
    fn finish(&mut self, mut state: G::State) {
        let luck = Chance::imagined(&mut self.rng);
        loop {
            match self.game.turn(&state) {
                Turn::Chance => self.game.advance(&mut state, &luck),
                Turn::Seat(_) => {
                    let action = {
                        let legal = self.game.legal(&state);
                        legal.pick(&mut self.rng)
                    };
                    self.game.play(&mut state, action).expect("a listed action is legal");
                }
                Turn::Over => return,
            }
        }
    }

    fn play(&mut self, luck: &Chance, look: u32) -> G::State {
        let mut state = self.game.start();
        let (mut decisions, mut copy) = (0, self.game.start());
        loop {
            match self.game.turn(&state) {
                Turn::Chance => {
                    assert!(self.game.legal(&state).is_empty());
                    if let Some(&action) = self.seen.first() {
                        assert_eq!(self.game.check(&state, action), Err(IllegalAction::ChanceFirst));
                    }
                    let outcome = self.game.draw(self.game.request(&state), luck);
                    assert_eq!(self.game.draw(self.game.request(&state), luck), outcome);
                    assert_eq!(self.game.check_outcome(&state, &outcome), Ok(()));
                    self.game.resolve(&mut state, &outcome);
                    self.game.advance(&mut copy, luck);
                    assert!(
                        self.game.check_outcome(&state, &outcome).is_err() || self.game.turn(&state) == Turn::Chance
                    );
                }
                Turn::Seat(seat) => {
                    let all = self.listed(self.game.legal(&state));
                    assert!(!all.is_empty(), "a seat must always have something to do");
                    if self.rng.below(look) == 0 {
                        self.legal_actions(&state, &all);
                        self.views(&state, Some(seat), &all);
                        let world = self.game.determinize(&self.game.observe(&state, seat), &mut self.rng);
                        if self.rng.below(8) == 0 {
                            self.finish(world);
                        }
                    }
                    let action = all[self.rng.below(all.len() as u32) as usize];
                    if self.rng.below(4) == 0 {
                        self.seen.push(action);
                    }
                    self.game.play_unchecked(&mut state, action);
                    self.game.play(&mut copy, action).expect("a listed action is legal");
                    decisions += 1;
                    assert!(decisions < 100_000, "the game does not end");
                }
                Turn::Over => break,
            }
            assert_eq!(state, copy, "the fast path and the checked one differ");
        }
        assert!(self.game.legal(&state).is_empty());
        if let Some(&action) = self.seen.first() {
            assert_eq!(self.game.check(&state, action), Err(IllegalAction::GameOver));
        }
        self.views(&state, None, &[]);
        state
    }
}

fn conform<G: Game>(game: &G, games: u64, look: u32) {
    assert_eq!(G::Rules::parse(game.rules().to_string().split_once(':').unwrap().1), Ok(*game.rules()));
    let mut check = Check { game, rng: rng(5), seen: Vec::new() };
    for block in 0..games {
        let end = check.play(&Chance::new(11, block), look);
        let scores = game.scores(&end);
        assert_eq!(scores.as_slice().len(), game.players() as usize);
        let shares: f64 = Seat::all(game.players()).map(|seat| scores.share(seat)).sum();
        assert!((shares - 1.0).abs() < 1e-12);
    }
}

#[test]
fn every_game_conforms_under_every_pair_of_rules() {
    let spread = rule_spread();
    assert!(spread.len() > 200);
    for rules in spread {
        let large = matches!(rules, AnyRules::GraphPoker(graph) if graph.decks() > 1);
        with_game!(rules, game => conform(&game, 1, if large { 60 } else { 10 }));
    }
}

#[test]
fn default_games_conform_many_times() {
    for rules in AnyRules::defaults() {
        with_game!(rules, game => conform(&game, 15, 3));
    }
}
