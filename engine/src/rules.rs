//! Rules in their text form, `game:key=value,key=value`.

use core::fmt;

use crate::nearest::nearest;

/// What a key of the rules may be set to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Values {
    /// A whole number.
    Number {
        /// The smallest allowed.
        min: u8,
        /// The largest allowed.
        max: u8,
        /// The one taken if the key is left out.
        default: u8,
    },
    /// One of a few words; the first is taken if the key is left out.
    Words(&'static [Word]),
}

/// One value of a key, and what it means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Word {
    /// The value as it is written.
    pub name: &'static str,
    /// What it means, in a phrase.
    pub meaning: &'static str,
}

/// A key of the rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Key {
    /// The key as it is written.
    pub name: &'static str,
    /// What it decides, in a phrase.
    pub meaning: &'static str,
    /// What it may be set to.
    pub values: Values,
}

/// The rules of one game: a small value that can be read, written and listed.
pub trait Rules: Copy + Eq + fmt::Debug + fmt::Display + Default + Send + Sync + 'static {
    /// The name of the game.
    const GAME: &'static str;
    /// The keys, in the order in which they are printed.
    const KEYS: &'static [Key];

    /// The value of a key: the number itself, or the place of the word.
    fn value(&self, key: usize) -> u8;

    /// Sets a key to a value that [`Rules::KEYS`] allows.
    fn set_value(&mut self, key: usize, value: u8);

    /// Reads the part after the colon, `key=value,key=value`, in any order.
    ///
    /// # Errors
    /// Unknown or repeated keys and values that are not allowed, with what would be.
    fn parse(text: &str) -> Result<Self, RulesError<'_>> {
        let mut rules = Self::default();
        let mut seen = 0u64;
        if text.trim().is_empty() {
            return Ok(rules);
        }
        for item in text.split(',') {
            let item = item.trim();
            let Some((name, value)) = item.split_once('=') else {
                return Err(RulesError::NotAnItem { game: Self::GAME, item, keys: Self::KEYS });
            };
            let (name, value) = (name.trim(), value.trim());
            let Some(key) = Self::KEYS.iter().position(|key| key.name == name) else {
                return Err(RulesError::UnknownKey { game: Self::GAME, key: name, keys: Self::KEYS });
            };
            if seen >> key & 1 == 1 {
                return Err(RulesError::RepeatedKey { key: name });
            }
            seen |= 1 << key;
            rules.set_value(key, parse_value(&Self::KEYS[key], value)?);
        }
        Ok(rules)
    }
}

fn parse_value<'a>(key: &'static Key, value: &'a str) -> Result<u8, RulesError<'a>> {
    match key.values {
        Values::Number { min, max, .. } => {
            let number = value.parse().ok().filter(|number| (min..=max).contains(number));
            number.filter(|_| value.bytes().all(|b| b.is_ascii_digit()))
        }
        Values::Words(words) => words.iter().position(|word| word.name == value).map(|place| place as u8),
    }
    .ok_or(RulesError::BadValue { key, value })
}

/// Prints `game:key=value,…` with every key.
pub(crate) fn print_rules<R: Rules>(rules: &R, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    f.write_str(R::GAME)?;
    for (place, key) in R::KEYS.iter().enumerate() {
        f.write_str(if place == 0 { ":" } else { "," })?;
        let value = rules.value(place);
        match key.values {
            Values::Number { .. } => write!(f, "{}={value}", key.name)?,
            Values::Words(words) => write!(f, "{}={}", key.name, words[value as usize].name)?,
        }
    }
    Ok(())
}

/// Why a text is not a rule set. The message says what would be right.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RulesError<'a> {
    /// No game has this name.
    UnknownGame {
        /// The name given.
        game: &'a str,
        /// The names there are.
        games: &'static [&'static str],
    },
    /// The game has no such key.
    UnknownKey {
        /// The game.
        game: &'static str,
        /// The key given.
        key: &'a str,
        /// The keys there are.
        keys: &'static [Key],
    },
    /// Something other than `key=value`.
    NotAnItem {
        /// The game.
        game: &'static str,
        /// The text found there.
        item: &'a str,
        /// The keys there are.
        keys: &'static [Key],
    },
    /// A key given twice.
    RepeatedKey {
        /// The key.
        key: &'a str,
    },
    /// A value that the key cannot have.
    BadValue {
        /// The key.
        key: &'static Key,
        /// The value given.
        value: &'a str,
    },
}

impl fmt::Display for RulesError<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::UnknownGame { game, games } => {
                write!(f, "unknown game '{}'", Clipped(game))?;
                suggest(f, game, games.iter().copied())?;
                f.write_str("; the games are ")?;
                list(f, games.iter().copied())
            }
            Self::UnknownKey { game, key, keys } => {
                write!(f, "{game} has no rule '{}'", Clipped(key))?;
                suggest(f, key, keys.iter().map(|k| k.name))?;
                f.write_str("; its rules are ")?;
                list(f, keys.iter().map(|k| k.name))
            }
            Self::NotAnItem { game, item, keys } => {
                write!(f, "expected key=value after '{game}:', found '{}'; the keys are ", Clipped(item))?;
                list(f, keys.iter().map(|k| k.name))
            }
            Self::RepeatedKey { key } => write!(f, "the rule '{}' is given twice", Clipped(key)),
            Self::BadValue { key, value } => match key.values {
                Values::Number { min, max, .. } => {
                    let (name, value) = (key.name, Clipped(value));
                    write!(f, "'{value}' is no value for {name}; allowed are whole numbers from {min} to {max}")
                }
                Values::Words(words) => {
                    write!(f, "'{}' is no value for {}", Clipped(value), key.name)?;
                    suggest(f, value, words.iter().map(|w| w.name))?;
                    f.write_str("; allowed are ")?;
                    list(f, words.iter().map(|w| w.name))
                }
            },
        }
    }
}

impl core::error::Error for RulesError<'_> {}

/// At most sixty characters of a text from outside.
pub(crate) struct Clipped<'a>(pub(crate) &'a str);

impl fmt::Display for Clipped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.char_indices().nth(60) {
            None => f.write_str(self.0),
            Some((end, _)) => write!(f, "{}…", &self.0[..end]),
        }
    }
}

pub(crate) fn suggest<'s>(
    f: &mut fmt::Formatter<'_>,
    given: &str,
    known: impl Iterator<Item = &'s str>,
) -> fmt::Result {
    match nearest(given, known) {
        Some(word) => write!(f, " (did you mean '{word}'?)"),
        None => Ok(()),
    }
}

pub(crate) fn list<'s>(f: &mut fmt::Formatter<'_>, words: impl Iterator<Item = &'s str>) -> fmt::Result {
    for (place, word) in words.enumerate() {
        write!(f, "{}{word}", if place == 0 { "" } else { ", " })?;
    }
    Ok(())
}

/// A value chosen from a few words.
pub(crate) trait Choice: Copy + 'static {
    const WORDS: &'static [Word];
    fn place(self) -> u8;
    fn at(place: u8) -> Self;
}

/// Defines an enum whose variants are the values of a rule key; the first is the default.
macro_rules! choice {
    ($(#[$meta:meta])* $name:ident { $($variant:ident = $word:literal, $meaning:literal;)+ }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        #[repr(u8)]
        pub enum $name {
            $(#[doc = concat!("`", $word, "`: ", $meaning, ".")] $variant,)+
        }

        impl $name {
            /// Every value, the default first.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];
        }

        impl $crate::rules::Choice for $name {
            const WORDS: &'static [$crate::rules::Word] =
                &[$($crate::rules::Word { name: $word, meaning: $meaning }),+];

            fn place(self) -> u8 {
                self as u8
            }

            fn at(place: u8) -> Self {
                Self::ALL[place as usize]
            }
        }
    };
}
pub(crate) use choice;

/// Defines the rules of a game: a `Copy` struct with one field for each key.
macro_rules! rules {
    (
        $(#[$meta:meta])*
        $name:ident for $game:literal {
            numbers { $($number:ident $nkey:literal: $min:literal..=$max:literal = $default:literal, $nmeaning:literal;)+ }
            words { $($word:ident $wkey:literal: $choice:ty, $wmeaning:literal;)* }
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub struct $name {
            $(#[doc = concat!("`", $nkey, "`: ", $nmeaning, ".")] pub(crate) $number: u8,)+
            $(#[doc = concat!("`", $wkey, "`: ", $wmeaning, ".")] pub(crate) $word: $choice,)*
        }

        impl $name {
            $(#[doc = concat!("The value of `", $nkey, "`: ", $nmeaning, ".")]
            #[inline]
            pub const fn $number(&self) -> u8 {
                self.$number
            })+
            $(#[doc = concat!("The value of `", $wkey, "`: ", $wmeaning, ".")]
            #[inline]
            pub const fn $word(&self) -> $choice {
                self.$word
            })*
        }

        impl Default for $name {
            fn default() -> Self {
                Self {
                    $($number: $default,)+
                    $($word: <$choice as $crate::rules::Choice>::at(0),)*
                }
            }
        }

        impl $crate::rules::Rules for $name {
            const GAME: &'static str = $game;
            const KEYS: &'static [$crate::rules::Key] = &[
                $($crate::rules::Key {
                    name: $nkey,
                    meaning: $nmeaning,
                    values: $crate::rules::Values::Number { min: $min, max: $max, default: $default },
                },)+
                $($crate::rules::Key {
                    name: $wkey,
                    meaning: $wmeaning,
                    values: $crate::rules::Values::Words(<$choice as $crate::rules::Choice>::WORDS),
                },)*
            ];

            fn value(&self, key: usize) -> u8 {
                [$(self.$number,)+ $($crate::rules::Choice::place(self.$word),)*][key]
            }

            fn set_value(&mut self, key: usize, value: u8) {
                let mut place = 0;
                $(if key == place { self.$number = value; return; } place += 1;)+
                $(if key == place { self.$word = $crate::rules::Choice::at(value); return; } place += 1;)*
                unreachable!("key {key} of {place}");
            }
        }

        impl core::fmt::Display for $name {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                $crate::rules::print_rules(self, f)
            }
        }
    };
}
pub(crate) use rules;
