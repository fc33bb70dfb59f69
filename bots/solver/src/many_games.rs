//! Many games of the optimal player at once.

use kosti_engine::sheet::{Scoresheet, SheetGame, SheetState};
use kosti_engine::{Chance, Game, Seat, Turn};

use crate::dispatch::fetch_soon;
use crate::policy_table::{PolicyTable, TurnCodes};

/// Games that are played together: while the decision of one is on its way from memory, others go on.
const TOGETHER: usize = 16;

/// One of the games that are played together.
struct Seated<'a> {
    luck: Chance,
    state: SheetState,
    /// What to do in the turn that is being played.
    turn: &'a TurnCodes,
}

/// Lets the optimal player play games for one, one for each block of random numbers; `ended` gets the block and the score of
/// each in the order in which they end.
///
/// # Panics
/// If the game is not for one player.
pub fn play_many<S: Scoresheet>(
    game: &SheetGame<S>,
    table: &PolicyTable<S>,
    seed: u64,
    blocks: std::ops::Range<u64>,
    mut ended: impl FnMut(u64, i32),
) {
    assert_eq!(game.players(), 1, "games for one player");
    let start = game.start();
    let seat = Seat::new(0);
    let first_turn = table.turn(start.sheet(seat));
    let mut waiting = blocks;
    let sit = |block: u64| (block, Seated { luck: Chance::new(seed, block), state: start, turn: first_turn });
    let mut seated: Vec<(u64, Seated<'_>)> = waiting.by_ref().take(TOGETHER).map(sit).collect();
    while !seated.is_empty() {
        for (_, Seated { state, .. }) in &seated {
            if state.rolls() == 0 {
                table.fetch_soon(state.sheet(seat));
            }
        }
        for (_, Seated { luck, state, turn }) in &mut seated {
            game.advance(state, luck);
            let dice = state.dice().expect("dice were rolled");
            if state.rolls() == 1 {
                *turn = table.turn(state.sheet(seat));
            }
            fetch_soon(&turn[usize::from(state.rolls()) - 1][dice.index()]);
        }
        let mut place = 0;
        while place < seated.len() {
            let (block, Seated { state, turn, .. }) = &mut seated[place];
            let dice = state.dice().expect("dice were rolled");
            let code = turn[usize::from(state.rolls()) - 1][dice.index()];
            game.play_unchecked(state, table.action(dice, code));
            if game.turn(state) != Turn::Over {
                place += 1;
                continue;
            }
            ended(*block, game.total(state.sheet(seat)));
            match waiting.next() {
                Some(block) => {
                    seated[place] = sit(block);
                    place += 1;
                }
                None => _ = seated.swap_remove(place),
            }
        }
    }
}
