"""Scripted players of the games in which something is put somewhere."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable

import msgspec

from uitars_train.games.moves import Move, Pull, Rest, Tap

Cell = tuple[int, int]
_SQUARE = [(column, row) for row in range(8) for column in range(8)]
_HEXAGON = [
    (column, row) for row in range(-4, 5) for column in range(-4, 5) if abs(column + row) <= 4
]
_NEAR = 0.32
_SIDES = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1))


class Offered(msgspec.Struct):
    filled: tuple[int, ...]
    tray: tuple[int, ...]
    offered: tuple[tuple[Cell, ...], ...]


def blocks(own: msgspec.Raw) -> Move:
    """The piece and place that fill most lines, else lie closest to what is filled."""
    best = _best(own, _SQUARE, (_column, _row), 4)
    if best is None:
        return Rest()
    slot, (column, row) = best
    return Pull(1.6 + 2.7 * slot, 9.9, column + 0.8, row + 0.8)


def hexes(own: msgspec.Raw) -> Move:
    """The same on hexagons."""
    best = _best(own, _HEXAGON, (_column, _row, sum), 6)
    if best is None:
        return Rest()
    slot, (column, row) = best
    return Pull(2.0 + 3 * slot, 9.6, 5 + (column + row / 2) * 1.02, 4.2 + row * 0.85 * 1.03)


def _column(cell: Cell) -> int:
    return cell[0]


def _row(cell: Cell) -> int:
    return cell[1]


def _best(
    own: msgspec.Raw, board: list[Cell], ways: tuple[Callable[[Cell], int], ...], sides: int
) -> tuple[int, Cell] | None:
    """Slot and place; None where nothing fits. `ways`: in each direction, a cell's line."""
    seen = msgspec.json.decode(own, type=Offered)
    free = {cell for cell, filled in zip(board, seen.filled, strict=True) if filled < 0}
    lines = [
        {cell for cell in board if way(cell) == one}
        for way in ways
        for one in sorted({way(cell) for cell in board})
    ]
    found: list[tuple[float, int, Cell]] = []
    for slot, shape in enumerate(seen.offered):
        if seen.tray[slot] < 0:
            continue
        for column, row in board:
            cells = {(column + dx, row + dy) for dx, dy in shape}
            if cells <= free:
                left = free - cells
                full = sum(not line & left for line in lines)
                worth = 20 * full + len(cells) - 0.5 * _edge(left, sides)
                found.append((worth, slot, (column, row)))
    return max(found)[1:] if found else None


def _edge(free: set[Cell], sides: int) -> int:
    """Sides of free cells that border on others: the fewer, the more is in one piece."""
    return sum((x + dx, y + dy) not in free for x, y in free for dx, dy in _SIDES[:sides])


class Shapes(msgspec.Struct):
    stand: tuple[tuple[float, float], ...]
    home: tuple[Cell, ...]
    laid: tuple[Cell | None, ...]


def shapes(own: msgspec.Raw) -> Move:
    """The first piece that does not lie where it was cut from."""
    seen = msgspec.json.decode(own, type=Shapes)
    for at, home, laid in zip(seen.stand, seen.home, seen.laid, strict=True):
        if laid != home:
            return Pull(*at, home[0] + 0.9, home[1] + 0.9)
    return Rest()


class Untangle(msgspec.Struct):
    knots: tuple[tuple[float, float], ...]
    home: tuple[tuple[float, float], ...]


def untangle(own: msgspec.Raw) -> Move:
    """The first knot that does not lie where the net was made; a nearer one cannot be dragged."""
    seen = msgspec.json.decode(own, type=Untangle)
    for knot, home in zip(seen.knots, seen.home, strict=True):
        if math.dist(knot, home) > _NEAR:
            return Pull(*knot, *home)
    return Rest()


class Heap(msgspec.Struct):
    tiles: tuple[tuple[int, int, int, int], ...]
    tray: tuple[int, ...]


def tiles(own: msgspec.Raw) -> Move:
    """A free tile of the kind that is nearest to three."""
    seen = msgspec.json.decode(own, type=Heap)
    there = [tile for tile in seen.tiles if tile[3] >= 0]
    free = [
        tile
        for tile in there
        if not any(
            above[2] > tile[2] and abs(above[0] - tile[0]) < 2 and abs(above[1] - tile[1]) < 2
            for above in there
        )
    ]
    tray, open_kinds = Counter(seen.tray), Counter(tile[3] for tile in free)

    def worth(tile: tuple[int, int, int, int]) -> tuple[bool, int, int, int]:
        held, kind = tray[tile[3]], tile[3]
        return held + open_kinds[kind] > 2, held, open_kinds[kind], tile[2]

    x, y, layer, _ = max(free, key=worth)
    return Tap(0.975 + x * 0.625, 0.925 + y * 0.625 - layer * 0.06)
