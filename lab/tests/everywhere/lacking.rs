//! What is missing is said in an error before anything is played, and nothing panics.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use kosti_arena::{Plan, PlanFile, ProgramCheck, Tournament, paces, throughput};
use kosti_bots::search::{Budget, McSettings, MonteCarlo};
use kosti_bots::{BotSpec, Facility, Player, Table, play};
use kosti_engine::{AnyRules, Chance, Rims, RimsRules, Rules};

/// Asks for all that a system may lack.
pub(crate) fn check() {
    timed_bots();
    programs();
    files();
    timing();
    threads();
}

fn rims() -> (AnyRules, Rims) {
    use kosti_engine::Game;
    let rules = AnyRules::parse("rims:players=2").expect("rules");
    (rules, Rims::new(RimsRules::parse("players=2").expect("rules")))
}

fn timed_bots() {
    let (rules, game) = rims();
    for (spec, instead) in [("mc:ms=1", "rollouts"), ("ismcts:ms=1", "iterations")] {
        let spec: BotSpec = spec.parse().expect("a bot");
        let made = Player::new(&game, &spec).map(|_| ()).map_err(|error| error.to_string());
        let refused =
            format!("bot '{}': 'ms' needs a clock, and this system has none; give '{instead}' instead", spec.name);
        assert_eq!(made, if Facility::Clock.is_here() { Ok(()) } else { Err(refused) });
        let plan = Tournament::new(rules).enter_spec(&spec.to_string()).and_then(|it| it.enter_spec("greedy"));
        assert_eq!(plan.expect("two bots").plan().is_ok(), Facility::Clock.is_here());
    }
    // A bot that is made by hand plays in any case.
    let settings = McSettings { budget: Budget::Time(Duration::from_millis(1)), ..McSettings::default() };
    let luck = Chance::new(1, 1);
    let bots = [MonteCarlo::new(settings), MonteCarlo::new(settings)];
    play(&game, &luck, &mut Table::for_game(&luck, 0, bots));
}

fn programs() {
    let (rules, game) = rims();
    let spec: BotSpec = "cmd:no-such-program".parse().expect("a bot");
    assert!(Player::new(&game, &spec).is_err());
    let run = Tournament::new(rules).enter_spec("cmd:no-such-program").and_then(|it| it.enter_spec("greedy")?.run());
    let error = run.map(|_| ()).expect_err("there is no such program").to_string();
    let start = "bot 'cmd:no-such-program': cannot start 'no-such-program': ";
    assert!(error.starts_with(start), "{error}");
    assert_eq!(&error[start.len()..] == "this system has no processes", !Facility::Processes.is_here(), "{error}");
    let patience = Duration::from_secs(1);
    let check =
        ProgramCheck { bot: spec, rules: None, games: 1, move_timeout: patience, hello_timeout: patience, guard: None };
    assert!(check.run().expect("a program").lines[0].outcome.is_err());
}

fn files() {
    let (rules, _) = rims();
    // A file cannot be a folder anywhere, and a page has neither.
    let run = Tournament::new(rules).enter_spec("greedy").and_then(|it| it.enter_spec("random"));
    assert!(run.expect("two bots").games(2).folder("/dev/null/nowhere").run().is_err());
}

fn timing() {
    let (rules, _) = rims();
    let measured = throughput(&rules, 1, Duration::from_millis(1)).map(|_| ()).map_err(|error| error.to_string());
    assert_eq!(measured, if Facility::Clock.is_here() { Ok(()) } else { Err("this system has no clock".into()) });
    let plan = PlanFile::parse("game = 'rims:players=2'\nbots = ['greedy', 'random']").expect("a plan");
    let plan = Plan::new(&plan).expect("a plan");
    if !Facility::Clock.is_here() {
        let paces = paces(&plan, &AtomicBool::new(false), &mut || ()).expect("bots can be made");
        assert_eq!(paces, [None, None]);
    }
}

fn threads() {
    let (rules, _) = rims();
    for (threads, is_right) in [(1, true), (2, Facility::Threads.is_here())] {
        let run = Tournament::new(rules).enter_spec("greedy").and_then(|it| it.enter_spec("random"));
        assert_eq!(run.expect("two bots").games(2).threads(threads).run().is_ok(), is_right);
    }
}
