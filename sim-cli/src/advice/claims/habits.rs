//! Claims on cards and dominoes: habits by name, on a simple and on a strong player.

use kosti_bots::Experts;
use kosti_bots::advice::HabitGame;
use kosti_bots::greedy::GreedyGame;
use kosti_engine::Rules;
use kosti_reports::Verdict;
use kosti_reports::advice::{Finding, Lens};

use crate::advice::budget::LabBudget;
use crate::advice::experiment::{Measured, Told};
use crate::advice::lab::{Lab, Series};
use crate::advice::paired::Judged;
use crate::thousands;

/// What counts as a difference: half a game in a hundred.
pub(super) const MARGIN: f64 = 0.005;
/// The same in words.
pub(super) const MARGIN_WORDS: &str = "half a game in a hundred";
/// How the habits are tested.
pub(super) const METHOD: &str = "Games in pairs: everybody is the same bot, and one seat after the other plays once with the habit and \
    once without it, with the same cards. Tested on a simple player (greedy) and on a strong one (mc with 64 rollouts).";
/// The strong player.
const STRONG: &str = "mc:rollouts=64";

/// A habit at a table.
pub(super) struct Tried<'a> {
    pub(super) claim: &'static str,
    /// The name of the habit.
    pub(super) habit: &'a str,
    /// What it is called in the findings.
    pub(super) part: &'a str,
    /// The rules, without the number of players.
    pub(super) rules: &'a str,
    /// The most blocks of a quick run, with the simple and with the strong player; 0 for none.
    pub(super) blocks: [u64; 2],
}

impl Tried<'_> {
    /// Plays it for so many players.
    pub(super) fn play<G>(&self, lab: &Lab, players: u8) -> anyhow::Result<Vec<Finding>>
    where
        G: GreedyGame + Experts + HabitGame + 'static,
    {
        let comma = if self.rules.is_empty() { "" } else { "," };
        let rules = format!("players={players}{comma}{}", self.rules);
        let game = G::new(G::Rules::parse(&rules).map_err(|error| anyhow::anyhow!("{error}"))?);
        let part = if self.part.is_empty() {
            format!("{players} players")
        } else {
            format!("{}, {players} players", self.part)
        };
        let mut findings = Vec::new();
        for ((base, lens), blocks) in [("greedy", Lens::Gain), (STRONG, Lens::Expert)].into_iter().zip(self.blocks) {
            if blocks == 0 {
                continue;
            }
            findings.extend(lab.paired(&Series {
                claim: self.claim,
                part: &part,
                lens,
                game: &game,
                base,
                habit: &|| G::habit(self.habit).expect("a habit of this game"),
                blocks,
                judged: Judged::Share(MARGIN),
            })?);
        }
        Ok(findings)
    }
}

/// At which tables a habit is tried. Blocks are the most of a quick run, and longer runs have so many times more.
#[derive(Clone, Copy)]
pub(super) struct Tables<'a> {
    /// The numbers of players.
    pub(super) players: &'a [u8],
    /// The blocks of the simple player, who sits at all of them.
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
pub(super) fn at_tables<G>(
    lab: &Lab,
    claim: &'static str,
    habit: &str,
    (rules, part): (&str, &str),
    tables: &Tables<'_>,
) -> anyhow::Result<Measured>
where
    G: GreedyGame + Experts + HabitGame + 'static,
{
    let mut measured = Measured::default();
    for &players in tables.players {
        let blocks = tables.blocks(lab.budget, players);
        measured.findings.extend(Tried { claim, habit, part, rules, blocks }.play::<G>(lab, players)?);
    }
    Ok(measured)
}

/// What a habit did at some tables: `loses 0.3 to 0.9 games in a hundred`.
fn words(findings: &[&Finding]) -> String {
    let sizes = || findings.iter().map(|finding| finding.value.abs() * 100.0);
    let (least, most) = (sizes().fold(f64::INFINITY, f64::min), sizes().fold(0.0, f64::max));
    let games = if format!("{least:.1}") == format!("{most:.1}") {
        format!("{most:.1}")
    } else {
        format!("{least:.1} to {most:.1}")
    };
    match direction(findings[0]) {
        Direction::Up => format!("wins {games} more games in a hundred"),
        Direction::Down => format!("loses {games} games in a hundred"),
        Direction::Level => "sees no practical difference".into(),
        Direction::Unknown if findings.iter().any(|finding| finding.low.is_none()) => {
            "has played too few games to tell".into()
        }
        Direction::Unknown => {
            let needed = findings.iter().filter_map(|finding| blocks_needed(finding)).max();
            match needed {
                Some(blocks) => {
                    format!("has to play more games to tell (about {} more blocks)", thousands(blocks as f64))
                }
                None => "sees a difference that is too small to be sure of among so many claims".into(),
            }
        }
        Direction::Never => "never came to it".into(),
    }
}

/// About how many more blocks it takes until the difference is known to be above or below zero, or to be within the margin;
/// nothing if the interval says so already, and only the number of all verdicts is in the way.
fn blocks_needed(finding: &Finding) -> Option<u64> {
    let (low, high, margin) = (finding.low?, finding.high?, finding.margin?);
    let goal = finding.value.abs().max(margin - finding.value.abs());
    let times = ((high - low) / 2.0 / goal).powi(2);
    if times <= 1.0 {
        return None;
    }
    // Two digits are all that can be foreseen.
    let more = (finding.blocks as f64 * (times - 1.0)).max(1.0);
    let unit = 10f64.powf(more.log10().floor() - 1.0).max(1.0);
    Some(((more / unit).ceil() * unit) as u64)
}

/// Which way a verdict points.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Direction {
    Up,
    Down,
    Level,
    Unknown,
    Never,
}

fn direction(finding: &Finding) -> Direction {
    match finding.verdict {
        Some(Verdict::Helps | Verdict::HelpsSizeUnclear | Verdict::HelpsNegligibly) => Direction::Up,
        Some(Verdict::Harms | Verdict::HarmsSizeUnclear | Verdict::HarmsNegligibly) => Direction::Down,
        Some(Verdict::NoPracticalDifference) => Direction::Level,
        Some(Verdict::Untested) => Direction::Never,
        Some(Verdict::Inconclusive) | None => Direction::Unknown,
    }
}

/// A part without its number of players, and that number.
fn split(part: &str) -> (&str, &str) {
    let part = part.strip_suffix(" players").unwrap_or(part);
    part.rsplit_once(", ").unwrap_or(("", part))
}

/// What all findings of a kind say, tables with the same result together.
fn told_together(findings: &[&Finding]) -> String {
    let mut groups: Vec<((&str, Direction), Vec<&Finding>)> = Vec::new();
    for finding in findings {
        let key = (split(&finding.part).0, direction(finding));
        match groups.iter_mut().find(|(other, _)| *other == key) {
            Some((_, group)) => group.push(finding),
            None => groups.push((key, vec![finding])),
        }
    }
    let group = |((part, _), group): &((&str, Direction), Vec<&Finding>)| {
        let tables: Vec<&str> = group.iter().map(|finding| split(&finding.part).1).collect();
        let comma = if part.is_empty() { "" } else { ", " };
        format!("{} ({part}{comma}{} players)", words(group), tables.join(", "))
    };
    groups.iter().map(group).collect::<Vec<_>>().join(", ")
}

/// What the findings on a habit mean. At the table: if it helps, if it harms, and if it depends or makes no difference.
pub(super) fn tell(findings: &[Finding], what: &str, at_the_table: [&str; 3]) -> Told {
    let judged: Vec<&Finding> = findings.iter().filter(|finding| finding.verdict.is_some()).collect();
    let any = |verdicts: &[Verdict]| {
        judged.iter().any(|finding| finding.verdict.is_some_and(|verdict| verdicts.contains(&verdict)))
    };
    let helps = any(&[Verdict::Helps, Verdict::HelpsSizeUnclear]);
    let harms = any(&[Verdict::Harms, Verdict::HarmsSizeUnclear]);
    let level = any(&[Verdict::NoPracticalDifference, Verdict::HelpsNegligibly, Verdict::HarmsNegligibly]);
    let (ruling, place) = match (helps, harms, level) {
        (true, false, false) => ("true", 0),
        (true, false, true) => ("sometimes true", 0),
        (false, true, _) => ("false", 1),
        (true, true, _) => ("depends", 2),
        (false, false, true) => ("no difference", 2),
        (false, false, false) if any(&[Verdict::Inconclusive]) => ("unclear", 2),
        (false, false, false) => ("untested", 2),
    };
    let who =
        [(Lens::Gain, "a simple player"), (Lens::Expert, "a strong player")].into_iter().filter_map(|(lens, who)| {
            let own: Vec<&Finding> = judged.iter().copied().filter(|finding| finding.lens == lens).collect();
            (!own.is_empty()).then(|| format!("{who} {}", told_together(&own)))
        });
    let sentence = format!("{what}: {}.", who.collect::<Vec<_>>().join("; "));
    Told { ruling, sentence, at_the_table: at_the_table[place].into() }
}

#[cfg(test)]
mod tests {
    use kosti_reports::advice::Unit;

    use super::*;

    fn finding(players: u8, value: f64, half: f64, verdict: Verdict) -> Finding {
        let figure =
            Finding::exact("R1", &format!("{players} players"), Lens::Gain, "greedy", "rims", value, Unit::Share);
        Finding { margin: Some(0.005), verdict: Some(verdict), ..figure.sampled((value - half, value + half), 1000) }
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
            finding(3, -0.031, 0.001, Verdict::Harms),
            finding(4, 0.001, 0.002, Verdict::NoPracticalDifference),
            finding(5, 0.01, 0.02, Verdict::Inconclusive),
        ];
        let told = tell(&findings, "To try", ["a", "b", "c"]);
        assert_eq!((told.ruling, told.at_the_table.as_str()), ("false", "b"));
        assert_eq!(
            told.sentence,
            "To try: a simple player loses 2.0 to 3.1 games in a hundred (2, 3 players), sees no practical difference (4 players), has \
             to play more games to tell (about 3,000 more blocks) (5 players)."
        );
    }

    #[test]
    fn too_few_games_are_no_small_difference() {
        let without = Finding { low: None, high: None, ..finding(4, -0.04, 0.0, Verdict::Inconclusive) };
        let told = tell(&[without], "To try", ["a", "b", "c"]);
        assert_eq!(told.sentence, "To try: a simple player has played too few games to tell (4 players).");
        // An interval that says something, but not among so many others.
        let told = tell(&[finding(4, -0.04, 0.03, Verdict::Inconclusive)], "To try", ["a", "b", "c"]);
        assert!(told.sentence.contains("too small to be sure of"), "{}", told.sentence);
    }
}
