"""Kills kosti while it starts programs, and looks whether any of them is left: python3 kill_at_start.py KOSTI.

KOSTI_KILLS says how often, 20 times if it is not set. The programs start a child each and ignore that their input closes, so
only a guard can end them. The exit code is 0 if none was left after any kill.
"""

import os
import random
import signal
import subprocess
import sys
import time

KOSTI = sys.argv[1]
KILLS = int(os.environ.get("KOSTI_KILLS", "20"))
LONGEST = 0.060
PATIENCE = 10
LOOK = 5


def running(mark):
    """The processes with the mark on their command line, apart from kosti and its launchers."""
    lines = subprocess.run(["ps", "-eo", "pid,args"], capture_output=True, text=True, check=True).stdout.splitlines()
    return [line for line in lines if mark in line and KOSTI not in line]


def kill_once(number, moment):
    # How long the programs sleep is what tells them from all others.
    mark = f"86400.{os.getpid()}{number:05}"
    bot = f"cmd:sh -c 'sleep {mark} & exec sleep {mark}',procs=8"
    command = [KOSTI, "tournament", "--game", "rims", "--bots", f"{bot},random", "--games", "30", "--quiet"]
    host = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    time.sleep(moment)
    # To look takes a while, so most kills come without.
    seen = bool(running(mark)) if number % LOOK == 0 else False
    host.send_signal(signal.SIGKILL)
    host.wait()
    deadline = time.monotonic() + PATIENCE
    # A launcher may still be on its way when kosti is gone: twice nothing, with a pause, is nothing.
    quiet = 0
    while quiet < 2 and time.monotonic() < deadline:
        quiet = 0 if running(mark) else quiet + 1
        time.sleep(0.05)
    left = running(mark)
    for line in left:
        os.kill(int(line.split()[0]), signal.SIGKILL)
    return left, seen


def main():
    luck = random.Random(1)
    bad, seen_some = 0, 0
    looks = len(range(0, KILLS, LOOK))
    for number in range(KILLS):
        # Any moment up to the longest, but rather the early ones, at which programs are started.
        moment = LONGEST * luck.random() ** 2
        left, seen = kill_once(number, moment)
        seen_some += seen
        if left:
            bad += 1
            print(f"kill {number} after {moment * 1000:.1f} ms left {len(left)} processes, such as {left[0].strip()}")
    print(f"{KILLS} kills, {bad} left processes; of {looks} looks just before a kill {seen_some} saw programs run")
    sys.exit(1 if bad else 0)


main()
