"""Parts of a task with the expert that reaches them: the next step, and when it is done.

A goal looks at the world's truth, never at what the eyes make of it; `data/episodes.py` turns its
wishes into decisions about elements. Not here: how goals are worded and put together
(`generation.py`).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass, field

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
    inside: str = ""
    """The words in the target's text that are meant, where it is not the whole of it."""


@dataclass(slots=True)
class Clause:
    """A part of the task in words, with the places of its labels and values."""

    text: str
    spans: dict[str, Chars] = field(default_factory=dict[str, Chars])
    start: int = 0
    """Where it begins in the whole task."""


class Unreachable(Exception):  # noqa: N818 - it ends an episode, it is no fault
    """The goal's target cannot be reached in this world; the episode is thrown away."""


def reach(world: World, wish: Wish) -> Wish:
    """The wish, or first a scroll where its target lies outside the scrolled view."""
    widget = wish.target
    if widget is None or world.find(widget) is not None:
        return wish
    for surface in world.reachable():
        if widget in surface.scrolls and surface.view is not None:
            below = widget.box.center.y - surface.scrolled >= surface.view.bottom
            shown = [w for w in surface.scrolls if world.find(w) is not None]
            if shown:
                return Wish(Act.SCROLL, shown[0], direction="down" if below else "up")
    raise Unreachable


def entry(world: World, *named: str) -> Wish:
    """A click on the entry of that name in the menu or list in front."""
    for widget in world.front().widgets:
        if widget.text in named:
            return Wish(Act.CLICK, widget)
    raise Unreachable


@dataclass(slots=True)
class Goal(ABC):
    """A part of a task: the words that ask for it, what was done since it began, what is next."""

    kind: str
    clause: Clause = field(default_factory=lambda: Clause(""), kw_only=True)
    since: int = field(default=-1, kw_only=True)
    """How long the world's log was when the expert began; -1 before."""

    def next(self, world: World) -> Wish | None:
        """The expert's next step; None when this part is done."""
        if self.since < 0:
            self.since = len(world.log)
        return self.wish(world)

    @abstractmethod
    def wish(self, world: World) -> Wish | None:
        """The same, of a goal that has begun."""

    def happened(self, world: World, deed: str, widget: Widget | None, text: str = "") -> bool:
        """Whether that was done since, to a widget (or nothing), with a text where one is given."""
        wanted = widget.id if widget is not None else -1
        return any(
            entry[0] == deed and entry[1] == wanted and (not text or entry[2] == text)
            for entry in world.log[self.since :]
        )

    def count(self, world: World, deed: str) -> int:
        """How often something of that kind was done since."""
        return sum(entry[0] == deed for entry in world.log[self.since :])


@dataclass(slots=True)
class Press(Goal):
    """Click, double-click or right-click something once."""

    target: Widget
    act: Act = Act.CLICK

    def wish(self, world: World) -> Wish | None:
        logged = {Act.CLICK: "click", Act.DOUBLE: "double", Act.RIGHT: "right"}[self.act]
        if self.happened(world, logged, self.target):
            return None
        return reach(world, Wish(self.act, self.target))


@dataclass(slots=True)
class Turn(Goal):
    """Bring a tick, a tab or a list item into a state; nothing where it is so already."""

    target: Widget
    wanted: bool = True

    def wish(self, world: World) -> Wish | None:
        target = self.target
        selects = target.role in (Role.TAB, Role.ITEM)
        done = target.selected if selects else target.checked == self.wanted
        return None if done else reach(world, Wish(Act.CLICK, target))


@dataclass(slots=True)
class Fill(Goal):
    """Make a field hold a text: click it, select what is there, type."""

    target: Widget
    value: str
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

    def wish(self, world: World) -> Wish | None:
        wish = self._next(world)
        if wish is not None and self.narrow:
            wish.serves = self.clause.spans[self.slot]
        return wish

    def _next(self, world: World) -> Wish | None:
        typed = self.happened(world, "type", self.target)
        if typed:
            entered = self.happened(world, "press", None, "enter")
            return None if entered or not self.enter else Wish(Act.HOTKEY, keys=("enter",))
        focused = world.focus is self.target
        if not focused or not (self.direct or self.happened(world, "click", self.target)):
            return reach(world, Wish(Act.CLICK, self.target))
        full = bool(self.target.text) and not self.target.placeholder
        if full and not self.keep and not world.all_selected:
            return Wish(Act.HOTKEY, keys=("ctrl", "a"))
        if self.kind == "clear":
            cleared = self.happened(world, "press", None, "delete")
            return None if cleared or not full else Wish(Act.HOTKEY, keys=("delete",))
        moved = self.happened(world, "press", None, " ".join(self.edge))
        if self.edge and full and not moved:
            return Wish(Act.HOTKEY, keys=self.edge)
        if self.source is not None:
            return Wish(Act.TYPE, self.source)
        return Wish(Act.TYPE, text=self.clause.spans[self.slot])


def filled_as_said(
    kind: str, clause: Clause, told: Iterable[tuple[str, Widget, str]]
) -> list[Fill]:
    """Fields that one clause fills, in its order; `told`: slot, field and text of each."""
    parts = [Fill(kind, field, text, slot=slot, narrow=True) for slot, field, text in told]
    return sorted(parts, key=lambda part: clause.spans[part.slot])


@dataclass(slots=True)
class Blind(Goal):
    """Type where the focus is, with nothing on the screen to click (a terminal)."""

    enter: bool = False
    """A command is run, not only written."""

    def wish(self, world: World) -> Wish | None:
        if not self.count(world, "type"):
            return Wish(Act.TYPE, text=self.clause.spans["V"])
        entered = self.happened(world, "press", None, "enter")
        return None if entered or not self.enter else Wish(Act.HOTKEY, keys=("enter",))


@dataclass(slots=True)
class Choose(Goal):
    """Take an entry of a combo, a menu or a context menu: open it, then click the entry."""

    owner: Widget
    value: str
    opener: Act = Act.CLICK

    def wish(self, world: World) -> Wish | None:
        owner, is_open = self.owner, world.front().owner is self.owner
        if owner.role is Role.COMBO and owner.text == self.value:
            return entry(world, self.value) if is_open else None
        if self.happened(world, "choose", owner, self.value):
            return None
        return entry(world, self.value) if is_open else reach(world, Wish(self.opener, owner))


@dataclass(slots=True)
class Keys(Goal):
    """Press a chord that the task names."""

    keys: tuple[str, ...]
    spoken: tuple[str | Chars, ...] = ()

    def wish(self, world: World) -> Wish | None:
        if self.happened(world, "press", None, " ".join(self.keys)):
            return None
        return Wish(Act.HOTKEY, keys=self.spoken)


@dataclass(slots=True)
class Presses(Goal):
    """Press the keys of a pad one after the other, each serving its own character of the task."""

    presses: list[tuple[Widget, Chars | None]]

    def wish(self, world: World) -> Wish | None:
        done = self.count(world, "click")
        if done >= len(self.presses):
            return None
        widget, serves = self.presses[done]
        return reach(world, Wish(Act.CLICK, widget, serves=serves))


@dataclass(slots=True)
class Scroll(Goal):
    """Turn the wheel once."""

    over: Widget
    direction: str

    def wish(self, world: World) -> Wish | None:
        if self.count(world, "scroll"):
            return None
        return Wish(Act.SCROLL, self.over, direction=self.direction)


@dataclass(slots=True)
class Absent(Goal):
    """Something that is not there: look further down where that is possible, then ask."""

    def wish(self, world: World) -> Wish | None:
        for surface in world.reachable():
            if surface.depth and surface.scrolled < surface.depth:
                shown = [w for w in surface.scrolls if world.find(w) is not None]
                if shown:
                    return Wish(Act.SCROLL, shown[0], direction="down")
        return Wish(Act.CALL_USER)


# --------------------------------------------------------------------------- goals of several moves


@dataclass(slots=True)
class Several(Goal):
    """Goals that one clause of the task words together; each in its turn."""

    parts: list[Goal]
    at: int = 0

    def wish(self, world: World) -> Wish | None:
        while self.at < len(self.parts):
            self.parts[self.at].clause = self.clause
            wish = self.parts[self.at].next(world)
            if wish is not None:
                return wish
            self.at += 1
        return None


@dataclass(slots=True)
class Through(Goal):
    """Take an entry of a menu inside a menu."""

    owner: Widget
    path: tuple[str, ...]

    def wish(self, world: World) -> Wish | None:
        if any(e[0] == "choose" and e[2] == self.path[-1] for e in world.log[self.since :]):
            return None
        above = world.front().owner
        if above is not None and above.role is Role.MENU_ITEM and above.text in self.path:
            following = self.path[self.path.index(above.text) + 1 :]
            return entry(world, *following[:1])
        if above is self.owner:
            return entry(world, self.path[0])
        return reach(world, Wish(Act.CLICK, self.owner))


@dataclass(slots=True)
class Explore(Goal):
    """Open one part after the other until what is looked for shows itself, then click it."""

    openers: list[Widget]
    target: Widget

    def next(self, world: World) -> Wish | None:
        if self.since < 0:
            self.openers = [opener for opener in self.openers if not opener.selected]
        return Goal.next(self, world)

    def wish(self, world: World) -> Wish | None:
        if self.happened(world, "click", self.target):
            return None
        if world.find(self.target) is not None:
            return Wish(Act.CLICK, self.target)
        for opener in self.openers:
            tried = self.happened(world, "click", opener)
            if not tried and world.find(opener) is not None:
                return Wish(Act.CLICK, opener)
        raise Unreachable


@dataclass(slots=True)
class Pull(Goal):
    """Drag one thing onto another."""

    target: Widget
    onto: Widget

    def wish(self, world: World) -> Wish | None:
        if self.happened(world, "drag", self.target):
            return None
        if world.find(self.target) is None or world.find(self.onto) is None:
            raise Unreachable
        return Wish(Act.DRAG, self.target, onto=self.onto)


@dataclass(slots=True)
class CopyOver(Goal):
    """Bring the text of one field into another by the clipboard: nothing is read or retyped."""

    source: Widget
    target: Widget
    done: int = 0

    def wish(self, world: World) -> Wish | None:
        copied = bool(world.clipboard)
        steps = (
            (Wish(Act.CLICK, self.source), copied or world.focus is self.source),
            (Wish(Act.HOTKEY, keys=("ctrl", "a")), copied or world.all_selected),
            (Wish(Act.HOTKEY, keys=("ctrl", "c")), world.clipboard == self.source.text),
            (Wish(Act.CLICK, self.target), world.focus is self.target),
            (Wish(Act.HOTKEY, keys=("ctrl", "v")), self.source.text in self.target.text),
        )
        while self.done < len(steps) and steps[self.done][1]:
            self.done += 1
        if self.done == len(steps):
            return None
        return reach(world, steps[self.done][0])


@dataclass(slots=True)
class Hopeless(Goal):
    """What is asked for is there, and does not answer."""

    def wish(self, world: World) -> Wish | None:
        return Wish(Act.FAIL)
