//! Any line is a good record or a bad one, never a panic.
#![no_main]

use kosti_bots::record::{ChanceCheck, verify_line};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|line: &str| {
    for chance in [ChanceCheck::Any, ChanceCheck::OfTheSeed] {
        if let Err(problem) = verify_line(line, chance) {
            assert!(!problem.to_string().is_empty());
        }
    }
});
