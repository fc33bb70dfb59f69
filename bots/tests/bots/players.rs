//! What holds for every bot in every game: legal, repeatable, blind to what is hidden; and greedy is worth its name.

use kosti_bots::greedy::GreedyGame;
use kosti_bots::roster::BotInfo;
use kosti_bots::{Bot, BotGame, BotSpec, Decision, Greedy, Player, Random, Table, roster, try_play};
use kosti_engine::{AnyRules, Chance, Game, Label, Seat, Turn, with_game};

use crate::variants::variants;

/// The bot's choice must be legal, come again, and not change when everything it cannot know is drawn anew.
fn decides_fairly<G: Game, B: Bot<G> + Clone>(game: &G, bot: &B, blocks: u64) {
    for block in 0..blocks {
        let luck = Chance::new(31, block);
        let mut worlds = luck.stream(Label::bot(9, Seat::new(0)));
        let mut state = game.start();
        let mut decisions = 0;
        loop {
            match game.turn(&state) {
                Turn::Chance => game.advance(&mut state, &luck),
                Turn::Seat(seat) => {
                    let stream = luck.stream(Label::bot(decisions % 512, seat));
                    let choose = |state: &G::State| {
                        let mut rng = stream.clone();
                        bot.clone().act(Decision::new(game, state, seat, &mut rng))
                    };
                    let action = choose(&state);
                    if decisions % 5 == 0 {
                        let world = game.determinize(&game.observe(&state, seat), &mut worlds);
                        assert_eq!(choose(&world), action, "{}: the bot saw what it may not", game.rules());
                        assert_eq!(choose(&state), action);
                    }
                    game.play(&mut state, action).unwrap_or_else(|error| panic!("{}: {action}: {error}", game.rules()));
                    decisions += 1;
                }
                Turn::Over => break,
            }
        }
    }
}

#[test]
fn bots_are_legal_repeatable_and_do_not_peek_in_every_variant() {
    for rules in variants() {
        with_game!(rules, game => {
            decides_fairly(&game, &Greedy, 2);
            decides_fairly(&game, &Random, 1);
        });
    }
}

/// The win share of one greedy player at a table of random ones, over all rotations of each block.
fn share_against_random<G: GreedyGame>(game: &G, blocks: u64) -> f64 {
    let players = game.players() as usize;
    let mut share = 0.0;
    for block in 0..blocks {
        let luck = Chance::new(41, block);
        for rotation in 0..players {
            let bots = (0..players).map(|seat| -> Box<dyn Bot<G>> {
                if seat == rotation { Box::new(Greedy) } else { Box::new(Random) }
            });
            let mut table = Table::for_game(&luck, rotation as u16, bots);
            let end = try_play(game, &luck, &mut table, &mut ()).expect("bots play legally");
            share += game.scores(&end).share(Seat::new(rotation));
        }
    }
    share / (blocks * players as u64) as f64
}

#[test]
fn greedy_beats_random_at_every_table() {
    for (rules, least) in [
        ("dice-poker", 0.95),
        ("dice-poker:players=6", 0.9),
        ("dice-poker:penalty=each,school=count", 0.95),
        ("pirate-poker", 0.95),
        ("pirate-poker:exact=roll,players=4", 0.95),
        ("yatzy", 0.95),
        ("yahtzee", 0.95),
        ("graph-poker:players=2", 0.95),
        ("graph-poker", 0.9),
        ("graph-poker:players=8", 0.6),
        ("graph-poker:decks=2", 0.95),
        ("rims:players=2", 0.8),
        ("rims", 0.6),
        ("rims:players=4,lead=winner", 0.5),
        ("rims:players=8", 0.2),
        ("domino-poker:players=2", 0.95),
        ("domino-poker", 0.95),
        ("domino-poker:players=6,last=on", 0.9),
    ] {
        let rules = AnyRules::parse(rules).expect("rules");
        let share = with_game!(rules, game => share_against_random(&game, 60));
        assert!(share >= least, "{rules}: greedy wins only {share:.3}");
    }
}

/// The mean score of a bot that plays alone.
fn mean_alone<G: BotGame>(game: &G, bot: &str, games: u64) -> f64 {
    let bot = Player::new(game, &bot.parse().expect("a spec")).expect("a bot for this game");
    let mut table = Table::for_game(&Chance::new(51, 0), 0, [bot]);
    let scores = (0..games).map(|block| {
        let end = try_play(game, &Chance::new(51, block), &mut table, &mut ()).expect("bots play legally");
        f64::from(game.scores(&end).of(Seat::new(0)))
    });
    scores.sum::<f64>() / games as f64
}

#[test]
fn expectimax_is_better_than_greedy() {
    for rules in ["dice-poker", "dice-poker:penalty=each,school=count", "pirate-poker", "yatzy", "yahtzee"] {
        let alone = if rules.contains(':') { format!("{rules},players=1") } else { format!("{rules}:players=1") };
        with_game!(AnyRules::parse(&alone).expect("rules"), game => {
            let [better, worse] = ["expectimax", "greedy"].map(|bot| mean_alone(&game, bot, 4000));
            assert!(better > worse + 1.0, "{rules}: {better:.2} is not much better than {worse:.2}");
        });
    }
}

#[test]
fn expectimax_plays_every_variant_of_the_dice_games() {
    let spec: BotSpec = "expectimax:spread=0.5".parse().expect("a spec");
    for rules in variants().into_iter().filter(|rules| roster::check_for(&spec, rules).is_ok()) {
        with_game!(rules, game => {
            let bots = (0..game.players()).map(|_| Player::new(&game, &spec).expect("a bot for this game"));
            let luck = Chance::new(61, 0);
            let play = |mut table| try_play(&game, &luck, &mut table, &mut ()).expect("bots play legally");
            let end = play(Table::for_game(&luck, 0, bots.clone()));
            assert_eq!(end, play(Table::for_game(&luck, 0, bots)));
        });
    }
}

#[test]
fn a_spread_that_makes_no_sense_is_refused() {
    for value in ["-1", "11", "wide", "nan", "inf"] {
        let spec: BotSpec = format!("expectimax:spread={value}").parse().expect("a spec");
        let refused = roster::check(&spec).unwrap_err().to_string();
        assert!(refused.contains(value) && refused.contains("from 0 to 10"), "{refused}");
    }
}

#[test]
fn the_roster_makes_every_bot_it_lists() {
    for rules in ["rims:players=2", "dice-poker:penalty=each"].map(|rules| AnyRules::parse(rules).expect("rules")) {
        with_game!(rules, game => {
            let here = |info: &&BotInfo| info.plays(&rules);
            for info in roster::BOTS.iter().filter(here).filter(|info| info.name != "cmd") {
            let needs = match info.name {
                "target" => ":points=-2000",
                "novice" => ":no-school",
                _ => "",
            };
            let spec = format!("{}{needs}", info.name).parse().expect("a name is a spec");
            assert_eq!(roster::check_for(&spec, &rules), Ok(()));
            let bots = (0..game.players()).map(|_| Player::new(&game, &spec).expect("a listed bot"));
            let luck = Chance::new(1, 1);
            let end = try_play(&game, &luck, &mut Table::for_game(&luck, 0, bots), &mut ()).expect("bots play legally");
            assert_eq!(game.turn(&end), Turn::Over);
        }
        });
    }
    let rims = AnyRules::parse("rims").expect("rules");
    let refused = roster::check_for(&"optimal".parse().expect("a spec"), &rims).unwrap_err().to_string();
    assert!(refused.contains("optimal") && refused.contains("rims") && refused.contains("greedy"), "{refused}");
    let refused = roster::check_for(&"blueprint".parse().expect("a spec"), &rims).unwrap_err().to_string();
    assert_eq!(refused, "bot 'blueprint' does not play rims:players=3,lead=dealer; it plays rims:players=2");
}

#[test]
fn targets_must_be_numbers_that_make_sense() {
    let check = |spec: &str| roster::check(&spec.parse().expect("a spec")).map_err(|error| error.to_string());
    for spec in ["win", "target:points=200", "target:points=-2000", "target:points=5000"] {
        assert_eq!(check(spec), Ok(()));
    }
    let expected = "a whole number from -2000 to 5000";
    assert_eq!(check("target").unwrap_err(), format!("bot 'target' needs 'points=': {expected}"));
    for value in ["many", "-2001", "5001", "1.5", "99999999999"] {
        let refused = format!("bot 'target': '{value}' is no value for points; expected {expected}");
        assert_eq!(check(&format!("target:points={value}")).unwrap_err(), refused);
    }
    assert!(check("win:points=3").is_err() && check("target:point=3").unwrap_err().contains("points"));
}
