"""Scripted players of the games in which something is led along a way."""

from __future__ import annotations

import msgspec

from uitars_train.games.moves import Move, Pull, Rest, Stroke

_KEYS = ("up", "right", "down", "left")
_STEPS = ((0, -1), (1, 0), (0, 1), (-1, 0))


class Maze(msgspec.Struct):
    size: int
    at: int
    open: tuple[int, ...]
    far: tuple[int, ...]


def maze(own: msgspec.Raw) -> Move:
    """Where it is one step less to the door."""
    seen = msgspec.json.decode(own, type=Maze)
    for side, (dx, dy) in enumerate(_STEPS):
        to = seen.at + dx + dy * seen.size
        if seen.open[seen.at] & 1 << side and seen.far[to] < seen.far[seen.at]:
            return Stroke(_KEYS[side])
    return Rest()


class Snake(msgspec.Struct):
    size: int
    way: tuple[int, ...]
    body: tuple[int, ...]


def snake(own: msgspec.Raw) -> Move:
    """The way that the level was made from."""
    seen = msgspec.json.decode(own, type=Snake)
    by = seen.way[len(seen.body)] - seen.body[-1]
    return Stroke({1: "right", -1: "left", seen.size: "down", -seen.size: "up"}[by])


class Sokoban(msgspec.Struct):
    way: tuple[int, ...]
    made: tuple[int, ...]


def sokoban(own: msgspec.Raw) -> Move:
    """The way that the level was made from, backwards."""
    seen = msgspec.json.decode(own, type=Sokoban)
    return Stroke(_KEYS[seen.way[len(seen.made)]])


class Unblock(msgspec.Struct):
    blocks: tuple[tuple[int, int, int, bool], ...]
    way: tuple[tuple[int, int], ...]
    made: int


def unblock(own: msgspec.Raw) -> Move:
    """The fewest slides."""
    seen = msgspec.json.decode(own, type=Unblock)
    block, by = seen.way[seen.made]
    column, row, _, lies = seen.blocks[block]
    x, y = column + 0.7, row + 0.7
    return Pull(x, y, x + by, y) if lies else Pull(x, y, x, y + by)


class Runner(msgspec.Struct):
    at: float
    speed: float
    high: float
    ahead: tuple[tuple[float, float, int], ...]


def runner(own: msgspec.Raw) -> Move:
    """Jump right before what stands and before pits, duck before what flies."""
    seen = msgspec.json.decode(own, type=Runner)
    step = 0.16 * seen.speed
    ahead = [one for one in seen.ahead if one[0] + one[1] > seen.at - 0.2]
    if not ahead or seen.high > 0:
        return Rest()
    where, _, kind = ahead[0]
    if where - seen.at > 0.5 + 1.6 * step:
        return Rest()
    return Stroke("down" if kind == 1 else "up")
