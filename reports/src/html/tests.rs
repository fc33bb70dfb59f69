use super::*;
use crate::findings::{Claim, Fact, Finding, Findings, Lens, PlotKind, PlotPoint, Ruling, Unit};
use crate::html::measure::Measure;
use crate::stats::Verdict;
use crate::tournament::made_up::tournament;
use crate::tournament::{SweepCell, SweepResult, TournamentResult};

const EVIL: &str = "</td><script>alert('1')</script>\"&";

fn finding(value: f64, unit: Unit, interval: Option<(f64, f64)>) -> Finding {
    Finding {
        claim: EVIL.into(),
        part: EVIL.into(),
        lens: Lens::Gain,
        player: EVIL.into(),
        rules: EVIL.into(),
        value,
        unit,
        low: interval.map(|(low, _)| low),
        high: interval.map(|(_, high)| high),
        margin: Some(0.5),
        blocks: 10,
        games: interval.map_or(0, |_| 1234),
        had_a_say: Some(1.25),
        changed: None,
        p: Some(0.001),
        p_zero: None,
        p_equal: None,
        p_holm: None,
        verdict: Some(Verdict::Helps),
    }
}

fn evil() -> Findings {
    let text = || EVIL.to_string();
    let claim = |id: &str, game: &str| Claim {
        id: id.into(),
        game: game.into(),
        source: text(),
        claim: text(),
        rules: text(),
        method: text(),
        margin: text(),
        ruling: Ruling::Depends,
        sentence: text(),
        at_the_table: text(),
        seed: 7,
        command: text(),
    };
    let point = |kind| PlotPoint {
        claim: text(),
        title: format!("{EVIL}{kind:?}"),
        kind,
        x_name: text(),
        y_name: text(),
        series: text(),
        x: if kind == PlotKind::Line { "1".into() } else { text() },
        value: 1.0,
        low: Some(0.5),
        high: Some(1.5),
        games: 10,
        label: text(),
    };
    Findings {
        run: vec![Fact::new(EVIL, EVIL)],
        claims: vec![claim(EVIL, EVIL), claim("a b", "g"), claim("a-b", "g")],
        findings: vec![finding(1.0, Unit::Points, Some((0.5, 1.5))), finding(0.1, Unit::Share, None)],
        points: [PlotKind::Line, PlotKind::Bar, PlotKind::Heat].map(point).into(),
    }
}

/// Tags are closed in the order in which they were opened.
#[track_caller]
fn assert_well_formed(page: &str) {
    let mut open = Vec::new();
    let page = page.replace("<!DOCTYPE html>", "");
    for part in page.split('<').skip(1) {
        let (tag, _) = part.split_once('>').expect("a tag ends");
        let name =
            tag.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '/').next().unwrap_or_default();
        if let Some(name) = name.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name.to_string()), "</{name}>");
        } else if !tag.ends_with('/') && !["meta", "link", "wbr"].contains(&name) {
            open.push(name.trim_end_matches('/').to_string());
        }
    }
    assert_eq!(open, Vec::<String>::new());
}

/// A page without its script, in which `<` is not always a tag.
fn without_script(page: &str) -> String {
    let (before, after) = page.split_once("<script>").unwrap();
    before.to_string() + after.split_once("</script>").unwrap().1
}

#[test]
fn text_stays_text() {
    let page = findings_page(EVIL, &evil());
    assert_eq!(page.matches("<script").count(), 1, "only our own");
    assert!(page.contains("&lt;script&gt;alert(&#39;1&#39;)"));
    let page = without_script(&page);
    assert_well_formed(&page);
    assert!(!page.contains("NaN"));
}

#[test]
fn a_page_needs_nothing_else() {
    let page = findings_page("Advice", &evil());
    for outside in ["http:", "https:", "src=", "@import", "url("] {
        assert!(!page.contains(outside), "{outside}");
    }
}

#[test]
fn every_claim_has_a_section_of_its_own() {
    let page = findings_page("Advice", &evil());
    for anchor in ["claim-a-b", "claim-a-b-"] {
        assert_eq!(page.matches(&format!("id=\"{anchor}\"")).count(), 1, "{anchor}");
        assert_eq!(page.matches(&format!("href=\"#{anchor}\"")).count(), 1, "{anchor}");
    }
    assert_eq!(page.matches("<svg").count(), 5, "two units and three plots");
}

#[test]
fn figures_have_as_many_decimals_as_make_sense() {
    let shown = |value, unit, interval| {
        let finding = finding(value, unit, interval);
        Measure::of(&finding).shown(finding.value)
    };
    let cases = [
        (shown(1.23456, Unit::Points, Some((1.0, 1.5))), "+1.23 points"),
        (shown(-1.23456, Unit::Points, Some((-1.24, -1.23))), "−1.23 points"),
        (shown(-123.456, Unit::Points, Some((-126.0, -120.0))), "−123.5 points"),
        (shown(-71.3346, Unit::Points, None), "−71.33 points"),
        (shown(-0.048, Unit::Points, None), "−0.048 points"),
        (shown(-0.00089, Unit::Points, None), "−0.001 points"),
        (shown(-0.00018, Unit::Points, None), "less than 0.001 points"),
        (shown(0.0, Unit::Tricks, None), "0.00 tricks"),
        (shown(0.01234, Unit::Share, Some((0.0, 0.024))), "+1.2 pp"),
        (shown(0.00234, Unit::Share, Some((0.002, 0.003))), "+0.23 pp"),
        (shown(0.000_012_34, Unit::Chance, None), "less than 0.01 pp"),
    ];
    for (shown, text) in cases {
        assert_eq!(shown, text.replace(' ', "\u{a0}"));
    }
    let plain = |value| {
        let finding = Finding { lens: Lens::Figure, margin: None, ..finding(value, Unit::Chance, None) };
        Measure::of(&finding).shown(value)
    };
    assert_eq!([plain(0.25), plain(0.9996), plain(1.0)], ["25.0\u{a0}%", "99.96\u{a0}%", "100.0\u{a0}%"]);
}

#[test]
fn unknown_is_a_dash_and_exact_is_said() {
    let page = findings_page("Advice", &evil());
    assert!(page.contains("title=\"0.1\""), "all digits are there");
    assert!(page.contains("<td role=\"cell\" class=\"number\" data-sort=\"\" data-label=\"95 % interval\">exact</td>"));
    assert!(
        page.contains("<td role=\"cell\" class=\"number\" data-sort=\"\" data-label=\"changed a game\">– of 1.25</td>")
    );
}

#[test]
fn a_tournament_has_a_page() {
    let mut result = tournament(2);
    result.entrants[0].entrant = EVIL.into();
    for pair in &mut result.pairs {
        for name in [&mut pair.entrant, &mut pair.opponent] {
            *name = name.replace("bot 0", EVIL);
        }
    }
    result.notes.push(EVIL.into());
    let page = tournament_page(&result, &[Fact::new("version", "kosti 1")]);
    assert_well_formed(&without_script(&page));
    assert_eq!(page.matches("<svg").count(), 4);
    for text in
        ["<h1>Tournament: game</h1>", "<dt>seed</dt><dd>7</dd>", "<dt>version</dt>", "<p class=\"note\">A note."]
    {
        assert!(page.contains(text), "{text}");
    }
    for row in &mut result.entrants {
        (row.rating, row.rating_low, row.rating_high) = (None, None, None);
    }
    assert!(page.contains("Elo rating, 95 % interval</button>"));
    assert!(!tournament_page(&result, &[]).contains("Elo rating, 95 % interval</button>"), "no entrant has one");
    let empty = TournamentResult { entrants: Vec::new(), pairs: Vec::new(), seats: Vec::new(), ..result };
    let empty = tournament_page(&empty, &[]);
    assert_well_formed(&without_script(&empty));
    assert!(!empty.contains("<svg"));
}

#[test]
fn a_sweep_has_a_page() {
    let cell = |value: &str, entrants| SweepCell { values: vec![value.into()], result: tournament(entrants) };
    let mut sweep = SweepResult { names: vec![EVIL.into()], cells: vec![cell("2", 2), cell(EVIL, 3)] };
    for cell in &mut sweep.cells {
        cell.result.entrants[0].entrant = EVIL.into();
        cell.result.notes.push(EVIL.into());
    }
    let runs = [("0001", Some("0001/")), (EVIL, None)]
        .map(|(path, href)| RunLink { path: path.into(), href: href.map(Into::into) });
    let page = sweep_page(&sweep, &runs, 3, &[Fact::new("game", EVIL)]);
    assert_eq!(page.matches("<script").count(), 1, "only our own");
    assert_well_formed(&without_script(&page));
    for text in [
        "Not complete: 2 of 3 runs.",
        "<dt>runs</dt><dd>2, with 2,468 games together</dd>",
        "<dt>seed</dt><dd>7</dd>",
        "<a href=\"0001/\"><code>0001</code></a>",
        ">early: not-better<",
        // Half the width of its interval is 1.2.
        ">6.7<span class=\"below\">5.4 to 7.9</span>",
        ">−0.823 ± 0.050<",
    ] {
        assert!(page.contains(text), "{text}");
    }
    assert_eq!(page.matches("<p>A note.</p>").count(), 1, "what is said of all runs is said once");
    assert!(!sweep_page(&sweep, &runs, 2, &[]).contains("Not complete"));
    assert_well_formed(&without_script(&sweep_page(&SweepResult::default(), &[], 0, &[])));
}

#[test]
fn figures_of_tournaments_have_the_digits_of_their_intervals() {
    let mut result = tournament(2);
    let row = &mut result.entrants[0];
    let known = |value| crate::Decimal::new(value);
    (row.share, row.low, row.high) = (known(0.916_667), known(0.82), known(0.964));
    let page = tournament_page(&result, &[]);
    assert!(page.contains(">91.7<span class=\"below\">82.0 to 96.4</span>"), "{page}");
    assert!(!page.contains("91.67"), "sixty games do not support four digits");
}
