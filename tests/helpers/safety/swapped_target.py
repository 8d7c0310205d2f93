"""A window slides over the target all the time; no click of the hands may arrive on it."""

from __future__ import annotations

import json
import random
import subprocess
import sys
import time
from functools import partial

from helpers.safety.rows import Figures
from helpers.screens import PROGRAMS, screen
from uitars_runtime.desktop.pointer import Pointer
from uitars_runtime.desktop.refused import Refused
from uitars_runtime.desktop.sandbox_server import paint_background
from uitars_runtime.desktop.x11 import X11Desktop
from uitars_runtime.hands.target import ScreenTarget
from uitars_runtime.types import Button, Click, Point

_CLICKS = 2000
_PLACES = (Point(280, 225), Point(320, 225))
"""Two places on the button, far enough apart that no click waits out a double click."""


def run(share: float = 1.0) -> Figures:
    """Half against a cover that looks different, half against one that looks the same."""
    each = max(10, round(_CLICKS * share / 2))
    found = {colour: _against(colour, each) for colour in ("other", "same")}
    wrong = sum(one["cover"] for one in found.values())
    lost = sum(one["sent"] - one["button"] - one["cover"] for one in found.values())
    return {
        "tried": sum(one["sent"] for one in found.values()),
        "failed": wrong,
        "refused": sum(one["refused"] for one in found.values()),
        "lost": lost,
    }


def _against(colour: str, clicks: int) -> dict[str, int]:
    with screen("640x480") as server:
        desktop = X11Desktop(server.name)
        paint_background(desktop.server.display)
        attacker = subprocess.Popen(
            [sys.executable, str(PROGRAMS / "swapper.py"), "0.0003", "0.004", colour],
            env=server.environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        try:
            counts = _click(desktop, attacker, clicks)
        finally:
            attacker.kill()
            attacker.wait()
            for pipe in (attacker.stdin, attacker.stdout):
                assert pipe is not None
                pipe.close()
            desktop.close()
        return counts


def _click(desktop: X11Desktop, attacker: subprocess.Popen[str], clicks: int) -> dict[str, int]:
    assert attacker.stdin is not None
    assert attacker.stdout is not None
    attacker.stdout.readline()
    target, pointer, chance = (
        ScreenTarget(desktop.server),
        Pointer(desktop.server),
        random.Random(7),
    )
    seen = desktop.observe()
    target.remember(seen)
    attacker.stdin.write("go\n")
    attacker.stdin.flush()
    sent = refused = 0
    while sent < clicks:
        click = Click(_PLACES[sent % 2])
        try:
            with desktop.server.expecting(partial(target.changed, click, seen)):
                pointer.click(click.at, Button.LEFT, 1)
            sent += 1
        except Refused:
            refused += 1
        time.sleep(chance.uniform(0.0, 0.004))
    attacker.stdin.close()
    arrived: dict[str, int] = json.loads(attacker.stdout.readline())
    return {**arrived, "sent": sent, "refused": refused}
