//! Tables of all sizes on terminals of all widths: no line is too long, and every number stands whole.

use std::collections::HashMap;

use kosti_reports::tournament::{
    Clock, Decision, PairRow, SeatRow, StandingRow, SweepCell, SweepResult, TournamentResult,
};
use kosti_reports::{Column, Decimal, Table, Width};

const WIDTHS: [usize; 4] = [60, 80, 120, 200];

/// The rules of a game, all of them written.
const RULES: &str =
    "dice-poker:players=4,school=count,penalty=each,first=double,pair=two,full=sum,straight=both,poker=hundred";

fn known<const DECIMALS: usize>(value: f64) -> Option<Decimal<DECIMALS>> {
    Decimal::new(value)
}

/// A name that differs from others somewhere: at its beginning, its middle or its end.
fn name(number: usize) -> String {
    match number % 4 {
        0 => format!("bot{number}"),
        1 => format!("mc:rollouts={},policy=greedy,leaf=expected,depth=12,candidates=5", 100 + number),
        2 => format!("cmd:python3 /srv/bots/взятки/игрок.py --seed {number}"),
        _ => format!("ismcts:iterations=100000,exploration=0.7,determinizations=50,rollouts={number}"),
    }
}

fn standing(number: usize, players: usize, scale: u64) -> StandingRow {
    let share = (number as f64 + 1.0) / 31.0;
    let half = 0.5 / (scale as f64).sqrt();
    StandingRow {
        entrant: name(number),
        bot: name(number),
        games: scale + number as u64,
        wins: scale / 3 + number as u64,
        ties: scale / 7 + number as u64,
        losses: scale / 2 + number as u64,
        share: known(share),
        low: known(share - half),
        high: known(share + half),
        par: known(1.0 / players as f64),
        rank: known(1.0 + share),
        points: known(-1_234.567_8 * share),
        points_se: known(40.0 * half),
        margin: known(765.432_1 * share),
        margin_se: known(30.0 * half),
        rating: known(1234.5 + number as f64),
        rating_low: known(1100.0 + number as f64),
        rating_high: known(1300.0 + number as f64),
        design_effect: known(0.66),
        forfeits: number as u64,
        illegal: number as u64 * 17,
        timeout: 0,
        crash: scale,
        protocol: 3,
        reproducible: true,
    }
}

fn tournament(entrants: usize, players: usize, scale: u64) -> TournamentResult {
    let pair = |one: usize, other: usize| PairRow {
        entrant: name(one),
        opponent: name(other),
        games: scale,
        wins: scale / 3,
        ties: 0,
        losses: scale - scale / 3,
        score: known(0.5 + (one as f64 - other as f64) / 61.0),
        low: known(0.5 + (one as f64 - other as f64) / 61.0 - 0.5 / (scale as f64).sqrt()),
        high: known(0.5 + (one as f64 - other as f64) / 61.0 + 0.5 / (scale as f64).sqrt()),
        points_difference: None,
        points_difference_se: None,
    };
    let seat = |seat: usize| SeatRow {
        seat: seat as u64,
        games: scale,
        share: known(1.0 / players as f64 + seat as f64 / 1000.0),
        low: known(1.0 / players as f64 - 0.01),
        high: known(1.0 / players as f64 + 0.01),
        points: known(1234.5),
        points_se: known(0.25),
    };
    let others = |one: usize| (0..entrants).filter(move |other| *other != one).map(move |other| pair(one, other));
    TournamentResult {
        game: RULES.into(),
        seed: u64::MAX,
        blocks: scale,
        games: scale * players as u64,
        players,
        solo: false,
        clock: Some(Clock { threads: 64, seconds: Decimal::new(12_345.6).unwrap() }),
        complete: true,
        reproducible: true,
        stopped: Some(Decision::Narrow),
        sprt: None,
        design_effect: None,
        entrants: (0..entrants).map(|number| standing(number, players, scale)).collect(),
        pairs: (0..entrants).flat_map(others).collect(),
        seats: (0..players).map(seat).collect(),
        times: Vec::new(),
        notes: vec![format!("Mirror check: {} scores 0.5 against {}: at par.", name(1), name(5))],
    }
}

/// What Russian, Latin and other narrow letters take.
fn width(line: &str) -> usize {
    line.chars().count()
}

/// How often each number stands in a text, whole.
fn numbers(text: &str) -> HashMap<&str, usize> {
    let mut found = HashMap::new();
    let is_number = |word: &&str| {
        word.contains(|letter: char| letter.is_ascii_digit())
            && word.chars().all(|letter| letter.is_ascii_digit() || "+-−.,[]–".contains(letter))
    };
    for word in text.split_whitespace().filter(is_number) {
        *found.entry(word).or_default() += 1;
    }
    found
}

/// Holds a text in lines against the same text with all the room that it wants.
#[track_caller]
fn assert_fits(fitted: &str, free: &str, widest: usize) {
    if widest >= 80 {
        let long = fitted.lines().find(|line| width(line) > widest);
        assert!(long.is_none(), "more than {widest}: {long:?}\n{fitted}");
    }
    let found = numbers(fitted);
    for (number, often) in numbers(free) {
        let whole = found.get(number).copied().unwrap_or(0);
        assert!(whole >= often, "{number} stands {whole} times instead of {often}:\n{fitted}");
    }
}

#[test]
fn tournaments_fit_every_terminal() {
    for players in [2, 9] {
        for entrants in 2..=20 {
            for scale in [60, 1_200_000, 4_000_000_000_000] {
                let result = tournament(entrants, players, scale);
                let (standings, free) = (result.standings_table(), result.text());
                for widest in WIDTHS {
                    let width = Width::At(widest);
                    let tables = [Some(standings.clone()), result.crosstable(), result.seats_table()];
                    for table in tables.into_iter().flatten() {
                        assert_fits(&table.fitted(width), &table.to_string(), widest);
                    }
                    assert_fits(&result.text_in(width), &free, widest);
                }
            }
        }
    }
}

#[test]
fn sweeps_fit_every_terminal() {
    for entrants in [2, 5, 12] {
        let cell = |players: usize| SweepCell {
            values: vec![players.to_string(), "winner-of-the-last-trick".into()],
            result: tournament(entrants, players, 1_000_000),
        };
        let names = vec!["players".into(), "lead".into()];
        let sweep = SweepResult { names, cells: (2..=9).map(cell).collect() };
        for widest in WIDTHS {
            assert_fits(&sweep.text_in(Width::At(widest)), &sweep.text(), widest);
        }
    }
}

#[test]
fn wide_terminals_are_used() {
    let result = tournament(5, 9, 1_200_000);
    let lines = |widest| result.standings_table().fitted(Width::At(widest)).lines().count();
    assert!(lines(80) > lines(120) && lines(120) > lines(300), "{} {} {}", lines(80), lines(120), lines(300));
    assert_eq!(lines(300), 6, "one line for each and one above them");
    assert_eq!(result.standings_table().fitted(Width::At(300)), result.standings_table().to_string());
}

#[test]
fn columns_that_belong_together_go_below_together() {
    let figures = [
        Column::numbers("share"),
        Column::whole("95 % interval").with_previous(),
        Column::numbers("won").later(),
        Column::numbers("rating"),
        Column::whole("95 % interval").with_previous(),
    ];
    let mut table = Table::new([Column::names("bot")].into_iter().chain(figures));
    table.row(["mc:rollouts=100", "0.917", "[0.830, 0.970]", "55", "+12.3", "[-10.0, +34.0]"]);
    table.row(["mc:rollouts=200", "0.083", "[0.030, 0.170]", "5", "-12.3", "[-34.0, +10.0]"]);
    let told = "\
bot              share  95 % interval   rating  95 % interval
mc:rollouts=100  0.917  [0.830, 0.970]   +12.3  [-10.0, +34.0]
mc:rollouts=200  0.083  [0.030, 0.170]   -12.3  [-34.0, +10.0]

bot              won
mc:rollouts=100   55
mc:rollouts=200    5
";
    assert_eq!(table.fitted(Width::At(63)), told);
    let told = "\
bot          share  95 % interval
mc:          0.917  [0.830, 0.970]
  rollouts=
  100
mc:          0.083  [0.030, 0.170]
  rollouts=
  200

bot         rating  95 % interval
mc:ro…=100   +12.3  [-10.0, +34.0]
mc:ro…=200   -12.3  [-34.0, +10.0]

bot              won
mc:rollouts=100   55
mc:rollouts=200    5
";
    assert_eq!(table.fitted(Width::At(34)), told);
}

#[test]
fn long_headings_and_words_take_several_lines() {
    let columns = [Column::names("game"), Column::numbers("cost over chance"), Column::words("remark")];
    let mut table = Table::new(columns);
    table.row(["rims", "1.5", "as fast as it was, and with fewer words"]);
    table.below("its last words:\n  Error: no");
    table.row(["graph-poker", "12.25", "–"]);
    let told = "               cost
               over
game         chance  remark
rims           1.5   as fast as it was,
                     and with fewer
                     words
    its last words:
      Error: no
graph-poker   12.25  –
";
    assert_eq!(table.fitted(Width::At(40)), told);
}
