"""What the eyes get wrong: misread words, missed and spurious elements, wrong roles and states.

The rates follow what was measured on real screens (3-9 % per error). A widget keeps its errors for
a whole episode, because the same pixels are misread in the same way every time.
"""

from __future__ import annotations

import random
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import msgspec

from uitars_runtime.backends.embedded.network.vocabulary import COLOURS
from uitars_runtime.backends.embedded.rules.colours import named_by
from uitars_runtime.element import Element, Role
from uitars_runtime.eyes.roles.reader import KNOWN_ICON
from uitars_runtime.geometry import overlap
from uitars_runtime.types import Box
from uitars_train.noise.recognition import Meanings, strange_role, told
from uitars_train.noise.segmentation import (
    doubled,
    frames,
    inner,
    mark,
    merged,
    split,
    tick_and_label,
    written,
)
from uitars_train.simulator.world import COLUMN, Widget, World, element

CONFUSED: Final[dict[Role, tuple[tuple[Role, float], ...]]] = {
    Role.BUTTON: ((Role.TEXT, 0.11), (Role.FIELD, 0.01), (Role.ITEM, 0.02), (Role.COMBO, 0.01)),
    Role.FIELD: ((Role.BUTTON, 0.02), (Role.COMBO, 0.02), (Role.OTHER, 0.03), (Role.TEXT, 0.03)),
    Role.COMBO: ((Role.BUTTON, 0.06), (Role.FIELD, 0.16), (Role.TEXT, 0.07), (Role.ITEM, 0.03)),
    Role.CHECKBOX: ((Role.TEXT, 0.05), (Role.RADIO, 0.12), (Role.ICON, 0.08)),
    Role.RADIO: ((Role.TEXT, 0.05), (Role.CHECKBOX, 0.1), (Role.ICON, 0.06)),
    Role.MENU: ((Role.TEXT, 0.06), (Role.BUTTON, 0.03), (Role.TAB, 0.02)),
    Role.MENU_ITEM: (
        *((Role.TEXT, 0.1), (Role.ITEM, 0.06), (Role.BUTTON, 0.02)),
        *((Role.RADIO, 0.03), (Role.CHECKBOX, 0.03), (Role.FIELD, 0.02)),
    ),
    Role.TAB: ((Role.BUTTON, 0.06), (Role.TEXT, 0.07)),
    Role.ITEM: (
        *((Role.TEXT, 0.12), (Role.BUTTON, 0.04), (Role.MENU_ITEM, 0.03)),
        *((Role.FIELD, 0.03), (Role.COMBO, 0.02)),
    ),
    Role.HEADER: ((Role.TEXT, 0.15), (Role.BUTTON, 0.05), (Role.ITEM, 0.1), (Role.COMBO, 0.05)),
    Role.LINK: ((Role.TEXT, 0.3), (Role.BUTTON, 0.05)),
    Role.ICON: ((Role.BUTTON, 0.1), (Role.OTHER, 0.05)),
    Role.TITLE: ((Role.TEXT, 0.2),),
    Role.TEXT: ((Role.BUTTON, 0.02), (Role.ITEM, 0.03), (Role.LINK, 0.01), (Role.TITLE, 0.03)),
}
WORDY: Final = {Role.TEXT, Role.TITLE, Role.MENU, Role.MENU_ITEM, Role.TAB, Role.HEADER, Role.LINK}
MISSED: Final = {Role.FIELD: 0.04, Role.ICON: 0.12, Role.TEXT: 0.03, Role.SCROLLBAR: 0.3}
ENTRIES: Final = {Role.MENU_ITEM, Role.ITEM}
TABS_LIT: Final = 0.12
"""Share of tabs in the background that look selected."""
TABS_DARK: Final = 0.2
"""Share of tabs in front that do not look selected."""
_IN_CELLS: Final = (Role.FIELD, Role.CHECKBOX, Role.RADIO)
SPURIOUS: Final = ("", "", "maximize", "minimize", "close", "menu", "search", "refresh", "link")
_AS_LETTERS: Final = ("8", "X ", "Q ", "O", "+", "E ", "D", "B ", "© ", "√ ", "V", "i ", "= ", "@")
"""What small pictures before the words of a button are read as."""
LOOKALIKES: Final = {
    **{"l": "I", "I": "l", "0": "O", "O": "0", "1": "l", "5": "S", "S": "5", "m": "rn"},
    **{"e": "c", "c": "e", "i": "l", "a": "o", "B": "8", "g": "q", "u": "v", "t": "f", ".": ""},
}


@dataclass(slots=True)
class Eyes:
    """Faulty eyes: `level` scales every rate, 0 sees without fault.

    Besides single errors there are habits, which hold for a whole episode: a kind of program whose
    roles, field names or large areas are not recognised at all.
    """

    seed: int
    level: float
    flat: float = 0.0
    """Share of everything wordy that is taken for one and the same role."""
    nameless: bool = False
    """Fields have no names; their labels stand beside them."""
    apart: bool = False
    """Ticks and their labels are seen as two things."""
    marks: bool = False
    """Of a tick only the little box or ring is the element; its words are its text."""
    blank: bool = False
    """Large empty areas are not seen."""
    inside: bool = False
    """The lines of a large text are seen, and the area that holds them."""
    entries: Role = Role.MENU_ITEM
    """What the entries of open menus and lists are taken for."""
    column: Role = Role.TAB
    """What tabs that stand below each other are taken for."""
    letters: float = 0.0
    """Share of buttons with a small picture before their words that is read as a letter."""
    frames: bool = False
    """Frames around groups, menus and lists are taken for fields."""
    lost: float = 0.0
    """Share of fields and lists that are not seen; their labels stay."""
    merges: float = 0.0
    """Share of words standing close together that are read as one line."""
    colours: bool = False
    """Things have colours; what they are says nothing."""
    pictures: int = 0
    """Pictures and coloured shapes beside all else."""
    strange: bool = False
    """The programs are of a kind that the eyes were not made from."""
    zoom: float = 1.0
    doubted: frozenset[int] = frozenset()
    """Widgets, by their ids, whose role is taken for another one."""
    notice: str = ""
    """Words shown on the screen besides the programs, for example the task itself."""

    @classmethod
    def drawn(cls, rng: random.Random, task: str) -> Eyes:
        """Eyes with random habits."""
        return cls(
            seed=rng.getrandbits(30),
            level=rng.choice((0.0, 1.0, 1.0, 1.0, 1.6)),
            flat=rng.choice((0.0, 0.0, 0.0, 0.4, 0.9)),
            nameless=rng.random() < 0.25,
            apart=rng.random() < 0.3,
            marks=rng.random() < 0.5,
            blank=rng.random() < 0.5,
            inside=rng.random() < 0.5,
            lost=rng.choice((0.0, 0.0, 0.0, 0.0, 0.15, 0.6)),
            entries=rng.choice(
                (Role.MENU_ITEM,) * 4 + (Role.ITEM, Role.ITEM, Role.ITEM, Role.TEXT)
            ),
            column=rng.choice((Role.TAB, Role.TAB, Role.TEXT, Role.TEXT, Role.ITEM)),
            letters=rng.choice((0.0, 0.0, 0.0, 0.0, 0.5)),
            frames=rng.random() < 0.3,
            merges=rng.choice((0.0, 0.0, 0.0, 0.6, 0.95)),
            colours=rng.random() < 0.8,
            pictures=rng.choice((0, 0, 0, 0, 1, 2, 6)),
            strange=rng.random() < 0.3,
            notice=task if rng.random() < 0.12 else "",
        )

    def be_careful(self) -> None:
        """Give up the habits that change how many things of a kind are seen.

        Where things are to be counted, nothing could be learned otherwise.
        """
        self.level = min(self.level, 0.3)
        self.flat = self.lost = self.merges = 0.0
        self.frames = self.blank = self.strange = False

    def look(self, world: World, rng: random.Random) -> list[Element]:
        """What is seen of a world, in reading order or nearly so."""
        seen: list[Element] = []
        self.zoom = world.zoom
        for widget, box in world.visible():
            seen.extend(self._widget(widget, box, world, rng))
        if self.merges:
            seen = merged(seen, self.merges, self.seed)
        seen.extend(self._junk(world))
        seen.extend(self._pictures(world, seen))
        seen.extend(self._notice())
        if self.frames:
            seen.extend(frames(world))
        seen.sort(key=lambda item: (item.box.center.y // 14, item.box.left))
        if rng.random() < 0.1 * self.level:
            for _ in range(3):
                seen.sort(key=lambda item: item.box.top + rng.uniform(-60, 60))
        return seen

    def _widget(self, widget: Widget, box: Box, world: World, rng: random.Random) -> list[Element]:
        place = zlib.crc32(f"{widget.role} {widget.box}".encode())
        fixed = random.Random(self.seed ^ place)
        if fixed.random() < MISSED.get(widget.role, 0.015) * self.level:
            return []
        labelled = widget.role is Role.FIELD and widget.name and not widget.placeholder
        if labelled and fixed.random() < self.lost:
            return [inner(box, widget.text)] if widget.text else []
        if self.blank and widget.role is Role.FIELD and box.height > 90 and not widget.name:
            # Only the words in a large area are seen, not the area.
            role = self._line(fixed)
            return written(box, widget.text, role, self.zoom)
        exact = element(widget, box, world.focus is widget)
        role = self._role(widget, exact.role, fixed)
        text = self._text(exact.text, fixed)
        if text and widget.role is Role.BUTTON and fixed.random() < self.letters:
            text = fixed.choice(_AS_LETTERS) + text
        name = text if exact.name == exact.text else self._text(exact.name, fixed)
        if widget.role in (Role.FIELD, Role.COMBO):
            name = "" if self.nameless else self._field_name(exact, name, fixed)
        if widget.row and not widget.text and widget.role in _IN_CELLS:
            # The head of a column names nothing in its cells; words right beside it may.
            name = name if widget.name == widget.row and fixed.random() < 0.4 else ""
        elif widget.role is Role.CHECKBOX and not widget.text and self.nameless:
            name = ""
        if exact.icon and fixed.random() < 0.8 * self.level:
            name = ""
        item = Element(
            box=self._box(box, widget, fixed),
            role=role,
            text=text,
            name=name,
            checked=self._flip(exact.checked, 0.025, rng)
            if role in (Role.CHECKBOX, Role.RADIO)
            else role in ENTRIES and fixed.random() < 0.1 * self.level,
            selected=self._selected(widget, exact, role, fixed),
            focused=exact.focused if rng.random() > 0.3 * self.level else False,
            disabled=self._flip(exact.disabled, 0.01, rng),
            colour=self._colour(widget, fixed),
            meanings=self._meanings(exact.icon),
        )
        item = named_by(_read(item), item.colour)
        if rng.random() < 0.01 * self.level:
            item = msgspec.structs.replace(item, focused=True)
        return self._parts(widget, item, fixed)

    def _parts(self, widget: Widget, item: Element, fixed: random.Random) -> list[Element]:
        """One element, or what it falls apart into."""
        if widget.hint:
            if fixed.random() < 0.2:
                joined = f"{item.text} {widget.hint}"
                return [msgspec.structs.replace(item, text=joined, name=joined)]
            right = item.box.right
            at = Box(right - 10 - 8 * len(widget.hint), item.box.top, right - 4, item.box.bottom)
            return [item, Element(at, Role.TEXT, widget.hint, widget.hint)]
        if item.role is Role.FIELD and item.text and fixed.random() < 0.06 * self.level:
            return [msgspec.structs.replace(item, text=""), inner(item.box, item.text)]
        if self.inside and widget.many_lines and item.role is Role.FIELD:
            return [item, *written(item.box, item.text, self._line(fixed), self.zoom)]
        if self.apart and item.role in (Role.CHECKBOX, Role.RADIO):
            return tick_and_label(item, fixed)
        if self.marks and item.role in (Role.CHECKBOX, Role.RADIO) and item.text:
            return [msgspec.structs.replace(item, box=mark(item.box))]
        words = item.text.split(" ")
        if widget.role is not Role.FIELD and len(words) > 1 and fixed.random() < 0.03 * self.level:
            return split(item, words, fixed.randint(1, len(words) - 1))
        return doubled(item, self.level, fixed)

    def _role(self, widget: Widget, role: Role, fixed: random.Random) -> Role:
        if widget.id in self.doubted and role in CONFUSED:
            taken: list[Role] = [other for other, _ in CONFUSED[role]]
            return fixed.choices(taken, [rate for _, rate in CONFUSED[role]])[0]
        if widget.group.startswith(COLUMN):
            return self.column
        if self.strange:
            role = strange_role(widget, role, fixed)
        if role is Role.MENU_ITEM and fixed.random() < 0.85:
            return self.entries
        if role in WORDY and fixed.random() < self.flat:
            return Role.ITEM if self.seed % 3 else Role.TEXT
        draw = fixed.random() / max(self.level, 1e-6)
        for other, rate in CONFUSED.get(role, ()):
            if draw < rate:
                return other
            draw -= rate
        return role

    def _selected(self, widget: Widget, exact: Element, role: Role, fixed: random.Random) -> bool:
        rate = 0.3 if role is Role.TITLE else 0.03
        if widget.role is Role.TAB:
            rate = TABS_DARK if exact.selected else TABS_LIT
        return self._flip(exact.selected, rate, fixed)

    def _text(self, text: str, fixed: random.Random) -> str:
        if not text:
            return text
        if len(text) == 1 and not text.isalnum():
            return "" if fixed.random() < 0.15 * self.level else text
        if fixed.random() > 0.07 * self.level:
            return text
        draw = fixed.random()
        at = fixed.randrange(len(text))
        if draw < 0.35:
            return text[:at] + LOOKALIKES.get(text[at], text[at]) + text[at + 1 :]
        if draw < 0.5:
            return text[:at] + text[at + 1 :] if len(text) > 2 else text
        if draw < 0.75:
            return text.replace(" ", "")
        if draw < 0.85:
            return text + fixed.choice((" v", " >", ".", ":", " x"))
        return fixed.choice(("v ", "O ", "> ", "x ", "□ ")) + text

    def _field_name(self, exact: Element, name: str, fixed: random.Random) -> str:
        draw = fixed.random() / max(self.level, 1e-6)
        if draw < 0.05:
            return exact.text
        if draw < 0.07:
            return ""
        return name + fixed.choice((":", " *")) if draw < 0.13 else name

    def _box(self, box: Box, widget: Widget, fixed: random.Random) -> Box:
        reach = 3 if self.level else 0
        left, top, right, bottom = (
            value + fixed.randint(-reach, reach)
            for value in (box.left, box.top, box.right, box.bottom)
        )
        tight = widget.role in (Role.ITEM, Role.MENU_ITEM, Role.MENU, Role.TAB, Role.BUTTON)
        if tight and widget.text and fixed.random() < 0.4:
            # Only the words are found, not the row or the button around them.
            wide = min(right - left, 7 * len(widget.text))
            inset = 6 if widget.role in (Role.ITEM, Role.MENU_ITEM) else (right - left - wide) // 2
            left, right = left + inset, left + inset + wide
        return Box(max(0, left), max(0, top), max(left + 4, right), max(top + 4, bottom))

    def _line(self, fixed: random.Random) -> Role:
        """What a line of a text is taken for."""
        return fixed.choice((Role.TEXT, Role.TEXT, Role.TEXT, Role.ITEM, Role.LINK))

    def _colour(self, widget: Widget, fixed: random.Random) -> str:
        if not self.colours:
            return ""
        if widget.colour:
            return widget.colour if fixed.random() > 0.06 * self.level else fixed.choice(COLOURS)
        plain = ("white", "grey", "black")[self.seed % 3]
        usual = fixed.choice((plain, plain, "white", "grey"))
        return fixed.choice(COLOURS) if fixed.random() < 0.12 else usual

    def _meanings(self, icon: str) -> Meanings:
        """What is told of an icon: the same wherever it stands, as it looks the same."""
        if not icon:
            return ()
        fixed = random.Random(self.seed ^ zlib.crc32(icon.encode()))
        return told(icon, fixed) if fixed.random() < self.level else ((icon, 1.0),)

    def _flip(self, value: bool, rate: float, rng: random.Random) -> bool:
        return not value if rng.random() < rate * self.level else value

    def _junk(self, world: World) -> list[Element]:
        fixed = random.Random(self.seed ^ zlib.crc32(b"junk"))
        count = fixed.choice((0, 0, 0, 1, 1, 2, 3, 5)) if self.level else 0
        junk: list[Element] = []
        for _ in range(count):
            left, top = (
                fixed.randrange(world.size.width - 40),
                fixed.randrange(world.size.height - 20),
            )
            role = fixed.choice(
                (Role.TEXT, Role.ICON, Role.ICON, Role.BUTTON, Role.FIELD, Role.SCROLLBAR)
            )
            text = (
                fixed.choice(("", "", "-", "|", "三", "a", "1", "nl", "oom", "00"))
                if role is not Role.FIELD
                else ""
            )
            box = Box(left, top, left + fixed.randint(8, 60), top + fixed.randint(8, 24))
            meanings: Meanings = ()
            if role is Role.ICON:
                icon = fixed.choice(SPURIOUS)
                meanings = told(icon, fixed)
            junk.append(_read(Element(box, role, text, text, meanings=meanings)))
        return junk

    def _pictures(self, world: World, seen: Sequence[Element]) -> list[Element]:
        """Patches of the screen that are neither words nor controls and touch neither."""
        fixed = random.Random(self.seed ^ zlib.crc32(b"pictures"))
        found: list[Element] = []
        for _ in range(self.pictures):
            wide, high = (int(18 * 16 ** fixed.random()) for _ in "xy")
            left = fixed.randrange(max(1, world.size.width - wide))
            top = fixed.randrange(max(1, world.size.height - high))
            item = Element(Box(left, top, left + wide, top + high), Role.OTHER)
            if not any(overlap(item.box, other.box) for other in seen):
                found.append(named_by(item, fixed.choice(COLOURS) if self.colours else ""))
        return found

    def _notice(self) -> list[Element]:
        """The task in lines of its own."""
        words = self.notice.split()
        fixed = random.Random(self.seed)
        left, top, wide = fixed.randint(0, 300), fixed.randint(0, 200), fixed.randint(22, 70)
        lines: list[str] = []
        for word in words:
            if lines and len(lines[-1]) + len(word) < wide:
                lines[-1] += f" {word}"
            else:
                lines.append(word)
        return [
            Element(
                Box(left, top + 16 * row, left + 7 * len(line), top + 16 * row + 13),
                Role.TEXT,
                line,
                line,
            )
            for row, line in enumerate(lines)
        ]


def _read(item: Element) -> Element:
    """The element with the likeliest of its meanings told where it is likely enough."""
    sure = item.meanings and item.meanings[0][1] >= KNOWN_ICON
    return msgspec.structs.replace(item, icon=item.meanings[0][0]) if sure else item
