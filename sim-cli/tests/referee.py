#!/usr/bin/env python3
"""An independent referee for kosti game records.

Usage: referee.py [--no-blocks] FILE...        (`-` reads standard input)

Reads JSON Lines, one game a line, and replays every game from the rules alone:
nothing here is shared with the engine.  If all is well it prints
`N records verified` and exits 0.  Otherwise each bad record gets one line,

    line L: event E: what is wrong

and the exit code is 1.  With several files the line starts with the file's name.
Lines and events are counted from 1; event 0 stands for the head of the record
(format, game, seats, ...), and the number after the last event for what comes
at the end (an event that is missing, scores, shares).

Games of one block must share their chance: the first deal, and the dice of the
same seat, turn, roll and number of dice thrown.  This is compared between the
verified records of one call (of the last few hundred blocks); `--no-blocks`
switches it off.

Exit code 2: wrong usage, or a file that cannot be read.
"""

import json
import re
import sys
from collections import Counter, OrderedDict
from dataclasses import dataclass

FORMAT = "kosti-record/1"
RECORD_KEYS = {"format", "game", "seed", "block", "rotation", "seats", "events", "scores", "shares"}
SEED_LIMIT = 2**64
BLOCKS_REMEMBERED = 500

RANKS = "23456789TJQKA"
SUITS = "shdc"
ACE, LOW_ACE = 14, 1

DECK = frozenset(rank + suit for rank in RANKS for suit in SUITS)
DOMINOES = frozenset(f"{high}-{low}" for high in range(7) for low in range(high + 1))


# --- Faults and values -------------------------------------------------------


class Fault(Exception):
    """A broken rule; `event` is set only where it is not the event last taken."""

    def __init__(self, message, event=None):
        super().__init__(message)
        self.event = event


def show(value):
    """A value on one short line of plain ASCII."""
    text = ascii(value)
    return text if len(text) <= 80 else text[:77] + "..."


def require(condition, message):
    """Raises a fault unless the condition holds."""
    if not condition:
        raise Fault(message)


def integer(value, what, low=None, high=None):
    """The value, if it is a whole number (not a boolean) within the limits."""
    require(type(value) is int, f"{what} must be a whole number, not {show(value)}")
    require(low is None or value >= low, f"{what} must be at least {low}, not {show(value)}")
    require(high is None or value <= high, f"{what} must be at most {high}, not {show(value)}")
    return value


def boolean(value, what):
    """The value, if it is true or false."""
    require(type(value) is bool, f"{what} must be true or false, not {show(value)}")
    return value


def string(value, what):
    """The value, if it is a text that is not empty."""
    require(type(value) is str and value != "", f"{what} must be a text, not {show(value)}")
    return value


def array(value, what, length=None):
    """The value, if it is a list (of the given length)."""
    require(type(value) is list, f"{what} must be a list, not {show(value)}")
    if length is not None:
        require(len(value) == length, f"{what} must hold {length} entries, not {len(value)}")
    return value


def member(value, allowed, what):
    """The value, if it is one of the allowed texts."""
    require(type(value) is str and value in allowed, f"{show(value)} is not {what}")
    return value


def has_keys(value, keys, what):
    """Checks that the value is an object with exactly these keys."""
    require(type(value) is dict, f"{what} must be an object, not {show(value)}")
    missing, extra = sorted(set(keys) - set(value)), sorted(set(value) - set(keys))
    require(not missing, f"{what} lacks the keys {show(missing)}")
    require(not extra, f"{what} has unknown keys {show(extra)}")


def same(found, expected, what):
    """Checks a whole number, a boolean or a text against the one expected."""
    equal = type(found) is type(expected) and found == expected
    require(equal, f"{what} is {show(found)}, should be {show(expected)}")


def same_integers(found, expected, what):
    """Checks a list of whole numbers, one for each seat."""
    for seat, value in enumerate(array(found, what, len(expected))):
        integer(value, f"{what} of seat {seat}")
    require(found == expected, f"{what} are {show(found)}, should be {show(expected)}")


def sequence_from(first, seats):
    """All seats once, clockwise from the first."""
    return [(first + step) % seats for step in range(seats)]


# --- The text form of a game -------------------------------------------------


@dataclass(frozen=True)
class Number:
    """A rule that is a whole number within limits."""

    low: int
    high: int

    def read(self, text):
        """The number, or None if the text is not its plain form or out of range."""
        if not re.fullmatch(r"0|[1-9][0-9]{0,5}", text):
            return None
        return int(text) if self.low <= int(text) <= self.high else None

    def __str__(self):
        return f"{self.low}..{self.high}"


@dataclass(frozen=True)
class Choice:
    """A rule that is one of a few words."""

    words: tuple

    def read(self, text):
        """The word, or None if it is not on the list."""
        return text if text in self.words else None

    def __str__(self):
        return " ".join(self.words)


def choice(words):
    """A choice between the words of a text."""
    return Choice(tuple(words.split()))


RULES = {
    "dice-poker": {
        "players": Number(1, 16),
        "school": choice("face count"),
        "penalty": choice("sum each"),
        "double": choice("all no-roads no-pairs-full combos-only"),
        "even-odd": choice("off strict loose"),
        "crossing": choice("free forced"),
        "five-full": choice("yes no"),
        "four-pairs": choice("yes no"),
    },
    "pirate-poker": {"players": Number(1, 16), "exact": choice("face roll")},
    "graph-poker": {"players": Number(2, 16), "decks": Number(1, 8), "ace": choice("high both"),
                    "start": choice("dealer rotate")},
    "rims": {"players": Number(2, 13), "lead": choice("dealer winner")},
    "domino-poker": {
        "players": Number(2, 6),
        "sevens": Number(1, 12),
        "blind": Number(0, 6),
        "grab": Number(0, 6),
        "mizer": Number(0, 6),
        "last": choice("off on"),
    },
    "yatzy": {"players": Number(1, 16)},
    "yahtzee": {"players": Number(1, 16)},
}


def read_game(text):
    """Splits a full text form into the game's name and a dict of its rules."""
    name, colon, rest = string(text, "game").partition(":")
    require(name in RULES, f"unknown game {show(name)}")
    keys = RULES[name]
    require(colon, "the text form of the game has no keys")
    pairs = [pair.partition("=") for pair in rest.split(",")]
    found = [key for key, _, _ in pairs]
    require(found == list(keys), f"game has the keys {show(found)}, should have {show(list(keys))}")
    rules = {}
    for key, _, word in pairs:
        rules[key] = keys[key].read(word)
        require(rules[key] is not None, f"game: {key}={show(word)} is not one of {keys[key]}")
    return name, rules


# --- The events and the base of all games ------------------------------------


class Tape:
    """The events of a record, taken one after the other."""

    def __init__(self, events):
        self.events = array(events, "events")
        self.taken = 0

    def take(self, *forms):
        """The next event, which must have exactly the keys of one of the forms."""
        wanted = " or ".join("{" + ", ".join(form.split()) + "}" for form in forms)
        self.taken += 1
        require(self.taken <= len(self.events), f"the events end where {wanted} should follow")
        event = self.events[self.taken - 1]
        require(type(event) is dict, f"an event must be an object, not {show(event)}")
        fits = any(set(event) == set(form.split()) for form in forms)
        require(fits, f"expected {wanted}, found the keys {show(list(event))}")
        return event

    def take_from(self, seat, *forms):
        """The next event, which must be a move of this seat."""
        event = self.take(*forms)
        integer(event["seat"], "seat")
        require(event["seat"] == seat, f"seat {show(event['seat'])} moves, but it is the turn of seat {seat}")
        return event

    def finish(self):
        """Checks that no event is left."""
        if self.taken < len(self.events):
            self.taken += 1
            raise Fault("the game was over before this event")
        self.taken += 1


class Game:
    """A game replayed from its events.

    `chance` collects what games of one block must have in common: a key, the
    value drawn, and the event that shows it.
    """

    def __init__(self, rules, tape):
        self.rules = rules
        self.players = rules["players"]
        self.tape = tape
        self.chance = {}

    def replay(self):
        """Checks every event and returns the scores."""
        raise NotImplementedError

    def drawn(self, key, value):
        """Notes a draw of chance shown by the event last taken."""
        self.chance[key] = (value, self.tape.taken)

    def hands(self, value, size):
        """A hand of the given size for every seat, its entries not yet looked at."""
        for seat, hand in enumerate(array(value, "hands", self.players)):
            array(hand, f"the hand of seat {seat}", size)
        return value


def no_repeats(pieces, source, what):
    """Checks that the pieces are different ones, all of them in the source."""
    for piece in pieces:
        member(piece, source, what)
    twice = sorted(piece for piece, times in Counter(pieces).items() if times > 1)
    require(not twice, f"dealt twice: {show(twice)}")


# --- Dice games --------------------------------------------------------------


@dataclass(frozen=True)
class Entry:
    """A row as booked; `bonus` is the part of the points that is not the row's own."""

    points: int
    crossed: bool = False
    bonus: int = 0


CROSSED = Entry(0, crossed=True)


class Dice:
    """Five dice as they lie, and whether they come from the first roll."""

    def __init__(self, faces, first=False):
        self.faces = sorted(faces)
        self.first = first
        self.counts = Counter(faces)
        self.total = sum(faces)
        self.shape = sorted(self.counts.values(), reverse=True)

    def of(self, face):
        """How many dice show the face."""
        return self.counts[face]

    def at_least(self, number):
        """The faces on at least so many dice, the highest first."""
        return sorted((f for f, n in self.counts.items() if n >= number), reverse=True)

    def exactly(self, number):
        """The faces on exactly so many dice, the highest first."""
        return sorted((f for f, n in self.counts.items() if n == number), reverse=True)

    def in_sequence(self, length):
        """Whether so many neighbouring faces are all there."""
        starts = range(1, 8 - length)
        return any(all(self.of(start + step) for step in range(length)) for start in starts)

    def same_kind(self, number):
        """The sum of so many equal dice, of the highest face that has them, or None."""
        faces = self.at_least(number)
        return number * faces[0] if faces else None

    @property
    def five_equal(self):
        return self.shape == [5]

    @property
    def is_full(self):
        """Three of one face and two of another."""
        return self.shape == [3, 2]

    @property
    def is_small_straight(self):
        return self.faces == [1, 2, 3, 4, 5]

    @property
    def is_large_straight(self):
        return self.faces == [2, 3, 4, 5, 6]


def read_faces(value, what, length=None):
    """A list of dice."""
    return [integer(face, f"a die of {what}", 1, 6) for face in array(value, what, length)]


class SheetGame(Game):
    """The dice family: up to three rolls a turn, then one open row is booked."""

    ROLLS = 3

    def replay(self):
        """All seats in turn, until every sheet is full."""
        sheets = [{} for _ in range(self.players)]
        for turn in range(len(self.rows())):
            for seat, sheet in enumerate(sheets):
                self.play_turn(seat, turn, sheet)
        return [self.total(sheet) for sheet in sheets]

    def play_turn(self, seat, turn, sheet):
        """The rolls and the row of one turn."""
        kept = []
        for number in range(1, self.ROLLS + 1):
            faces = self.take_roll(seat, turn, number, kept)
            forms = ["seat row points crossed"]
            if number < self.ROLLS:
                forms.append("seat keep")
            event = self.tape.take_from(seat, *forms)
            if "row" in event:
                self.book(sheet, event, Dice(faces, first=number == 1))
                return
            kept = read_faces(event["keep"], "keep")
            unknown = Counter(kept) - Counter(faces)
            require(not unknown, f"kept dice {show(kept)} are not among {show(faces)}")

    def take_roll(self, seat, turn, number, kept):
        """The dice after one roll, the kept ones among them."""
        event = self.tape.take_from(seat, "seat roll n")
        same(event["n"], number, "n")
        faces = read_faces(event["roll"], "roll", 5)
        lost = Counter(kept) - Counter(faces)
        require(not lost, f"the roll {show(faces)} lacks kept dice of {show(kept)}")
        thrown = Counter(faces) - Counter(kept)
        key = ("dice", seat, turn, number, thrown.total())
        self.drawn(key, sorted(thrown.elements()))
        return faces

    def book(self, sheet, event, dice):
        """Checks the row chosen and its points, and writes it into the sheet."""
        row = member(event["row"], self.rows(), "a row of this game")
        require(row not in sheet, f"row {row} is not open any more")
        self.check_choice(sheet, row, dice)
        entry = self.entry(sheet, row, dice)
        where = f"of {row} with {show(dice.faces)}"
        same(event["points"], entry.points, f"points {where}")
        same(event["crossed"], entry.crossed, f"crossed {where}")
        sheet[row] = entry

    def rows(self):
        """The names of all rows."""
        raise NotImplementedError

    def check_choice(self, sheet, row, dice):
        """Raises a fault if this open row may not be chosen now."""

    def entry(self, sheet, row, dice):
        """What the row books with these dice."""
        raise NotImplementedError

    def total(self, sheet):
        """The score of a full sheet."""
        raise NotImplementedError


def points_of(sheet, rows):
    """The points booked in some rows of a sheet."""
    return sum(sheet[row].points for row in rows)


class DicePoker(SheetGame):
    """Poker with dice: a school, four combinations, and a third part."""

    SCHOOL = {f"school-{face}": face for face in range(1, 7)}
    PART_TWO = {"pair": 2, "three": 3, "four": 4, "poker": 5}
    PART_THREE = ["two-pairs", "full", "small-road", "big-road", "sum"]
    PARITY = {"even": 0, "odd": 1}
    POKER_PRIZE = 50
    PENALTY = 10
    UNDOUBLED = {
        "all": set(),
        "no-roads": {"small-road", "big-road"},
        "no-pairs-full": {"two-pairs", "full"},
        "combos-only": {"two-pairs", "full", "small-road", "big-road", "even", "odd"},
    }

    def rows(self):
        parity = [] if self.rules["even-odd"] == "off" else list(self.PARITY)
        return [*self.SCHOOL, *self.PART_TWO, *self.PART_THREE, *parity]

    def check_choice(self, sheet, row, dice):
        """With forced crossing a row is crossed only if nothing open is playable."""
        if self.rules["crossing"] == "free" or row in self.SCHOOL or self.playable(row, dice):
            return
        better = [r for r in self.rows() if r not in sheet and self.playable(r, dice)]
        require(not better, f"row {row} may not be crossed while {show(better)} can be played")

    def playable(self, row, dice):
        """Whether the dice fulfil the row."""
        if row in self.SCHOOL:
            return dice.of(self.SCHOOL[row]) >= 3
        return self.combination(row, dice) is not None

    def entry(self, sheet, row, dice):
        if row in self.SCHOOL:
            return Entry(self.school_points(self.SCHOOL[row], dice))
        points = self.combination(row, dice)
        if points is None:
            return CROSSED
        if dice.first and self.doubles(row):
            points *= 2
        return Entry(points + (self.POKER_PRIZE if row == "poker" else 0))

    def school_points(self, face, dice):
        """The surplus over three dice, or what is short of it."""
        points = dice.of(face) - 3
        if self.rules["school"] == "face":
            points *= face
        if points < 0 and self.rules["penalty"] == "each":
            points *= self.PENALTY
        return points

    def doubles(self, row):
        """Whether a first roll doubles this row."""
        loose = row in self.PARITY and self.rules["even-odd"] == "loose"
        return row != "sum" and not loose and row not in self.UNDOUBLED[self.rules["double"]]

    def combination(self, row, dice):
        """The plain sum of a row of part two or three, None if its combination is missing."""
        if row in self.PART_TWO:
            return dice.same_kind(self.PART_TWO[row])
        if row in self.PARITY:
            return self.parity(self.PARITY[row], dice)
        if row == "two-pairs":
            return self.two_pairs(dice)
        there = {
            "full": dice.is_full or (dice.five_equal and self.rules["five-full"] == "yes"),
            "small-road": dice.is_small_straight,
            "big-road": dice.is_large_straight,
            "sum": True,
        }
        return dice.total if there[row] else None

    def two_pairs(self, dice):
        """The four dice of two pairs; four equal dice are two pairs if the rules say so."""
        pairs = dice.at_least(2)
        if len(pairs) == 2:
            return 2 * sum(pairs)
        return dice.same_kind(4) if self.rules["four-pairs"] == "yes" else None

    def parity(self, remainder, dice):
        """The dice of one parity; strict rules want all five."""
        fitting = [face for face in dice.faces if face % 2 == remainder]
        if self.rules["even-odd"] == "strict" and len(fitting) < len(dice.faces):
            return None
        return sum(fitting)

    def total(self, sheet):
        school = points_of(sheet, self.SCHOOL)
        if school < 0 and self.rules["penalty"] == "sum":
            school *= self.PENALTY
        return school + points_of(sheet, set(sheet) - set(self.SCHOOL))


class PiratePoker(SheetGame):
    """Pirate poker: mandatory rows, and optional ones with exact combinations."""

    MANDATORY = {f"must-{face}": face for face in range(1, 7)}
    EQUAL = {"pair": 2, "three": 3, "four": 4, "poker": 5}
    OPTIONAL = ["pair", "three", "straight-1", "straight-2", "full", "four", "poker", "garbage"]
    SHAPES = {"pair": [2, 1, 1, 1], "three": [3, 1, 1], "four": [4, 1], "poker": [5]}
    PRIZES = {"full": 10, "four": 20, "poker": 30}
    MANDATORY_TURNS = 3
    FINE = 50
    CLEAN_PRIZE = 70

    def rows(self):
        return [*self.MANDATORY, *self.OPTIONAL]

    def check_choice(self, sheet, row, dice):
        early = len(sheet) < self.MANDATORY_TURNS
        require(
            row in self.MANDATORY or not early,
            f"row {row} is optional, and turn {len(sheet) + 1} must fill a mandatory one",
        )

    def entry(self, sheet, row, dice):
        if row in self.MANDATORY:
            face = self.MANDATORY[row]
            return Entry((dice.of(face) - 3) * face)
        points = self.combination(row, dice)
        if points is None:
            return CROSSED
        return Entry(points * (2 if dice.first else 1) + self.PRIZES.get(row, 0))

    def combination(self, row, dice):
        """The plain sum of an optional row, None if its combination is missing."""
        if row in self.EQUAL:
            return self.equal_dice(row, dice)
        there = {
            "straight-1": dice.is_small_straight,
            "straight-2": dice.is_large_straight,
            "full": dice.is_full,
            "garbage": True,
        }
        return dice.total if there[row] else None

    def equal_dice(self, row, dice):
        """So many equal dice and not one more; by the whole roll if the rules say so."""
        number = self.EQUAL[row]
        faces = dice.exactly(number)
        if self.rules["exact"] == "roll" and dice.shape != self.SHAPES[row]:
            return None
        return number * faces[0] if faces else None

    def total(self, sheet):
        mandatory = points_of(sheet, self.MANDATORY)
        fine = self.FINE if mandatory < 0 else 0
        clean = not any(sheet[row].crossed for row in self.OPTIONAL)
        prize = self.CLEAN_PRIZE if clean else 0
        return mandatory - fine + points_of(sheet, self.OPTIONAL) + prize


class ReferenceGame(SheetGame):
    """What yatzy and yahtzee have in common: six upper rows with a bonus."""

    UPPER = {"ones": 1, "twos": 2, "threes": 3, "fours": 4, "fives": 5, "sixes": 6}
    LOWER = []
    BONUS_FROM = 63
    BONUS = 0

    def rows(self):
        return [*self.UPPER, *self.LOWER]

    def entry(self, sheet, row, dice):
        if row in self.UPPER:
            face = self.UPPER[row]
            return Entry(face * dice.of(face))
        points = self.combination(row, dice)
        return CROSSED if points is None else Entry(points)

    def combination(self, row, dice):
        """The points of a lower row, None if its combination is missing."""
        raise NotImplementedError

    def total(self, sheet):
        upper = sum(sheet[row].points - sheet[row].bonus for row in self.UPPER)
        return points_of(sheet, sheet) + (self.BONUS if upper >= self.BONUS_FROM else 0)


class Yatzy(ReferenceGame):
    """Scandinavian yatzy."""

    EQUAL = {"pair": 2, "three": 3, "four": 4}
    LOWER = ["pair", "two-pairs", "three", "four", "small-straight", "large-straight", "full",
             "chance", "yatzy"]
    BONUS = 50

    def combination(self, row, dice):
        if row in self.EQUAL:
            return dice.same_kind(self.EQUAL[row])
        pairs = dice.at_least(2)
        there = {
            "two-pairs": (len(pairs) == 2, 2 * sum(pairs)),
            "small-straight": (dice.is_small_straight, dice.total),
            "large-straight": (dice.is_large_straight, dice.total),
            "full": (dice.is_full, dice.total),
            "chance": (True, dice.total),
            "yatzy": (dice.five_equal, 50),
        }
        fulfilled, points = there[row]
        return points if fulfilled else None


class Yahtzee(ReferenceGame):
    """Yahtzee with free jokers."""

    LOWER = ["three", "four", "full", "small-straight", "large-straight", "yahtzee", "chance"]
    BONUS = 35
    YAHTZEE = 50
    JOKER_BONUS = 100
    JOKER_POINTS = {"full": 25, "small-straight": 30, "large-straight": 40}

    def entry(self, sheet, row, dice):
        usual = super().entry(sheet, row, dice)
        if not dice.five_equal or "yahtzee" not in sheet:
            return usual
        own = next(name for name, face in self.UPPER.items() if dice.of(face))
        joker = own in sheet and row in self.JOKER_POINTS
        points = self.JOKER_POINTS[row] if joker else usual.points
        bonus = self.JOKER_BONUS if sheet["yahtzee"].points == self.YAHTZEE else 0
        return Entry(points + bonus, crossed=usual.crossed and not joker, bonus=bonus)

    def combination(self, row, dice):
        there = {
            "three": (dice.at_least(3), dice.total),
            "four": (dice.at_least(4), dice.total),
            "full": (dice.is_full, 25),
            "small-straight": (dice.in_sequence(4), 30),
            "large-straight": (dice.in_sequence(5), 40),
            "yahtzee": (dice.five_equal, self.YAHTZEE),
            "chance": (True, dice.total),
        }
        fulfilled, points = there[row]
        return points if fulfilled else None


# --- Cards -------------------------------------------------------------------


def rank_of(card):
    """The rank of a card, 2..14."""
    return RANKS.index(card[0]) + 2


def suit_of(card):
    return card[1]


@dataclass(frozen=True)
class Laid:
    """A card on the table of graph-poker; `order` counts all cards laid."""

    card: str
    seat: int
    order: int
    round: int


class GraphPoker(Game):
    """Graph poker: cards laid side by side, runs of four score."""

    RUN = 4
    POINTS = {"royal-flush": 5, "straight-flush": 4, "four": 3, "flush": 2, "straight": 1}
    SIDES = [(1, 0), (0, 1), (-1, 0), (0, -1)]
    LINES = [(1, 0), (0, 1)]

    def replay(self):
        self.table = {}
        self.scores = [0] * self.players
        hands = self.take_deal()
        for number in range(1, hands[0].total() + 1):
            # Rounds count from one; the dealer, seat 0, starts the first of them.
            starter = number - 1 if self.rules["start"] == "rotate" else 0
            for place in range(self.players):
                seat = (starter + place) % self.players
                self.lay(seat, hands[seat], number)
            self.end_round(number)
        return self.scores

    def take_deal(self):
        """The hands and the cards set aside: together all the decks."""
        event = self.tape.take("hands out")
        decks = self.rules["decks"]
        size, rest = divmod(len(DECK) * decks, self.players)
        hands = self.hands(event["hands"], size)
        out = array(event["out"], "out", rest)
        cards = [card for hand in [*hands, out] for card in hand]
        for card in cards:
            member(card, DECK, "a card")
        surplus = sorted(card for card, times in Counter(cards).items() if times > decks)
        require(not surplus, f"dealt more than {decks} times: {show(surplus)}")
        self.drawn(("deal",), [sorted(hand) for hand in [*hands, out]])
        return [Counter(hand) for hand in hands]

    def lay(self, seat, hand, number):
        """One card laid by a seat, at the origin or touching another card."""
        event = self.tape.take_from(seat, "seat card at")
        card = member(event["card"], DECK, "a card")
        require(hand[card] > 0, f"seat {seat} does not hold {card}")
        cell = self.cell(event["at"])
        require(cell not in self.table, f"the cell {show(cell)} is taken")
        if self.table:
            touches = any((cell[0] + x, cell[1] + y) in self.table for x, y in self.SIDES)
            require(touches, f"the cell {show(cell)} touches no card")
        else:
            require(cell == (0, 0), f"the first card lies at {show(cell)}, should be at (0, 0)")
        hand[card] -= 1
        self.table[cell] = Laid(card, seat, len(self.table), number)

    @staticmethod
    def cell(value):
        """A cell as a pair: column, row."""
        x, y = array(value, "a cell", 2)
        return integer(x, "a column"), integer(y, "a row")

    def end_round(self, number):
        """Compares the combos written with those on the table, and books them."""
        event = self.tape.take("round combos")
        same(event["round"], number, "round")
        expected = self.combos(number)
        written = {}
        for value in array(event["combos"], "combos"):
            cells, combo = self.read_combo(value)
            require(cells in expected, f"there is no combo at {show(cells)}")
            require(cells not in written, f"the combo at {show(cells)} is written twice")
            require(combo == expected[cells],
                    f"the combo at {show(cells)} is {combo}, should be {expected[cells]}")
            written[cells] = combo
        missing = [(cells, combo) for cells, combo in expected.items() if cells not in written]
        require(not missing, f"combos are missing: {show(missing)}")
        for _, owner, points in expected.values():
            self.scores[owner] += points

    def read_combo(self, value):
        """A written combo: its cells in a fixed direction, and kind, owner, points."""
        has_keys(value, ["kind", "cells", "owner", "points"], "a combo")
        cells = tuple(self.cell(cell) for cell in array(value["cells"], "cells", self.RUN))
        kind = member(value["kind"], self.POINTS, "a kind of combo")
        owner = integer(value["owner"], "owner", 0, self.players - 1)
        points = integer(value["points"], "points of a combo")
        return min(cells, cells[::-1]), (kind, owner, points)

    def combos(self, number):
        """All combos of a round: cells to kind, owner and points."""
        found = {}
        for cells in self.runs(number):
            laid = [self.table[cell] for cell in cells]
            kind, ranks = self.best_kind([one.card for one in laid])
            if kind:
                owner = self.owner(kind, laid, ranks, number)
                found[cells] = (kind, owner, self.POINTS[kind])
        return found

    def runs(self, number):
        """All runs of four neighbouring cells that hold a card of this round."""
        runs = set()
        for x, y in [cell for cell, laid in self.table.items() if laid.round == number]:
            for dx, dy in self.LINES:
                for back in range(self.RUN):
                    steps = range(-back, self.RUN - back)
                    cells = tuple((x + dx * step, y + dy * step) for step in steps)
                    if all(cell in self.table for cell in cells):
                        runs.add(cells)
        return runs

    def best_kind(self, cards):
        """The best kind of four cards in line, and the ranks they count for in it."""
        ranks = [rank_of(card) for card in cards]
        straight = self.straight_ranks(ranks)
        flush = len({suit_of(card) for card in cards}) == 1
        if flush and straight:
            royal = min(straight) == RANKS.index("J") + 2
            return ("royal-flush" if royal else "straight-flush"), straight
        if len(set(ranks)) == 1:
            return "four", ranks
        if flush:
            return "flush", ranks
        return ("straight", straight) if straight else (None, ranks)

    def straight_ranks(self, ranks):
        """The ranks if they run up or down in line (the ace low if need be), else None."""
        readings = [ranks]
        if self.rules["ace"] == "both":
            readings.append([LOW_ACE if rank == ACE else rank for rank in ranks])
        for reading in readings:
            steps = {after - before for before, after in zip(reading, reading[1:])}
            if steps in ({1}, {-1}):
                return reading
        return None

    @staticmethod
    def owner(kind, laid, ranks, number):
        """The seat that gets the points of a run."""
        if kind == "four":
            return max(laid, key=lambda one: one.order).seat
        fresh = [(rank, one.order, one.seat) for rank, one in zip(ranks, laid) if one.round == number]
        return max(fresh)[2]


class Rims(Game):
    """Rims: a fight for the trump suit, then for tricks."""

    HAND = 4
    CIRCLES = 3

    def replay(self):
        self.stock = set(DECK)
        scores = [0] * self.players
        dealer = 0
        first = True
        while len(self.stock) >= self.HAND * self.players:
            tricks = self.play_deal(dealer, first)
            scores = [score + taken for score, taken in zip(scores, tricks)]
            order = sequence_from(dealer, self.players)
            dealer = max(order, key=lambda seat: tricks[seat])
            first = False
        return scores

    def play_deal(self, dealer, first):
        """One deal; returns the tricks of each seat."""
        hands = self.take_hands(dealer, first)
        trump, circles = self.trump_phase(dealer, hands)
        tricks = [0] * self.players
        leader = dealer
        for _ in range(self.HAND - circles):
            winner = self.play_trick(leader, trump, hands)
            tricks[winner] += 1
            if self.rules["lead"] == "winner":
                leader = winner
        return tricks

    def take_hands(self, dealer, first):
        """Four cards for every seat out of the stock."""
        event = self.tape.take("dealer hands")
        same(event["dealer"], dealer, "dealer")
        hands = self.hands(event["hands"], self.HAND)
        cards = [card for hand in hands for card in hand]
        for card in cards:
            member(card, DECK, "a card")
        no_repeats(cards, self.stock, "in the stock any more")
        if first:
            self.drawn(("deal",), [sorted(hand) for hand in hands])
        return [set(hand) for hand in hands]

    def trump_phase(self, dealer, hands):
        """The circles of shown cards; returns the trump suit and the number of circles."""
        setting, circles = None, 0
        while True:
            card = self.dealer_shows(dealer, hands, setting)
            if card is None:
                break
            circles += 1
            setting, beaten = self.circle(dealer, hands, card)
            if not beaten or circles == self.CIRCLES:
                break
        event = self.tape.take("trump circles")
        same(event["trump"], suit_of(setting), "trump")
        same(event["circles"], circles, "circles")
        return suit_of(setting), circles

    def dealer_shows(self, dealer, hands, setting):
        """The card with which the dealer opens a circle, None if the dealer stands."""
        forms = ["seat show"] if setting is None else ["seat show", "seat stand"]
        event = self.tape.take_from(dealer, *forms)
        if "stand" in event:
            same(event["stand"], True, "stand")
            return None
        card = self.from_hand(dealer, hands, event["show"])
        higher = setting is None or rank_of(card) > rank_of(setting)
        require(higher, f"the dealer shows {card}, which is not higher than {setting}")
        return card

    def circle(self, dealer, hands, card):
        """The other seats' cards; returns the card that sets trump, and whether one of them did."""
        setting, beaten = card, False
        for seat in sequence_from(dealer, self.players)[1:]:
            event = self.tape.take_from(seat, "seat show")
            shown = self.from_hand(seat, hands, event["show"])
            if rank_of(shown) > rank_of(setting):
                setting, beaten = shown, True
        return setting, beaten

    @staticmethod
    def from_hand(seat, hands, card):
        """Takes a card out of a hand."""
        member(card, DECK, "a card")
        require(card in hands[seat], f"seat {seat} does not hold {card}")
        hands[seat].remove(card)
        return card

    def play_trick(self, leader, trump, hands):
        """One card of each seat, which leave the game; returns the winner."""
        played = []
        for seat in sequence_from(leader, self.players):
            event = self.tape.take_from(seat, "seat play")
            card = self.from_hand(seat, hands, event["play"])
            self.stock.remove(card)
            played.append((seat, card))
        led = suit_of(played[0][1])

        def standing(entry):
            suit = suit_of(entry[1])
            return suit == trump, suit == led, rank_of(entry[1])

        winner = max(played, key=standing)[0]
        same(self.tape.take("trick")["trick"], winner, "the winner of the trick")
        return winner


# --- Dominoes ----------------------------------------------------------------


POKER = "1-1"
BLANK = "0-0"


def pips(domino):
    """The pips on both halves."""
    return int(domino[0]) + int(domino[2])


def is_trump(domino):
    """Whether a half is blank; the smaller one is written last."""
    return domino[2] == "0"


def strength(domino):
    """Greater for the stronger domino, equal where the earlier laid one wins."""
    if domino == POKER:
        return 3, 0
    if domino == BLANK:
        return 2, 0
    return (1 if is_trump(domino) else 0), pips(domino)


class DominoPoker(Game):
    """Domino poker: bids and tricks in four stages, and a last one on demand."""

    FULL_HAND = 7
    LAST_PRIZE = 30

    def replay(self):
        self.scores = [0] * self.players
        deals = self.schedule()
        for number, (stage, size) in enumerate(deals):
            self.play_deal(stage, size, number)
        if self.rules["last"] == "on":
            self.play_last(len(deals) % self.players)
        return self.scores

    def schedule(self):
        """All deals in order: stage and hand size."""
        full = min(self.FULL_HAND, len(DOMINOES) // self.players)
        rising = list(range(1, full))
        sizes = [*rising, *[full] * self.rules["sevens"], *reversed(rising)]
        deals = [("bidding", size) for size in sizes]
        for stage in ("blind", "grab", "mizer"):
            deals += [(stage, full)] * self.rules[stage]
        return deals

    def play_deal(self, stage, size, number):
        """One deal: hands, bids if the stage has them, tricks, points."""
        starter = number % self.players
        hands = self.take_hands(stage, size, starter, first=number == 0)
        bids = self.take_bids(starter, size) if stage in ("bidding", "blind") else None
        tricks = [0] * self.players
        leader = starter
        for _ in range(size):
            leader = self.play_trick(leader, hands)
            tricks[leader] += 1
        self.take_points([self.points(stage, bids and bids[seat], tricks[seat])
                          for seat in range(self.players)])

    def take_hands(self, stage, size, starter, first):
        """The dominoes of every seat."""
        event = self.tape.take("stage starter hands")
        same(event["stage"], stage, "stage")
        same(event["starter"], starter, "starter")
        hands = self.hands(event["hands"], size)
        no_repeats([domino for hand in hands for domino in hand], DOMINOES, "a domino")
        if first:
            self.drawn(("deal",), [sorted(hand) for hand in hands])
        return [set(hand) for hand in hands]

    def take_bids(self, starter, size):
        """The bids by seat, made in turn from the starter."""
        bids = [0] * self.players
        for seat in sequence_from(starter, self.players):
            event = self.tape.take_from(seat, "seat bid")
            bids[seat] = integer(event["bid"], "bid", 0, size)
        return bids

    def play_trick(self, leader, hands):
        """One domino of each seat; returns the winner."""
        played = []
        for seat in sequence_from(leader, self.players):
            event = self.tape.take_from(seat, "seat play")
            domino = member(event["play"], DOMINOES, "a domino")
            require(domino in hands[seat], f"seat {seat} does not hold {domino}")
            if played:
                self.check_follow(played[0][1], domino, hands[seat])
            hands[seat].remove(domino)
            played.append((seat, domino))
        winner = max(played, key=lambda entry: strength(entry[1]))[0]  # the first of equals
        same(self.tape.take("trick")["trick"], winner, "the winner of the trick")
        return winner

    @staticmethod
    def check_follow(led, domino, hand):
        """What the hand owes to the domino led."""
        trumps = [held for held in hand if is_trump(held)]
        if not trumps:
            return
        if led == POKER:
            best = max(trumps, key=strength)
            require(domino == best, f"{domino} is played on the poker, should be {best}")
        elif is_trump(led):
            require(is_trump(domino), f"{domino} is played on a trump, though a trump is held")

    @staticmethod
    def points(stage, bid, tricks):
        """The points of one seat in one deal."""
        if stage == "grab":
            return 10 * tricks
        if stage == "mizer":
            return -10 * tricks
        if tricks < bid:
            return -10 * (bid - tricks)
        if tricks > bid:
            return tricks
        return 10 * bid if bid else 5

    def take_points(self, points):
        """The event with the points of a deal; books them."""
        same_integers(self.tape.take("points")["points"], points, "points")
        self.scores = [score + more for score, more in zip(self.scores, points)]

    def play_last(self, starter):
        """The ring, the pick, one domino for every seat, open or closed."""
        event = self.tape.take("stage ring picker pick direction")
        same(event["stage"], "last", "stage")
        ring = array(event["ring"], "ring", len(DOMINOES))
        no_repeats(ring, DOMINOES, "a domino")
        order = sequence_from(starter, self.players)
        picker = max(order, key=lambda seat: self.scores[seat])
        same(event["picker"], picker, "picker")
        pick = integer(event["pick"], "pick", 0, len(ring) - 1)
        direction = integer(event["direction"], "direction")
        require(direction in (1, -1), f"direction must be 1 or -1, not {show(direction)}")
        dealt = self.count_off(ring, picker, pick, direction)
        self.take_points(self.last_points(dealt, self.take_opens()))

    def count_off(self, ring, picker, pick, direction):
        """The pips of the domino that each seat gets from the ring."""
        start = pick + direction * (pips(ring[pick]) + 1)
        dealt = [0] * self.players
        for step, seat in enumerate(sequence_from(picker, self.players)):
            dealt[seat] = pips(ring[(start + direction * step) % len(ring)])
        return dealt

    def take_opens(self):
        """The seats that open their domino; the events come in any order."""
        decided = {}
        for _ in range(self.players):
            event = self.tape.take("seat open")
            seat = integer(event["seat"], "seat", 0, self.players - 1)
            require(seat not in decided, f"seat {seat} decides twice")
            decided[seat] = boolean(event["open"], "open")
        return [seat for seat, opened in decided.items() if opened]

    def last_points(self, dealt, opened):
        """A prize for the only highest open domino, a fine for all below the highest."""
        points = [0] * self.players
        top = max((dealt[seat] for seat in opened), default=0)
        alone = [dealt[seat] for seat in opened].count(top) == 1
        for seat in opened:
            if dealt[seat] < top:
                points[seat] = -self.LAST_PRIZE
            elif alone:
                points[seat] = self.LAST_PRIZE
        return points


GAMES = {
    "dice-poker": DicePoker,
    "pirate-poker": PiratePoker,
    "graph-poker": GraphPoker,
    "rims": Rims,
    "domino-poker": DominoPoker,
    "yatzy": Yatzy,
    "yahtzee": Yahtzee,
}


# --- Records -----------------------------------------------------------------


@dataclass(frozen=True)
class Verified:
    """A good record: which block it belongs to, and the chance it shows."""

    block: tuple
    chance: dict


def unique_keys(pairs):
    """Builds an object, refusing a key that is written twice."""
    result = dict(pairs)
    require(len(result) == len(pairs), "a key is written twice in one object")
    return result


def no_constant(name):
    """Refuses NaN and the infinities, which JSON does not know."""
    raise Fault(f"{name} is not valid JSON")


def read_json(line):
    """The value on one line."""
    try:
        return json.loads(line.decode("utf-8"), object_pairs_hook=unique_keys, parse_constant=no_constant)
    except UnicodeDecodeError:
        raise Fault("not valid UTF-8") from None
    except json.JSONDecodeError as error:
        raise Fault(f"not valid JSON: {error.msg} at column {error.colno}") from None
    except ValueError:
        raise Fault("not valid JSON: a number is too long") from None


def check_seed(seed):
    """A seed is a 64-bit number written as text."""
    digits = type(seed) is str and re.fullmatch(r"[0-9]+", seed) is not None
    require(digits, f"seed must be a text of digits, not {show(seed)}")
    plain = seed.lstrip("0")
    fits = len(plain) <= len(str(SEED_LIMIT)) and int(plain or "0") < SEED_LIMIT
    require(fits, f"seed {show(seed)} is too large")


def check_head(record):
    """Checks all that stands before the events; returns the game's name and rules."""
    has_keys(record, RECORD_KEYS, "the record")
    same(record["format"], FORMAT, "format")
    name, rules = read_game(record["game"])
    check_seed(record["seed"])
    integer(record["block"], "block", 0)
    integer(record["rotation"], "rotation", 0)
    for seat, bot in enumerate(array(record["seats"], "seats", rules["players"])):
        string(bot, f"the bot in seat {seat}")
    return name, rules


def check_result(record, scores):
    """Checks the scores and the win shares."""
    same_integers(record["scores"], scores, "scores")
    top = max(scores)
    share = 1.0 / scores.count(top)
    expected = [share if score == top else 0.0 for score in scores]
    shares = array(record["shares"], "shares", len(scores))
    numbers = all(type(value) in (int, float) for value in shares)
    require(numbers and shares == expected, f"shares are {show(shares)}, should be {show(expected)}")


def verify(line):
    """Replays the record on a line; a fault carries the number of its event."""
    tape = None
    try:
        record = read_json(line)
        name, rules = check_head(record)
        tape = Tape(record["events"])
        game = GAMES[name](rules, tape)
        scores = game.replay()
        tape.finish()
        check_result(record, scores)
    except Fault as fault:
        raise Fault(str(fault), tape.taken if tape else 0) from None
    except RecursionError:
        raise Fault("nested too deeply", 0) from None
    return Verified((record["game"], record["seed"].lstrip("0"), record["block"]), game.chance)


class Blocks:
    """The chance seen in the latest blocks."""

    def __init__(self, limit=BLOCKS_REMEMBERED):
        self.limit = limit
        self.seen = OrderedDict()

    def compare(self, verified, label):
        """Checks a record against the others of its block, and remembers it."""
        known = self.seen.setdefault(verified.block, {})
        self.seen.move_to_end(verified.block)
        if len(self.seen) > self.limit:
            self.seen.popitem(last=False)
        for key, (value, event) in verified.chance.items():
            other, where = known.get(key, (value, label))
            if other != value:
                what = "deal" if key == ("deal",) else "dice"
                raise Fault(f"the {what} {show(value)} should be {show(other)} as in {where}, "
                            "a game of the same block", event)
        for key, (value, _) in verified.chance.items():
            known.setdefault(key, (value, label))


# --- The command -------------------------------------------------------------


class Report:
    """Counts records and prints a line for every bad one."""

    def __init__(self, compare_blocks=True):
        self.blocks = Blocks() if compare_blocks else None
        self.good = 0
        self.bad = 0

    def check_lines(self, lines, prefix):
        """Verifies all lines of one file."""
        for number, line in enumerate(lines, 1):
            label = f"{prefix}line {number}"
            try:
                verified = verify(line)
                if self.blocks is not None:
                    self.blocks.compare(verified, label)
                self.good += 1
            except Fault as fault:
                self.bad += 1
                print(f"{label}: event {fault.event}: {fault}")


def main(arguments):
    """Verifies the files named; returns the exit code."""
    compare_blocks = "--no-blocks" not in arguments
    files = [argument for argument in arguments if argument != "--no-blocks"]
    unknown = [name for name in files if name.startswith("-") and name != "-"]
    if not files or unknown:
        print(__doc__.strip(), file=sys.stderr)
        return 2
    report = Report(compare_blocks)
    for name in files:
        prefix = f"{name}: " if len(files) > 1 else ""
        try:
            if name == "-":
                report.check_lines(sys.stdin.buffer, prefix)
            else:
                with open(name, "rb") as lines:
                    report.check_lines(lines, prefix)
        except OSError as error:
            print(f"{name}: {error.strerror}", file=sys.stderr)
            return 2
    if report.bad:
        return 1
    print(f"{report.good} records verified")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
