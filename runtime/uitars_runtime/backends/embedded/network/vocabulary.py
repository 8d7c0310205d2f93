"""The fixed tokens: what the model can say besides pointing, and the classes of what it reads.

One table of embeddings holds them all; the order is part of the weights. Append, never reorder.
"""

from __future__ import annotations

import enum
from typing import Final

from uitars_runtime.element import Role
from uitars_runtime.grounding import Side


class Act(enum.StrEnum):
    """What a step does, in the words of the UI-TARS grammar."""

    CLICK = "click"
    DOUBLE = "left_double"
    RIGHT = "right_single"
    DRAG = "drag"
    TYPE = "type"
    HOTKEY = "hotkey"
    SCROLL = "scroll"
    WAIT = "wait"
    FINISHED = "finished"
    CALL_USER = "call_user"
    FAIL = "fail"


POINTING: Final = (Act.CLICK, Act.DOUBLE, Act.RIGHT)
"""What is done at a point of one element."""

MODIFIERS: Final = ("ctrl", "alt", "shift", "super")
NAMED_KEYS: Final = (
    *("enter", "esc", "tab", "space", "backspace", "delete", "insert", "home", "end"),
    *("pageup", "pagedown", "up", "down", "left", "right"),
    *(f"f{number}" for number in range(1, 13)),
    *("a", "c", "v", "x", "z"),
)
DIRECTIONS: Final = ("down", "up", "left", "right")

ICONS: Final = (
    *("add", "remove", "save", "open", "new", "print", "search", "undo", "redo", "cut", "copy"),
    *("paste", "delete", "edit", "close", "minimize", "maximize", "menu", "settings", "home"),
    *("back", "forward", "up", "down", "refresh", "stop", "play", "pause", "next", "previous"),
    *("help", "info", "warning", "error", "user", "mail", "folder", "file", "download", "upload"),
    *("bold", "italic", "underline", "zoom_in", "zoom_out", "calendar", "star", "heart", "share"),
    *("link", "image", "attach", "send", "reply", "filter", "sort", "lock", "unlock", "volume"),
    *("more", "check", "history", "bookmark", "expand", "collapse", "replace", "camera"),
)

COLOURS: Final = (
    *("red", "orange", "yellow", "green", "cyan", "blue", "purple", "pink", "brown", "black"),
    *("white", "grey"),
)
COUNTED: Final = 10
"""Elements of one role, and numbers on the screen, are counted up to here."""
COUNTED_BACK: Final = 5
"""And from the last one, in a row or a column, up to here."""

BEGIN: Final = "<begin>"
END: Final = "<end>"
NOTHING: Final = "<nothing>"
"""No clause is left to serve."""
POINTER: Final = "<pointer>"

SPOKEN: Final = (
    BEGIN,
    END,
    NOTHING,
    POINTER,
    *(f"act:{act}" for act in Act),
    *(f"side:{side}" for side in Side),
    *(f"way:{way}" for way in DIRECTIONS),
    *(f"key:{key}" for key in (*MODIFIERS, *NAMED_KEYS)),
)
"""Every token that the output layer can choose, besides pointers."""

WORDS_MAX: Final = 96
HISTORY_MAX: Final = 12
ELEMENTS_MAX: Final = 120

_COUNTED_ALONG: Final = ("across", "down", "stacked")
"""`layout.counted`."""

READ: Final = (
    *("part:word", "part:step", "part:element"),
    *("word:quoted", "word:opens", "word:closes", "word:glued", "word:capital", "word:single"),
    *("word:number", "word:mark"),
    *("served:once", "served:more", "served:last", "served:before"),
    *(f"place:{index}" for index in range(WORDS_MAX)),
    *(f"ago:{index}" for index in range(HISTORY_MAX)),
    *("came:unknown", "came:changed", "came:unchanged", "came:failed"),
    *(f"did:{act}" for act in Act),
    *(f"role:{role}" for role in Role),
    *("state:checked", "state:selected", "state:focused", "state:disabled"),
    *("text:none", "text:some", "name:none", "name:text", "name:other"),
    *(f"icon:{icon}" for icon in ICONS),
    *("icon:unknown", "word:note", "nth:last"),
    *(f"nth:{place}" for place in range(1, COUNTED + 1)),
    *(f"rank:{place}" for place in range(1, COUNTED + 1)),
    *(f"colour:{colour}" for colour in COLOURS),
    *(f"{way}:{place}" for way in _COUNTED_ALONG for place in range(1, COUNTED + 1)),
    *(f"{way}:last-{place}" for way in _COUNTED_ALONG for place in range(COUNTED_BACK)),
)
TOKENS: Final = ("<none>", *SPOKEN, *READ)
"""Rows of the table of embeddings; row 0 stays empty."""
ROW: Final = {token: row for row, token in enumerate(TOKENS)}
SPOKEN_ID: Final = {token: index for index, token in enumerate(SPOKEN)}
SPOKEN_ROW: Final = tuple(ROW[token] for token in SPOKEN)
