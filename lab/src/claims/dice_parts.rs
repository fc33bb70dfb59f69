//! What claims on dice-poker have in common: rolls, and what the parts of a claim mean.

use kosti_bots::games::dice::DiceRule;
use kosti_engine::Dice;
use kosti_engine::sheet::DicePokerRow;
use kosti_engine::sheet::SheetAction;
use kosti_reports::findings::{Finding, Lens, Ruling, Unit};
use kosti_reports::stats::Verdict;

use crate::figure::{Figures, exact_figure};
use crate::wording::{cost_words, gain_words, ruling};

/// A rule that a player of dice-poker keeps to.
pub(super) type Rule = DiceRule<DicePokerRow>;
/// What a player of dice-poker may do.
pub(super) type Action = SheetAction<DicePokerRow>;

/// The usual rules.
pub(super) const RULES: &str = "dice-poker";

/// Whether the largest groups of equal dice are as large as this, and all other dice single.
pub(super) fn is_group(dice: Dice, sizes: &[u8]) -> bool {
    let mut groups: Vec<u8> = dice.counts().into_iter().filter(|&count| count > 1).collect();
    groups.sort_unstable();
    groups == sizes
}

/// What the figures of one rule mean.
pub(super) fn conclude_part(findings: &[Finding], part: &str) -> (Ruling, String) {
    let figures = Figures(findings);
    let (cost, gain) = (figures.get(part, Lens::Cost), figures.get(part, Lens::Gain));
    (ruling(cost, gain), format!("{}; it {}", cost_words(cost), gain_words(gain)))
}

/// One ruling for several parts: what all of them say, if they agree.
pub(super) fn overall(rulings: &[Ruling]) -> Ruling {
    if rulings.iter().all(|ruling| ruling == &rulings[0]) { rulings[0] } else { Ruling::Depends }
}

/// Whether advice does an optimal player no harm.
pub(super) fn is_harmless(findings: &[Finding], part: &str) -> bool {
    Figures(findings).get(part, Lens::Cost).verdict != Some(Verdict::Harms)
}

/// How often a game something comes, and what advice costs each time.
pub(super) fn each_time(part: &str, cost: f64, times: f64) -> [Finding; 2] {
    let figure =
        |what: &str, value, unit| exact_figure(&format!("{part}: {what}"), Lens::Figure, "optimal", RULES, value, unit);
    [figure("times a game", times, Unit::Times), figure("each time", cost / times, Unit::Points)]
}

/// A chance as people write it.
pub(super) fn percent(chance: f64) -> String {
    format!("{:.0} %", 100.0 * chance)
}

/// The turn in which something happens on average, from 1; `chances` are by turn.
pub(super) fn mean_turn(chances: &[f64]) -> f64 {
    let weighted: f64 = chances.iter().enumerate().map(|(turn, chance)| (turn + 1) as f64 * chance).sum();
    weighted / chances.iter().sum::<f64>()
}

#[cfg(test)]
mod tests {
    use kosti_solver::{Situation, Solution};

    use super::*;
    use crate::dice::dice_poker;

    #[test]
    fn the_optimum_agrees_with_every_rule_it_would_follow_anyway() {
        let game = dice_poker("", 1);
        let free = DiceRule::new([], |_: &Situation, _: Action| true);
        let (bound, optimum) = (Solution::under(&game, free).mean(), Solution::shared(&game).mean());
        assert!((bound - optimum).abs() < 1e-9);
    }

    #[test]
    fn chances_are_told_as_people_write_them() {
        assert_eq!(percent(0.125), "12 %");
    }

    #[test]
    fn turns_are_weighted_by_their_chance() {
        assert!((mean_turn(&[0.25, 0.0, 0.25]) - 2.0).abs() < 1e-12);
        assert!((mean_turn(&[0.0, 0.1, 0.3]) - 2.75).abs() < 1e-12);
    }
}
