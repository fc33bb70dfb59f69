//! Habits in graph-poker: what to build, when, and where.
//!
//! A habit that may choose among several actions takes the one that the player would choose anyway, if it is among the
//! best for the habit, and else the one with the most of greedy's marks.

mod own_flush;
mod set;

pub use own_flush::{GuardFlush, ProlongFlush};
pub(super) use set::{Builder, cards_of_sets};

use kosti_engine::graph_poker::{Board, Cell, GraphAction, GraphGame, GraphSize, GraphView, RUN};
use kosti_engine::{Card, Game, SUITS};

use crate::games::graph_poker::fit::Fit;
use crate::games::graph_poker::greedy::visit_marks;
use crate::games::graph_poker::habits::set::ENOUGH;
use crate::games::graph_poker::runs::visit_runs;
use crate::habit::name::{null_habit, number_in};
use crate::habit::{Habit, HabitGame, HabitInfo, Instead};

/// How many cards of a suit ask to be built on.
const LONG: usize = 3;

/// Greedy's marks within which one cell is about as good as another: fewer than greedy gives for a point that it may
/// score at once, more than for a neighbour of the same suit.
pub(super) const NEARLY: i32 = 10;

/// Builds a flush of its longest suit if it holds at least three cards of that, and would score nothing by what it sees.
///
/// It lays a card of the suit in a run of four cells with as many open cards of the suit as can be, and none of another.
/// Of suits that are equally long, any may be the longest. It has no say where there is no open card to build on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BuildFlush;

/// Lays the cards of a set as soon as it holds one, whatever else there is to score.
///
/// A set is three or four of a rank, or three or four of four consecutive cards of a suit: of those in hand, and of those
/// that the seat has already laid in the run. The run must have room for them: no other open card and none that lies
/// face down, though open cards of others that fit may be in it. It is built on where most of its cards lie, next to one
/// of them if possible.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SetEarly;

/// Lays no card of a set in hand, as [`SetEarly`] knows them, before this many cards are on the table, and then builds its
/// sets as [`SetEarly`] does.
///
/// While it keeps them it lays the best other card by greedy's marks; it has no say if there is none.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct KeepThenBuild(pub usize);

/// Another habit, which has its say only where the player would score nothing by what it sees.
///
/// So it shows what the plan of the habit is worth, without the points that are given up for it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Scoreless<H>(pub H);

/// Lays the card that it would, but at the cell where it keeps most combinations open in both directions, among those
/// that are about as good by greedy's marks.
///
/// What counts are the runs through the cell in which another open card lies and that can still score with the card.
/// A cell that has no such run across, or none down, is not at a crossing and counts nothing; the habit has no say if no
/// cell counts anything.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PreferCrossings;

impl<Z: GraphSize> HabitGame for GraphGame<Z> {
    const HABITS: &'static [HabitInfo] = &[
        HabitInfo::new("build-flush", "builds a flush of its longest suit where it would score nothing"),
        HabitInfo::new("guard-flush", "leaves no three of a suit, one of them its own, for others to finish"),
        HabitInfo::new("prolong-flush", "lays a fifth card at either end of a flush in which it has a part"),
        HabitInfo::new("scoreless-set-early", "builds a four of a kind or straight flush where it would score nothing"),
        HabitInfo::new(
            "scoreless-keep-then-build=20",
            "keeps the cards of such a set until this many cards are on the table, a whole number, and then builds it",
        ),
        HabitInfo::new("late-instead-of-early=20", "the same of a player who would otherwise build such sets early"),
        HabitInfo::new("prefer-crossings", "lays its card where runs in both directions stay open"),
    ];

    fn habit(name: &str) -> Option<Box<dyn Habit<Self>>> {
        Some(match name {
            "build-flush" => Box::new(BuildFlush),
            "guard-flush" => Box::new(GuardFlush),
            "prolong-flush" => Box::new(ProlongFlush),
            "scoreless-set-early" => Box::new(Scoreless(SetEarly)),
            "prefer-crossings" => Box::new(PreferCrossings),
            _ => {
                if let Some(laid) = number_in(name, "scoreless-keep-then-build") {
                    Box::new(Scoreless(KeepThenBuild(laid)))
                } else if let Some(laid) = number_in(name, "late-instead-of-early") {
                    Box::new(Instead { habit: Scoreless(KeepThenBuild(laid)), of: Scoreless(SetEarly) })
                } else {
                    return null_habit(name);
                }
            }
        })
    }
}

impl<Z: GraphSize> Habit<GraphGame<Z>> for BuildFlush {
    fn ask(&self, game: &GraphGame<Z>, view: &GraphView<Z>, usual: GraphAction) -> Option<GraphAction> {
        let mut lengths = [0; SUITS];
        view.hand().iter().for_each(|card| lengths[card.suit() as usize] += 1);
        let longest = lengths.iter().copied().max()?;
        if longest < LONG || points_now(game, view.board(), usual) > 0 {
            return None;
        }
        best_by(game, view, usual, |_, action| {
            let is_long = lengths[action.card.suit() as usize] == longest;
            let in_line = if is_long { most_in_line(view.board(), action) } else { 0 };
            (in_line > 0).then_some(in_line)
        })
    }
}

impl<Z: GraphSize> Habit<GraphGame<Z>> for SetEarly {
    fn ask(&self, game: &GraphGame<Z>, view: &GraphView<Z>, usual: GraphAction) -> Option<GraphAction> {
        let builder = Builder::new(game, view, ENOUGH)?;
        best_by(game, view, usual, |_, action| builder.progress(action))
    }
}

impl<Z: GraphSize> Habit<GraphGame<Z>> for KeepThenBuild {
    fn ask(&self, game: &GraphGame<Z>, view: &GraphView<Z>, usual: GraphAction) -> Option<GraphAction> {
        if view.board().laid() >= self.0 {
            return SetEarly.ask(game, view, usual);
        }
        let kept = cards_of_sets(game.rules().ace(), view.hand(), ENOUGH);
        let others = view.hand().distinct().without(kept);
        if kept.is_empty() || others.is_empty() {
            None
        } else if others.contains(usual.card) {
            Some(usual)
        } else {
            best_by(game, view, usual, |_, action| others.contains(action.card).then_some(()))
        }
    }
}

impl<Z: GraphSize> Habit<GraphGame<Z>> for PreferCrossings {
    fn ask(&self, game: &GraphGame<Z>, view: &GraphView<Z>, usual: GraphAction) -> Option<GraphAction> {
        let usual_marks = marks_of(game, view, usual)?;
        best_by(game, view, usual, |marks, action| {
            let alike = action.card == usual.card && (marks - usual_marks).abs() <= NEARLY;
            let open = if alike { open_at_crossing(game, view.board(), action) } else { 0 };
            (open > 0).then_some(open)
        })
    }
}

impl<H, Z: GraphSize> Habit<GraphGame<Z>> for Scoreless<H>
where
    H: Habit<GraphGame<Z>>,
{
    fn ask(&self, game: &GraphGame<Z>, view: &GraphView<Z>, usual: GraphAction) -> Option<GraphAction> {
        if points_now(game, view.board(), usual) > 0 { None } else { self.0.ask(game, view, usual) }
    }
}

/// The marks that greedy gives an action, if it is legal.
pub(super) fn marks_of<Z: GraphSize>(game: &GraphGame<Z>, view: &GraphView<Z>, wanted: GraphAction) -> Option<i32> {
    let mut found = None;
    visit_marks(game, view, |marks, action| {
        if action == wanted {
            found = Some(marks);
        }
    });
    found
}

/// The legal action of the highest rate; of several the usual one, else the one with the most of greedy's marks.
/// Actions without a rate are out of the question.
pub(super) fn best_by<K: Ord, Z: GraphSize>(
    game: &GraphGame<Z>,
    view: &GraphView<Z>,
    usual: GraphAction,
    mut rate: impl FnMut(i32, GraphAction) -> Option<K>,
) -> Option<GraphAction> {
    let mut best = None;
    visit_marks(game, view, |marks, action| {
        let Some(rate) = rate(marks, action) else { return };
        let key = (rate, action == usual, marks);
        if best.as_ref().is_none_or(|(most, _)| key > *most) {
            best = Some((key, action));
        }
    });
    best.map(|(_, action)| action)
}

/// Where the seat that looks laid its cards.
fn own_cells<Z: GraphSize>(game: &GraphGame<Z>, view: &GraphView<Z>) -> impl Iterator<Item = Cell> {
    let board = view.board();
    (0..board.laid()).filter(|&number| game.laid_by(number) == view.seat()).map(|number| board.cell(number))
}

/// What an action scores with the open cards.
pub(super) fn points_now<Z: GraphSize>(game: &GraphGame<Z>, board: &Board<Z>, action: GraphAction) -> i32 {
    let mut points = 0;
    visit_runs(action.at, |place, cells| {
        let mut fit = Fit::anything(game.rules().ace()).with(place, action.card.index() as u8);
        for other in (0..RUN).filter(|&other| other != place) {
            let Some(card) = board.card_at(cells[other]) else { return };
            fit = fit.with(other, card.index() as u8);
        }
        points += fit.whole();
    });
    points
}

/// The most open cards of the card's suit in a run through its cell, of those runs that have none of another suit.
pub(super) fn most_in_line<Z: GraphSize>(board: &Board<Z>, action: GraphAction) -> usize {
    let mut most = 0;
    visit_runs(action.at, |_, cells| {
        let suits = cells.iter().filter_map(|&cell| board.card_at(cell)).map(Card::suit);
        if suits.clone().all(|suit| suit == action.card.suit()) {
            most = most.max(suits.count());
        }
    });
    most
}

/// How many runs through a cell hold another open card and can still score with this card; none if they all go in one
/// direction.
pub(super) fn open_at_crossing<Z: GraphSize>(game: &GraphGame<Z>, board: &Board<Z>, action: GraphAction) -> usize {
    let (mut across, mut down) = (0, 0);
    visit_runs(action.at, |place, cells| {
        let known = (0..RUN).filter_map(|other| Some((other, board.card_at(cells[other])?)));
        let own = Fit::anything(game.rules().ace()).with(place, action.card.index() as u8);
        let fit = known.clone().fold(own, |fit, (other, card)| fit.with(other, card.index() as u8));
        let is_open = known.count() > 0 && fit.is_possible();
        let runs = if cells[0].y == cells[1].y { &mut across } else { &mut down };
        *runs += usize::from(is_open);
    });
    if across > 0 && down > 0 { across + down } else { 0 }
}

#[cfg(test)]
pub(super) mod tests;
