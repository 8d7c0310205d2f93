"""What a player does in one step; places are in units of the board."""

from __future__ import annotations

import msgspec


class Stroke(msgspec.Struct, frozen=True, tag="stroke"):
    """Press and release a key: `left`, `right`, `up`, `down`, `space`, `enter`, `back`, or a
    character."""

    key: str


class Tap(msgspec.Struct, frozen=True, tag="tap"):
    """Click."""

    x: float
    y: float


class Pull(msgspec.Struct, frozen=True, tag="pull"):
    """Press at the first place, release at the second."""

    x: float
    y: float
    to_x: float
    to_y: float


class Rest(msgspec.Struct, frozen=True, tag="rest"):
    """Let the time of a step go by."""


Move = Stroke | Tap | Pull | Rest
