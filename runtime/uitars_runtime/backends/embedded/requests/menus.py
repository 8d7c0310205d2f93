"""Looking into closed menus before a person is asked: what is wanted may stand in one of them.

The network knows what it sees. Where nothing of that is likely enough, the menus of the window are
opened one after the other; that for which most speaks of all that was seen is chosen, if it is
enough and stands in a menu. A look serves no words of the task, and the network's history leaves it
out. Not here: the question, where no menu helped (`asking.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

import msgspec

from uitars_runtime.backends.embedded.network.affinity import Floats
from uitars_runtime.backends.embedded.network.codec import describe, seen_element
from uitars_runtime.backends.embedded.network.decoder import Decided
from uitars_runtime.backends.embedded.network.embeddings import likely
from uitars_runtime.backends.embedded.network.history import came_of
from uitars_runtime.backends.embedded.network.vocabulary import Act
from uitars_runtime.backends.embedded.requests.asking import WORKS
from uitars_runtime.backends.embedded.requests.entry import unseen
from uitars_runtime.backends.embedded.situation import Came, Decision, Situation, Span, called
from uitars_runtime.dialects.embedded import write_reply
from uitars_runtime.element import Element, Role
from uitars_runtime.grounding import Grounding, Passage
from uitars_runtime.protocols import Completion
from uitars_runtime.types import AskUser, Click, Move, Press, Step

Meant = Callable[[Situation, Span | None], Floats]
"""How much speaks for each element of a situation, by the words that a step serves
(`Decoder.meant`)."""
LOOK_BELOW: Final = 0.6
"""A step less likely than this waits until the menus were looked into: a look harms nothing."""
_ENOUGH: Final = 7.0
"""The least that must speak for an entry that is taken. Chosen on programs that nothing was learned
from: of 159 wishes for entries 74 were taken rightly and 44 wrongly, and 18 of 44 wishes for what
is nowhere were taken. A higher one gains little: the unlikely step that comes instead is hardly
more often right."""
_ENTRIES: Final = frozenset({Role.MENU_ITEM, Role.CHECKBOX, Role.RADIO, Role.ITEM, Role.BUTTON})
"""What the entries of a menu are taken for."""
_USUAL: Final = frozenset(
    {"file", "edit", "view", "tools", "options", "settings", "window", "format", "help"}
)
"""Menus by which a bar is told from a row of other words, such as the links of a page."""
_FEWEST: Final = 2
"""Of these, in one bar."""
_PRIMARY: Final = ("menu", 0.5)
"""What the picture of a button means behind which all menus are, and how likely at least."""
_CLOSE: Final = Press(("esc",))


class _Survey(msgspec.Struct, frozen=True):
    """The menus are opened one after the other."""

    closed: Situation | None = None
    """What was seen with all of them closed; None where a run goes on in the middle of a look."""
    bar: Mapping[str, int] = {}
    """Where the menus stand in that by their names: beside one that is open, a box may be drawn
    around more than the word."""
    ahead: tuple[str, ...] = ()
    """Menus that were not looked into yet."""
    entries: Mapping[str, tuple[Element, ...]] = {}
    """Of each menu that opened, what can be chosen."""
    again: str | None = None
    """The menu that is opened once more: that for which most of all speaks stands in it."""

    def looked_into(self, menu: str, entries: tuple[Element, ...] | None = None) -> _Survey:
        """After one more look. `entries`: None where the menu did not open."""
        ahead = tuple(name for name in self.ahead if name != menu)
        known = self.entries if entries is None else {**self.entries, menu: entries}
        return _Survey(self.closed, self.bar, ahead, known)

    def into(self, name: str, *, near: bool = False) -> Completion:
        """Open a menu, or close the one that is open where the bar has none of the name. `near`:
        another one is open, so that pointing at this one is enough; a click would only close that
        one in some toolkits."""
        at = self.bar.get(name)
        if self.closed is None or at is None:
            return close()
        menu = self.closed.elements[at]
        action = Move(menu.box.center) if near else Click(menu.box.center)
        thought = f"It may stand in a menu: look into {describe(menu)}."
        meant = Grounding(target=seen_element(at, self.closed))
        return Completion(write_reply(thought, action), grounding=meant)

    def shown(self, situation: Situation) -> tuple[Element, ...]:
        """The entries of the menu that is open."""
        before = () if self.closed is None else self.closed.elements
        return tuple(one for one in unseen(situation.elements, before) if one.role in _ENTRIES)


class _Asked(msgspec.Struct, frozen=True):
    """What is looked for, and what is seen now."""

    situation: Situation
    served: Span | None
    meant: Meant
    shown: tuple[Element, ...]
    """The entries of the menu that is open."""

    def most(self, elements: Sequence[Element]) -> float:
        """How much speaks for that of some elements for which most does."""
        return float(max(self._of(elements), default=0.0))

    def besides(self) -> float:
        """The most that speaks for anything that stands in no menu."""
        return self.most([one for one in self.situation.elements if one not in self.shown])

    def entry(self) -> Decision:
        """A click on the entry of the menu that is open for which most speaks."""
        usable = _usable(self.shown) or self.shown
        best = usable[int(self._of(usable).argmax())]
        at = self.situation.elements.index(best)
        return Decision(Act.CLICK, self.served or Span(0, self.situation.asked - 1), at)

    def _of(self, elements: Sequence[Element]) -> Floats:
        among = msgspec.structs.replace(self.situation, elements=tuple(elements))
        return self.meant(among, self.served)


class Menus:
    """What stands in the menus of a window, as far as it was looked at since the last step that was
    for the task."""

    def __init__(self) -> None:
        self._survey = _Survey()

    def first(
        self, decided: Decided, situation: Situation, steps: Sequence[Step], meant: Meant
    ) -> Completion | Decision | None:
        """What is done before the step that the network decided on, or in its place; None for that
        step itself.

        `steps`: all of the run. `meant`: how much speaks for each element. Whoever changes a text
        knows the ways through menus, and in words that are to be typed much speaks for entries that
        have nothing to do with them ("add cheese to my list" for Paste).
        """
        if decided.edits:
            return None
        if not steps or _works(steps[-1]):
            return self._begin(decided, situation)
        if not _is_look(steps[-1]):
            return None
        survey, shown = self._survey, self._survey.shown(situation)
        asked = _Asked(situation, decided.decision.serves, meant, shown)
        looked = steps[-1].grounding
        menu = "" if looked is None or looked.target is None else looked.target.name
        came = came_of(steps[-1])
        if shown and came is not Came.UNCHANGED:
            if menu == survey.again:
                return asked.entry()
            return self._go_on(survey.looked_into(menu, _usable(shown)), asked, menu)
        if isinstance(steps[-1].action, Move):
            # It did not open by pointing at it.
            return survey.into(menu)
        if survey.again is None and survey.entries:
            # One menu that shows nothing is no reason to forget what the others hold.
            return self._go_on(survey.looked_into(menu), asked)
        # Where the first click did nothing there is no menu to close: Escape would close the dialog
        # that holds the window.
        return close() if survey.again is not None or came is Came.CHANGED else None

    def _begin(self, decided: Decided, situation: Situation) -> Completion | None:
        """Open the first menu, where the network found nothing that is likely; once for the same
        words."""
        self._survey = _Survey()
        decision = decided.decision
        unsure = decided.confidence < LOOK_BELOW and decision.act in WORKS
        if not (unsure or decision.act is Act.CALL_USER) or _was_served(decision, situation):
            return None
        bar = {called(situation.elements[at]): at for at in _menus(situation)}
        self._survey = survey = _Survey(situation, bar, tuple(bar))
        return next(map(survey.into, survey.ahead), None)

    def _go_on(
        self, survey: _Survey, asked: _Asked, opened: str | None = None
    ) -> Completion | Decision:
        """The next menu; after the last the one with the entry for which most of all speaks, or
        that entry where the menu is open; where too little speaks for it, close what is.

        `opened`: the menu that is open.
        """
        self._survey = survey
        if survey.ahead:
            return survey.into(survey.ahead[0], near=True)
        most = {menu: asked.most(entries) for menu, entries in survey.entries.items()}
        best = max(most, key=lambda menu: most[menu])
        if most[best] < max(_ENOUGH, asked.besides()):
            return close()
        self._survey = msgspec.structs.replace(survey, again=best)
        return asked.entry() if best == opened else survey.into(best, near=True)


def without_looks(steps: Sequence[Step]) -> tuple[Step, ...]:
    """The steps that were for the task."""
    return tuple(step for step in steps if not (_is_look(step) or _closes(step)))


def is_open(steps: Sequence[Step]) -> bool:
    """Whether the last step opened a menu to look into it."""
    return bool(steps) and _is_look(steps[-1])


def in_vain(steps: Sequence[Step]) -> bool:
    """Whether the menus were just looked into, and what is wanted stands in none of them."""
    return bool(steps) and _closes(steps[-1])


def close(served: Passage | None = None) -> Completion:
    """Close the menu that is open. `served`: the words for which the look showed that nothing is
    left to do."""
    thought = "Nothing in this menu is to be chosen, so close it."
    return Completion(write_reply(thought, _CLOSE), grounding=Grounding(served))


def _was_served(decision: Decision, situation: Situation) -> bool:
    """Whether a step was taken for the same words."""
    now = decision.serves
    return now is not None and any(now.meets(one.serves) for one in situation.history)


def _works(step: Step) -> bool:
    return not (_is_look(step) or _closes(step) or isinstance(step.action, AskUser))


def _is_look(step: Step) -> bool:
    meant = step.grounding
    return meant is not None and meant.only_looks and isinstance(step.action, Click | Move)


def _closes(step: Step) -> bool:
    return step.action == _CLOSE and step.grounding == Grounding()


def _usable(entries: Sequence[Element]) -> tuple[Element, ...]:
    return tuple(one for one in entries if not one.disabled)


def _menus(situation: Situation) -> list[int]:
    """Where the window's menus stand among the elements, from left to right; the button that hides
    them all where there is no bar."""
    elements = situation.elements
    menus = [at for at, one in enumerate(elements) if one.role is Role.MENU and not one.disabled]
    for first in menus:
        middle = elements[first].box.center.y
        bar = [at for at in menus if elements[at].box.top <= middle < elements[at].box.bottom]
        if len({called(elements[at]).casefold() for at in bar} & _USUAL) >= _FEWEST:
            return sorted(bar, key=lambda at: elements[at].box.left)
    return [at for at, one in enumerate(elements) if _is_primary(one)]


def _is_primary(one: Element) -> bool:
    meaning, share = _PRIMARY
    return any(name == meaning and known >= share for name, known in likely(one))
