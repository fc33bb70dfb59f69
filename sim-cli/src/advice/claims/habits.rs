//! Claims on cards and dominoes: habits by name, on a simple and on a strong player.

use kosti_bots::Experts;
use kosti_bots::advice::HabitGame;
use kosti_bots::greedy::GreedyGame;
use kosti_engine::Rules;
use kosti_reports::Verdict;
use kosti_reports::advice::{Finding, Lens};

use crate::advice::experiment::{Measured, Told};
use crate::advice::lab::{Lab, Series};
use crate::advice::paired::Judged;

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

/// The same habit for several numbers of players; the strong player sits at one of these tables only.
pub(super) fn at_tables<G>(
    lab: &Lab,
    claim: &'static str,
    habit: &str,
    (rules, part): (&str, &str),
    tables: &[u8],
    (strong_at, blocks): (u8, [u64; 2]),
) -> anyhow::Result<Measured>
where
    G: GreedyGame + Experts + HabitGame + 'static,
{
    let mut measured = Measured::default();
    for &players in tables {
        let blocks = if players == strong_at { blocks } else { [blocks[0], 0] };
        measured.findings.extend(Tried { claim, habit, part, rules, blocks }.play::<G>(lab, players)?);
    }
    Ok(measured)
}

/// What a habit did: `wins 1.2 more games in a hundred`.
pub(super) fn words(finding: &Finding) -> String {
    let games = format!("{:.1}", finding.value.abs() * 100.0);
    match finding.verdict {
        Some(Verdict::Helps | Verdict::HelpsSizeUnclear | Verdict::HelpsNegligibly) => {
            format!("wins {games} more games in a hundred")
        }
        Some(Verdict::Harms | Verdict::HarmsSizeUnclear | Verdict::HarmsNegligibly) => {
            format!("loses {games} games in a hundred")
        }
        Some(Verdict::NoPracticalDifference) => "makes no practical difference".into(),
        Some(Verdict::Untested) => "never came into play".into(),
        _ => format!("changes too little to tell ({:+.1} games in a hundred so far)", finding.value * 100.0),
    }
}

/// What the findings on a habit mean.
pub(super) fn tell(findings: &[Finding], what: &str, at_the_table: [&str; 3]) -> Told {
    let judged = |lens: Lens| findings.iter().filter(move |finding| finding.lens == lens && finding.verdict.is_some());
    let helps = |finding: &Finding| matches!(finding.verdict, Some(Verdict::Helps | Verdict::HelpsSizeUnclear));
    let harms = |finding: &Finding| matches!(finding.verdict, Some(Verdict::Harms | Verdict::HarmsSizeUnclear));
    let all = || findings.iter().filter(|finding| finding.verdict.is_some());
    let (ruling, place) = match (all().any(helps), all().any(harms)) {
        (true, false) => ("true", 0),
        (false, true) => ("false", 1),
        (true, true) => ("depends", 2),
        (false, false) if all().all(|finding| finding.verdict == Some(Verdict::Inconclusive)) => ("unclear", 2),
        (false, false) => ("no difference", 2),
    };
    let mut parts: Vec<String> = Vec::new();
    for (lens, who) in [(Lens::Gain, "a simple player"), (Lens::Expert, "a strong player")] {
        for finding in judged(lens) {
            parts.push(format!("{who} ({}) {}", finding.part, words(finding)));
        }
    }
    Told { ruling, sentence: format!("{what}: {}.", parts.join("; ")), at_the_table: at_the_table[place].into() }
}
