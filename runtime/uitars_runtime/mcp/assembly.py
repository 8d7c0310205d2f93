"""Puts our server together: hands, record, and the agent for whole tasks.

The composition root of `uitars mcp`, as run.py is of a run.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING

import msgspec

from uitars_runtime.control import Control
from uitars_runtime.export.words import ending_in_words, judgement_in_words
from uitars_runtime.mcp.desk import INSTRUCTIONS, Desk, RunTask
from uitars_runtime.mcp.server import Answer, McpServer
from uitars_runtime.orders import obeying
from uitars_runtime.privacy.retention import recorded_or_gone
from uitars_runtime.run import Request, execute, head_of_run, new_folders, settings_of_hands
from uitars_runtime.run_record import Ending, RunEnded

if TYPE_CHECKING:
    from uitars_runtime.hands.opening import OpenHands
    from uitars_runtime.protocols import Asker

OTHER = ("mcp", "mcp")
"""What the record names as model and dialect: the agent on the other side."""


class DeskControl(Control):
    """What a person does to the desk holds for the task under way on it as well."""

    def __init__(self) -> None:
        super().__init__()
        self._tasks: list[Control] = []

    @contextmanager
    def working(self, task: Control) -> Generator[None]:
        """While the task is under way; what was done to the desk before holds for it, too."""
        with self._changed:
            self._tasks.append(task)
            if self.is_set():
                task.stop()
            if self._reason:
                task.pause(self._reason)
            task.hold(self._held)
        try:
            yield
        finally:
            with self._changed:
                self._tasks.remove(task)

    def stop(self) -> None:
        """End the task; nothing is done on the desk any more."""
        self._all(Control.stop)

    def pause(self, reason: str) -> None:
        """Hold the task; calls are refused until `resume`."""
        self._all(lambda one: Control.pause(one, reason))

    def resume(self) -> None:
        """Go on."""
        self._all(Control.resume)

    def hold(self, reason: str) -> None:
        """Hold the task beside every pause; calls are refused until `let_go`."""
        self._all(lambda one: Control.hold(one, reason))

    def let_go(self) -> None:
        """Go on, unless paused."""
        self._all(Control.let_go)

    def _all(self, does: Callable[[Control], None]) -> None:
        with self._changed:
            for one in (self, *self._tasks):
                does(one)


@contextmanager
def assembled(
    request: Request,
    asker: Asker,
    reins: DeskControl,
    around: Callable[[OpenHands], OpenHands] | None = None,
) -> Generator[McpServer]:
    """A server with a desktop of its own; both end with the context. Raises `UitarsError`.

    `request.task` says for the record what the desktop is for. `reins`: a person's. `around`:
    as of `execute`.
    """
    from uitars_runtime.hands.opening import open_hands
    from uitars_runtime.journal import RunJournal

    began = time.monotonic()
    folder, workspace = new_folders(request)
    request = msgspec.structs.replace(request, workspace=str(workspace))  # of each task, too
    with ExitStack() as opened:
        opened.enter_context(recorded_or_gone(folder))
        settings = settings_of_hands(request, folder.name, workspace)
        opened.enter_context(obeying(folder.name, reins))
        hands = open_hands(settings, asker, reins, reins)
        opened.callback(hands.close)
        hands = around(hands) if around is not None else hands
        started = head_of_run(request, folder.name, hands, settings.policy_name, OTHER)
        conceal = request.settings.privacy.hide_secrets
        journal = RunJournal.create(folder, started, conceal=conceal)

        def work(asked: RunTask, control: Control) -> Answer:
            with reins.working(control):
                return _work(request, asked, hands, asker, control)

        desk = Desk(hands, journal, reins, work)
        try:
            yield McpServer(desk, INSTRUCTIONS)
        finally:
            ending = Ending.STOPPED if reins.is_set() else Ending.FINISHED
            seconds = round(time.monotonic() - began, 3)
            journal.end(RunEnded(ending, ending.exit_code, desk.steps, seconds, None))


def _work(
    request: Request, asked: RunTask, hands: OpenHands, asker: Asker, control: Control
) -> Answer:
    """A run on the same desktop with the model of the settings; it has a record of its own."""
    settings = msgspec.structs.replace(request.settings, max_steps=asked.max_steps)
    wanted = msgspec.structs.replace(request, task=asked.task, settings=settings, verify="")
    events = execute(
        wanted, asker=asker, answer=lambda _question: None, control=control, hands=hands
    )
    ended = next((event for event in events if isinstance(event, RunEnded)), None)
    if ended is None:
        raise AssertionError("a run without an end")
    said = "\n".join((ended.reason or "done", *judgement_in_words(ended)))
    return Answer(
        f"{ending_in_words(ended)} after {ended.steps} steps: {said}",
        ok=ended.ending is Ending.FINISHED,
    )
