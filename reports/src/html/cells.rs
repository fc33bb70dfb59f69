//! Cells with the figures of tournaments.

use crate::decimal::Decimal;
use crate::escape::escape;
use crate::html::page::broken;
use crate::html::table::Cell;
use crate::number::{Sign, UNKNOWN, count, decimal, decimals, uncertainty};

fn shown(value: Option<impl Into<f64>>, decimals: usize, sign: Sign) -> String {
    value.map_or(UNKNOWN.into(), |value| decimal(value.into(), decimals, sign))
}

/// In per cent.
pub(super) fn percent(value: Option<impl Into<f64>>) -> Option<f64> {
    value.map(|value| value.into() * 100.0)
}

/// A figure with its interval below, both with as many decimals as the interval supports.
pub(super) fn with_interval(value: Option<f64>, ends: [Option<f64>; 2], usual: usize, sign: Sign) -> Cell {
    let decimals = decimals(uncertainty(value, ends), usual);
    let [low, high] = ends;
    let ends = || format!("{} to {}", shown(low, decimals, sign), shown(high, decimals, sign));
    let interval = if low.or(high).is_none() { String::new() } else { ends() };
    plain(value, decimals, sign).and_below(&escape(&interval))
}

/// A share with its interval, in per cent.
pub(super) fn share_cell(share: Option<Decimal<6>>, low: Option<Decimal<6>>, high: Option<Decimal<6>>) -> Cell {
    with_interval(percent(share), [percent(low), percent(high)], 2, Sign::Minus)
}

/// A bot, whose settings may stand on another line.
pub(super) fn bot(name: &str) -> Cell {
    Cell::html(broken(name), name)
}

/// A figure with this number of decimals.
pub(super) fn plain(value: Option<impl Into<f64>>, decimals: usize, sign: Sign) -> Cell {
    let value = value.map(Into::into);
    Cell::number(&shown(value, decimals, sign), value)
}

/// A count.
pub(super) fn whole(number: u64) -> Cell {
    Cell::number(&count(number), Some(number as f64))
}

/// A figure with its standard error, both with as many decimals as that supports.
pub(super) fn with_error(value: Option<Decimal<4>>, error: Option<Decimal<4>>, sign: Sign) -> Cell {
    let decimals = decimals(error.map(Into::into), 2);
    let error = error.map_or(String::new(), |error| format!(" ± {}", decimal(error.value(), decimals, Sign::Minus)));
    Cell::number(&(shown(value, decimals, sign) + &error), value.map(Into::into))
}
