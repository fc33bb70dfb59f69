//! Equilibria of games between two, approached by Monte Carlo counterfactual regret minimisation.
//!
//! Two players play a game against each other again and again, and after each walk through it one of them regrets what it
//! did not do (Zinkevich and others, "Regret Minimization in Games with Incomplete Information"). Of the other's moves and
//! of all chance one is drawn, of its own all are tried (external sampling: Lanctot and others, "Monte Carlo Sampling for
//! Regret Minimization in Extensive Games"). What it does on average over all walks comes closer and closer to an
//! equilibrium, in which neither player can gain by playing anything else.

mod game;
mod table;

pub use game::{Moment, RegretGame, Side};
pub use table::{Learned, RegretTable};

pub(crate) use table::draw;
