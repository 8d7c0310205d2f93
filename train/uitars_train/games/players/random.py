"""Moves by chance, of the kinds that a game listens to."""

from __future__ import annotations

import random

from uitars_train.games.catalogue import Entry
from uitars_train.games.moves import Move, Pull, Stroke, Tap
from uitars_train.games.records import Board, State


class RandomPlayer:
    """Implements `Player`; the same seed gives the same moves."""

    def __init__(self, entry: Entry, seed: int) -> None:
        self._entry = entry
        self._chance = random.Random(f"{entry.name} {seed}")

    def move(self, state: State, board: Board, /) -> Move:
        """A key, a click or a drag, each kind as likely as the others."""
        kinds = [bool(self._entry.keys), self._entry.taps, self._entry.pulls]
        match self._chance.choices((Stroke, Tap, Pull), kinds)[0]:
            case kind if kind is Stroke:
                return Stroke(self._chance.choice(self._entry.keys))
            case kind if kind is Tap:
                return Tap(*self._place(board))
            case _:
                return Pull(*self._place(board), *self._place(board))

    def _place(self, board: Board) -> tuple[float, float]:
        return self._chance.uniform(0, board.width), self._chance.uniform(0, board.height)
