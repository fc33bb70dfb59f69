"""Runs a bot and writes down all that goes between it and the host: python3 tap.py LOG COMMAND...

A line of the host begins with "> " in the log, a line of the bot with "< ".
"""

import subprocess
import sys
import threading

log = open(sys.argv[1], "ab", buffering=0)
bot = subprocess.Popen(sys.argv[2:], stdin=subprocess.PIPE, stdout=subprocess.PIPE)


def copy(mark, source, target):
    for line in source:
        log.write(mark + line)
        try:
            target.write(line)
            target.flush()
        except BrokenPipeError:
            return


def feed():
    copy(b"> ", sys.stdin.buffer, bot.stdin)
    try:
        bot.stdin.close()
    except BrokenPipeError:
        pass


threading.Thread(target=feed, daemon=True).start()
copy(b"< ", bot.stdout, sys.stdout.buffer)
bot.wait()
