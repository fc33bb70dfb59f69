//! Who sits at a table.

/// No table has more places.
pub const MAX_PLACES: usize = 16;

/// The entrants at one table, place by place; an entrant may hold several places.
///
/// In games for one player no two entrants sit together: there a table is a comparison. All play the same luck, each on their
/// own, and their scores are compared as if they had met.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Shape {
    places: Vec<u8>,
    members: Vec<u8>,
    member_of: [u8; MAX_PLACES],
    solo: bool,
}

impl Shape {
    /// A table with these entrants at its places.
    ///
    /// # Panics
    /// If there are no places or too many.
    pub fn new(places: Vec<u8>) -> Self {
        assert!((1..=MAX_PLACES).contains(&places.len()), "{} places", places.len());
        let mut members = places.clone();
        members.sort_unstable();
        members.dedup();
        let mut member_of = [0; MAX_PLACES];
        for (place, entrant) in places.iter().enumerate() {
            member_of[place] = members.binary_search(entrant).expect("every place has a member") as u8;
        }
        Self { places, members, member_of, solo: false }
    }

    /// A comparison of these entrants in a game for one player.
    ///
    /// # Panics
    /// If there are no places or too many.
    pub fn solo(places: Vec<u8>) -> Self {
        Self { solo: true, ..Self::new(places) }
    }

    /// Whether each entrant plays on its own.
    pub fn is_solo(&self) -> bool {
        self.solo
    }

    /// The games that are played for one result.
    pub fn games_per_result(&self) -> usize {
        if self.solo { self.places.len() } else { 1 }
    }

    /// The entrant at each place.
    pub fn places(&self) -> &[u8] {
        &self.places
    }

    /// The different entrants at the table, in order.
    pub fn members(&self) -> &[u8] {
        &self.members
    }

    /// The number among the members of the entrant at a place.
    #[inline]
    pub fn member_of(&self, place: usize) -> usize {
        self.member_of[place] as usize
    }

    /// How many places a member holds.
    pub fn places_of(&self, member: usize) -> usize {
        (0..self.places.len()).filter(|&place| self.member_of(place) == member).count()
    }
}
