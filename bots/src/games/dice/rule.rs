//! Rules for what to do at the dice, which an exact solution can keep to as well as a simple player.

use std::sync::Arc;

use kosti_engine::sheet::{Row, RowSet, SheetAction, SheetGame};
use kosti_engine::{ActionSet, Game};

use crate::games::dice::expectimax::SheetTrends;
use crate::games::dice::greedy::visit_options;
use crate::habit::Habit;
use kosti_solver::{Constraint, Situation};

/// Whether an action is allowed.
type Allows<R> = dyn Fn(&Situation, SheetAction<R>) -> bool + Send + Sync;

/// A rule that a player of a dice game keeps to, as long as it leaves anything to do.
#[derive(Clone)]
pub struct DiceRule<R> {
    /// Groups of rows: of each only the number of open ones matters.
    groups: Vec<Vec<R>>,
    allows: Arc<Allows<R>>,
}

impl<R: Row> DiceRule<R> {
    /// A rule for which it matters which of these rows are open: the fewer, the faster it is solved.
    pub fn new(
        looks_at: impl IntoIterator<Item = R>,
        allows: impl Fn(&Situation, SheetAction<R>) -> bool + Send + Sync + 'static,
    ) -> Self {
        Self { groups: looks_at.into_iter().map(|row| vec![row]).collect(), allows: Arc::new(allows) }
    }

    /// A rule for which only the number of open rows in each of these groups matters. It is shown that many
    /// rows of a group, the first ones, as the open ones.
    pub fn counting(
        groups: Vec<Vec<R>>,
        allows: impl Fn(&Situation, SheetAction<R>) -> bool + Send + Sync + 'static,
    ) -> Self {
        Self { groups, allows: Arc::new(allows) }
    }
}

impl<R: Row> DiceRule<R> {
    /// What both rules allow.
    pub fn and(self, other: Self) -> Self {
        let groups = told_apart(&self.groups, &other.groups);
        let (one, two) = (self, other);
        let allows = move |moment: &Situation, action| {
            let as_seen_by = |rule: &Self| Situation { open: rule.alike(moment.open), ..*moment };
            (one.allows)(&as_seen_by(&one), action) && (two.allows)(&as_seen_by(&two), action)
        };
        Self { groups, allows: Arc::new(allows) }
    }
}

/// The groups of rows that are alike to both of two rules with these groups.
fn told_apart<R: Row>(one: &[Vec<R>], other: &[Vec<R>]) -> Vec<Vec<R>> {
    let place = |groups: &[Vec<R>], row: &R| groups.iter().position(|group| group.contains(row));
    let places = |row: &R| (place(one, row), place(other, row));
    let mut apart: Vec<Vec<R>> = Vec::new();
    for row in R::ALL.iter().filter(|row| places(row) != (None, None)) {
        match apart.iter_mut().find(|group| places(&group[0]) == places(row)) {
            Some(group) => group.push(*row),
            None => apart.push(vec![*row]),
        }
    }
    apart
}

impl<R: Row> Constraint<R> for DiceRule<R> {
    fn alike(&self, open: RowSet) -> RowSet {
        let shown = self.groups.iter().flat_map(|group| {
            let count = group.iter().filter(|row| open.contains(**row)).count();
            &group[..count]
        });
        shown.fold(RowSet::EMPTY, |rows, row| rows.with(*row))
    }

    fn allows(&self, situation: &Situation, action: SheetAction<R>) -> bool {
        (self.allows)(situation, action)
    }
}

/// Where the rule forbids what the player would do, it does what greedy likes best of what is allowed.
impl<S: SheetTrends> Habit<SheetGame<S>> for DiceRule<S::Row> {
    fn ask(
        &self,
        game: &SheetGame<S>,
        view: &<SheetGame<S> as Game>::View,
        usual: SheetAction<S::Row>,
    ) -> Option<SheetAction<S::Row>> {
        let state = view.state();
        let sheet = state.sheet(view.seat());
        let situation = Situation {
            open: self.alike(game.open(sheet)),
            upper: sheet.upper(),
            dice: state.dice().expect("a seat acts on dice that lie there"),
            rolls: state.rolls(),
        };
        let allows = |action: &SheetAction<S::Row>| (self.allows)(&situation, *action);
        let set = game.legal_in(view);
        let legal = || (0..ActionSet::<SheetAction<S::Row>>::len(&set)).map(|number| set.nth(number));
        if !legal().any(|action| allows(&action)) || legal().all(|action| allows(&action)) {
            return None;
        }
        if allows(&usual) {
            return Some(usual);
        }
        let mut best: Option<(SheetAction<S::Row>, f32)> = None;
        visit_options(game, view, |action, gain| {
            if best.is_none_or(|(_, most)| gain > most) && allows(&action) {
                best = Some((action, gain));
            }
        });
        best.map(|(action, _)| action).or_else(|| legal().find(allows))
    }
}

#[cfg(test)]
mod tests {
    use kosti_engine::sheet::DicePokerRow;
    use kosti_engine::{Chance, Dice, DicePoker, Rules, Seat};

    use super::*;
    use crate::greedy::Greedy;
    use crate::habit::{Advised, HabitCount};
    use crate::play::{Table, try_play};
    use kosti_solver::Solution;

    /// Two sixes by the first roll are written into the pair at once.
    fn pair_at_once() -> DiceRule<DicePokerRow> {
        DiceRule::new([DicePokerRow::Pair], |situation, action| {
            let due = situation.rolls == 1 && situation.open.contains(DicePokerRow::Pair);
            !(due && situation.dice.counts()[5] >= 2) || action == SheetAction::Row(DicePokerRow::Pair)
        })
    }

    #[test]
    fn a_player_with_a_habit_does_what_it_asks_and_nothing_else() {
        let game = DicePoker::new(Rules::parse("players=1").unwrap());
        let count = Arc::new(HabitCount::default());
        for block in 0..200 {
            let luck = Chance::new(5, block);
            let advised = Advised::new(Greedy, pair_at_once(), count.clone());
            let mut table = Table::for_game(&luck, 0, [advised]);
            let state = try_play(&game, &luck, &mut table, &mut ()).expect("legal");
            let pair = game.points_in(state.sheet(Seat::new(0)), DicePokerRow::Pair);
            assert!(pair.is_some());
        }
        assert!(count.had_a_say() > 100 && count.changed() > 0 && count.changed() < count.had_a_say());
    }

    #[test]
    fn a_rule_that_counts_is_solved_as_one_that_looks_at_every_row() {
        let game = DicePoker::new(Rules::parse("players=1").unwrap());
        let rows = || game.rows().iter::<DicePokerRow>();
        // As long as more school rows than others are open, the school comes first.
        let allows = |moment: &Situation, action: SheetAction<DicePokerRow>| {
            let (school, others): (Vec<_>, Vec<_>) =
                moment.open.iter::<DicePokerRow>().partition(|row| row.school_face().is_some());
            school.len() <= others.len() || !matches!(action, SheetAction::Row(row) if row.school_face().is_none())
        };
        let (school, others) = rows().partition(|row: &DicePokerRow| row.school_face().is_some());
        let sheet = "school-1=0,school-3=3,school-6=-6,pair=12,three=18,four=0,two-pairs=20,small-road=0";
        let sheet = game.parse_sheet(sheet).unwrap();
        let counting = Solution::under_from_sheet(&game, &sheet, DiceRule::counting(vec![school, others], allows));
        let looking = Solution::under_from_sheet(&game, &sheet, DiceRule::new(rows(), allows));
        assert_eq!(counting.worth(&sheet), looking.worth(&sheet));
        assert!(counting.worth(&sheet) < Solution::from_sheet(&game, &sheet).worth(&sheet) - 0.1);
    }

    #[test]
    fn greedy_keeps_to_a_rule_as_the_solution_does() {
        let game = DicePoker::new(Rules::parse("players=1").unwrap());
        let rule = pair_at_once();
        let sixes = Dice::from_faces([6, 6, 1, 2, 4]).unwrap();
        let state = game.position(&game.parse_sheet("").unwrap(), sixes, 1);
        let view = game.observe(&state, Seat::new(0));
        let usual = SheetAction::Keep(sixes.nth_keep(0));
        assert_eq!(rule.ask(&game, &view, usual), Some(SheetAction::Row(DicePokerRow::Pair)));
        let solution = Solution::under(&game, rule.clone());
        assert!(solution.mean() < Solution::new(&game).mean());
        let later = game.observe(&game.position(&game.parse_sheet("").unwrap(), sixes, 2), Seat::new(0));
        assert_eq!(rule.ask(&game, &later, usual), None);
    }
}
