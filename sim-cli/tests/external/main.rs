//! Programs outside, with all their bad habits: each is told clearly, and none is left behind.

mod check_bot;
mod ending;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use kosti_bots::external::{
    FinishedGame, Guard, GuardCommand, HostError, HostedBot, Job, OnFault, Programs, Settings, run,
};
use kosti_bots::protocol::FaultCode;
use kosti_bots::{BotGame, BotSpec, Observer, Random};
use kosti_engine::{AnyRules, Chance, Game, Seat, with_game};

static TESTS: AtomicUsize = AtomicUsize::new(0);

/// A mark on the command line of all processes of one test. When it is dropped, none of them may be left.
struct Mark(String);

impl Mark {
    fn new() -> Self {
        Self(format!("kosti-test-{}-{}", std::process::id(), TESTS.fetch_add(1, Ordering::Relaxed)))
    }

    fn faulty(&self, habit: &str) -> String {
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/bots/faulty.py");
        format!("python3 {} {habit} {}", script.display(), self.0)
    }

    /// Bots with this mark that run now, by their command lines.
    fn bots(&self) -> Vec<String> {
        let mut bots = Vec::new();
        for process in std::fs::read_dir("/proc").into_iter().flatten().flatten() {
            let command = std::fs::read(process.path().join("cmdline")).unwrap_or_default();
            let command = String::from_utf8_lossy(&command).replace('\0', " ");
            if command.contains(&self.0) && !command.contains("check-bot") {
                bots.push(command);
            }
        }
        bots
    }

    fn wait_until(&self, what: &str, condition: impl Fn(&[String]) -> bool) {
        let deadline = Instant::now() + Duration::from_secs(20);
        while !condition(&self.bots()) {
            assert!(Instant::now() < deadline, "{what}: {:?}", self.bots());
            std::thread::sleep(Duration::from_millis(10));
        }
    }
}

impl Drop for Mark {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            // A child of a bot that was killed with it may take a moment to go: nobody here can wait for it.
            self.wait_until("left behind", <[String]>::is_empty);
        }
    }
}

fn settings(on_fault: OnFault) -> Settings {
    let program = PathBuf::from(env!("CARGO_BIN_EXE_kosti"));
    let launch = vec!["guard".into(), "--".into()];
    let guard = Guard::start(&GuardCommand { program, args: vec!["guard".into()], launch }).expect("a guard");
    Settings {
        // Long enough for a busy machine; tests of the clock have their own.
        move_timeout: Duration::from_secs(20),
        grace: Duration::from_millis(300),
        on_fault,
        window: 8,
        guard: Some(Arc::new(guard)),
        ..Settings::default()
    }
}

type Game1 = FinishedGame<u64, ()>;

/// Plays games of rims, the bot against two random ones.
fn play(command: &str, games: u64, settings: Settings) -> (Result<(), String>, Vec<Game1>) {
    play_rules("rims", command, games, settings)
}

fn play_rules(rules: &str, command: &str, games: u64, settings: Settings) -> (Result<(), String>, Vec<Game1>) {
    let rules = AnyRules::parse(rules).expect("rules");
    let bot: BotSpec = format!("cmd:{command}").parse().expect("a bot");
    let programs = match Programs::start(&[bot], &[rules], settings) {
        Ok(programs) => programs,
        Err(error) => return (Err(error.to_string()), Vec::new()),
    };
    let stop = AtomicBool::new(false);
    let numbers = Mutex::new(0..games);
    let mut finished = Vec::new();
    let result = with_game!(rules, game => work(&game, &programs, &stop, &numbers, |done| finished.push(done)));
    (result.map_err(|error| error.to_string()), finished)
}

fn work<G: BotGame>(
    game: &G,
    programs: &Programs,
    stop: &AtomicBool,
    numbers: &Mutex<std::ops::Range<u64>>,
    done: impl FnMut(Game1),
) -> Result<(), HostError> {
    let mut bots = [HostedBot::Program(programs.program(0).expect("a program")), HostedBot::Here(Random)];
    let players = usize::from(game.players());
    let next = || {
        let number = numbers.lock().expect("no panic").next()?;
        let seating = (0..players).map(|seat| usize::from(seat != number as usize % players)).collect();
        Some(Job { key: number, luck: Chance::new(5, number), number: 0, seating, observer: () })
    };
    run(game, &mut bots, programs, stop, next, done)
}

fn example(name: &str) -> String {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples").join(name).display().to_string()
}

#[test]
fn the_examples_play_every_game() {
    for rules in AnyRules::defaults() {
        for command in [format!("python3 {}", example("bot.py")), format!("sh {}", example("bot.sh"))] {
            let (result, finished) = play_rules(&rules.to_string(), &command, 4, settings(OnFault::Abort));
            assert_eq!(result, Ok(()), "{rules}");
            assert_eq!(finished.len(), 4);
            assert!(finished.iter().all(|game| game.faults.is_empty() && game.forfeit.is_none()));
        }
    }
}

/// However many threads and processes play, and in whatever order: the same games come out.
#[test]
fn results_do_not_depend_on_threads_or_processes() {
    let rules = AnyRules::parse("dice-poker:players=3").expect("rules");
    let play = |threads: usize, procs: usize, window: usize| -> BTreeMap<u64, Vec<i32>> {
        let bot: BotSpec = format!("cmd:python3 {},procs={procs}", example("bot.py")).parse().expect("a bot");
        let settings = Settings { window, ..settings(OnFault::Abort) };
        let programs = Programs::start(&[bot], &[rules], settings).expect("the example starts");
        let (stop, numbers, all) = (AtomicBool::new(false), Mutex::new(0..60), Mutex::new(BTreeMap::new()));
        with_game!(rules, game => std::thread::scope(|scope| {
            for _ in 0..threads {
                scope.spawn(|| work(&game, &programs, &stop, &numbers, |done| {
                    all.lock().expect("no panic").insert(done.key, done.scores.as_slice().to_vec());
                }).expect("no faults"));
            }
        }));
        all.into_inner().expect("no panic")
    };
    let once = play(1, 1, 1);
    assert_eq!(once.len(), 60);
    assert_eq!(play(1, 1, 256), once);
    assert_eq!(play(3, 2, 5), once);
}

/// What observers see is the whole game.
#[test]
fn observers_see_every_action() {
    struct Replay<G: Game>(G::State);
    impl<G: Game> Observer<G> for Replay<G> {
        fn drawn(&mut self, game: &G, _: &G::State, outcome: &G::Outcome, after: &G::State) {
            game.resolve(&mut self.0, outcome);
            assert!(self.0 == *after);
        }
        fn acted(&mut self, game: &G, _: &G::State, _: Seat, action: G::Action, after: &G::State) {
            game.play(&mut self.0, action).expect("a legal action");
            assert!(self.0 == *after);
        }
    }
    fn check<G: BotGame>(game: &G, programs: &Programs) {
        let mut bots = [HostedBot::Program(programs.program(1).expect("a program")), HostedBot::Here(Random)];
        let mut numbers = 0..5u64;
        let next = || {
            let (key, observer) = (numbers.next()?, Replay::<G>(game.start()));
            // The program sits in two seats of one game.
            Some(Job { key, luck: Chance::new(5, key), number: 1, seating: vec![0, 1, 0], observer })
        };
        let mut games = 0;
        run(game, &mut bots, programs, &AtomicBool::new(false), next, |done| {
            assert_eq!(game.scores(&done.observer.0), done.scores);
            games += 1;
        })
        .expect("no faults");
        assert_eq!(games, 5);
    }
    let rules = AnyRules::parse("rims").expect("rules");
    let bots = ["random".to_string(), format!("cmd:python3 {}", example("bot.py"))];
    let bots = bots.map(|bot| bot.parse().expect("a bot"));
    let programs = Programs::start(&bots, &[rules], settings(OnFault::Abort)).expect("the example starts");
    assert!(programs.program(0).is_none());
    assert_eq!(programs.hello(programs.program(1).expect("a program")).name.as_deref(), Some("example"));
    with_game!(rules, game => check(&game, &programs));
}

/// With `abort` every fault stops the run, and says what happened where.
#[test]
fn faults_are_told_clearly() {
    for (habit, code, told) in [
        ("crash", "crash", &["it exited with status 3", "first words\n    last words"][..]),
        ("crash-at-once", "crash", &["it was ended by signal 6"]),
        ("leave-child", "crash", &["it exited with status 4"]),
        ("flood", "protocol", &["more than 1000 lines that nobody asked for"]),
        ("garbage", "protocol", &["no message (expected a JSON object): I am thinking..."]),
        ("closed", "crash", &["it closed its standard output, but runs on", "it wrote nothing to standard error"]),
        ("half", "protocol", &["it exited with status 0 in the middle of a line"]),
        ("long", "protocol", &["it wrote a line of more than 1048576 bytes"]),
        ("long-line", "protocol", &["it wrote a line of more than 1048576 bytes"]),
        ("other-gid", "protocol", &["it moved in gid 10000", "where it does not play"]),
        ("other-id", "protocol", &["but the id asked for is"]),
        ("illegal", "illegal", &["it chose 'keep 7': expected a card such as Ts, or 'stand'"]),
        ("number", "protocol", &["invalid type: integer `5`, expected a string"]),
        ("twice", "protocol", &["it moved in gid"]),
        ("error", "protocol", &["it reported an error: lost: I do not know what to do"]),
    ] {
        let mark = Mark::new();
        let (result, _) = play(&mark.faulty(habit), 30, settings(OnFault::Abort));
        let error = result.expect_err(habit);
        let place = if habit == "twice" { "" } else { "' in seat " };
        let begin = format!("{code}: bot 'cmd:python3 ");
        assert!(error.starts_with(&begin) && error.contains(place), "{habit}: {error}");
        if habit != "twice" {
            assert!(error.contains(" of rims:players=3,lead=dealer, game "), "{habit}: {error}");
        }
        for part in told {
            assert!(error.contains(part), "{habit}: {error}");
        }
    }
}

#[test]
fn silence_is_noticed_at_its_deadline() {
    for habit in ["hang", "deaf", "hang-with-child", "late"] {
        let mark = Mark::new();
        let short = Settings { move_timeout: Duration::from_millis(150), ..settings(OnFault::Abort) };
        // Long messages, so that a process that does not read leaves its pipe full.
        let (result, _) = play_rules("graph-poker:players=2", &mark.faulty(habit), 30, short);
        let error = result.expect_err(habit);
        assert!(error.starts_with("timeout: ") && error.contains("no move within 0.15 s"), "{habit}: {error}");
    }
}

#[test]
fn programs_that_cannot_play_are_told_whatever_the_policy() {
    for (habit, told) in [
        ("no-hello", "no \"hello\" within 0.3 s; it wrote nothing to standard error"),
        (
            "exit",
            "expected a \"hello\", but it exited with status 1; its last words on standard error:\n    no such module",
        ),
        ("greeting", "expected a \"hello\", but it wrote a line that is no message (expected a JSON object): Hello!"),
        ("chess", "does not play rims; the games in its \"hello\" are chess, go"),
    ] {
        let mark = Mark::new();
        let hello_timeout = if habit == "no-hello" { Duration::from_millis(300) } else { Duration::from_secs(10) };
        let short = Settings { hello_timeout, ..settings(OnFault::Random) };
        let error = play(&mark.faulty(habit), 1, short).0.expect_err(habit);
        assert!(error.contains(told), "{habit}: {error}");
    }
    let error = play("/no/such/program --x", 1, settings(OnFault::Forfeit)).0.expect_err("no program");
    assert_eq!(
        error,
        "bot 'cmd:/no/such/program --x': cannot start '/no/such/program': No such file or directory (os error 2)"
    );
}

#[test]
fn a_forfeited_game_ends_at_once_and_the_others_go_on() {
    let mark = Mark::new();
    let (result, finished) = play(&mark.faulty("illegal"), 30, settings(OnFault::Forfeit));
    assert_eq!(result, Ok(()));
    assert_eq!(finished.len(), 30);
    let lost: Vec<_> = finished.iter().filter(|game| game.forfeit.is_some()).collect();
    assert_eq!(lost.len(), 1);
    assert_eq!(lost[0].faults, [(Seat::new(lost[0].key as usize % 3), FaultCode::Illegal)]);
    assert_eq!(lost[0].forfeit, Some(lost[0].faults[0].0));
}

/// Each process ends at its tenth request: that one counts as a fault, all others are asked again.
#[test]
fn a_crash_costs_one_request() {
    let mark = Mark::new();
    let (result, finished) = play(&mark.faulty("crash"), 12, settings(OnFault::Random));
    assert_eq!(result, Ok(()));
    assert_eq!(finished.len(), 12);
    let faults: Vec<FaultCode> = finished.iter().flat_map(|game| &game.faults).map(|&(_, code)| code).collect();
    // About twenty requests a game.
    assert!((10..60).contains(&faults.len()) && faults.iter().all(|&code| code == FaultCode::Crash), "{faults:?}");
}

#[test]
fn a_hanging_process_is_started_again() {
    let mark = Mark::new();
    let short = Settings { move_timeout: Duration::from_millis(100), ..settings(OnFault::Random) };
    let (result, finished) = play(&mark.faulty("hang"), 2, short);
    assert_eq!(result, Ok(()));
    assert!(finished.iter().flat_map(|game| &game.faults).all(|&(_, code)| code == FaultCode::Timeout));
    assert!(finished.iter().any(|game| !game.faults.is_empty()));
}

/// A move that comes too late is no fault of its own.
#[test]
fn a_late_move_is_ignored() {
    let mark = Mark::new();
    let short = Settings { move_timeout: Duration::from_millis(300), ..settings(OnFault::Random) };
    let (result, finished) = play(&mark.faulty("late"), 6, short);
    assert_eq!(result, Ok(()));
    let faults: Vec<FaultCode> = finished.iter().flat_map(|game| &game.faults).map(|&(_, code)| code).collect();
    assert!(!faults.is_empty() && faults.iter().all(|&code| code == FaultCode::Timeout), "{faults:?}");
}

/// The last of many games waits longer for its answer than a move may take, but the bot is never silent for so long.
#[test]
fn a_slow_but_steady_bot_is_not_late() {
    let mark = Mark::new();
    let queue = Settings { move_timeout: Duration::from_secs(1), window: 64, ..settings(OnFault::Abort) };
    let (result, _) = play(&mark.faulty("steady"), 64, queue);
    assert_eq!(result, Ok(()));
}

/// A request that the bot passes over for ever is late although the bot keeps answering others.
#[test]
fn no_request_is_passed_over_for_ever() {
    let mark = Mark::new();
    let short = Settings { move_timeout: Duration::from_millis(300), ..settings(OnFault::Abort) };
    let error = play(&mark.faulty("starve"), u64::MAX, short).0.expect_err("a request without an answer");
    assert!(error.starts_with("timeout: ") && error.contains("others were answered"), "{error}");
}

#[test]
fn an_illegal_move_may_be_tried_again_once() {
    let mark = Mark::new();
    let (result, finished) = play(&mark.faulty("illegal-once"), 5, settings(OnFault::Retry));
    assert_eq!(result, Ok(()));
    assert!(finished.iter().all(|game| game.faults.len() == 1 && game.forfeit.is_none()));
    // Where there is no second try, whatever is said to the rejection does not count.
    let (result, finished) = play(&mark.faulty("insists"), 5, settings(OnFault::Random));
    assert_eq!(result, Ok(()));
    assert!(finished.iter().all(|game| game.faults.len() == 1 && game.forfeit.is_none()));
    let error = play(&mark.faulty("crash"), 5, settings(OnFault::Retry)).0.expect_err("a crash");
    assert!(error.starts_with("crash: "), "{error}");
}

#[test]
fn unknown_messages_and_loud_errors_do_no_harm() {
    for habit in ["unknown", "loud", "stays"] {
        let mark = Mark::new();
        assert_eq!(play(&mark.faulty(habit), 3, settings(OnFault::Abort)).0, Ok(()), "{habit}");
    }
}

#[test]
fn a_process_that_ends_when_it_owes_nothing_is_noticed_or_started_again() {
    let rules = AnyRules::parse("rims").expect("rules");
    for policy in [OnFault::Abort, OnFault::Random] {
        let mark = Mark::new();
        let bot: BotSpec = format!("cmd:{}", mark.faulty("leaves")).parse().expect("a bot");
        let programs = Programs::start(&[bot], &[rules], settings(policy)).expect("the bot starts");
        mark.wait_until("the bot should leave", <[String]>::is_empty);
        let (stop, numbers) = (AtomicBool::new(false), Mutex::new(0..1));
        let mut faults = Vec::new();
        let result = with_game!(rules, game => {
            work(&game, &programs, &stop, &numbers, |done| faults.extend(done.faults))
        });
        match policy {
            OnFault::Abort => {
                let error = result.expect_err("a crash").to_string();
                assert!(error.starts_with("crash: bot 'cmd:python3 "), "{error}");
                assert!(error.contains("it exited with status 0"), "{error}");
            }
            _ => {
                result.expect("the policy is to go on");
                assert!(!faults.is_empty() && faults.iter().all(|&(_, code)| code == FaultCode::Crash), "{faults:?}");
            }
        }
    }
}

#[test]
fn a_run_can_be_stopped() {
    let mark = Mark::new();
    let rules = AnyRules::parse("rims").expect("rules");
    let bot: BotSpec = format!("cmd:{}", mark.faulty("steady")).parse().expect("a bot");
    let programs = Programs::start(&[bot], &[rules], settings(OnFault::Abort)).expect("the bot starts");
    let (stop, numbers) = (AtomicBool::new(false), Mutex::new(0..u64::MAX));
    with_game!(rules, game => std::thread::scope(|scope| {
        let worker = scope.spawn(|| work(&game, &programs, &stop, &numbers, |_| ()));
        std::thread::sleep(Duration::from_millis(200));
        stop.store(true, Ordering::Relaxed);
        worker.join().expect("no panic").expect("no fault");
    }));
    assert!(programs.moves() > 0);
}

#[test]
fn standard_error_can_be_kept() {
    let mark = Mark::new();
    let folder = std::env::temp_dir().join(&mark.0);
    std::fs::create_dir_all(&folder).expect("a folder");
    let logged = Settings { logs: Some(folder.clone()), ..settings(OnFault::Abort) };
    assert!(play(&mark.faulty("crash"), 5, logged).0.is_err());
    let log = std::fs::read_to_string(folder.join("bot-0-0.log")).expect("a log");
    std::fs::remove_dir_all(&folder).expect("the folder can go");
    assert_eq!(log, "first words\nlast words\n");
}

/// 50 MB on standard error: all are read, the beginning and the end are kept, and a line says what is missing.
#[test]
fn a_log_does_not_fill_the_disk() {
    let mark = Mark::new();
    let folder = std::env::temp_dir().join(&mark.0);
    std::fs::create_dir_all(&folder).expect("a folder");
    let logged = Settings { logs: Some(folder.clone()), ..settings(OnFault::Abort) };
    let error = play(&mark.faulty("shout"), 5, logged).0.expect_err("it exits");
    let log = std::fs::read_to_string(folder.join("bot-0-0.log")).expect("a log");
    std::fs::remove_dir_all(&folder).expect("the folder can go");
    assert!(error.ends_with("\n    done shouting"), "{}", &error[error.len() - 100..]);
    assert!((512 << 10..1 << 20).contains(&log.len()), "{}", log.len());
    assert!(log.starts_with("       0\nxxx") && log.ends_with("xxx\ndone shouting\n"));
    let notice = log.lines().find(|line| line.starts_with("[kosti left out ")).expect("a notice");
    let words: Vec<&str> = notice.split(' ').collect();
    let cut: usize = words[3].parse().expect("a number");
    // The notice stands in the midst of a line, with a line end on either side.
    let all = 800 * (9 + 65536) + "done shouting\n".len();
    assert_eq!(log.len() - (notice.len() + 2) + cut, all);
}
