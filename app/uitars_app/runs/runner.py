"""The agent's loop on a thread of its own, one run at a time; the window is told by signals.

The loop is the runtime's, unchanged. Nothing here draws, and nothing of it blocks the window.
"""

from __future__ import annotations

import enum
import threading
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from uitars_runtime import paths
from uitars_runtime.control import Control
from uitars_runtime.errors import Stopped, UitarsError
from uitars_runtime.run_record import RunEnded, RunStarted
from uitars_runtime.types import Step

if TYPE_CHECKING:
    from uitars_app.runs.pending import Pending
    from uitars_app.runs.questions import Questions
    from uitars_runtime.hands.opening import OpenHands
    from uitars_runtime.run import Request

Around = Callable[["OpenHands"], "OpenHands"]


class RunState(enum.Enum):
    """What the assistant is doing."""

    IDLE = "idle"
    WORKING = "working"
    WAITING = "waiting"
    """Waiting for the person to answer."""
    PAUSED = "paused"


class Runner(QObject):
    """Starts a run and stays in touch with it. All signals arrive on the window's thread."""

    state_changed = Signal()
    begun = Signal(object)
    """The `Request` of a run that is being opened."""
    started = Signal(object, object)
    """`RunStarted` and the run's folder (`Path`)."""
    stepped = Signal(object)
    """A `Step` that is on disk."""
    ended = Signal(object)
    """`RunEnded`."""
    failed = Signal(object)
    """The `UitarsError` that kept a run from starting or broke it off."""
    broke = Signal(object)
    """Any other exception: a defect of ours."""
    finished = Signal()
    """The run's thread is over, however it ended."""
    wrote = Signal(str)
    """A piece of the reply that the model is writing; an empty one begins a reply."""
    printed = Signal(str)
    """A piece of what a command or a cell writes while it runs; an empty one begins another."""
    desktop_opened = Signal(object)
    """The `OpenHands` of the run: where it works."""
    questioned = Signal(object)
    inquired = Signal(object)
    proposed = Signal(object)
    settled = Signal(object)
    """As in `Questions`."""
    _paused = Signal(str)
    _over = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.around: Around | None = None
        """Put between the loop and the hands of every run, on the run's thread."""
        self.request: Request | None = None
        """Of the run that goes on, or went on last."""
        self._control = Control()
        self._thread: threading.Thread | None = None
        self._questions: Questions | None = None
        self._pending: list[Pending[object, object]] = []
        self._paused.connect(self._changed)
        self._over.connect(self._finish)
        for signal in (self.questioned, self.inquired, self.proposed):
            signal.connect(self._wait_for)

    @property
    def state(self) -> RunState:
        if self._thread is None:
            return RunState.IDLE
        if self._pending:
            return RunState.WAITING
        return RunState.PAUSED if self._control.paused else RunState.WORKING

    @property
    def paused(self) -> str:
        """Why the run is paused; empty while it goes on."""
        return self._control.paused

    @property
    def pending(self) -> tuple[Pending[object, object], ...]:
        """What the run waits for a person to answer, oldest first."""
        return tuple(self._pending)

    def start(self, request: Request, *, annotate: bool = False) -> bool:
        """Begin a run; False while another goes on. `annotate`: every action is shown first."""
        if self._thread is not None:
            return False
        from uitars_app.runs.questions import Questions

        control = Control(self._paused.emit)
        questions = Questions(control)
        for ours, theirs in (
            (self.questioned, questions.questioned),
            (self.inquired, questions.inquired),
            (self.proposed, questions.proposed),
        ):
            theirs.connect(ours)
        questions.settled.connect(self._settle)
        self.request, self._control, self._questions = request, control, questions
        self._thread = threading.Thread(
            target=self._work, args=(request, questions, control, annotate), name="run"
        )
        self._thread.start()
        self.begun.emit(request)
        self._changed()
        return True

    def stop(self) -> None:
        """End the run as soon as it can be ended in order."""
        self._control.stop()

    def pause(self, reason: str) -> None:
        """Hold the run before its next step."""
        if self._thread is not None:
            self._control.pause(reason)

    def resume(self) -> None:
        self._control.resume()

    def say(self, words: str) -> None:
        """Tell the model something; it reads it before its next step."""
        self._control.say(words)

    def close(self) -> None:
        """Stop the run and wait for its thread; only `settled` and `finished` still come."""
        self._control.stop()
        self._finish()

    def _work(
        self, request: Request, questions: Questions, control: Control, annotate: bool
    ) -> None:
        """The run's thread, from opening the parts to the last word of the record."""
        try:
            self._iterate(request, questions, control, annotate)
        except Stopped:
            pass  # before the first step: nothing to record
        except UitarsError as error:
            self.failed.emit(error)
        except Exception as error:  # a border: the window shows it, and the run is over
            self.broke.emit(error)
        finally:
            self._over.emit()

    def _iterate(
        self, request: Request, questions: Questions, control: Control, annotate: bool
    ) -> None:
        from uitars_runtime.run import execute

        root = Path(request.settings.run_dir or paths.runs_folder())
        for event in execute(
            request,
            asker=questions,
            answer=questions.answer,
            control=control,
            annotator=questions if annotate else None,
            on_text=self.wrote.emit,
            on_output=self.printed.emit,
            around=self._open,
        ):
            match event:
                case RunStarted():
                    self.started.emit(event, root / event.run)
                case Step():
                    self.stepped.emit(event)
                case RunEnded():
                    self.ended.emit(event)

    def _open(self, hands: OpenHands) -> OpenHands:
        self.desktop_opened.emit(hands)
        return hands if self.around is None else self.around(hands)

    def _wait_for(self, pending: Pending[object, object]) -> None:
        self._pending.append(pending)
        self._changed()

    def _settle(self, pending: Pending[object, object]) -> None:
        # A stop does not wait for the thread that asks, so this may come twice.
        if pending in self._pending:
            self._pending.remove(pending)
            self.settled.emit(pending)
            self._changed()

    def _finish(self) -> None:
        if self._thread is None:
            return
        self._thread.join()
        self._thread = None
        self._questions = None
        for pending in self.pending:
            self._settle(pending)
        self.finished.emit()
        self._changed()

    def _changed(self, _reason: str = "") -> None:
        self.state_changed.emit()
