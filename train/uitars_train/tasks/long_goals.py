"""Goals of several moves: through nested menus, search behind tabs, drags, parts that share words.

Not here: goals about one widget (`goals.py`), how tasks are worded (`keyboard_goals.py`,
`place_goals.py`).
"""

from __future__ import annotations

from dataclasses import dataclass, field

from uitars_runtime.backends.embedded.network.vocabulary import Act
from uitars_runtime.element import Role
from uitars_train.simulator.world import Widget, World
from uitars_train.tasks.goals import Clause, Goal, Unreachable, Wish, happened, reach


@dataclass(slots=True)
class Several:
    """Goals that one clause of the task words together; each in its turn."""

    kind: str
    parts: list[Goal]
    clause: Clause = field(default_factory=lambda: Clause(""))
    at: int = 0

    def next(self, world: World) -> Wish | None:
        while self.at < len(self.parts):
            self.parts[self.at].clause = self.clause
            wish = self.parts[self.at].next(world)
            if wish is not None:
                return wish
            self.at += 1
        return None


@dataclass(slots=True)
class Through:
    """Take an entry of a menu inside a menu."""

    kind: str
    owner: Widget
    path: tuple[str, ...]
    clause: Clause = field(default_factory=lambda: Clause(""))
    since: int = -1

    def next(self, world: World) -> Wish | None:
        if self.since < 0:
            self.since = len(world.log)
        if any(e[0] == "choose" and e[2] == self.path[-1] for e in world.log[self.since :]):
            return None
        above = world.front().owner
        if above is not None and above.role is Role.MENU_ITEM and above.text in self.path:
            return self._entry(world, self.path.index(above.text) + 1)
        if above is self.owner:
            return self._entry(world, 0)
        return reach(world, self.owner, Wish(Act.CLICK, self.owner))

    def _entry(self, world: World, depth: int) -> Wish:
        for widget in world.front().widgets:
            if depth < len(self.path) and widget.text == self.path[depth]:
                return Wish(Act.CLICK, widget)
        raise Unreachable


@dataclass(slots=True)
class Explore:
    """Open one part after the other until what is looked for shows itself, then click it."""

    kind: str
    openers: list[Widget]
    target: Widget
    clause: Clause = field(default_factory=lambda: Clause(""))
    since: int = -1

    def next(self, world: World) -> Wish | None:
        if self.since < 0:
            self.since = len(world.log)
            self.openers = [opener for opener in self.openers if not opener.selected]
        if happened(world, self.since, "click", self.target):
            return None
        if world.find(self.target) is not None:
            return Wish(Act.CLICK, self.target)
        for opener in self.openers:
            tried = happened(world, self.since, "click", opener)
            if not tried and world.find(opener) is not None:
                return Wish(Act.CLICK, opener)
        raise Unreachable


@dataclass(slots=True)
class Pull:
    """Drag one thing onto another."""

    kind: str
    target: Widget
    onto: Widget
    clause: Clause = field(default_factory=lambda: Clause(""))
    since: int = -1

    def next(self, world: World) -> Wish | None:
        if self.since < 0:
            self.since = len(world.log)
        if happened(world, self.since, "drag", self.target):
            return None
        if world.find(self.target) is None or world.find(self.onto) is None:
            raise Unreachable
        return Wish(Act.DRAG, self.target, onto=self.onto)


@dataclass(slots=True)
class CopyOver:
    """Bring the text of one field into another by the clipboard: nothing is read or retyped."""

    kind: str
    source: Widget
    target: Widget
    clause: Clause = field(default_factory=lambda: Clause(""))
    done: int = 0

    def next(self, world: World) -> Wish | None:
        steps = (
            Wish(Act.CLICK, self.source),
            Wish(Act.HOTKEY, keys=("ctrl", "a")),
            Wish(Act.HOTKEY, keys=("ctrl", "c")),
            Wish(Act.CLICK, self.target),
            Wish(Act.HOTKEY, keys=("ctrl", "v")),
        )
        while self.done < len(steps) and self._is_done(world):
            self.done += 1
        if self.done == len(steps):
            return None
        wish = steps[self.done]
        return wish if wish.target is None else reach(world, wish.target, wish)

    def _is_done(self, world: World) -> bool:
        match self.done:
            case 0:
                return world.focus is self.source or bool(world.clipboard)
            case 1:
                return world.all_selected or bool(world.clipboard)
            case 2:
                return world.clipboard == self.source.text
            case 3:
                return world.focus is self.target
            case _:
                return self.source.text in self.target.text


@dataclass(slots=True)
class Hopeless:
    """What is asked for is there, and does not answer."""

    kind: str
    clause: Clause = field(default_factory=lambda: Clause(""))

    def next(self, world: World) -> Wish | None:
        return Wish(Act.FAIL)
