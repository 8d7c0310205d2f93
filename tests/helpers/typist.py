"""A real run in a session, with a model that types for ever; it ends when it is told to."""

from __future__ import annotations

import threading
from collections.abc import Generator, Sequence
from contextlib import contextmanager

from helpers.desks import until
from uitars_runtime.config import Settings
from uitars_runtime.control import Control
from uitars_runtime.frame import Frame
from uitars_runtime.gate.askers import NobodyAsker
from uitars_runtime.protocols import PastStep, Stop
from uitars_runtime.run import Request, execute
from uitars_runtime.sessions.record import SessionRecord
from uitars_runtime.types import Proposal, Step, Task, Type


class Typist:
    """A model that types one letter after the other, for ever."""

    name = "typist"
    dialect = "none"

    def propose(
        self, task: Task, recalled: Sequence[str], past: Sequence[PastStep], seen: Frame, stop: Stop
    ) -> Proposal:
        return Proposal("", Type("a"), "")

    def close(self) -> None:
        """Nothing to close."""


class Run:
    """A run that goes on in a session until it is stopped."""

    def __init__(self, record: SessionRecord) -> None:
        self.control = Control()
        self.steps = 0
        self._request = Request(
            "Type.", Settings(desktop=f"session:{record.id}", max_steps=9999, repeats=9999)
        )
        self._thread = threading.Thread(target=self._work)
        self._thread.start()

    def close(self) -> None:
        self.control.stop()
        self._thread.join()

    def goes_on(self) -> None:
        """Wait until it has made two steps more."""
        before = self.steps
        until(lambda: self.steps > before + 1, "the run goes on")

    def _work(self) -> None:
        for event in execute(
            self._request,
            asker=NobodyAsker(),
            answer=lambda _question: None,
            control=self.control,
            model=Typist(),
        ):
            self.steps += isinstance(event, Step)


@contextmanager
def running(record: SessionRecord) -> Generator[Run]:
    run = Run(record)
    try:
        run.goes_on()
        yield run
    finally:
        run.close()
