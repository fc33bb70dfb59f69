//! JSON Schemas of what is written as a text or a number: cards, dominoes, rows, seats, actions, rules.

use std::borrow::Cow;
use std::fmt::Display;

use kosti_engine::domino_poker::{DominoAction, Stage};
use kosti_engine::graph_poker::{ComboKind, GraphAction};
use kosti_engine::rims::RimsAction;
use kosti_engine::sheet::{Row, SheetAction};
use kosti_engine::{AnyRules, Card, DOMINOES, Domino, Key, MAX_SEATS, Suit, Values};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};

use crate::written::{RowName, SeatNumber, Text};

/// Something that is written as a text of a known form.
pub trait Notation {
    /// What it is called in a schema.
    const NAME: &'static str;

    /// The schema of its text.
    fn schema(generator: &mut SchemaGenerator) -> Schema;
}

impl<T: Notation> JsonSchema for Text<T> {
    fn schema_name() -> Cow<'static, str> {
        T::NAME.into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        T::schema(generator)
    }
}

impl<R: Row> JsonSchema for RowName<R> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "RowName".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "enum": R::NAMES })
    }
}

impl JsonSchema for SeatNumber {
    fn schema_name() -> Cow<'static, str> {
        "Seat".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "A seat, counted from 0.",
            "type": "integer",
            "minimum": 0,
            "maximum": MAX_SEATS - 1,
        })
    }
}

/// The schema of one of a few texts.
fn one_of<T: Display>(description: &str, items: impl IntoIterator<Item = T>) -> Schema {
    let texts: Vec<String> = items.into_iter().map(|item| item.to_string()).collect();
    json_schema!({ "description": description, "type": "string", "enum": texts })
}

impl Notation for Card {
    const NAME: &'static str = "Card";

    fn schema(_: &mut SchemaGenerator) -> Schema {
        one_of("A card: its rank, and the first letter of its suit.", Card::all())
    }
}

impl Notation for Suit {
    const NAME: &'static str = "Suit";

    fn schema(_: &mut SchemaGenerator) -> Schema {
        one_of("A suit: spades, hearts, diamonds or clubs.", Suit::ALL)
    }
}

impl Notation for ComboKind {
    const NAME: &'static str = "ComboKind";

    fn schema(_: &mut SchemaGenerator) -> Schema {
        one_of("A combination, the best first.", ComboKind::ALL)
    }
}

impl Notation for Domino {
    const NAME: &'static str = "Domino";

    fn schema(_: &mut SchemaGenerator) -> Schema {
        one_of("A domino, its larger half first.", Domino::all())
    }
}

impl Notation for Stage {
    const NAME: &'static str = "Stage";

    fn schema(_: &mut SchemaGenerator) -> Schema {
        one_of("A stage of domino-poker.", Stage::ALL)
    }
}

impl<R: Row> Notation for SheetAction<R> {
    const NAME: &'static str = "SheetAction";

    fn schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "string",
            "anyOf": [
                { "description": "Keep these dice, roll the others.", "pattern": "^keep (none|[1-6]( [1-6]){0,4})$" },
                { "description": "Fill this row.", "enum": R::NAMES },
            ],
        })
    }
}

impl Notation for GraphAction {
    const NAME: &'static str = "GraphAction";

    fn schema(_: &mut SchemaGenerator) -> Schema {
        let cards = Card::all().map(|card| card.to_string()).collect::<Vec<_>>().join("|");
        let number = "(0|-?[1-9][0-9]*)";
        json_schema!({
            "description": "A card, and the column and row where it is laid.",
            "type": "string",
            "pattern": format!("^({cards})@{number},{number}$"),
        })
    }
}

impl Notation for RimsAction {
    const NAME: &'static str = "RimsAction";

    fn schema(generator: &mut SchemaGenerator) -> Schema {
        let card = generator.subschema_for::<Text<Card>>();
        let stand =
            json_schema!({ "description": "As the dealer, do not fight on.", "const": RimsAction::Stand.to_string() });
        json_schema!({ "anyOf": [card, stand] })
    }
}

impl Notation for DominoAction {
    const NAME: &'static str = "DominoAction";

    fn schema(generator: &mut SchemaGenerator) -> Schema {
        let domino = generator.subschema_for::<Text<Domino>>();
        let places = (0..DOMINOES).map(|place| place.to_string()).collect::<Vec<_>>().join("|");
        let openings = [DominoAction::Open, DominoAction::Close].map(|action| action.to_string());
        json_schema!({
            "anyOf": [
                domino,
                { "description": "A bid.", "type": "string", "pattern": "^[0-7]$" },
                { "description": "A place of the ring and a direction.", "type": "string", "pattern": format!("^pick ({places}) [+-]1$") },
                { "description": "Open the domino or keep it closed.", "type": "string", "enum": openings },
            ],
        })
    }
}

/// The rules of any game in full.
#[derive(Debug)]
pub struct RulesText;

impl JsonSchema for RulesText {
    fn schema_name() -> Cow<'static, str> {
        "Rules".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let forms: Vec<Schema> = AnyRules::defaults()
            .map(|rules| json_schema!({ "description": rules.game(), "pattern": rules_pattern(rules.game(), rules.keys()) }))
            .collect();
        json_schema!({ "description": "The rules of a game in full, every key in order.", "type": "string", "anyOf": forms })
    }
}

/// The pattern of the rules of a game in full.
pub fn rules_pattern(game: &str, keys: &[Key]) -> String {
    let values = |key: &Key| match key.values {
        Values::Number { min, max, .. } => (min..=max).map(|number| number.to_string()).collect::<Vec<_>>().join("|"),
        Values::Words(words) => words.iter().map(|word| word.name).collect::<Vec<_>>().join("|"),
    };
    let keys: Vec<String> = keys.iter().map(|key| format!("{}=({})", key.name, values(key))).collect();
    format!("^{game}:{}$", keys.join(","))
}
