//! What people should know of a parameter of a bot.

/// A parameter of a bot, as it stands in the bot's text form: `name:key=value`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Param {
    /// The key.
    pub key: &'static str,
    /// What it does.
    pub meaning: &'static str,
    /// The values that it takes, in a phrase; messages about other values end with it.
    pub values: &'static str,
    /// The value that it has if it is left out; nothing if it must be given, or another one takes its place.
    pub default: Option<&'static str>,
}

impl Param {
    /// A parameter that can be left out.
    pub(crate) const fn new(
        key: &'static str,
        default: &'static str,
        values: &'static str,
        meaning: &'static str,
    ) -> Self {
        Self { key, meaning, values, default: Some(default) }
    }

    /// A parameter without a default.
    pub(crate) const fn without_default(key: &'static str, values: &'static str, meaning: &'static str) -> Self {
        Self { key, meaning, values, default: None }
    }
}
