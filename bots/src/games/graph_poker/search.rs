//! Graph-poker for the bots that search.
//!
//! Rollouts run on a table of their own, a [`Playground`](playground::Playground), which knows at any time what each free
//! cell is worth with each card: a move then takes a glance at a few cells instead of a look at the whole edge.

pub(crate) mod around;
mod candidates;
mod gains;
mod grid;
mod imagine;
mod outlook;
mod playground;
mod prospects;
mod quick;
mod ranking;
mod search_game;

#[cfg(test)]
mod tests;
