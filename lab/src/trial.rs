//! One deal of luck without a habit, and with it in each seat.

use kosti_bots::habit::Habit;
use kosti_bots::{Bot, BotGame, Decision, Player, Players};
use kosti_engine::{Chance, Game, Label, MAX_SEATS, Rng, Scores, Seat};

/// The same player in all seats, and a habit that is tested in each of them.
///
/// Up to the first decision that the habit changes, a game with it is the game without it. So the game without it is played
/// first, and the habit is asked in all seats on the way. A game with the habit begins where the habit changes something
/// first. This needs players who decide by what they see and by their random numbers alone.
pub(crate) struct Trial<'a, G: Game> {
    game: &'a G,
    player: Player<G>,
    habit: Box<dyn Habit<G>>,
    /// The random numbers of each seat.
    streams: [Rng; MAX_SEATS],
    /// By seat: whether the habit is asked there.
    asked: [bool; MAX_SEATS],
    /// By seat: where the habit changes something first, noted in the game without it.
    departures: [Option<Departure<G>>; MAX_SEATS],
    is_without: bool,
    counts: HabitCounts,
}

/// Where a game with the habit leaves the game without it.
struct Departure<G: Game> {
    state: G::State,
    action: G::Action,
    streams: [Rng; MAX_SEATS],
}

/// How often a habit came into play, in all games with it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct HabitCounts {
    /// To how many decisions it applied.
    pub(crate) applied: u64,
    /// How many of them it changed.
    pub(crate) changed: u64,
}

/// How a deal of luck ended.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct TrialResult {
    /// The scores without the habit.
    pub(crate) without: Scores,
    /// By seat: the scores with the habit there; nothing if it changes nothing there.
    pub(crate) with: Vec<Option<Scores>>,
    /// How often the habit came into play in all games with it.
    pub(crate) counts: HabitCounts,
}

impl<'a, G: BotGame> Trial<'a, G> {
    /// A player and a habit.
    pub(crate) fn new(game: &'a G, player: Player<G>, habit: Box<dyn Habit<G>>) -> Self {
        Self {
            game,
            player,
            habit,
            streams: std::array::from_fn(|_| Rng::from_state(0)),
            asked: [false; MAX_SEATS],
            departures: [const { None }; MAX_SEATS],
            is_without: true,
            counts: HabitCounts::default(),
        }
    }

    /// Plays this deal of luck.
    pub(crate) fn play(&mut self, luck: &Chance) -> TrialResult {
        let seats = || Seat::all(self.game.players());
        self.counts = HabitCounts::default();
        self.is_without = true;
        for seat in seats() {
            self.streams[seat.index()] = luck.stream(Label::bot(0, seat));
            self.asked[seat.index()] = true;
        }
        let without = self.scores_from(luck, self.game.start());
        self.is_without = false;
        self.asked = [false; MAX_SEATS];
        let with = seats().map(|seat| self.play_with(luck, seat)).collect();
        TrialResult { without, with, counts: self.counts }
    }

    /// Plays on with the habit in this seat from where it changes something.
    fn play_with(&mut self, luck: &Chance, seat: Seat) -> Option<Scores> {
        let Departure { mut state, action, streams } = self.departures[seat.index()].take()?;
        self.streams = streams;
        self.game.play_unchecked(&mut state, action);
        self.asked[seat.index()] = true;
        let scores = self.scores_from(luck, state);
        self.asked[seat.index()] = false;
        Some(scores)
    }

    fn scores_from(&mut self, luck: &Chance, state: G::State) -> Scores {
        let game = self.game;
        game.scores(&game.play_to_end(luck, state, self))
    }
}

impl<G: BotGame> Players<G> for Trial<'_, G> {
    fn act(&mut self, game: &G, state: &G::State, seat: Seat) -> G::Action {
        let at = seat.index();
        let plain = self.player.act(Decision::new(game, state, seat, &mut self.streams[at]));
        // What a player without the habit does: some habits are compared with another one.
        let other = self.habit.instead_of();
        let usual = other.and_then(|other| other.ask(game, &game.observe(state, seat), plain)).unwrap_or(plain);
        if !self.asked[at] {
            return usual;
        }
        let Some(action) = self.habit.ask(game, &game.observe(state, seat), plain) else { return usual };
        self.counts.applied += 1;
        if action == usual {
            return usual;
        }
        self.counts.changed += 1;
        if self.is_without {
            self.departures[at] = Some(Departure { state: *state, action, streams: self.streams.clone() });
            self.asked[at] = false;
            return usual;
        }
        action
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use kosti_bots::games::dice::DiceRule;
    use kosti_bots::habit::{Advised, HabitCount, HabitGame};
    use kosti_bots::{BotSpec, Table, play};
    use kosti_engine::sheet::{DicePokerRow, SheetAction};
    use kosti_engine::{DicePoker, DominoPoker, GraphPoker, Rims, Rules};
    use kosti_solver::Situation;

    use super::*;

    /// What players without a habit do.
    struct Other<G: Game>(Box<dyn Habit<G>>);

    impl<G: Game> Habit<G> for Other<G> {
        fn ask(&self, game: &G, view: &G::View, usual: G::Action) -> Option<G::Action> {
            self.0.instead_of()?.ask(game, view, usual)
        }
    }

    /// Every game from its start, with the habit in a seat or in none.
    fn plainly<G: BotGame>(
        game: &G,
        bot: &BotSpec,
        habit: &dyn Fn() -> Box<dyn Habit<G>>,
        luck: &Chance,
    ) -> (Vec<Scores>, HabitCounts) {
        let count = Arc::new(HabitCount::default());
        let player = || Player::new(game, bot).unwrap();
        let advised = Advised::new(player(), habit(), count.clone());
        let without = Advised::new(player(), Other(habit()), Arc::default());
        let bots: [Box<dyn Bot<G>>; 2] = [Box::new(without), Box::new(advised)];
        let mut table = Table::new(bots);
        let seats = Seat::all(game.players()).map(Some);
        let scores = std::iter::once(None).chain(seats).map(|with| {
            let seating: Vec<u8> = Seat::all(game.players()).map(|seat| u8::from(with == Some(seat))).collect();
            table.seat(luck, 0, &seating);
            game.scores(&play(game, luck, &mut table))
        });
        let scores = scores.collect();
        (scores, HabitCounts { applied: count.had_a_say(), changed: count.changed() })
    }

    fn check<G: BotGame>(rules: &str, bot: &str, habit: &dyn Fn() -> Box<dyn Habit<G>>, blocks: u64) {
        let game = G::new(G::Rules::parse(rules).unwrap());
        let bot: BotSpec = bot.parse().unwrap();
        let mut trial = Trial::new(&game, Player::new(&game, &bot).unwrap(), habit());
        let (mut the_same, mut different) = (0, 0);
        for block in 0..blocks {
            let luck = Chance::new(11, block);
            let (expected, counts) = plainly(&game, &bot, habit, &luck);
            let result = trial.play(&luck);
            assert_eq!(result.without, expected[0], "{rules} {bot} block {block}");
            assert_eq!(result.counts.applied, counts.applied, "{rules} {bot} block {block}");
            if habit().instead_of().is_none() {
                assert_eq!(result.counts, counts, "{rules} {bot} block {block}");
            }
            for (with, expected_with) in result.with.iter().zip(&expected[1..]) {
                assert_eq!(with.unwrap_or(result.without), *expected_with, "{rules} {bot} block {block}");
                *(if with.is_some() { &mut different } else { &mut the_same }) += 1;
            }
        }
        assert!(different > 0, "{rules} {bot}: the habit never changed anything ({the_same} games)");
    }

    #[test]
    fn games_come_out_as_if_each_was_played_from_its_start() {
        for bot in ["random", "greedy", "mc:rollouts=16", "ismcts:iterations=16"] {
            check::<Rims>("players=3", bot, &|| Rims::habit("show-highest").unwrap(), 12);
            check::<Rims>("players=2,lead=winner", bot, &|| Rims::habit("lead-highest").unwrap(), 12);
            check::<DominoPoker>("players=3", bot, &|| DominoPoker::habit("bid-less").unwrap(), 3);
            check::<GraphPoker>("players=4", bot, &|| GraphPoker::habit("build-flush").unwrap(), 3);
            check::<GraphPoker>("players=2", bot, &|| GraphPoker::habit("late-instead-of-early=20").unwrap(), 6);
        }
        let pair_at_once = || {
            let writes = |moment: &Situation, action: SheetAction<DicePokerRow>| {
                moment.rolls > 1 || matches!(action, SheetAction::Row(_)) || !moment.open.contains(DicePokerRow::Pair)
            };
            Box::new(DiceRule::new([DicePokerRow::Pair], writes)) as Box<dyn Habit<DicePoker>>
        };
        for bot in ["random", "greedy", "mc:rollouts=64", "optimal"] {
            check::<DicePoker>("players=2,penalty=each", bot, &pair_at_once, 6);
        }
    }
}
