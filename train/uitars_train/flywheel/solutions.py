"""Tasks on programs with their solutions, step by step in the names of what is on the screen.

A solution shows the way that whoever knows the task takes; the state at its end proves it. What it
clicks is found by its name, as the program itself tells it or else as the eyes read it.
Not here: tasks that judge a model, and how a solution becomes steps to learn (`teacher.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

import msgspec
from rapidfuzz import fuzz

from uitars_runtime.element import Element, Role
from uitars_runtime.errors import UsageError
from uitars_runtime.types import (
    Action,
    Box,
    Button,
    Click,
    Finish,
    Point,
    Press,
    Task,
    Type,
    Wait,
)

if TYPE_CHECKING:
    from uitars_runtime.frame import Frame
    from uitars_runtime.protocols import PastStep


_ALIKE: Final = 85.0
"""Least likeness, of 100, of a name that the eyes may have misread."""
_PATIENCE: Final = 2
"""How often in a row something is waited for."""


class Deed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One step; exactly one of `click`, `type` and `keys` is given."""

    click: str = ""
    """The name of what is clicked."""
    count: int = 1
    button: Button = Button.LEFT
    role: Role | None = None
    """Where several things have that name."""
    nth: int = 0
    """Which of several, in reading order from 0; -1 is the last."""
    type: str = ""
    keys: tuple[str, ...] = ()


class Shown(msgspec.Struct, frozen=True):
    """A deed on the screen as it is; implements `Advice` of `teacher.py`."""

    action: Action
    box: Box | None = None
    """Where it can be done."""
    entry: bool = False
    said: str = ""
    option: str = ""

    def hits(self, points: Sequence[Point], end: int = 0) -> list[bool]:
        """Whether points lie where it can be done."""
        return [self.box is not None and self.box.contains(at) for at in points]


def read_solutions(path: Path) -> dict[str, tuple[Deed, ...]]:
    """Deeds by the name of the task. Raises `UsageError`."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=dict[str, tuple[Deed, ...]])
    except (OSError, msgspec.DecodeError) as error:
        raise UsageError(f"{path} holds no solutions: {error}.") from error


class Expert:
    """Shows one deed after the other, and at last says that it has finished."""

    def __init__(self, deeds: Sequence[Deed], look: Callable[[Frame], tuple[Element, ...]]) -> None:
        self._deeds = deeds
        self._look = look

    def advise(self, task: Task, past: Sequence[PastStep], seen: Frame) -> Shown:
        """The next deed. What is nowhere to be found is waited for, and ends the run as a failure
        where it does not come."""
        waited = [isinstance(item.step.action, Wait) for item in past]
        done = waited.count(False)
        if done >= len(self._deeds):
            return Shown(Finish())
        deed = self._deeds[done]
        if deed.type:
            return Shown(Type(deed.type))
        if deed.keys:
            return Shown(Press(deed.keys))
        shown = self._clicked(deed, seen)
        if shown is not None:
            return shown
        if waited[-_PATIENCE:] == [True] * _PATIENCE:
            return Shown(Finish(status="failure", answer=f"There is no {deed.click!r}."))
        return Shown(Wait())

    def _clicked(self, deed: Deed, seen: Frame) -> Shown | None:
        read = self._look(seen)
        for things in (seen.told, read):
            found = _named(things, deed)
            if found is not None:
                box = found.box
                click = Click(box.center, button=deed.button, count=deed.count)
                return Shown(click, box, found.role is Role.FIELD)
        return None


def _named(things: Sequence[Element], deed: Deed) -> Element | None:
    """The thing of that name, exactly or nearly."""
    fitting = [item for item in things if deed.role in (None, item.role)]
    wanted = _plain(deed.click)
    exact = [item for item in fitting if wanted in (_plain(item.name), _plain(item.text))]
    found = exact or [item for item in fitting if fuzz.ratio(wanted, _plain(item.text)) >= _ALIKE]
    ordered = sorted(found, key=lambda item: (item.box.top, item.box.left))
    return ordered[deed.nth] if -len(ordered) <= deed.nth < len(ordered) else None


def _plain(name: str) -> str:
    return name.lower().rstrip(".…: ").strip()
