"""Random screens with one window that another toolkit draws, in a process of its own.

Not here: what is a toolkit's own (gtk.py, tk.py) and what lies around the window (foreign.py).
"""

from __future__ import annotations

import dataclasses
import random
import tempfile
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path

from uitars_train.screens import plan
from uitars_train.screens.drawing import Request, Worker
from uitars_train.screens.foreign import Desk
from uitars_train.screens.screen import Screen, Split, seeded

Look = dict[str, str | int | float | bool]
"""A worker's settings: theme, font, colours."""


@dataclasses.dataclass(frozen=True)
class Toolkit:
    """What is a toolkit's own."""

    name: str
    command: Sequence[str]
    """Starts the process that draws."""
    install: str
    """What to do where it does not start."""
    look: Callable[[random.Random, Split], Look]
    ink: Callable[[Look], str]
    """The colour of icons in a look."""
    icons: Sequence[str]
    """Meanings of icons that no plan names."""
    small: float
    """Share of windows that are small."""
    widths: tuple[int, int]
    heights: tuple[int, int]
    """The least size of a window lies in these."""


class OneWindowScreens:
    """Makes screens with one window of a toolkit; a seed always gives the same screen."""

    def __init__(self, split: Split, toolkit: Toolkit) -> None:
        """Raises `UsageError` where something is missing that the toolkit needs."""
        self._split = split
        self._toolkit = toolkit
        self._worker = Worker(list(toolkit.command), toolkit.install)
        self._folder = tempfile.TemporaryDirectory(prefix=f"uitars-{toolkit.name}-")

    def make(self, seed: int, planned: plan.Window | None = None) -> Screen:
        """The screen of a seed; `planned`: what its window shows."""
        kit = self._toolkit
        source = seeded(f"{kit.name} {self._split} {seed}")
        with closing(Desk(self._split, source)) as desk:
            planned = planned or desk.planner.window(small=source.random() < kit.small)
            look = kit.look(source, self._split)
            icons = desk.icon_files(
                planned, Path(self._folder.name), kit.ink(look), always=kit.icons
            )
            width, height = source.randint(*kit.widths), source.randint(*kit.heights)
            drawing, pixels = self._worker.draw(Request(planned, icons, look, width, height))
            if source.random() < 0.3:
                desk.add_task_bar()
            desk.add(drawing, pixels, planned.title)
            return desk.screen(kit.name, seed)

    def close(self) -> None:
        """Ends the drawing process and its display."""
        self._worker.close()
        self._folder.cleanup()
