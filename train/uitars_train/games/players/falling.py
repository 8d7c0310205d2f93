"""The scripted player of tetrominoes."""

from __future__ import annotations

from itertools import pairwise

import msgspec

from uitars_train.games.moves import Move, Stroke, Tap

_WIDE, _HIGH = 10, 18
_SHAPES = (
    ((0, 1), (1, 1), (2, 1), (3, 1)),
    ((1, 0), (2, 0), (1, 1), (2, 1)),
    ((1, 0), (0, 1), (1, 1), (2, 1)),
    ((1, 0), (2, 0), (0, 1), (1, 1)),
    ((0, 0), (1, 0), (1, 1), (2, 1)),
    ((0, 0), (0, 1), (1, 1), (2, 1)),
    ((2, 0), (0, 1), (1, 1), (2, 1)),
)
_TURNS = (2, 1, 4, 2, 2, 4, 4)
"""How many turns of each shape differ."""
Cells = list[tuple[int, int]]


class Falling(msgspec.Struct):
    filled: tuple[int, ...]
    shape: int
    x: int
    y: int
    turns: int


def tetrominoes(own: msgspec.Raw) -> Move:
    """Turn it, then let it fall where least holes and steps come about."""
    seen = msgspec.json.decode(own, type=Falling)
    heap = {(i % _WIDE, i // _WIDE) for i, one in enumerate(seen.filled) if one >= 0}
    found: list[tuple[float, int, int]] = []
    for turns in range(_TURNS[seen.shape]):
        cells = _turned(seen.shape, turns)
        left, right = min(x for x, _ in cells), max(x for x, _ in cells)
        for by in range(-left, _WIDE - right):
            landed = _landed(heap, [(x + by, y) for x, y in cells])
            if landed is not None:
                found.append((_worth(heap, landed), turns, by + (left + right) // 2))
    if not found:
        return Stroke("space")
    _, turns, column = max(found)
    if seen.turns % _TURNS[seen.shape] != turns:
        return Stroke("up")
    return Tap(0.7 + column, 17.7 if seen.y < _HIGH - 5 else 0.7)


def _turned(shape: int, turns: int) -> Cells:
    cells, side = list(_SHAPES[shape]), 3 if shape == 0 else 2
    for _ in range(turns if shape != 1 else 0):
        cells = [(side - y, x) for x, y in cells]
    return cells


def _landed(heap: set[tuple[int, int]], cells: Cells) -> Cells | None:
    """Where it comes to lie; None where there is no room to begin with."""
    if heap & set(cells):
        return None
    while True:
        lower = [(x, y + 1) for x, y in cells]
        if heap & set(lower) or any(y >= _HIGH for _, y in lower):
            return cells
        cells = lower


def _worth(heap: set[tuple[int, int]], landed: Cells) -> float:
    """Rows are good; height, holes and steps between columns are not."""
    full = heap | set(landed)
    rows = [row for row in range(_HIGH) if all((x, row) in full for x in range(_WIDE))]
    left = {(x, y + sum(row > y for row in rows)) for x, y in full if y not in rows}
    tops = [min((y for x, y in left if x == column), default=_HIGH) for column in range(_WIDE)]
    holes = sum((x, y) not in left for x in range(_WIDE) for y in range(tops[x], _HIGH))
    steps = sum(abs(a - b) for a, b in pairwise(tops))
    height = sum(_HIGH - top for top in tops)
    return 0.76 * len(rows) ** 2 - 0.51 * height - 1.1 * holes - 0.18 * steps
