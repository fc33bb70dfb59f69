//! Claims on cards and dominoes: habits by name, on a simple and on a strong player.

use kosti_bots::BotGame;
use kosti_bots::habit::HabitGame;
use kosti_engine::Rules;
use kosti_reports::findings::{Finding, Lens, Ruling};
use kosti_reports::stats::Verdict;

use super::by_table::{caption, is_on, listed, players_of};
use crate::budget::LabBudget;
use crate::error::LabError;
use crate::experiment::{Conclusion, Measured};
use crate::lab::Lab;
use crate::pairing::Judged;
use crate::series::Series;
use crate::wording::still_needed;

/// What counts as a difference: half a game in a hundred.
pub(super) const MARGIN: f64 = 0.005;
/// The same in words.
pub(super) const MARGIN_WORDS: &str = "half a game in a hundred";
/// The strong player.
const STRONG: &str = "mc:rollouts=64";

/// A habit that is tested as a part of a claim.
pub(super) struct HabitTest<'a> {
    /// The name of the habit.
    pub(super) habit: &'a str,
    /// What it is called in the findings; empty if the claim has one part alone.
    pub(super) part: &'a str,
    /// The rules, without the number of players.
    pub(super) rules: &'a str,
    /// The most blocks of a quick run, with the simple and with the strong player; 0 for none.
    pub(super) blocks: [u64; 2],
}

impl HabitTest<'_> {
    /// Plays it for this many players.
    pub(super) fn play<G: BotGame + HabitGame>(&self, lab: &Lab<'_>, players: u8) -> Result<Vec<Finding>, LabError> {
        let comma = if self.rules.is_empty() { "" } else { "," };
        let rules = format!("players={players}{comma}{}", self.rules);
        let game = G::new(G::Rules::parse(&rules).map_err(|error| LabError::other(error.to_string()))?);
        let mut findings = Vec::new();
        for ((base, lens), blocks) in [("greedy", Lens::Gain), (STRONG, Lens::Expert)].into_iter().zip(self.blocks) {
            if blocks == 0 {
                continue;
            }
            let series = Series {
                part: &caption(self.part, players),
                lens,
                game: &game,
                base,
                habit: &|| G::habit(self.habit).expect("a habit of this game"),
                blocks,
                judged: Judged::Share(MARGIN),
            };
            findings.extend(series.play(lab)?);
        }
        Ok(findings)
    }
}

/// The tables at which a habit is tested. Blocks are the most of a quick run, and longer runs have this many times more.
#[derive(Clone, Copy)]
pub(super) struct Tables<'a> {
    /// The numbers of players.
    pub(super) players: &'a [u8],
    /// The blocks of the simple player, at each table.
    pub(super) simple: u64,
    /// The one table of the strong player in a quick run, if there is one, and its blocks.
    pub(super) strong_in_quick: Option<(u8, u64)>,
    /// The tables of the strong player in longer runs, and the blocks of each.
    pub(super) strong: &'a [(u8, u64)],
}

impl Tables<'_> {
    /// The blocks of the simple and of the strong player at a table.
    pub(super) fn blocks(&self, budget: LabBudget, players: u8) -> [u64; 2] {
        let strong = match budget {
            LabBudget::Quick => self.strong_in_quick.as_slice(),
            LabBudget::Normal | LabBudget::Deep => self.strong,
        };
        let strong = strong.iter().find(|(other, _)| *other == players);
        [self.simple, strong.map_or(0, |&(_, blocks)| blocks)]
    }
}

/// The same habit at several tables.
pub(super) fn at_tables<G: BotGame + HabitGame>(
    lab: &Lab<'_>,
    habit: &str,
    (rules, part): (&str, &str),
    tables: &Tables<'_>,
) -> Result<Measured, LabError> {
    let mut findings = Vec::new();
    for &players in tables.players {
        let blocks = tables.blocks(lab.budget, players);
        findings.extend(HabitTest { habit, part, rules, blocks }.play::<G>(lab, players)?);
    }
    Ok(findings.into())
}

/// What a verdict says of a habit.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Effect {
    Gain,
    SlightGain,
    Level,
    SlightLoss,
    Loss,
    Never,
    Unknown,
}

impl Effect {
    fn of(finding: &Finding) -> Self {
        match finding.verdict {
            Some(Verdict::Helps | Verdict::HelpsSizeUnclear) => Self::Gain,
            Some(Verdict::HelpsNegligibly) => Self::SlightGain,
            Some(Verdict::NoPracticalDifference) => Self::Level,
            Some(Verdict::HarmsNegligibly) => Self::SlightLoss,
            Some(Verdict::Harms | Verdict::HarmsSizeUnclear) => Self::Loss,
            Some(Verdict::Untested) => Self::Never,
            Some(Verdict::Inconclusive) | None => Self::Unknown,
        }
    }

    /// What a habit with this effect does at some tables: `costs a simple player 0.3 to 0.9 games in a hundred with 2 and 3
    /// players`. The player is named once and left out afterwards.
    fn words(self, who: Option<&str>, at: &[&Finding]) -> String {
        let (games, tables) = (games_in_a_hundred(at), tables(at));
        let before = who.map_or(String::new(), |who| format!("{who} "));
        let after = |word: &str| who.map_or(String::new(), |who| format!(" {word} {who}"));
        match self {
            Self::Gain => format!("wins {before}{games} more games in a hundred {tables}"),
            Self::SlightGain => {
                format!("wins {before}{games} more games in a hundred {tables}, which is negligible")
            }
            Self::Level => format!("makes no practical difference{} {tables}", after("to")),
            Self::SlightLoss => format!("costs {before}{games} games in a hundred {tables}, which is negligible"),
            Self::Loss => format!("costs {before}{games} games in a hundred {tables}"),
            Self::Never => format!("never comes into play{} {tables}", after("for")),
            Self::Unknown => format!("is not known yet{} {tables}", after("for")),
        }
    }
}

/// How many games in a hundred are won or lost at some tables: `0.3 to 0.9`.
fn games_in_a_hundred(at: &[&Finding]) -> String {
    let sizes = || at.iter().map(|finding| finding.value.abs() * 100.0);
    let [least, most] =
        [sizes().fold(f64::INFINITY, f64::min), sizes().fold(0.0, f64::max)].map(|size| format!("{size:.1}"));
    match (least.as_str(), most.as_str()) {
        (_, "0.0") => "less than 0.1".into(),
        (least, most) if least == most => least.into(),
        ("0.0", most) => format!("up to {most}"),
        (least, most) => format!("{least} to {most}"),
    }
}

/// The tables of some findings: `with 2 and 3 players`.
fn tables(at: &[&Finding]) -> String {
    let mut players: Vec<String> =
        at.iter().filter_map(|finding| players_of(finding)).map(|players| players.to_string()).collect();
    players.dedup();
    format!("with {} players", listed(&players))
}

/// Findings that have something in common, in the order of the first of each kind.
fn grouped<'a, K: PartialEq>(findings: &[&'a Finding], key: impl Fn(&'a Finding) -> K) -> Vec<(K, Vec<&'a Finding>)> {
    let mut groups: Vec<(K, Vec<&Finding>)> = Vec::new();
    for &finding in findings {
        let key = key(finding);
        match groups.iter_mut().find(|(other, _)| *other == key) {
            Some((_, group)) => group.push(finding),
            None => groups.push((key, vec![finding])),
        }
    }
    groups
}

/// What a habit does for a player, in clauses: what is known, part by part and tables with the same effect together, and then
/// all that is not known yet.
fn clauses(subject: &str, who: &str, parts: &[&str], findings: &[&Finding]) -> Vec<String> {
    let (unknown, known): (Vec<&Finding>, Vec<&Finding>) =
        findings.iter().partition(|finding| Effect::of(finding) == Effect::Unknown);
    let mut clauses = Vec::new();
    let part_of = |finding: &Finding| parts.iter().copied().find(|part| is_on(finding, part)).unwrap_or_default();
    for (part, findings) in grouped(&known, part_of) {
        let is_first = clauses.is_empty();
        let subject = if is_first { subject } else { "the same" };
        let part = if part.is_empty() { String::new() } else { format!(" ({part})") };
        let mut who = is_first.then_some(who);
        let effects = grouped(&findings, Effect::of);
        let effects: Vec<String> = effects.iter().map(|(effect, at)| effect.words(who.take(), at)).collect();
        clauses.push(format!("{subject}{part} {}", listed(&effects)));
    }
    if !unknown.is_empty() {
        let has_parts = findings.iter().any(|finding| !part_of(finding).is_empty());
        let open = match (known.is_empty(), subject) {
            (true, IT) => format!("for {who} it is not known yet"),
            (true, subject) => format!("{subject} has not shown yet what it does for {who}"),
            (false, _) if has_parts => "the rest is not known yet".into(),
            (false, _) => format!("{} it is not known yet", tables(&unknown)),
        };
        clauses.push(format!("{open} ({})", still_needed(&unknown)));
    }
    clauses
}

/// A habit that was named before.
const IT: &str = "it";

/// The ruling on a habit by all that is known of it, and whether it is to be followed (0), to be left (1), or neither (2).
fn ruling(findings: &[&Finding]) -> (Ruling, usize) {
    let any = |effects: &[Effect]| findings.iter().any(|finding| effects.contains(&Effect::of(finding)));
    let is_level = any(&[Effect::SlightGain, Effect::Level, Effect::SlightLoss]);
    match (any(&[Effect::Gain]), any(&[Effect::Loss])) {
        (true, true) => (Ruling::Depends, 2),
        (true, false) if is_level => (Ruling::SometimesTrue, 0),
        (true, false) => (Ruling::True, 0),
        (false, true) if is_level => (Ruling::MostlyFalse, 1),
        (false, true) => (Ruling::False, 1),
        (false, false) if is_level => (Ruling::NoDifference, 2),
        (false, false) if any(&[Effect::Unknown]) => (Ruling::Unclear, 2),
        (false, false) => (Ruling::Untested, 2),
    }
}

/// What the findings on the parts of a habit mean; the sentence goes on from the ruling. At the table: if it helps, if it harms,
/// and if it depends or makes no difference.
pub(super) fn conclude(findings: &[Finding], what: &str, parts: &[&str], at_the_table: [&str; 3]) -> Conclusion {
    let judged: Vec<&Finding> = findings.iter().filter(|finding| finding.verdict.is_some()).collect();
    let (ruling, place) = ruling(&judged);
    let mut what = what.to_string();
    what[..1].make_ascii_lowercase();
    let mut told = Vec::new();
    for (lens, who) in [(Lens::Gain, "a simple player"), (Lens::Expert, "a strong player")] {
        let own: Vec<&Finding> = judged.iter().copied().filter(|finding| finding.lens == lens).collect();
        let subject = if told.is_empty() { what.as_str() } else { IT };
        told.extend(clauses(subject, who, parts, &own));
    }
    let sentence = format!("{}.", told.join("; "));
    Conclusion { ruling, sentence, at_the_table: at_the_table[place].into() }
}

#[cfg(test)]
mod tests {
    use kosti_reports::findings::{RulingTone, Unit};
    use kosti_reports::stats::Interval;

    use super::*;
    use crate::figure::exact_figure;

    fn finding(players: u8, value: f64, half: f64, verdict: Verdict) -> Finding {
        finding_on("", players, value, half, verdict)
    }

    fn finding_on(part: &str, players: u8, value: f64, half: f64, verdict: Verdict) -> Finding {
        let rules = format!("rims:players={players}");
        let figure = exact_figure(&caption(part, players), Lens::Gain, "greedy", &rules, value, Unit::Share);
        Finding {
            margin: Some(0.005),
            verdict: Some(verdict),
            ..figure.sampled(Interval { low: value - half, high: value + half }, 1000)
        }
    }

    fn strong(finding: Finding) -> Finding {
        Finding { lens: Lens::Expert, ..finding }
    }

    fn sentence(findings: &[Finding]) -> String {
        conclude(findings, "To try", &["", "one less", "one more"], ["a", "b", "c"]).sentence
    }

    #[test]
    fn the_strong_player_sits_at_more_tables_in_longer_runs() {
        let tables =
            Tables { players: &[2, 3, 4], simple: 900, strong_in_quick: Some((3, 20)), strong: &[(2, 50), (3, 40)] };
        let blocks = |budget| [2, 3, 4].map(|players| tables.blocks(budget, players));
        assert_eq!(blocks(LabBudget::Quick), [[900, 0], [900, 20], [900, 0]]);
        for longer in [LabBudget::Normal, LabBudget::Deep] {
            assert_eq!(blocks(longer), [[900, 50], [900, 40], [900, 0]]);
        }
    }

    #[test]
    fn tables_with_the_same_result_are_told_together() {
        let findings = [
            finding(2, -0.02, 0.001, Verdict::Harms),
            finding(3, -0.031, 0.001, Verdict::HarmsSizeUnclear),
            finding(4, 0.001, 0.002, Verdict::NoPracticalDifference),
            finding(5, 0.01, 0.02, Verdict::Inconclusive),
            finding(6, 0.01, 0.01, Verdict::Inconclusive),
            strong(finding(2, 0.01, 0.02, Verdict::Inconclusive)),
            strong(finding(3, 0.01, 0.02, Verdict::Inconclusive)),
        ];
        assert_eq!(
            sentence(&findings),
            "to try costs a simple player 2.0 to 3.1 games in a hundred with 2 and 3 players and makes no practical difference with 4 \
             players; with 5 and 6 players it is not known yet (about 6,800 more blocks); for a strong player it is not known yet \
             (about 6,800 more blocks)."
        );
    }

    #[test]
    fn parts_are_told_one_after_the_other_and_what_is_open_once() {
        let findings = [
            finding_on("one less", 2, -0.02, 0.001, Verdict::Harms),
            finding_on("one less", 3, 0.01, 0.02, Verdict::Inconclusive),
            finding_on("one more", 2, 0.0, 0.02, Verdict::Untested),
            finding_on("one more", 3, 0.01, 0.02, Verdict::Inconclusive),
            strong(finding_on("one less", 2, 0.004, 0.001, Verdict::HelpsNegligibly)),
        ];
        assert_eq!(
            sentence(&findings),
            "to try (one less) costs a simple player 2.0 games in a hundred with 2 players; the same (one more) never comes into play \
             with 2 players; the rest is not known yet (about 6,800 more blocks); it (one less) wins a strong player 0.4 more games in \
             a hundred with 2 players, which is negligible."
        );
    }

    #[test]
    fn evidence_that_is_not_enough_is_no_small_difference() {
        let without = Finding { low: None, high: None, ..finding(4, -0.04, 0.0, Verdict::Inconclusive) };
        assert_eq!(
            sentence(&[without]),
            "to try has not shown yet what it does for a simple player (too few games so far)."
        );
        // An interval that says something, but not among so many others.
        let told = sentence(&[finding(4, -0.04, 0.02, Verdict::Inconclusive)]);
        assert!(told.ends_with("(the evidence is not enough among so many claims)."), "{told}");
    }

    #[test]
    fn slight_effects_are_never_told_as_nothing_at_all() {
        let told = |values: &[f64]| {
            let findings: Vec<Finding> =
                values.iter().map(|&value| finding(4, value, 0.0, Verdict::HarmsNegligibly)).collect();
            games_in_a_hundred(&findings.iter().collect::<Vec<_>>())
        };
        assert_eq!(told(&[-0.0001]), "less than 0.1");
        assert_eq!(told(&[-0.0001, -0.003]), "up to 0.3");
        assert_eq!(told(&[-0.003, -0.0031]), "0.3");
    }

    #[test]
    fn harm_is_ruled_on_as_help_is() {
        use Verdict::{
            Harms, HarmsNegligibly, HarmsSizeUnclear, Helps, HelpsNegligibly, HelpsSizeUnclear, Inconclusive,
            NoPracticalDifference, Untested,
        };
        let cases: [(&[Verdict], Ruling, &str, RulingTone); 12] = [
            (&[Helps, HelpsSizeUnclear, Inconclusive], Ruling::True, "a", RulingTone::Good),
            (&[Harms, HarmsSizeUnclear, Inconclusive], Ruling::False, "b", RulingTone::Bad),
            (&[HelpsSizeUnclear, NoPracticalDifference], Ruling::SometimesTrue, "a", RulingTone::Mixed),
            (&[HarmsSizeUnclear, NoPracticalDifference], Ruling::MostlyFalse, "b", RulingTone::Bad),
            (&[Helps, HarmsNegligibly], Ruling::SometimesTrue, "a", RulingTone::Mixed),
            (&[Harms, HelpsNegligibly], Ruling::MostlyFalse, "b", RulingTone::Bad),
            (&[Helps, Harms, NoPracticalDifference], Ruling::Depends, "c", RulingTone::Mixed),
            (&[HelpsNegligibly, HarmsNegligibly, Inconclusive], Ruling::NoDifference, "c", RulingTone::Plain),
            (&[NoPracticalDifference], Ruling::NoDifference, "c", RulingTone::Plain),
            (&[Inconclusive, Untested], Ruling::Unclear, "c", RulingTone::Mixed),
            (&[Untested], Ruling::Untested, "c", RulingTone::Plain),
            (&[Untested, Harms], Ruling::False, "b", RulingTone::Bad),
        ];
        for (verdicts, ruling, at_the_table, tone) in cases {
            let findings: Vec<Finding> = verdicts.iter().map(|&verdict| finding(2, 0.01, 0.01, verdict)).collect();
            let told = conclude(&findings, "To try", &[""], ["a", "b", "c"]);
            assert_eq!((told.ruling, told.at_the_table.as_str()), (ruling, at_the_table), "{verdicts:?}");
            assert_eq!(told.ruling.tone(), tone, "{ruling}");
        }
    }
}
