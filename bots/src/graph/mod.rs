//! What graph-poker tells the bots that search.

mod outlook;
mod quick;
mod ranking;
mod search;
