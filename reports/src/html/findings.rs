//! The page of a run on advice.

use std::collections::HashSet;
use std::fmt::Write as _;

use crate::escape::escape;
use crate::findings::{Claim, Fact, Finding, Findings, PlotPoint, Unit};
use crate::html::badge::ruling_badge;
use crate::html::figure::{figure, figures, sample};
use crate::html::figure_table::{figure_table, is_also, is_untested};
use crate::html::introduction::{introduction, legend, lens_name};
use crate::html::measure::{is_difference, long_unit, scale};
use crate::html::page::{definitions, page};
use crate::html::rules::CommonRules;
use crate::html::table::{Cell, Table};
use crate::number::unbroken;
use crate::plot::{Certainty, IntervalPlot, IntervalRow};

/// Said of plots that show the same games again in another unit.
const ALSO_TITLE: &str = " (the same games, not judged)";

/// The page of a run on advice: one HTML file that needs nothing else.
pub fn findings_page(title: &str, advice: &Findings) -> String {
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
    page(title, &advice.run, &(introduction(&advice.findings) + &legend()), &body)
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
                Cell::html(ruling_badge(claim.ruling), claim.ruling.name()),
                Cell::text(&claim.sentence),
            ],
        );
    }
    table.html()
}

fn section(claim: &Claim, anchor: &str, findings: &[&Finding], points: &[&PlotPoint]) -> String {
    let common = CommonRules::of(claim, findings);
    let mut out = format!(
        "<section class=\"claim\" id=\"{anchor}\" data-game=\"{}\" aria-labelledby=\"{anchor}-name\">\n\
         <div class=\"top\">\n<h3 id=\"{anchor}-name\">{} · {}</h3>\n<p class=\"sentence\">{} {}</p>\n",
        escape(&claim.game),
        escape(&claim.id),
        escape(&claim.claim),
        ruling_badge(claim.ruling),
        escape(&unbroken(&claim.sentence))
    );
    if !claim.at_the_table.is_empty() {
        _ = writeln!(out, "<p class=\"table-tip\"><b>At the table:</b> {}</p>", escape(&unbroken(&claim.at_the_table)));
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
    out.push_str("</div>\n");
    if !findings.is_empty() {
        _ = write!(out, "<h4>The figures</h4>\n{}", figure_table(claim, &common, findings));
    }
    let plots = interval_plots(claim, &common, findings) + &figures(points, |sample| origin(claim, sample));
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

/// The figures with their intervals: one plot for each unit, differences apart from plain figures.
fn interval_plots(claim: &Claim, common: &CommonRules<'_>, findings: &[&Finding]) -> String {
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
        let what = if difference { "Gains and losses" } else { "Figures" };
        let also = if own.iter().all(|finding| is_also(finding, findings)) { ALSO_TITLE } else { "" };
        let title = format!("{what} in {}{also}", long_unit(unit, difference));
        let scale = scale(unit);
        let rows = own.iter().map(|finding| IntervalRow {
            name: row_name(finding, &own, common),
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
fn row_name(finding: &Finding, others: &[&Finding], common: &CommonRules<'_>) -> String {
    let fields: [&dyn Fn(&Finding) -> String; 4] = [
        &|finding| finding.part.clone(),
        &|finding| lens_name(finding.lens).into(),
        &|finding| finding.player.clone(),
        &|finding| common.special(&finding.rules),
    ];
    let mut name: Vec<String> = Vec::new();
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
        name.extend([&finding.part, &finding.player].into_iter().find(|text| !text.is_empty()).cloned());
    }
    name.join(" · ")
}
