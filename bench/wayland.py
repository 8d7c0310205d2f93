"""Milliseconds per step by phase on sway without a screen, with a real program.

The program's own reaction is part of them. Sway shows 60 pictures a second, and each look waits
for the next one. A person's session is judged by the words under the pointer, too: that part is
`review`. with_widgets is a step where programs tell their widgets, among which passwords are
looked for in every picture.

    python bench/wayland.py [--steps 40] [--json OUT]
"""

from __future__ import annotations

import importlib
import os
import statistics
import sys
import tempfile
import threading
from pathlib import Path
from typing import Any

from _step_phases import step_ms

from _figures import report
from uitars_runtime.gate.askers import NobodyAsker
from uitars_runtime.hands.process import open_hands
from uitars_runtime.hands.settings import HandsSettings
from uitars_runtime.types import Point

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
compositors: Any = importlib.import_module("helpers.compositors")

MENUS = (Point(22, 38), Point(640, 600))
"""The File menu of Mousepad, which opens, and the document, a click on which closes the menu."""


def on_sway(session: Any, workspace: Path, steps: int) -> dict[str, float]:
    """Medians of the phases."""
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
    hands = open_hands(settings, NobodyAsker(), threading.Event())
    try:
        step_ms(hands, MENUS, 4)
        phases = step_ms(hands, MENUS, steps)
    finally:
        hands.close()
    return {f"{name}_ms": statistics.median(values) for name, values in phases.items()}


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
    return {**alone, "step_with_widgets_ms": with_widgets["step_ms"]}


if __name__ == "__main__":
    sys.exit(report(__doc__, "steps", 40, measure, 2))
