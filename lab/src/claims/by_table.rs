//! Findings at several tables: which table each is about, and what they say in words.

use kosti_engine::AnyRules;
use kosti_reports::findings::{Finding, Lens};
use kosti_reports::stats::Verdict;

/// What is said if the figures neither speak for a habit nor against it.
const UNKNOWN: &str = "Nobody can tell yet whether it pays: play as you like.";
const LEVEL: &str = "It makes no difference to speak of.";

/// How a habit is tested: what it does, and how all habits are tested.
macro_rules! habit_method {
    ($habit:literal) => {
        concat!(
            $habit,
            " Games in pairs: everybody is the same bot, and one seat after the other plays once with the habit and once without it, \
             with the same cards. Tested on a simple player (greedy) and on a strong one (mc with 64 rollouts)."
        )
    };
}
pub(super) use habit_method;

/// Whether a finding is above another beyond doubt. Without intervals nothing is.
pub(super) fn is_above(one: &Finding, other: &Finding) -> bool {
    matches!((one.low, other.high), (Some(low), Some(high)) if low > high)
}

/// Whether a finding says that something helps.
pub(super) fn helps(finding: &Finding) -> bool {
    matches!(finding.verdict, Some(Verdict::Helps | Verdict::HelpsSizeUnclear))
}

/// Whether a finding says that something harms.
pub(super) fn harms(finding: &Finding) -> bool {
    matches!(finding.verdict, Some(Verdict::Harms | Verdict::HarmsSizeUnclear))
}

/// Whether a finding says that something makes no difference, or hardly any.
pub(super) fn is_level(finding: &Finding) -> bool {
    use Verdict::{HarmsNegligibly, HelpsNegligibly, NoPracticalDifference};
    matches!(finding.verdict, Some(NoPracticalDifference | HelpsNegligibly | HarmsNegligibly))
}

/// A number with its sign, the minus being a true one.
pub(super) fn signed(value: f64, decimals: usize) -> String {
    let digits = format!("{:.decimals$}", value.abs());
    let is_zero = digits.chars().all(|digit| matches!(digit, '0' | '.'));
    match value {
        _ if is_zero => digits,
        _ if value < 0.0 => format!("−{digits}"),
        _ => format!("+{digits}"),
    }
}

/// Things one after the other: `2, 3 and 4`.
pub(super) fn listed(words: &[impl AsRef<str>]) -> String {
    let words: Vec<&str> = words.iter().map(AsRef::as_ref).collect();
    match words.split_last() {
        Some((last, others)) if !others.is_empty() => format!("{} and {last}", others.join(", ")),
        _ => words.concat(),
    }
}

/// The caption of a finding on a part of a claim at a table: `one less, 3 players`.
pub(super) fn caption(part: &str, players: u8) -> String {
    if part.is_empty() { format!("{players} players") } else { format!("{part}, {players} players") }
}

/// The number of players of a finding, by its rules.
pub(super) fn players_of(finding: &Finding) -> Option<u8> {
    AnyRules::parse(&finding.rules).ok().map(|rules| rules.players())
}

/// Whether a finding is on this part of a claim, at any table.
pub(super) fn is_on(finding: &Finding, part: &str) -> bool {
    players_of(finding).is_some_and(|players| finding.part == caption(part, players))
}

/// The numbers of players in the findings, each once.
fn numbers_of_players(findings: &[&Finding]) -> Vec<u8> {
    let mut numbers: Vec<u8> = findings.iter().filter_map(|finding| players_of(finding)).collect();
    numbers.sort_unstable();
    numbers.dedup();
    numbers
}

/// What to do where a habit neither just helps nor just harms: by number of players, if that decides.
pub(super) fn by_number_of_players(findings: &[Finding], to_do: &str, not_to_do: &str) -> String {
    let judged: Vec<&Finding> = findings.iter().filter(|finding| finding.verdict.is_some()).collect();
    let with = |is: fn(&Finding) -> bool, is_not: fn(&Finding) -> bool| {
        let numbers = numbers_of_players(&judged).into_iter().filter(|&players| {
            let of_table = || judged.iter().filter(|finding| players_of(finding) == Some(players));
            of_table().any(|finding| is(finding)) && !of_table().any(|finding| is_not(finding))
        });
        numbers.map(|players| players.to_string()).collect::<Vec<_>>()
    };
    let (good, bad) = (with(helps, harms), with(harms, helps));
    match (good.is_empty(), bad.is_empty()) {
        (false, false) => {
            format!("With {} players {to_do}; with {} {not_to_do}.", listed(&good), listed(&bad))
        }
        (true, true) if judged.iter().any(|finding| helps(finding) || harms(finding)) => {
            "It depends on the rules and on who plays: see the figures.".into()
        }
        (true, true) if judged.iter().any(|finding| is_level(finding)) => LEVEL.into(),
        (true, true) => UNKNOWN.into(),
        (false, true) => format!("With {} players {to_do}; with others it depends on who plays.", listed(&good)),
        (true, false) => format!("With {} players {not_to_do}; with others it depends on who plays.", listed(&bad)),
    }
}

/// What a habit changes for a player, in games in a hundred, by number of players; nothing if it was not tested on that player.
/// Of several findings at one table, the least and the most are told.
pub(super) fn changes(findings: &[Finding], parts: &[&str], lens: Lens) -> Option<String> {
    let is_own = |finding: &Finding| parts.iter().any(|part| is_on(finding, part));
    let own = |finding: &&Finding| finding.lens == lens && finding.verdict.is_some() && is_own(finding);
    let judged: Vec<&Finding> = findings.iter().filter(own).collect();
    let known = |finding: &&&Finding| helps(finding) || harms(finding) || is_level(finding);
    if judged.is_empty() {
        return None;
    }
    if judged.iter().filter(known).count() == 0 {
        return Some("nothing that can be told".into());
    }
    let at_table = |players: u8| {
        let of_table = judged.iter().filter(|finding| players_of(finding) == Some(players));
        let mut values: Vec<f64> = of_table.filter(known).map(|finding| 100.0 * finding.value).collect();
        values.sort_by(f64::total_cmp);
        let ends = (values.first().map(|&least| signed(least, 1)), values.last().map(|&most| signed(most, 1)));
        let change = match ends {
            (Some(least), Some(most)) if least == most => least,
            (Some(least), Some(most)) => format!("{least} to {most}"),
            _ => "nothing that can be told".into(),
        };
        format!("{change} with {players}")
    };
    let tables: Vec<String> = numbers_of_players(&judged).into_iter().map(at_table).collect();
    Some(format!("{} players", listed(&tables)))
}

#[cfg(test)]
mod tests {
    use kosti_reports::findings::Unit;
    use kosti_reports::stats::Interval;

    use super::*;
    use crate::figure::exact_figure;

    fn finding(part: &str, players: u8, value: f64, verdict: Verdict) -> Finding {
        let rules = format!("rims:players={players}");
        let figure = exact_figure(&caption(part, players), Lens::Gain, "greedy", &rules, value, Unit::Share);
        Finding { verdict: Some(verdict), ..figure }
    }

    #[test]
    fn tables_are_known_by_their_rules() {
        let three = finding("a", 3, 0.1, Verdict::Helps);
        assert_eq!((three.part.as_str(), players_of(&three)), ("a, 3 players", Some(3)));
        assert!(is_on(&three, "a") && !is_on(&three, "") && !is_on(&three, "b"));
        assert_eq!(players_of(&Finding { rules: "another game".into(), ..three }), None);
    }

    #[test]
    fn what_has_no_interval_is_above_nothing() {
        let exact = finding("a", 2, 0.9, Verdict::Helps);
        let sampled = |value: f64| exact.clone().sampled(Interval { low: value - 0.1, high: value + 0.1 }, 10);
        assert!(is_above(&sampled(0.5), &sampled(0.2)) && !is_above(&sampled(0.5), &sampled(0.4)));
        assert!(!is_above(&exact, &sampled(0.2)) && !is_above(&sampled(0.2), &exact) && !is_above(&exact, &exact));
    }

    #[test]
    fn numbers_have_true_signs() {
        assert_eq!([1.25, -1.26, -0.04, 0.0].map(|value| signed(value, 1)), ["+1.2", "−1.3", "0.0", "0.0"]);
    }

    #[test]
    fn tips_depend_on_what_the_figures_depend_on() {
        use Verdict::{Harms, Helps, Inconclusive, NoPracticalDifference};
        let tip = |verdicts: &[(&str, u8, Verdict)]| {
            let finding = |&(part, players, verdict): &(&str, u8, Verdict)| finding(part, players, 0.0, verdict);
            let findings: Vec<Finding> = verdicts.iter().map(finding).collect();
            by_number_of_players(&findings, "do", "do not")
        };
        assert_eq!(
            tip(&[("a", 2, Helps), ("b", 2, Inconclusive), ("", 3, Harms), ("", 4, Harms)]),
            "With 2 players do; with 3 and 4 do not."
        );
        assert_eq!(tip(&[("", 2, NoPracticalDifference), ("", 3, Inconclusive)]), LEVEL);
        assert_eq!(tip(&[("", 2, Inconclusive)]), UNKNOWN);
        assert!(tip(&[("a", 2, Helps), ("b", 2, Harms)]).contains("the rules"));
    }

    #[test]
    fn changes_are_told_by_table() {
        use Verdict::{Harms, HelpsNegligibly, Inconclusive};
        let findings = [
            finding("a", 2, 0.004, HelpsNegligibly),
            finding("b", 2, 0.001, HelpsNegligibly),
            finding("a", 3, -0.02, Harms),
            finding("a", 4, 0.3, Inconclusive),
            finding("c", 4, 0.3, Inconclusive),
        ];
        let told = |parts: &[&str], lens| changes(&findings, parts, lens);
        assert_eq!(
            told(&["a", "b"], Lens::Gain).unwrap(),
            "+0.1 to +0.4 with 2, −2.0 with 3 and nothing that can be told with 4 players"
        );
        assert_eq!(told(&["b"], Lens::Gain).unwrap(), "+0.1 with 2 players");
        assert_eq!(told(&["c"], Lens::Gain).unwrap(), "nothing that can be told");
        assert_eq!(told(&["a", "b"], Lens::Expert), None);
    }
}
