//! Bots of the dice games followed through all games at once: exact distributions of what they reach.

use kosti_engine::sheet::{
    DicePokerRules, PiratePokerRules, ROLLS, Row, RowSet, Scoresheet, Sheet, SheetAction, SheetGame, YahtzeeRules,
    YatzyRules,
};
use kosti_engine::{Chance, Dice, Game, Keep, Label, Seat};
use kosti_solver::{Distribution, LANES, SheetPolicy, TurnDecider, TurnDecisions, Watcher, distribution_of};

use super::greedy::{ROW, SheetHeuristics, WholeTurn};
use crate::bot::{Bot, Decision};
use crate::game::{BotGame, Player};
use crate::greedy::Greedy;
use crate::spec::{BotSpec, SpecError};

/// What becomes of a game for one that a bot plays, while a watcher looks on. The bot must decide alike whenever the filled
/// rows, the upper total, the mark of the game, the dice and the roll are the same.
pub fn distribution_of_bot<S: Scoresheet, B: Bot<SheetGame<S>> + 'static>(
    game: &SheetGame<S>,
    make: impl Fn() -> B + Sync,
    watcher: &mut dyn Watcher<S::Row>,
) -> Distribution<S::Row> {
    distribution_of(game, &BotPolicy { game, make }, watcher)
}

/// Any bot that always decides alike, asked about one roll after the other.
struct BotPolicy<'a, S: Scoresheet, F> {
    game: &'a SheetGame<S>,
    make: F,
}

struct BotDecider<'a, S: Scoresheet, B> {
    game: &'a SheetGame<S>,
    bot: B,
}

impl<S: Scoresheet, B: Bot<SheetGame<S>> + 'static, F: Fn() -> B + Sync> SheetPolicy<S> for BotPolicy<'_, S, F> {
    fn decider(&self) -> Box<dyn TurnDecider<S> + '_> {
        Box::new(BotDecider { game: self.game, bot: (self.make)() })
    }
}

impl<S: Scoresheet, B: Bot<SheetGame<S>>> TurnDecider<S> for BotDecider<'_, S, B> {
    fn decide(&mut self, sheets: &[Sheet], decisions: &mut TurnDecisions<'_, S>) {
        // A bot that always decides alike does not ask for random numbers.
        let mut rng = Chance::new(0, 0).stream(Label::deal(0));
        // One sheet after the other, since some bots work out the whole turn of a sheet.
        let turns: Vec<Vec<SheetAction<S::Row>>> = sheets
            .iter()
            .map(|sheet| {
                let moments = (1..=ROLLS).flat_map(|rolls| Dice::all().map(move |dice| (rolls, dice)));
                let act = |(rolls, dice)| {
                    let state = self.game.position(sheet, dice, rolls);
                    self.bot.act(Decision::new(self.game, &state, Seat::new(0), &mut rng))
                };
                moments.map(act).collect()
            })
            .collect();
        for rolls in 1..=ROLLS {
            for dice in Dice::all() {
                let place = usize::from(rolls - 1) * Dice::COUNT + dice.index();
                decisions.set(rolls, dice, |sheet| turns[sheet][place]);
            }
        }
    }
}

/// A kind of scoresheet whose bots can be followed.
pub trait FollowedSheet: Scoresheet {
    /// What becomes of a game for one that greedy plays, while a watcher looks on.
    fn greedy_distribution(game: &SheetGame<Self>, watcher: &mut dyn Watcher<Self::Row>) -> Distribution<Self::Row>;

    /// What becomes of a game for one that this bot plays. It must decide alike whenever [`distribution_of_bot`] says so.
    ///
    /// # Errors
    /// As [`Player::new`].
    fn distribution_by(game: &SheetGame<Self>, bot: &BotSpec) -> Result<Distribution<Self::Row>, SpecError>;
}

/// Compiled here for each kind, so that no crate above compiles it again.
macro_rules! followed {
    ($($sheet:ty),+) => {$(
        impl FollowedSheet for $sheet {
            fn greedy_distribution(
                game: &SheetGame<Self>,
                watcher: &mut dyn Watcher<Self::Row>,
            ) -> Distribution<Self::Row> {
                greedy_distribution(game, watcher)
            }

            fn distribution_by(game: &SheetGame<Self>, bot: &BotSpec) -> Result<Distribution<Self::Row>, SpecError> {
                distribution_by(game, bot)
            }
        }
    )+};
}

followed!(DicePokerRules, PiratePokerRules, YatzyRules, YahtzeeRules);

fn greedy_distribution<S: SheetHeuristics>(
    game: &SheetGame<S>,
    watcher: &mut dyn Watcher<S::Row>,
) -> Distribution<S::Row> {
    if S::JOKERS {
        return distribution_of_bot(game, || Greedy, watcher);
    }
    distribution_of(game, &GreedyPolicy(game), watcher)
}

fn distribution_by<S: SheetHeuristics>(game: &SheetGame<S>, bot: &BotSpec) -> Result<Distribution<S::Row>, SpecError>
where
    SheetGame<S>: BotGame,
{
    // What bots share is made, and what is wrong with one is said, before all threads are busy.
    Ok(match Player::new(game, bot)? {
        Player::Greedy => greedy_distribution(game, &mut ()),
        _ => distribution_of_bot(game, || Player::new(game, bot).expect("a bot that was made before"), &mut ()),
    })
}

/// The sensible beginner, asked about whole turns at once.
struct GreedyPolicy<'a, S: Scoresheet>(&'a SheetGame<S>);

struct GreedyDecider<'a, S: SheetHeuristics> {
    game: &'a SheetGame<S>,
    /// The turn of the rows that were asked about last, and whether their sheet bears the mark of the game.
    turn: Option<(RowSet, bool, WholeTurn<'a, S>)>,
}

impl<S: SheetHeuristics> SheetPolicy<S> for GreedyPolicy<'_, S> {
    fn decider(&self) -> Box<dyn TurnDecider<S> + '_> {
        Box::new(GreedyDecider { game: self.0, turn: None })
    }
}

impl<S: SheetHeuristics> TurnDecider<S> for GreedyDecider<'_, S> {
    fn decide(&mut self, sheets: &[Sheet], decisions: &mut TurnDecisions<'_, S>) {
        let (filled, marked) = (sheets[0].filled(), self.game.rules().marked(&sheets[0]));
        if self.turn.as_ref().is_none_or(|(known, mark, _)| (*known, *mark) != (filled, marked)) {
            self.turn = Some((filled, marked, WholeTurn::new(self.game, &sheets[0])));
        }
        let (.., turn) = self.turn.as_ref().expect("it was made just now");
        turn.decide(sheets, |after, dice, decided: &[u32; LANES]| {
            decisions.set(after as u8 + 1, dice, |sheet| match decided[sheet].checked_sub(ROW) {
                None => SheetAction::Keep(Keep::from_index(decided[sheet] as usize)),
                Some(row) => SheetAction::Row(S::Row::ALL[row as usize]),
            });
        });
    }
}
