//! The example runs to its end.

#[path = "../examples/solved_position.rs"]
mod solved_position;

#[test]
fn a_position_is_solved() {
    solved_position::main().unwrap();
}
