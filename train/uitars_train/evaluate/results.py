"""What is told of one task in the reports of several kinds: how it was worked on, what came of it,
or why it was not run. Not here: what a kind makes of all its tasks."""

from __future__ import annotations

import enum
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final, Protocol

import msgspec

from uitars_runtime.run_record import Ending, Evidence
from uitars_runtime.types import CallTool, Open, ReadFile, Shell, WriteFile

if TYPE_CHECKING:
    from rich.console import Console

_MARKS: Final = {True: ("✓", "green"), False: ("✗", "red"), None: ("–", "yellow")}
_TOOLS: Final = (Shell, ReadFile, WriteFile, Open, CallTool)
"""Actions that a person at the screen has not."""


class Marked(enum.StrEnum):
    """By which means a task is worked on: at the screen alone, or also by commands, files,
    opening and tools."""

    GUI = "GUI"
    TOOLS = "GUI+tools"


class Worked(msgspec.Struct, frozen=True, kw_only=True):
    """How one task went that was run."""

    name: str
    tag: str
    ending: str
    steps: int
    seconds: float
    reason: str
    run: str = ""
    """Name of the run's folder; empty where there is none."""


class Result(Worked, frozen=True, kw_only=True, tag="run"):
    """One task that was run and judged."""

    success: bool
    evidence: Evidence = Evidence.NONE
    """What the user is told who has no verifier: never `verified`."""

    @property
    def claimed(self) -> bool:
        """Whether the run was said to be done with evidence."""
        return self.evidence is Evidence.SEEN


class NotRun(msgspec.Struct, frozen=True, tag="not run"):
    """One task that was not, and why. It counts for nobody."""

    name: str
    tag: str
    reason: str


class Tried(Protocol):
    """What was made of one task, of whatever kind."""

    @property
    def ending(self) -> str: ...


def came_to_an_end(one: Tried) -> bool:
    """Whether it says something of the player: a server that was away and a program that is missing
    do not, and may be there the next time."""
    return one.ending != Ending.ERROR


def show(console: Console, success: bool | None, said: str, rest: str = "") -> None:
    """One task in a line of its own, `rest` of it dim. `success`: None where nobody knows."""
    from rich.text import Text

    mark, style = _MARKS[success]
    console.print(Text(f"{mark} {said}", style).append(rest, "dim"), soft_wrap=True)


def marked(actions: Iterable[object]) -> Marked:
    """What these actions were."""
    return Marked.TOOLS if any(isinstance(one, _TOOLS) for one in actions) else Marked.GUI


def claims(results: Sequence[Result]) -> tuple[int, int]:
    """How many runs were said to be done with evidence, and how many of those were not done."""
    claimed = [one for one in results if one.claimed]
    return len(claimed), sum(not one.success for one in claimed)


def seconds_per_step(results: Sequence[Worked]) -> float:
    """0 where no step was made."""
    steps = sum(one.steps for one in results)
    return round(sum(one.seconds for one in results) / max(1, steps), 3)
