//! Reading values out of events.

use std::str::FromStr;

use kosti_engine::NotationError;
use serde_json::Value;

/// A text in a field, read as a card, domino, row or the like.
pub(crate) fn notation<T: FromStr<Err = NotationError>>(event: &Value, key: &str) -> Result<T, String> {
    parse(field(event, key)?)
}

/// A field that must be there.
pub(crate) fn field<'a>(event: &'a Value, key: &str) -> Result<&'a Value, String> {
    event.get(key).ok_or_else(|| format!("there is no \"{key}\""))
}

/// A list of lists of cards or dominoes, one list for each seat.
pub(crate) fn hands<T: FromStr<Err = NotationError>>(event: &Value, players: u8) -> Result<Vec<Vec<T>>, String> {
    let hands = list(field(event, "hands")?, |hand| list(hand, parse))?;
    if hands.len() == players as usize {
        Ok(hands)
    } else {
        Err(format!("expected {players} hands, found {}", hands.len()))
    }
}

/// A list whose items are read one by one.
pub(crate) fn list<T>(value: &Value, item: impl FnMut(&Value) -> Result<T, String>) -> Result<Vec<T>, String> {
    value.as_array().ok_or_else(|| format!("expected a list, found {value}"))?.iter().map(item).collect()
}

/// A text read as a card, domino, row or the like.
pub(crate) fn parse<T: FromStr<Err = NotationError>>(value: &Value) -> Result<T, String> {
    let text = value.as_str().ok_or_else(|| format!("expected a text, found {value}"))?;
    text.parse().map_err(|error: NotationError| format!("'{}': {error}", text.chars().take(40).collect::<String>()))
}

/// A number from 0 to 255.
pub(crate) fn small(value: &Value) -> Result<u8, String> {
    value
        .as_u64()
        .and_then(|number| number.try_into().ok())
        .ok_or_else(|| format!("expected a small whole number, found {value}"))
}

/// Sorts a list in a field, if there is one.
pub(crate) fn sort(event: &mut Value, key: &str) {
    if let Some(Value::Array(items)) = event.get_mut(key) {
        sort_items(items);
    }
}

/// Sorts every list in a list of lists.
pub(crate) fn sort_each(event: &mut Value, key: &str) {
    for item in event.get_mut(key).and_then(Value::as_array_mut).into_iter().flatten() {
        if let Value::Array(items) = item {
            sort_items(items);
        }
    }
}

fn sort_items(items: &mut [Value]) {
    items.sort_by_cached_key(ToString::to_string);
}
