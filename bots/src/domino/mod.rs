//! Domino-poker for bots that search.

mod hand_strength;
mod match_outlook;
mod quick_player;
mod search_game;
