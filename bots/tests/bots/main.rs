//! What holds for the players as a whole. One program, since what it compiles of the games is most of its price.

mod players;
mod search;
mod solver;
mod tree;
mod utility;
mod variants;
mod win;
mod wire;
