//! Games of every kind, with their records and what a program would see of them.

use kosti_bots::protocol::act_line;
use kosti_bots::record::{ChanceCheck, GameId, record_game, verify_line};
use kosti_bots::{BotGame, BotSpec, Player, roster};
use kosti_engine::{AnyRules, Chance, Turn, with_game};

/// Who plays, where the game has such a bot.
const BOTS: [&str; 6] = ["random", "greedy", "expectimax", "optimal", "mc:rollouts=24", "ismcts:iterations=48"];
const SEED: u64 = 2024;
/// Solved in a moment also without vectors; one such game is enough.
const SOLVED: &str = "dice-poker";

/// A line for each game: its scores, and numbers that stand for all of its record and its first view.
pub(crate) fn lines() -> Vec<String> {
    let mut lines = Vec::new();
    for rules in AnyRules::defaults() {
        for bot in BOTS {
            let spec: BotSpec = bot.parse().expect("a bot");
            let skipped = spec.name == "optimal" && rules.game() != SOLVED;
            if roster::check_for(&spec, &rules).is_ok() && !skipped {
                for block in 0..2 {
                    lines.push(with_game!(rules, game => line(&game, &rules, &spec, block)));
                }
            }
        }
    }
    lines
}

fn line<G: BotGame>(game: &G, rules: &AnyRules, spec: &BotSpec, block: u64) -> String {
    let bots = (0..game.players()).map(|_| (spec.to_string(), Player::new(game, spec).expect("a bot of this game")));
    let record = record_game(game, GameId { seed: SEED, block, game: 0 }, bots).expect("legal play");
    let text = serde_json::to_string(&record).expect("a record is JSON");
    verify_line(&text, ChanceCheck::OfTheSeed).expect("a record can be replayed");
    let (record, view) = (digest(text.as_bytes()), digest(&first_view(game, block)));
    format!("{} {spec} {block}: {:?} {record:08x} {view:08x}", rules.game(), scores(&text))
}

/// What a program would be asked first.
fn first_view<G: BotGame>(game: &G, block: u64) -> Vec<u8> {
    let (luck, mut state) = (Chance::new(SEED, block), game.start());
    loop {
        match game.turn(&state) {
            Turn::Chance => game.advance(&mut state, &luck),
            Turn::Seat(seat) => return act_line(game, &game.observe(&state, seat), 1, 1, 1000),
            Turn::Over => unreachable!("a game has decisions"),
        }
    }
}

fn scores(record: &str) -> Vec<i64> {
    let record: serde_json::Value = serde_json::from_str(record).expect("a record is JSON");
    record["scores"].as_array().into_iter().flatten().filter_map(serde_json::Value::as_i64).collect()
}

/// A number that stands for some bytes: FNV-1a.
pub(crate) fn digest(bytes: &[u8]) -> u32 {
    bytes.iter().fold(0x811c_9dc5, |hash, &byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}
