"""Gathers what the rules must know of an action before they judge it: no more than it can reach.

What costs time comes last and only where it can matter: words of the picture, a look for a place
for text, the controls of a whole window.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, Protocol

import msgspec

from uitars_runtime.element import Control
from uitars_runtime.gate.caret import Caret, keeps, placed
from uitars_runtime.gate.command_windows import types_a_command
from uitars_runtime.gate.facts import Facts
from uitars_runtime.gate.reach import is_text, is_turned, reach, repeats
from uitars_runtime.gate.words import asked_about, risk_of, says_yes
from uitars_runtime.gate.written import Written
from uitars_runtime.geometry import common, grown, on_screenshot
from uitars_runtime.types import (
    Action,
    Box,
    Click,
    Drag,
    KeyDown,
    Point,
    Press,
    Scroll,
    Type,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from uitars_runtime.frame import Frame

_PAGE = 56
"""Height in pixels from which a place for text takes several lines."""
_BELOW = 44
"""Pixels from the middle of a picture of a file to its name."""
_AROUND = 24
"""Pixels around a widget that are looked at with it."""


class Surroundings(Protocol):
    """Knows what an action would hit."""

    def facts(self, action: Action, /) -> Facts: ...

    def controls(self, facts: Facts, /) -> tuple[Control, ...]:
        """All controls of the window of these facts, where its program tells them."""
        ...


class Words(Protocol):
    """Reads the screenshot."""

    def at(self, seen: Frame, place: Point, /, without: tuple[Box, ...] = ()) -> str:
        """What stands at a place, but for what stands in other parts."""
        ...

    def within(self, seen: Frame, area: Box, /, without: Box | None = None) -> str:
        """What stands in a part of it, but for what stands in another part."""
        ...

    def values(self, seen: Frame, area: Box, place: Point | None = None, /) -> str:
        """What stands on drop-down lists, sliders and the like in it, or on that at a place."""
        ...

    def field(self, seen: Frame, place: Point, area: Box, /) -> Box | None:
        """The place for text at a place of a window that fills the area; None for none."""
        ...


class Evidence:
    """What is known of the target of one action after the other."""

    def __init__(self, surroundings: Surroundings, words: Words | None) -> None:
        """`words`: without it the picture is not read, and programs are believed where they have
        a text role."""
        self._surroundings = surroundings
        self._words = words
        self._caret: Caret | None = None
        self._written = Written()

    def of(self, action: Action, seen: Frame, held: Iterable[str]) -> Facts:
        """All that the rules need about the action."""
        facts = self._surroundings.facts(action)
        if isinstance(action, Drag) and not facts.others:
            # Nobody can say what is where it ends: the picture can.
            end = msgspec.structs.replace(facts, role="", name="", spot=None)
            facts = msgspec.structs.replace(facts, others=(end,))
        keys = frozenset(held)
        places = [
            self._completed(action, self._begun(one, keys), place, seen)
            for one, place in zip(facts.every, _places(action, facts), strict=True)
        ]
        return msgspec.structs.replace(places[0], others=tuple(places[1:]))

    def _begun(self, facts: Facts, held: frozenset[str]) -> Facts:
        written = self._written.before(facts)
        return msgspec.structs.replace(facts, held=held, others=(), written=written)

    def done(self, action: Action, facts: Facts, seen: Frame) -> None:
        """Note what was really done: a click into a field puts the keyboard there, and letters stay
        where they were typed."""
        self._written = self._written.after(action, facts)
        if not keeps(action, facts.held):
            self._caret = placed(action, facts, seen)

    def moved(self, action: Action, facts: Facts) -> bool:
        """Whether something else has the keyboard by now than these facts say: a question takes a
        person's time, and reading the picture takes ours."""
        if not isinstance(action, Type | Press | KeyDown):
            return False
        now = self._surroundings.facts(action)
        told = bool(now.role and facts.role)
        return now.pid != facts.pid or (told and _focus(now) != _focus(facts))

    def forget(self) -> None:
        """It is not known any more where the keyboard is."""
        self._caret = None

    def _completed(self, action: Action, facts: Facts, place: Point | None, seen: Frame) -> Facts:
        if place is not None:
            facts = self._about_point(facts, place, seen, action)
        elif isinstance(action, Type | Press | KeyDown):
            facts = self._about_focus(facts, seen, action)
        reached = reach(action, facts)
        if reached.values:
            facts = self._with_values(facts, place, seen)
        if reached.beyond:
            facts = msgspec.structs.replace(facts, controls=self._surroundings.controls(facts))
        asked = reached.target and any(map(says_yes, (facts.name, *facts.text.splitlines())))
        if asked or (reached.pressing and reached.beyond and not facts.clicked):
            facts = self._with_words(facts, seen)
        return facts

    def _about_point(self, facts: Facts, place: Point, seen: Frame, action: Action) -> Facts:
        """With the words there; for a text role or nothing at all, whether a field is seen."""
        if isinstance(action, Scroll) and not is_turned(facts.role):
            return facts
        if self._words is None:
            field = "line" if is_text(facts.role) else ""
            return msgspec.structs.replace(facts, field=field)
        hidden = tuple(on_screenshot(box, seen.origin) for box in facts.hidden)
        text = self._words.at(seen, place, hidden)
        if isinstance(action, Click) and action.count > 1 and not facts.name:
            # What two clicks open has its name below its picture.
            text = f"{text}\n{self._words.at(seen, Point(place.x, place.y + _BELOW))}".strip()
        facts = msgspec.structs.replace(facts, text=text)
        label = f"{facts.name}\n{facts.text}".strip()
        risky = risk_of(facts.name) or risk_of(facts.text, misread=True)
        if not label and not facts.role:
            facts = self._with_words(facts, seen)
            asked = asked_about(facts.title_and_words)
            matters = bool(hidden or asked or risk_of(facts.window))
            blank = matters and not self._field(facts, place, seen)
            return msgspec.structs.replace(facts, blank=blank)
        if is_text(facts.role) and (risky or says_yes(label)):
            return msgspec.structs.replace(facts, field=self._field(facts, place, seen))
        return facts

    def _about_focus(self, facts: Facts, seen: Frame, action: Action) -> Facts:
        """Whether what has the keyboard is a place for text, and what stands on it if not."""
        if self._words is None:
            high = facts.spot is not None and facts.spot.height >= _PAGE
            field = ("page" if high else "line") if is_text(facts.role) else ""
            return msgspec.structs.replace(facts, field=field)
        if not (isinstance(action, Type) or reach(action, facts).pressing):
            return facts
        if not facts.role:
            facts = self._with_words(facts, seen)
            grave = risk_of(facts.words, misread=True) or asked_about(facts.words)
            if not (grave or repeats(action, facts) or types_a_command(action)):
                return facts
            return self._with_clicked(facts, seen)
        if facts.spot is None:
            return facts
        place = _on_screenshot(facts.spot.center, seen.origin)
        if is_text(facts.role):
            return msgspec.structs.replace(facts, field=self._field(facts, place, seen))
        return msgspec.structs.replace(facts, text=self._words.at(seen, place))

    def _with_values(self, facts: Facts, place: Point | None, seen: Frame) -> Facts:
        """With the words of what has a value: there, or in the window where nobody says what has
        the keyboard. Eyes are asked only where a grave word stands."""
        if self._words is None or facts.area is None:
            return facts
        area = on_screenshot(facts.area, seen.origin)
        near = self._words.at(seen, place) if place else self._with_words(facts, seen).words
        if risk_of(near, misread=True) is None:
            return facts
        return msgspec.structs.replace(facts, values=self._words.values(seen, area, place))

    def _with_words(self, facts: Facts, seen: Frame) -> Facts:
        if self._words is None or facts.area is None or facts.words:
            return facts
        words = self._words.within(seen, on_screenshot(facts.area, seen.origin))
        return msgspec.structs.replace(facts, words=words)

    def _with_clicked(self, facts: Facts, seen: Frame) -> Facts:
        """With the place for text of a silent program that the agent clicked into: what is written
        in it is on no control."""
        caret, area = self._caret, facts.area
        if caret is None or area is None or self._words is None or not caret.holds(facts):
            return facts
        area = on_screenshot(area, seen.origin)
        field = caret.field(self._words, seen, area)
        if field is None:
            return facts
        words = self._words.within(seen, area, field)
        return msgspec.structs.replace(facts, field=_sized(field), words=words, clicked=True)

    def _field(self, facts: Facts, place: Point, seen: Frame) -> Literal["", "line", "page"]:
        area = facts.area
        if area is not None and facts.spot is not None and facts.spot.height < _PAGE:
            area = common(area, grown(facts.spot, _AROUND, _AROUND))
        if self._words is None or area is None:
            return ""
        return _sized(self._words.field(seen, place, on_screenshot(area, seen.origin)))


def _focus(facts: Facts) -> tuple[str, str, Box | None]:
    return facts.role, facts.name, facts.spot


def _sized(field: Box | None) -> Literal["", "line", "page"]:
    if field is None:
        return ""
    return "page" if field.height >= _PAGE else "line"


def _places(action: Action, facts: Facts) -> tuple[Point | None, ...]:
    """Where on the screenshot each of the targets is; None for what has the keyboard."""
    match action:
        case Click(at=at) | Scroll(at=at):
            return (at,)
        case Drag(start=start, end=end):
            return (start, end)
        case _:
            return (None,) * (1 + len(facts.others))


def _on_screenshot(device: Point, origin: Point) -> Point:
    return Point(device.x - origin.x, device.y - origin.y)
