"""What a task may ask for: one goal for each thing. Only values; `reading.py` finds them."""

from __future__ import annotations

import enum

import msgspec


class Enter(msgspec.Struct, frozen=True):
    """Text into a field. Without quotes where the text ends may be open: any of the readings."""

    words: str
    readings: tuple[tuple[str, str], ...]
    """Text, and what the field is called; empty for the only one or the document."""


class Toggle(msgspec.Struct, frozen=True):
    """A box that is to be ticked, or not."""

    words: str
    control: str
    on: bool


class Choose(msgspec.Struct, frozen=True):
    """One of several: an option, an entry of a list, a menu or a tab; or simply a control."""

    words: str
    readings: tuple[tuple[str, str], ...]
    """The option, and what it is chosen from; empty where the task does not say."""


class Push(msgspec.Struct, frozen=True):
    """A button or a link."""

    words: str
    control: str
    within: str = ""


class Keys(msgspec.Struct, frozen=True):
    """A chord on the keyboard."""

    words: str
    keys: tuple[str, ...]


class Save(msgspec.Struct, frozen=True):
    """What is being worked on, on disk; empty `name`: under the name it has."""

    words: str
    name: str = ""


class Show(msgspec.Struct, frozen=True):
    """A program, a file, a menu or a window that is to be opened."""

    words: str
    what: str


class Close(msgspec.Struct, frozen=True):
    """A window that is to be gone; empty `what`: the one at hand."""

    words: str
    what: str


class Change(enum.StrEnum):
    """What may be asked of the text of a document."""

    APPEND = "append"
    """`text` is a new last line."""
    PREPEND = "prepend"
    """`text` is a new first line."""
    INSERT = "insert"
    """`text` is new in it, somewhere."""
    REPLACE = "replace"
    """`old` is `text` now, everywhere."""
    REMOVE = "remove"
    """`old` is gone, everywhere."""
    CUT = "cut"
    """The line `number` (from 1, -1 the last), or the one with `old` in it, is gone."""
    WHOLE = "whole"
    """It is `text` and nothing else."""


class Alter(msgspec.Struct, frozen=True):
    """A change to the text of a document, of which everything else is to stay as it is."""

    words: str
    change: Change
    text: str = ""
    old: str = ""
    number: int = 0


class Reckon(msgspec.Struct, frozen=True):
    """A sum that is to be worked out; `keys` enter it into a calculator."""

    words: str
    keys: str


class OneOf(msgspec.Struct, frozen=True):
    """Words that can be read in several ways; the one that comes about is the one meant."""

    words: str
    goals: tuple[Goal, ...]


class Unread(msgspec.Struct, frozen=True):
    """A part of the task that code cannot read."""

    words: str


Single = Enter | Toggle | Choose | Push | Keys | Save | Show | Close | Alter | Reckon | Unread
Goal = Single | OneOf
