//! Who came before whom.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use crate::stats::tally::MAX_PLACES;

/// The order in which the places of a table finished: for each place the number of places that did better, four bits
/// each.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Order {
    ranks: u64,
    places: u8,
}

/// Tables with more places than this keep only who won: the orders of larger tables are too many to count.
const FULL_ORDERS: usize = 5;

impl Order {
    /// The order of places of which so many others each did better.
    #[inline]
    pub fn new(better: &[u8]) -> Self {
        let most = if better.len() > FULL_ORDERS { 1 } else { u8::MAX };
        let mut ranks = 0;
        for (place, &better) in better.iter().enumerate() {
            ranks |= u64::from(better.min(most)) << (4 * place);
        }
        Self { ranks, places: better.len() as u8 }
    }

    /// How many places there are.
    pub fn places(&self) -> usize {
        self.places as usize
    }

    /// How many places did better than this one; 0 for the winners.
    #[inline]
    pub fn rank(&self, place: usize) -> usize {
        (self.ranks >> (4 * place) & 15) as usize
    }

    /// Whether the order says who came before whom among those who did not win.
    pub fn is_full(&self) -> bool {
        self.places() <= FULL_ORDERS
    }
}

impl fmt::Display for Order {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (0..self.places()).try_for_each(|place| write!(f, "{:x}", self.rank(place)))
    }
}

impl From<Order> for String {
    fn from(order: Order) -> Self {
        order.to_string()
    }
}

impl FromStr for Order {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("'{text}' is no order: expected one hexadecimal digit for each place");
        if text.is_empty() || text.len() > MAX_PLACES || !text.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return Err(wrong());
        }
        let reversed: String = text.chars().rev().collect();
        let ranks = u64::from_str_radix(&reversed, 16).map_err(|_| wrong())?;
        Ok(Self { ranks, places: text.len() as u8 })
    }
}

impl TryFrom<String> for Order {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

/// Counts of orders. Small tables have so few of them that a list does; others need a map.
#[derive(Clone, Debug)]
pub(crate) struct OrderCounts {
    few: [u64; 1 << (4 * FEW_PLACES)],
    places: usize,
    many: FxHashMap<Order, u64>,
}

/// Tables with at most so many places have few orders.
const FEW_PLACES: usize = 2;

impl Default for OrderCounts {
    fn default() -> Self {
        Self { few: [0; 1 << (4 * FEW_PLACES)], places: 0, many: FxHashMap::default() }
    }
}

impl OrderCounts {
    /// Counts an order; all must be of tables of one size.
    #[inline]
    pub fn add(&mut self, order: Order) {
        if order.places() <= FEW_PLACES {
            self.places = order.places();
            self.few[order.ranks as usize % (1 << (4 * FEW_PLACES))] += 1;
        } else {
            *self.many.entry(order).or_default() += 1;
        }
    }

    /// How often each order came up.
    pub fn into_map(self) -> BTreeMap<Order, u64> {
        let few = self.few.into_iter().enumerate().filter(|(_, count)| *count > 0);
        let few = few.map(|(ranks, count)| (Order { ranks: ranks as u64, places: self.places as u8 }, count));
        few.chain(self.many).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_are_read_as_they_are_written() {
        for (better, text) in [
            (vec![0, 1], "01"),
            (vec![0, 0], "00"),
            (vec![2, 0, 0, 3], "2003"),
            (vec![4, 3, 2, 1, 0], "43210"),
            (vec![5, 4, 3, 2, 0, 0], "111100"),
        ] {
            let order = Order::new(&better);
            assert_eq!(order.to_string(), text);
            assert_eq!(text.parse(), Ok(order));
        }
        assert!("".parse::<Order>().is_err());
        assert!("0x".parse::<Order>().is_err());
    }
}
