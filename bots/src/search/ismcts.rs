//! Information set Monte Carlo tree search.
//!
//! One tree grows from what the seat to move knows (Cowling, Powley and Whitehouse, "Information Set Monte Carlo Tree
//! Search"). Every iteration imagines a world of its own and goes down the tree by actions that are legal in it, so that
//! a node stands for all worlds in which the same things were seen. Every seat takes what is best for itself.

use kosti_engine::{ActionSet, Chance, Rng, Seat, Turn};

use crate::bot::{Bot, Decision};
use crate::search::aim::Aim;
use crate::search::budget::{Budget, Left};
use crate::search::game::{SearchGame, Values};
use crate::search::logarithms::Logarithms;
use crate::search::mc::settled;
use crate::search::policy::{Mover, Policy, with_mover};
use crate::search::rollout::{Endings, Rollouts};
use crate::search::tree::{Node, ROOT, Tree};

/// How [`Ismcts`] decides.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct IsmctsSettings {
    /// How many iterations a decision takes.
    pub budget: Budget,
    /// How every seat moves beyond the tree.
    pub policy: Policy,
    /// What is played for.
    pub aim: Aim,
    /// Whether endings are searched through.
    pub endings: Endings,
    /// How much actions that were seldom tried are preferred.
    pub explore: f32,
}

impl Default for IsmctsSettings {
    fn default() -> Self {
        Self {
            budget: Budget::Count(4000),
            policy: Policy::default(),
            aim: Aim::default(),
            endings: Endings::default(),
            explore: 0.5,
        }
    }
}

/// A search may be so long: its tree then takes just less than 1 GB.
pub(crate) const MOST_ITERATIONS: u32 = 1 << 24;

/// The tree of a search by the clock has so many nodes at most; after that it grows no more.
const MOST_NODES_BY_THE_CLOCK: u32 = 1 << 20;

/// Searches a tree of what it can see.
pub struct Ismcts<G: SearchGame> {
    settings: IsmctsSettings,
    logarithms: Logarithms,
    actions: Vec<G::Action>,
    tree: Tree<G::Action>,
    /// The nodes from the root to where an iteration leaves the tree, and who moved there.
    path: Vec<(Node, Seat)>,
    room: G::Endings,
}

impl<G: SearchGame> Ismcts<G> {
    /// A player with these settings.
    pub fn new(settings: IsmctsSettings) -> Self {
        Self {
            settings,
            logarithms: Logarithms::new(),
            actions: Vec::new(),
            tree: Tree::new(),
            path: Vec::new(),
            room: G::Endings::default(),
        }
    }

    /// Searches, and gives the action that was tried most often; of those the one that was worth most.
    pub fn search(&mut self, game: &G, view: &G::View, seat: Seat, rng: &mut Rng) -> G::Action {
        let Self { settings, logarithms, actions, tree, path, room } = self;
        game.candidates(view, actions);
        // An iteration makes one node at most.
        let nodes = match settings.budget {
            Budget::Count(iterations) => iterations,
            Budget::Time(_) => MOST_NODES_BY_THE_CLOCK,
        };
        tree.clear(nodes as usize, actions[0]);
        let rollouts = Rollouts { game, aim: settings.aim, endings: settings.endings, room };
        let explore = settings.explore;
        let mut search = Search { rollouts, view, seat, actions, tree, path, logarithms, explore, rng };
        let mut left = Left::new(settings.budget);
        with_mover!(settings.policy, M => {
            while left.take() {
                search.iterate::<M>();
            }
        });
        search.best()
    }
}

/// One search.
struct Search<'a, G: SearchGame> {
    rollouts: Rollouts<'a, G>,
    view: &'a G::View,
    seat: Seat,
    /// What may be done at the root.
    actions: &'a [G::Action],
    tree: &'a mut Tree<G::Action>,
    path: &'a mut Vec<(Node, Seat)>,
    logarithms: &'a Logarithms,
    explore: f32,
    rng: &'a mut Rng,
}

/// How it goes on at a node.
enum Step<A> {
    /// To a node that is there.
    Known(Node, A),
    /// To a new node: its place, the action that is seen, and the one that is taken.
    New(Node, A, A),
    /// By an action of which nothing is seen, so that the node stays the same.
    Unseen(A),
    /// Out of the tree.
    Leave,
}

/// Where there are more legal actions than this, the tree ends; at the root the game names those worth a look.
const WIDEST: usize = 64;

impl<G: SearchGame> Search<'_, G> {
    fn iterate<M: Mover<G>>(&mut self) {
        let game = self.rollouts.game;
        let world = game.imagine(self.view, self.rng);
        let luck = Chance::imagined(self.rng);
        let mut state = world;
        let mut node = ROOT;
        self.path.clear();
        let values = loop {
            // The root is never known: otherwise there would be nothing to decide.
            if node != ROOT
                && let Some(values) = self.rollouts.known(&world, &state)
            {
                break values;
            }
            let Turn::Seat(mover) = game.turn(&state) else {
                game.advance(&mut state, &luck);
                continue;
            };
            match self.step::<M>(node, &state, mover) {
                Step::Known(next, action) => {
                    self.path.push((next, mover));
                    game.play_unchecked(&mut state, action);
                    node = next;
                }
                Step::New(next, seen, action) => {
                    self.tree.insert(next, node, seen);
                    self.path.push((next, mover));
                    game.play_unchecked(&mut state, action);
                    break self.rollouts.play_out::<M>(&world, &mut state, &luck, self.rng);
                }
                Step::Unseen(action) => game.play_unchecked(&mut state, action),
                Step::Leave => break self.rollouts.play_out::<M>(&world, &mut state, &luck, self.rng),
            }
        };
        self.learn(&values);
    }

    #[inline]
    fn step<M: Mover<G>>(&mut self, node: Node, state: &G::State, mover: Seat) -> Step<G::Action> {
        let game = self.rollouts.game;
        if node == ROOT {
            return self.choose(node, self.actions.iter().copied(), Untried::First);
        }
        let legal = game.legal(state);
        if legal.len() > WIDEST {
            return Step::Leave;
        }
        if mover != self.seat && legal.iter().any(|action| game.seen(state, action) != Some(action)) {
            let action = M::choose(game, state, mover, self.rng);
            return self.happen(node, state, action);
        }
        self.choose(node, legal.iter(), Untried::Any)
    }

    /// Takes what was tried least, or else what promises most: what it was worth, and more if it was seldom taken.
    #[inline]
    fn choose(
        &mut self,
        node: Node,
        actions: impl Iterator<Item = G::Action>,
        untried_first: Untried,
    ) -> Step<G::Action> {
        let (mut best, mut most) = (Step::Leave, f32::NEG_INFINITY);
        let (mut untried, mut new) = (0, Step::Leave);
        for action in actions {
            let place = self.tree.place::<G>(node, action);
            let Some(entry) = self.tree.get(place) else {
                untried += 1;
                let taken = match untried_first {
                    Untried::First => untried == 1,
                    Untried::Any => self.rng.below(untried) == 0,
                };
                if taken {
                    new = Step::New(place, action, action);
                }
                continue;
            };
            entry.available += 1;
            let visits = entry.visits as f32;
            let promise = entry.sum / visits + self.explore * (self.logarithms.of(entry.available) / visits).sqrt();
            if promise > most {
                (best, most) = (Step::Known(place, action), promise);
            }
        }
        if untried > 0 && !self.tree.is_full() { new } else { best }
    }

    /// Follows an action of another seat as far as it can be seen.
    fn happen(&mut self, node: Node, state: &G::State, action: G::Action) -> Step<G::Action> {
        let Some(seen) = self.rollouts.game.seen(state, action) else { return Step::Unseen(action) };
        let place = self.tree.place::<G>(node, seen);
        if self.tree.get(place).is_some() {
            Step::Known(place, action)
        } else if self.tree.is_full() {
            Step::Leave
        } else {
            Step::New(place, seen, action)
        }
    }

    /// Books what an iteration was worth on the way that it took.
    #[inline]
    fn learn(&mut self, values: &Values) {
        for &(node, mover) in self.path.iter() {
            let entry = self.tree.get(node).expect("the nodes of the path were visited");
            entry.visits += 1;
            entry.sum += values[mover.index()];
        }
    }

    /// The action at the root that was tried most often; of those the one that was worth most.
    fn best(&mut self) -> G::Action {
        let mut best = (0, f32::NEG_INFINITY, self.actions[0]);
        for &action in self.actions {
            let place = self.tree.place::<G>(ROOT, action);
            if let Some(entry) = self.tree.get(place)
                && (entry.visits, entry.sum) > (best.0, best.1)
            {
                best = (entry.visits, entry.sum, action);
            }
        }
        best.2
    }
}

/// Which of the untried actions comes first.
#[derive(Clone, Copy)]
enum Untried {
    /// The first in the order given.
    First,
    /// Any.
    Any,
}

impl<G: SearchGame> Bot<G> for Ismcts<G> {
    fn act(&mut self, mut decision: Decision<'_, G>) -> G::Action {
        let (game, view, seat) = (decision.game(), decision.view(), decision.seat());
        match settled(game, &view, self.settings.aim, self.settings.budget, decision.rng()) {
            Some(action) => action,
            None => self.search(game, &view, seat, decision.rng()),
        }
    }
}
