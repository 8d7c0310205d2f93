"""Parts of a task with the expert that reaches them: the next step, and when it is done.

A goal looks at the world's truth, never at what the eyes make of it; `data/episodes.py` turns its
wishes into decisions about elements. Not here: how goals are worded and put together
(`generation.py`).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Protocol

from uitars_runtime.backends.embedded.network.vocabulary import Act
from uitars_runtime.element import Role
from uitars_train.simulator.world import Widget, World

Chars = tuple[int, int]
"""A span of characters of the clause."""


@dataclass(slots=True)
class Wish:
    """What the expert wants to do next."""

    act: Act
    target: Widget | None = None
    text: Chars | None = None
    keys: tuple[str | Chars, ...] = ()
    """Names of the vocabulary, or where in the clause the key's character stands."""
    direction: str = ""
    serves: Chars | None = None
    """The part of the clause that it serves; None for all of it."""
    onto: Widget | None = None
    """Where a drag ends."""


@dataclass(slots=True)
class Clause:
    """A part of the task in words, with the places of its labels and values."""

    text: str
    spans: dict[str, Chars] = field(default_factory=dict[str, Chars])
    start: int = 0
    """Where it begins in the whole task."""


class Goal(Protocol):
    """A part of a task."""

    kind: str
    clause: Clause

    def next(self, world: World) -> Wish | None:
        """The expert's next step; None when this part is done."""
        ...


class Unreachable(Exception):  # noqa: N818 - it ends an episode, it is no fault
    """The goal's target cannot be reached in this world; the episode is thrown away."""


def happened(world: World, since: int, kind: str, widget: Widget | None, text: str = "") -> bool:
    wanted = widget.id if widget is not None else -1
    return any(
        entry[0] == kind and entry[1] == wanted and (not text or entry[2] == text)
        for entry in world.log[since:]
    )


def reach(world: World, widget: Widget, wish: Wish) -> Wish:
    """The wish, or first a scroll where its target lies outside the scrolled view."""
    if world.find(widget) is not None:
        return wish
    for surface in world.reachable():
        if widget in surface.scrolls and surface.view is not None:
            below = widget.box.center.y - surface.scrolled >= surface.view.bottom
            shown = [w for w in surface.scrolls if world.find(w) is not None]
            if not shown:
                break
            return Wish(Act.SCROLL, shown[0], direction="down" if below else "up")
    raise Unreachable


@dataclass(slots=True)
class Press:
    """Click, double-click or right-click something once."""

    kind: str
    target: Widget
    act: Act = Act.CLICK
    clause: Clause = field(default_factory=lambda: Clause(""))
    since: int = -1

    def next(self, world: World) -> Wish | None:
        if self.since < 0:
            self.since = len(world.log)
        logged = {Act.CLICK: "click", Act.DOUBLE: "double", Act.RIGHT: "right"}[self.act]
        if happened(world, self.since, logged, self.target):
            return None
        return reach(world, self.target, Wish(self.act, self.target))


@dataclass(slots=True)
class Turn:
    """Bring a tick, a tab or a list item into a state; nothing where it is so already."""

    kind: str
    target: Widget
    wanted: bool = True
    clause: Clause = field(default_factory=lambda: Clause(""))
    clicked: int = -1

    def next(self, world: World) -> Wish | None:
        if self._is_so():
            return None
        return reach(world, self.target, Wish(Act.CLICK, self.target))

    def _is_so(self) -> bool:
        if self.target.role in (Role.TAB, Role.ITEM):
            return self.target.selected
        return self.target.checked == self.wanted


@dataclass(slots=True)
class Fill:
    """Make a field hold a text: click it, select what is there, type."""

    kind: str
    target: Widget
    value: str
    clause: Clause = field(default_factory=lambda: Clause(""))
    enter: bool = False
    keep: bool = False
    """What is there stays (documents)."""
    direct: bool = False
    """The focus is there already and the task says so by naming no place."""
    slot: str = "V"
    """Where in the clause its text stands."""
    narrow: bool = False
    """Its steps serve only the words of its text: the clause holds more than this goal."""
    source: Widget | None = None
    """The text is not in the task but on the screen, as the words of this widget."""
    edge: tuple[str, ...] = ()
    """The keys that bring the caret to the end, or the beginning, of what is there."""
    since: int = -1

    def next(self, world: World) -> Wish | None:
        wish = self._next(world)
        if wish is not None and self.narrow:
            wish.serves = self.clause.spans[self.slot]
        return wish

    def _next(self, world: World) -> Wish | None:
        if self.since < 0:
            self.since = len(world.log)
        typed = happened(world, self.since, "type", self.target)
        if typed:
            entered = happened(world, self.since, "press", None, "enter")
            return None if entered or not self.enter else Wish(Act.HOTKEY, keys=("enter",))
        focused = world.focus is self.target
        if not focused or not (self.direct or happened(world, self.since, "click", self.target)):
            return reach(world, self.target, Wish(Act.CLICK, self.target))
        full = bool(self.target.text) and not self.target.placeholder
        if full and not self.keep and not world.all_selected:
            return Wish(Act.HOTKEY, keys=("ctrl", "a"))
        if self.kind == "clear":
            cleared = happened(world, self.since, "press", None, "delete")
            return None if cleared or not full else Wish(Act.HOTKEY, keys=("delete",))
        moved = happened(world, self.since, "press", None, " ".join(self.edge))
        if self.edge and full and not moved:
            return Wish(Act.HOTKEY, keys=self.edge)
        if self.source is not None:
            return Wish(Act.TYPE, self.source)
        return Wish(Act.TYPE, text=self.clause.spans[self.slot])


@dataclass(slots=True)
class Blind:
    """Type where the focus is, with nothing on the screen to click (a terminal)."""

    kind: str
    clause: Clause = field(default_factory=lambda: Clause(""))
    enter: bool = False
    """A command is run, not only written."""
    since: int = -1

    def next(self, world: World) -> Wish | None:
        if self.since < 0:
            self.since = len(world.log)
        if not any(entry[0] == "type" for entry in world.log[self.since :]):
            return Wish(Act.TYPE, text=self.clause.spans["V"])
        entered = happened(world, self.since, "press", None, "enter")
        return None if entered or not self.enter else Wish(Act.HOTKEY, keys=("enter",))


@dataclass(slots=True)
class Choose:
    """Take an entry of a combo, a menu or a context menu: open it, then click the entry."""

    kind: str
    owner: Widget
    value: str
    clause: Clause = field(default_factory=lambda: Clause(""))
    opener: Act = Act.CLICK
    since: int = -1

    def next(self, world: World) -> Wish | None:
        if self.since < 0:
            self.since = len(world.log)
        if self.owner.role is Role.COMBO and self.owner.text == self.value:
            if world.front().owner is self.owner:
                return self._entry(world)
            return None
        if happened(world, self.since, "choose", self.owner, self.value):
            return None
        if world.front().owner is self.owner:
            return self._entry(world)
        return reach(world, self.owner, Wish(self.opener, self.owner))

    def _entry(self, world: World) -> Wish:
        for widget in world.front().widgets:
            if widget.text == self.value:
                return Wish(Act.CLICK, widget)
        raise Unreachable


@dataclass(slots=True)
class Keys:
    """Press a chord that the task names."""

    kind: str
    keys: tuple[str, ...]
    spoken: tuple[str | Chars, ...] = ()
    clause: Clause = field(default_factory=lambda: Clause(""))
    since: int = -1

    def next(self, world: World) -> Wish | None:
        if self.since < 0:
            self.since = len(world.log)
        if happened(world, self.since, "press", None, " ".join(self.keys)):
            return None
        return Wish(Act.HOTKEY, keys=self.spoken)


@dataclass(slots=True)
class Sequence:
    """Press the keys of a pad one after the other, each serving its own character of the task."""

    kind: str
    presses: list[tuple[Widget, Chars | None]]
    clause: Clause = field(default_factory=lambda: Clause(""))
    since: int = -1

    def next(self, world: World) -> Wish | None:
        if self.since < 0:
            self.since = len(world.log)
        done = sum(1 for entry in world.log[self.since :] if entry[0] == "click")
        if done >= len(self.presses):
            return None
        widget, serves = self.presses[done]
        return reach(world, widget, Wish(Act.CLICK, widget, serves=serves))


@dataclass(slots=True)
class Scroll:
    """Turn the wheel once."""

    kind: str
    over: Widget
    direction: str
    clause: Clause = field(default_factory=lambda: Clause(""))
    since: int = -1

    def next(self, world: World) -> Wish | None:
        if self.since < 0:
            self.since = len(world.log)
        if any(entry[0] == "scroll" for entry in world.log[self.since :]):
            return None
        return Wish(Act.SCROLL, self.over, direction=self.direction)


@dataclass(slots=True)
class Absent:
    """Something that is not there: look further down where that is possible, then ask."""

    kind: str
    clause: Clause = field(default_factory=lambda: Clause(""))

    def next(self, world: World) -> Wish | None:
        for surface in world.reachable():
            if surface.depth and surface.scrolled < surface.depth:
                shown = [w for w in surface.scrolls if world.find(w) is not None]
                if shown:
                    return Wish(Act.SCROLL, shown[0], direction="down")
        return Wish(Act.CALL_USER)
