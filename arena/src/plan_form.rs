//! JSON Schemas of the values of a plan that plan files may write in more than one form. Manifests have one form of each.

use std::borrow::Cow;
use std::marker::PhantomData;

use kosti_bots::notation::RulesText;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};

/// A value that may be read as it is or as on the command line, and is written as it is.
pub(crate) struct OrText<T>(PhantomData<T>);

impl<T: JsonSchema> JsonSchema for OrText<T> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        format!("{}OrText", T::schema_name()).into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        if generator.contract().is_serialize() {
            return T::json_schema(generator);
        }
        let value = generator.subschema_for::<T>();
        json_schema!({ "anyOf": [value, { "description": "As on the command line.", "type": "string" }] })
    }
}

/// The game: read with some of its rules, or with several values for a sweep, and written with all rules.
pub(crate) struct GameText;

impl JsonSchema for GameText {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "GameText".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        if generator.contract().is_serialize() {
            RulesText::json_schema(generator)
        } else {
            String::json_schema(generator)
        }
    }
}
