"""The scripted player of jewels."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby, pairwise

import msgspec

from uitars_train.games.moves import Move, Pull, Rest

_SIDE, _STAR = 8, 4
_ROWS = [tuple(range(row * _SIDE, (row + 1) * _SIDE)) for row in range(_SIDE)]
_COLUMNS = [tuple(range(column, _SIDE * _SIDE, _SIDE)) for column in range(_SIDE)]


class Jewels(msgspec.Struct):
    cells: tuple[int, ...]


def jewels(own: msgspec.Raw) -> Move:
    """The swap by which most goes at once; low on the board, where more may follow."""
    cells = msgspec.json.decode(own, type=Jewels).cells
    found = [(_worth(cells, a, b), b, a) for a, b in _swaps()]
    worth, b, a = max(found)
    if not worth:
        return Rest()
    return Pull(0.7 + a % _SIDE, 0.7 + a // _SIDE, 0.7 + b % _SIDE, 0.7 + b // _SIDE)


def _swaps() -> Iterator[tuple[int, int]]:
    for line in (*_ROWS, *_COLUMNS):
        yield from pairwise(line)


def _worth(cells: tuple[int, ...], a: int, b: int) -> float:
    """Places that go; powers that go or come count more."""
    tried = list(cells)
    tried[a], tried[b] = tried[b], tried[a]
    powers = [cell // 10 for cell in cells]
    if _STAR in (powers[a], powers[b]):
        kind = (cells[b] if powers[a] == _STAR else cells[a]) % 10
        return 1.0 + sum(cell % 10 == kind for cell in cells)
    worth = 0.0
    for line in (*_ROWS, *_COLUMNS):
        for kind, run in groupby(line, key=lambda place: tried[place] % 10):
            places = list(run)
            stars = any(tried[place] // 10 == _STAR for place in places)
            if len(places) > 2 and kind >= 0 and not stars:
                worth += len(places) ** 1.5 + sum(6 * (tried[one] >= 10) for one in places)
    return worth
