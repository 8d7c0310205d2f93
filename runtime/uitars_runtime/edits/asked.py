"""What the words of a request are: which ask for a change, of what, to what. Only values."""

from __future__ import annotations

import enum
from collections.abc import Sequence
from typing import Final, NamedTuple, Protocol

import msgspec

SURE: Final = 0.1
"""How likely its marks must be all right for a reading to be gone by. Of 120 requests of three
people 58 are read rightly so, four wrongly; of 30 that change no text one is taken for such."""


class Op(enum.StrEnum):
    """What can be asked of a text. The trained tagger knows this order: append, never reorder."""

    PUT = "put"
    """Lines more: `v` each of them, and where."""
    BEHIND = "behind"
    """Words at the end of a line: `v`, `l`."""
    FRONT = "front"
    """Words at the start of a line: `v`, `l`."""
    CUT = "cut"
    """Lines less: `l` each of them."""
    WORD = "word"
    """Words less: `x`, perhaps `in` a line."""
    CHANGE = "change"
    """Words for others: `x` old, `v` new, perhaps `in` a line, `only` some of them, `all`."""
    SET = "set"
    """Another value: `l` of what, `v` new, perhaps `x` old."""
    LINE = "line"
    """A line that is another: `l`, `v`."""
    WHOLE = "whole"
    """The text is this alone: `v` each line."""
    EMPTY = "empty"
    UNDO = "undo"
    SAVE = "save"
    SAVE_AS = "saveas"
    """Under another name: `v`."""
    UPPER = "upper"
    """Capitals: `l`, or all."""
    LOWER = "lower"
    MOVE = "move"
    """A line to another place: `l`, and where."""
    SWAP = "swap"
    """Two lines for each other: `l`, `m`."""
    SORT = "sort"
    """All lines, with `down` from the last letter to the first."""
    DOUBLE = "double"
    """A line twice: `l`."""
    OTHER = "other"
    """Nothing of a text: something else that the program is to do."""


class Slot(enum.StrEnum):
    """What a word is in it. The trained tagger knows this order, too."""

    NEW = "v"
    LINE = "l"
    OTHER_LINE = "m"
    OLD = "x"
    IN = "in"
    ALL = "all"
    ONLY = "only"
    END = "end"
    TOP = "top"
    BELOW = "below"
    ABOVE = "above"
    DOWN = "down"


class Marked(msgspec.Struct, frozen=True):
    """Words in a slot."""

    slot: Slot
    text: str
    start: int


class Asked(msgspec.Struct, frozen=True):
    """Words that ask for one change; without `op` what is only spoken of."""

    start: int
    end: int
    op: Op | None
    marked: tuple[Marked, ...] = ()

    def texts(self, slot: Slot) -> list[str]:
        return [one.text for one in self.marked if one.slot is slot]

    def has(self, slot: Slot) -> bool:
        return any(one.slot is slot for one in self.marked)


class Reading(NamedTuple):
    """What a request may ask for."""

    asked: tuple[Asked, ...]
    confidence: float
    """That all slots are right, 0 to 1. It tells right readings from wrong ones better than that of
    the ops with it, or of the least sure piece: of 120 requests, at five that are read wrongly, 48
    are read rightly and not 42 or 40."""


class Reader(Protocol):
    """Reads requests for changing a text."""

    def readings(self, request: str, lines: Sequence[str], /) -> list[Reading]:
        """What a request may ask of the lines of a text, the likeliest first."""
        ...
