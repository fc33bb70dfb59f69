//! Which build this is.

/// The fingerprint of everything that decides what is played and how it is counted: the sources of rules, bots, solver and
/// statistics, and of this crate. Two builds with the same one bring the same results from the same plan, on any platform.
pub fn fingerprint() -> String {
    kosti_fingerprint::combine(&[
        kosti_engine::FINGERPRINT,
        kosti_solver::FINGERPRINT,
        kosti_bots::FINGERPRINT,
        kosti_reports::FINGERPRINT,
        env!("KOSTI_FINGERPRINT"),
    ])
}
