"""The sheet a window is drawn on, and its common parts: words, ticks, lists, buttons, links.

Not here: fields (`forms.py`), bars and large areas (`bars.py`), lists and tables (`content.py`).
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Final

from uitars_runtime.element import Role
from uitars_runtime.geometry import moved
from uitars_runtime.types import Box, Point
from uitars_train.simulator import lexicon
from uitars_train.simulator.lexicon import Words
from uitars_train.simulator.world import Surface, Widget

KINDRED: Final = 0.3
"""Share of sections whose labels share words."""
GREYED: Final = 0.12
"""Share of windows in which most things of one kind cannot be used."""
DOTTED: Final = 0.08
"""Share of buttons that open a dialogue, and say so by dots."""


class Sheet:
    """A window under construction: widgets in its own coordinates, and the next free line `y`."""

    def __init__(
        self, rng: random.Random, words: Words, *, width: int, height: int, title: str
    ) -> None:
        self.rng = rng
        self.words = words
        self.width = width
        self.height = height
        self.title = title
        self.y = 30
        self.pitch = rng.uniform(6.0, 8.5)
        """Pixels per character."""
        self.line = rng.randint(22, 38)
        """Pixels from one row to the next."""
        self.margin = rng.randint(6, 40)
        self.page = ""
        self.pages: list[str] = []
        self.first_page = ""
        self.widgets: list[Widget] = []
        self.scrolls: list[Widget] = []
        self.view: Box | None = None
        self.used: set[str] = set()
        self.long = False
        """There is more on it than its window shows."""
        self.echo = ""
        """What the heading says; a button says the same."""

    def wide(self, text: str) -> int:
        return int(len(text) * self.pitch) + 2

    def room(self) -> bool:
        return self.y + self.line < self.height

    def fresh(self, entries: str, count: int, invent: float = 0.25) -> list[str]:
        """Labels not used in this window, with a rare repeat."""
        labels = self.words.several(entries, count, invent)
        if len(labels) > 1 and self.rng.random() < KINDRED:
            labels = self.words.kindred(labels)
        if labels and self.rng.random() < 0.2:
            # A neighbour that is nearly the same: "Save" and "Save all", "Name" and "Last name".
            labels.append(self.words.variant(self.rng.choice(labels)))
        kept = [x for x in labels if x.lower() not in self.used or self.rng.random() < 0.04]
        self.used.update(label.lower() for label in kept)
        return kept

    def scroll_all(self, top: int, bottom: int) -> None:
        """Everything from `top` down scrolls in a view that ends at `bottom`."""
        self.scrolls += [widget for widget in self.widgets if widget.box.top >= top]
        self.widgets = [widget for widget in self.widgets if widget.box.top < top]
        self.view = Box(0, top, self.width, bottom)
        if self.rng.random() < 0.7:
            self.put(Role.SCROLLBAR, (self.width - 12, top, self.width - 2, bottom))

    def put(self, role: Role, box: tuple[int, int, int, int], text: str = "") -> Widget:
        """A widget at left, top, right, bottom."""
        widget = Widget(role, Box(*box), text, page=self.page)
        self.widgets.append(widget)
        return widget

    def surface(self, box: Box, titled: bool) -> Surface:
        """The finished window, moved to its place."""
        surface = Surface(box, self.title if titled else "", page=self.first_page)
        if titled:
            middle = (self.width - self.wide(self.title)) // 2
            left = self.rng.choice((8, max(8, middle)))
            end = min(left + self.wide(self.title), self.width - 60)
            self.widgets.insert(0, Widget(Role.TITLE, Box(left, 4, end, 22), self.title))
            if self.rng.random() < 0.6:
                for index, icon in enumerate(("close", "maximize", "minimize")):
                    right = self.width - 6 - 22 * index
                    at = Box(right - 18, 4, right, 22)
                    self.widgets.append(Widget(Role.ICON, at, icon=icon, closes=icon == "close"))
        for widget in (*self.widgets, *self.scrolls):
            widget.box = moved(widget.box, Point(box.left, box.top))
        inside = [w for w in self.widgets if w.box.bottom <= box.bottom + 2]
        if self.rng.random() < GREYED:
            _grey_out(inside, self.rng)
        surface.widgets = inside
        surface.scrolls = self.scrolls
        if self.view is not None:
            view = moved(self.view, Point(box.left, box.top))
            surface.view = Box(view.left, view.top, view.right, min(view.bottom, box.bottom))
            low = max((w.box.bottom for w in self.scrolls), default=view.bottom)
            surface.depth = max(0, low - surface.view.bottom)
            surface.stride = 150 if surface.view.height < 260 else surface.view.height * 2 // 3
        return surface


def _grey_out(widgets: Sequence[Widget], rng: random.Random) -> None:
    """Most of one kind cannot be used at the moment, as on the bar of a program with no file."""
    role = rng.choice((Role.BUTTON, Role.BUTTON, Role.ICON, Role.CHECKBOX, Role.RADIO, Role.FIELD))
    for widget in widgets:
        if widget.role is role and rng.random() < 0.6:
            widget.disabled = True


def dotted(label: str, rng: random.Random) -> str:
    """The label of what opens a dialogue often ends in dots."""
    return f"{label}..." if rng.random() < DOTTED and label[-1:].isalpha() else label


# --------------------------------------------------------------------------- text


def text_line(sheet: Sheet, text: str) -> None:
    if sheet.room():
        right = min(sheet.margin + sheet.wide(text), sheet.width - 4)
        sheet.put(Role.TEXT, (sheet.margin, sheet.y, right, sheet.y + 16), text)
        sheet.y += sheet.line


def heading(sheet: Sheet) -> None:
    """Large words at the top that say what the window is for; often a button says them again."""
    label = sheet.echo or sheet.words.pick(lexicon.BUTTONS, 0.2)
    sheet.echo = label
    sheet.used.add(label.lower())
    right = min(sheet.margin + int(sheet.wide(label) * 1.6), sheet.width - 4)
    high = sheet.rng.randint(20, 32)
    sheet.put(Role.TEXT, (sheet.margin, sheet.y, right, sheet.y + high), label)
    sheet.y += high + sheet.rng.randint(8, 30)


def paragraph(sheet: Sheet) -> None:
    for _ in range(sheet.rng.randint(1, 3)):
        text_line(sheet, sheet.words.sentence())


def paragraphs(sheet: Sheet, count: int) -> None:
    if sheet.rng.random() < 0.6:
        text_line(sheet, sheet.words.invented())
    for _ in range(count):
        text_line(sheet, sheet.words.sentence())


# --------------------------------------------------------------------------- controls


def checks(sheet: Sheet, count: int) -> None:
    rng = sheet.rng
    across = rng.random() < 0.2
    left = sheet.margin
    for label in sheet.fresh(lexicon.CHECKS, count):
        right = left + sheet.wide(label) + 24
        if not sheet.room() or right > sheet.width:
            return
        widget = sheet.put(Role.CHECKBOX, (left, sheet.y, right, sheet.y + 20), label)
        widget.checked = rng.random() < 0.45
        widget.disabled = rng.random() < 0.03
        if across:
            left = right + 14
        else:
            sheet.y += sheet.line
    sheet.y += sheet.line if across else 0


def radios(sheet: Sheet, count: int) -> None:
    rng = sheet.rng
    if rng.random() < 0.5:
        text_line(sheet, sheet.words.invented() + rng.choice((":", "", "?")))
    group = f"radio{sheet.y}{sheet.page}"
    across = rng.random() < 0.3
    left = sheet.margin
    made: list[Widget] = []
    for label in sheet.fresh(lexicon.RADIOS, count + 1):
        right = left + sheet.wide(label) + 24
        if not sheet.room() or right > sheet.width:
            break
        widget = sheet.put(Role.RADIO, (left, sheet.y, right, sheet.y + 20), label)
        widget.group = group
        made.append(widget)
        if across:
            left = right + 14
        else:
            sheet.y += sheet.line
    if made and rng.random() < 0.85:
        rng.choice(made).checked = True
    sheet.y += sheet.line if across else 0


def combos(sheet: Sheet, count: int) -> None:
    rng = sheet.rng
    labels = sheet.fresh(lexicon.FIELDS, max(1, count - 1))
    column = sheet.margin + max((sheet.wide(label) for label in labels), default=0) + 14
    above, close = rng.random() < 0.2, rng.random() < 0.35
    if above:
        column = sheet.margin
    for label in labels:
        if not sheet.room() or column > sheet.width - 60:
            return
        box = (sheet.margin, sheet.y + 4, sheet.margin + sheet.wide(label), sheet.y + 20)
        sheet.put(Role.TEXT, box, label + rng.choice(("", ":")))
        if above:
            sheet.y += 22
        elif close:
            column = sheet.margin + sheet.wide(label) + 6
        options = sheet.words.several(lexicon.CHOICES, rng.randint(3, 8), 0.15)
        wide = max(sheet.wide(option) for option in options) + 40
        right = min(sheet.width - 6, column + wide)
        widget = sheet.put(Role.COMBO, (column, sheet.y, right, sheet.y + 26), rng.choice(options))
        widget.options = tuple(options)
        widget.name = label
        sheet.y += max(28, sheet.line)


def buttons(sheet: Sheet, labels: Sequence[str], closes: bool = False) -> None:
    """A row of buttons at the right, the left or spread over the width."""
    rng = sheet.rng
    labels = [label if closes else dotted(label, rng) for label in labels]
    widths = [sheet.wide(label) + rng.randint(16, 50) for label in labels]
    total = sum(widths) + 8 * len(labels)
    stretch = rng.random() < 0.2
    left = sheet.margin if rng.random() < 0.4 else max(sheet.margin, sheet.width - total - 8)
    if stretch:
        widths = [max(w, (sheet.width - 16) // max(1, len(labels)) - 8) for w in widths]
        left = 8
    for label, wide in zip(labels, widths, strict=True):
        if left + 20 > sheet.width:
            break
        right = min(left + wide, sheet.width - 2)
        widget = sheet.put(Role.BUTTON, (left, sheet.y, right, sheet.y + 28), label)
        widget.closes = closes
        widget.disabled = not closes and rng.random() < 0.03
        left += wide + 8
    sheet.y += 36


def button_row(sheet: Sheet) -> None:
    rng = sheet.rng
    if sheet.room() and rng.random() < 0.88:
        labels = sheet.fresh(lexicon.BUTTONS, rng.choice((1, 2, 2, 3, 4)), 0.12)
        if sheet.echo:
            labels = [sheet.echo, *labels[1:]] if rng.random() < 0.5 else [*labels, sheet.echo]
        buttons(sheet, labels)


def plain_buttons(sheet: Sheet, count: int) -> None:
    """Buttons below each other."""
    for label in sheet.fresh(lexicon.BUTTONS, count, 0.3):
        if sheet.room():
            box = (sheet.margin, sheet.y, sheet.margin + sheet.wide(label) + 24, sheet.y + 26)
            sheet.put(Role.BUTTON, box, dotted(label, sheet.rng))
            sheet.y += max(30, sheet.line)


def links(sheet: Sheet, count: int) -> None:
    rng = sheet.rng
    across = rng.random() < 0.5
    left = sheet.margin
    for label in sheet.fresh(lexicon.LINKS, count + 1):
        right = left + sheet.wide(label)
        if not sheet.room() or right > sheet.width:
            break
        sheet.put(Role.LINK, (left, sheet.y, right, sheet.y + 18), label)
        if across:
            left = right + 18
        else:
            sheet.y += sheet.line
    sheet.y += sheet.line if across else 4
