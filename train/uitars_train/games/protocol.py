"""What a game is to those who play, train and measure."""

from __future__ import annotations

from typing import Protocol

from uitars_train.games.moves import Move
from uitars_train.games.records import Board, Save, State, Verified


class Game(Protocol):
    """A game at work. Every method raises `DesktopError` where its browser is gone."""

    def reset(self, seed: int, /) -> None:
        """Begin; the same seed and moves give the same game."""
        ...

    def look(self) -> bytes:
        """What it looks like, a PNG file."""
        ...

    def state(self) -> tuple[State, Board]:
        """What no picture says. Raises `TamperedError`."""
        ...

    def act(self, move: Move, /) -> None:
        """One step: do it by real input, then let the game's time of a step go by."""
        ...

    def verify(self) -> Verified:
        """How it stands. Raises `TamperedError`: such a game earns nothing."""
        ...

    def save(self) -> Save:
        """All of it. Raises `TamperedError`."""
        ...

    def load(self, save: Save, /) -> None:
        """Go on from there. Raises `UsageError` where it is of another game or version, or was
        changed."""
        ...
