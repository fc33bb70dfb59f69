//! Which table of values is meant.

use std::fmt;

use kosti_engine::Game;
use kosti_engine::sheet::{Scoresheet, SheetGame};

use crate::objective::Objective;
use crate::scoring_sum::scoring_sum;

/// The form in which tables are written. It must be raised whenever states are numbered otherwise, or values or rules come
/// to mean something else, within one version of the program.
pub(crate) const FORMAT: u32 = 3;
/// The version that writes them: another one may number states otherwise.
pub(crate) const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The fingerprint of the sources of this crate: others may play other games, and tables of theirs are not used.
pub const FINGERPRINT: &str = env!("KOSTI_FINGERPRINT");

/// What a table of values is of, and which code has worked it out: two tables with the same name hold the same values.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TableName {
    pub(crate) version: String,
    pub(crate) fingerprint: String,
    pub(crate) rules: String,
    pub(crate) scoring: u32,
    pub(crate) objective: Objective,
}

impl TableName {
    /// The table of a game for an objective, as this program works it out. The number of players makes no difference.
    pub fn new<S: Scoresheet>(game: &SheetGame<S>, objective: Objective) -> Self {
        Self {
            version: VERSION.into(),
            fingerprint: FINGERPRINT.into(),
            rules: rules_alone(&game.rules().to_string()),
            scoring: scoring_sum(game),
            objective,
        }
    }

    /// The canonical text of the rules, without the number of players.
    pub fn rules(&self) -> &str {
        &self.rules
    }

    /// What is played for.
    pub fn objective(&self) -> Objective {
        self.objective
    }

    /// Whether this program can use such a table: the same version has made it, and the same code.
    pub fn is_current(&self) -> bool {
        self.version == VERSION && self.fingerprint == FINGERPRINT
    }

    /// A short text for the name of a file: the game, the objective, and a number that stands for all of the name.
    pub fn short(&self) -> String {
        let all = format!(
            "{FORMAT}\n{}\n{}\n{}\n{}\n{}",
            self.version, self.fingerprint, self.rules, self.scoring, self.objective
        );
        // FNV-1a: two names that differ have the same number once in 2^64.
        let hash = all
            .bytes()
            .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
        let game: String =
            self.rules.chars().take_while(|letter| letter.is_ascii_alphanumeric() || *letter == '-').collect();
        let objective = self.objective.to_string().replace('=', "-");
        format!("{game}.{objective}.{hash:016x}")
    }
}

impl fmt::Display for TableName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} for {}", self.rules, self.objective)
    }
}

/// The canonical text of rules without the number of players, which makes no difference to best play.
pub(crate) fn rules_alone(text: &str) -> String {
    let (game, keys) = text.split_once(':').unwrap_or((text, ""));
    let others: Vec<&str> = keys.split(',').filter(|key| !key.is_empty() && !key.starts_with("players=")).collect();
    if others.is_empty() { game.to_owned() } else { format!("{game}:{}", others.join(",")) }
}

#[cfg(test)]
mod tests {
    use kosti_engine::sheet::{PiratePokerRules, YatzyRules};
    use kosti_engine::{AnyRules, Rules};

    use super::*;

    fn pirates(text: &str) -> SheetGame<PiratePokerRules> {
        Game::new(Rules::parse(text).unwrap())
    }

    #[test]
    fn rules_are_named_without_players() {
        assert_eq!(rules_alone(&YatzyRules::default().to_string()), "yatzy");
        assert_eq!(rules_alone(&pirates("players=5,exact=roll").rules().to_string()), "pirate-poker:exact=roll");
        let AnyRules::DicePoker(rules) = AnyRules::parse("dice-poker:players=7,even-odd=loose").unwrap() else {
            panic!("dice-poker");
        };
        let alone = rules_alone(&rules.to_string());
        assert_eq!(AnyRules::parse(&alone.replace(':', ":players=7,")), Ok(AnyRules::DicePoker(rules)));
    }

    #[test]
    fn names_differ_where_tables_do() {
        let name = |rules: &str, objective| TableName::new(&pirates(rules), objective);
        let mean = name("", Objective::Mean);
        assert_eq!(mean, name("players=7", Objective::Mean));
        assert!(mean.is_current());
        let others = [
            name("exact=roll", Objective::Mean),
            name("", Objective::Win),
            name("", Objective::Target(200)),
            name("", Objective::Target(201)),
            TableName { version: "9.8.7".into(), ..mean.clone() },
            TableName { fingerprint: "other".into(), ..mean.clone() },
            TableName { scoring: !mean.scoring, ..mean.clone() },
        ];
        for (place, other) in others.iter().enumerate() {
            assert_ne!(other.short(), mean.short(), "{other:?}");
            assert!(others[..place].iter().all(|before| before.short() != other.short()), "{other:?}");
        }
        assert!(!others[4].is_current() && !others[5].is_current());
        assert!(others[3].short().starts_with("pirate-poker.target-201."));
    }
}
