//! What a tournament says with an interval, and whether the truth lies in it.

use kosti_reports::Decimal;
use kosti_reports::stats::student_quantile;
use kosti_reports::tournament::{StandingRow, TournamentResult};

/// What an interval is of.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Figure {
    Share,
    Rating,
    SeatShare,
    PairScore,
    Points,
    Margin,
    SeatPoints,
    PairDifference,
}

impl Figure {
    pub fn name(self) -> &'static str {
        match self {
            Self::Share => "share",
            Self::Rating => "rating",
            Self::SeatShare => "seat share",
            Self::PairScore => "pair score",
            Self::Points => "points",
            Self::Margin => "margin",
            Self::SeatPoints => "seat points",
            Self::PairDifference => "difference",
        }
    }
}

/// How wide an interval may be.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Width {
    /// As wide as it has to be.
    Exact,
    /// Wider: it rests on few wins, so that the scatter of blocks says little and shares move in large steps.
    Wider,
    /// Wider still: there may be no win at all.
    Any,
}

/// An interval of a tournament, and whether it holds the truth.
#[derive(Clone, Copy, Debug)]
pub struct Tried {
    pub figure: Figure,
    /// Which one of its kind: the number of the entrant, the pair or the seat.
    pub number: usize,
    pub holds: bool,
    pub width: Width,
}

/// With fewer wins or losses than that behind them, intervals of shares, scores and ratings may be wider.
const FEW: f64 = 25.0;

/// With fewer than that there may be none.
const HARDLY_ANY: f64 = 3.0;

type Ends = [Option<f64>; 2];

/// Whether a value lies between two ends; what is not known is no bound.
fn between([low, high]: Ends, value: f64) -> bool {
    low.is_none_or(|low| low <= value) && high.is_none_or(|high| value <= high)
}

/// The number of ways to choose some of these.
fn choices(of: u64, chosen: u64) -> u64 {
    (0..chosen.min(of)).fold(1, |ways, next| ways * (of - next) / (next + 1))
}

/// All intervals of a result, held against a far longer tournament.
pub fn tried(result: &TournamentResult, truth: &TournamentResult) -> Vec<Tried> {
    let (players, entrants) = (result.players as u64, result.entrants.len() as u64);
    // Where everybody plays alone a block is one result, else one for each rotation of the seats.
    let per_block = if result.solo { 1 } else { players };
    // The interval that follows from a standard error: blocks scatter around the mean of their own table.
    let student = |mean: f64, error: f64, games: u64, tables: u64| -> Ends {
        let blocks = (games / per_block).min(result.blocks);
        let half = error * student_quantile((blocks - tables) as f64, 0.95);
        [Some(mean - half), Some(mean + half)]
    };
    let mut all = Vec::new();
    let mut add = |figure: Figure, number: usize, ends: Ends, truth: f64, width: Width| {
        all.push(Tried { figure, number, holds: between(ends, truth), width });
    };
    let width = |share: f64, games: u64| match share.min(1.0 - share) * games as f64 {
        ..HARDLY_ANY => Width::Any,
        ..FEW => Width::Wider,
        _ => Width::Exact,
    };
    let both = result.entrants.iter().zip(&truth.entrants);
    let rarest = both.map(|(row, truth)| width(truth.share.unwrap().value(), row.games)).max().unwrap();
    let zero = zero(result, truth);
    for (number, (row, truth)) in result.entrants.iter().zip(&truth.entrants).enumerate() {
        let share = truth.share.unwrap().value();
        let ends = [row.low, row.high].map(|end| Some(end.unwrap().value()));
        add(Figure::Share, number, ends, share, width(share, row.games));
        // The rarest wins widen the intervals of all: they move the zero.
        let ends = [row.rating_low, row.rating_high].map(|end| end.map(Decimal::value));
        if is_bounded(truth) {
            add(Figure::Rating, number, ends, truth.rating.unwrap().value() - zero, rarest);
        }
        let tables = choices(entrants - 1, players - 1);
        let ends = student(row.points.unwrap().value(), row.points_se.unwrap().value(), row.games, tables);
        add(Figure::Points, number, ends, truth.points.unwrap().value(), Width::Exact);
        let ends = student(row.margin.unwrap().value(), row.margin_se.unwrap().value(), row.games, tables);
        add(Figure::Margin, number, ends, truth.margin.unwrap().value(), Width::Exact);
    }
    for (number, (row, truth)) in result.seats.iter().zip(&truth.seats).enumerate() {
        // Where one entrant wins nearly always, both seats win as much in nearly all blocks, and few of them scatter.
        let ends = [row.low, row.high].map(|end| Some(end.unwrap().value()));
        add(Figure::SeatShare, number, ends, truth.share.unwrap().value(), rarest.max(Width::Wider));
        let tables = choices(entrants, players);
        let ends = student(row.points.unwrap().value(), row.points_se.unwrap().value(), row.games, tables);
        add(Figure::SeatPoints, number, ends, truth.points.unwrap().value(), Width::Exact);
    }
    for (number, row) in result.pairs.iter().enumerate().filter(|(_, row)| row.entrant < row.opponent) {
        let truth = truth.pair(&row.entrant, &row.opponent).unwrap();
        let score = truth.score.unwrap().value();
        let ends = [row.low, row.high].map(|end| Some(end.unwrap().value()));
        add(Figure::PairScore, number, ends, score, width(score, row.games));
        let (mean, error) = (row.points_difference.unwrap().value(), row.points_difference_se.unwrap().value());
        let ends = student(mean, error, row.games, choices(entrants - 2, players - 2));
        add(Figure::PairDifference, number, ends, truth.points_difference.unwrap().value(), Width::Exact);
    }
    all
}

fn is_bounded(row: &StandingRow) -> bool {
    row.rating_low.is_some() && row.rating_high.is_some()
}

/// What the zero of a result is on the scale of the truth. Entrants whose ratings the results do not bound do not count for it,
/// unless that is so of all.
fn zero(result: &TournamentResult, truth: &TournamentResult) -> f64 {
    if result.entrants.len() == 2 && result.players == 2 {
        return 0.0;
    }
    let any = result.entrants.iter().any(is_bounded);
    let counted = result.entrants.iter().zip(&truth.entrants).filter(|(row, _)| is_bounded(row) || !any);
    let ratings: Vec<f64> = counted.map(|(_, truth)| truth.rating.unwrap().value()).collect();
    ratings.iter().sum::<f64>() / ratings.len() as f64
}
