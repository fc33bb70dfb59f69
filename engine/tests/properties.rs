//! Properties of texts: whatever is typed, nothing panics, and what is accepted prints as itself.

use kosti_engine::domino_poker::DominoAction;
use kosti_engine::graph_poker::GraphAction;
use kosti_engine::rims::RimsAction;
use kosti_engine::sheet::{DicePokerRow, SheetAction, YahtzeeRow};
use kosti_engine::{AnyRules, Values};
use proptest::prelude::*;

/// The rules of some game with some values, in some order, some keys left out.
fn some_rules() -> impl Strategy<Value = String> {
    (0..AnyRules::GAMES.len(), any::<[u8; 8]>(), any::<u64>()).prop_map(|(game, values, order)| {
        let rules = AnyRules::parse(AnyRules::GAMES[game]).unwrap();
        let mut items: Vec<String> = rules
            .keys()
            .iter()
            .zip(values)
            .map(|(key, pick)| match key.values {
                Values::Number { min, max, .. } => format!("{}={}", key.name, min + pick % (max - min + 1)),
                Values::Words(words) => format!("{}={}", key.name, words[pick as usize % words.len()].name),
            })
            .collect();
        items.rotate_left(order as usize % rules.keys().len());
        items.truncate(1 + (order >> 32) as usize % rules.keys().len());
        format!("{}:{}", rules.game(), items.join(","))
    })
}

fn prints_as_itself<A: std::str::FromStr + std::fmt::Display + PartialEq>(text: &str) -> bool {
    text.parse::<A>().is_ok_and(|action| {
        let printed = action.to_string();
        assert!(printed.parse::<A>().is_ok_and(|again| again == action), "{text} {printed}");
        printed == text
    })
}

proptest! {
    #[test]
    fn rules_survive_printing(text in some_rules()) {
        let rules = AnyRules::parse(&text).unwrap();
        prop_assert_eq!(AnyRules::parse(&rules.to_string()).unwrap(), rules);
        for item in text.split_once(':').unwrap().1.split(',') {
            prop_assert!(rules.to_string().contains(item));
        }
    }

    #[test]
    fn one_changed_character_is_refused_with_a_message_or_means_something(
        text in some_rules(), place in any::<prop::sample::Index>(), new in any::<char>()
    ) {
        let mut chars: Vec<char> = text.chars().collect();
        let place = place.index(chars.len());
        chars[place] = new;
        let changed: String = chars.into_iter().collect();
        match AnyRules::parse(&changed) {
            Ok(rules) => prop_assert!(AnyRules::parse(&rules.to_string()) == Ok(rules)),
            Err(error) => prop_assert!(error.to_string().len() > 20),
        }
    }

    #[test]
    fn any_text_is_rules_or_an_error(text in ".{0,80}") {
        if let Err(error) = AnyRules::parse(&text) {
            prop_assert!(!error.to_string().is_empty());
        }
    }

    #[test]
    fn any_text_is_an_action_or_an_error(text in "[-+0-9a-zA-Z@, ]{0,14}") {
        prints_as_itself::<SheetAction<DicePokerRow>>(&text);
        prints_as_itself::<SheetAction<YahtzeeRow>>(&text);
        // All other notations have just one form.
        prop_assert_eq!(prints_as_itself::<RimsAction>(&text), text.parse::<RimsAction>().is_ok());
        prop_assert_eq!(prints_as_itself::<DominoAction>(&text), text.parse::<DominoAction>().is_ok());
        prop_assert_eq!(prints_as_itself::<GraphAction>(&text), text.parse::<GraphAction>().is_ok());
    }

    #[test]
    fn cells_of_graph_poker_are_written_in_one_way(x in any::<i16>(), y in any::<i16>()) {
        let text = format!("5h@{x},{y}");
        prop_assert!(prints_as_itself::<GraphAction>(&text));
    }
}
