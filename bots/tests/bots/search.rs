//! What holds for the bots that search, and that nobody looks at hidden cards.

use kosti_bots::greedy::GreedyGame;
use kosti_bots::roster::{self, BotInfo};
use kosti_bots::search::{
    ActionStats, Aim, Budget, Endings, Ismcts, IsmctsSettings, McSettings, MonteCarlo, Policy, SearchGame,
};
use kosti_bots::{Bot, BotGame, BotSpec, Decision, Greedy, Player, Random};
use kosti_engine::rims::{RimsPhase, RimsState, RimsView};
use kosti_engine::{ActionSet, AnyRules, Chance, Game, Label, Rims, Rng, Rules, Seat, Turn, with_game};

use crate::variants::variants;

/// Lets random and greedy bots play and shows every so-many-th moment at which a seat has to choose.
fn visit_moments<G: GreedyGame>(game: &G, blocks: u64, every: u32, mut visit: impl FnMut(&G::State, Seat, &Rng)) {
    for block in 0..blocks {
        let luck = Chance::new(71, block);
        let mut rng = luck.stream(Label::bot(0, Seat::new(0)));
        let mut state = game.start();
        loop {
            match game.turn(&state) {
                Turn::Chance => game.advance(&mut state, &luck),
                Turn::Seat(seat) => {
                    if game.legal(&state).len() > 1 && rng.below(every) == 0 {
                        visit(&state, seat, &rng.clone());
                    }
                    let decision = Decision::new(game, &state, seat, &mut rng);
                    let action = if block % 2 == 0 { Greedy.act(decision) } else { Random.act(decision) };
                    game.play_unchecked(&mut state, action);
                }
                Turn::Over => break,
            }
        }
    }
}

/// Every bot of the roster that plays a game, the searching ones in several ways and with little to do.
fn bots_for(rules: &AnyRules) -> Vec<BotSpec> {
    let mut all = Vec::new();
    let plays = |bot: &&BotInfo| bot.plays(rules) && (bot.name != "blueprint" || rules.players() == 2);
    for bot in roster::BOTS.iter().filter(plays).filter(|bot| bot.name != "cmd") {
        let specs: &[&str] = match bot.name {
            "mc" => &["mc:rollouts=40", "mc:rollouts=15,policy=greedy,objective=mix", "mc:rollouts=30,policy=random"],
            "ismcts" => &["ismcts:iterations=60", "ismcts:iterations=40,endings=off,objective=points,policy=random"],
            name => &[name],
        };
        all.extend(specs.iter().map(|spec| spec.parse::<BotSpec>().expect("a spec")));
    }
    all
}

/// A bot decides the same whether it has played before or not, and whatever lies where it cannot look.
fn decides_by_what_it_knows<G: BotGame>(game: &G, spec: &BotSpec, blocks: u64, every: u32) {
    let bot = || Player::new(game, spec).expect("a bot for this game");
    let (mut used, mut other) = (bot(), bot());
    visit_moments(game, blocks, every, |state, seat, stream| {
        let world = game.determinize(&game.observe(state, seat), &mut stream.clone());
        let choose = |bot: &mut Player<G>, state| bot.act(Decision::new(game, state, seat, &mut stream.clone()));
        let action = choose(&mut used, state);
        assert!(game.check(state, action).is_ok(), "{} {spec}: {action}", game.rules());
        assert_eq!(choose(&mut other, &world), action, "{} {spec}: saw what it may not", game.rules());
        assert_eq!(choose(&mut bot(), state), action, "{} {spec}: does not forget", game.rules());
    });
}

#[test]
fn nobody_looks_at_what_is_hidden() {
    for rules in [
        "rims:players=2",
        "rims",
        "rims:players=5,lead=winner",
        "domino-poker:players=2,last=on",
        "domino-poker:last=on",
        "graph-poker:players=2",
        "graph-poker:players=3,decks=2",
        "graph-poker",
    ] {
        let rules = AnyRules::parse(rules).expect("rules");
        for spec in bots_for(&rules) {
            with_game!(rules, game => decides_by_what_it_knows(&game, &spec, 4, 12));
        }
    }
}

#[test]
fn nothing_is_hidden_in_dice_games() {
    for rules in ["dice-poker", "pirate-poker", "yatzy", "yahtzee"].map(|rules| AnyRules::parse(rules).expect("rules"))
    {
        with_game!(rules, game => {
            visit_moments(&game, 2, 3, |state, seat, stream| {
                assert_eq!(game.determinize(&game.observe(state, seat), &mut stream.clone()), *state);
            });
            for spec in ["mc:rollouts=60", "mc:rollouts=40,policy=random,objective=points"] {
                decides_by_what_it_knows(&game, &spec.parse().expect("a spec"), 2, 6);
            }
        });
    }
}

#[test]
fn searching_bots_play_legally_in_every_variant() {
    for rules in variants() {
        for spec in ["mc:rollouts=9", "ismcts:iterations=12", "mc:rollouts=1", "ismcts:iterations=1"] {
            let spec: BotSpec = spec.parse().expect("a spec");
            if roster::check_for(&spec, &rules).is_err() {
                continue;
            }
            with_game!(rules, game => {
                let mut bot = Player::new(&game, &spec).expect("a bot for this game");
                visit_moments(&game, 2, 15, |state, seat, stream| {
                    let action = bot.act(Decision::new(&game, state, seat, &mut stream.clone()));
                    assert!(game.check(state, action).is_ok(), "{rules} {spec}: {action}");
                });
            });
        }
    }
}

/// Flat Monte Carlo as it could be written on a napkin.
fn plain_monte_carlo<G: SearchGame>(game: &G, view: &G::View, seat: Seat, rollouts: usize, rng: &mut Rng) -> Vec<f64> {
    let mut actions = Vec::new();
    game.candidates(view, &mut actions);
    let mut worlds = G::Worlds::default();
    game.gather_worlds(&mut worlds, view, rollouts as u32, rng);
    let mut sums = vec![0.0; actions.len()];
    let mut counts = vec![0; actions.len()];
    let mut alive: Vec<usize> = (0..actions.len()).collect();
    let mut left = rollouts;
    while alive.len() > 1 {
        let halvings = (alive.len() as f64).log2().ceil() as usize;
        let mut part = if halvings == 1 { left } else { left / halvings / alive.len() * alive.len() };
        left -= part;
        while part > 0 {
            let world = game.draw_world(&worlds, view, rng);
            let luck = Chance::imagined(rng);
            let stream = [rng.word(), rng.word()];
            for &number in alive.iter().take(part) {
                let mut rng = Rng::from_state(u128::from(stream[0]) << 64 | u128::from(stream[1]));
                let mut state = world;
                game.play(&mut state, actions[number]).expect("a candidate is legal");
                while !game.is_leaf(&world, &state) {
                    if game.turn(&state) == Turn::Chance {
                        game.advance(&mut state, &luck);
                    } else {
                        let action = game.rollout_action(&state, &mut rng);
                        game.play(&mut state, action).expect("quick moves are legal");
                    }
                }
                sums[number] += f64::from(game.leaf_values(Aim::Share, &world, &state)[seat.index()]);
                counts[number] += 1;
            }
            part -= part.min(alive.len());
        }
        let mean = |number: usize| sums[number] / f64::from(counts[number]);
        alive.sort_by(|&one, &other| mean(other).total_cmp(&mean(one)));
        alive.truncate(alive.len().div_ceil(2));
    }
    assert_eq!(counts.iter().sum::<i32>() as usize, rollouts);
    let mut means: Vec<f64> = (0..actions.len()).map(|number| sums[number] / f64::from(counts[number])).collect();
    // The winner first, then all in the order of the candidates.
    means.insert(0, means[alive[0]]);
    means
}

fn compare_with_plain<G: SearchGame>(game: &G, policy: Policy, rollouts: u32) {
    let budget = Budget::Count(rollouts);
    let settings = McSettings { budget, policy, endings: Endings::Off, ..McSettings::default() };
    let mut bot = MonteCarlo::new(settings);
    let mut compared = 0;
    visit_moments(game, 2, 9, |state, seat, stream| {
        let view = game.observe(state, seat);
        let mut candidates = Vec::new();
        game.candidates(&view, &mut candidates);
        let halvings = candidates.len().next_power_of_two().trailing_zeros() as usize;
        if candidates.len() < 2 || candidates.len() * halvings * G::FEWEST_EACH > rollouts as usize {
            return;
        }
        let plain = plain_monte_carlo(game, &view, seat, rollouts as usize, &mut stream.clone());
        let tried = bot.compare(game, &view, seat, &mut stream.clone());
        assert_eq!(tried.iter().map(|tried| tried.rollouts).sum::<u32>(), rollouts);
        assert_eq!(tried[0].mean(), plain[0]);
        for (number, action) in candidates.iter().enumerate() {
            let tried = tried.iter().find(|tried| tried.action == *action).expect("all are tried");
            assert_eq!(tried.mean(), plain[number + 1], "{action}");
        }
        compared += 1;
    });
    assert!(compared > 3, "only {compared} decisions");
}

#[test]
fn monte_carlo_gives_the_means_of_a_plain_one() {
    compare_with_plain(&Rims::new(Rules::parse("players=3").expect("rules")), Policy::Quick, 101);
    compare_with_plain(&kosti_engine::DominoPoker::new(Rules::parse("").expect("rules")), Policy::Quick, 150);
    // Quick rollouts of the dice games go their own way; greedy ones are played move by move.
    compare_with_plain(&kosti_engine::PiratePoker::new(Rules::parse("").expect("rules")), Policy::Greedy, 7000);
}

/// Two cards are left and the seat plays second to the trick, so that all that follows is forced: what its cards are worth
/// is the mean over worlds, here over many more than the search sees.
fn forced_worth(game: &Rims, view: &RimsView, seat: Seat, rng: &mut Rng) -> Vec<f64> {
    const WORLDS: u32 = 5_000;
    let worlds: Vec<RimsState> = (0..WORLDS).map(|_| game.sample_world(view, rng)).collect();
    let worth = |action, world: &RimsState| {
        let mut state = *world;
        game.play(&mut state, action).expect("legal");
        while !game.is_leaf(world, &state) {
            let only = game.legal(&state);
            assert_eq!(only.len(), 1);
            game.play(&mut state, only.nth(0)).expect("legal");
        }
        f64::from(game.leaf_values(Aim::Points, world, &state)[seat.index()])
    };
    let mean = |action| worlds.iter().map(|world| worth(action, world)).sum::<f64>() / f64::from(WORLDS);
    game.legal_in(view).iter().map(mean).collect()
}

#[test]
fn tree_search_finds_the_best_of_a_small_ending() {
    let game = Rims::new(Rules::parse("players=2").expect("rules"));
    for endings in [Endings::Exact, Endings::Off] {
        let budget = Budget::Count(4000);
        let settings = IsmctsSettings { budget, aim: Aim::Points, endings, ..IsmctsSettings::default() };
        let mut bot = Ismcts::new(settings);
        let mut decided = 0;
        visit_moments(&game, 20, 1, |state, seat, stream| {
            let table = state.table();
            if table.phase() != RimsPhase::Play || table.hand_len(seat) != 2 || table.in_round() != 1 {
                return;
            }
            let view = game.observe(state, seat);
            let worth = forced_worth(&game, &view, seat, &mut Rng::from_state(u128::from(stream.clone().word())));
            let tried: Vec<ActionStats<_>> = bot.compare(&game, &view, seat, &mut stream.clone()).to_vec();
            for (action, worth) in game.legal_in(&view).iter().zip(&worth) {
                let found = tried.iter().find(|tried| tried.action == action).expect("both are tried").mean();
                assert!((found - worth).abs() < 0.03, "{action}: {found} instead of {worth}");
            }
            if (worth[0] - worth[1]).abs() > 0.04 {
                let best = game.legal_in(&view).nth(usize::from(worth[1] > worth[0]));
                assert_eq!(tried[0].action, best);
                decided += 1;
            }
        });
        assert!(decided > 5, "only {decided} decisions");
    }
}

#[test]
fn policies_are_told_apart() {
    let game = Rims::new(Rules::parse("players=3").expect("rules"));
    let mut bots = [Policy::Quick, Policy::Greedy, Policy::Random]
        .map(|policy| MonteCarlo::<Rims>::new(McSettings { policy, endings: Endings::Off, ..McSettings::default() }));
    let mut differ = 0;
    visit_moments(&game, 2, 4, |state, seat, stream| {
        let view = game.observe(state, seat);
        let [quick, greedy, random] =
            bots.each_mut().map(|bot| bot.compare(&game, &view, seat, &mut stream.clone())[0].mean());
        differ += i32::from(quick != greedy && greedy != random && quick != random);
    });
    assert!(differ > 3, "only {differ} decisions differ");
}
