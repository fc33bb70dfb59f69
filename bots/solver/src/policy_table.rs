//! What the optimal player does, packed: a byte for each roll.

use std::cell::RefCell;
use std::sync::{Arc, OnceLock};

use kosti_engine::sheet::{Row, RowSet, Scoresheet, Sheet, SheetAction, SheetGame, UpperMatters};
use kosti_engine::{Dice, Game, Keep};

use crate::choices::{Choices, ROW};
use crate::constraint::Constraint;
use crate::dispatch::{Kernel, fetch_soon};
use crate::graph::KEEPS;
use crate::lanes::{UPPER_ROWS, counted};
use crate::large_pages::LargePages;
use crate::policy::{BestMean, LANES, MeanRoom};
use crate::shared::shared;
use crate::solution::{Solution, Solved};
use crate::space::Outline;

/// What to do with every roll of a turn: after the first, the second and the third. A number below [`KEEPS`] is a keep of
/// fewer than five dice, [`ALL`] all five of them; others are rows.
pub(crate) type TurnCodes = [[u8; 256]; 3];

/// All five dice are kept.
const ALL: u8 = u8::MAX;

/// The decisions of the optimal player, worked out a few states at a time when one of them is first met. So small runs
/// need little memory, and large ones spend no time on thinking the same thing twice.
pub struct PolicyTable<S: Scoresheet> {
    game: SheetGame<S>,
    blocks: Blocks,
}

/// Blocks of decisions, whatever the kind of sheet.
struct Blocks {
    solved: Arc<Solved>,
    matters: UpperMatters,
    /// By the filled rows of the upper part: the lowest upper total.
    lows: [i32; 1 << UPPER_ROWS],
    /// By filled rows, without and with the mark: where the blocks of its lanes begin.
    starts: Vec<[u32; 2]>,
    /// By number of the candidate: the code of its row.
    rows: [u8; 256],
    blocks: Vec<OnceLock<&'static [TurnCodes]>>,
    pages: LargePages,
}

thread_local! {
    /// What working out decisions needs, kept from one time to the next.
    static ROOM: RefCell<(MeanRoom, Box<Choices<LANES>>)> = RefCell::new((MeanRoom::new(), Choices::new()));
}

impl<S: Scoresheet> PolicyTable<S> {
    /// The table of a game; nothing is worked out yet.
    pub fn new(solution: &Solution<S>) -> Self {
        Self { game: solution.game().clone(), blocks: Blocks::new(solution.solved().clone()) }
    }

    /// The table that all players of a program share.
    pub fn shared(game: &SheetGame<S>) -> Arc<Self> {
        let solution = Solution::shared(game);
        shared(game, "policy", || Self::new(&solution))
    }

    /// The table of a player who keeps to a constraint, shared by all who call it by this name in the same game.
    pub fn shared_under<C>(game: &SheetGame<S>, name: &str, constraint: impl FnOnce() -> C) -> Arc<Self>
    where
        C: Constraint<S::Row> + Send + 'static,
    {
        shared(game, &format!("policy under {name}"), || Self::new(&Solution::under(game, constraint())))
    }

    /// What to do in the next turn of a sheet.
    #[inline]
    pub(crate) fn turn(&self, sheet: &Sheet) -> &TurnCodes {
        self.blocks.turn(self.outline(sheet), sheet.upper())
    }

    /// Asks for what [`PolicyTable::turn`] will need.
    #[inline]
    pub(crate) fn fetch_soon(&self, sheet: &Sheet) {
        let (block, _) = self.blocks.place(self.outline(sheet), sheet.upper());
        fetch_soon(&self.blocks.blocks[block]);
    }

    #[inline]
    fn outline(&self, sheet: &Sheet) -> Outline {
        Outline { filled: sheet.filled(), marked: self.game.rules().marked(sheet) }
    }

    /// The action behind a code.
    #[inline]
    pub(crate) fn action(&self, dice: Dice, code: u8) -> SheetAction<S::Row> {
        match usize::from(code).checked_sub(KEEPS) {
            None => SheetAction::Keep(Keep::from_index(usize::from(code))),
            Some(_) if code == ALL => SheetAction::Keep(dice.as_keep()),
            Some(row) => SheetAction::Row(S::Row::ALL[row]),
        }
    }

    /// The best action for a sheet with these dice after this many rolls.
    #[inline]
    pub fn best(&self, sheet: &Sheet, dice: Dice, rolls: u8) -> SheetAction<S::Row> {
        self.action(dice, self.turn(sheet)[usize::from(rolls) - 1][dice.index()])
    }

    /// How much memory the decisions take that were worked out so far, in bytes.
    pub fn bytes(&self) -> usize {
        let blocks = &self.blocks.blocks;
        blocks.iter().filter(|block| block.get().is_some()).count() * size_of::<[TurnCodes; LANES]>()
            + size_of_val(blocks.as_slice())
    }
}

impl Blocks {
    fn new(solved: Arc<Solved>) -> Self {
        let space = &solved.table.space;
        let mut starts = vec![[0; 2]; 1 << space.row_count()];
        let mut count = 0;
        for outline in space.outlines() {
            starts[outline.filled.bits() as usize][usize::from(outline.marked)] = count as u32;
            count += space.lanes_of(outline.filled).width.div_ceil(LANES);
        }
        let mut rows = [0; 256];
        for (number, candidate) in space.open_candidates(RowSet::EMPTY) {
            rows[number] = KEEPS as u8 + candidate.row;
        }
        let matters = space.matters();
        let lows = std::array::from_fn(|filled| space.lanes_of(RowSet::from_bits(filled as u32)).low);
        let blocks = vec![OnceLock::new(); count];
        Self { matters, lows, starts, rows, blocks, pages: LargePages::default(), solved }
    }

    #[inline]
    fn turn(&self, outline: Outline, upper: i32) -> &TurnCodes {
        let (block, lane) = self.place(outline, upper);
        &self.blocks[block].get_or_init(|| self.work_out(outline, upper))[lane]
    }

    /// The block of a sheet, and its lane there.
    #[inline]
    fn place(&self, outline: Outline, upper: i32) -> (usize, usize) {
        let lane = self.lane(outline, upper);
        let start = self.starts[outline.filled.bits() as usize][usize::from(outline.marked)];
        (start as usize + lane / LANES, lane % LANES)
    }

    #[inline]
    fn lane(&self, outline: Outline, upper: i32) -> usize {
        (counted(self.matters, upper) - self.lows[outline.filled.bits() as usize % self.lows.len()]) as usize
    }

    #[cold]
    #[inline(never)]
    fn work_out(&self, outline: Outline, upper: i32) -> &'static [TurnCodes] {
        let policy = BestMean::new(&self.solved, Kernel::best());
        let first = self.lane(outline, upper) / LANES * LANES;
        let (rolls, _) = self.pages.take(size_of::<[TurnCodes; LANES]>()).as_chunks_mut();
        let (codes, _) = rolls.as_chunks_mut();
        ROOM.with_borrow_mut(|(room, choices)| {
            // What a room remembers of constraints is for one player.
            let mut own = self.solved.constraint.as_ref().map(|_| MeanRoom::new());
            let room = own.as_mut().unwrap_or(room);
            // A constraint is asked about states that there are, and about no others.
            let states = self.solved.table.space.lanes_of(outline.filled).width - first;
            policy.choices(room, outline, first, states.min(LANES), choices);
            for (lane, codes) in codes.iter_mut().enumerate() {
                for (codes, choices) in codes.iter_mut().zip(&choices.after) {
                    for (code, choice) in codes.iter_mut().zip(choices).take(Dice::COUNT) {
                        *code = match choice[lane] {
                            row if row >= ROW => self.rows[usize::from(row & 0xFF)],
                            keep if usize::from(keep) < KEEPS => keep as u8,
                            _ => ALL,
                        };
                    }
                }
            }
        });
        codes
    }
}
