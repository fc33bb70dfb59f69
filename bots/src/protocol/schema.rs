//! The JSON Schemas of the messages, made from the types that are written and read.

use std::borrow::Cow;
use std::marker::PhantomData;

use kosti_engine::{AnyRules, Game, Rules, with_game};
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde_json::Value;

use super::message::{Act, BotMessage, Fields, HostMessage, Retry};
use super::view::WireGame;
use crate::notation::Notation;
use crate::written::Text;

/// The JSON Schema of a message to a bot, with the views of every game.
pub fn host_schema() -> Value {
    let mut generator = SchemaSettings::draft2020_12().for_serialize().into_generator();
    let mut messages = vec![generator.subschema_for::<HostMessage<'_>>()];
    for rules in AnyRules::defaults() {
        messages.extend(with_game!(rules, game => moments(&mut generator, &game)));
    }
    json_schema!({
        "$schema": generator.settings().meta_schema.as_deref(),
        "title": "Message to a bot",
        "description": "All that this version of the host writes. A bot must ignore keys that it does not know: later \
                        versions may write more.",
        "anyOf": messages,
        "$defs": generator.take_definitions(true),
    })
    .to_value()
}

/// The JSON Schema of a message from a bot.
pub fn bot_schema() -> Value {
    let mut generator = SchemaSettings::draft2020_12().for_deserialize().into_generator();
    let fields = Fields::json_schema(&mut generator).to_value();
    let messages = BotMessage::json_schema(&mut generator).to_value();
    json_schema!({
        "$schema": generator.settings().meta_schema.as_deref(),
        "title": "Message from a bot",
        "description": "All that the host understands. It ignores keys that it does not know.",
        "type": "object",
        "properties": fields["properties"],
        "required": fields["required"],
        "oneOf": messages["oneOf"],
    })
    .to_value()
}

/// Defines the messages that ask a seat of a game for a move, and refers to the definitions.
fn moments<G: WireGame>(generator: &mut SchemaGenerator, _: &G) -> [Schema; 2]
where
    G::WireView: JsonSchema,
    G::Action: Notation,
{
    let game = <G::Rules as Rules>::GAME;
    let act = Act::<ViewOf<G>, LegalOf<G>>::json_schema(generator);
    let retry = Retry::<'_, ViewOf<G>, LegalOf<G>>::json_schema(generator);
    [("act", act), ("retry", retry)].map(|(kind, schema)| {
        let name = format!("{game}-{kind}");
        generator.definitions_mut().insert(name.clone(), schema.to_value());
        Schema::new_ref(format!("#/$defs/{name}"))
    })
}

/// The views of a game, under its name.
struct ViewOf<G>(PhantomData<G>);

impl<G: WireGame<WireView: JsonSchema>> JsonSchema for ViewOf<G> {
    fn schema_name() -> Cow<'static, str> {
        format!("{}-view", <G::Rules as Rules>::GAME).into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        G::WireView::json_schema(generator)
    }
}

/// The legal actions of a game, under its name.
struct LegalOf<G>(PhantomData<G>);

impl<G: Game<Action: Notation>> JsonSchema for LegalOf<G> {
    fn schema_name() -> Cow<'static, str> {
        format!("{}-legal", <G::Rules as Rules>::GAME).into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let action = Text::<G::Action>::json_schema(generator);
        json_schema!({ "type": "array", "items": action, "minItems": 1, "uniqueItems": true })
    }
}
