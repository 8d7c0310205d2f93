"""How a run goes: a line for each update in `dynamics.jsonl`, event files for TensorBoard, a line
on the screen, and at the end one page (`page.py`)."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

import msgspec

from uitars_runtime.replacing import replaced
from uitars_train.rl.learner import Figures
from uitars_train.rl.page import page
from uitars_train.rl.saving import Progress

LINES: Final = "dynamics.jsonl"
PAGE: Final = "dynamics.html"
_TOLD: Final = ("reward", "entropy", "steps to finish", "explained variance", "staleness")


class Point(msgspec.Struct, frozen=True):
    """One update."""

    update: int
    """Of critic and policy."""
    seconds: float
    """Wall time of the run so far."""
    phase: str
    """`value` while the critic learns alone, then `policy`."""
    figures: Figures


class Dynamics:
    """Writes as it comes."""

    def __init__(self, out: Path, update: int) -> None:
        """`update`: how many there were; what a killed run told beyond that is forgotten."""
        from tensorboardX import SummaryWriter

        self._lines = out / LINES
        self._page = out / PAGE
        points = [one for one in read(self._lines) if one.update <= update]
        with replaced(self._lines) as file:
            file.writelines(map(_line, points))
        self._events = SummaryWriter(str(out / "events"), purge_step=update + 1)

    def add(self, phase: str, progress: Progress, figures: Figures) -> None:
        """After an update."""
        update = progress.values + progress.step
        point = Point(update, progress.seconds, phase, figures)
        with self._lines.open("ab") as file:
            file.write(_line(point))
        for name, value in figures.items():
            tag = name.replace(" ", "_")
            self._events.add_scalar(tag, value, update)  # pyright: ignore[reportUnknownMemberType]
        self._events.flush()
        told = "  ".join(f"{name} {figures[name]:.3f}" for name in _TOLD if name in figures)
        sys.stdout.write(f"{phase} {update}  {told}  {figures['steps a second']:.1f} steps/s\n")
        sys.stdout.flush()

    def close(self) -> None:
        """Write the page."""
        self._events.close()
        with replaced(self._page) as file:
            file.write(page(read(self._lines)).encode())


def read(path: Path) -> list[Point]:
    """The lines of a run, without one that was cut off."""
    data = path.read_bytes() if path.exists() else b""
    whole, _, _ = data.rpartition(b"\n")
    return [msgspec.json.decode(line, type=Point) for line in whole.splitlines()]


def _line(point: Point) -> bytes:
    return msgspec.json.encode(point) + b"\n"
