"""The window under construction: what stands where, which line is free, which labels are taken.

Not here: what it is filled with (`controls.py`, `bars.py`, `content.py`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from uitars_runtime.element import Role
from uitars_runtime.geometry import moved
from uitars_runtime.types import Box, Point, Size
from uitars_train.simulator import rates
from uitars_train.simulator.lexicon import Words, listing
from uitars_train.simulator.world import Surface, Widget

# Pixels on an ordinary screen. Heights are those of the toolkits' default themes, rounded; what
# stands apart or at an edge is ours.
LABEL: Final = 16
LINK: Final = 18
TICK: Final = 20
HEADER: Final = 22
CELL: Final = 24
CONTROL: Final = 26
BUTTON: Final = 28
_LETTERS: Final = (6.0, 8.5)
"""Width of a letter."""
_BAR: Final = 30
"""The height of a window's own bar, and where what it says and its buttons stand in it."""
_EDGE, _TITLE_LEFT, _TITLE_RIGHT = 4, 8, 60
_SCROLLBAR: Final = 12
_BELOW: Final = 14
"""What is free below the buttons of a dialog."""
_STRIDE, _LOW = 150, 260
"""How far a turn of the wheel scrolls a low view; a higher one by two thirds of its height."""


class WindowBuilder:
    """A window under construction: widgets in its own coordinates, and the next free line `y`."""

    def __init__(self, words: Words, *, width: int, height: int, title: str) -> None:
        self.rng = words.rng
        self.words = words
        self.width = width
        self.height = height
        self.title = title
        self.y = _BAR
        self.pitch = self.rng.uniform(*_LETTERS)
        """Pixels per character."""
        self.line = self.between("pixels of a row")
        """Pixels from one row to the next."""
        self.margin = self.between("pixels of the margin")
        self.page = ""
        self.first_page = ""
        self.widgets: list[Widget] = []
        self.scrolls: list[Widget] = []
        self.view: Box | None = None
        self.used: set[str] = set()
        self.long = False
        """There is more on it than its window shows."""
        self.echo = ""
        """What the heading says; a button says the same."""

    # ---------------------------------------------------------------- draws

    def maybe(self, name: str) -> bool:
        return rates.maybe(self.rng, name)

    def between(self, name: str) -> int:
        return rates.between(self.rng, name)

    def chosen(self, name: str) -> int:
        return int(rates.chosen(self.rng, name))

    def role(self, name: str) -> Role:
        return rates.role(self.rng, name)

    def said(self, name: str) -> str:
        """One of a list of the lexicon, whichever side of training it is on."""
        return self.rng.choice(listing(name))

    def claimed(self, text: str) -> bool:
        """Whether nothing in this window was called so before; now something is."""
        free = text.lower() not in self.used
        self.used.add(text.lower())
        return free

    def fresh(self, entries: str, count: int, invent: str = "a label is invented") -> list[str]:
        """Labels not used in this window, with a rare repeat."""
        labels = self.words.several(entries, count, invent)
        if len(labels) > 1 and self.maybe("labels share words"):
            labels = self.words.kindred(labels)
        if labels and self.maybe("a label has a near twin"):
            # A neighbour that is nearly the same: "Save" and "Save all", "Name" and "Last name".
            labels.append(self.words.variant(self.rng.choice(labels)))
        used = self.used
        kept = [x for x in labels if x.lower() not in used or self.maybe("a label is repeated")]
        used.update(label.lower() for label in kept)
        return kept

    # ---------------------------------------------------------------- places

    def wide(self, text: str) -> int:
        """Pixels that a text takes."""
        return int(len(text) * self.pitch) + 2

    def room(self) -> bool:
        return self.y + self.line < self.height

    def put(self, role: Role, box: tuple[int, int, int, int], text: str = "") -> Widget:
        """A widget at left, top, right, bottom."""
        widget = Widget(role, Box(*box), text, page=self.page)
        self.widgets.append(widget)
        return widget

    def place(
        self, role: Role, left: int, wide: int, high: int, text: str = "", *, down: int = 0
    ) -> Widget:
        """A widget in the free line, or so many pixels below its top."""
        top = self.y + down
        return self.put(role, (left, top, left + wide, top + high), text)

    def label(self, text: str, left: int | None = None, *, down: int = 0) -> Widget:
        """Words at the margin, or at another place in the free line."""
        left = self.margin if left is None else left
        return self.place(Role.TEXT, left, self.wide(text), LABEL, text, down=down)

    def along(
        self, labels: Iterable[str], around: int = 0, gap: int = 0
    ) -> Iterator[tuple[str, int, int]]:
        """Labels side by side as far as there is room: each with its left edge and its width, which
        is that of its words and so many pixels around them."""
        left = self.margin
        for label in labels:
            wide = self.wide(label) + around
            if left + wide > self.width:
                return
            yield label, left, wide
            left += wide + gap

    def scroll_all(self, top: int, bottom: int) -> None:
        """Everything from `top` down scrolls in a view that ends at `bottom`."""
        self.scrolls += [widget for widget in self.widgets if widget.box.top >= top]
        self.widgets = [widget for widget in self.widgets if widget.box.top < top]
        self.view = Box(0, top, self.width, bottom)
        if self.maybe("a long window shows its scrollbar"):
            self.put(Role.SCROLLBAR, (self.width - _SCROLLBAR, top, self.width - 2, bottom))

    # ---------------------------------------------------------------- the finished window

    def surface(self, box: Box, titled: bool) -> Surface:
        """The finished window, moved to its place."""
        surface = Surface(box, self.title if titled else "", page=self.first_page)
        if titled:
            self._title()
        for widget in (*self.widgets, *self.scrolls):
            widget.box = moved(widget.box, Point(box.left, box.top))
        surface.widgets = [w for w in self.widgets if w.box.bottom <= box.bottom + 2]
        if self.maybe("much is greyed out"):
            # Most of one kind cannot be used at the moment.
            role = self.role("what is greyed out on a window")
            for widget in surface.widgets:
                if widget.role is role and self.maybe("one of a greyed kind is greyed"):
                    widget.disabled = True
        surface.scrolls = self.scrolls
        if self.view is not None:
            view = moved(self.view, Point(box.left, box.top))
            surface.view = Box(view.left, view.top, view.right, min(view.bottom, box.bottom))
            low = max((w.box.bottom for w in self.scrolls), default=view.bottom)
            high = surface.view.height
            surface.depth = max(0, low - surface.view.bottom)
            surface.stride = _STRIDE if high < _LOW else high * 2 // 3
        return surface

    def dialog(self, screen: Size, titled: str, below: int = _BELOW) -> Surface:
        """The finished window over all others, at a random place; `titled`: how often it says its
        title, `below`: pixels below what stands on it."""
        high = self.y + below
        left = self.rng.randint(0, max(1, screen.width - self.width))
        top = self.rng.randint(0, max(1, screen.height - high))
        box = Box(left, top, left + self.width, top + high)
        surface = self.surface(box, titled=self.maybe(titled))
        surface.modal = True
        return surface

    def _title(self) -> None:
        middle = (self.width - self.wide(self.title)) // 2
        left = self.rng.choice((_TITLE_LEFT, max(_TITLE_LEFT, middle)))
        end = min(left + self.wide(self.title), self.width - _TITLE_RIGHT)
        self.widgets.insert(0, Widget(Role.TITLE, Box(left, _EDGE, end, HEADER), self.title))
        if self.maybe("a title has its three buttons"):
            for index, icon in enumerate(("close", "maximize", "minimize")):
                right = self.width - 6 - HEADER * index
                at = Box(right - LINK, _EDGE, right, HEADER)
                self.widgets.append(Widget(Role.ICON, at, icon=icon, closes=icon == "close"))
