//! The page of a run on advice.

use std::collections::HashSet;
use std::fmt::Write as _;

use crate::advice::{Advice, Claim, Fact, Finding, Lens, PlotPoint, Unit};
use crate::html::badge::{WORDS, ruling_badge, verdict_badge};
use crate::html::escape;
use crate::html::figure::{figure, figures, sample};
use crate::html::measure::{Measure, is_difference, long_unit, scale};
use crate::html::page::{definitions, page};
use crate::html::table::{Cell, Table};
use crate::number::{Sign, UNKNOWN, count, decimal, p_value};
use crate::plot::{Certainty, IntervalPlot, IntervalRow};
use crate::verdict::Verdict;

/// The page of a run on advice: one HTML file that needs nothing else.
pub fn advice_page(title: &str, advice: &Advice) -> String {
    let anchors = anchors(&advice.claims);
    let mut body = String::from("<section aria-labelledby=\"verdicts\">\n<h2 id=\"verdicts\">The verdicts</h2>\n");
    body.push_str(&filter(&advice.claims));
    body.push_str(&verdicts(&advice.claims, &anchors));
    body.push_str("</section>\n<h2>The claims one by one</h2>\n");
    for (claim, anchor) in advice.claims.iter().zip(&anchors) {
        let findings: Vec<&Finding> = advice.findings.iter().filter(|finding| finding.claim == claim.id).collect();
        let points: Vec<&PlotPoint> = advice.points.iter().filter(|point| point.claim == claim.id).collect();
        body.push_str(&section(claim, anchor, &findings, &points));
    }
    page(title, &advice.run, &legend(), &body)
}

/// Names for the sections, each once.
fn anchors(claims: &[Claim]) -> Vec<String> {
    let mut taken = HashSet::new();
    let plain = |letter: char| if letter.is_ascii_alphanumeric() { letter } else { '-' };
    claims
        .iter()
        .map(|claim| {
            let mut anchor: String = "claim-".chars().chain(claim.id.chars().map(plain)).collect();
            while !taken.insert(anchor.clone()) {
                anchor.push('-');
            }
            anchor
        })
        .collect()
}

fn legend() -> String {
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
        "<dt><b>pp</b></dt><dd>Percentage points: from 50 % to 52 % are 2 pp.</dd>\n\
         <dt><b>◆</b></dt><dd>In plots an exact figure; dots have a 95 % interval, and the band behind them is the \
         margin: what lies in it is too small to matter.</dd>\n\
         <dt><b>p</b></dt><dd>The chance of such a result if the verdict were wrong, corrected by Holm’s method for the \
         number of verdicts.</dd>\n</dl>\n</details>\n",
    );
    out
}

fn lens_name(lens: Lens) -> &'static str {
    match lens {
        Lens::Cost => "cost",
        Lens::Gain => "gain",
        Lens::Expert => "expert",
        Lens::Figure => "figure",
    }
}

/// A choice of the game, if there are several; shown by the script.
fn filter(claims: &[Claim]) -> String {
    let mut games: Vec<&str> = claims.iter().map(|claim| claim.game.as_str()).collect();
    games.sort_unstable();
    games.dedup();
    if games.len() < 2 {
        return String::new();
    }
    let mut out = String::from("<p class=\"filter\" hidden><label>Game: <select>\n<option value=\"\">all</option>\n");
    for game in games {
        let game = escape(game);
        _ = writeln!(out, "<option value=\"{game}\">{game}</option>");
    }
    out + "</select></label></p>\n"
}

fn verdicts(claims: &[Claim], anchors: &[String]) -> String {
    let mut table = Table::new("cards", "The verdicts");
    for name in ["id", "game", "claim", "ruling", "in a sentence"] {
        table = table.column(name);
    }
    for (claim, anchor) in claims.iter().zip(anchors) {
        let link = format!("<a href=\"#{anchor}\">{}</a>", escape(&claim.id));
        table.row_with(
            format!(" data-game=\"{}\"", escape(&claim.game)),
            vec![
                Cell::html(link, &claim.id).kept(),
                Cell::text(&claim.game).kept(),
                Cell::text(&claim.claim),
                Cell::html(ruling_badge(&claim.ruling), &claim.ruling),
                Cell::text(&claim.sentence),
            ],
        );
    }
    table.html()
}

fn section(claim: &Claim, anchor: &str, findings: &[&Finding], points: &[&PlotPoint]) -> String {
    let mut out = format!(
        "<section class=\"claim\" id=\"{anchor}\" data-game=\"{}\" aria-labelledby=\"{anchor}-name\">\n\
         <h3 id=\"{anchor}-name\">{} · {}</h3>\n<p class=\"sentence\">{} {}</p>\n",
        escape(&claim.game),
        escape(&claim.id),
        escape(&claim.claim),
        ruling_badge(&claim.ruling),
        escape(&claim.sentence)
    );
    if !claim.at_the_table.is_empty() {
        _ = writeln!(out, "<p class=\"table-tip\"><b>At the table:</b> {}</p>", escape(&claim.at_the_table));
    }
    let facts = [
        ("game", &claim.game),
        ("source", &claim.source),
        ("rules", &claim.rules),
        ("how it was tested", &claim.method),
        ("what counts", &claim.margin),
    ];
    let told = facts.into_iter().filter(|(_, value)| !value.is_empty());
    let facts: Vec<Fact> = told.map(|(name, value)| Fact::new(name, value)).collect();
    out.push_str(&definitions(&facts));
    if !findings.is_empty() {
        _ = write!(out, "<h4>The figures</h4>\n{}", figure_table(claim, findings));
    }
    let plots = interval_plots(claim, findings) + &figures(points, |sample| origin(claim, sample));
    if !plots.is_empty() {
        _ = write!(out, "<div class=\"plots\">\n{plots}</div>\n");
    }
    let sample =
        if findings.is_empty() { "no figures".into() } else { sample(findings.iter().map(|finding| finding.games)) };
    _ = writeln!(out, "<p class=\"small\">{}</p>", origin(claim, &sample));
    out + "</section>\n"
}

/// Where a figure comes from: seed, sample size and the command that repeats it.
fn origin(claim: &Claim, sample: &str) -> String {
    let again =
        if claim.command.is_empty() { String::new() } else { format!(" · <code>{}</code>", escape(&claim.command)) };
    format!("Seed {} · {sample}{again}", claim.seed)
}

fn figure_table(claim: &Claim, findings: &[&Finding]) -> String {
    let any = |told: fn(&Finding) -> bool| findings.iter().any(|finding| told(finding));
    let rules = any(|finding| !finding.rules.is_empty()) && findings.iter().any(|finding| finding.rules != claim.rules);
    let habit = any(|finding| finding.had_a_say.is_some() || finding.changed.is_some());
    let verdict = any(|finding| finding.verdict.is_some());
    let mut table = Table::new("figures", &format!("The figures of {}", claim.id));
    table = table.column("about").column("lens").column("player").numbers("value").numbers("95 % interval");
    if verdict {
        table = table.column("verdict").numbers("p (Holm)");
    }
    table = table.numbers("games");
    if habit {
        table = table.numbers("had a say a game").numbers("changed a game");
    }
    if rules {
        table = table.column("rules");
    }
    for finding in findings {
        let measure = Measure::of(finding);
        let mut row = vec![Cell::text(&finding.part), Cell::text(lens_name(finding.lens)), Cell::text(&finding.player)];
        let interval = finding.low.zip(finding.high);
        let told = match interval {
            Some((low, high)) if !is_untested(finding) => measure.interval(low, high),
            None if finding.games == 0 && !is_untested(finding) => "exact".into(),
            _ => UNKNOWN.into(),
        };
        row.push(if is_untested(finding) {
            Cell::number(UNKNOWN, None)
        } else {
            Cell::number(&measure.shown(finding.value), Some(finding.value))
        });
        row.push(Cell::number(&told, finding.low));
        if verdict {
            let badge = |verdict: Verdict| Cell::html(verdict_badge(verdict), verdict.name()).kept();
            row.push(finding.verdict.map_or_else(|| Cell::text(""), badge));
            row.push(Cell::number(&p_value(finding.p_holm), finding.p_holm));
        }
        row.push(match finding.games {
            0 => Cell::number(UNKNOWN, None),
            games => Cell::number(&count(games), Some(games as f64)),
        });
        if habit {
            for often in [finding.had_a_say, finding.changed] {
                row.push(Cell::number(&often.map_or(UNKNOWN.into(), |often| decimal(often, 2, Sign::Minus)), often));
            }
        }
        if rules {
            row.push(Cell::text(&finding.rules));
        }
        table.row(row);
    }
    table.html()
}

/// Whether there is no figure, as the habit never came into play.
fn is_untested(finding: &Finding) -> bool {
    finding.verdict == Some(Verdict::Untested)
}

/// The figures with their intervals: one plot for each unit, differences apart from plain figures.
fn interval_plots(claim: &Claim, findings: &[&Finding]) -> String {
    let mut kinds: Vec<(Unit, bool)> = Vec::new();
    for finding in findings.iter().filter(|finding| !is_untested(finding)) {
        let kind = (finding.unit, is_difference(finding));
        if !kinds.contains(&kind) {
            kinds.push(kind);
        }
    }
    let mut out = String::new();
    for (unit, difference) in kinds {
        let own: Vec<&Finding> = findings
            .iter()
            .copied()
            .filter(|finding| !is_untested(finding))
            .filter(|finding| (finding.unit, is_difference(finding)) == (unit, difference))
            .collect();
        // A single number without anything to compare it with says no more as a plot.
        if own.len() < 2 && !difference {
            continue;
        }
        let title = if difference { "Gains and losses" } else { "Figures" };
        let title = format!("{title} in {}", long_unit(unit, difference));
        let scale = scale(unit);
        let rows = own.iter().map(|finding| IntervalRow {
            name: row_name(finding, &own),
            value: finding.value * scale,
            certainty: match finding.low.zip(finding.high) {
                Some((low, high)) => Certainty::Between(low * scale, high * scale),
                None if finding.games == 0 => Certainty::Exact,
                None => Certainty::Unknown,
            },
            margin: finding.margin.map(|margin| margin * scale),
        });
        let plot = IntervalPlot {
            title: format!("{}: {title}", claim.id),
            value_name: long_unit(unit, difference).into(),
            reference: difference.then_some(0.0),
            rows: rows.collect(),
        };
        out.push_str(&figure(
            &title,
            &plot.svg(),
            &origin(claim, &sample(own.iter().map(|finding| finding.games))),
            None,
        ));
    }
    out
}

/// What tells a finding from the others: as few words as do.
fn row_name(finding: &Finding, others: &[&Finding]) -> String {
    let fields: [fn(&Finding) -> &str; 4] = [
        |finding| &finding.part,
        |finding| lens_name(finding.lens),
        |finding| &finding.player,
        |finding| &finding.rules,
    ];
    let mut name: Vec<&str> = Vec::new();
    let mut alike: Vec<&Finding> = others.to_vec();
    for field in fields {
        let own = field(finding);
        let before = alike.len();
        alike.retain(|other| field(other) == own);
        if alike.len() < before && !own.is_empty() {
            name.push(own);
        }
        if alike.len() <= 1 {
            break;
        }
    }
    if name.is_empty() {
        name.extend([finding.part.as_str(), &finding.player].into_iter().find(|text| !text.is_empty()));
    }
    name.join(" · ")
}
