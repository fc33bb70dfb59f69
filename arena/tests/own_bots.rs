//! Bots of one's own in tournaments, with all that can be wrong with them.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use kosti_arena::{ArenaError, EntrantError, FolderError, Tournament};
use kosti_bots::{Bot, Decision, Random};
use kosti_engine::rims::RimsAction;
use kosti_engine::{ActionSet, AnyRules, Card, Rims};

fn rims() -> AnyRules {
    AnyRules::parse("rims:players=2").unwrap()
}

/// Plays the last of its legal actions.
struct Last;

impl Bot<Rims> for Last {
    fn act(&mut self, decision: Decision<'_, Rims>) -> RimsAction {
        let legal = decision.legal();
        legal.nth(legal.len() - 1)
    }
}

/// Plays a card whether it holds it or not.
struct Cheat;

impl Bot<Rims> for Cheat {
    fn act(&mut self, _: Decision<'_, Rims>) -> RimsAction {
        RimsAction::Card("As".parse::<Card>().unwrap())
    }
}

#[test]
fn the_same_tournament_gives_the_same_result_on_any_threads() {
    let play = |threads| {
        let tournament = Tournament::new(rims()).enter("last", || Last).enter_spec("greedy").unwrap();
        let mut result = tournament.games(400).seed(3).threads(threads).run().unwrap();
        result.clock = None;
        result
    };
    let one = play(1);
    assert_eq!(one, play(3));
    assert!(one.complete && one.games == 400);
    assert_eq!(one.entrants.iter().map(|row| row.bot.as_str()).collect::<Vec<_>>(), ["last", "greedy"]);
}

#[test]
fn a_bot_that_plays_like_a_built_in_one_gets_its_results() {
    let own = Tournament::new(rims()).enter::<Rims, _>("mine", || Random).enter_spec("greedy").unwrap();
    let built_in = Tournament::new(rims()).enter_spec("random").unwrap().enter_spec("greedy").unwrap();
    let [own, built_in] = [own, built_in].map(|tournament| tournament.games(300).run().unwrap());
    for (one, other) in own.entrants.iter().zip(&built_in.entrants) {
        assert_eq!((one.wins, one.share, one.points), (other.wins, other.share, other.points));
    }
}

#[test]
fn an_illegal_move_ends_the_run_and_says_whose_it_was() {
    let tournament = Tournament::new(rims()).enter("cheat", || Cheat).enter_spec("greedy").unwrap();
    let error = tournament.games(50).run().unwrap_err();
    assert!(matches!(&error, ArenaError::Entrant(EntrantError::IllegalMove { bot, .. }) if bot == "cheat"), "{error}");
    assert!(error.to_string().contains("chose 'As', which is illegal"), "{error}");
}

#[test]
fn a_bot_for_another_game_is_refused() {
    let dice = AnyRules::parse("dice-poker").unwrap();
    let tournament = Tournament::new(dice).enter("last", || Last).enter_spec("greedy").unwrap();
    let error = tournament.games(10).run().unwrap_err().to_string();
    assert!(error.starts_with("bot 'last' was made for another game than dice-poker:players=2"), "{error}");
}

#[test]
fn what_does_not_go_together_is_refused_before_anything_is_played() {
    let error = Tournament::new(rims()).run().unwrap_err().to_string();
    assert!(error.contains("no bots given"), "{error}");
    let error = Tournament::new(rims()).enter_spec("gredy").and_then(Tournament::run).unwrap_err().to_string();
    assert!(error.contains("did you mean 'greedy'?"), "{error}");
    let error = Tournament::new(rims()).until(0.7).err().unwrap().to_string();
    assert!(error.contains("between 0 and 0.5"), "{error}");
    let folder = std::env::temp_dir().join(format!("kosti-own-bots-{}", std::process::id()));
    let error = Tournament::new(rims()).enter("last", || Last).folder(&folder).run().unwrap_err();
    assert!(matches!(error, ArenaError::Folder(FolderError::OwnBot(_))), "{error}");
    assert!(!folder.exists());
}

#[test]
fn a_run_is_stopped_by_its_flag_and_hears_how_far_it_is() {
    let (stop, games) = (AtomicBool::new(false), AtomicU64::new(0));
    let tournament = Tournament::new(rims()).enter("last", || Last).enter_spec("greedy").unwrap();
    let result = tournament
        .games(50_000_000)
        .stop_when(&stop)
        .on_progress(|progress| {
            assert_eq!(progress.of, 50_000_000);
            games.store(progress.games, Ordering::Relaxed);
            stop.store(progress.games > 0, Ordering::Relaxed);
        })
        .run()
        .unwrap();
    assert!(games.load(Ordering::Relaxed) > 0 && !result.complete);
}
