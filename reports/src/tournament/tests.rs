use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::made_up::tournament;
use super::*;
use crate::FileError;
use crate::checksums::CHECKSUMS;
use crate::decimal::Decimal;
use crate::stats::tally::{BlockTally, GameResult, Shape, Tallies, merge};
use crate::stats::{EloScale, Ratings, Sprt, Standings};

/// A folder that is gone after the test.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("kosti-tournament-{}-{name}", std::process::id()));
        _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    fn with(name: &str, result: &TournamentResult) -> Self {
        let scratch = Self::new(name);
        write(&scratch.0, result);
        scratch
    }

    fn replace(&self, file: &str, from: &str, to: &str) {
        let path = self.0.join(file);
        let text = fs::read_to_string(&path).unwrap();
        assert!(text.contains(from), "{from} is not in {text}");
        fs::write(&path, text.replacen(from, to, 1)).unwrap();
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        _ = fs::remove_dir_all(&self.0);
    }
}

fn write(folder: &Path, result: &TournamentResult) {
    for (name, bytes) in result.files().unwrap() {
        fs::write(folder.join(name), bytes).unwrap();
    }
}

/// Reading notices any changed byte of any table, by the value itself or by the checksum.
#[test]
fn no_changed_byte_goes_unseen() {
    let scratch = Scratch::new("bytes");
    let result = tournament(3);
    for (name, bytes) in result.files().unwrap() {
        for at in (0..bytes.len()).step_by(bytes.len() / 40 + 1) {
            write(&scratch.0, &result);
            let mut changed = bytes.clone();
            changed[at] ^= 1;
            fs::write(scratch.0.join(name), &changed).unwrap();
            assert!(TournamentResult::read(&scratch.0).is_err(), "{name}, byte {at}");
        }
    }
    write(&scratch.0, &result);
    fs::remove_file(scratch.0.join(CHECKSUMS)).unwrap();
    assert_eq!(TournamentResult::read(&scratch.0).unwrap(), result, "earlier versions have no checksums");
}

#[test]
fn columns_that_are_no_longer_written_are_passed_over() {
    let result = tournament(2);
    let scratch = Scratch::with("columns", &result);
    fs::remove_file(scratch.0.join(CHECKSUMS)).unwrap();
    // The version before gave Elo differences to the field beside ratings.
    scratch.replace(STANDINGS, "margin_se,rating,", "margin_se,elo,elo_low,elo_high,rating,");
    (0..2).for_each(|_| scratch.replace(STANDINGS, ",0.1000,-3.33,", ",0.1000,12.35,,20.00,-3.33,"));
    assert_eq!(TournamentResult::read(&scratch.0).unwrap(), result);
}

#[test]
fn what_is_written_is_read() {
    let scratch = Scratch::new("round-trip");
    let merged = TournamentResult { clock: None, stopped: None, sprt: None, notes: Vec::new(), ..tournament(3) };
    let nothing = TournamentResult { entrants: Vec::new(), pairs: Vec::new(), seats: Vec::new(), ..tournament(4) };
    for result in [tournament(1), tournament(2), tournament(5), tournament(13), merged, nothing] {
        write(&scratch.0, &result);
        let read = TournamentResult::read(&scratch.0).unwrap();
        assert_eq!(read, result);
        assert_eq!(read.files().unwrap(), result.files().unwrap());
    }
}

#[test]
fn every_column_is_told_in_its_place() {
    let text = String::from_utf8(tournament(2).standings_csv().unwrap()).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(
        lines[0],
        "entrant,bot,games,wins,ties,losses,share,low,high,par,rank,points,points_se,margin,margin_se,\
         rating,rating_low,rating_high,design_effect,forfeits,illegal,timeout,crash,protocol"
    );
    assert_eq!(
        lines[2],
        "bot 1,\"bot:a=1,\"\"b\"\"=1\",1234,601,34,599,0.066667,0.054321,0.079012,0.500000,1.5000,-0.8230,0.0500,0.0000,\
         0.1000,-3.33,,,0.6667,1,0,1,0,3"
    );
    let text = String::from_utf8(tournament(2).pairs_csv().unwrap()).unwrap();
    assert_eq!(
        text.lines().take(2).collect::<Vec<_>>(),
        [
            "entrant,opponent,games,wins,ties,losses,score,low,high,points_difference,points_difference_se",
            "bot 0,bot 1,200,90,20,90,0.483333,0.383333,0.583333,-0.5000,"
        ]
    );
    let text = String::from_utf8(tournament(1).seats_csv().unwrap()).unwrap();
    assert_eq!(text, "seat,games,share,low,high,points,points_se\n");
}

#[test]
fn the_summary_keeps_its_keys_and_new_ones_follow() {
    let json = tournament(2).json();
    let keys: Vec<&str> = json.lines().filter_map(|line| line.strip_prefix("  \"")?.split('"').next()).collect();
    assert_eq!(
        keys,
        [
            "game",
            "seed",
            "blocks",
            "games",
            "threads",
            "seconds",
            "complete",
            "reproducible",
            "stopped",
            "sprt",
            "design_effect",
            "entrants",
            "players",
            "solo",
            "notes"
        ]
    );
    for line in
        ["  \"seconds\": 1.235,\n", "  \"stopped\": \"not-better\",\n", "    \"llr\": null,\n", "\"faults\": 4\n"]
    {
        assert!(json.contains(line), "{line} is not in {json}");
    }
}

#[test]
fn folders_of_earlier_versions_are_read() {
    for (entrants, solo) in [(1, true), (2, false), (7, false)] {
        let result = tournament(entrants);
        let scratch = Scratch::with("earlier", &result);
        let path = scratch.0.join(SUMMARY);
        let mut summary: serde_json::Value = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
        for key in ["players", "solo", "notes", "check"] {
            summary.as_object_mut().unwrap().remove(key).unwrap();
        }
        fs::write(&path, summary.to_string()).unwrap();
        fs::remove_file(scratch.0.join(CHECKSUMS)).unwrap();
        let read = TournamentResult::read(&scratch.0).unwrap();
        assert_eq!((read.players, read.solo), (entrants, solo));
        assert_eq!(
            read.notes,
            [
                "Stopped early, as the first bot was found not better: estimates made at the moment of a decision lean towards it, \
                 and intervals are a little too narrow.",
                "Some bots think by the clock: the same plan brings other games on another machine or day."
            ]
        );
        assert_eq!(TournamentResult { notes: result.notes.clone(), ..read }, result);
    }
}

#[test]
fn damage_is_told_by_file_and_line() {
    let cases = [
        (STANDINGS, ",1234,", ",many,", "standings.csv, line 2: games is 'many'; expected a whole number from 0 to"),
        (STANDINGS, "0.066667", "inf", "standings.csv, line 3: share is 'inf'; expected a finite number or nothing"),
        (
            STANDINGS,
            "0.054321",
            "0.9",
            "standings.csv, line 3: low is 0.9 and high is 0.079012; expected low not above",
        ),
        (
            STANDINGS,
            ",crash",
            ",crush",
            "standings.csv, line 1: there is no column 'crash'; expected the columns entrant,",
        ),
        (
            STANDINGS,
            "bot 1",
            "bot 9",
            "standings.csv, line 3: the entrant is 'bot 9'; expected 'bot 1', as summary.json",
        ),
        (
            PAIRS,
            "\nbot 1,",
            "\nbot 9,",
            "pairs.csv, line 3: there is no entrant 'bot 9'; expected one of standings.csv",
        ),
        (SEATS, "\n1,", "\n-1,", "seats.csv, line 3: seat is '-1'; expected a whole number"),
        (
            SUMMARY,
            "\"seed\": 7",
            "\"seed\": -7",
            "summary.json, line 3: invalid value: integer `-7`, expected u64; expected the",
        ),
        (SUMMARY, "not-better", "bored", "summary.json, line 10: unknown variant `bored`, expected one of `better`,"),
        (
            SUMMARY,
            "\"bot\": \"bot 0\"",
            "\"bot\": \"x\"",
            "standings.csv, line 2: the entrant is 'bot 0'; expected 'x', as",
        ),
    ];
    for (file, from, to, told) in cases {
        let scratch = Scratch::with("damage", &tournament(2));
        scratch.replace(file, from, to);
        let error = TournamentResult::read(&scratch.0).unwrap_err().to_string();
        assert!(error.contains(told), "{error}\nis not\n{told}");
    }
    let scratch = Scratch::with("short", &tournament(3));
    fs::write(scratch.0.join(STANDINGS), tournament(2).standings_csv().unwrap()).unwrap();
    let error = TournamentResult::read(&scratch.0).unwrap_err().to_string();
    // The share of equals differs, which nobody compares; that one is missing is seen.
    assert!(
        error.contains("line 3: nothing follows the 2 entrants; expected 'bot 2', as summary.json says"),
        "{error}"
    );
    for file in [STANDINGS, PAIRS, SEATS, SUMMARY] {
        let scratch = Scratch::with("missing", &tournament(2));
        fs::remove_file(scratch.0.join(file)).unwrap();
        let error = TournamentResult::read(&scratch.0).unwrap_err();
        assert!(matches!(error, FileError::Read { file: told, .. } if told.ends_with(file)));
    }
}

#[test]
fn decisions_have_one_name() {
    for decision in [Decision::Better, Decision::NotBetter, Decision::Narrow] {
        assert_eq!(serde_json::to_value(decision).unwrap(), decision.name());
    }
}

#[test]
fn people_read_what_files_do_not_round() {
    let mut result = tournament(2);
    // In a file this is 1.2350, and who rounds that again gets 1.24.
    (result.entrants[0].points, result.entrants[0].points_se) = (Decimal::new(1.234_96), Decimal::new(0.25));
    assert!(result.text().contains(" 1.23 "), "{}", result.text());
}

#[test]
fn terminals_and_markdown_show_the_same() {
    let result = TournamentResult { notes: vec!["A note.".into()], ..tournament(3) };
    let text = result.text();
    assert_eq!(
        text,
        "game:players=2,lead=dealer: 1,234 games in 617 blocks, seed 7, 1.2 s on 2 threads\n\n\
         bot    games  share  95 % interval   won  tied  lost  rank  points   ± se  margin  Elo rating  95 % interval  faults\n\
         bot 2  1,234  0.100  [0.088, 0.112]  602    34   598  1.50  -1.235  0.050    0.00          -3  –              \
         2 timeout, 6 protocol, 2 games forfeited\n\
         bot 1  1,234  0.067  [0.054, 0.079]  601    34   599  1.50  -0.823  0.050    0.00          -3  –              \
         1 timeout, 3 protocol, 1 games forfeited\n\
         bot 0  1,234  0.033  [0.021, 0.046]  600    34   600  1.50  -0.412  0.050    0.00          -3  –\n\n\
         score in % against   1   2   3\n\
         1 bot 2              ·   –  53\n\
         2 bot 1              –   ·  52\n\
         3 bot 0             47  48   ·\n\n\
         seat  share  95 % interval   points  ± se\n   \
         0  0.333  [0.323, 0.343]       –     –\n   \
         1  0.333  [0.323, 0.343]       –     –\n   \
         2  0.333  [0.323, 0.343]       –     –\n\n\
         A note.\n"
    );
    let markdown = result.markdown();
    assert!(
        markdown.starts_with("## game:players=2,lead=dealer\n\n1,234 games in 617 blocks, seed 7.\n\n| bot | games |")
    );
    assert!(markdown.ends_with("| 2 | 0.333 | [0.323, 0.343] | – | – |\n\n- A note.\n"));
    assert!(!tournament(25).text().contains("score in %"), "too many");
    let alone = tournament(1).text();
    assert!(!alone.contains("share") && !alone.contains("seat"), "{alone}");
    let mut two = tournament(2);
    two.entrants[0].rating_high = Decimal::new(20.0);
    let two = two.text();
    assert!(two.contains("-3  [–, +20]") && !two.contains("score in %"), "{two}");
}

#[test]
fn a_sweep_has_the_standings_of_all_its_tournaments() {
    let cell = |players: usize| SweepCell { values: vec![players.to_string()], result: tournament(players) };
    let sweep = SweepResult { names: vec!["players".into()], cells: vec![cell(1), cell(2)] };
    let csv = String::from_utf8(sweep.csv().unwrap()).unwrap();
    let lines: Vec<&str> = csv.lines().collect();
    assert!(lines[0].starts_with("players,game,stopped,entrant,bot,games,") && lines[0].ends_with(",crash,protocol"));
    assert!(lines[2].starts_with("2,\"game:players=2,lead=dealer\",not-better,bot 0,"), "{}", lines[2]);
    assert_eq!(lines.len(), 4);
    assert_eq!(
        sweep.text(),
        "2 runs, seed 7\n\n\
         players  bot    games  share  95 % interval   points   ± se  Elo rating  95 % interval  stopped early\n\
         1        bot 0  1,234  0.033  [0.021, 0.046]  -0.412  0.050          -3  –              not-better\n\
         2        bot 1  1,234  0.067  [0.054, 0.079]  -0.823  0.050          -3  –              not-better\n\
         2        bot 0  1,234  0.033  [0.021, 0.046]  -0.412  0.050          -3  –              not-better\n"
    );
    let summaries: Vec<Summary> = serde_json::from_str(&sweep.json()).unwrap();
    assert_eq!(summaries, [Summary::from(&tournament(1)), Summary::from(&tournament(2))]);
    assert_eq!(sweep.markdown(), tournament(1).markdown() + &tournament(2).markdown());
    let uneven = SweepResult { names: Vec::new(), ..sweep };
    assert!(uneven.csv().unwrap_err().to_string().starts_with("sweep.csv, line 2: "));
}

/// This many blocks of three entrants in a game for two: two copies of one bot, and one that always loses to them.
fn played(blocks: u64, forfeits: usize, change: impl FnOnce(&mut RunFacts)) -> TournamentResult {
    let shapes = [[0, 1], [0, 2], [1, 2]].map(|places| Shape::new(places.to_vec()));
    let mut tallies = Tallies::new();
    for block in 0..blocks {
        let table = (block % 3) as usize;
        let shape = &shapes[table];
        let mut tally = BlockTally::new(shape, 2);
        for (turn, seating) in [[0, 1], [1, 0]].into_iter().enumerate() {
            // The luck is with one place in the first game and with the other in the second.
            let points = |place: u8| {
                let strength = if shape.places()[usize::from(place)] == 1 { 0 } else { 5 };
                strength + i32::from(usize::from(place) == turn)
            };
            let forfeited = (block as usize) < forfeits;
            let game = if forfeited { GameResult::forfeited(2, turn) } else { GameResult::new(&seating.map(points)) };
            tally.add(&seating, &game);
        }
        merge(&mut tallies, &Tallies::from([(table as u32, tally.finish())]));
    }
    let entrant = |name: &str, bot: &str| Entrant { name: name.into(), bot: bot.into(), reproducible: true };
    let mut run = RunFacts {
        game: "game".into(),
        seed: 1,
        entrants: vec![entrant("good", "good"), entrant("bad", "bad"), entrant("good#2", "good")],
        planned_blocks: blocks,
        tables: 3,
        games_per_cycle: 6,
        is_selection: false,
        stopped: None,
        sprt: None,
        clock: Some(Clock::new(1, Duration::from_millis(1234))),
    };
    change(&mut run);
    let ratings = Ratings::new(3, &shapes, &tallies);
    TournamentResult::new(Standings::new(3, &shapes, &tallies), &ratings, run)
}

const MIRROR: &str = "Mirror check: good scores 0.5000 against good#2 [0.3695, 0.6305]: at par.";

#[test]
fn a_result_follows_from_the_statistics() {
    let result = played(30, 0, |_| ());
    assert_eq!((result.blocks, result.games, result.players, result.solo), (30, 60, 2, false));
    assert!(result.complete && result.reproducible && result.stopped.is_none());
    assert_eq!(result.headline(), "game: 60 games in 30 blocks, seed 1, 1.2 s on 1 thread");
    let names: Vec<&str> = result.ranked().iter().map(|row| row.entrant.as_str()).collect();
    assert_eq!(names, ["good", "good#2", "bad"]);
    assert_eq!(result.order(), [0, 2, 1]);
    let row = &result.entrants[0];
    assert_eq!((row.games, row.wins, row.ties, row.losses), (40, 30, 0, 10));
    assert_eq!((row.share, row.par, row.points), (Decimal::new(0.75), Decimal::new(0.5), Decimal::new(5.5)));
    assert_eq!(row.rating.map(Decimal::value), result.entrants[2].rating.map(Decimal::value));
    assert_eq!(result.pair("bad", "good").unwrap().losses, 20);
    let scratch = Scratch::with("played", &result);
    assert_eq!(TournamentResult::read(&scratch.0).unwrap(), result);
}

#[test]
fn notes_tell_what_numbers_do_not() {
    let notes = |result: TournamentResult| result.notes;
    let ratings = "Ratings are in Elo above the mean of all entrants whose ratings the results bound: who is rated R above \
                   equal opponents wins 10^(R/400) / (10^(R/400) + 1) of the games.";
    let unbounded = "The results do not bound the ratings of bad: each got half a win and half a loss against an average \
                     player, and its interval is open at an end.";
    let par = "Par is a win share of 0.5000.";
    let told = notes(played(30, 0, |_| ()));
    assert_eq!(told.iter().map(String::as_str).collect::<Vec<_>>(), [par, ratings, unbounded, MIRROR]);

    let short = notes(played(31, 1, |run| {
        run.planned_blocks = 1500;
        run.is_selection = true;
        run.entrants[1].reproducible = false;
    }));
    for note in [
        "Not complete: 31 of 1,500 blocks.",
        "Not everybody met everybody equally often: that takes a multiple of 6 games.",
        "Of all possible tables 3 are played, chosen so that all meet about equally often.",
        "Bots marked 'timed' think by the clock: the same plan brings other games on another machine or day.",
        "good forfeited 2 games; blocks with a forfeit count for wins but not for points.",
    ] {
        assert!(short.iter().any(|told| told == note), "{note} is not in {short:#?}");
    }
    assert!(!short.iter().any(|note| note.starts_with("bad forfeited")), "{short:#?}");
}

#[test]
fn the_test_of_the_first_bot_is_told() {
    let test = Sprt::new(0.0, 5.0, EloScale::Logistic, 0.05, 0.05).unwrap();
    let told = |stopped| {
        let result = played(30, 0, |run| {
            run.planned_blocks = 60;
            run.stopped = stopped;
            run.sprt = Some(SprtState { test, llr: Some(3.0) });
        });
        assert_eq!(result.complete, stopped.is_some());
        assert_eq!(result.sprt.unwrap().lower, Decimal::new(-2.9444));
        result.notes[1..3].to_vec()
    };
    let bounds = "(log-likelihood ratio 3.00, bounds -2.94 and 2.94).";
    assert_eq!(told(None), [format!("SPRT: undecided {bounds}"), "Not complete: 30 of 60 blocks.".into()]);
    let early = "Stopped early: estimates made at the moment of a decision lean towards it, and intervals are a little too narrow.";
    let better = told(Some(Decision::Better));
    assert_eq!(better, [format!("SPRT: good is better by at least 5 Elo {bounds}"), early.into()]);
    let not = told(Some(Decision::NotBetter));
    assert_eq!(not, [format!("SPRT: good is better by at most 0 Elo {bounds}"), early.into()]);
    let narrow = played(30, 0, |run| run.stopped = Some(Decision::Narrow)).notes;
    assert_eq!(narrow[1], "Stopped early: every share is known as well as was asked for.");
}

#[cfg(feature = "schema")]
#[test]
fn the_schema_names_all_that_stands_in_a_summary() {
    let schema = summary_schema();
    let summary = serde_json::to_value(Summary::from(&tournament(2))).unwrap();
    let named = schema["properties"].as_object().unwrap();
    for key in summary.as_object().unwrap().keys() {
        assert!(named[key]["description"].is_string() || named[key]["anyOf"].is_array(), "{key}: {schema:#}");
    }
    // The checksum stands in files alone.
    assert_eq!(named.len(), summary.as_object().unwrap().len() + 1);
    assert!(named.contains_key("check"));
    assert_eq!(schema["$defs"]["EntrantSummary"]["properties"]["share"]["type"], serde_json::json!(["number", "null"]));
}

#[test]
fn move_times_stand_on_the_terminal_on_the_page_and_in_a_file_of_their_own() {
    let timed = [TimesRow::new("bot 1", 1200, 3.6, 0.25), TimesRow::new("bot 2", 0, 0.0, 0.0)];
    let result = TournamentResult { times: timed.into_iter().flatten().collect(), ..tournament(3) };
    let scratch = Scratch::with("times", &result);
    let shown = "\nmove times  moves  mean ms  slowest ms\nbot 1       1,200     3.00      250.00\n";
    assert!(result.text().contains(shown), "{}", result.text());
    assert!(crate::html::tournament_page(&result, &[]).contains("<h2>Move times</h2>"));
    // The same games give the same bytes here, however long they took.
    let untimed = TournamentResult { times: Vec::new(), ..result.clone() };
    assert_eq!(result.markdown(), untimed.markdown());
    assert_eq!(result.files().unwrap(), untimed.files().unwrap());
    assert!(
        !untimed.text().contains("move times") && !crate::html::tournament_page(&untimed, &[]).contains("Move times")
    );

    assert_eq!(TournamentResult::read(&scratch.0).unwrap(), untimed);
    fs::create_dir(scratch.0.join("logs")).unwrap();
    let csv = TimesRow::csv(&result.times).unwrap();
    assert_eq!(
        std::str::from_utf8(&csv).unwrap(),
        "entrant,moves,seconds,mean_ms,slowest_ms\nbot 1,1200,3.600000,3.000,250.000\n"
    );
    fs::write(scratch.0.join(TIMES), csv).unwrap();
    assert_eq!(TournamentResult::read(&scratch.0).unwrap(), result);
    fs::write(scratch.0.join(TIMES), "entrant,moves\n").unwrap();
    let error = TournamentResult::read(&scratch.0).unwrap_err().to_string();
    assert!(error.contains("logs/times.csv, line 1: there is no column 'seconds'"), "{error}");
}
