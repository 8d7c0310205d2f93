"""The kinds of errors: what is taken apart, run together or seen twice, what is taken for what, and
how often, as it was measured.

The table of icons beside this module is made by `uitars-train eyes confusions` from icons that the
reader was not trained on; `rates.json` by `uitars-train eyes rates`, which looks at screens with
truth through the package's eyes. Not here: to what they come (`eyes.py`), habits of whole programs,
which were judged (`simulator/rates.toml`).
"""

from __future__ import annotations

import json
import random
import zlib
from functools import cache
from importlib.resources import files
from typing import Final

import msgspec

from uitars_runtime.element import Element, Role
from uitars_runtime.types import Box
from uitars_train.simulator import rates
from uitars_train.simulator.world import Widget, World

# --------------------------------------------------------------------------- how often


class RoleRates(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What becomes of elements of one role, as shares of `n` that were on the screens."""

    n: int
    missed: float
    """Nothing is seen at their place."""
    taken: dict[Role, float]
    """Something of another role is seen there, the likeliest first."""


class Rates(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What `uitars-train eyes rates` measured."""

    how: str
    screens: int
    roles: dict[Role, RoleRates]
    wrong_states: dict[str, float]
    """Share of elements seen in their role whose state is told wrongly, by state and by how it is
    in truth: `checked off`, `tab selected on`."""
    misread: float
    """Share of texts that are not read as they stand, case and blanks ignored."""

    def missed(self, role: Role) -> float:
        """Share that is not seen; of a role that was too rare to measure, that of all roles."""
        known = self.roles.get(role)
        if known is not None:
            return known.missed
        count = sum(rates.n for rates in self.roles.values())
        return sum(rates.missed * rates.n for rates in self.roles.values()) / count

    def taken(self, role: Role) -> dict[Role, float]:
        """What a role is taken for; nothing for one that was too rare to measure."""
        known = self.roles.get(role)
        return {} if known is None else known.taken

    def wrong(self, state: str, held: bool) -> float:
        """Share of elements whose state is told wrongly, by how it is in truth."""
        return self.wrong_states[f"{state} {'on' if held else 'off'}"]


MEASURED: Final = msgspec.json.decode(
    files("uitars_train.noise").joinpath("rates.json").read_bytes(), type=Rates
)


# --------------------------------------------------------------------------- taken for another

LEAST: Final = 1e-6
"""What is divided by where the eyes do not err."""


def strange_role(widget: Widget, role: Role, fixed: random.Random) -> Role:
    """What a widget is taken for; mostly what it is."""
    in_front = widget.role is Role.TAB and widget.selected
    if in_front and rates.maybe(fixed, "a tab in front is not seen as one"):
        return rates.role(fixed, "a tab in front is taken for")
    taken = rates.RATES.strange.get(role, rates.Taken(0.0, (role,)))
    return fixed.choice(taken.roles) if fixed.random() < taken.share else role


Meanings = tuple[tuple[str, float], ...]


@cache
def _table() -> dict[str, tuple[Meanings, ...]]:
    text = files("uitars_train.noise").joinpath("unsure_icons.json").read_text(encoding="utf-8")
    answers: dict[str, list[dict[str, float]]] = json.loads(text)
    return {icon: tuple(tuple(one.items()) for one in found) for icon, found in answers.items()}


@cache
def drawn_meanings() -> tuple[str, ...]:
    """Meanings of icons for which answers of the eyes are known, in order."""
    return tuple(sorted(meaning for meaning in _table() if meaning))


def meanings_of(icon: str, rng: random.Random) -> Meanings:
    """What the eyes tell of an icon's meaning, the likeliest first: often right, sometimes not.

    An empty `icon`: of something that is no icon. An icon that the reader does not know has an
    answer that was given to something else.
    """
    table = _table()
    return rng.choice(table.get(icon) or table[""])


LOOKALIKES: Final = {
    **{"l": "I", "I": "l", "0": "O", "O": "0", "1": "l", "5": "S", "S": "5", "m": "rn"},
    **{"e": "c", "c": "e", "i": "l", "a": "o", "B": "8", "g": "q", "u": "v", "t": "f", ".": ""},
}


def misread(text: str, level: float, fixed: random.Random) -> str:
    """A text as the eyes read it."""
    if not text:
        return text
    if len(text) == 1 and not text.isalnum():
        return "" if fixed.random() < rates.share("a single sign is not read") * level else text
    if fixed.random() > MEASURED.misread * level:
        return text
    draw = fixed.random()
    at = fixed.randrange(len(text))
    if draw < rates.share("a misread letter is another"):
        return text[:at] + LOOKALIKES.get(text[at], text[at]) + text[at + 1 :]
    if draw < rates.share("a letter is lost, or misread"):
        return text[:at] + text[at + 1 :] if len(text) > 2 else text
    if draw < rates.share("blanks are lost, or letters"):
        return text.replace(" ", "")
    if draw < rates.share("a sign stands behind, or all that"):
        return text + rates.text(fixed, "a sign that is read behind words")
    return rates.text(fixed, "a picture that is read before words") + text


def misnamed(exact: Element, name: str, level: float, fixed: random.Random) -> str:
    """The name that the eyes give to a field."""
    draw = fixed.random() / max(level, LEAST)
    if draw < rates.share("a field is named by its own words"):
        return exact.text
    if draw < rates.share("a field is named by its own words or none"):
        return ""
    marked = draw < rates.share("a mark is read behind a field's name, or no name")
    return name + fixed.choice((":", " *")) if marked else name


# --------------------------------------------------------------------------- apart and together

_LEAST: Final = 24
"""Pixels of width below which nothing inside is seen by itself."""
_ARROW, _INSET = (12, 30), (2, 8)
"""Pixels at the right and left of what is seen inside."""
_ICON: Final = 16
_SMALLEST: Final = 6
_SEEN: Final = 4
"""Pixels that something has at least, inside another thing and by itself."""


def doubled(item: Element, level: float, fixed: random.Random) -> list[Element]:
    """The element, and now and then what is inside it as one of its own."""
    seen = rates.RATES.inside.get(item.role, rates.Taken(0.0, ()))
    if item.box.width < _LEAST or fixed.random() >= seen.share * level:
        return [item]
    role = fixed.choice(seen.roles)
    box = item.box
    side = fixed.randint(*_ARROW)
    left = box.left + fixed.randint(*_INSET)
    right, bottom = max(left + _SMALLEST, box.right - side), box.bottom - 2
    within = Box(left, box.top + 2, right, max(box.top + _SMALLEST, bottom))
    if role is Role.ICON:
        within = Box(left, within.top, left + min(_ICON, box.width // 2), within.bottom)
        return [item, Element(within, role)]
    words = item.text if rates.maybe(fixed, "what is seen inside is read") else ""
    if rates.maybe(fixed, "a control with something inside has no words"):
        # The words are seen by themselves, and the control around them has none.
        return [msgspec.structs.replace(item, text=""), Element(within, role, words, words)]
    return [item, Element(within, role, words, words)]


_RUNNING: Final = {Role.TEXT, Role.LINK, Role.MENU, Role.TAB, Role.ITEM, Role.HEADER}
_GAP: Final = 34
"""Pixels between words below which they may be read as one line."""
_ROW, _LEVEL, _TALL, _GRID = 14, 8, 40, 8
"""Pixels of height of a row, by which words of one line may differ, from which nothing is one, and
within which the same draw holds."""
_LETTER, _PADDING, _LINE, _LINE_PITCH = 7, 10, 20, 18
"""Pixels of a letter, of what surrounds words in a field, and of a line of them."""
_RING: Final = 18
"""Pixels of the little box or ring at the left end of a tick."""


def merged(seen: list[Element], share: float, seed: int) -> list[Element]:
    """Words of one height that stand close together, run into one line here and there.

    A label runs into the words of the list or field beside it too.
    """
    kept: list[Element] = []
    for item in sorted(seen, key=lambda one: (one.box.center.y // _ROW, one.box.left)):
        before = kept[-1] if kept else None
        if before is not None and _run_on(before, item) and _draw(before, item, seed) < share:
            one, other = before.box, item.box
            top, bottom = min(one.top, other.top), max(one.bottom, other.bottom)
            box = Box(one.left, top, other.right, bottom)
            text = f"{before.text} {item.text}"
            kept[-1] = msgspec.structs.replace(before, box=box, text=text, name=text)
        else:
            kept.append(item)
    return kept


def _run_on(one: Element, other: Element) -> bool:
    level = abs(one.box.center.y - other.box.center.y) < _LEVEL
    gap = other.box.left - one.box.right
    labels = one.role is Role.TEXT and other.role in (Role.COMBO, Role.FIELD)
    wordy = one.role in _RUNNING and (other.role in _RUNNING or labels)
    close = level and -2 <= gap < _GAP and one.box.height < _TALL
    return wordy and close and bool(one.text and other.text)


def _draw(one: Element, other: Element, seed: int) -> float:
    place = f"{seed} {one.box.top // _GRID} {other.box.left // _GRID}"
    return random.Random(zlib.crc32(place.encode())).random()


def split(item: Element, words: list[str], cut: int) -> list[Element]:
    """A line read as two."""
    box = item.box
    share = len(" ".join(words[:cut])) / max(1, len(item.text))
    middle = box.left + int(box.width * share)
    left, right = " ".join(words[:cut]), " ".join(words[cut:])
    first = Box(box.left, box.top, max(middle, box.left + _SEEN), box.bottom)
    second = Box(middle + _SEEN, box.top, max(box.right, middle + 2 * _SEEN), box.bottom)
    return [
        msgspec.structs.replace(item, box=first, text=left, name=left),
        msgspec.structs.replace(item, box=second, text=right, name=right, role=Role.TEXT),
    ]


def inner(box: Box, text: str, role: Role = Role.TEXT) -> Element:
    """The words in a field as a thing of their own."""
    right = min(box.right, box.left + _PADDING + _LETTER * len(text))
    bottom = min(box.bottom, box.top + _LINE)
    return Element(Box(box.left + _SEEN, box.top + 2, right, bottom), role, text, text)


def written(box: Box, text: str, role: Role, zoom: float) -> list[Element]:
    """The lines of a large text, each by itself."""
    high = int(_LINE_PITCH * zoom)
    return [
        inner(Box(box.left, box.top + high * row, box.right, box.bottom), line, role)
        for row, line in enumerate(text.split("\n"))
        if line and box.top + high * (row + 1) < box.bottom
    ]


def mark(box: Box) -> Box:
    """The little box or ring at the left end of a tick."""
    right = max(min(box.left + _RING, box.right - _SEEN), box.left + _SEEN)
    return Box(box.left, box.top, right, box.bottom)


def tick_and_label(item: Element, fixed: random.Random) -> list[Element]:
    """The little box or ring, and the words to its right."""
    box, ring = item.box, mark(item.box)
    named = item.name if rates.maybe(fixed, "a tick apart from its label is named by it") else ""
    tick = msgspec.structs.replace(item, box=ring, text="", name=named)
    words = Box(ring.right + _SEEN, box.top, max(box.right, ring.right + 2 * _SEEN), box.bottom)
    role = rates.role(fixed, "the words of a tick are taken for")
    return [tick, Element(words, role, item.text, item.text)]


def frames(world: World) -> list[Element]:
    """Frames of popups and lists, taken for fields or lists."""
    found: list[Element] = []
    for surface in world.surfaces[1:]:
        if surface.owner is not None:
            box, middle = surface.box, surface.box.center.y
            upper = Box(box.left, box.top, box.right, middle)
            lower = Box(box.left, middle, box.right, box.bottom)
            name = surface.widgets[0].text
            found += [Element(upper, Role.FIELD, "", name), Element(lower, Role.FIELD)]
        elif surface.view is not None:
            found.append(Element(surface.view, Role.FIELD))
    return found
