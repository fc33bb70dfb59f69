//! Any text is rules that print as themselves, or an error with a message.
#![no_main]

use kosti_engine::AnyRules;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    match AnyRules::parse(text) {
        Ok(rules) => assert_eq!(AnyRules::parse(&rules.to_string()), Ok(rules)),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
});
