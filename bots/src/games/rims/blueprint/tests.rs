use std::collections::BTreeSet;

use kosti_engine::rims::{MAX_PLAYERS, RimsAction, RimsDeal, RimsRules, RimsState};
use kosti_engine::{ActionSet, Card, CardSet, Chance, Game, Label, Rims, Rng, Rules, Seat, Suit, Turn};

use super::table::ABSTRACTION;
use super::*;

fn game(lead: &str) -> Rims {
    Rims::new(RimsRules::parse(&format!("players=2,lead={lead}")).unwrap())
}

/// Shows every decision of some matches in which anything is played.
fn visit(blocks: u64, mut visitor: impl FnMut(&Rims, &RimsState, &mut Rng)) {
    for lead in ["dealer", "winner"] {
        let game = game(lead);
        for block in 0..blocks {
            let luck = Chance::new(11, block);
            let mut rng = luck.stream(Label::bot(0, Seat::new(0)));
            let mut state = game.start();
            loop {
                match game.turn(&state) {
                    Turn::Over => break,
                    Turn::Chance => game.advance(&mut state, &luck),
                    Turn::Seat(_) => {
                        visitor(&game, &state, &mut rng);
                        let action = game.legal(&state).pick(&mut rng);
                        game.play(&mut state, action).unwrap();
                    }
                }
            }
        }
    }
}

fn own_moment(state: &RimsState) -> crate::regret::Moment<RimsAction> {
    moment(state.table(), state.hand(state.table().seat()))
}

#[test]
fn the_abstraction_sees_no_hidden_card_and_offers_what_is_legal() {
    let mut sets = BTreeSet::new();
    visit(150, |game, state, rng| {
        let seen = own_moment(state);
        let redrawn = game.determinize(&game.observe(state, state.table().seat()), rng);
        assert_eq!(own_moment(&redrawn), seen, "{state:?}");
        let offered: BTreeSet<RimsAction> = seen.actions().iter().copied().collect();
        assert_eq!(offered, game.legal(state).iter().collect(), "{state:?}");
        assert_eq!(offered.len(), seen.len);
        sets.insert(seen.info_set);
    });
    assert!(sets.len() > 1_000, "{}", sets.len());
}

/// A deal with other names for the suits is the same, and so is every moment of it.
#[test]
fn suits_have_no_names() {
    let renamed = |card: Card| Card::new(card.rank(), Suit::ALL[(card.suit() as usize + 1) % 4]);
    let game = game("dealer");
    for block in 0..300 {
        let luck = Chance::new(12, block);
        let mut rng = luck.stream(Label::bot(0, Seat::new(0)));
        let mut state = game.start();
        game.advance(&mut state, &luck);
        let mut hands = [CardSet::EMPTY; MAX_PLAYERS];
        for seat in Seat::all(2) {
            hands[seat.index()] = state.hand(seat).iter().map(renamed).collect();
        }
        let mut other = game.start();
        game.resolve(&mut other, &RimsDeal { hands });
        while let Turn::Seat(_) = game.turn(&state) {
            let (one, two) = (own_moment(&state), own_moment(&other));
            assert_eq!((one.info_set, one.len), (two.info_set, two.len));
            let number = rng.below(one.len as u32) as usize;
            let again = match one.actions[number] {
                RimsAction::Card(card) => RimsAction::Card(renamed(card)),
                RimsAction::Stand => RimsAction::Stand,
            };
            game.play(&mut state, one.actions[number]).unwrap();
            game.play(&mut other, again).unwrap();
        }
    }
}

/// A change of the abstraction raises its number: tables made before mean something else then.
#[test]
fn the_abstraction_is_the_one_that_its_number_says() {
    let mut sum = 0u64;
    visit(40, |_, state, _| sum = sum.wrapping_mul(31).wrapping_add(own_moment(state).info_set));
    assert_eq!((ABSTRACTION, sum), (1, ABSTRACTION_SUM));
}

const ABSTRACTION_SUM: u64 = 8_173_528_345_693_922_808;

fn small(lead: &str) -> Blueprint {
    let mut training = Training::new(game(lead), 5);
    training.learn(300);
    training.blueprint()
}

#[test]
fn learning_goes_by_the_seed_alone() {
    let blueprint = small("dealer");
    assert!(!blueprint.is_empty() && blueprint.len() > 500);
    let mut in_steps = Training::new(game("dealer"), 5);
    (0..3).for_each(|_| in_steps.learn(100));
    assert_eq!(in_steps.blueprint(), blueprint);
    assert_eq!(blueprint.origin().command(), "kosti train rims:players=2,lead=dealer --iterations 300 --seed 5");
    let mut other = Training::new(game("dealer"), 6);
    other.learn(300);
    assert_ne!(other.blueprint(), blueprint);
}

#[test]
fn a_blueprint_is_read_as_it_was_written_and_refused_if_it_is_damaged() {
    let blueprint = small("winner");
    let rules = blueprint.origin().rules;
    let bytes = blueprint.to_bytes();
    assert_eq!(Blueprint::from_bytes(&bytes, &rules), Ok(blueprint));
    for place in (0..bytes.len()).step_by(7).chain([bytes.len() - 1]) {
        let mut damaged = bytes.clone();
        damaged[place] ^= 4;
        let refused = Blueprint::from_bytes(&damaged, &rules);
        assert!(refused.is_err(), "byte {place}");
    }
    for len in (0..bytes.len()).step_by(101) {
        assert!(Blueprint::from_bytes(&bytes[..len], &rules).is_err(), "{len} bytes");
    }
    let mut longer = bytes.clone();
    longer.push(0);
    let refused = Blueprint::from_bytes(&longer, &rules).unwrap_err().to_string();
    assert!(refused.starts_with("the blueprint is damaged: its checksum is "), "{refused}");
}

/// The bytes with another line in the header, and the checksum that fits.
fn with_line(bytes: &[u8], from: &str, to: &str) -> Vec<u8> {
    let end = bytes.windows(10).position(|part| part == b"\nchecksum ").unwrap() + 1;
    let body = bytes.windows(2).position(|part| part == b"\n\n").unwrap() + 2;
    let header = String::from_utf8(bytes[..end].to_vec()).unwrap();
    assert!(header.contains(from));
    let header = header.replace(from, to);
    let checksum = crc32fast::hash(&[header.as_bytes(), &bytes[body..]].concat());
    [header.as_bytes(), format!("checksum {checksum:08x}\n\n").as_bytes(), &bytes[body..]].concat()
}

#[test]
fn a_blueprint_for_other_rules_or_of_another_version_is_refused_in_clear_words() {
    let dealer = RimsRules::parse("players=2").unwrap();
    let bytes = small("winner").to_bytes();
    let refused = |bytes: &[u8]| Blueprint::from_bytes(bytes, &dealer).unwrap_err().to_string();
    assert_eq!(
        refused(&bytes),
        "the blueprint was trained for rims:players=2,lead=winner, not for rims:players=2,lead=dealer"
    );
    assert_eq!(
        refused(&with_line(&bytes, "abstraction 1", "abstraction 7")),
        "the blueprint was trained by another version, with abstraction 7 instead of 1; train it again"
    );
    assert_eq!(
        refused(&with_line(&bytes, "format 1", "format 3")),
        "the blueprint is written in format 3, and this version reads format 1; train it again"
    );
    assert_eq!(refused(b"not a table"), "this is no blueprint: it does not begin with 'kosti blueprint'");
    let more = with_line(&small("dealer").to_bytes(), "\nsets ", "\nsets 1");
    let refused = refused(&more);
    assert!(refused.starts_with("the blueprint is damaged: what it holds are not 1"), "{refused}");
}

#[test]
fn the_blueprints_of_this_crate_are_there_for_two_players_and_are_small() {
    for lead in ["dealer", "winner"] {
        let game = game(lead);
        let blueprint = shipped(game.rules()).expect("a match of two");
        assert_eq!(blueprint.origin().rules, *game.rules());
        assert!((10_000..=MOST_SETS).contains(&blueprint.len()), "{}", blueprint.len());
        assert!(blueprint.to_bytes().len() < 300_000);
    }
    assert!(shipped(&RimsRules::parse("players=3").unwrap()).is_none());
}

#[test]
fn chances_add_up_and_most_moments_are_known() {
    let (mut known, mut moments) = (0, 0);
    visit(60, |game, state, _| {
        let blueprint = shipped(game.rules()).expect("a match of two");
        let view = game.observe(state, state.table().seat());
        let mixed = blueprint.mixed(game, &view);
        assert!((mixed.iter().map(|(_, chance)| chance).sum::<f32>() - 1.0).abs() < 1e-5);
        for (action, chance) in mixed.iter() {
            assert_eq!(game.check(state, action), Ok(()));
            assert_eq!(mixed.chance(action), chance);
        }
        known += u32::from(blueprint.known(view.table(), view.hand()).is_some());
        moments += 1;
    });
    assert!(known * 10 > moments * 7, "{known} of {moments}");
}
