"""The hands in the process they are called in: review, verify the target again, execute.

This order is the one choke point of the product: nothing else calls `Desktop.execute` or a tool.
"""

from __future__ import annotations

import sys
import time
import traceback
from typing import TYPE_CHECKING, Protocol, assert_never

from uitars_runtime.protocols import Desktop, Gate
from uitars_runtime.types import (
    Action,
    AskUser,
    CallTool,
    Click,
    DecidedBy,
    Decision,
    Drag,
    Finish,
    KeyDown,
    KeyUp,
    Move,
    Note,
    Open,
    Outcome,
    Performed,
    Place,
    Press,
    ReadFile,
    Scroll,
    Shell,
    Type,
    Verdict,
    Wait,
    WriteFile,
)

if TYPE_CHECKING:
    from uitars_runtime.frame import Frame


class Tools(Protocol):
    """What acts beside the desktop; failures a model can react to are outcomes."""

    def shell(self, action: Shell, /) -> Outcome: ...

    def read_file(self, action: ReadFile, /) -> Outcome: ...

    def write_file(self, action: WriteFile, /) -> Outcome: ...

    def open(self, action: Open, /) -> Outcome: ...


class Target(Protocol):
    """Knows whether what an action would hit is still what the model saw."""

    def remember(self, seen: Frame, /) -> None:
        """Note the windows at the time of this screenshot."""
        ...

    def place(self) -> Place:
        """The window that had the keyboard at the time of the last screenshot."""
        ...

    def changed(self, action: Action, seen: Frame, /) -> str:
        """Empty when the target is the same; else what is different, in one sentence."""
        ...


class LocalHands:
    """Implements `Hands` on a desktop of this process."""

    def __init__(
        self,
        desktop: Desktop,
        gate: Gate,
        tools: Tools,
        target: Target,
        *,
        actions_per_second: float = 5.0,
    ) -> None:
        self._desktop = desktop
        self._gate = gate
        self._tools = tools
        self._target = target
        self._interval = 1.0 / actions_per_second
        self._next = 0.0

    def observe(self) -> Frame:
        """Grab the screen once it has settled."""
        seen = self._desktop.observe()
        self._target.remember(seen)
        return seen

    def perform(self, action: Action, seen: Frame, /) -> Performed:
        """Review the action and, when it is allowed, do it. Raises `DesktopError` only."""
        began = time.monotonic()
        place = self._target.place()
        verdict = self._review(action, seen)
        reviewed = time.monotonic()
        if verdict.decision is Decision.ALLOW:
            outcome = self._execute(action, seen)
        else:
            outcome = Outcome(ok=False, text=f"Not done: {verdict.reason}")
        done = time.monotonic()
        return Performed(
            verdict, outcome, 1e3 * (reviewed - began), 1e3 * (done - reviewed), place=place
        )

    def restart(self) -> bool:
        """A desktop of this process does not come back; a process of its own can be replaced."""
        return False

    def close(self) -> None:
        self._desktop.close()

    def _review(self, action: Action, seen: Frame) -> Verdict:
        """The gate's verdict; a gate that fails is a no, and the failure is on record."""
        try:
            return self._gate.review(action, seen)
        except Exception as error:
            traceback.print_exc(file=sys.stderr)
            reason = f"The gate failed ({type(error).__name__}), so nothing was done."
            return Verdict(Decision.DENY, DecidedBy.FAULT, "gate", reason)

    def _execute(self, action: Action, seen: Frame) -> Outcome:
        match action:
            case Click() | Move() | Drag() | Scroll() | Type() | Press() | KeyDown() | KeyUp():
                self._keep_pace()
                difference = self._target.changed(action, seen)
                if difference:
                    return Outcome(ok=False, text=f"Not done: {difference} Look again.")
                return self._desktop.execute(action, seen)
            case Wait():
                return self._desktop.execute(action, seen)
            case Shell():
                return self._tools.shell(action)
            case ReadFile():
                return self._tools.read_file(action)
            case WriteFile():
                return self._tools.write_file(action)
            case Open():
                return self._tools.open(action)
            case CallTool():
                return Outcome(ok=False, text="No tool server is configured.")
            case Note() | AskUser() | Finish():
                raise TypeError(f"{type(action).__name__} is not for the hands")
            case _ as never:
                assert_never(never)

    def _keep_pace(self) -> None:
        """Wait until the next action may start: a runaway model cannot outrun a person."""
        now = time.monotonic()
        if now < self._next:
            time.sleep(self._next - now)
        self._next = max(now, self._next) + self._interval
