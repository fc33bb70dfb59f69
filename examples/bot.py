#!/usr/bin/env python3
"""A bot for kosti: a template that needs nothing but Python 3.

It keeps equal dice, takes rims tricks as cheaply as it can, and plays the other games at random. All that it knows is
in the message that asks for a move, so it keeps nothing but the seed of each game. Standard output belongs to the
protocol: use `print(..., file=sys.stderr)` for anything else.
"""

import json
import os
import sys
import zlib

GAMES = ["dice-poker", "pirate-poker", "graph-poker", "rims", "domino-poker", "yatzy", "yahtzee"]
RANKS = {rank: number for number, rank in enumerate("23456789TJQKA")}


def choose(view, legal, luck):
    """The move for a view; `luck` is a number that anybody can repeat who knows the view and the seed."""
    if "dice" in view:
        return choose_dice(view, legal)
    if "trump" in view and view["phase"] == "play":
        return choose_card(view)
    return legal[luck % len(legal)]


def choose_dice(view, legal):
    """Keep the most frequent face, fill the row that books most."""
    dice, books = view["dice"], view["books"]
    best = max(books, key=books.get)
    if view["rolls"] == 3 or books[best] >= 25:
        return best
    face = max(dice, key=lambda die: (dice.count(die), die))
    return "keep" + f" {face}" * dice.count(face)


def choose_card(view):
    """The lowest card that takes the trick, else the lowest card."""
    trump, best = view["trump"], view["best"]
    cards = sorted(view["hand"], key=lambda card: (card[1] == trump, RANKS[card[0]]))
    if best is None:
        return cards[-1]
    for card in cards:
        if card[1] == best[1]:
            wins = RANKS[card[0]] > RANKS[best[0]]
        else:
            wins = card[1] == trump
        if wins:
            return card
    return cards[0]


def answer(line, seeds):
    """What to write to a line of the host; most need no answer."""
    message = json.loads(line)
    kind = message["type"]
    if kind == "act":
        gid = message["gid"]
        luck = zlib.crc32(line[line.index(b'"view"') :], seeds[gid])
        action = choose(message["view"], message["legal"], luck)
        return '{"type":"move","gid":%d,"id":%d,"action":"%s"}\n' % (gid, message["id"], action)
    if kind == "new_game":
        seeds[message["gid"]] = zlib.crc32(message["bot_seed"].encode())
    elif kind == "end":
        del seeds[message["gid"]]
    elif kind == "hello":
        return json.dumps({"type": "hello", "name": "example", "version": "1.0", "games": GAMES}) + "\n"
    elif kind == "ping":
        return '{"type":"pong"}\n'
    elif kind == "quit":
        sys.exit()
    elif kind == "reject" and "legal" in message:
        # The last move was illegal, and there is one more try.
        return '{"type":"move","gid":%d,"id":%d,"action":"%s"}\n' % (message["gid"], message["id"], message["legal"][0])
    elif kind not in ("reject", "error", "pong"):
        return json.dumps({"type": "error", "code": "unknown_type", "message": f"no idea what {kind} is"}) + "\n"
    return ""


def main():
    """Many games go on at once: read all that is there, answer it in one go."""
    seeds = {}
    rest = b""
    while chunk := os.read(0, 1 << 16):
        *lines, rest = (rest + chunk).split(b"\n")
        answers = "".join([answer(line, seeds) for line in lines])
        if answers:
            sys.stdout.write(answers)
            sys.stdout.flush()


if __name__ == "__main__":
    main()
