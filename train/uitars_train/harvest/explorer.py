"""Finds its way through a program: what can be opened, chosen or switched, and back again.

What was done once on a thing of a name is not done again. It follows what the program tells and
clicks where the pixels confirm it; the gate refuses what is grave. Not here: looking and clicking
(`desk.py`), and which programs (`gathering.py`).
"""

from __future__ import annotations

import re
import time
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

import msgspec

from uitars_runtime.element import Role
from uitars_runtime.gate.words import risk_of
from uitars_runtime.hands.crops import differs
from uitars_runtime.types import Button, Click, Direction, Move, Point, Press, Scroll, Type
from uitars_train.harvest.confirming import share
from uitars_train.harvest.novelty import Novelty
from uitars_train.harvest.records import Deed, Does, Truth

if TYPE_CHECKING:
    from uitars_train.harvest.desk import Desk, Glimpse, Sight

FEWEST: Final = 6
"""Widgets that a screen tells of at least, to be kept."""
BELIEVED: Final = 0.6
"""Share of them that is confirmed at least."""
_DEEPEST: Final = 3
_TOGETHER: Final = 6
"""States that are changed before the next screen is taken."""
_AWAY: Final = Point(2, 2)
_ENDS: Final = re.compile(
    r"quit|exit|close|leave|log ?out|new window|full.?screen|hide|(?:mini|maxi)mi|restore|iconify"
    r"|detach|beenden|schließen|vollbild|quitter|fermer|salir|cerrar|esci|chiudi|zakończ|zamknij"
    r"|выход|закрыть",
    re.IGNORECASE,
)
"""What ends a program or takes its window away."""
_OUT: Final = ("cancel", "close", "no", "abbrechen", "schließen", "annuler", "cancelar", "annulla")
_ONWARDS: Final = ("ok", "next", "continue", "skip", "later", "not now", "close", "finish", "start")
_SAMPLE: Final = "Honey 7"
_LIMITS: Final = {
    **{Role.MENU: 12, Role.TAB: 12, Role.CHECKBOX: 18, Role.RADIO: 12, Role.COMBO: 4},
    **{Role.ITEM: 2, Role.FIELD: 2, Role.BUTTON: 6, Role.ICON: 5, Role.MENU_ITEM: 6, Role.LINK: 1},
}
"""How many of a role are worked on one screen."""
_ORDER: Final = tuple(_LIMITS)


class StuckError(Exception):
    """The program cannot be brought back to where it was."""


class Found(msgspec.Struct, frozen=True):
    """A screen worth keeping, and how it was reached."""

    sight: Sight
    before: int
    """Which of the screens found so far it was reached from; -1 for the first."""
    deeds: tuple[Deed, ...]


class Explorer:
    """Explores one program until its time or its number of screens is used up."""

    def __init__(self, most: int, seconds: float) -> None:
        self._most = most
        self._deadline = time.monotonic() + seconds
        self._done: set[tuple[str, ...]] = set()
        self._known: dict[int, tuple[Sight | None, int]] = {}
        """Screens by their fingerprints, those that were found with their number."""
        self._novelty = Novelty()
        self._all_done = False
        self.count = 0
        """Screens found."""

    def explore(self, desk: Desk) -> Iterator[Found]:
        """The screens as they are found, until the program is gone or all was done; called again
        with the program started anew it goes on. Raises `DesktopError` where the desktop is gone.
        """
        self._desk = desk
        for _ in range(_ANEW):
            first = self._keep(self._glimpse(), -1, ())
            if first:
                yield first
            if not self._now.told or self.is_over():
                return
            sight, place = self._known.get(fingerprint(self._now), (None, -1))
            sight = sight._replace(windows=self._now.windows) if sight else desk.read(self._now)
            try:
                yield from self._work(sight, place, 0)
            except StuckError:
                continue  # A question was answered, or another window came: work on that.
            if not self._goes_on():
                self._all_done = bool(self._now.told)
                return

    def is_over(self) -> bool:
        """Whether nothing more is to be found."""
        out_of_time = time.monotonic() > self._deadline
        return self._all_done or self.count >= self._most or out_of_time

    def _glimpse(self) -> Glimpse:
        self._now = self._desk.glimpse()
        return self._now

    def _keep(self, glimpse: Glimpse, before: int, deeds: Sequence[Deed]) -> Found | None:
        """The screen where it is a new one and shows what is told of it."""
        known = fingerprint(glimpse)
        if known in self._known or len(glimpse.told) < FEWEST:
            return None
        # What everything after it is reached from is kept in any case.
        if before >= 0 and not self._novelty.adds(glimpse.told):
            self._known[known] = None, -1
            return None
        sight = self._desk.read(glimpse)
        if len(sight.seen) < _DRAWN * len(sight.true):
            time.sleep(_DRAWING_SECONDS)
            sight = self._desk.read(self._glimpse())
            known = fingerprint(self._now)
        if known in self._known:
            return None
        if len(sight.true) < FEWEST or share(sight.true) < BELIEVED:
            self._known[known] = None, -1
            return None
        self._known[known] = sight, self.count
        self._novelty.keep(self._now.told)
        self.count += 1
        return Found(sight, before, tuple(deeds) if before >= 0 else ())

    def _work(self, sight: Sight, place: int, depth: int) -> Iterator[Found]:
        """Everything worth doing on a screen; afterwards its window is there again, or
        `StuckError`."""
        yield from self._change_states(sight, place)
        yield from self._context(sight, place)
        for index in self._worth_doing(sight, depth):
            if self.is_over():
                return
            true = sight.true[index]
            if _key(sight, true) in self._done or not _is_there(true, sight, self._now):
                continue
            deeds = self._do(sight, index)
            if not deeds:
                continue
            kept = self._keep(self._glimpse(), place, deeds)
            if kept:
                yield kept
            if self._now.windows != sight.windows:
                if kept and depth < _DEEPEST:
                    yield from self._work(kept.sight, self.count - 1, depth + 1)
                self._back_to(sight)
            elif kept and true.element.role in (Role.TAB, Role.ITEM):
                yield from self._change_states(kept.sight, self.count - 1)
            if true.element.role is Role.ICON and _is_there(true, sight, self._now):
                yield from self._hover(index, place, sight)
        yield from self._scroll(sight, place)

    def _goes_on(self) -> bool:
        """Whether something else is to be seen after the button that leaves a window on which all
        was done: what greets people at the start, and asks a first time, hides the rest."""
        way_on = next((one for one in self._glimpse().told if _leads(one, _ONWARDS)), None)
        if way_on is None or self.is_over():
            return False
        before = fingerprint(self._now)
        self._desk.do(Click(way_on.element.box.center), self._now.frame)
        return fingerprint(self._glimpse()) != before

    def _context(self, sight: Sight, place: int) -> Iterator[Found]:
        """The menu of the other button, once in a window, on an entry or a page of text."""
        key = sight.title, "context"
        index = next((at for at, one in enumerate(sight.true) if _has_context(one)), None)
        if index is None or key in self._done or self._now.windows != sight.windows:
            return
        self._done.add(key)
        at = sight.true[index].element.box.center
        if self.is_over() or not self._desk.do(Click(at, Button.RIGHT), self._now.frame).ok:
            return
        kept = self._keep(self._glimpse(), place, (Deed(Does.RIGHT_CLICK, index),))
        if kept:
            yield kept
        self._back_to(sight)

    def _do(self, sight: Sight, index: int) -> list[Deed]:
        """Click a thing; into a field some words are typed. Empty where the gate said no."""
        true = sight.true[index]
        self._done.add(_key(sight, true))
        if not self._desk.do(Click(aim(true)), self._now.frame).ok:
            return []
        deeds = [Deed(Does.CLICK, index)]
        if true.element.role is Role.FIELD and "editable" in true.states:
            if self._desk.do(Type(_SAMPLE), self._now.frame).ok:
                deeds.append(Deed(Does.TYPE, index, _SAMPLE))
        elif true.element.role in (Role.CHECKBOX, Role.RADIO, Role.TAB):
            # Out of the way, where it would light up what it is on.
            self._desk.do(Move(_AWAY), self._now.frame)
        return deeds

    def _change_states(self, sight: Sight, place: int) -> Iterator[Found]:
        """Several ticks at once: with the screen before, each was seen in both states."""
        deeds: list[Deed] = []
        for index in self._chosen(sight, (Role.CHECKBOX, Role.RADIO)):
            if len(deeds) >= _TOGETHER or self._desk.windows() != sight.windows:
                break
            deeds += self._do(sight, index)
        if deeds:
            kept = self._keep(self._glimpse(), place, deeds)
            if kept:
                yield kept
            if set(self._now.windows) - set(sight.windows):
                self._back_to(sight)

    def _hover(self, index: int, place: int, sight: Sight) -> Iterator[Found]:
        """The tool tip of an icon; without one the screen is known, and not kept."""
        at = sight.true[index].element.box.center
        for to in (_AWAY, at):
            self._desk.do(Move(to), self._now.frame)
        time.sleep(_TIP_SECONDS)
        kept = self._keep(self._glimpse(), place, (Deed(Does.HOVER, index),))
        if kept:
            yield kept
        self._desk.do(Move(_AWAY), self._now.frame)

    def _scroll(self, sight: Sight, place: int) -> Iterator[Found]:
        """What lies further down in the longest list."""
        rows = [index for index, one in enumerate(sight.true) if one.row >= 0 and one.confirmed]
        if len(rows) < _LONG or self.is_over() or self._now.windows != sight.windows:
            return
        index = rows[len(rows) // 2]
        at = sight.true[index].element.box.center
        if self._desk.do(Scroll(at, Direction.DOWN, 5), self._now.frame).ok:
            kept = self._keep(self._glimpse(), place, (Deed(Does.SCROLL, index),))
            if kept:
                yield kept

    def _worth_doing(self, sight: Sight, depth: int) -> Iterator[int]:
        in_menu = any(one.element.role is Role.MENU_ITEM for one in sight.true)
        if in_menu and depth:
            yield from self._chosen(sight, (Role.MENU_ITEM,))
            return
        for role in _ORDER:
            if role not in (Role.CHECKBOX, Role.RADIO, Role.MENU_ITEM):
                yield from self._chosen(sight, (role,))

    def _chosen(self, sight: Sight, roles: Sequence[Role]) -> Iterator[int]:
        """The widgets of these roles that were not worked yet and are nothing to keep away from."""
        count = 0
        for index, true in enumerate(sight.true):
            if true.element.role not in roles or count >= _LIMITS[true.element.role]:
                continue
            if _key(sight, true) not in self._done and is_harmless(true):
                count += 1
                yield index

    def _back_to(self, sight: Sight) -> None:
        """Leave what was opened: Escape, then a button that says no. Raises `StuckError`."""
        for attempt in range(_TRIES):
            now = set(self._desk.windows())
            if not set(sight.windows) <= now:
                raise StuckError
            if now == set(sight.windows):
                self._glimpse()
                return
            leave: Click | Press = Press(("esc",))
            if attempt % 2:
                way_out = next((one for one in self._glimpse().told if _leads(one, _OUT)), None)
                leave = Click(way_out.element.box.center) if way_out else leave
            self._desk.do(leave, self._now.frame)
        raise StuckError


_DRAWN: Final = 0.5
"""Things seen to one that is told, at least, of a window that is drawn."""
_DRAWING_SECONDS: Final = 0.8
_LONG: Final = 6
"""Rows of a list from which it is scrolled."""
_TIP_SECONDS: Final = 0.9
"""After which programs show a tool tip."""
_TRIES: Final = 5
_ANEW: Final = 8
"""How often exploring begins with the window that is there, where the way back was lost."""


def fingerprint(sight: Glimpse) -> int:
    """Of what a screen tells, without the exact places: the same again is nothing new."""
    return hash(
        (
            sight.title,
            len(sight.windows),
            frozenset(
                (one.told, one.element.name, one.element.text, *_state(one), one.element.box.top)
                for one in sight.told
            ),
        )
    )


def _state(true: Truth) -> tuple[object, ...]:
    element = true.element
    return element.checked, element.selected, element.disabled, true.states


def is_harmless(true: Truth) -> bool:
    """Whether it can be seen, works, and neither ends the program nor is grave."""
    element = true.element
    words = f"{element.name} {element.text}"
    return (
        true.confirmed
        and not element.disabled
        and not _ENDS.search(words)
        and risk_of(words) is None
    )


def aim(true: Truth) -> Point:
    """The middle, or where a tick and its words begin: a program gives a tick its whole row."""
    box = true.element.box
    if true.element.role in (Role.CHECKBOX, Role.RADIO) and box.width > 3 * box.height:
        return Point(box.left + min(box.height // 2, 14), box.center.y)
    return box.center


def _key(sight: Sight, true: Truth) -> tuple[str, ...]:
    """A thing of a window by its words; of several rows without, each is one of its own."""
    element = true.element
    name = element.name or element.text or f"{element.box.left} {element.box.top}"
    return sight.title, true.told, name, f"{true.row}"


def _is_there(true: Truth, before: Sight, now: Glimpse) -> bool:
    """Whether the pixels of a thing are what they were."""
    box = true.element.box
    place = slice(max(0, box.top), box.bottom), slice(max(0, box.left), box.right)
    return not differs(before.frame.pixels[place], now.frame.pixels[place])


def _leads(true: Truth, words: Sequence[str]) -> bool:
    return true.element.text.strip(" _&<>.").casefold() in words


def _has_context(true: Truth) -> bool:
    """Whether the other button may open a menu there: on an entry, or on a page of text."""
    element = true.element
    large = element.box.height >= _PAGE and element.role in (Role.TEXT, Role.FIELD)
    return large or (true.confirmed and element.role is Role.ITEM and not element.disabled)


_PAGE: Final = 120
"""Pixels of height from which text is a page, and no label."""
