//! Poker with dice: a school of six rows, four combinations of equal dice, and five or seven others.

use crate::dice::{Counts, Dice};
use crate::error::IllegalAction;
use crate::rules::{choice, rules};
use crate::sheet::row::{RowSet, rows};
use crate::sheet::score;
use crate::sheet::table::{Roll, Scoresheet, Sheet, UpperMatters};

choice! {
    /// What a school row books for n dice of its face.
    School {
        Face = "face", "(n - 3) times the face";
        Count = "count", "n - 3, whatever the face";
    }
}
choice! {
    /// When a negative school is multiplied by ten.
    Penalty {
        Sum = "sum", "the school's total, if negative, is multiplied by ten at the end";
        Each = "each", "every negative school entry is multiplied by ten when booked";
    }
}
choice! {
    /// Which combinations count twice on the first roll.
    Doubling {
        All = "all", "every row of parts two and three but sum";
        NoRoads = "no-roads", "as all, less the two roads";
        NoPairsFull = "no-pairs-full", "as all, less two pairs and full";
        CombosOnly = "combos-only", "pair, three, four and poker alone";
    }
}
choice! {
    /// Two more rows, for dice of one parity.
    EvenOdd {
        Off = "off", "no such rows";
        Strict = "strict", "all five dice of that parity, their sum, doubled on the first roll unless double=combos-only";
        Loose = "loose", "the sum of the dice of that parity, always playable, never doubled";
    }
}
choice! {
    /// Whether a row may be crossed at will.
    Crossing {
        Free = "free", "any open row may be chosen at any time";
        Forced = "forced", "a row without its combination only when no open row is playable; school rows always";
    }
}
choice! {
    /// Yes or no.
    YesNo {
        Yes = "yes", "they do";
        No = "no", "they do not";
    }
}

rules! {
    /// The rules of dice-poker.
    DicePokerRules for "dice-poker" {
        numbers {
            players "players": 1..=16 = 2, "number of players";
        }
        words {
            school "school": School, "what a school row books for n dice of its face";
            penalty "penalty": Penalty, "when a negative school is multiplied by ten";
            double "double": Doubling, "what a first-roll combination doubles";
            even_odd "even-odd": EvenOdd, "rows for even and odd dice";
            crossing "crossing": Crossing, "whether rows may be crossed at will";
            five_full "five-full": YesNo, "whether five equal dice also count as a full";
            four_pairs "four-pairs": YesNo, "whether four or five equal dice also count as two pairs";
        }
    }
}

rows! {
    /// The rows of a dice-poker sheet.
    DicePokerRow {
        School1 = "school-1",
        School2 = "school-2",
        School3 = "school-3",
        School4 = "school-4",
        School5 = "school-5",
        School6 = "school-6",
        Pair = "pair",
        Three = "three",
        Four = "four",
        Poker = "poker",
        TwoPairs = "two-pairs",
        Full = "full",
        SmallRoad = "small-road",
        BigRoad = "big-road",
        Sum = "sum",
        Even = "even",
        Odd = "odd",
    }
}

/// What a poker earns on top of its dice.
const POKER_PRIZE: i8 = 50;

impl DicePokerRow {
    /// The face of a school row.
    pub fn school_face(self) -> Option<u8> {
        (self <= Self::School6).then_some(self as u8 + 1)
    }
}

impl DicePokerRules {
    fn doubles(&self, row: DicePokerRow) -> bool {
        use DicePokerRow::{BigRoad, Even, Four, Full, Odd, Pair, Poker, SmallRoad, Three, TwoPairs};
        match row {
            Pair | Three | Four | Poker => true,
            TwoPairs | Full => matches!(self.double, Doubling::All | Doubling::NoRoads),
            SmallRoad | BigRoad => matches!(self.double, Doubling::All | Doubling::NoPairsFull),
            Even | Odd => self.even_odd == EvenOdd::Strict && self.double != Doubling::CombosOnly,
            _ => false,
        }
    }

    /// The sum of the dice that make up the combination of a row outside the school.
    fn combination(&self, row: DicePokerRow, counts: &Counts) -> Option<i8> {
        use DicePokerRow::{BigRoad, Even, Four, Full, Odd, Pair, Poker, SmallRoad, Sum, Three, TwoPairs};
        let of_a_kind = |n: u8| score::highest(counts, |count| count >= n).map(|face| n as i8 * face);
        match row {
            Pair => of_a_kind(2),
            Three => of_a_kind(3),
            Four => of_a_kind(4),
            Poker => of_a_kind(5),
            TwoPairs => score::two_pairs(counts).or(of_a_kind(4).filter(|_| self.four_pairs == YesNo::Yes)),
            Full => (score::is_full(counts) || self.five_full == YesNo::Yes && score::five_equal(counts).is_some())
                .then(|| score::sum(counts)),
            SmallRoad => score::is_straight(counts, 1).then_some(15),
            BigRoad => score::is_straight(counts, 2).then_some(20),
            Sum => Some(score::sum(counts)),
            Even | Odd => {
                let sum = score::sum(counts);
                let of_parity: i8 = (0..3)
                    .map(|i| 2 * i + if row == Even { 2 } else { 1 })
                    .map(|face| face as i8 * score::count(counts, face))
                    .sum();
                (self.even_odd == EvenOdd::Loose || of_parity == sum).then_some(of_parity)
            }
            _ => None,
        }
    }
}

impl Scoresheet for DicePokerRules {
    type Row = DicePokerRow;
    const UPPER: RowSet = RowSet::first(6);
    const REFUSAL: IllegalAction = IllegalAction::CrossingForbidden;

    #[inline]
    fn players(&self) -> u8 {
        self.players
    }

    fn rows(&self) -> RowSet {
        RowSet::first(if self.even_odd == EvenOdd::Off { 15 } else { 17 })
    }

    fn points(&self, row: DicePokerRow, counts: &Counts, roll: Roll) -> Option<i8> {
        if let Some(face) = row.school_face() {
            let surplus = score::count(counts, face) - 3;
            return Some(if self.school == School::Face { surplus * face as i8 } else { surplus });
        }
        let sum = self.combination(row, counts)?;
        let sum = if roll == Roll::First && self.doubles(row) { 2 * sum } else { sum };
        Some(if row == DicePokerRow::Poker { sum + POKER_PRIZE } else { sum })
    }

    fn playable(&self, row: DicePokerRow, counts: &Counts) -> bool {
        match row.school_face() {
            Some(face) => score::count(counts, face) >= 3,
            None => self.combination(row, counts).is_some(),
        }
    }

    #[inline]
    fn booked(&self, row: DicePokerRow, entry: i8) -> i16 {
        let times = if self.penalty == Penalty::Each && entry < 0 { 10 } else { 1 };
        debug_assert!(entry >= 0 || row.school_face().is_some());
        i16::from(entry) * times
    }

    #[inline]
    fn choices(&self, _sheet: &Sheet, _dice: Dice, open: RowSet, playable: RowSet) -> RowSet {
        let playable = playable.and(open);
        if self.crossing == Crossing::Free || playable.is_empty() { open } else { playable.or(open.and(Self::UPPER)) }
    }

    fn upper_matters(&self) -> UpperMatters {
        match self.penalty {
            Penalty::Sum => UpperMatters::Fully,
            Penalty::Each => UpperMatters::No,
        }
    }

    #[inline]
    fn total(&self, sheet: &Sheet) -> i32 {
        let school = sheet.upper();
        let times = if self.penalty == Penalty::Sum && school < 0 { 10 } else { 1 };
        school * times + sheet.lower()
    }
}
