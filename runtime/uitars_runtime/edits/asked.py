"""What the words of a request are: which ask for a change, of what, to what. Only values."""

from __future__ import annotations

import enum

import msgspec


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
