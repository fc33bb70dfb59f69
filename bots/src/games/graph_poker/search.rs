//! Graph-poker for the bots that search.
//!
//! Rollouts run on a table of their own, a [`Playground`](playground::Playground), which knows at any time what each free
//! cell is worth with each card: a move then takes a glance at a few cells instead of a look at the whole edge.

mod candidates;
mod gains;
mod grid;
mod leaf_value;
mod neighbourhood;
pub(crate) mod playground;
pub(crate) mod prospects;
mod ranking;
mod rollout_policy;
mod search_game;
mod world;

#[cfg(test)]
mod tests;
