//! What a reader has to know before the verdicts, and what the words mean.

use std::fmt::Write as _;

use crate::escape::escape;
use crate::findings::{Finding, Lens};
use crate::html::badge::{WORDS, verdict_badge};

/// What this is, who plays, and what margins and verdicts are.
pub(super) fn introduction(findings: &[Finding]) -> String {
    let bots = |lens| named(&players(findings, lens));
    format!(
        "<div class=\"introduction\">\n<p>This page puts advice on how to play to the test. Every claim was made an \
         experiment before anything ran: the same games with and without the advice, or a game that was solved exactly.</p>\n\
         <p><b>The optimal player</b>{} plays as well as can be, from the solution of the whole game. <b>A simple \
         player</b>{} takes what looks best now, like a sensible beginner. <b>A strong player</b>{} tries each choice in many \
         games played out by chance, and is good but not perfect.</p>\n\
         <p>A gain or loss counts if it is larger than the <b>margin</b> of the claim. The <b>verdict</b> on a figure says on which \
         side of the margin it lies, and only as much as its 95&nbsp;% interval allows; the <b>ruling</b> on a claim sums up its \
         verdicts.</p>\n</div>\n",
        bots(Lens::Cost),
        bots(Lens::Gain),
        bots(Lens::Expert)
    )
}

/// Who is looked at from this side.
fn players(findings: &[Finding], lens: Lens) -> Vec<&str> {
    let mut players: Vec<&str> = Vec::new();
    for finding in findings.iter().filter(|finding| finding.lens == lens && !finding.player.is_empty()) {
        if !players.contains(&finding.player.as_str()) {
            players.push(&finding.player);
        }
    }
    players
}

/// The names of bots in brackets; none if there are too many to help.
fn named(players: &[&str]) -> String {
    if players.is_empty() || players.len() > 3 {
        return String::new();
    }
    let names: Vec<String> = players.iter().map(|player| format!("<code>{}</code>", escape(player))).collect();
    format!(" ({})", names.join(", "))
}

/// The words and numbers of tables and plots.
pub(super) fn legend() -> String {
    let mut out = String::from("<details>\n<summary>What the words and numbers mean</summary>\n<dl class=\"words\">\n");
    for (verdict, meaning) in WORDS {
        _ = writeln!(out, "<dt>{}</dt><dd>{}</dd>", verdict_badge(verdict), escape(meaning));
    }
    out.push_str("</dl>\n<dl class=\"words\">\n");
    for lens in [Lens::Cost, Lens::Gain, Lens::Expert, Lens::Figure] {
        let meaning = match lens {
            Lens::Cost => {
                "What following the advice always costs a player who is as good as can be; negative if it costs something."
            }
            Lens::Gain => "What a simple player gains by it.",
            Lens::Expert => "What a strong player that is not perfect gains by it.",
            Lens::Figure => "A number that answers a question.",
        };
        _ = writeln!(out, "<dt><b>{}</b></dt><dd>{meaning}</dd>", lens_name(lens));
    }
    out.push_str(
        "<dt><b>pp</b></dt><dd>Percentage points: from 50&nbsp;% to 52&nbsp;% are 2&nbsp;pp.</dd>\n\
         <dt><b>also, not judged</b></dt><dd>The same games in another unit. Points and games won need not go the same way: who \
         wins more often may win by less.</dd>\n\
         <dt><b>changed a game</b></dt><dd>How many decisions a game the advice made different, of those that it \
         applied to.</dd>\n\
         <dt><b>◆</b></dt><dd>In plots an exact figure; dots have a 95&nbsp;% interval, and the band behind them is the \
         margin: what lies in it is too small to matter.</dd>\n\
         <dt><b>p</b></dt><dd>The chance of such a result if the verdict were wrong, corrected by Holm’s method for the \
         number of verdicts.</dd>\n\
         <dt><b>digits</b></dt><dd>Numbers are rounded; point at one to see all of it. The CSV files have all digits.</dd>\n\
         </dl>\n</details>\n",
    );
    out
}

pub(super) fn lens_name(lens: Lens) -> &'static str {
    match lens {
        Lens::Cost => "cost",
        Lens::Gain => "gain",
        Lens::Expert => "expert",
        Lens::Figure => "figure",
    }
}
