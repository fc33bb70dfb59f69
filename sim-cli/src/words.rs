//! Choices of the libraries as values of arguments.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use kosti_arena::Words;

/// Reads one of the names of a choice; help lists all of them with their meanings.
pub(crate) fn word<W: Words + Send + Sync>() -> impl TypedValueParser<Value = W> {
    let values = W::ALL.iter().map(|choice| PossibleValue::new(choice.name()).help(choice.meaning()));
    PossibleValuesParser::new(values).try_map(|name| W::named(&name))
}
