//! Criterion benches of every hot path: run them with `cargo bench -p kosti-benches`.
