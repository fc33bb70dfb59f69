//! A made-up tournament for tests.

use crate::decimal::Decimal;
use crate::tournament::{Clock, Decision, PairRow, SeatRow, SprtFigures, StandingRow, TournamentResult};

fn known<const DECIMALS: usize>(value: f64) -> Option<Decimal<DECIMALS>> {
    Decimal::new(value)
}

/// An entrant: better the higher its number.
fn standing(number: usize, players: usize) -> StandingRow {
    let middle = (number as f64 + 1.0) / 30.0;
    StandingRow {
        entrant: format!("bot {number}"),
        bot: format!("bot:a=1,\"b\"={number}"),
        games: 1234,
        wins: 600 + number as u64,
        ties: 34,
        losses: 600 - number as u64,
        share: known(middle),
        low: known(middle - 0.012_345_678),
        high: known(middle + 0.012_345_678),
        par: known(1.0 / players as f64),
        rank: known(1.5),
        points: known(-12.345_678 * middle),
        points_se: known(0.049_999),
        margin: known(-0.000_01),
        margin_se: known(0.1),
        rating: known(-10.0 / 3.0),
        rating_low: None,
        rating_high: None,
        design_effect: known(2.0 / 3.0),
        forfeits: number as u64,
        illegal: 0,
        timeout: number as u64,
        crash: 0,
        protocol: 3 * number as u64,
        reproducible: number != 1,
    }
}

/// A tournament of this many entrants, all at one table; one alone plays alone.
pub(crate) fn tournament(entrants: usize) -> TournamentResult {
    let score = |one: usize, other: usize| Some(0.5 + (one as f64 - other as f64) / 60.0).filter(|_| one + other != 3);
    let pair = |one: usize, other: usize| PairRow {
        entrant: format!("bot {one}"),
        opponent: format!("bot {other}"),
        games: 200,
        wins: 90,
        ties: 20,
        losses: 90,
        score: score(one, other).and_then(Decimal::new),
        low: score(one, other).and_then(|score| Decimal::new(score - 0.1)),
        high: score(one, other).and_then(|score| Decimal::new(score + 0.1)),
        points_difference: known(-0.5),
        points_difference_se: None,
    };
    let seat = |seat: usize| SeatRow {
        seat: seat as u64,
        games: 1234,
        share: known(1.0 / entrants as f64),
        low: known(1.0 / entrants as f64 - 0.01),
        high: known(1.0 / entrants as f64 + 0.01),
        points: None,
        points_se: None,
    };
    let others = |one| (0..entrants).filter(move |other| *other != one).map(move |other| pair(one, other));
    TournamentResult {
        game: "game:players=2,lead=dealer".into(),
        seed: 7,
        blocks: 617,
        games: 1234,
        players: entrants,
        solo: entrants == 1,
        clock: Some(Clock { threads: 2, seconds: Decimal::new(1.234_56).unwrap() }),
        complete: true,
        reproducible: false,
        stopped: Some(Decision::NotBetter),
        sprt: Some(SprtFigures { llr: None, lower: known(-2.944_44), upper: known(2.944_44) }),
        design_effect: known(2.0 / 3.0),
        entrants: (0..entrants).map(|number| standing(number, entrants)).collect(),
        pairs: (0..entrants).flat_map(others).collect(),
        seats: if entrants == 1 { Vec::new() } else { (0..entrants).map(seat).collect() },
        times: Vec::new(),
        notes: vec!["A note.".into(), "Another: \"5 %\".".into()],
    }
}
