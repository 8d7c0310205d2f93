"""Milliseconds per step by phase on sway without a screen, with a real program.

The overhead of a step is what looking and acting cost beyond the program's own reaction, which a
bare client measures with the same clicks. Sway shows 60 pictures a second, and each look waits for
the next one, that client's too. A person's session is judged by the words under the pointer, or of
the window where none stand there: that part is `review`. Of the two windows of most steps one is
read as it was left, which flatters it; first_look is a step on a page of text that was never read.
with_widgets is a step where programs tell their widgets, among which passwords are looked for in
every picture.

    python bench/wayland.py [--steps 40] [--json OUT]
"""

from __future__ import annotations

import importlib
import os
import statistics
import sys
import tempfile
import threading
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from _step_phases import pause, phases_ms, step_ms

from _figures import report
from uitars_runtime.desktop.changes import difference
from uitars_runtime.desktop.wayland.connection import Connection
from uitars_runtime.desktop.wayland.wlroots import Wlroots
from uitars_runtime.gate.askers import NobodyAsker
from uitars_runtime.hands.process import open_hands
from uitars_runtime.hands.settings import HandsSettings
from uitars_runtime.types import Button, Click, Point, Press

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
compositors: Any = importlib.import_module("helpers.compositors")

MENUS = (Point(22, 38), Point(640, 600))
"""The File menu of Mousepad, which opens, and the document, a click on which closes the menu."""
WATCH_SECONDS = 0.6
"""For changes of the screen after a click."""
BESIDE = Point(1000, 400)
"""Beside the text of a page, where a click of the other button opens a menu."""
PAGES = 6
"""More windows than are kept as read, so that the next one is always another one."""
PAGE_SECONDS = 1.5
"""Until the window of a page is drawn."""


def reaction_ms(socket: str, clicks: int) -> list[float]:
    """From a click to the last change of the screen, by a client that does nothing else."""
    connection = Connection(socket)
    way = Wlroots(connection)
    times: list[float] = []
    for turn in range(clicks):
        # What lights up under the pointer, and where it is in the picture, is no reaction.
        way.input.move(MENUS[turn % 2])
        way.input.sync()
        pause(turn)
        before = way.grab()
        began = last = time.perf_counter()
        way.input.button(Button.LEFT, down=True)
        way.input.button(Button.LEFT, down=False)
        way.input.sync()
        while time.perf_counter() - began < WATCH_SECONDS:
            grabbed = way.grab()
            if difference(before, grabbed) is not None:
                before, last = grabbed, time.perf_counter()
        times.append(1e3 * (last - began))
    way.close()
    connection.close()
    return times


def write_pages(workspace: Path) -> list[str]:
    """Files of text, no two lines of them alike."""
    names = [f"page{number}.txt" for number in range(PAGES)]
    for number, name in enumerate(names):
        lines = [
            f"Line {line} of page {number}: {hash((number, line)) % 10**8}" for line in range(30)
        ]
        (workspace / name).write_text("\n".join(lines))
    return names


def first_looks(session: Any, hands: Any, steps: int) -> Iterable[Click]:
    """Clicks that open a menu, each on another page."""
    for turn in range(steps):
        session.sway("workspace", f"page{turn % PAGES}")
        pause(turn)
        yield Click(BESIDE, Button.RIGHT)
        hands.perform(Press(("escape",)), hands.observe())


def on_sway(session: Any, workspace: Path, steps: int) -> dict[str, float]:
    """Medians of the phases, of the reaction, and what the step takes beyond it."""
    os.environ.pop("DISPLAY", None)
    os.environ.update(session.environment)
    settings = HandsSettings(
        desktop="wayland",
        apps=("mousepad note.txt",),
        workspace=str(workspace),
        policy="ask-on-risk",
        actions_per_second=1000.0,
        grants=("R1", "R2", "R3"),
    )
    pages = write_pages(workspace)
    hands = open_hands(settings, NobodyAsker(), threading.Event())
    try:
        step_ms(hands, MENUS, 4)
        reaction = statistics.median(reaction_ms(session.socket, steps))
        phases = step_ms(hands, MENUS, steps)
        for name in pages:
            session.sway("workspace", name.removesuffix(".txt"))
            session.sway("exec", f"mousepad -o window {workspace / name}")
            time.sleep(PAGE_SECONDS)
        first = phases_ms(hands, first_looks(session, hands, steps))
    finally:
        hands.close()
    result = {f"{name}_ms": statistics.median(values) for name, values in phases.items()}
    result |= {
        f"first_look_{name}_ms": statistics.median(first[name]) for name in ("review", "step")
    }
    return {**result, "reaction_ms": reaction, "overhead_ms": result["step_ms"] - reaction}


def measure(steps: int) -> dict[str, float]:
    with tempfile.TemporaryDirectory(dir="/var/tmp") as folder:
        place, workspace = Path(folder, "session"), Path(folder, "work")
        place.mkdir()
        workspace.mkdir()
        with compositors.sway_session(place) as session:
            with_widgets = on_sway(session, workspace, steps)
            compositors.end_programs(workspace)
            session.environment["NO_AT_BRIDGE"] = "1"
            alone = on_sway(session, workspace, steps)
    return {**alone, "overhead_with_widgets_ms": with_widgets["overhead_ms"]}


if __name__ == "__main__":
    sys.exit(report(__doc__, "steps", 40, measure, 2))
