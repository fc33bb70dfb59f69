//! What findings at several tables say, in words for a table.

use kosti_reports::Verdict;
use kosti_reports::advice::{Finding, Lens};

/// What is said where no table and no rule stands out.
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
    let is_nothing = digits.chars().all(|digit| matches!(digit, '0' | '.'));
    match value {
        _ if is_nothing => digits,
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

/// The number of players of a finding.
fn players_of(finding: &Finding) -> Option<u8> {
    finding.part.strip_suffix(" players")?.rsplit(' ').next()?.parse().ok()
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

/// What a habit changes for a player, in games in a hundred, by number of players; nothing if that player never tried it.
/// Where several findings are about one table, from the least to the most.
pub(super) fn changes(findings: &[Finding], part: &str, lens: Lens) -> Option<String> {
    let own = |finding: &&Finding| finding.lens == lens && finding.verdict.is_some() && finding.part.starts_with(part);
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
    use kosti_reports::advice::Unit;

    use super::*;

    fn finding(part: &str, value: f64, verdict: Verdict) -> Finding {
        let figure = Finding::exact("R5", part, Lens::Gain, "greedy", "rims", value, Unit::Share);
        Finding { verdict: Some(verdict), ..figure }
    }

    #[test]
    fn what_has_no_interval_is_above_nothing() {
        let exact = finding("a", 0.9, Verdict::Helps);
        let sampled = |value: f64| exact.clone().sampled((value - 0.1, value + 0.1), 10);
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
        let tip = |verdicts: &[(&str, Verdict)]| {
            let findings: Vec<Finding> = verdicts.iter().map(|&(part, verdict)| finding(part, 0.0, verdict)).collect();
            by_number_of_players(&findings, "do", "do not")
        };
        assert_eq!(
            tip(&[("a, 2 players", Helps), ("b, 2 players", Inconclusive), ("3 players", Harms), ("4 players", Harms)]),
            "With 2 players do; with 3 and 4 do not."
        );
        assert_eq!(tip(&[("2 players", NoPracticalDifference), ("3 players", Inconclusive)]), LEVEL);
        assert_eq!(tip(&[("2 players", Inconclusive)]), UNKNOWN);
        assert!(tip(&[("a, 2 players", Helps), ("b, 2 players", Harms)]).contains("the rules"));
    }

    #[test]
    fn changes_are_told_by_table() {
        use Verdict::{Harms, HelpsNegligibly, Inconclusive};
        let findings = [
            finding("a, 2 players", 0.004, HelpsNegligibly),
            finding("b, 2 players", 0.001, HelpsNegligibly),
            finding("a, 3 players", -0.02, Harms),
            finding("a, 4 players", 0.3, Inconclusive),
        ];
        let told = |part, lens| changes(&findings, part, lens);
        assert_eq!(
            told("", Lens::Gain).unwrap(),
            "+0.1 to +0.4 with 2, −2.0 with 3 and nothing that can be told with 4 players"
        );
        assert_eq!(told("b", Lens::Gain).unwrap(), "+0.1 with 2 players");
        assert_eq!(told("a, 4", Lens::Gain).unwrap(), "nothing that can be told");
        assert_eq!(told("", Lens::Expert), None);
    }
}
