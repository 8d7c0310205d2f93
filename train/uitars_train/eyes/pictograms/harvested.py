"""Icons of real programs with what their programs call them, out of the harvest."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import msgspec
import numpy as np
from numpy.typing import NDArray

from uitars_runtime.element import Element, Role
from uitars_runtime.types import Box
from uitars_train.harvest.crops import MARGIN, decoded
from uitars_train.harvest.records import Program, Screen, Truth
from uitars_train.harvest.store import read_all

_CHORD: Final = re.compile(
    r"\s*[(\[]?\b(?:(?:ctrl|shift|alt|meta|super)\s*\+\s*)+[\w/\\.,+\-= ]{1,12}[)\]]?",
    re.IGNORECASE,
)
_KEY: Final = re.compile(r"\s*\((?:F\d+|Esc|Del|Delete|Home|End|\W)\)\s*$")
_MARKUP: Final = re.compile(r"<[^>]+>|&\w+;")
_MNEMONIC: Final = re.compile(r"(?<!\w)[&_](?=\w)|(?<=\w)&(?=\w)")
_WORD: Final = re.compile(r"[A-Za-z]{2}")
_LONGEST: Final = 80
"""Characters of a name."""


class Icon(msgspec.Struct, frozen=True):
    """A picture without words on some screen."""

    program: str
    screen: int
    place: int
    """Of the widget among what is true of the screen."""
    names: tuple[str, ...]
    """What its program calls it, its tool tip too; empty where it tells nothing."""
    crop: int
    """Which picture of its program it is."""
    seen: Element | None
    """What the eyes saw there."""
    picture: NDArray[np.uint8]
    """The control and a margin."""
    middle: tuple[float, float]
    """Of what was seen, or else of the control, in the picture."""
    side: int
    """Of the square that the eyes cut out around it."""


def icons(folder: Path) -> Iterator[Icon]:
    """All icons of a harvest of which a picture is kept, on screens in English."""
    for program in read_all(folder):
        for icon in icons_of(program):
            if not program.looks[program.screens[icon.screen].look].language:
                yield icon


def icons_of(program: Program) -> Iterator[Icon]:
    """All icons of a program of which a picture is kept."""
    pictures: dict[int, NDArray[np.uint8]] = {}
    for at, screen in enumerate(program.screens):
        for place, true in enumerate(screen.true):
            if true.crop >= 0 and not true.element.text and true.element.role in _PICTURED:
                if true.crop not in pictures:
                    pictures[true.crop] = decoded(program.crops[true.crop])
                yield _icon(program.name, at, place, screen, true, pictures[true.crop])


_PICTURED: Final = frozenset({Role.ICON, Role.BUTTON})


def _icon(
    program: str, at: int, place: int, screen: Screen, true: Truth, picture: NDArray[np.uint8]
) -> Icon:
    box = true.element.box
    seen = max(
        (one for one in screen.seen if box.contains(one.box.center)),
        key=lambda one: _overlap(one.box, box),
        default=None,
    )
    cut = seen.box if seen else box
    left, top = max(0, box.left - MARGIN), max(0, box.top - MARGIN)
    return Icon(
        program=program,
        screen=at,
        place=place,
        names=names_of(true),
        crop=true.crop,
        seen=seen,
        picture=picture,
        middle=(cut.center.x - left, cut.center.y - top),
        side=min(128, max(24, round(1.25 * max(cut.width, cut.height)))),
    )


def names_of(true: Truth) -> tuple[str, ...]:
    """What a program calls a widget, without keys and marks."""
    told = (_plain(text) for text in (true.element.name, true.description))
    return tuple(dict.fromkeys(text for text in told if _WORD.search(text)))


def _plain(text: str) -> str:
    lines = _MARKUP.sub(" ", text).strip().splitlines()
    first = _KEY.sub("", _CHORD.sub("", lines[0])) if lines else ""
    return re.sub(r"\s+", " ", _MNEMONIC.sub("", first)).strip(" .…:")[:_LONGEST]


def _overlap(one: Box, other: Box) -> float:
    wide = min(one.right, other.right) - max(one.left, other.left)
    high = min(one.bottom, other.bottom) - max(one.top, other.top)
    shared = max(0, wide) * max(0, high)
    return shared / (one.width * one.height + other.width * other.height - shared)
