"""What the gate must know of an action's target, on any display that says whose windows are."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Collection

from uitars_runtime.applications.categories import categories
from uitars_runtime.commands.openings import runs_scripts
from uitars_runtime.desktop.controls import told_controls
from uitars_runtime.desktop.widget import Widget
from uitars_runtime.desktop.window import WindowInfo
from uitars_runtime.element import Control
from uitars_runtime.gate.facts import Facts
from uitars_runtime.hands.aimed import AimedSurroundings
from uitars_runtime.hands.processes import executable, holds_terminal, script


class WindowSurroundings(AimedSurroundings):
    """Implements the gate's `Surroundings` where an accessibility bus tells of programs."""

    def controls(self, facts: Facts, /) -> tuple[Control, ...]:
        """All controls of the program's windows, as it tells them."""
        return told_controls(self._bus, facts.pid or 0)

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
    run = script(pid) if runs_scripts(program) else ""
    return Facts(
        window=window.title,
        application=window.wm_class,
        program=program,
        categories=categories((program, run, window.wm_class)),
        script=run,
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
