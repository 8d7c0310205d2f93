"""Asks made by rule on harvested screens: next to, between, counted, in a row, a cell, by name.

A third of what people say on a screen is said by where things are, and few sentences are of each
sort. How things stand to each other is known from what the programs tell, so that any number of
such asks can be made on every screen; the ways to say them are in `places.txt`. They teach where to
look, people's own sentences how it is said. Asks by the very words of a control are among them, for
people were asked to write few, and who learns from intents alone forgets to read. Not here:
sentences of people (`reading.py`).
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from importlib.resources import files
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from uitars_runtime.backends.embedded.network.neighbours import NOBODY, SIDES, neighbours
from uitars_runtime.element import Element, Role
from uitars_train.harvest.records import Screen, Truth
from uitars_train.instructions.harvested import Harvest
from uitars_train.instructions.records import DoClick, Instruction, Style, Tag
from uitars_train.simulator.lexicon import sections
from uitars_train.tasks.phrasing import expand

_WORDINGS: Final = {
    name: tuple(text.splitlines())
    for name, text in sections(files("uitars_train.instructions") / "places.txt").items()
}
_NOUNS: Final[dict[Role, tuple[str, ...]]] = {
    Role.BUTTON: ("button",),
    Role.ICON: ("icon", "button", "picture", "symbol", "sign"),
    Role.CHECKBOX: ("tick", "checkbox", "check box", "tick box", "box"),
    Role.RADIO: ("radio button", "option", "choice", "circle"),
    Role.FIELD: ("field", "box", "text field", "entry field"),
    Role.COMBO: ("list", "drop-down", "combo box", "drop-down list"),
    Role.MENU: ("menu",),
    Role.MENU_ITEM: ("entry", "item", "menu entry", "line"),
    Role.TAB: ("tab", "page", "section"),
    Role.ITEM: ("item", "entry", "line", "row"),
    Role.HEADER: ("header", "column", "heading", "column header"),
    Role.LINK: ("link",),
    Role.SLIDER: ("slider",),
}
_NTH: Final = (
    *(("first", "1st"), ("second", "2nd"), ("third", "3rd"), ("fourth", "4th"), ("fifth", "5th")),
    *(("sixth", "6th"), ("seventh", "7th"), ("eighth", "8th")),
)
_LONGEST: Final = 5
"""Words of a name by which somebody says what stands beside it."""
_FEWEST: Final = 3
"""Things of one kind from which they are counted."""
_SMALL: Final = 0.5
"""Share of names, and of sentences, in small letters."""
_QUOTED: Final = 0.12
_WITH_ARTICLE: Final = 0.25
_FURTHEST: Final = 240
"""Pixels up to which things are said to stand beside each other."""
_STOPLESS: Final = 0.5
"""Share of sentences without a full stop."""

Floats = NDArray[np.float32]
Ints = NDArray[np.int64]


class _Ask(NamedTuple):
    section: str
    tag: Tag
    target: int
    """Among the elements that count."""
    parts: dict[str, str]


class _Standing(NamedTuple):
    """What counts on one screen: widgets that the pixels confirm, none inside of another."""

    places: tuple[int, ...]
    """Of the elements among all that the program tells."""
    elements: tuple[Element, ...]
    truths: tuple[Truth, ...]
    beside: Ints
    """(sides, elements)."""
    unique: tuple[str, ...]
    """Names that nothing else goes by; empty for others."""


def asked_by_place(
    harvest: Harvest, programs: Sequence[str], rng: random.Random
) -> Iterator[Instruction]:
    """Endless asks, each on a screen drawn among all; none where no screen has a name. Raises
    `UsageError`."""
    screens = [
        (name, at, standing)
        for name in programs
        for at, screen in enumerate(harvest.program(name).screens)
        if not harvest.look(name, at).language
        for standing in (_standing(screen),)
        if any(standing.unique)
    ]
    while screens:
        name, at, standing = rng.choice(screens)
        ask = _drawn(standing, rng)
        if ask is not None:
            right = (DoClick(standing.places[ask.target]),)
            said = _said(ask, standing.elements[ask.target].role, rng)
            yield Instruction(name, at, said, right, Style.PLAIN, (ask.tag,))


def _standing(screen: Screen) -> _Standing:
    counted = [
        at
        for at, one in enumerate(screen.true)
        if one.confirmed and one.element.role in _NOUNS and not _holds_another(screen, at)
    ]
    truths = tuple(screen.true[at] for at in counted)
    elements = tuple(one.element for one in truths)
    boxes = np.array(
        [(e.box.left, e.box.top, e.box.right, e.box.bottom) for e in elements], np.float32
    ).reshape(-1, 4)
    names = [_name(element) for element in elements]
    often = Counter(name.lower() for name in names)
    unique = tuple(
        name if often[name.lower()] == 1 and 0 < len(name.split()) <= _LONGEST else ""
        for name in names
    )
    beside = _near(neighbours(boxes, elements), boxes)
    return _Standing(tuple(counted), elements, truths, beside, unique)


def _near(beside: Ints, boxes: Floats) -> Ints:
    """Of `neighbours`, those that people call so: none further than `_FURTHEST`."""
    near = beside.copy()
    for side in near:
        (there,) = np.nonzero(side != NOBODY)
        one, other = boxes[there], boxes[side[there]]
        gaps = np.maximum(other[:, :2] - one[:, 2:], one[:, :2] - other[:, 2:])
        side[there[gaps.max(1) > _FURTHEST]] = NOBODY
    return near


def _holds_another(screen: Screen, at: int) -> bool:
    box = screen.true[at].element.box
    return any(
        other != at
        and one.confirmed
        and box.contains(one.element.box.center)
        and one.element.box.area < box.area
        for other, one in enumerate(screen.true)
    )


def _name(element: Element) -> str:
    return (element.text or element.name).strip(" .…:")


def _drawn(standing: _Standing, rng: random.Random) -> _Ask | None:
    """One ask of a sort drawn at random; None where the screen has none of that sort."""
    make = rng.choice(_SORTS)
    asks = list(make(standing))
    return rng.choice(asks) if asks else None


def _next(standing: _Standing) -> Iterator[_Ask]:
    for side, beside in zip(SIDES, standing.beside, strict=True):
        for mark, target in enumerate(beside):
            if target != NOBODY and standing.unique[mark]:
                yield _Ask(side, Tag.RELATION, int(target), {"L": standing.unique[mark]})


def _second(standing: _Standing) -> Iterator[_Ask]:
    for side, beside in zip(SIDES, standing.beside, strict=True):
        for mark, first in enumerate(beside):
            target = NOBODY if first == NOBODY else beside[first]
            if target != NOBODY and standing.unique[mark]:
                parts = {"L": standing.unique[mark]}
                yield _Ask(f"two {side}", Tag.RELATION, int(target), parts)


def _between(standing: _Standing) -> Iterator[_Ask]:
    for there, back in ((0, 1), (2, 3)):
        for target in range(len(standing.elements)):
            one, other = int(standing.beside[there][target]), int(standing.beside[back][target])
            if NOBODY in (one, other):
                continue
            # Both neighbours have nothing else between them and it.
            if standing.beside[back][one] != target or standing.beside[there][other] != target:
                continue
            first, last = standing.unique[other], standing.unique[one]
            if first and last:
                yield _Ask("between", Tag.BETWEEN, target, {"L": first, "M": last})


def _counted(standing: _Standing) -> Iterator[_Ask]:
    """Where all of a kind stand in one row or one column."""
    for role in {element.role for element in standing.elements}:
        alike = [at for at, element in enumerate(standing.elements) if element.role is role]
        if len(alike) < _FEWEST:
            continue
        boxes = [standing.elements[at].box for at in alike]
        low = min(box.height for box in boxes)
        level = max(b.center.y for b in boxes) - min(b.center.y for b in boxes) < low / 2
        across = max(b.left for b in boxes) - min(b.left for b in boxes)
        if level:
            alike.sort(key=lambda at: standing.elements[at].box.left)
            yield from _along(alike, "across", "leftmost", "rightmost")
        elif across < low:
            alike.sort(key=lambda at: standing.elements[at].box.top)
            yield from _along(alike, "down", "topmost", "lowest")


def _along(ordered: list[int], way: str, first: str, last: str) -> Iterator[_Ask]:
    for place, target in enumerate(ordered[: len(_NTH)]):
        yield _Ask(f"nth {way}", Tag.ORDINAL, target, {"N": str(place), "D": str(place + 1)})
    for place, target in enumerate(ordered[::-1][: len(_NTH) // 2]):
        yield _Ask(f"nth {way} back", Tag.ORDINAL, target, {"N": str(place)})
    yield _Ask(first, Tag.ORDINAL, ordered[0], {})
    yield _Ask(last, Tag.ORDINAL, ordered[-1], {})
    yield _Ask("last", Tag.ORDINAL, ordered[-1], {})
    yield _Ask("last but one", Tag.ORDINAL, ordered[-2], {})


def _row(standing: _Standing) -> Iterator[_Ask]:
    """The only one of its kind level with something that has a name of its own."""
    middles = [element.box.center.y for element in standing.elements]
    for mark, name in enumerate(standing.unique):
        if not name:
            continue
        reach = standing.elements[mark].box.height / 2
        level = [at for at, middle in enumerate(middles) if abs(middle - middles[mark]) < reach]
        kinds = Counter(standing.elements[at].role for at in level)
        for at in level:
            if at != mark and kinds[standing.elements[at].role] == 1:
                yield _Ask("row", Tag.ROW, at, {"L": name})


def _cell(standing: _Standing) -> Iterator[_Ask]:
    heads = {
        one.column: standing.unique[at]
        for at, one in enumerate(standing.truths)
        if one.element.role is Role.HEADER and standing.unique[at]
    }
    first = {
        one.row: standing.unique[at]
        for at, one in enumerate(standing.truths)
        if one.row >= 0 and one.column == 0 and standing.unique[at]
    }
    for at, one in enumerate(standing.truths):
        if one.row in first and one.column > 0 and one.column in heads:
            yield _Ask("cell", Tag.CELL, at, {"L": first[one.row], "H": heads[one.column]})


def _named(standing: _Standing) -> Iterator[_Ask]:
    for target, name in enumerate(standing.unique):
        if name:
            yield _Ask("named", Tag.DIRECT, target, {"L": name})


_SORTS: Final = (
    *(_next, _next, _second, _between, _between, _counted, _counted, _row, _cell),
    *(_named, _named, _named),
)
"""Ways to ask, as often as they are tried."""


def _said(ask: _Ask, role: Role, rng: random.Random) -> str:
    """One way to say it, as somebody types it."""
    said = expand(rng.choice(_WORDINGS[ask.section]), rng)
    parts = {name: _called(value, rng) for name, value in ask.parts.items() if name in "LMH"}
    if "N" in ask.parts:
        parts["N"] = rng.choice(_NTH[int(ask.parts["N"])])
    parts |= {"K": rng.choice(_NOUNS[role]), "D": ask.parts.get("D", "")}
    for name, value in parts.items():
        said = said.replace(f"{{{name}}}", value)
    said = said.replace("entrys", "entries").replace("boxs", "boxes")
    said = said if rng.random() < _SMALL else said[0].upper() + said[1:]
    return said if said[-1] in "?." or rng.random() < _STOPLESS else f"{said}."


def _called(name: str, rng: random.Random) -> str:
    """A name as people write it in a sentence."""
    written = name.lower() if rng.random() < _SMALL else name
    if rng.random() < _QUOTED:
        return f'"{name}"'
    return f"the {written}" if rng.random() < _WITH_ARTICLE else written
