//! What several test files share: rule sets that cover all pairs of rules, and chi-square.

#![allow(dead_code, reason = "each test file uses its own part")]

use std::collections::BTreeSet;

use kosti_engine::{AnyRules, Chance, Label, Rng, Seat, Values};
use statrs::distribution::{ChiSquared, ContinuousCDF};

/// The values of a key that are worth trying: all words; of numbers the ends, the default and a middle one.
fn tried(values: &Values) -> Vec<String> {
    match *values {
        Values::Number { min, max, default } => {
            let numbers = BTreeSet::from([min, max, default, min.midpoint(max)]);
            numbers.iter().map(ToString::to_string).collect()
        }
        Values::Words(words) => words.iter().map(|word| word.name.into()).collect(),
    }
}

/// Rules of every game such that any two values of any two keys meet in at least one of them.
pub fn rule_spread() -> Vec<AnyRules> {
    let mut rng = rng(99);
    let mut texts = BTreeSet::new();
    for default in AnyRules::defaults() {
        let keys = default.keys();
        texts.insert(default.to_string());
        let mut cover = |fixed: &[(usize, &str)]| {
            let items: Vec<String> = (0..keys.len())
                .map(|key| {
                    let values = tried(&keys[key].values);
                    let pick = rng.below(values.len() as u32) as usize;
                    let value = fixed.iter().find(|(k, _)| *k == key).map_or(values[pick].as_str(), |(_, v)| v);
                    format!("{}={value}", keys[key].name)
                })
                .collect();
            texts.insert(format!("{}:{}", default.game(), items.join(",")));
        };
        for (a, key) in keys.iter().enumerate() {
            for value_a in tried(&key.values) {
                cover(&[(a, &value_a)]);
                for (b, key) in keys.iter().enumerate().skip(a + 1) {
                    for value_b in tried(&key.values) {
                        cover(&[(a, &value_a), (b, &value_b)]);
                    }
                }
            }
        }
    }
    texts.iter().map(|text| AnyRules::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))).collect()
}

/// A stream for a test.
pub fn rng(seed: u64) -> Rng {
    Chance::new(seed, 0).stream(Label::bot(0, Seat::new(0)))
}

/// The chance of counts at least as far from the expected ones, if these are right.
pub fn chi_square_p(observed: &[u64], expected: &[f64]) -> f64 {
    assert_eq!(observed.len(), expected.len());
    let statistic: f64 = observed.iter().zip(expected).map(|(&o, &e)| (o as f64 - e).powi(2) / e).sum();
    let degrees = ChiSquared::new((observed.len() - 1) as f64).unwrap();
    1.0 - degrees.cdf(statistic)
}

/// Asserts that counts are what a uniform draw gives. The seeds are fixed: a pass stays a pass.
#[track_caller]
pub fn assert_uniform(observed: &[u64], what: &str) {
    let total: u64 = observed.iter().sum();
    let each = total as f64 / observed.len() as f64;
    assert!(each >= 5.0, "{what}: too few draws to judge");
    let p = chi_square_p(observed, &vec![each; observed.len()]);
    assert!((1e-4..1.0 - 1e-4).contains(&p), "{what}: p = {p}");
}
