//! The rules that the tests go through.

use kosti_engine::{AnyRules, Values};

/// Every game with its default rules, and with every single rule changed to each of its other values, or to the ends of its
/// range.
pub fn variants() -> Vec<AnyRules> {
    let mut all = Vec::new();
    for default in AnyRules::defaults() {
        all.push(default);
        for key in default.keys() {
            let values: Vec<String> = match key.values {
                Values::Number { min, max, .. } => vec![min.to_string(), max.to_string()],
                Values::Words(words) => words.iter().map(|word| word.name.to_string()).collect(),
            };
            let text = |value| format!("{}:{}={value}", default.game(), key.name);
            all.extend(values.iter().map(|value| AnyRules::parse(&text(value)).expect("a listed value")));
        }
    }
    all
}
