"""Milliseconds per step by phase on a private desktop with a real program, and import times.

The overhead of a step is what looking and acting cost beyond the program's own reaction. The
reaction is measured on the same screens by a bare X client that sends the same clicks and polls the
pixels until they stop changing.

    python bench/step.py [--steps 40] [--json OUT]
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from typing import Any

import numpy as np
from _step_phases import step_ms
from numpy.typing import NDArray

from _figures import report
from uitars_runtime.desktop.wall import Programs
from uitars_runtime.gate.askers import NobodyAsker
from uitars_runtime.hands.process import open_hands
from uitars_runtime.hands.settings import HandsSettings
from uitars_runtime.types import Point

PROGRAM = "mousepad note.txt"
MENUS = (Point(338, 180), Point(640, 500))
"""The File menu, which opens, and the document, a click on which closes the menu."""
WATCH_SECONDS = 0.6
"""For changes of the screen after a click."""


def import_ms(module: str, rounds: int = 7) -> float:
    """Median wall time of importing a module in a fresh interpreter, start-up left out."""

    def spend(code: str) -> float:
        began = time.perf_counter()
        subprocess.run([sys.executable, "-c", code], check=True)
        return 1e3 * (time.perf_counter() - began)

    bare = statistics.median(spend("pass") for _ in range(rounds))
    return statistics.median(spend(f"import {module}") for _ in range(rounds)) - bare


def look(grabber: Any) -> NDArray[np.uint8]:
    """The whole screen; mss leaves its types open."""
    return np.asarray(grabber.grab(grabber.monitors[0]), np.uint8)


def reaction_ms(display: str, clicks: int) -> list[float]:
    """From a click to the last change of the screen, by a client that does nothing else."""
    import mss
    from Xlib import X
    from Xlib.display import Display
    from Xlib.ext import xtest

    connection = Display(display)
    times: list[float] = []
    grabber: Any = mss.MSS(display=display)
    for turn in range(clicks):
        point = MENUS[turn % 2]
        xtest.fake_input(connection, X.MotionNotify, x=point.x, y=point.y)
        before = look(grabber)
        began = last = time.perf_counter()
        xtest.fake_input(connection, X.ButtonPress, 1)
        xtest.fake_input(connection, X.ButtonRelease, 1)
        connection.sync()
        while time.perf_counter() - began < WATCH_SECONDS:
            grabbed = look(grabber)
            # A caret is a few pixels; a menu is thousands.
            if np.count_nonzero(grabbed != before) > 400:
                before, last = grabbed, time.perf_counter()
            time.sleep(0.002)
        times.append(1e3 * (last - began))
    grabber.close()
    connection.close()
    return times


def start_ms(programs: Programs, rounds: int = 3) -> float:
    """Median time from nothing to a program's window on a new desktop, with what is around it."""
    times: list[float] = []
    for _ in range(rounds):
        with tempfile.TemporaryDirectory(dir="/var/tmp") as workspace:
            settings = HandsSettings(
                apps=(PROGRAM,),
                workspace=workspace,
                policy="autonomous-in-sandbox",
                programs=programs,
            )
            began = time.perf_counter()
            hands = open_hands(settings, NobodyAsker(), threading.Event())
            times.append(1e3 * (time.perf_counter() - began))
            hands.close()
    return statistics.median(times)


def measure(steps: int) -> dict[str, float]:
    with tempfile.TemporaryDirectory(dir="/var/tmp") as workspace:
        settings = HandsSettings(
            apps=(PROGRAM,),
            workspace=workspace,
            policy="autonomous-in-sandbox",
            actions_per_second=1000.0,
        )
        began = time.perf_counter()
        hands = open_hands(settings, NobodyAsker(), threading.Event())
        start = 1e3 * (time.perf_counter() - began)
        try:
            os.environ["XAUTHORITY"] = hands.environment["XAUTHORITY"]
            step_ms(hands, MENUS, 4)
            reaction = statistics.median(reaction_ms(hands.display, steps))
            phases = step_ms(hands, MENUS, steps)
        finally:
            hands.close()
    result = {f"{name}_ms": statistics.median(values) for name, values in phases.items()}
    return {
        **result,
        "reaction_ms": reaction,
        "overhead_ms": result["step_ms"] - reaction,
        "start_desktop_and_program_ms": start,
        "start_open_ms": start_ms("open"),
        "start_walled_ms": start_ms("walled"),
        "import_uitars_runtime_ms": import_ms("uitars_runtime"),
        "import_command_line_ms": import_ms("uitars_runtime.cli.run"),
    }


if __name__ == "__main__":
    sys.exit(report(__doc__, "steps", 40, measure, 2))
