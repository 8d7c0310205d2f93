"""Instructions for a picture, made from what its programs say of their widgets.

Each asks for one thing that only one widget on the screen can be, so that a click in its box, or
the answer that nothing is left to do, is right. The tree is a witness with gaps: a set made so is
for development, where its mistakes can be looked at, and no exam. Not here: how pictures are taken
(`record.py`).
"""

from __future__ import annotations

import re
import zlib
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from rapidfuzz import fuzz

from uitars_runtime.element import Element, Role
from uitars_train.evaluate.screens import Expect, ExpectClick, ExpectFinish, Item

ON: Final = {
    "state": ("Make sure '{}' is on", "Tick {}", "Turn on {}"),
    "choice": ("Select the option {}", "Choose {}", "Make sure '{}' is selected"),
    "tab": ("Go to the {} tab", "Show the {} page"),
}
OFF: Final = ("Make sure '{}' is off", "Untick {}", "Turn off {}")
PLAIN: Final = {
    "direct": ("Press {}", "Click {}", "Click the {} button"),
    "icon": ("Click the {} icon", "Press the button for {}", "Click {}"),
    "menu": ("Open the {} menu", "Open {} in the menu bar"),
    "entry": ("Choose {}", "Pick {} from the menu"),
    "combo": ("Open the list {}", "Open the {} drop-down list"),
    "field": ("Click into the field {}", "Put the cursor into the {} field"),
    "row": ("Select {}", "Click the entry {}"),
}
_KINDS: Final = {
    **{Role.BUTTON: "direct", Role.LINK: "direct", Role.ICON: "icon", Role.MENU: "menu"},
    **{Role.MENU_ITEM: "entry", Role.COMBO: "combo", Role.FIELD: "field", Role.ITEM: "row"},
    **{Role.CHECKBOX: "state", Role.RADIO: "choice", Role.TAB: "tab"},
}
_WORDLESS: Final = ("icon", "field", "combo")
"""What does not show its name; all else whose name is not read lies behind another window."""
_NAME: Final = re.compile(r"[^\W\d_].{1,59}")
"""What can be said in an instruction: begins with a letter, two to sixty characters."""
_ALIKE: Final = 70.0
"""Least likeness, of 100, of a name to words that the eyes read on its widget."""
_LEAST: Final = 8
"""Pixels below which a box is what a program hides, not what it shows."""


def asks(image: str, told: Sequence[Element], seen: Sequence[Element]) -> Iterator[Item]:
    """One instruction for each widget with a name of its own, in the order of the tree.

    `told`: what the programs say; `seen`: what the eyes read, which decides whether a button shows
    its name in words or is a picture, and whether anything else that has words is in sight.
    """
    names = Counter(_plain(element.name) for element in told)
    for element in told:
        kind = _KINDS.get(element.role)
        name = element.name.strip().rstrip(":").rstrip(".…")
        if kind is None or element.disabled or not _NAME.fullmatch(name):
            continue
        small = min(element.box.width, element.box.height) < _LEAST
        if small or names[_plain(element.name)] > 1:
            continue
        if not _in_words(element, seen) and kind not in _WORDLESS:
            if kind != "direct":
                continue
            kind = "icon"
        task, expect = _asked(kind, name, element)
        yield Item(image, f"{task}.", expect, tag=kind)


def _asked(kind: str, name: str, element: Element) -> tuple[str, Expect]:
    """The wording follows from the name alone, so a set made twice is the same set."""
    drawn = zlib.crc32(name.encode())
    box = element.box
    click = ExpectClick((box.left, box.top, box.right, box.bottom))
    if kind in PLAIN:
        return _worded(PLAIN[kind], drawn, name), click
    on = element.selected if kind == "tab" else element.checked
    if kind == "state" and drawn // 16 % 2:
        return _worded(OFF, drawn, name), click if on else ExpectFinish()
    return _worded(ON[kind], drawn, name), ExpectFinish() if on else click


def _worded(wordings: Sequence[str], drawn: int, name: str) -> str:
    return wordings[drawn % len(wordings)].format(name)


def _plain(name: str) -> str:
    return name.strip().rstrip(":.…").casefold()


def _in_words(element: Element, seen: Sequence[Element]) -> bool:
    read = " ".join(one.text for one in seen if one.text and element.box.contains(one.box.center))
    return fuzz.partial_ratio(_plain(element.name), read.casefold()) >= _ALIKE and len(read) > 1
