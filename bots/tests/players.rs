//! What holds for every bot in every game: legal, repeatable, blind to what is hidden; and greedy is worth its name.

use kosti_bots::greedy::GreedyGame;
use kosti_bots::{Bot, Decision, Greedy, Player, Random, Table, play_game, roster};
use kosti_engine::{AnyRules, Chance, Game, Label, Seat, Turn, Values, with_game};

/// Every game with its default rules, and with every single rule changed to each of its other values.
fn variants() -> Vec<AnyRules> {
    let mut all = Vec::new();
    for default in AnyRules::defaults() {
        all.push(default);
        for key in default.keys() {
            let values: Vec<String> = match key.values {
                Values::Number { min, max, .. } => vec![min.to_string(), max.to_string()],
                Values::Words(words) => words.iter().map(|word| word.name.to_string()).collect(),
            };
            all.extend(values.iter().map(|value| {
                let text = format!("{}:{}={value}", default.game(), key.name);
                AnyRules::parse(&text).expect("a listed value")
            }));
        }
    }
    all
}

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
            let end = play_game(game, &luck, &mut table, &mut ()).expect("bots play legally");
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

#[test]
fn the_roster_makes_every_bot_it_lists() {
    let rules = AnyRules::parse("rims").expect("rules");
    with_game!(rules, game => {
        for info in roster::BOTS.iter().filter(|info| info.name != roster::EXTERNAL) {
            let spec = info.name.parse().expect("a name is a spec");
            let bots = (0..game.players()).map(|_| Player::new(&spec).expect("a listed bot"));
            let luck = Chance::new(1, 1);
            let end = play_game(&game, &luck, &mut Table::for_game(&luck, 0, bots), &mut ()).expect("bots play legally");
            assert_eq!(game.turn(&end), Turn::Over);
        }
    });
}
