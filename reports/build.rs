//! Puts the fingerprint of the statistics into the build.

fn main() {
    kosti_fingerprint::emit("src/stats");
}
