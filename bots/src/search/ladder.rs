//! The bots of a game with hidden hands, from weak to strong.

/// Budgets grow by a factor of four, so that a step that pays can be seen.
pub(crate) const HIDDEN_LADDER: &[&str] = &[
    "random",
    "greedy",
    "mc:rollouts=64",
    "mc:rollouts=256",
    "mc:rollouts=1024",
    "ismcts:iterations=256",
    "ismcts:iterations=1024",
    "ismcts:iterations=4096",
    "ismcts:iterations=16384",
];

/// The same where the document of the game has a disciple.
pub(crate) const TAUGHT_HIDDEN_LADDER: &[&str] = &[
    "random",
    "greedy",
    "disciple",
    "mc:rollouts=64",
    "mc:rollouts=256",
    "mc:rollouts=1024",
    "ismcts:iterations=256",
    "ismcts:iterations=1024",
    "ismcts:iterations=4096",
    "ismcts:iterations=16384",
];
