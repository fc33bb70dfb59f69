"""A bot that plays the first legal action, with one bad habit: python3 faulty.py HABIT [WHATEVER].

What follows the habit only marks the process, so that tests can look whether it is still there.
"""

import json
import os
import subprocess
import sys
import time

HABIT = sys.argv[1]
GAMES = ["dice-poker", "pirate-poker", "graph-poker", "rims", "domino-poker", "yatzy", "yahtzee"]
moves = 0
tried = {}


def write(text):
    sys.stdout.write(text)
    sys.stdout.flush()


def send(**message):
    write(json.dumps(message) + "\n")


def sleep_for_ever():
    while True:
        time.sleep(1000)


def act(message):
    global moves
    moves += 1
    gid, id, legal = message["gid"], message["id"], message["legal"]
    move = {"type": "move", "gid": gid, "id": id, "action": legal[0]}
    if HABIT == "crash" and moves == 10:
        print("first words\nlast words", file=sys.stderr)
        sys.exit(3)
    elif HABIT == "traceback":
        raise KeyError("the card")
    elif HABIT == "shout" and moves == 10:
        for number in range(800):
            sys.stderr.write(f"{number:8}\n" + 65535 * "x" + "\n")
        sys.exit("done shouting")
    elif HABIT == "colours":
        sys.stderr.buffer.write(b"\x1b[2J\x1b[31mred\x1b[0m\x1b]0;title\x07 and \xff\x08\n")
        sys.exit(3)
    elif HABIT == "coloured-move":
        move["action"] = "\x1b[31mTs\x1b]0;title\x07\u202e"
    elif HABIT == "error-lines":
        send(type="error", gid=gid, code="lost", message="Traceback:\n  File \"x\"\nKeyError: y\x1b[0m")
        return
    elif HABIT == "crash-at-once":
        os.abort()
    elif HABIT == "hang" and moves == 10:
        sleep_for_ever()
    elif HABIT == "hang-with-child":
        subprocess.Popen([sys.executable, __file__, "sleep", *sys.argv[2:]])
        sleep_for_ever()
    elif HABIT == "leave-child":
        subprocess.Popen([sys.executable, __file__, "sleep", *sys.argv[2:]])
        os._exit(4)
    elif HABIT == "flood":
        while True:
            write('{"type":"ping"}\n' * 1000)
    elif HABIT == "garbage" and moves == 3:
        write("I am thinking...\n")
    elif HABIT == "closed":
        os.close(1)
        sleep_for_ever()
    elif HABIT == "half":
        write('{"type":"move","gid":')
        os._exit(0)
    elif HABIT == "long":
        while True:
            write("x" * 100_000)
    elif HABIT == "long-line":
        write(json.dumps({**move, "extra": "x" * (1 << 20)}) + "\n")
        return
    elif HABIT == "other-gid" and moves == 5:
        move["gid"] += 1_000_000
    elif HABIT == "other-id" and moves == 5:
        move["id"] += 1
    elif HABIT == "illegal" and moves == 5:
        move["action"] = "keep 7"
    elif HABIT in ("illegal-once", "insists") and id == 2:
        move["action"] = "Xx"
    elif HABIT == "number":
        move["action"] = 5
    elif HABIT == "late" and moves == 5:
        time.sleep(0.5)
    elif HABIT == "steady" and moves <= 100:
        time.sleep(0.02)
    elif HABIT == "twice" and moves == 3:
        send(**move)
    elif HABIT == "error":
        send(type="error", gid=gid, code="lost", message="I do not know what to do")
        return
    elif HABIT == "starve" and not tried:
        tried[gid] = True
        return
    elif HABIT == "unknown":
        send(type="weather", sun=True)
    elif HABIT == "loud":
        sys.stderr.write("talk\n" * 50_000)
    send(**move)


def main():
    if HABIT == "sleep" or HABIT == "no-hello":
        sleep_for_ever()
    if HABIT == "exit":
        sys.exit("no such module")
    for line in sys.stdin:
        message = json.loads(line)
        kind = message["type"]
        if kind == "hello" and HABIT == "chess":
            send(type="hello", games=["chess", "go"])
        elif kind == "hello" and HABIT == "greeting":
            write("Hello!\n")
        elif kind == "hello":
            name = "\x1b[7mfaulty" if HABIT == "coloured-move" else "faulty"
            send(type="hello", name=name, version=1, games=GAMES)
            if HABIT == "deaf":
                sleep_for_ever()
            if HABIT == "leaves":
                sys.exit()
        elif kind == "act":
            act(message)
        elif kind == "reject" and "legal" in message:
            send(type="move", gid=message["gid"], id=message["id"], action=message["legal"][0])
        elif kind == "reject" and HABIT == "insists":
            send(type="move", gid=message["gid"], id=message["id"], action="Xx")
        elif kind == "ping" and HABIT != "no-pong":
            send(type="pong")
        elif kind == "quit" and HABIT != "stays":
            sys.exit()


main()
