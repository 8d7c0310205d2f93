"""Something a run waits for a person to answer, between the run's thread and the window's."""

from __future__ import annotations

import time
from concurrent.futures import Future, InvalidStateError
from typing import Generic, TypeVar

from uitars_runtime.protocols import Stop

_LOOK_SECONDS = 0.1
"""How often a wait looks whether the run was stopped."""

_Asked = TypeVar("_Asked")
_Answer = TypeVar("_Answer")


class Pending(Generic[_Asked, _Answer]):
    """A question and the place for its answer; only the first answer counts."""

    def __init__(self, asked: _Asked, seconds: float | None = None) -> None:
        """`seconds`: how long the asking side waits; None: as long as the run goes on."""
        self.asked = asked
        self.seconds = seconds
        self._began = time.monotonic()
        self._answer: Future[_Answer] = Future()

    @property
    def open(self) -> bool:
        """Whether an answer is still waited for."""
        return not self._answer.done()

    @property
    def left(self) -> float:
        """Seconds that are left to answer; infinite where nothing limits them."""
        if self.seconds is None:
            return float("inf")
        return max(0.0, self._began + self.seconds - time.monotonic())

    def answer(self, value: _Answer) -> bool:
        """Give the answer; False where one was given or the wait is over."""
        try:
            self._answer.set_result(value)
        except InvalidStateError:
            return False
        return True

    def wait(self, stop: Stop) -> _Answer | None:
        """The answer; None when the time is over or the run was stopped."""
        while not stop.is_set() and self.left > 0:
            try:
                return self._answer.result(min(_LOOK_SECONDS, self.left))
            except TimeoutError:
                continue
        # An answer given between the last look and here stands.
        if self._answer.cancel():
            return None
        return self._answer.result()
