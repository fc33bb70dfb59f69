use super::*;
use crate::advice::{Advice, Claim, Fact, Finding, Lens, PlotKind, PlotPoint, Unit};
use crate::html::measure::Measure;
use crate::tournament::{PairRow, SeatRow, StandingRow, Tournament};
use crate::verdict::Verdict;

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

fn evil() -> Advice {
    let text = || EVIL.to_string();
    let claim = |id: &str, game: &str| Claim {
        id: id.into(),
        game: game.into(),
        source: text(),
        claim: text(),
        rules: text(),
        method: text(),
        margin: text(),
        ruling: text(),
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
    Advice {
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
        } else if !tag.ends_with('/') && !["meta", "link"].contains(&name) {
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
    let page = advice_page(EVIL, &evil());
    assert_eq!(page.matches("<script").count(), 1, "only our own");
    assert!(page.contains("&lt;script&gt;alert(&#39;1&#39;)"));
    let page = without_script(&page);
    assert_well_formed(&page);
    assert!(!page.contains("NaN"));
}

#[test]
fn a_page_needs_nothing_else() {
    let page = advice_page("Advice", &evil());
    for outside in ["http:", "https:", "src=", "@import", "url("] {
        assert!(!page.contains(outside), "{outside}");
    }
}

#[test]
fn every_claim_has_a_section_of_its_own() {
    let page = advice_page("Advice", &evil());
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
    let page = advice_page("Advice", &evil());
    assert!(page.contains("title=\"0.1\""), "all digits are there");
    assert!(page.contains("<td role=\"cell\" class=\"number\" data-sort=\"\" data-label=\"95 % interval\">exact</td>"));
    assert!(
        page.contains("<td role=\"cell\" class=\"number\" data-sort=\"\" data-label=\"changed a game\">– of 1.25</td>")
    );
}

fn standing(name: &str, share: f64) -> StandingRow {
    StandingRow {
        entrant: name.into(),
        bot: name.into(),
        games: 1000,
        wins: 500,
        ties: 0,
        losses: 500,
        share: Some(share),
        low: Some(share - 0.01),
        high: Some(share + 0.01),
        par: Some(0.5),
        rank: Some(1.5),
        points: Some(12.0),
        points_se: None,
        margin: Some(-0.5),
        margin_se: Some(0.1),
        elo: None,
        elo_low: None,
        elo_high: None,
        rating: Some(-10.0),
        rating_low: Some(-20.0),
        rating_high: Some(0.0),
        forfeits: 0,
    }
}

#[test]
fn a_tournament_has_a_page() {
    let pair = |entrant: &str, opponent: &str, score| PairRow {
        entrant: entrant.into(),
        opponent: opponent.into(),
        games: 1000,
        score,
        low: None,
        high: None,
    };
    let seat = |seat| SeatRow {
        seat,
        games: 1000,
        share: Some(0.5),
        low: Some(0.4),
        high: Some(0.6),
        points: None,
        points_se: None,
    };
    let tournament = Tournament {
        facts: vec![Fact::new("seed", "1")],
        notes: vec![EVIL.into()],
        standings: vec![standing("weak", 0.4), standing(EVIL, 0.6)],
        pairs: vec![pair("weak", EVIL, Some(0.4)), pair(EVIL, "weak", None)],
        seats: vec![seat(0), seat(1)],
    };
    let page = tournament_page("Tournament", &tournament);
    assert_well_formed(&without_script(&page));
    assert_eq!(page.matches("<svg").count(), 4);
    assert!(!page.contains("Elo</button>"), "nobody has one");
    assert_eq!(tournament.ranked()[0].entrant, EVIL);
    let empty = tournament_page("Tournament", &Tournament::default());
    assert_well_formed(&without_script(&empty));
    assert!(!empty.contains("<svg"));
}
