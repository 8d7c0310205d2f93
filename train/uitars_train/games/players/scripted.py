"""For each game a player that reads its state; what it reaches counts as 100."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, Protocol

import msgspec

from uitars_train.games.catalogue import Entry
from uitars_train.games.moves import Move
from uitars_train.games.players import falling, laying, numbers, swapping, turning, walking
from uitars_train.games.records import Board, State

Script = Callable[[msgspec.Raw], Move]
SCRIPTS: Final[Mapping[str, Script]] = {
    "powers": numbers.powers,
    "cubes": numbers.cubes,
    "circuit": turning.turning,
    "unblock": walking.unblock,
    "gems": numbers.gems,
    "hexes": laying.hexes,
    "loops": turning.turning,
    "maze": walking.maze,
    "shapes": laying.shapes,
    "snake": walking.snake,
    "blocks": laying.blocks,
    "untangle": laying.untangle,
    "laser": turning.laser,
    "tiles": laying.tiles,
    "doubles": numbers.doubles,
    "sokoban": walking.sokoban,
    "tetrominoes": falling.tetrominoes,
    "jewels": swapping.jewels,
    "runner": walking.runner,
}


class Player(Protocol):
    """Chooses moves."""

    def move(self, state: State, board: Board, /) -> Move: ...


class ScriptedPlayer:
    """Implements `Player`."""

    def __init__(self, entry: Entry) -> None:
        self._script = SCRIPTS[entry.name]

    def move(self, state: State, board: Board, /) -> Move:
        """What the state asks for."""
        return self._script(state.own)
