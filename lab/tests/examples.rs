//! The example runs to its end.

#[allow(dead_code, reason = "the example's own way to be started")]
#[path = "../examples/own_experiment.rs"]
mod own_experiment;

#[test]
fn an_experiment_of_ones_own_finds_something() {
    let findings = own_experiment::measure().unwrap();
    assert_eq!(findings.claims.len(), 1);
    assert!(findings.findings.iter().all(|finding| finding.claim == "X1" && finding.games > 0));
}
