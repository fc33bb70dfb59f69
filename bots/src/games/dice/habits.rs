//! Habits at the dice: rules that any player can keep to, and that the solver takes as constraints.
//!
//! Several habits of a player are one rule: what all of them allow.

use std::sync::Arc;

use kosti_engine::sheet::{
    DicePokerRow, DicePokerRules, PiratePokerRules, ROLLS, Row, RowSet, SheetAction, SheetGame, YahtzeeRules,
    YatzyRules,
};
use kosti_solver::{PolicyTable, Situation};

use crate::games::dice::expectimax::SheetTrends;
use crate::games::dice::rule::DiceRule;
use crate::habit::name::null_habit;
use crate::habit::{Habit, HabitGame, HabitInfo, InTurn};

/// A kind of scoresheet with habits.
pub(crate) trait SheetHabits: SheetTrends {
    /// Its habits.
    const HABITS: &'static [HabitInfo];

    /// The habit of this name that only this kind of sheet has.
    fn own_rule(name: &str) -> Option<DiceRule<Self::Row>> {
        let _ = name;
        None
    }
}

const UPPER_FIRST: HabitInfo = HabitInfo::new("upper-first", "fills all upper rows before any other");
const UPPER_LAST: HabitInfo = HabitInfo::new("upper-last", "fills no upper row as long as any other can be filled");
const THREE_ROLLS: HabitInfo = HabitInfo::new("three-rolls", "fills no row before the third roll");
const ONE_FACE: HabitInfo = HabitInfo::new("keep-one-face", "keeps no dice of different faces, except all five");
const HIGH_PAIR: HabitInfo = HabitInfo::new(
    "high-pair-at-once",
    "writes two fives or sixes into the pair if the first roll has nothing else equal",
);
const FOUR_TO_SCHOOL: HabitInfo =
    HabitInfo::new("four-to-school", "never writes four equal dice into four while their school row is open");

/// The habits of every kind of sheet.
const COMMON: &[HabitInfo] = &[UPPER_FIRST, UPPER_LAST, THREE_ROLLS, ONE_FACE];

impl SheetHabits for DicePokerRules {
    const HABITS: &'static [HabitInfo] = &[UPPER_FIRST, UPPER_LAST, THREE_ROLLS, ONE_FACE, HIGH_PAIR, FOUR_TO_SCHOOL];

    fn own_rule(name: &str) -> Option<DiceRule<DicePokerRow>> {
        match name {
            "high-pair-at-once" => Some(high_pair_at_once()),
            "four-to-school" => Some(four_to_school()),
            _ => None,
        }
    }
}

impl SheetHabits for PiratePokerRules {
    const HABITS: &'static [HabitInfo] = COMMON;
}

impl SheetHabits for YatzyRules {
    const HABITS: &'static [HabitInfo] = COMMON;
}

impl SheetHabits for YahtzeeRules {
    const HABITS: &'static [HabitInfo] = COMMON;
}

impl<S: SheetHabits> HabitGame for SheetGame<S> {
    const HABITS: &'static [HabitInfo] = S::HABITS;

    fn habit(name: &str) -> Option<Box<dyn Habit<Self>>> {
        match rule::<S>(name) {
            Some(rule) => Some(Box::new(rule)),
            None => null_habit(name),
        }
    }

    fn habits(names: &[String]) -> Option<Box<dyn Habit<Self>>> {
        match rules::<S>(names) {
            Some(rule) => Some(Box::new(rule)),
            // Habits that are no rules change nothing.
            None => names.iter().map(|name| Self::habit(name)).collect::<Option<Vec<_>>>().map(|habits| {
                let habits: Box<dyn Habit<Self>> = Box::new(InTurn(habits));
                habits
            }),
        }
    }
}

/// The best play of a player who keeps to these habits. Names that stand for no rule change nothing.
pub(crate) fn best_under<S: SheetHabits>(game: &SheetGame<S>, names: &[String]) -> Arc<PolicyTable<S>> {
    let names: Vec<String> = names.iter().filter(|name| rule::<S>(name).is_some()).cloned().collect();
    match rules::<S>(&names) {
        Some(rule) => PolicyTable::shared_under(game, &names.join(" and "), || rule),
        None => PolicyTable::shared(game),
    }
}

/// The rules of these names as one; nothing if one is not the name of a rule, or there is none.
fn rules<S: SheetHabits>(names: &[String]) -> Option<DiceRule<S::Row>> {
    names.iter().map(|name| rule::<S>(name)).reduce(|one, other| Some(one?.and(other?)))?
}

/// The rule of this name.
fn rule<S: SheetHabits>(name: &str) -> Option<DiceRule<S::Row>> {
    let is_upper = |row: &S::Row| S::UPPER.contains(*row);
    let (upper, others): (Vec<S::Row>, Vec<S::Row>) = S::Row::ALL.iter().copied().partition(is_upper);
    Some(match name {
        "upper-first" => first_come(upper),
        "upper-last" => first_come(others),
        "three-rolls" => DiceRule::new([], |moment: &Situation, action: SheetAction<S::Row>| {
            moment.rolls == ROLLS || matches!(action, SheetAction::Keep(_))
        }),
        "keep-one-face" => DiceRule::new([], |_: &Situation, action: SheetAction<S::Row>| match action {
            SheetAction::Keep(keep) => keep.len() == 5 || keep.counts().iter().filter(|&&count| count > 0).count() <= 1,
            SheetAction::Row(_) => true,
        }),
        _ => return S::own_rule(name),
    })
}

/// No other row is filled while one of these is open.
fn first_come<R: Row>(rows: Vec<R>) -> DiceRule<R> {
    let first = rows.iter().fold(RowSet::EMPTY, |set, row| set.with(*row));
    DiceRule::counting(vec![rows], move |moment: &Situation, action: SheetAction<R>| match action {
        SheetAction::Row(row) => first.contains(row) || moment.open.and(first) == RowSet::EMPTY,
        SheetAction::Keep(_) => true,
    })
}

fn high_pair_at_once() -> DiceRule<DicePokerRow> {
    DiceRule::new([DicePokerRow::Pair], |moment: &Situation, action| {
        let counts = moment.dice.counts();
        let is_high_pair = counts[4..].contains(&2) && counts.iter().filter(|&&count| count > 1).count() == 1;
        let is_due = moment.rolls == 1 && moment.open.contains(DicePokerRow::Pair) && is_high_pair;
        !is_due || action == SheetAction::Row(DicePokerRow::Pair)
    })
}

fn four_to_school() -> DiceRule<DicePokerRow> {
    let looks_at = DicePokerRow::ALL.iter().copied().filter(|row| row.school_face().is_some());
    DiceRule::new(looks_at, |moment: &Situation, action| {
        let is_open = |row: &DicePokerRow| moment.open.contains(*row);
        let four = moment.dice.counts().iter().position(|&count| count >= 4).map(|place| place as u8 + 1);
        let mut school =
            DicePokerRow::ALL.iter().filter(|row| row.school_face().is_some() && row.school_face() == four);
        action != SheetAction::Row(DicePokerRow::Four) || !school.any(is_open)
    })
}

#[cfg(test)]
mod tests {
    use kosti_engine::{Chance, DicePoker, Game, Rules, Turn, Yatzy};
    use kosti_solver::{Constraint, Solution};

    use super::*;
    use crate::bot::{Bot, Decision};
    use crate::game::Player;
    use crate::habit::examine::examine;
    use crate::play::Table;
    use crate::spec::BotSpec;

    #[test]
    fn habits_are_legal_and_come_into_play() {
        fn all<S: SheetHabits>(rules: &[&str]) {
            for info in S::HABITS {
                let rule = rule::<S>(info.name).unwrap();
                examine::<SheetGame<S>>(rules, 12, &rule, |_| true);
            }
        }
        all::<DicePokerRules>(&["players=2", "players=1,even-odd=strict,crossing=forced"]);
        all::<PiratePokerRules>(&["players=2"]);
        all::<YatzyRules>(&["players=1"]);
        all::<YahtzeeRules>(&["players=1"]);
    }

    /// Plays games of one player and returns their mean and its standard error; the bot does nothing that the rule forbids
    /// where it allows anything.
    fn play<S: SheetHabits>(
        game: &SheetGame<S>,
        mut player: impl Bot<SheetGame<S>>,
        rule: &DiceRule<S::Row>,
        games: u64,
    ) -> (f64, f64) {
        let (mut sum, mut squares) = (0.0, 0.0);
        for block in 0..games {
            let luck = Chance::new(12, block);
            let mut rng = luck.stream(kosti_engine::Label::bot(0, kosti_engine::Seat::new(0)));
            let mut state = game.start();
            while let turn @ (Turn::Chance | Turn::Seat(_)) = game.turn(&state) {
                let Turn::Seat(seat) = turn else {
                    game.advance(&mut state, &luck);
                    continue;
                };
                let action = player.act(Decision::new(game, &state, seat, &mut rng));
                if block < 100 {
                    let sheet = state.sheet(seat);
                    let moment = Situation {
                        open: rule.alike(game.open(sheet)),
                        upper: sheet.upper(),
                        dice: state.dice().unwrap(),
                        rolls: state.rolls(),
                    };
                    let legal = game.legal(&state);
                    let mut all = kosti_engine::ActionSet::iter(&legal);
                    let any = all.any(|action| rule.allows(&moment, action));
                    assert!(!any || rule.allows(&moment, action), "{action} in {moment:?}");
                }
                game.play(&mut state, action).unwrap();
            }
            let score = f64::from(game.scores(&state).as_slice()[0]);
            sum += score;
            squares += score * score;
        }
        let mean = sum / games as f64;
        (mean, ((squares / games as f64 - mean * mean) / games as f64).sqrt())
    }

    fn the_optimum_is_that_of_the_solver<S: SheetHabits, B: Bot<SheetGame<S>>>(
        game: &SheetGame<S>,
        names: &[&str],
        make: impl Fn(&BotSpec) -> B,
    ) {
        let owned: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
        let rule = rules::<S>(&owned).unwrap();
        let under = Solution::under(game, rule.clone()).mean();
        let spec = |base: &str| names.iter().fold(base.to_owned(), |bot, name| format!("{bot}+habit={name}"));
        let bot = |base: &str| make(&spec(base).parse().unwrap());
        let (mean, error) = play(game, bot("optimal"), &rule, 1500);
        assert!((mean - under).abs() < 4.0 * error, "{names:?}: {mean} ± {error}, not {under}");
        let free = Solution::shared(game).mean();
        assert!(under < free - 0.5, "{names:?}: {under} of {free}");
        // The wrapper around free play is worse than play that knows the habit.
        let (wrapped, _) = play(game, bot("expectimax"), &rule, 300);
        assert!(wrapped < under, "{names:?}: {wrapped} of {under}");
    }

    #[test]
    fn the_optimal_bot_with_a_habit_is_the_best_that_keeps_it() {
        let game = &DicePoker::new(Rules::parse("players=1").unwrap());
        let make = |spec: &BotSpec| Player::new(game, spec).unwrap();
        the_optimum_is_that_of_the_solver(game, &["four-to-school", "keep-one-face"], make);
        let game = &Yatzy::new(Rules::parse("players=1").unwrap());
        let make = |spec: &BotSpec| Player::new(game, spec).unwrap();
        the_optimum_is_that_of_the_solver(game, &["three-rolls", "upper-last"], make);
    }

    #[test]
    fn two_rules_together_are_both() {
        let game = DicePoker::new(Rules::parse("players=1").unwrap());
        let sheet = game.parse_sheet("school-1=0,school-3=3,pair=12,three=18,four=0,poker=0,two-pairs=20").unwrap();
        let worth = |names: &[&str]| {
            let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
            Solution::under_from_sheet(&game, &sheet, rules::<DicePokerRules>(&names).unwrap()).worth(&sheet)
        };
        let (first, one_face) = (worth(&["upper-first"]), worth(&["keep-one-face"]));
        let both = worth(&["upper-first", "keep-one-face"]);
        assert_eq!(both, worth(&["keep-one-face", "upper-first"]));
        assert!(both < first && both < one_face, "{both} {first} {one_face}");
        // A rule that looks at every row, and so tells all apart, comes to the same.
        let [looking, other] = ["upper-first", "keep-one-face"].map(|name| rule::<DicePokerRules>(name).unwrap());
        let all = DiceRule::new(DicePokerRow::ALL.iter().copied(), move |moment: &Situation, action| {
            let seen = |rule: &DiceRule<_>| Situation { open: rule.alike(moment.open), ..*moment };
            looking.allows(&seen(&looking), action) && other.allows(&seen(&other), action)
        });
        assert_eq!(both, Solution::under_from_sheet(&game, &sheet, all).worth(&sheet));
    }

    #[test]
    fn habits_that_are_no_rules_leave_the_optimum_as_it_is() {
        let game = DicePoker::new(Rules::parse("players=1").unwrap());
        let end = |bot: &str| {
            let luck = Chance::new(4, 4);
            let mut table = Table::for_game(&luck, 0, [Player::new(&game, &bot.parse().unwrap()).unwrap()]);
            game.scores(&crate::play::play(&game, &luck, &mut table)).as_slice()[0]
        };
        assert_eq!(end("optimal+habit=never+habit=changes-nothing"), end("optimal"));
        assert_ne!(end("optimal+habit=never+habit=upper-first"), end("optimal"));
    }
}
