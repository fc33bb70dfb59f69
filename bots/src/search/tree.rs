//! The tree of a search, in memory that is used again.

use kosti_engine::Game;

use crate::search::game::SearchGame;

/// A place in a [`Tree`].
pub(crate) type Node = u32;

/// The node from which all others are reached; it has no place in memory.
pub(crate) const ROOT: Node = Node::MAX;

/// What is known of an action at a node.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry<A> {
    /// The search in which this was written; entries of earlier ones are as good as empty.
    search: u32,
    parent: Node,
    /// How often the action was taken.
    pub(crate) visits: u32,
    /// How often it could have been taken.
    pub(crate) available: u32,
    /// What it was worth to the seat that took it, in all.
    pub(crate) sum: f32,
    /// What it was worth to the seat that moves next, whenever a search went on from here.
    pub(crate) next_sum: f32,
    action: A,
}

/// All nodes but the root, in a hash table by the node before and the action that leads on.
///
/// Which actions there are depends on the world, so that a node has far more children in all than in any one world: a
/// lookup for each legal action is cheaper than a walk along all children.
pub(crate) struct Tree<A> {
    entries: Vec<Entry<A>>,
    search: u32,
    nodes: usize,
    most_nodes: usize,
    shift: u32,
}

/// Entries for each node, so that collisions stay rare.
const ROOM: usize = 2;

/// A tree has at least this many entries.
const FEWEST_ENTRIES: usize = 64;

impl<A: Copy + Eq> Tree<A> {
    /// A tree without memory: [`Tree::clear`] gives it some.
    pub(crate) const fn new() -> Self {
        Self { entries: Vec::new(), search: 0, nodes: 0, most_nodes: 0, shift: 0 }
    }

    /// The memory of a tree with room for this many nodes.
    pub(crate) fn bytes(nodes: usize) -> usize {
        Self::entries(nodes) * size_of::<Entry<A>>()
    }

    fn entries(nodes: usize) -> usize {
        (nodes * ROOM).max(FEWEST_ENTRIES).next_power_of_two()
    }

    /// Forgets all nodes and makes room for this many. `any` is some action.
    pub(crate) fn clear(&mut self, nodes: usize, any: A) {
        let entries = Self::entries(nodes);
        if self.entries.len() != entries || self.search == u32::MAX {
            let empty =
                Entry { search: 0, parent: ROOT, visits: 0, available: 0, sum: 0.0, next_sum: 0.0, action: any };
            self.entries.clear();
            self.entries.resize(entries, empty);
            self.search = 0;
        }
        self.search += 1;
        self.nodes = 0;
        self.most_nodes = nodes;
        self.shift = u64::BITS - entries.trailing_zeros();
    }

    /// Whether there is no room for another node.
    #[inline]
    pub(crate) fn is_full(&self) -> bool {
        self.nodes >= self.most_nodes
    }

    /// Where the node is to which an action leads, or where it would be.
    #[inline]
    pub(crate) fn place<G>(&self, parent: Node, action: A) -> Node
    where
        G: SearchGame + Game<Action = A>,
    {
        let key = (u64::from(parent) << 32 | u64::from(G::code(action))).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let mut place = (key ^ key << 32).wrapping_mul(0xD1B5_4A32_D192_ED03) >> self.shift;
        let last = self.entries.len() as u64 - 1;
        loop {
            let entry = &self.entries[place as usize];
            if entry.search != self.search || (entry.parent == parent && entry.action == action) {
                return place as Node;
            }
            place = (place + 1) & last;
        }
    }

    /// The node in a place, if there is one.
    #[inline]
    pub(crate) fn get(&mut self, place: Node) -> Option<&mut Entry<A>> {
        let entry = &mut self.entries[place as usize];
        (entry.search == self.search).then_some(entry)
    }

    /// Makes a node in an empty place.
    #[inline]
    pub(crate) fn insert(&mut self, place: Node, parent: Node, action: A) {
        debug_assert!(!self.is_full());
        self.nodes += 1;
        self.entries[place as usize] =
            Entry { search: self.search, parent, visits: 0, available: 1, sum: 0.0, next_sum: 0.0, action };
    }
}

#[cfg(test)]
mod tests {
    use kosti_engine::rims::RimsAction;
    use kosti_engine::{Card, DominoPoker, GraphPokerLarge, Rims};

    use super::*;
    use crate::search::ismcts::MOST_ITERATIONS;

    fn bytes<G: Game>(nodes: u32) -> usize {
        Tree::<G::Action>::bytes(nodes as usize)
    }

    #[test]
    fn the_largest_tree_takes_less_than_a_gigabyte() {
        for bytes in [bytes::<Rims>, bytes::<DominoPoker>, bytes::<GraphPokerLarge>] {
            assert!((400_000_000..1_000_000_000).contains(&bytes(MOST_ITERATIONS)), "{}", bytes(MOST_ITERATIONS));
        }
    }

    #[test]
    fn a_tree_takes_the_memory_that_is_told() {
        for nodes in [1, 100, 4000, 5000] {
            let mut tree = Tree::new();
            tree.clear(nodes, RimsAction::Stand);
            assert_eq!(size_of_val(tree.entries.as_slice()), bytes::<Rims>(nodes as u32));
        }
    }

    #[test]
    fn nodes_are_found_again_and_forgotten_together() {
        let cards: Vec<_> = (0..52).map(|card| RimsAction::Card(Card::from_index(card))).collect();
        let mut tree = Tree::new();
        for nodes in [52 * 52, 52 * 52, 52 * 53] {
            tree.clear(nodes, RimsAction::Stand);
            let mut parents = vec![ROOT];
            for &first in &cards {
                let place = tree.place::<Rims>(ROOT, first);
                assert!(tree.get(place).is_none() && !tree.is_full());
                tree.insert(place, ROOT, first);
                parents.push(place);
            }
            for (number, &parent) in parents.iter().enumerate().skip(2) {
                for &second in &cards {
                    let place = tree.place::<Rims>(parent, second);
                    tree.insert(place, parent, second);
                    tree.get(place).expect("it was just made").visits = number as u32;
                }
            }
            assert_eq!(tree.is_full(), nodes == 52 * 52);
            for (number, &parent) in parents.iter().enumerate().skip(2) {
                for &second in &cards {
                    let place = tree.place::<Rims>(parent, second);
                    assert_eq!(tree.get(place).map(|entry| entry.visits), Some(number as u32));
                }
            }
        }
    }
}
