//! What must hold for every habit, whatever it is about.

use kosti_engine::{Chance, Game, Label, Rules, Seat, Turn};

use crate::bot::{Bot, Decision};
use crate::greedy::{Greedy, GreedyGame};
use crate::habit::Habit;
use crate::random::Random;

/// A decision in which a habit had a say.
pub(crate) struct Say<'a, G: Game> {
    pub(crate) game: &'a G,
    pub(crate) view: &'a G::View,
    pub(crate) usual: G::Action,
    pub(crate) asked: G::Action,
}

/// How often a habit came into play.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Seen {
    had_a_say: u64,
    changed: u64,
}

/// Lets random and greedy players with the habit play under each of these rules, and asserts that the habit is legal, does
/// not peek, has its say in decisions of its own kind alone, and comes into play.
pub(crate) fn examine<G: GreedyGame>(
    rules: &[&str],
    games: u64,
    habit: &impl Habit<G>,
    is_its_own: impl Fn(&Say<'_, G>) -> bool,
) {
    let by_random = examine_with(Random, rules, games, habit, &is_its_own);
    let by_greedy = examine_with(Greedy, rules, games, habit, &is_its_own);
    assert!(by_random.had_a_say > 0 && by_greedy.had_a_say > 0, "{by_random:?} {by_greedy:?}");
    assert!(by_random.changed + by_greedy.changed > 0, "{by_random:?} {by_greedy:?}");
}

fn examine_with<G: GreedyGame>(
    mut player: impl Bot<G>,
    rules: &[&str],
    games: u64,
    habit: &impl Habit<G>,
    is_its_own: &impl Fn(&Say<'_, G>) -> bool,
) -> Seen {
    let mut seen = Seen::default();
    for rules in rules {
        let game = &G::new(G::Rules::parse(rules).unwrap());
        for block in 0..games {
            let luck = Chance::new(17, block);
            let mut rng = luck.stream(Label::bot(0, Seat::new(0)));
            let mut state = game.start();
            loop {
                match game.turn(&state) {
                    Turn::Chance => game.advance(&mut state, &luck),
                    Turn::Over => break,
                    Turn::Seat(seat) => {
                        let view = &game.observe(&state, seat);
                        let usual = player.act(Decision::new(game, &state, seat, &mut rng));
                        let answer = habit.ask(game, view, usual);
                        let elsewhere = game.determinize(view, &mut rng);
                        assert_eq!(habit.ask(game, &game.observe(&elsewhere, seat), usual), answer, "{rules}");
                        if let Some(asked) = answer {
                            assert_eq!(game.check(&state, asked), Ok(()), "{rules}: {asked} instead of {usual}");
                            let say = Say { game, view, usual, asked };
                            assert!(is_its_own(&say), "{rules}: {asked} instead of {usual} in {view:?}");
                            seen.had_a_say += 1;
                            seen.changed += u64::from(asked != usual);
                        }
                        game.play(&mut state, answer.unwrap_or(usual)).unwrap();
                    }
                }
            }
        }
    }
    seen
}
