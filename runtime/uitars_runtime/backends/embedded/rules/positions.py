"""Places in a list that the task gives for one of its entries: "move Ada to the 2nd position".

The entry that stands at that place takes the words of the task as its name, so that the entry to
move can be dragged onto it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

import msgspec

from uitars_runtime.backends.embedded.rules.ordinals import ORDINALS
from uitars_runtime.element import Element, Role

_PLACE: Final = re.compile(
    r"\bto the (?P<said>(?P<number>\d+)(?:st|nd|rd|th) (?:position|place|spot|row)"
    r"|(?P<word>first|second|third|fourth|fifth|last) (?:position|place|spot|row)"
    r"|(?P<end>top|bottom|beginning|end))\b"
    r"|\b(?P<step>(?P<way>up|down) by (?:one|1)\b(?: position| place| row)?)",
    re.IGNORECASE,
)
_MOVED: Final = re.compile(r"\b(?:drag|move|bring|put)\b", re.IGNORECASE)
_LEAST: Final = 3
"""Entries of a list at least."""
_EDGE: Final = 6
"""Pixels by which entries of one list differ in their left edges and heights."""


def with_positions(elements: Sequence[Element], task: str) -> tuple[Element, ...]:
    """The same elements; the entry at the place that the task gives is named by it."""
    place = _PLACE.search(task)
    if place is None or not _MOVED.search(task[: place.start()]):
        return tuple(elements)
    said = task[: place.start()].lower()
    moved = [item for item in elements if _says(said, _plain(item.text))]
    lists = [entries for item in moved if len(entries := _list(item, elements)) >= _LEAST]
    if len(lists) != 1:
        return tuple(elements)
    entries, item = lists[0], next(item for item in moved if item in lists[0])
    index = _index(place, entries.index(item), len(entries))
    if not 0 <= index < len(entries) or entries[index] is item:
        return tuple(elements)
    name = place["said"] or place["step"]
    named = msgspec.structs.replace(entries[index], name=name)
    return tuple(named if one is entries[index] else one for one in elements)


def _plain(name: str) -> str:
    """A name without the picture beside it, which is read as a sign."""
    return re.sub(r"^\W+|\W+$", "", name.lower())


def _says(said: str, name: str) -> bool:
    return name != "" and re.search(rf"(?<!\w){re.escape(name)}(?!\w)", said) is not None


def _list(item: Element, elements: Sequence[Element]) -> list[Element]:
    """The entries of the list in which an entry stands, from above."""
    alike = [
        other
        for other in elements
        if other.text
        and other.role is not Role.TITLE
        and abs(other.box.left - item.box.left) <= _EDGE
        and abs(other.box.height - item.box.height) <= max(_EDGE, item.box.height // 2)
    ]
    return sorted(alike, key=lambda other: other.box.top)


def _index(place: re.Match[str], at: int, count: int) -> int:
    if place["number"]:
        return int(place["number"]) - 1
    if place["word"]:
        return (ORDINALS[place["word"].lower()] or count) - 1
    if place["way"]:
        return at + (1 if place["way"].lower() == "down" else -1)
    return 0 if place["end"].lower() in ("top", "beginning") else count - 1
