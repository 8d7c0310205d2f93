"""The real assistant as a process on a display of the test, seen from outside."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager
from pathlib import Path

from helpers.desks import connection, until
from uitars_runtime.desktop.window import WindowInfo
from uitars_runtime.desktop.windows import Windows
from uitars_runtime.journal import list_runs, read_run
from uitars_runtime.run_record import Trajectory
from uitars_runtime.types import Box

WINDOW = "uitars"
TASK_WINDOW = "uitars: new task"
CARD = "May the agent do this?"
_RUN_PATIENCE = 200.0


class RunningAssistant:
    """One that was started by `assistant`."""

    def __init__(self, process: subprocess.Popen[str], display: str, home: Path) -> None:
        self.process = process
        self.home = home
        self._display = display

    @property
    def windows(self) -> tuple[WindowInfo, ...]:
        """The windows of the display."""
        with connection(self._display) as opened:
            return Windows(opened).all()

    def window(self, title: str) -> WindowInfo | None:
        return next((one for one in self.windows if one.title == title), None)

    def await_window(self, title: str) -> Box:
        try:
            until(lambda: self.window(title) is not None, f"the window {title!r}")
        except AssertionError as failure:
            failure.add_note(f"{self.windows}, process {self.process.poll()}")
            raise
        found = self.window(title)
        assert found is not None
        return found.box

    def await_keyboard(self, title: str) -> None:
        """Return once a window has the keyboard."""

        def has() -> bool:
            with connection(self._display) as opened:
                active = Windows(opened).active()
            return active is not None and active.title == title

        until(has, f"the keyboard at {title!r}")

    @property
    def runs(self) -> list[Path]:
        """The recorded runs, oldest first."""
        return list_runs(self.home / "data" / "runs")

    def await_ended_run(self, meanwhile: Callable[[], None] = lambda: None) -> Trajectory:
        """The latest run, once it is over; a real task on a busy machine takes its time."""
        deadline = time.monotonic() + _RUN_PATIENCE
        while time.monotonic() < deadline:
            meanwhile()
            run = read_run(self.runs[-1]) if self.runs else None
            if run is not None and run.ended is not None:
                return run
            time.sleep(0.05)
        raise AssertionError("the run did not end")


def furnish(
    home: Path,
    *,
    state: Mapping[str, object] | None = None,
    preferences: Mapping[str, object] | None = None,
) -> None:
    """A home whose person was welcomed before; English, light."""
    for folder, values in (
        ("config", {"welcomed": True, "language": "en", "theme": "light", **(preferences or {})}),
        ("state", dict(state or {})),
    ):
        (home / folder).mkdir(parents=True, exist_ok=True)
        (home / folder / "app.json").write_text(json.dumps(values))


@contextmanager
def assistant(
    display: str,
    home: Path,
    environment: Mapping[str, str],
    *,
    state: Mapping[str, object] | None = None,
    preferences: Mapping[str, object] | None = None,
) -> Generator[RunningAssistant]:
    """Start it with a home of its own; it is ended and must not have complained."""
    furnish(home, state=state, preferences=preferences)
    process = subprocess.Popen(
        [sys.executable, "-m", "uitars_app"],
        env={**environment, "UITARS_HOME": str(home), "HOME": str(home), "DISPLAY": display},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        yield RunningAssistant(process, display, home)
    except AssertionError as failure:
        process.terminate()
        failure.add_note(f"the assistant ended with {process.wait()} and said:")
        failure.add_note(process.communicate()[1])
        raise
    finally:
        process.terminate()
        _, complaints = process.communicate()
    assert "Traceback" not in complaints, complaints
    log = home / "state" / "defects.log"
    assert not log.exists(), log.read_text()
