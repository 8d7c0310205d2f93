"""What the eyes get wrong: misread words, missed and spurious elements, wrong roles and states.

Single errors come as often as they were counted (`rates.json`), habits of whole programs as judged
(`simulator/rates.toml`). A widget keeps its errors for a whole episode, because the same pixels are
misread in the same way every time.
"""

from __future__ import annotations

import random
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from textwrap import wrap
from typing import Annotated, Final, get_origin, get_type_hints

import msgspec

from uitars_runtime.backends.embedded.network.vocabulary import COLOURS
from uitars_runtime.backends.embedded.rules.colours import named_by
from uitars_runtime.element import Element, Role
from uitars_runtime.eyes.naming import with_names
from uitars_runtime.eyes.roles.reader import KNOWN_ICON
from uitars_runtime.geometry import overlap
from uitars_runtime.types import Box, Size
from uitars_train.noise import errors
from uitars_train.noise.errors import LEAST, MEASURED, Meanings, meanings_of
from uitars_train.simulator import rates
from uitars_train.simulator.world import COLUMN, Widget, World, element

WORDY: Final = {Role.TEXT, Role.TITLE, Role.MENU, Role.MENU_ITEM, Role.TAB, Role.HEADER, Role.LINK}
ENTRIES: Final = {Role.MENU_ITEM, Role.ITEM}
_IN_CELLS: Final = (Role.FIELD, Role.CHECKBOX, Role.RADIO)
BACKGROUNDS: Final = ("white", "grey", "black")
EDGE: Final = Size(40, 20)
"""Pixels at the right and lower edge where nothing begins that is not there."""
PICTURE, PICTURES_VARY = 18, 16
"""Pixels of the smallest picture's side, and how many times as long the longest is."""
LETTER: Final = 7
"""Pixels of width of a letter, as everywhere in the simulator."""
PITCH, TALL = 16, 13
"""Pixels from line to line of a notice, and of height of one."""
LINE: Final = 14
"""Pixels of height within which things count as standing in one line."""
LARGE: Final = 90
"""Pixels of height from which a field is an area."""
INDENT: Final = 6
"""Pixels before the words of an entry."""
SMALLEST: Final = 4
"""Pixels of a side that a box has at least."""
JUMBLE, JUMBLES = 60, 3
"""Pixels by which heights are mistaken where the order is not that of reading, and how often."""
REACH: Final = 3
"""Pixels by which every edge of a box is off at most."""
HINT_FROM, HINT_TO, HINT_LETTER = 10, 4, 8
"""Pixels of a short cut to a menu's right edge, at both ends, and of width of its letters."""


@dataclass(slots=True)
class Eyes:
    """Faulty eyes: `level` scales every rate, 0 sees without fault.

    Besides single errors there are habits, which hold for a whole episode: a kind of program whose
    roles, field names or large areas are not recognised at all. The name of its rate (`rates.toml`)
    says of each what it is.
    """

    seed: int
    level: Annotated[float, "how much the eyes err"] = 0.0
    flat: Annotated[float, "wordy things taken for one role"] = 0.0
    nameless: Annotated[bool, "fields have no names"] = False
    apart: Annotated[bool, "ticks stand apart from their labels"] = False
    marks: Annotated[bool, "of a tick its mark alone is seen"] = False
    blank: Annotated[bool, "large empty areas are not seen"] = False
    inside: Annotated[bool, "lines of a large text are seen beside it"] = False
    lost: Annotated[float, "fields and lists that are lost"] = 0.0
    entries: Annotated[Role, "entries of menus are taken for"] = Role.MENU_ITEM
    column: Annotated[Role, "tabs in a column are taken for"] = Role.TAB
    letters: Annotated[float, "pictures of buttons read as letters"] = 0.0
    frames: Annotated[bool, "frames are taken for fields"] = False
    merges: Annotated[float, "words read as one line"] = 0.0
    colours: Annotated[bool, "things have colours"] = False
    pictures: Annotated[float, "pictures beside all else"] = 0
    strange: Annotated[bool, "a program is of a strange kind"] = False
    zoom: float = 1.0
    doubted: frozenset[int] = frozenset()
    """Widgets, by their ids, whose role is taken for another one."""
    notice: str = ""
    """Words shown on the screen besides the programs, for example the task itself."""

    @classmethod
    def drawn(cls, rng: random.Random, task: str) -> Eyes:
        """Eyes with random habits."""
        seed = rng.getrandbits(30)
        drawn = {name: rates.drawn(rng, rate) for name, rate in _habits()}
        told = rates.maybe(rng, "the task is written on the screen")
        return cls(seed, **drawn, notice=task if told else "")

    def be_careful(self) -> None:
        """Give up the habits that change how many things of a kind are seen.

        Where things are to be counted, nothing could be learned otherwise.
        """
        self.level = min(self.level, rates.share("errors are left where things are counted"))
        self.flat = self.lost = self.merges = 0.0
        self.frames = self.blank = self.strange = False

    def look(self, world: World, rng: random.Random) -> list[Element]:
        """What is seen of a world, nearly in reading order, named as by the product's eyes."""
        seen: list[Element] = []
        self.zoom = world.zoom
        for widget, box in world.visible():
            seen.extend(self._widget(widget, box, world, rng))
        if self.merges:
            seen = errors.merged(seen, self.merges, self.seed)
        seen.extend(self._junk(world))
        seen.extend(self._pictures(world, seen))
        seen.extend(self._notice())
        if self.frames:
            seen.extend(errors.frames(world))
        seen.sort(key=lambda item: (item.box.center.y // LINE, item.box.left))
        if self._errs(rng, "a look is not in the order of reading"):
            for _ in range(JUMBLES):
                seen.sort(key=lambda item: item.box.top + rng.uniform(-JUMBLE, JUMBLE))
        return with_names(seen)

    def _widget(self, widget: Widget, box: Box, world: World, rng: random.Random) -> list[Element]:
        place = zlib.crc32(f"{widget.role} {widget.box}".encode())
        fixed = random.Random(self.seed ^ place)
        if fixed.random() < MEASURED.missed(widget.role) * self.level:
            return []
        labelled = widget.role is Role.FIELD and widget.name and not widget.placeholder
        if labelled and fixed.random() < self.lost:
            return [errors.inner(box, widget.text)] if widget.text else []
        if self.blank and widget.role is Role.FIELD and box.height > LARGE and not widget.name:
            # Only the words in a large area are seen, not the area.
            return self._lines(box, widget.text, fixed)
        exact = element(widget, box, world.focus is widget)
        role = self._role(widget, exact.role, fixed)
        text = errors.misread(exact.text, self.level, fixed)
        if text and widget.role is Role.BUTTON and fixed.random() < self.letters:
            text = rates.text(fixed, "a picture on a button is read as") + text
        name = text if exact.name == exact.text else errors.misread(exact.name, self.level, fixed)
        if widget.role in (Role.FIELD, Role.COMBO):
            name = "" if self.nameless else errors.misnamed(exact, name, self.level, fixed)
        if widget.row and not widget.text and widget.role in _IN_CELLS:
            # The head of a column names nothing in its cells; words right beside it may.
            beside = widget.name == widget.row
            if not (beside and rates.maybe(fixed, "a cell's control goes by words beside it")):
                name = ""
        elif widget.role is Role.CHECKBOX and not widget.text and self.nameless:
            name = ""
        if exact.icon and self._errs(fixed, "an icon has no tool tip"):
            name = ""
        item = Element(
            box=self._box(box, widget, fixed),
            role=role,
            text=text,
            name=name,
            checked=self._flip(exact.checked, MEASURED.wrong("checked", exact.checked), rng)
            if role in (Role.CHECKBOX, Role.RADIO)
            else role in ENTRIES and self._errs(fixed, "an entry looks ticked"),
            selected=self._selected(widget, exact, role, fixed),
            focused=rng.random() > MEASURED.wrong("focused", True) * self.level and exact.focused,
            disabled=self._flip(exact.disabled, MEASURED.wrong("disabled", exact.disabled), rng),
            colour=self._colour(widget, fixed),
            meanings=self._meanings(exact.icon),
        )
        item = named_by(_read(item), item.colour)
        if rng.random() < MEASURED.wrong("focused", False) * self.level:
            item = msgspec.structs.replace(item, focused=True)
        return self._parts(widget, item, fixed)

    def _parts(self, widget: Widget, item: Element, fixed: random.Random) -> list[Element]:
        """One element, or what it falls apart into."""
        if widget.hint:
            if rates.maybe(fixed, "an entry is read with its short cut"):
                joined = f"{item.text} {widget.hint}"
                return [msgspec.structs.replace(item, text=joined, name=joined)]
            right = item.box.right
            left = right - HINT_FROM - HINT_LETTER * len(widget.hint)
            at = Box(left, item.box.top, right - HINT_TO, item.box.bottom)
            return [item, Element(at, Role.TEXT, widget.hint, widget.hint)]
        field = item.role is Role.FIELD and item.text
        if field and self._errs(fixed, "a field's words are seen apart"):
            return [msgspec.structs.replace(item, text=""), errors.inner(item.box, item.text)]
        if self.inside and widget.many_lines and item.role is Role.FIELD:
            return [item, *self._lines(item.box, item.text, fixed)]
        if self.apart and item.role in (Role.CHECKBOX, Role.RADIO):
            return errors.tick_and_label(item, fixed)
        if self.marks and item.role in (Role.CHECKBOX, Role.RADIO) and item.text:
            return [msgspec.structs.replace(item, box=errors.mark(item.box))]
        words = item.text.split(" ")
        several = widget.role is not Role.FIELD and len(words) > 1
        if several and self._errs(fixed, "a line is read as two"):
            return errors.split(item, words, fixed.randint(1, len(words) - 1))
        return errors.doubled(item, self.level, fixed)

    def _lines(self, box: Box, text: str, fixed: random.Random) -> list[Element]:
        """The lines of a large text, each by itself."""
        role = rates.role(fixed, "lines of a text are taken for")
        return errors.written(box, text, role, self.zoom)

    def _role(self, widget: Widget, role: Role, fixed: random.Random) -> Role:
        confused = MEASURED.taken(role)
        if widget.id in self.doubted and confused:
            return fixed.choices([*confused], [*confused.values()])[0]
        if widget.group.startswith(COLUMN):
            return self.column
        if self.strange:
            role = errors.strange_role(widget, role, fixed)
        if role is Role.MENU_ITEM and rates.maybe(fixed, "an entry follows the habit"):
            return self.entries
        if role in WORDY and fixed.random() < self.flat:
            return Role.ITEM if self.seed % 3 else Role.TEXT
        draw = fixed.random() / max(self.level, LEAST)
        for other, rate in MEASURED.taken(role).items():
            if draw < rate:
                return other
            draw -= rate
        return role

    def _selected(self, widget: Widget, exact: Element, role: Role, fixed: random.Random) -> bool:
        state = "tab selected" if widget.role is Role.TAB else "selected"
        rate = MEASURED.wrong(state, exact.selected)
        if role is Role.TITLE:
            rate = rates.share("a title looks selected")
        return self._flip(exact.selected, rate, fixed)

    def _box(self, box: Box, widget: Widget, fixed: random.Random) -> Box:
        reach = REACH if self.level else 0
        left, top, right, bottom = (
            value + fixed.randint(-reach, reach)
            for value in (box.left, box.top, box.right, box.bottom)
        )
        tight = widget.role in (Role.ITEM, Role.MENU_ITEM, Role.MENU, Role.TAB, Role.BUTTON)
        if tight and widget.text and rates.maybe(fixed, "only the words are found"):
            # Only the words are found, not the row or the button around them.
            wide = min(right - left, LETTER * len(widget.text))
            left += INDENT if widget.role in ENTRIES else (right - left - wide) // 2
            right = left + wide
        right, bottom = max(left + SMALLEST, right), max(top + SMALLEST, bottom)
        return Box(max(0, left), max(0, top), right, bottom)

    def _colour(self, widget: Widget, fixed: random.Random) -> str:
        if not self.colours:
            return ""
        if widget.colour:
            right = fixed.random() > rates.share("a colour is taken for another") * self.level
            return widget.colour if right else fixed.choice(COLOURS)
        plain = BACKGROUNDS[self.seed % len(BACKGROUNDS)]
        usual = fixed.choice((plain, plain, "white", "grey"))
        wrong = rates.maybe(fixed, "a plain thing is told a colour")
        return fixed.choice(COLOURS) if wrong else usual

    def _meanings(self, icon: str) -> Meanings:
        """What is told of an icon: the same wherever it stands, as it looks the same."""
        if not icon:
            return ()
        fixed = random.Random(self.seed ^ zlib.crc32(icon.encode()))
        return meanings_of(icon, fixed) if fixed.random() < self.level else ((icon, 1.0),)

    def _errs(self, rng: random.Random, name: str) -> bool:
        """Whether an error comes up that has a share, which grows with the level."""
        return rng.random() < rates.share(name) * self.level

    def _flip(self, value: bool, rate: float, rng: random.Random) -> bool:
        return not value if rng.random() < rate * self.level else value

    def _junk(self, world: World) -> list[Element]:
        fixed = random.Random(self.seed ^ zlib.crc32(b"junk"))
        count = int(rates.chosen(fixed, "things that are not there")) if self.level else 0
        junk: list[Element] = []
        for _ in range(count):
            left = fixed.randrange(world.size.width - EDGE.width)
            top = fixed.randrange(world.size.height - EDGE.height)
            role = rates.role(fixed, "a thing that is not there")
            text = "" if role is Role.FIELD else rates.text(fixed, "words that are not there")
            wide = rates.between(fixed, "pixels of width of a thing that is not there")
            high = rates.between(fixed, "pixels of height of a thing that is not there")
            box = Box(left, top, left + wide, top + high)
            item = Element(box, role, text, text)
            if role is Role.ICON:
                meanings = meanings_of(rates.text(fixed, "an icon that is not there"), fixed)
                item = msgspec.structs.replace(item, meanings=meanings)
            junk.append(_read(item))
        return junk

    def _pictures(self, world: World, seen: Sequence[Element]) -> list[Element]:
        """Patches of the screen that are neither words nor controls and touch neither."""
        fixed = random.Random(self.seed ^ zlib.crc32(b"pictures"))
        found: list[Element] = []
        for _ in range(int(self.pictures)):
            wide, high = (int(PICTURE * PICTURES_VARY ** fixed.random()) for _ in "xy")
            left = fixed.randrange(max(1, world.size.width - wide))
            top = fixed.randrange(max(1, world.size.height - high))
            item = Element(Box(left, top, left + wide, top + high), Role.OTHER)
            if not any(overlap(item.box, other.box) for other in seen):
                found.append(named_by(item, fixed.choice(COLOURS) if self.colours else ""))
        return found

    def _notice(self) -> list[Element]:
        """The task in lines of its own."""
        fixed = random.Random(self.seed)
        left = rates.between(fixed, "pixels beside a notice")
        top = rates.between(fixed, "pixels above a notice")
        wide = rates.between(fixed, "letters in a line of a notice")
        words = " ".join(self.notice.split())
        lines: list[Element] = []
        for line in wrap(words, wide, break_long_words=False, break_on_hyphens=False):
            box = Box(left, top, left + LETTER * len(line), top + TALL)
            lines.append(Element(box, Role.TEXT, line, line))
            top += PITCH
        return lines


@cache
def _habits() -> tuple[tuple[str, str], ...]:
    """The habits, each with the rate by which it is drawn."""
    hints = get_type_hints(Eyes, include_extras=True).items()
    return tuple(
        (name, kind.__metadata__[0]) for name, kind in hints if get_origin(kind) is Annotated
    )


def _read(item: Element) -> Element:
    """The element with the likeliest of its meanings told where it is likely enough."""
    sure = item.meanings and item.meanings[0][1] >= KNOWN_ICON
    return msgspec.structs.replace(item, icon=item.meanings[0][0]) if sure else item
