"""Moves of a game's scripted player as steps to learn, as far as words and elements say them."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot
from typing import TYPE_CHECKING, Final

import msgspec

from uitars_runtime.browser.page import Page
from uitars_runtime.types import Action, Click, Drag, Point, Press, Wait
from uitars_train.data.sample import Sample, untagged
from uitars_train.flywheel.advice import target_of
from uitars_train.games.moves import Move, Pull, Rest, Stroke, Tap
from uitars_train.games.records import Board

if TYPE_CHECKING:
    from uitars_runtime.backends.embedded.network.decoder import Decoder
    from uitars_runtime.backends.embedded.situation import Situation

_NAMES: Final = {"back": "backspace"}
"""Of keys that games call otherwise."""
_NEAR: Final = 0.3
"""Units of the board within which a place does as well: most things there are one unit large."""
_CORNER: Final = "[screenX + (outerWidth - innerWidth) / 2, screenY + outerHeight - innerHeight]"
"""Where the page lies on the screen."""


class Wished(msgspec.Struct, frozen=True):
    """What the player wants next, on the screen as it is; implements `Advice`."""

    action: Action
    places: tuple[Point, ...] = ()
    """Where it begins and ends."""
    reach: float = 0.0
    """Pixels within which a place does as well."""
    entry: bool = False
    said: str = ""
    option: str = ""

    def hits(self, points: Sequence[Point], end: int = 0) -> list[bool]:
        """Whether they lie near enough."""
        there = self.places[end]
        return [hypot(at.x - there.x, at.y - there.y) <= self.reach for at in points]


def wished(move: Move, board: Board, page: Page) -> Wished:
    """A move in pixels of the screen."""
    left, top = page.evaluate(_CORNER)

    def pixel(x: float, y: float) -> Point:
        across, down = board.pixel(x, y)
        return Point(round(left + across), round(top + down))

    reach = _NEAR * board.unit
    match move:
        case Stroke(key):
            return Wished(Press((_NAMES.get(key, key),)))
        case Tap(x, y):
            return Wished(Click(pixel(x, y)), (pixel(x, y),), reach)
        case Pull(x, y, to_x, to_y):
            start, end = pixel(x, y), pixel(to_x, to_y)
            return Wished(Drag(start, end), (start, end), reach)
        case Rest():
            return Wished(Wait(0.0))


def lesson(wish: Wished, seen: Situation, decoder: Decoder, game: str) -> Sample | None:
    """The step; None where neither words nor elements say it."""
    target = target_of(wish, seen, decoder)
    return None if target is None else untagged(seen, target, f"game {game}")
