//! The JSON Schema of a record, made from the types that are written.

use kosti_engine::{AnyRules, Rules, with_game};
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde_json::Value;

use crate::notation::rules_pattern;
use crate::record::{Record, Recorded};

/// The JSON Schema of a line of a file of records: one form for each game.
pub fn record_schema() -> Value {
    let mut generator = SchemaSettings::draft2020_12().for_serialize().into_generator();
    let games: Vec<Schema> =
        AnyRules::defaults().map(|rules| with_game!(rules, game => define(&mut generator, &game))).collect();
    json_schema!({
        "$schema": generator.settings().meta_schema.as_deref(),
        "title": "Record of a game",
        "description": "One line of a file of records. All keys are always there, and no others.",
        "oneOf": games,
        "$defs": generator.take_definitions(true),
    })
    .to_value()
}

/// Defines the records of a game, and refers to the definition.
fn define<G: Recorded>(generator: &mut SchemaGenerator, _: &G) -> Schema
where
    G::Event: JsonSchema,
{
    let game = <G::Rules as Rules>::GAME;
    let mut record = Record::<G::Event>::json_schema(generator).to_value();
    record["description"] = format!("The record of a game of {game}.").into();
    let rules = &mut record["properties"]["game"];
    *rules = serde_json::json!({
        "description": rules["description"],
        "type": "string",
        "pattern": rules_pattern(game, <G::Rules as Rules>::KEYS),
    });
    let name = format!("{game}-record");
    generator.definitions_mut().insert(name.clone(), record);
    Schema::new_ref(format!("#/$defs/{name}"))
}
