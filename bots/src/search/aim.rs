//! What a searching bot plays for.

/// What a searching bot plays for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Aim {
    /// `share`: the share of the win.
    #[default]
    Share,
    /// `points`: its lead in points.
    Points,
    /// `mix`: half of either.
    Mix,
}

impl Aim {
    /// Every aim by its name.
    pub(crate) const NAMES: &'static [(&'static str, Self)] =
        &[("share", Self::Share), ("points", Self::Points), ("mix", Self::Mix)];
}
