"""What the gate must know of an action's target, on any display that says whose windows are."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection

import msgspec

from uitars_runtime.commands.openings import runs_scripts
from uitars_runtime.desktop.controls import told_controls
from uitars_runtime.desktop.widget import Widget
from uitars_runtime.desktop.window import WindowInfo
from uitars_runtime.element import Control
from uitars_runtime.gate.facts import NO_FACTS, Facts
from uitars_runtime.hands.processes import executable, holds_terminal, script
from uitars_runtime.types import (
    Action,
    Click,
    Drag,
    KeyDown,
    Move,
    Point,
    Press,
    Scroll,
    Type,
)


class WindowSurroundings(ABC):
    """Implements the gate's `Surroundings`: which target an action has. What is there its heirs
    know."""

    def facts(self, action: Action, /) -> Facts:
        """What is known now. Raises `DesktopError` when the display is gone."""
        match action:
            case Drag(start=start, end=end):
                return msgspec.structs.replace(self._at(start), others=(self._at(end),))
            case Click(at=place) | Move(at=place) | Scroll(at=place):
                return self._at(place)
            case Type() | Press() | KeyDown():
                return self._with_keyboard()
            case _:
                return NO_FACTS

    def controls(self, facts: Facts, /) -> tuple[Control, ...]:
        """All controls of the program's windows, as it tells them."""
        return told_controls(self._bus, facts.pid or 0)

    @abstractmethod
    def _at(self, place: Point) -> Facts:
        """Of a pixel of the screenshot."""

    @abstractmethod
    def _with_keyboard(self) -> Facts:
        """Of what has the keyboard."""

    @property
    @abstractmethod
    def _bus(self) -> str:
        """Address of the accessibility bus; empty where none runs."""


def about(
    window: WindowInfo,
    pid: int,
    widget: Widget | None,
    pids: Collection[int],
    ancestors: tuple[int, ...],
) -> Facts:
    """`pid`: the process behind the window. `widget`: what is at the target. `pids`: the processes
    of all windows. `ancestors`: those above the hands, the nearest first."""
    program = executable(pid)
    return Facts(
        window=window.title,
        application=window.wm_class,
        program=program,
        script=script(pid) if runs_scripts(program) else "",
        pid=pid or None,
        role="" if widget is None else widget.role,
        name="" if widget is None else widget.name,
        spot=None if widget is None else widget.box,
        terminal=holds_terminal(pid, set(pids) - {pid}),
        area=window.box,
        own=_is_own(pid, pids, ancestors),
    )


def _is_own(pid: int, pids: Collection[int], ancestors: tuple[int, ...]) -> bool:
    """Whether it belongs to the nearest of the processes above that has windows."""
    if pid not in ancestors:
        return False
    return next(one for one in ancestors if one in {*pids, pid}) == pid
