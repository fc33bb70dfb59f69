//! Information set Monte Carlo tree search.
//!
//! One tree grows from what the seat to move knows (Cowling, Powley and Whitehouse, "Information Set Monte Carlo Tree
//! Search"). Every iteration goes down the tree by actions that are legal in the world it imagines, so that a node stands
//! for all worlds in which the same things were seen. Every seat takes what is best for itself.
//!
//! Two things differ from the textbook. At the root the actions race each other in the same worlds, as they do in flat
//! Monte Carlo: what differs between them shows much sooner than with a world for each. And below it nobody has to try
//! every action once before thinking: with hidden hands there are far more actions in all than visits. A seat does what
//! the quick policy would do until it has reason not to, and looks at the others the more, the more often it comes by.

use kosti_engine::{ActionSet, DominoPoker, Game, GraphPokerLarge, Rims, Rng, Seat, Turn};

use crate::bot::{Bot, Decision};
use crate::habit::Habit;
use crate::search::aim::Aim;
use crate::search::budget::Budget;
use crate::search::game::{SearchGame, Values};
use crate::search::policy::{Mover, Policy, with_mover};
use crate::search::race::{ActionStats, Race, Trial};
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
    /// How much of the attention at a node goes to what the policy would do, from 0 to 1; the rest is for all actions alike.
    pub for_the_usual: f32,
}

impl Default for IsmctsSettings {
    fn default() -> Self {
        Self {
            budget: Budget::Count(4000),
            policy: Policy::default(),
            aim: Aim::default(),
            endings: Endings::default(),
            explore: 1.5,
            for_the_usual: 0.5,
        }
    }
}

impl IsmctsSettings {
    /// The nodes for which there is room in the tree.
    fn nodes(&self) -> usize {
        // An iteration makes one node at most.
        let nodes = match self.budget {
            Budget::Count(iterations) => iterations,
            Budget::Time(_) => MOST_NODES_BY_THE_CLOCK,
        };
        nodes as usize
    }

    /// The memory that the tree takes for itself at the first decision, in the game where that is most.
    pub fn tree_bytes(&self) -> usize {
        let nodes = self.nodes();
        let rims = Tree::<<Rims as Game>::Action>::bytes(nodes);
        let domino = Tree::<<DominoPoker as Game>::Action>::bytes(nodes);
        let graph = Tree::<<GraphPokerLarge as Game>::Action>::bytes(nodes);
        rims.max(domino).max(graph)
    }
}

/// A search may be so long: its tree takes about half a gigabyte.
pub(crate) const MOST_ITERATIONS: u32 = 1 << 23;

/// The tree of a search by the clock has this many nodes at most; after that it grows no more.
const MOST_NODES_BY_THE_CLOCK: u32 = 1 << 20;

/// Where there are more legal actions than this, the tree ends; at the root the game names those worth a look.
const WIDEST: usize = 64;

/// Searches a tree of what it can see.
pub struct Ismcts<G: SearchGame> {
    settings: IsmctsSettings,
    habit: Option<Box<dyn Habit<G>>>,
    candidates: Vec<G::Action>,
    tried: Vec<ActionStats<G::Action>>,
    tree: Tree<G::Action>,
    path: Vec<Passed>,
    narrowed: Vec<G::Action>,
    room: G::Endings,
    worlds: G::Worlds,
}

/// A node on the way from the root to where an iteration leaves the tree.
struct Passed {
    node: Node,
    /// Who moved there.
    mover: Seat,
    /// Who moved on from there, unless the tree was left.
    next: Option<Seat>,
}

impl<G: SearchGame> Ismcts<G> {
    /// A player with these settings.
    pub fn new(settings: IsmctsSettings) -> Self {
        Self::with_room(settings, G::Endings::default())
    }

    /// The same with a room of its own for rollouts.
    pub(crate) fn with_room(settings: IsmctsSettings, room: G::Endings) -> Self {
        Self {
            settings,
            habit: None,
            candidates: Vec::new(),
            tried: Vec::new(),
            tree: Tree::new(),
            path: Vec::new(),
            narrowed: Vec::new(),
            room,
            worlds: G::Worlds::default(),
        }
    }

    /// The same player with a habit, which it plans with: it compares what it may do under the habit, and keeps to it in its
    /// tree and its rollouts.
    pub fn with_habit(self, habit: Box<dyn Habit<G>>) -> Self {
        Self { habit: Some(habit), ..self }
    }

    /// Compares the legal actions that are worth a look; the best comes first, and then those that were compared with
    /// it the longest.
    pub fn compare(&mut self, game: &G, view: &G::View, seat: Seat, rng: &mut Rng) -> &[ActionStats<G::Action>] {
        let race = Race { game, view, seat, budget: self.settings.budget, rng };
        self.run(race)
    }

    fn run(&mut self, mut race: Race<'_, G>) -> &[ActionStats<G::Action>] {
        let Self { settings, habit, candidates, tried, tree, path, narrowed, room, worlds } = self;
        let habit = habit.as_deref();
        race.candidates(habit, candidates);
        race.game.prepare(room, race.view);
        tree.clear(settings.nodes(), candidates[0]);
        let rollouts = Rollouts::new(race.game, settings.aim, settings.endings, habit, room);
        let mut search = Search {
            rollouts,
            seat: race.seat,
            tree,
            path,
            narrowed,
            explore: settings.explore,
            for_the_usual: settings.for_the_usual,
        };
        with_mover!(settings.policy, habit, race.seat, mover => {
            race.run(worlds, tried, candidates, |action, trial| search.iterate(mover, action, trial));
        });
        tried
    }
}

/// One search.
struct Search<'a, G: SearchGame> {
    rollouts: Rollouts<'a, G>,
    seat: Seat,
    tree: &'a mut Tree<G::Action>,
    path: &'a mut Vec<Passed>,
    narrowed: &'a mut Vec<G::Action>,
    explore: f32,
    for_the_usual: f32,
}

/// How it goes on at a node.
enum Step<A> {
    /// By this action: to the node in a place, under the name of what is seen of the action.
    To(Node, A, A),
    /// By an action of which nothing is seen, so that the node stays the same.
    Unseen(A),
    /// Out of the tree.
    Leave,
    /// Out of the tree, since it has no room for the node to which the mover would go.
    Overflow,
}

impl<G: SearchGame> Search<'_, G> {
    /// Goes down the tree after an action at the root, makes one more node, and plays on from there.
    fn iterate<M: Mover<G>>(&mut self, by: &M, action: G::Action, trial: &mut Trial<'_, G>) -> Values {
        let game = self.rollouts.game;
        self.path.clear();
        let mut node = self.tree.place::<G>(ROOT, action);
        let mut is_new = self.arrive(node, ROOT, action, self.seat);
        let values = loop {
            if is_new {
                break self.rollouts.play_out(by, trial);
            }
            if let Some(values) = self.rollouts.known(trial.root, &trial.state) {
                break values;
            }
            let Turn::Seat(mover) = game.turn(&trial.state) else {
                game.advance(&mut trial.state, trial.luck);
                continue;
            };
            match self.step(by, node, &trial.state, mover, &mut trial.rng) {
                Step::To(next, seen, action) => {
                    self.moves_on(mover);
                    game.play_unchecked(&mut trial.state, action);
                    is_new = self.arrive(next, node, seen, mover);
                    node = next;
                }
                Step::Unseen(action) => game.play_unchecked(&mut trial.state, action),
                Step::Leave => break self.rollouts.play_out(by, trial),
                Step::Overflow => {
                    // The mover did come by: what that was worth counts for what was not tried here.
                    self.moves_on(mover);
                    break self.rollouts.play_out(by, trial);
                }
            }
        };
        self.learn(&values);
        values
    }

    /// Puts a node on the path, and makes it if it is new; says whether it is.
    #[inline]
    fn arrive(&mut self, node: Node, parent: Node, seen: G::Action, mover: Seat) -> bool {
        let is_new = self.tree.get(node).is_none();
        if is_new {
            self.tree.insert(node, parent, seen);
        }
        self.path.push(Passed { node, mover, next: None });
        is_new
    }

    /// Notes who moves on from the last node of the path.
    #[inline]
    fn moves_on(&mut self, mover: Seat) {
        if let Some(passed) = self.path.last_mut() {
            passed.next.get_or_insert(mover);
        }
    }

    /// Decides for the seat whose turn it is.
    #[inline]
    fn step<M: Mover<G>>(
        &mut self,
        by: &M,
        node: Node,
        state: &G::State,
        mover: Seat,
        rng: &mut Rng,
    ) -> Step<G::Action> {
        let game = self.rollouts.game;
        let legal = game.legal(state);
        if legal.len() > WIDEST {
            return Step::Leave;
        }
        let usual = by.choose(game, state, mover, rng);
        let hides = |action| game.seen(state, action) != Some(action);
        let hidden = || hides(usual) || hides(legal.nth(legal.len() - 1));
        let step = if mover != self.seat && (game.others_follow_policy() || hidden()) {
            match game.seen(state, usual) {
                None => Step::Unseen(usual),
                Some(seen) => Step::To(self.tree.place::<G>(node, seen), seen, usual),
            }
        } else {
            let mut narrowed = std::mem::take(self.narrowed);
            let step = match by.narrowed(game, state, mover, legal, &mut narrowed) {
                None => self.choose(node, legal.iter(), legal.len(), usual),
                Some(actions) => self.choose(node, actions.iter().copied(), actions.len(), usual),
            };
            *self.narrowed = narrowed;
            step
        };
        match step {
            Step::To(place, ..) if self.tree.is_full() && self.tree.get(place).is_none() => Step::Overflow,
            step => step,
        }
    }

    /// Takes what promises most: what it was worth, and more the less often it was taken when it could have been.
    #[inline]
    fn choose(
        &mut self,
        node: Node,
        actions: impl Iterator<Item = G::Action>,
        number: usize,
        usual: G::Action,
    ) -> Step<G::Action> {
        let here = self.tree.get(node).expect("the search has come to this node");
        // When the node was made, nobody moved on from it.
        let moved_on = (here.visits - 1) as f32;
        let mean = if moved_on > 0.0 { here.next_sum / moved_on } else { 0.0 };
        let urge = self.explore * (1.0 - self.for_the_usual) / number as f32;
        let urge_for_usual = urge + self.explore * self.for_the_usual;
        let (mut best, mut most) = (Step::Leave, f32::NEG_INFINITY);
        for action in actions {
            let place = self.tree.place::<G>(node, action);
            let urge = if action == usual { urge_for_usual } else { urge };
            let promise = match self.tree.get(place) {
                Some(entry) => {
                    entry.available += 1;
                    let visits = entry.visits as f32;
                    entry.sum / visits + urge * (entry.available as f32).sqrt() / (1.0 + visits)
                }
                None => mean + urge * (1.0 + moved_on).sqrt(),
            };
            if promise > most {
                (best, most) = (Step::To(place, action, action), promise);
            }
        }
        best
    }

    /// Books what an iteration was worth on the way that it took.
    #[inline]
    fn learn(&mut self, values: &Values) {
        for passed in self.path.iter() {
            let entry = self.tree.get(passed.node).expect("the nodes of the path were visited");
            entry.visits += 1;
            entry.sum += values[passed.mover.index()];
            entry.next_sum += passed.next.map_or(0.0, |next| values[next.index()]);
        }
    }
}

impl<G: SearchGame> Bot<G> for Ismcts<G> {
    fn act(&mut self, mut decision: Decision<'_, G>) -> G::Action {
        let (game, view, seat) = (decision.game(), decision.view(), decision.seat());
        let mut race = Race { game, view: &view, seat, budget: self.settings.budget, rng: decision.rng() };
        race.settled_with(self.habit.as_deref()).unwrap_or_else(|| self.run(race)[0].action)
    }
}

#[cfg(test)]
mod tests {
    use kosti_engine::domino_poker::DominoPhase;
    use kosti_engine::{Chance, DominoPokerRules, Label, Rules};

    use super::*;
    use crate::search::policy::ByQuickMoves;

    /// The moment at which a seat leads to the first trick of a deal with many.
    fn first_lead(game: &DominoPoker) -> (<DominoPoker as Game>::State, Seat) {
        let luck = Chance::new(2, 3);
        let mut rng = luck.stream(Label::bot(0, Seat::new(0)));
        let mut state = game.start();
        loop {
            match game.turn(&state) {
                Turn::Seat(seat) if state.table().phase() == DominoPhase::Play && state.hand(seat).len() == 7 => {
                    return (state, seat);
                }
                Turn::Seat(_) => {
                    let action = game.rollout_action(&state, &mut rng);
                    game.play_unchecked(&mut state, action);
                }
                Turn::Chance | Turn::Over => game.advance(&mut state, &luck),
            }
        }
    }

    /// What comes back through a node goes to its books in full, also when the tree has no room for what lies beyond.
    #[test]
    fn a_full_tree_forgets_nothing_of_who_moves_next() {
        let game = DominoPoker::new(DominoPokerRules::parse("players=2").unwrap());
        let (state, seat) = first_lead(&game);
        let view = game.observe(&state, seat);
        let (mut tree, mut path, mut room, mut tried) = (Tree::new(), Vec::new(), Default::default(), Vec::new());
        let mut candidates = Vec::new();
        game.candidates(&view, &mut candidates);
        let (aim, endings) = (Aim::Share, Endings::Off);
        for nodes in [candidates.len(), 20, 500, 2001] {
            tree.clear(nodes, candidates[0]);
            let rollouts = Rollouts { game: &game, aim, endings, room: &mut room };
            let mut narrowed = Vec::new();
            let mut search = Search {
                rollouts,
                seat,
                tree: &mut tree,
                path: &mut path,
                narrowed: &mut narrowed,
                explore: 1.5,
                for_the_usual: 0.5,
            };
            let mut rng = Rng::from_state(5);
            let mut race = Race { game: &game, view: &view, seat, budget: Budget::Count(2000), rng: &mut rng };
            race.run(&mut Default::default(), &mut tried, &candidates, |action, trial| {
                search.iterate(&ByQuickMoves, action, trial)
            });
            assert_eq!(tree.is_full(), nodes < 2000);
            for one in &tried {
                let place = tree.place::<DominoPoker>(ROOT, one.action);
                let entry = tree.get(place).expect("every action was tried");
                // With two players one wins what the other does not; only when the node was made nobody moved on.
                let missing = entry.visits as f32 - entry.sum - entry.next_sum;
                assert!(missing.abs() < 2.0, "{nodes}: {entry:?}");
            }
        }
    }
}
