//! The table of the figures of a claim.

use crate::escape::escape;
use crate::findings::{Claim, Finding};
use crate::html::badge::verdict_badge;
use crate::html::introduction::lens_name;
use crate::html::measure::Measure;
use crate::html::page::broken;
use crate::html::rules::CommonRules;
use crate::html::table::{Cell, STACKED, Table};
use crate::number::{LEAST_P, NO_BREAK, Sign, UNKNOWN, count, decimal, p_value};
use crate::stats::Verdict;

/// Whether there is no figure, as the habit never came into play.
pub(super) fn is_untested(finding: &Finding) -> bool {
    finding.verdict == Some(Verdict::Untested)
}

/// Whether two figures come from the same games.
fn same_games(one: &Finding, other: &Finding) -> bool {
    let origin = |finding: &Finding| (finding.lens, finding.blocks, finding.games);
    let names = |finding: &Finding| [&finding.part, &finding.player, &finding.rules].map(String::clone);
    one.games > 0 && origin(one) == origin(other) && names(one) == names(other)
}

/// Whether a figure only says in another unit what a judged one says.
pub(super) fn is_also(finding: &Finding, all: &[&Finding]) -> bool {
    let judged = |other: &&&Finding| other.verdict.is_some() && other.unit != finding.unit;
    finding.verdict.is_none() && all.iter().filter(judged).any(|other| same_games(finding, other))
}

/// The figures of a claim, one row for each series of games: what is judged first, the same in another unit beside it.
pub(super) fn figure_table(claim: &Claim, common: &CommonRules<'_>, findings: &[&Finding]) -> String {
    let leading: Vec<&Finding> = findings.iter().copied().filter(|finding| !is_also(finding, findings)).collect();
    let also = |of: &Finding| findings.iter().copied().find(|other| is_also(other, findings) && same_games(of, other));
    let any = |told: &dyn Fn(&Finding) -> bool| leading.iter().any(|finding| told(finding));
    let columns = Columns {
        interval: any(&|finding| finding.games > 0),
        verdict: any(&|finding| finding.verdict.is_some()),
        also: any(&|finding| also(finding).is_some()),
        games: any(&|finding| finding.games > 0),
        habit: any(&|finding| finding.had_a_say.is_some() || finding.changed.is_some()),
        rules: any(&|finding| !common.special(&finding.rules).is_empty()),
    };
    let mut table = columns.table(&format!("The figures of {}", claim.id));
    for finding in leading {
        table.row(columns.row(finding, also(finding), common));
    }
    let shared = common.common_html();
    let shared = if shared.is_empty() {
        String::new()
    } else {
        format!("<p class=\"small\">Agreements for all of them: <code>{shared}</code></p>\n")
    };
    shared + &table.html()
}

/// Which columns there are, besides those that are always there.
struct Columns {
    interval: bool,
    verdict: bool,
    also: bool,
    games: bool,
    habit: bool,
    rules: bool,
}

impl Columns {
    fn table(&self, caption: &str) -> Table {
        let mut table = Table::new(STACKED, caption).column("about").numbers("value");
        if self.interval {
            table = table.numbers("95 % interval");
        }
        if self.verdict {
            table = table.column("verdict");
        }
        if self.also {
            table = table.numbers("also, not judged");
        }
        table = table.column("lens").column("player");
        if self.rules {
            table = table.column("rules");
        }
        if self.games {
            table = table.numbers("games");
        }
        if self.habit {
            table = table.numbers("changed a game");
        }
        table
    }

    fn row(&self, finding: &Finding, also: Option<&Finding>, common: &CommonRules<'_>) -> Vec<Cell> {
        let mut row = vec![Cell::text(&finding.part), value(finding).leading()];
        if self.interval {
            row.push(interval(finding));
        }
        if self.verdict {
            row.push(verdict(finding));
        }
        if self.also {
            let told = also.filter(|_| !is_untested(finding));
            row.push(told.map_or_else(|| Cell::number(UNKNOWN, None), also_cell));
        }
        row.extend([Cell::text(lens_name(finding.lens)), player(&finding.player)]);
        if self.rules {
            let special = common.special(&finding.rules);
            row.push(if special.is_empty() { Cell::text("") } else { Cell::html(broken(&special), &special) });
        }
        if self.games {
            row.push(match finding.games {
                0 => Cell::number(UNKNOWN, None),
                games => Cell::number(&count(games), Some(games as f64)),
            });
        }
        if self.habit {
            row.push(habit(finding));
        }
        row
    }
}

fn value(finding: &Finding) -> Cell {
    if is_untested(finding) {
        return Cell::number(UNKNOWN, None);
    }
    Cell::number(&Measure::of(finding).shown(finding.value), Some(finding.value)).with_digits(finding.value)
}

fn interval(finding: &Finding) -> Cell {
    let told = match finding.low.zip(finding.high) {
        Some((low, high)) if !is_untested(finding) => Measure::of(finding).interval(low, high),
        None if finding.games == 0 && !is_untested(finding) => "exact".into(),
        _ => UNKNOWN.into(),
    };
    Cell::number(&told, finding.low)
}

/// The verdict, with its chance of error below.
fn verdict(finding: &Finding) -> Cell {
    let Some(verdict) = finding.verdict else { return Cell::text("") };
    let p = match finding.p_holm {
        None => String::new(),
        Some(p) if p < LEAST_P => p_value(finding.p_holm).replacen("< ", "p < ", 1),
        _ => format!("p = {}", p_value(finding.p_holm)),
    };
    let p = p.replace(' ', &NO_BREAK.to_string());
    Cell::html(verdict_badge(verdict), verdict.name()).kept().and_below(&escape(&p))
}

fn also_cell(finding: &Finding) -> Cell {
    let cell = value(finding);
    let Some((low, high)) = finding.low.zip(finding.high) else { return cell };
    cell.and_below(&escape(
        &format!("({})", Measure::of(finding).interval(low, high)).replace(' ', &NO_BREAK.to_string()),
    ))
}

/// How many decisions a game a habit changed, of those that it had a say in.
fn habit(finding: &Finding) -> Cell {
    let told = |often| decimal(often, 2, Sign::Minus);
    let text = match (finding.changed, finding.had_a_say) {
        (Some(changed), Some(say)) => format!("{} of {}", told(changed), told(say)),
        (Some(changed), None) => told(changed),
        (None, Some(say)) => format!("{UNKNOWN} of {}", told(say)),
        (None, None) => UNKNOWN.into(),
    };
    Cell::number(&text, finding.changed)
}

/// A bot, whose settings may stand on another line.
fn player(name: &str) -> Cell {
    if name.is_empty() { Cell::text(name) } else { Cell::html(broken(name), name) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::findings::{Lens, Unit};
    use crate::stats::Interval;

    #[test]
    fn the_same_games_in_another_unit_are_beside_what_is_judged() {
        let finding = |unit, verdict| Finding {
            verdict,
            ..Finding::exact("M1", "blind", Lens::Gain, "greedy", "g", 0.5, unit)
                .sampled(Interval { low: 0.4, high: 0.6 }, 10)
        };
        let (judged, also) = (finding(Unit::Share, Some(Verdict::Helps)), finding(Unit::Points, None));
        let other = Finding { part: "seen".into(), ..also.clone() };
        let all = [&judged, &also, &other];
        assert_eq!(all.map(|finding| is_also(finding, &all)), [false, true, false]);
        assert!(!is_also(&also, &[&also]), "nothing is judged");
    }
}
