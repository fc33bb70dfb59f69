//! Puts the fingerprint of the sources into the build.

fn main() {
    kosti_fingerprint::emit("src");
}
