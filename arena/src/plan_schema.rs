//! The JSON Schemas of plan files and manifests, made from the type that is read and written.

use kosti_engine::AnyRules;
use schemars::generate::SchemaSettings;
use schemars::transform::{RecursiveTransform, Transform};
use schemars::{JsonSchema, Schema};
use serde_json::Value;

use crate::plan::Plan;
use crate::plan_file::PlanFile;

/// The JSON Schema of a plan file, its TOML taken as JSON.
pub fn plan_schema() -> Value {
    let (title, description) = ("Plan of a tournament", "What is to be played. What is left out takes its default.");
    schema(SchemaSettings::draft2020_12().for_deserialize(), title, description).to_value()
}

/// The JSON Schema of the manifest of a run folder, its TOML taken as JSON.
///
/// # Panics
/// Never: the simplest plan is valid.
pub fn manifest_schema() -> Value {
    let (title, description) = ("Manifest of a run folder", "What is played in a folder, with all that decides it.");
    let mut schema = schema(SchemaSettings::draft2020_12().for_serialize(), title, description).to_value();
    // What stands in the manifest of the simplest plan stands in every manifest.
    let simplest = PlanFile {
        game: AnyRules::GAMES.first().map(ToString::to_string),
        bots: Some(vec!["random".into()]),
        ..PlanFile::default()
    };
    let plan = Plan::new(&simplest).expect("the simplest plan is valid");
    let manifest: toml::Table = plan.manifest(&(0..plan.blocks)).parse().expect("a manifest is TOML");
    schema["required"] = manifest.keys().map(String::as_str).collect();
    schema
}

fn schema(settings: SchemaSettings, title: &str, description: &str) -> Schema {
    let mut generator = settings.into_generator();
    let mut schema = PlanFile::json_schema(&mut generator);
    schema.insert("$schema".into(), generator.settings().meta_schema.as_deref().into());
    schema.insert("title".into(), title.into());
    schema.insert("description".into(), description.into());
    schema.insert("$defs".into(), generator.take_definitions(true).into());
    RecursiveTransform(drop_null).transform(&mut schema);
    schema
}

/// TOML has no null: what is not set is left out.
fn drop_null(schema: &mut Schema) {
    if let Some(Value::Array(types)) = schema.get_mut("type") {
        types.retain(|kind| kind != "null");
        if let [only] = types.as_slice() {
            let only = only.clone();
            schema.insert("type".into(), only);
        }
    }
    if let Some(Value::Array(choices)) = schema.get_mut("anyOf") {
        choices.retain(|choice| choice["type"] != "null");
        if let [only] = choices.as_slice() {
            let only = only.clone();
            schema.remove("anyOf");
            for (key, value) in only.as_object().into_iter().flatten() {
                schema.insert(key.clone(), value.clone());
            }
        }
    }
    if schema.get("default") == Some(&Value::Null) {
        schema.remove("default");
    }
}
