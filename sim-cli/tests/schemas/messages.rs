//! Messages of real runs, both ways.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use kosti_bots::protocol::{BotMessage, FaultCode, HostMessage};
use kosti_engine::AnyRules;
use serde_json::{Value, json};

use crate::common::{Scratch, command, text};
use crate::{Kind, assert_fits};

const TESTS: &str = env!("CARGO_MANIFEST_DIR");

/// What host and bot wrote to each other.
#[derive(Default)]
pub struct Exchange {
    pub host: Vec<Value>,
    pub bot: Vec<Value>,
}

/// Lets a program play a game against random bots, and gives all lines that went either way.
pub fn exchange(name: &str, rules: &str, program: &str, more: &[&str]) -> Exchange {
    let scratch = Scratch::new(&format!("tap-{name}"));
    let log = scratch.path("log");
    let bots = format!("cmd:python3 {TESTS}/tests/bots/tap.py {log} python3 {TESTS}/{program},random");
    let args = ["tournament", "--game", rules, "--bots", &bots, "--games", "4", "--move-timeout", "60s", "--quiet"];
    let output = command(&[&args[..], more].concat()).output().expect("kosti starts");
    assert!(output.status.success(), "{rules}: {}", text(&output.stderr));
    let mut exchange = Exchange::default();
    for line in fs::read_to_string(log).unwrap().lines() {
        let (side, message) = line.split_once(' ').unwrap();
        let side = if side == ">" { &mut exchange.host } else { &mut exchange.bot };
        side.push(serde_json::from_str(message).unwrap_or_else(|error| panic!("{error}: {line}")));
    }
    exchange
}

pub const EXAMPLE: &str = "../examples/bot.py";

fn kinds(messages: &[Value]) -> BTreeSet<&str> {
    messages.iter().map(|message| message["type"].as_str().unwrap()).collect()
}

#[test]
fn every_message_of_a_run_fits() {
    let (host, bot) = (Kind::ProtocolHost.validator(), Kind::ProtocolBot.validator());
    let rules = AnyRules::defaults().map(|rules| rules.to_string());
    let more = ["graph-poker:players=3,decks=2", "domino-poker:players=2,sevens=1,last=on", "yatzy:players=1"];
    let mut phases: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for (number, rules) in rules.chain(more.map(Into::into)).enumerate() {
        let exchange = exchange(&format!("fits-{number}"), &rules, EXAMPLE, &[]);
        for message in &exchange.host {
            assert_fits(&host, message, &message.to_string());
            if let Some(phase) = message["view"]["phase"].as_str() {
                let game = rules.split(':').next().unwrap();
                phases.entry(game.into()).or_default().insert(phase.into());
            }
        }
        for message in &exchange.bot {
            assert_fits(&bot, message, &message.to_string());
        }
        assert_eq!(kinds(&exchange.host), ["act", "end", "hello", "new_game", "quit"].into(), "{rules}");
        assert_eq!(kinds(&exchange.bot), ["hello", "move"].into(), "{rules}");
    }
    assert_eq!(phases["rims"], ["fight", "play", "show"].map(String::from).into());
    assert_eq!(phases["domino-poker"], ["bid", "open", "pick", "play"].map(String::from).into());
}

#[test]
fn what_is_said_after_faults_fits() {
    let (host, bot) = (Kind::ProtocolHost.validator(), Kind::ProtocolBot.validator());
    for (habit, policy, host_kind, bot_kind) in [
        ("illegal-once", "retry", "reject", "move"),
        ("illegal", "random", "reject", "move"),
        ("error", "random", "end", "error"),
        ("unknown", "random", "error", "weather"),
    ] {
        let program = format!("tests/bots/faulty.py {habit}");
        let exchange = exchange(habit, "rims", &program, &["--on-fault", policy]);
        for message in &exchange.host {
            assert_fits(&host, message, &message.to_string());
        }
        for message in &exchange.bot {
            // The host does not know this one, and says so.
            assert_eq!(bot.is_valid(message), message["type"] != "weather", "{message}");
        }
        assert!(kinds(&exchange.host).contains(host_kind), "{habit}");
        assert!(kinds(&exchange.bot).contains(bot_kind), "{habit}");
        let asked_again =
            exchange.host.iter().any(|message| message["type"] == "reject" && message["view"].is_object());
        assert_eq!(asked_again, policy == "retry", "{habit}");
        let told = exchange.host.iter().any(|message| message["type"] == "end" && message["faults"] != json!([]));
        assert_eq!(told, habit != "unknown", "{habit}");
    }
}

#[test]
fn messages_that_runs_seldom_need_fit() {
    let validator = Kind::ProtocolHost.validator();
    for message in [
        HostMessage::Ping,
        HostMessage::Pong,
        HostMessage::Quit,
        HostMessage::Error { code: "unknown_type", message: "what?" },
        HostMessage::End { gid: 0, scores: &[-1, 2], faults: &FaultCode::ALL },
    ] {
        assert_fits(&validator, &serde_json::from_slice(&message.line()).unwrap(), &format!("{message:?}"));
    }
}

/// The schema of bots' messages and the code that reads them say the same.
#[test]
fn what_the_host_understands_fits_and_nothing_else() {
    let validator = Kind::ProtocolBot.validator();
    for (message, understood) in [
        (json!({"type": "hello", "games": ["rims"]}), true),
        (json!({"type": "hello", "games": [], "name": "x", "version": 1, "more": [null]}), true),
        (json!({"type": "hello", "games": ["rims"], "name": null, "version": null}), true),
        (json!({"type": "hello"}), false),
        (json!({"type": "hello", "games": "rims"}), false),
        (json!({"type": "hello", "games": [1]}), false),
        (json!({"type": "hello", "games": null}), false),
        (json!({"type": "hello", "games": [], "name": 5}), false),
        (json!({"type": "move", "gid": 4, "id": 17, "action": "Ts"}), true),
        (json!({"type": "move", "gid": 4, "id": 17, "action": "anything", "extra": {"x": 1}}), true),
        (json!({"type": "move", "id": 17, "action": "Ts"}), false),
        (json!({"type": "move", "gid": 4, "action": "Ts"}), false),
        (json!({"type": "move", "gid": 4, "id": 17}), false),
        (json!({"type": "move", "gid": -1, "id": 17, "action": "Ts"}), false),
        (json!({"type": "move", "gid": "4", "id": 17, "action": "Ts"}), false),
        (json!({"type": "move", "gid": 4, "id": 1.5, "action": "Ts"}), false),
        (json!({"type": "move", "gid": 4, "id": 17, "action": 3}), false),
        (json!({"type": "move", "gid": 4, "id": 17, "action": null}), false),
        (json!({"type": "move", "gid": 4, "id": 17, "action": "Ts", "name": 3}), false),
        (json!({"type": "ping"}), true),
        (json!({"type": "ping", "gid": "x"}), false),
        (json!({"type": "pong", "time": 3}), true),
        (json!({"type": "error"}), true),
        (json!({"type": "error", "gid": 3, "code": "lost", "message": "no"}), true),
        (json!({"type": "error", "message": 3}), false),
        (json!({"type": "error", "code": 3}), false),
        (json!({"type": "Move", "gid": 4, "id": 17, "action": "Ts"}), false),
        (json!({"type": "weather"}), false),
        (json!({"type": 1}), false),
        (json!({"gid": 4, "id": 17, "action": "Ts"}), false),
        (json!(["move", 4, 17, "Ts"]), false),
        (json!("ping"), false),
        (json!({}), false),
    ] {
        let read = BotMessage::read(message.to_string().as_bytes());
        let reads = matches!(&read, Ok(message) if !matches!(message, BotMessage::Unknown(_)));
        assert_eq!(reads, understood, "{message}: {read:?}");
        assert_eq!(validator.is_valid(&message), understood, "{message}");
    }
}
