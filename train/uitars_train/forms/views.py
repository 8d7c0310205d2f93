"""What eyes make of forms that people wrote down: each drawn as pages and windows of many looks,
the controls that were seen and which ones they are.

`python -m uitars_train.forms.views` looks at all of them and writes what it saw, for learning.
Not here: how they are drawn (`pages.py`, `windows.py`), what is learned from it (`samples.py`).
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Final, NamedTuple

import msgspec

from uitars_runtime.browser.chromium import OWN_PAGES
from uitars_runtime.browser.own import headless
from uitars_runtime.element import Element, Role
from uitars_runtime.eyes.eyes import Eyes
from uitars_runtime.forms.form import FILLED, KINDS, STATEFUL, Control, Kind, controls
from uitars_runtime.frame import Frame
from uitars_runtime.geometry import Box, holds
from uitars_train.forms import pages, seen, windows, written
from uitars_train.forms.seen import Seen, View, Views
from uitars_train.forms.written import Form
from uitars_train.screens import web_truth
from uitars_train.screens.gtk import GtkScreens
from uitars_train.screens.qt import QtScreens
from uitars_train.screens.screen import Split, seeded

_PAGES: Final = 2
"""Looks at a form as a page; as a window of each toolkit it is looked at once."""
_SIZES: Final = ((1280, 660), (1280, 660), (1000, 620), (1280, 900), (800, 600))
"""Of pages, in pixels."""
_WHOLE: Final = 0.7
"""Share of its controls that stand on the screen, at least."""
_LARGER, _SEVERAL = 4, 2
"""How much larger than a control what is seen of it may be, and of how many it is none."""


Place = tuple[int, str]
"""A control of a form, and the entry where it is a group."""


class Picture(NamedTuple):
    """A form as it was drawn."""

    toolkit: str
    frame: Frame
    truth: tuple[Element, ...]
    places: Mapping[Place, Box]


def look_at(author: str, forms: Sequence[Form]) -> Iterator[Views]:
    """Each form a few times; the same author and forms give the same views."""
    eyes = Eyes()
    for form, drawn in zip(forms, pictures(author, forms), strict=True):
        looks = ((one, eyes.look(one.frame, afresh=True)) for one in drawn)
        views = (view(one, form, elements) for one, elements in looks)
        yield tuple(view for view in views if view is not None)


def pictures(author: str, forms: Sequence[Form]) -> Iterator[list[Picture]]:
    """How each form is drawn."""
    with ExitStack() as stack:
        page = stack.enter_context(headless(*OWN_PAGES))
        toolkits = [
            stack.enter_context(closing(one(Split.TRAIN))) for one in (GtkScreens, QtScreens)
        ]
        for number, form in enumerate(forms):
            drawn: list[Picture] = []
            for time in range(_PAGES):
                source = seeded(f"form {author} {number} {time}")
                html, size = pages.page(form, source), source.choice(_SIZES)
                frame, truth = web_truth.drawn(page, html, *size, 1)
                named = tuple(_named(one, form) for one in truth)
                drawn.append(Picture("web", frame, named, of_page(truth)))
            for toolkit in toolkits if windows.is_drawable(form) else ():
                source = seeded(f"form {author} {number} window")
                screen = toolkit.make(source.randrange(2**31), windows.window(form, source))
                places = _of_window(form, screen.elements)
                found = Frame(screen.pixels), screen.elements
                drawn.append(Picture(screen.toolkit, *found, places))
            yield drawn


def _named(true: Element, form: Form) -> Element:
    """What is on a page, called as people call it and not by its number."""
    number, _, entry = true.name.removeprefix(pages.LABEL).partition(pages.APART)
    if not number.isdigit():
        return true
    return msgspec.structs.replace(true, name=entry or form.controls[int(number)].label)


def of_page(truth: Sequence[Element]) -> dict[Place, Box]:
    """Where its controls are; each says in its name which one it is."""
    found: dict[Place, Box] = {}
    for one in truth:
        number, _, entry = one.name.partition(pages.APART)
        if number.isdigit():
            found[int(number), entry] = one.box
    return found


def _of_window(form: Form, truth: Sequence[Element]) -> dict[Place, Box]:
    """The same of a window; of two that are called the same the upper one is the first."""
    found: dict[Place, Box] = {}
    for number, one in enumerate(form.controls):
        for entry in one.entries if one.kind is Kind.CHOICE else ("",):
            name = entry or one.called
            called = [
                other.box
                for other in truth
                if other.name == name
                # A window is often called like the button in it.
                and (other.role is not Role.TITLE or one.kind is Kind.TEXT)
                and _are_alike(KINDS.get(other.role), one.kind)
                and other.box not in found.values()
            ]
            if called:
                found[number, entry] = min(called, key=lambda box: (box.top, box.left))
    return found


def _are_alike(one: Kind | None, other: Kind) -> bool:
    """Whether both take a value, are both on or off, or neither."""
    if one in FILLED or other in FILLED:
        return one in FILLED and other in FILLED
    return (one in STATEFUL) is (other in STATEFUL)


def view(picture: Picture, form: Form, elements: Sequence[Element]) -> View | None:
    """What is seen of a form, where most of it is."""
    if len({number for number, _ in picture.places}) < _WHOLE * len(form.controls):
        return None
    found = controls(elements)
    pairs = sorted(
        (_is_called(one, form, place), _apart(at, elements[one.element].box), row, place)
        for row, one in enumerate(found)
        for place, at in _meant_by(elements[one.element].box, picture.places)
        if _are_alike(one.kind, form.controls[place[0]].kind)
    )
    which: dict[int, Place] = {}
    for *_, row, place in pairs:
        if row not in which and place not in which.values():
            which[row] = place
    return View(
        picture.toolkit,
        tuple(
            Seen(one.kind, one.label, one.holds, *which.get(row, (-1, "")))
            for row, one in enumerate(found)
        ),
    )


def _meant_by(box: Box, places: Mapping[Place, Box]) -> list[tuple[Place, Box]]:
    """What something that was seen may be: where it is there, nothing of what it holds several."""
    held = [place for place, at in places.items() if holds(box, at)]
    return [(place, at) for place, at in places.items() if len(held) < _SEVERAL and _is_at(at, box)]


def _is_called(control: Control, form: Form, place: Place) -> bool:
    """False, which comes first, where it is called as it was written."""
    number, entry = place
    return control.label != (entry or form.controls[number].called)


def _apart(one: Box, other: Box) -> int:
    return abs(one.center.x - other.center.x) + abs(one.center.y - other.center.y)


def _is_at(true: Box, box: Box) -> bool:
    return true.contains(box.center) or (
        box.contains(true.center) and box.area <= _LARGER * true.area
    )


def main() -> int:
    """Look at the forms of all authors, or of some."""
    parser = argparse.ArgumentParser(prog="python -m uitars_train.forms.views", description=__doc__)
    parser.add_argument("--only", nargs="+", metavar="AUTHOR", help="of these; default: all")
    parser.add_argument("--out", type=Path, default=written.FOLDER, help="folder for what is seen")
    arguments = parser.parse_args()
    authors = written.read(views=False)
    for author in arguments.only or authors:
        if author not in authors:
            parser.error(f"no author is called {author}; there are {', '.join(authors)}")
        views = [*look_at(author, authors[author])]
        path = arguments.out / f"{author}{seen.SUFFIX}"
        seen.write(path, written.digest(authors[author]), views)
        sys.stdout.write(f"{author}: {sum(map(len, views))} looks at {len(views)} forms\n")
        sys.stdout.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main())
