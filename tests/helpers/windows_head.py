"""Runs on Windows: a head that starts a program of its own and one for a person, and is killed."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

from uitars_runtime.desktop.win32.processes import end_with_us, start_free

_BEATS = "import sys, time\nwhile True: open(sys.argv[1], 'a').write('.'); time.sleep(0.1)"


def main(own: str, free: str) -> None:
    end_with_us()
    subprocess.Popen([sys.executable, "-c", _BEATS, own])
    command = subprocess.list2cmdline([sys.executable, "-c", _BEATS, free])
    start_free(command, os.environ, Path.cwd())
    while not (Path(own).exists() and Path(free).exists()):
        time.sleep(0.1)
    sys.stdout.write("ends\n")
    sys.stdout.flush()
    os.kill(os.getpid(), 9)  # TerminateProcess: nothing is tidied up


if __name__ == "__main__":
    main(*sys.argv[1:])
