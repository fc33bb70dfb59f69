//! What happens in many games of dice-poker.

use kosti_bots::{BotSpec, Observer, Player, Table, Trusting, play_on};
use kosti_engine::sheet::{DicePokerRow, Sheet, SheetAction, SheetState};
use kosti_engine::{Chance, Dice, DicePoker, Seat};
use rayon::prelude::*;

use super::lab::Lab;

/// A row is filled.
pub(super) struct Fill<'a> {
    pub(super) row: DicePokerRow,
    pub(super) dice: Dice,
    pub(super) before: &'a Sheet,
}

/// Somebody has to decide with these dice.
pub(super) struct Moment<'a> {
    pub(super) dice: Dice,
    /// The roll of the turn that brought them.
    pub(super) rolls: u8,
    pub(super) sheet: &'a Sheet,
}

/// What a survey gathers, game by game.
pub(super) trait Gathered: Default + Send {
    /// Somebody has to decide.
    fn meet(&mut self, moment: &Moment<'_>) {
        let _ = moment;
    }

    /// A row is filled.
    fn fill(&mut self, fill: &Fill<'_>);

    /// A game is over with this score.
    fn end(&mut self, sheet: &Sheet, score: i32) {
        let _ = (sheet, score);
    }

    /// Adds what others have gathered.
    fn merge(&mut self, other: Self);
}

/// Games that a thread plays in one go.
const GAMES_AT_ONCE: u64 = 500;

/// Lets a bot play games for one player and gathers what happens.
pub(super) fn survey<T: Gathered>(
    lab: &Lab,
    game: &DicePoker,
    from: &SheetState,
    bot: &str,
    games: u64,
) -> anyhow::Result<T> {
    let spec: BotSpec = bot.parse()?;
    // What bots of a kind share is worked out before all threads want it.
    Player::new(game, &spec)?;
    let starts: Vec<u64> = (0..games).step_by(GAMES_AT_ONCE as usize).collect();
    let parts: Vec<Option<T>> = starts
        .par_iter()
        .map(|&start| {
            if lab.go_on().is_err() {
                return None;
            }
            let mut table = Table::new([Player::new(game, &spec).expect("a bot that was made before")]);
            let mut watcher = Watcher { gathered: T::default() };
            for block in start..(start + GAMES_AT_ONCE).min(games) {
                let luck = Chance::new(lab.seed, block);
                table.seat(&luck, 0, &[0]);
                let mut state = *from;
                play_on::<Trusting, _, _>(game, &luck, &mut state, &mut table, &mut watcher, |_| false)
                    .expect("nobody minds");
                let sheet = state.sheet(Seat::new(0));
                watcher.gathered.end(sheet, game.total(sheet));
            }
            Some(watcher.gathered)
        })
        .collect();
    lab.go_on()?;
    let mut all = T::default();
    parts.into_iter().flatten().for_each(|part| all.merge(part));
    Ok(all)
}

struct Watcher<T> {
    gathered: T,
}

impl<T: Gathered> Observer<DicePoker> for Watcher<T> {
    fn drawn(&mut self, _: &DicePoker, _: &SheetState, _: &Dice, _: &SheetState) {}

    fn acted(
        &mut self,
        _: &DicePoker,
        before: &SheetState,
        seat: Seat,
        action: SheetAction<DicePokerRow>,
        _: &SheetState,
    ) {
        let (dice, sheet) = (before.dice().expect("a seat acts on dice that lie there"), before.sheet(seat));
        self.gathered.meet(&Moment { dice, rolls: before.rolls(), sheet });
        if let SheetAction::Row(row) = action {
            self.gathered.fill(&Fill { row, dice, before: sheet });
        }
    }
}

/// Half the width of a 95 % interval, in standard errors.
const Z: f64 = 1.959_963_984_540_054;

/// The 95 % interval of a chance that came true so often in so many games (Wilson's).
pub(super) fn chance_interval(times: u64, games: u64) -> (f64, f64) {
    let n = games.max(1) as f64;
    let p = times as f64 / n;
    let middle = (p + Z * Z / (2.0 * n)) / (1.0 + Z * Z / n);
    let half = Z / (1.0 + Z * Z / n) * (p * (1.0 - p) / n + Z * Z / (4.0 * n * n)).sqrt();
    (middle - half, middle + half)
}

/// The 95 % interval of a mean of so many games with this sum and sum of squares.
pub(super) fn mean_interval(sum: f64, squares: f64, games: u64) -> (f64, f64) {
    let n = games.max(2) as f64;
    let mean = sum / n;
    let half = Z * ((squares / n - mean * mean).max(0.0) / (n - 1.0)).sqrt();
    (mean - half, mean + half)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_of_chances_and_means() {
        let (low, high) = chance_interval(40, 100);
        assert!((low - 0.3094).abs() < 1e-3 && (high - 0.4980).abs() < 1e-3, "{low} {high}");
        let (low, high) = mean_interval(100.0, 200.0, 100);
        assert!((low - 0.803).abs() < 1e-3 && (high - 1.197).abs() < 1e-3, "{low} {high}");
    }
}
