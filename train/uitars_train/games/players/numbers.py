"""Scripted players of the games with numbers that join."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import pairwise

import msgspec

from uitars_train.games.moves import Move, Pull, Stroke, Tap

_SIDE = 4
_CORNER = (15, 14, 13, 12, 8, 9, 10, 11, 7, 6, 5, 4, 0, 1, 2, 3)
"""Places of a board of powers from the largest tile on, as a snake from a corner."""


class Powers(msgspec.Struct):
    cells: tuple[int, ...]


def powers(own: msgspec.Raw) -> Move:
    """The slide after which, with one more, the large tiles lie best along a snake."""
    cells = msgspec.json.decode(own, type=Powers).cells

    def worth(key: str) -> float:
        moved = _slid(cells, key)
        if moved == cells:
            return -math.inf
        return _order(moved) + max(_order(_slid(moved, one)) for one in _LINES)

    return Stroke(max(_LINES, key=worth))


def _order(cells: tuple[int, ...]) -> float:
    return sum(cells[place] * 0.5**i for i, place in enumerate(_CORNER)) + 4 * cells.count(0)


_LINES = {
    "down": [tuple(range(column + 12, -1, -_SIDE)) for column in range(_SIDE)],
    "left": [tuple(range(row, row + _SIDE)) for row in range(0, 16, _SIDE)],
    "right": [tuple(range(row + 3, row - 1, -1)) for row in range(0, 16, _SIDE)],
    "up": [tuple(range(column, 16, _SIDE)) for column in range(_SIDE)],
}


def _slid(cells: tuple[int, ...], key: str) -> tuple[int, ...]:
    """The board after a slide, before a tile is added."""
    new = [0] * len(cells)
    for line in _LINES[key]:
        kept = [cells[place] for place in line if cells[place]]
        joined: list[int] = []
        while kept:
            value = kept.pop(0)
            if kept and kept[0] == value:
                value += kept.pop(0)
            joined.append(value)
        for place, value in zip(line, joined, strict=False):
            new[place] = value
    return tuple(new)


class Cubes(msgspec.Struct):
    cells: tuple[int, ...]
    value: int


def cubes(own: msgspec.Raw) -> Move:
    """Onto an equal cube, or one a little larger; else onto the lowest column."""
    seen = msgspec.json.decode(own, type=Cubes)

    def worth(column: int) -> tuple[bool, float]:
        stack = [value for value in seen.cells[column::5] if value]
        top = stack[0] if stack else 2 * seen.value
        equal = top == seen.value
        above = math.log2(top / seen.value) if top > seen.value else 4.0
        return equal, -above - 1.6 * len(stack)

    column = max(range(5), key=worth)
    return Tap(column + 0.6, 4.0)


class Gems(msgspec.Struct):
    cells: tuple[int, ...]


def gems(own: msgspec.Raw) -> Move:
    """A group of the highest number, joined at its lowest stone."""
    cells = msgspec.json.decode(own, type=Gems).cells
    joined = {place for pair in _pairs(5) if cells[pair[0]] == cells[pair[1]] for place in pair}
    place = max(joined, key=lambda one: (cells[one], one))
    return Tap(*_middle(place))


class Doubles(msgspec.Struct):
    cells: tuple[int, ...]


def doubles(own: msgspec.Raw) -> Move:
    """The pair after which most pairs are left; of those the highest."""
    cells = msgspec.json.decode(own, type=Doubles).cells
    pairs = [pair for pair in _pairs(5) if cells[pair[0]] == cells[pair[1]]]

    def worth(pair: tuple[int, int]) -> tuple[float, int]:
        start, end = pair
        left = list(cells)
        left[end] *= 2
        for place in range(start, 4, -5):
            left[place] = left[place - 5]
        left[start % 5] = 0
        equal = sum(left[a] == left[b] for a, b in _pairs(5))
        return min(equal, 4) + math.log2(cells[start]), start

    start, end = max([*pairs, *((b, a) for a, b in pairs)], key=worth)
    return Pull(*_middle(start), *_middle(end))


def _middle(place: int) -> tuple[float, float]:
    return 0.6 + place % 5, 0.6 + place // 5


def _pairs(side: int) -> Iterator[tuple[int, int]]:
    """Neighbours on a square board, the upper or left one first."""
    for line in range(side):
        yield from pairwise(range(line * side, (line + 1) * side))
        yield from pairwise(range(line, side * side, side))
