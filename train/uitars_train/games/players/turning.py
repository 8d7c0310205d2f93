"""Scripted players of the games with tiles and mirrors to turn: they know how those were meant."""

from __future__ import annotations

import msgspec

from uitars_train.games.moves import Move, Tap


class Tiles(msgspec.Struct):
    size: int
    tiles: tuple[int, ...]
    solved: tuple[int, ...]


def turning(own: msgspec.Raw) -> Move:
    """Turn the first tile that is not as it was meant."""
    seen = msgspec.json.decode(own, type=Tiles)
    place = next(i for i, bits in enumerate(seen.tiles) if bits != seen.solved[i])
    unit = 7.5 / seen.size
    return Tap(0.25 + (place % seen.size + 0.5) * unit, 0.25 + (place // seen.size + 0.5) * unit)


class Laser(msgspec.Struct):
    cells: tuple[str, ...]
    mirrors: tuple[int, ...]
    solved: tuple[str, ...]


def laser(own: msgspec.Raw) -> Move:
    """Turn the first mirror that is not as it was meant."""
    seen = msgspec.json.decode(own, type=Laser)
    meant = zip(seen.mirrors, seen.solved, strict=True)
    place = next(place for place, kind in meant if seen.cells[place] != kind)
    return Tap(0.7 + place % 8, 0.7 + place // 8)
