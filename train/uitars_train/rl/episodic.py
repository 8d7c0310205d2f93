"""What environments have in common that play one episode after the other on something of theirs.

Not here: what an episode is made of (`games.py`, `desktop.py`, `pages/playing.py`).
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from functools import cached_property
from typing import TYPE_CHECKING, Generic, Protocol, TypeVar

from uitars_runtime.backends.embedded.backend import default_folder, open_decoder
from uitars_runtime.backends.embedded.situation import Decision, Situation
from uitars_train.rl.environment import LostError, alive

if TYPE_CHECKING:
    from uitars_runtime.backends.embedded.network.decoder import Decoder


class Episode(Protocol):
    """One task at work. Methods raise `DesktopError`."""

    reward: float

    def look(self) -> Situation: ...

    def act(self, decision: Decision, /) -> bool: ...


E = TypeVar("E", bound=Episode)


class Episodic(Generic[E]):
    """`Environment` but for `reset` and `shown`: those put what is played into `episode`, and what
    ends with the environment onto `stack`."""

    is_seeded = True

    def __init__(self, tasks: Sequence[str]) -> None:
        self._tasks = tuple(tasks)
        self.stack = ExitStack()
        self.episode: E | None = None

    @property
    def tasks(self) -> tuple[str, ...]:
        return self._tasks

    def look(self) -> Situation:
        with alive():
            return self.begun().look()

    def act(self, decision: Decision, /) -> bool:
        with alive():
            return self.begun().act(decision)

    def reward(self) -> float:
        return self.begun().reward

    def close(self) -> None:
        self.episode = None
        self.stack.close()

    @cached_property
    def decoder(self) -> Decoder:
        """Says which words a step of an expert serves."""
        return open_decoder(default_folder())

    def begun(self) -> E:
        """Raises `LostError` where nothing was begun."""
        if self.episode is None:
            raise LostError("No episode was begun.")
        return self.episode
