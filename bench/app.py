"""The window: seconds to its first picture, frames of a long transcript, memory over many steps.

    python bench/app.py [--steps 10000] [--json OUT]

`start_s`: from starting the process to the shown window, warm, median of five; `start_cpu_s`: of
the processor. `frame_ms`: painting the list of that many steps after a scroll, 95th percentile, on
the window's thread. `append_ms`: one more step while the run goes on, the same.
`growth_kb_per_step`: resident memory over the later half of the steps that were followed with
their pictures. No display is needed.
"""

from __future__ import annotations

import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import numpy as np
from PySide6.QtCore import QEventLoop, QTimer
from PySide6.QtWidgets import QApplication

from _figures import report
from uitars_app.assistant import make_application
from uitars_app.context import Context
from uitars_app.pages.task import TaskPage
from uitars_app.preferences import open_preferences
from uitars_app.state import open_state
from uitars_app.theme.theme import Theme
from uitars_runtime.frame import Frame
from uitars_runtime.journal import image_path
from uitars_runtime.timing import Timing
from uitars_runtime.types import (
    Click,
    DecidedBy,
    Decision,
    Observation,
    Outcome,
    Point,
    Proposal,
    Size,
    Step,
    Verdict,
)

_ALLOWED = Verdict(Decision.ALLOW, DecidedBy.POLICY, "ask-on-risk/R1", "Ordinary work.")
_THOUGHT = "The button says Save, so I press it to keep the document as it is on the screen."
_FOLLOWED = 1200
_PICTURES = 64
"""Different screenshots; a run's steps differ, but a bench need not write thousands."""


def start_seconds(home: Path, rounds: int = 5) -> tuple[float, float]:
    """From starting the process to the line that it prints once the window is shown: by the wall
    clock, and of the processor."""
    command = [sys.executable, "-m", "uitars_app", "--self-test"]
    environment = {**os.environ, "UITARS_HOME": str(home)}
    taken: list[float] = []
    spent: list[float] = []
    for _ in range(rounds + 1):
        began, before = time.perf_counter(), _children_seconds()
        with subprocess.Popen(
            command, env=environment, stdout=subprocess.PIPE, bufsize=0
        ) as process:
            if process.stdout is None or not process.stdout.readline():
                raise RuntimeError("the window did not start")
            taken.append(time.perf_counter() - began)
            process.kill()
        spent.append(_children_seconds() - before)
    return statistics.median(taken[1:]), statistics.median(spent[1:])


def _children_seconds() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def make_pictures(folder: Path) -> list[str]:
    """Screenshots of 1280 x 800 pixels in a run folder; their digests."""
    (folder / "images").mkdir(parents=True)
    random = np.random.default_rng(1)
    digests: list[str] = []
    for number in range(_PICTURES):
        pixels = np.full((800, 1280, 3), 40 + number, np.uint8)
        pixels[200:600, 300:900] = random.integers(0, 255, (400, 600, 3), dtype=np.uint8) // 64 * 64
        frame = Frame(pixels)
        image_path(folder, frame.digest()).write_bytes(frame.png())
        digests.append(frame.digest())
    return digests


def step(index: int, digests: list[str]) -> Step:
    return Step(
        index=index,
        observation=Observation(digests[index % len(digests)], Size(1280, 800)),
        proposal=Proposal(_THOUGHT, Click(Point(400 + index % 300, 300)), "raw"),
        verdict=_ALLOWED,
        outcome=Outcome(ok=True, text="Clicked.", changed=True),
        ms=Timing(31, 420, 1, 80, 540),
    )


def serve(milliseconds: int) -> None:
    loop = QEventLoop()
    QTimer.singleShot(milliseconds, loop.quit)
    loop.exec()


def resident_kb() -> float:
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1024


def transcript(page: TaskPage, folder: Path, count: int, digests: list[str]) -> dict[str, float]:
    """Show a long run, scroll through it, and follow more steps."""
    page.model.show_run(folder, tuple(step(index, digests) for index in range(count)))
    serve(300)
    view = page.steps
    frames: list[float] = []
    for number in range(60):
        view.verticalScrollBar().setValue(view.verticalScrollBar().maximum() * number // 60)
        began = time.thread_time()
        view.viewport().grab()
        frames.append(1e3 * (time.thread_time() - began))
        QApplication.processEvents()
    view.follow()
    appended: list[float] = []
    before = 0.0
    for index in range(count, count + _FOLLOWED):
        if index == count + _FOLLOWED // 2:
            before = resident_kb()
        began = time.thread_time()
        page.model.add(step(index, digests))
        QApplication.processEvents()
        appended.append(1e3 * (time.thread_time() - began))
    return {
        "frame_ms": float(np.percentile(frames, 95)),
        "append_ms": float(np.percentile(appended, 95)),
        "growth_kb_per_step": (resident_kb() - before) / (_FOLLOWED // 2),
    }


def measure(count: int) -> Mapping[str, float]:
    with tempfile.TemporaryDirectory(dir="/var/tmp") as place:
        os.environ["UITARS_HOME"] = place
        started, spent = start_seconds(Path(place))
        application = make_application(["bench"])
        context = Context(open_preferences(), open_state(), Theme(application, "light"))
        page = TaskPage(context)
        page.resize(1180, 760)
        page.show()
        page.stack.setCurrentIndex(1)
        folder = Path(place) / "run"
        figures = transcript(page, folder, count, make_pictures(folder))
        page.hide()
        context.close()
    return {"start_s": started, "start_cpu_s": spent, **figures}


if __name__ == "__main__":
    sys.exit(report(__doc__, "steps", 10_000, measure, 2))
