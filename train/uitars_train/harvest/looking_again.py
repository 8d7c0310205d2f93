"""Harvested screens seen with the eyes of today: their pictures are looked at again.

What programs told stays, and so does what was confirmed; instructions that name true elements hold.
Not here: exploring (`gathering.py`).
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import msgspec

from uitars_runtime.backends.embedded.prepare import prepare
from uitars_runtime.element import Element
from uitars_runtime.errors import UsageError
from uitars_runtime.eyes.eyes import Eyes
from uitars_runtime.frame import Frame
from uitars_train.harvest.records import Screen
from uitars_train.harvest.store import SUFFIX, read, write


class Again(NamedTuple):
    """A program that was looked at again."""

    name: str
    screens: int
    """With a picture."""
    missing: int
    """Without one; they stay as they were seen."""
    changed: int
    """On which the eyes see something else now."""


def look_again(folder: Path, pictures: Path, names: tuple[str, ...] = ()) -> Iterator[Again]:
    """The programs of a harvest, or those that are named, one after the other, each written when
    it is done. Raises `UsageError` where a picture is none."""
    eyes = Eyes()
    for path in sorted(folder.glob(f"*{SUFFIX}")):
        if not names or path.stem in names:
            yield _looked(path, pictures, eyes)


def picture_path(pictures: Path, name: str, place: int) -> Path:
    """Where the picture of a screen lies, by its place among all of its program."""
    return pictures / f"{name}-{place:03}.png"


def looked_at(frame: Frame, eyes: Eyes) -> tuple[Element, ...]:
    """What the eyes see, with colours: those need the pixels, which are not kept."""
    seen = eyes.look(frame, afresh=True)
    return prepare(("Look.",), (), seen, frame.size, frame.pixels).elements


def _looked(path: Path, pictures: Path, eyes: Eyes) -> Again:
    program, missing, changed = read(path), 0, 0
    screens: list[Screen] = []
    for place, screen in enumerate(program.screens):
        picture = picture_path(pictures, program.name, place)
        seen = screen.seen
        if picture.exists():
            seen = looked_at(_frame(picture), eyes)
            changed += _told(seen) != _told(screen.seen)
        else:
            missing += 1
        screens.append(msgspec.structs.replace(screen, seen=seen))
    if changed:
        write(msgspec.structs.replace(program, screens=tuple(screens)), path.parent)
    return Again(program.name, len(screens) - missing, missing, changed)


def _frame(path: Path) -> Frame:
    try:
        return Frame.of_png(path.read_bytes())
    except ValueError as error:
        raise UsageError(f"{path} is no picture.") from error


def _told(seen: tuple[Element, ...]) -> list[tuple[object, ...]]:
    """What counts as seen: how sure the eyes are does not."""
    return [(one.box, one.role, one.text, one.name, one.icon, one.checked) for one in seen]
