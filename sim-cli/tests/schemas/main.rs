//! The committed JSON Schemas: they follow from the types, they fit what is written, and they refuse everything else.

#[path = "../common/mod.rs"]
mod common;
mod messages;
mod records;
mod refusals;
mod tournaments;

use std::fs;
use std::path::PathBuf;

use jsonschema::Validator;
use serde_json::Value;

/// Set to anything, the schemas are written instead of compared.
const WRITE: &str = "KOSTI_WRITE_SCHEMAS";

/// A schema of `docs/schemas`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Record,
    ProtocolHost,
    ProtocolBot,
    Summary,
    Manifest,
    Plan,
}

impl Kind {
    const ALL: [Self; 6] =
        [Self::Record, Self::ProtocolHost, Self::ProtocolBot, Self::Summary, Self::Manifest, Self::Plan];

    fn path(self) -> PathBuf {
        let name = match self {
            Self::Record => "record",
            Self::ProtocolHost => "protocol-host",
            Self::ProtocolBot => "protocol-bot",
            Self::Summary => "summary",
            Self::Manifest => "manifest",
            Self::Plan => "plan",
        };
        PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(format!("../docs/schemas/{name}.schema.json"))
    }

    /// The schema as the types have it now.
    fn generated(self) -> String {
        let schema = match self {
            Self::Record => kosti_bots::record::record_schema(),
            Self::ProtocolHost => kosti_bots::protocol::host_schema(),
            Self::ProtocolBot => kosti_bots::protocol::bot_schema(),
            Self::Summary => kosti_reports::tournament::summary_schema(),
            Self::Manifest => kosti_arena::manifest_schema(),
            Self::Plan => kosti_arena::plan_schema(),
        };
        format!("{schema:#}\n")
    }

    /// What checks documents against the committed schema.
    fn validator(self) -> Validator {
        let path = self.path();
        let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let schema: Value = serde_json::from_str(&text).unwrap();
        jsonschema::draft202012::meta::validate(&schema).unwrap_or_else(|error| panic!("{self:?}: {error}"));
        jsonschema::draft202012::new(&schema).unwrap_or_else(|error| panic!("{self:?}: {error}"))
    }
}

/// A document that the schema must take.
#[track_caller]
fn assert_fits(validator: &Validator, document: &Value, what: &str) {
    let errors: Vec<String> =
        validator.iter_errors(document).map(|error| format!("{}: {error}", error.instance_path())).collect();
    assert!(errors.is_empty(), "{what}: {errors:#?}");
}

#[test]
fn the_committed_schemas_are_those_of_the_types() {
    for kind in Kind::ALL {
        let (path, generated) = (kind.path(), kind.generated());
        if std::env::var_os(WRITE).is_some() {
            fs::write(&path, generated).unwrap();
            continue;
        }
        let committed = fs::read_to_string(&path).unwrap_or_default();
        assert!(
            committed == generated,
            "{} is not the schema of the types as they are now; write it again with\n\n    \
             {WRITE}=1 cargo test -p kosti --test schemas the_committed\n\nand look at the difference",
            path.display()
        );
    }
}
