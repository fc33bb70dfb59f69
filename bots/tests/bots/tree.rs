//! What a tree comes to where everything is known: what plain search says.

use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicU32, AtomicUsize};

use kosti_bots::greedy::GreedyGame;
use kosti_bots::habit::Habit;
use kosti_bots::search::{
    Aim, Budget, Endings, Ismcts, IsmctsSettings, McSettings, MonteCarlo, Policy, SearchGame, Values,
};
use kosti_engine::domino_poker::{DominoAction, DominoPhase, DominoState};
use kosti_engine::{
    ActionSet, Chance, DominoPoker, DominoPokerRules, Game, IllegalAction, ImpossibleOutcome, Rng, Rules, Scores, Seat,
    Turn,
};

/// Domino-poker with all hands on the table: who looks sees everything, and only one world can be imagined.
struct OpenDominoes {
    game: DominoPoker,
    watched: Watched,
}

/// A seat of which is watched whether it keeps its habit.
#[derive(Default)]
struct Watched {
    /// The number of the seat; no seat is watched if it is larger than all.
    seat: AtomicUsize,
    moves: AtomicU32,
    broken: AtomicU32,
}

/// Plays the last of its legal dominoes whenever it does not lead.
struct FollowLast;

impl Habit<OpenDominoes> for FollowLast {
    fn ask(&self, game: &OpenDominoes, view: &DominoState, _: DominoAction) -> Option<DominoAction> {
        let legal = game.legal_in(view);
        let follows = view.table().phase() == DominoPhase::Play && view.table().led().is_some();
        follows.then(|| legal.nth(legal.len() - 1))
    }
}

impl Game for OpenDominoes {
    type Rules = DominoPokerRules;
    type State = DominoState;
    type View = DominoState;
    type Action = DominoAction;
    type Legal<'a> = <DominoPoker as Game>::Legal<'a>;
    type Request = <DominoPoker as Game>::Request;
    type Outcome = <DominoPoker as Game>::Outcome;

    fn new(rules: Self::Rules) -> Self {
        Self { game: DominoPoker::new(rules), watched: Watched { seat: NOBODY.into(), ..Watched::default() } }
    }

    fn rules(&self) -> &Self::Rules {
        self.game.rules()
    }

    fn players(&self) -> u8 {
        self.game.players()
    }

    fn start(&self) -> DominoState {
        self.game.start()
    }

    fn turn(&self, state: &DominoState) -> Turn {
        self.game.turn(state)
    }

    fn request(&self, state: &DominoState) -> Self::Request {
        self.game.request(state)
    }

    fn draw(&self, request: Self::Request, luck: &Chance) -> Self::Outcome {
        self.game.draw(request, luck)
    }

    fn check_outcome(&self, state: &DominoState, outcome: &Self::Outcome) -> Result<(), ImpossibleOutcome> {
        self.game.check_outcome(state, outcome)
    }

    fn resolve(&self, state: &mut DominoState, outcome: &Self::Outcome) {
        self.game.resolve(state, outcome);
    }

    fn legal<'a>(&'a self, state: &'a DominoState) -> Self::Legal<'a> {
        self.game.legal(state)
    }

    fn legal_in<'a>(&'a self, view: &'a DominoState) -> Self::Legal<'a> {
        self.game.legal(view)
    }

    fn check(&self, state: &DominoState, action: DominoAction) -> Result<(), IllegalAction> {
        self.game.check(state, action)
    }

    fn play_unchecked(&self, state: &mut DominoState, action: DominoAction) {
        if self.turn(state) == Turn::Seat(Seat::new(self.watched.seat.load(Relaxed))) {
            let broken = FollowLast.ask(self, state, action).is_some_and(|asked| asked != action);
            self.watched.moves.fetch_add(1, Relaxed);
            self.watched.broken.fetch_add(u32::from(broken), Relaxed);
        }
        self.game.play_unchecked(state, action);
    }

    fn observe(&self, state: &DominoState, _: Seat) -> DominoState {
        *state
    }

    fn determinize(&self, view: &DominoState, _: &mut Rng) -> DominoState {
        *view
    }

    fn scores(&self, state: &DominoState) -> Scores {
        self.game.scores(state)
    }
}

impl GreedyGame for OpenDominoes {
    fn greedy_action(&self, view: &DominoState) -> DominoAction {
        self.game.legal(view).nth(0)
    }
}

impl SearchGame for OpenDominoes {
    type Endings = ();
    type Worlds = ();

    fn is_leaf(&self, root: &DominoState, state: &DominoState) -> bool {
        self.game.is_leaf(root, state)
    }

    fn leaf_values(&self, aim: Aim, root: &DominoState, state: &DominoState) -> Values {
        self.game.leaf_values(aim, root, state)
    }
}

const AIM: Aim = Aim::Points;
/// No seat has this number.
const NOBODY: usize = 15;

/// Everything that may come of a state if each seat takes what is best for itself: of equals any one. A seat that is
/// `bound` keeps the habit.
fn outcomes(game: &OpenDominoes, root: &DominoState, state: &DominoState, bound: Option<Seat>) -> Vec<Values> {
    let Turn::Seat(seat) = game.turn(state) else { return vec![game.leaf_values(AIM, root, state)] };
    let is_kept = |action: &DominoAction| {
        bound != Some(seat) || FollowLast.ask(game, state, *action).is_none_or(|asked| asked == *action)
    };
    let after: Vec<Vec<Values>> = game
        .legal(state)
        .iter()
        .filter(is_kept)
        .map(|action| outcomes_after(game, root, state, action, bound))
        .collect();
    let own = |values: &Values| values[seat.index()];
    let worst = |all: &Vec<Values>| all.iter().map(own).fold(f32::INFINITY, f32::min);
    let sure = after.iter().map(worst).fold(f32::NEG_INFINITY, f32::max);
    let mut all: Vec<Values> = after.into_iter().flatten().filter(|values| own(values) >= sure).collect();
    all.sort_by(|one, other| one.partial_cmp(other).expect("numbers"));
    all.dedup();
    all
}

fn outcomes_after(
    game: &OpenDominoes,
    root: &DominoState,
    state: &DominoState,
    action: DominoAction,
    bound: Option<Seat>,
) -> Vec<Values> {
    let mut next = *state;
    game.play_unchecked(&mut next, action);
    outcomes(game, root, &next, bound)
}

/// Shows moments with this many tricks left in which not everything is equally good, and what may be best there for a seat
/// that keeps the habit or does not.
fn visit(
    players: u8,
    tricks: usize,
    keeps: Keeps,
    mut visitor: impl FnMut(&OpenDominoes, &DominoState, Seat, &[DominoAction]),
) -> u32 {
    let game = OpenDominoes::new(DominoPokerRules::parse(&format!("players={players}")).unwrap());
    let mut shown = 0;
    for block in 0..40 {
        let luck = Chance::new(44, block);
        let mut state = game.start();
        loop {
            match game.turn(&state) {
                Turn::Chance => game.advance(&mut state, &luck),
                Turn::Over => break,
                Turn::Seat(seat) => {
                    let table = state.table();
                    let left = usize::from(table.hand()).saturating_sub(table.tricks());
                    if table.phase() == DominoPhase::Play && left == tricks && table.in_trick() == 0 {
                        let best = best(&game, &state, seat, (keeps == Keeps::Habit).then_some(seat));
                        if best.len() < game.legal(&state).len() {
                            visitor(&game, &state, seat, &best);
                            shown += 1;
                        }
                    }
                    let action = game.game.greedy_action(&game.game.observe(&state, seat));
                    game.play_unchecked(&mut state, action);
                }
            }
        }
    }
    shown
}

/// Whether the seat that searches keeps the habit.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Keeps {
    Nothing,
    Habit,
}

/// The actions that may be best, or so little worse that it does not matter.
fn best(game: &OpenDominoes, state: &DominoState, seat: Seat, bound: Option<Seat>) -> Vec<DominoAction> {
    const LITTLE: f32 = 0.01;
    let of = |action| outcomes_after(game, state, state, action, bound).into_iter().map(|values| values[seat.index()]);
    let actions: Vec<DominoAction> = game.legal(state).iter().collect();
    let sure = actions.iter().map(|&action| of(action).fold(f32::INFINITY, f32::min)).fold(f32::NEG_INFINITY, f32::max);
    actions.into_iter().filter(|&action| of(action).any(|value| value >= sure - LITTLE)).collect()
}

#[test]
fn a_tree_finds_what_plain_search_finds() {
    let (budget, policy, endings) = (Budget::Count(4000), Policy::Random, Endings::Off);
    // Nobody has to be guessed at, so there is little to explore.
    let settings = IsmctsSettings { budget, policy, endings, aim: AIM, explore: 0.1, ..IsmctsSettings::default() };
    let mut flat_missed = 0;
    for (players, tricks) in [(2, 2), (2, 3), (3, 2), (3, 3)] {
        let mut tree = Ismcts::new(settings);
        let mut flat = MonteCarlo::new(McSettings { budget, policy, endings, aim: AIM });
        let mut missed = 0;
        let shown = visit(players, tricks, Keeps::Nothing, |game, state, seat, best| {
            let mut rng = Rng::from_state(6);
            let found = tree.compare(game, state, seat, &mut rng)[0].action;
            missed += u32::from(!best.contains(&found));
            let found = flat.compare(game, state, seat, &mut rng)[0].action;
            flat_missed += u32::from(!best.contains(&found));
        });
        assert!(shown > 40, "{players} players, {tricks} tricks: {shown}");
        // Who does not care between two plays may mix them, which among three and over three tricks leads to more than
        // plain search knows of.
        let tolerated = if (players, tricks) == (3, 3) { shown / 20 } else { 0 };
        assert!(missed <= tolerated, "{players} players, {tricks} tricks: {missed} of {shown}");
    }
    // It is not so easy that rollouts alone would find it.
    assert!(flat_missed > 30, "{flat_missed}");
}

/// A seat that keeps a habit finds what plain search finds for it, and breaks the habit in no move that it imagines.
#[test]
fn a_tree_with_a_habit_finds_what_plain_search_finds_under_it() {
    let (budget, policy, endings) = (Budget::Count(4000), Policy::Random, Endings::Exact);
    let settings = IsmctsSettings { budget, policy, endings, aim: AIM, explore: 0.1, ..IsmctsSettings::default() };
    let mut free_missed = 0;
    for (players, tricks) in [(2, 2), (2, 3), (3, 2)] {
        let mut bound = Ismcts::new(settings).with_habit(Box::new(FollowLast));
        let mut flat = MonteCarlo::new(McSettings { budget: Budget::Count(100), policy, endings, aim: AIM })
            .with_habit(Box::new(FollowLast));
        let mut free = Ismcts::new(settings);
        let (mut missed, mut moves) = (0, 0);
        let shown = visit(players, tricks, Keeps::Habit, |game, state, seat, best| {
            game.watched.seat.store(seat.index(), Relaxed);
            let found = bound.compare(game, state, seat, &mut Rng::from_state(6))[0].action;
            missed += u32::from(!best.contains(&found));
            flat.compare(game, state, seat, &mut Rng::from_state(6));
            game.watched.seat.store(NOBODY, Relaxed);
            moves += game.watched.moves.swap(0, Relaxed);
            assert_eq!(game.watched.broken.load(Relaxed), 0);
            let found = free.compare(game, state, seat, &mut Rng::from_state(6))[0].action;
            free_missed += u32::from(!best.contains(&found));
        });
        assert!(shown > 40 && moves > 100_000, "{players} players, {tricks} tricks: {shown}, {moves} moves");
        assert_eq!(missed, 0, "{players} players, {tricks} tricks: of {shown}");
    }
    // Who does not think of the habit is misled by moves that it will not make.
    assert!(free_missed > 5, "{free_missed}");
}
