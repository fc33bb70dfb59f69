//! What the optimum does with each kind of roll.

use std::collections::BTreeMap;

use kosti_engine::sheet::{DicePokerRow, Sheet, SheetAction};
use kosti_engine::{DICE, Dice, DicePoker, FACES};
use kosti_reports::findings::{PlotKind, PlotPoint};
use kosti_solver::Solution;

use crate::figure::Plot;

/// Kinds of rolls, the best last.
const KINDS: [&str; 9] =
    ["nothing equal", "four in a row", "pair", "two pairs", "three", "full", "road", "four", "five equal"];

/// What kind of roll it is, and the face that names it: of the largest group, or else the highest.
fn kind_of(dice: Dice) -> (usize, usize) {
    let counts = dice.counts();
    let times = |wanted: u8| (1..=FACES).rev().find(|face| counts[face - 1] == wanted);
    let pairs = counts.iter().filter(|&&count| count == 2).count();
    let highest = (1..=FACES).rev().find(|face| counts[face - 1] > 0).unwrap_or(1);
    let run = |length: usize| {
        (1..=FACES + 1 - length).rev().find(|&low| (low..low + length).all(|face| counts[face - 1] > 0))
    };
    match (times(5), times(4), times(3), pairs) {
        (Some(face), ..) => (8, face),
        (_, Some(face), ..) => (7, face),
        (_, _, Some(face), pairs) => (if pairs == 1 { 5 } else { 4 }, face),
        (.., 2) => (3, times(2).unwrap_or(highest)),
        _ if run(DICE).is_some() => (6, highest),
        _ => match (run(DICE - 1), times(2)) {
            (Some(low), _) => (1, low + DICE - 2),
            (None, Some(face)) => (2, face),
            (None, None) => (0, highest),
        },
    }
}

/// What the optimum does most often in the first turn of a game, by kind of roll and face, and in what part of such rolls.
pub(super) fn best_keeps(game: &DicePoker) -> Vec<PlotPoint> {
    let turn = Solution::shared(game).turn(&Sheet::default());
    let mut points = Vec::new();
    for (rolls, roll) in [(1, "first"), (2, "second")] {
        let heat = Plot {
            title: format!(
                "What the optimum does with the {roll} roll of a game: the dice that it keeps, or the row that it writes (colour: in \
                 what part of such rolls)"
            ),
            kind: PlotKind::Heat,
            x_name: "face of the group, or the highest",
            y_name: "roll",
        };
        let mut cells: BTreeMap<(usize, usize), BTreeMap<SheetAction<DicePokerRow>, u32>> = BTreeMap::new();
        for dice in Dice::all() {
            *cells.entry(kind_of(dice)).or_default().entry(turn.best(dice, rolls)).or_default() += dice.ways();
        }
        for ((kind, face), actions) in cells {
            let all: u32 = actions.values().sum();
            let Some((action, times)) = actions.into_iter().max_by_key(|&(_, times)| times) else { continue };
            let mut point = heat.point(KINDS[kind], face, f64::from(times) / f64::from(all));
            point.label = label(action);
            points.push(point);
        }
    }
    points
}

/// The dice that are kept, one digit each, or the row that is written.
fn label(action: SheetAction<DicePokerRow>) -> String {
    match action {
        SheetAction::Row(row) => row.to_string(),
        SheetAction::Keep(keep) if keep.len() == 0 => "none".into(),
        SheetAction::Keep(keep) => keep.faces().map(|face| face.to_string()).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::dice_poker;

    #[test]
    fn rolls_are_of_their_kind() {
        for (faces, kind, face) in [
            ([6, 6, 3, 2, 1], "pair", 6),
            ([2, 2, 3, 5, 6], "pair", 2),
            ([2, 2, 3, 4, 5], "four in a row", 5),
            ([1, 2, 3, 4, 6], "four in a row", 4),
            ([1, 2, 3, 5, 6], "nothing equal", 6),
            ([1, 1, 4, 4, 5], "two pairs", 4),
            ([3, 3, 3, 1, 6], "three", 3),
            ([3, 3, 3, 6, 6], "full", 3),
            ([2, 3, 4, 5, 6], "road", 6),
            ([1, 2, 3, 4, 5], "road", 5),
            ([5, 5, 5, 5, 6], "four", 5),
            ([1, 1, 1, 1, 1], "five equal", 1),
        ] {
            let of = kind_of(Dice::from_faces(faces).unwrap());
            assert_eq!((KINDS[of.0], of.1), (kind, face), "{faces:?}");
        }
    }

    #[test]
    fn every_cell_says_what_is_done() {
        let points = best_keeps(&dice_poker("", 1));
        assert!(points.iter().all(|point| !point.label.is_empty() && point.value > 0.0 && point.value <= 1.0));
        let five_sixes = points.iter().find(|point| point.series == "five equal" && point.x == "6").unwrap();
        assert_eq!((five_sixes.label.as_str(), five_sixes.value), ("poker", 1.0));
    }
}
