"""Looking into closed menus before a person is asked: what is wanted may stand in one of them.

The network knows what it sees. Where nothing of that is likely enough, the menus of the window are
opened one after the other; what is nearest in meaning of all that was seen is chosen, if it is near
enough and stands in a menu. A look serves no words of the task, and the network's history leaves it
out. Not here: the question, where no menu helped (`asking.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import takewhile
from typing import Final

import msgspec

from uitars_runtime.backends.embedded.network.affinity import Floats
from uitars_runtime.backends.embedded.network.codec import describe, seen_element
from uitars_runtime.backends.embedded.network.decoder import Decided
from uitars_runtime.backends.embedded.network.history import came_of
from uitars_runtime.backends.embedded.network.icon_names import likely
from uitars_runtime.backends.embedded.network.vocabulary import Act
from uitars_runtime.backends.embedded.requests.asking import WORKS
from uitars_runtime.backends.embedded.situation import Came, Decision, Situation, Span, called
from uitars_runtime.dialects.embedded import write_reply
from uitars_runtime.element import Element, Role
from uitars_runtime.grounding import Grounding, Passage
from uitars_runtime.protocols import Completion
from uitars_runtime.types import AskUser, Click, Move, Press, Step

Nearness = Callable[[Situation, Span | None], Floats]
"""How near each element of a situation is to the words that a step serves (`Decoder.nearness`)."""
LOOK_BELOW: Final = 0.6
"""A step less likely than this waits until the menus were looked into: a look harms nothing."""
_NEAR: Final = 5.0
"""What nearness must add to an entry's log-odds of being meant (`network/affinity.py`)."""
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


class Menus:
    """What stands in the menus of a window, as far as it was looked at since the last step that was
    for the task."""

    def __init__(self) -> None:
        self._closed: Situation | None = None
        """What was seen with all of them closed."""
        self._entries: dict[str, tuple[Element, ...]] = {}
        self._chosen = ""

    def first(
        self,
        decided: Decided,
        situation: Situation,
        steps: Sequence[Step],
        nearness: Nearness,
    ) -> Completion | Decision | None:
        """What is done before the step that the network decided on, or in its place; None for that
        step itself.

        `steps`: all of the run. `nearness`: how near each element is to what is asked.
        """
        looks = _looks(steps)
        if not looks:
            return self._begin(decided, situation, steps)
        if steps[-1] is not looks[0]:
            return None
        entries = self._shown(situation)
        if not entries or came_of(looks[0]) is Came.UNCHANGED:
            aimed = self._again(looks)
            clicked = isinstance(looks[0].action, Click)
            # One menu that shows nothing is no reason to forget what the others hold.
            if aimed is not None or not clicked or not self._entries or self._chosen:
                return aimed
            return self._next("", decided, situation, looks, nearness)
        name = _looked(looks[0])
        if name == self._chosen:
            return self._taken(decided, situation, nearness)
        self._entries[name] = tuple(one for one in entries if not one.disabled)
        return self._next(name, decided, situation, looks, nearness)

    def _next(
        self,
        name: str,
        decided: Decided,
        situation: Situation,
        looks: Sequence[Step],
        nearness: Nearness,
    ) -> Completion | Decision:
        """The next menu, or what is best of all. `name`: what is open."""
        known = {_looked(step) for step in looks}
        ahead = [menu for menu in self._bar() if menu not in known]
        if ahead:
            return self._into(ahead[0], near=True)
        return self._choose(name, decided, situation, nearness)

    def _begin(
        self, decided: Decided, situation: Situation, steps: Sequence[Step]
    ) -> Completion | None:
        """Open the first menu, where the network found nothing that is likely; once for the same
        words."""
        self._closed, self._entries, self._chosen = None, {}, ""
        unsure = decided.confidence < LOOK_BELOW and decided.decision.act in WORKS
        if not unsure and decided.decision.act is not Act.CALL_USER:
            return None
        asked = bool(steps) and isinstance(steps[-1].action, AskUser)
        if asked or _was_served(decided.decision, situation):
            return None
        self._closed = situation
        return next(map(self._into, self._bar()), None)

    def _bar(self) -> dict[str, int]:
        """Where the menus stand by their names, as seen with all of them closed: beside one that is
        open, a box may be drawn around more than the word."""
        seen = self._closed
        return {} if seen is None else {called(seen.elements[at]): at for at in _menus(seen)}

    def _into(self, name: str, *, near: bool = False) -> Completion:
        """Open a menu, or close the one that is open where the bar has none of the name. `near`:
        another one is open, so that pointing at this one is enough; a click would only close that
        one in some toolkits."""
        at = self._bar().get(name)
        if self._closed is None or at is None:
            return close()
        menu = self._closed.elements[at]
        action = Move(menu.box.center) if near else Click(menu.box.center)
        thought = f"It may stand in a menu: look into {describe(menu)}."
        meant = Grounding(target=seen_element(at, self._closed))
        return Completion(write_reply(thought, action), grounding=meant)

    def _again(self, looks: Sequence[Step]) -> Completion | None:
        """A menu that did not open by pointing at it is clicked. Where the first click did nothing
        there is no menu to close: Escape would close the dialog that holds the window."""
        if not isinstance(looks[0].action, Click):
            return self._into(_looked(looks[0]))
        if self._chosen:
            return close()
        vain = self._entries or came_of(looks[0]) is not Came.CHANGED
        return None if vain else close()

    def _shown(self, situation: Situation) -> tuple[Element, ...]:
        """The entries of the menu that is open."""
        before = () if self._closed is None else self._closed.elements
        known = {(one.text, one.box) for one in before}
        return tuple(
            one
            for one in situation.elements
            if one.role in _ENTRIES and (one.text, one.box) not in known
        )

    def _choose(
        self, name: str, decided: Decided, situation: Situation, nearness: Nearness
    ) -> Completion | Decision:
        """Open the menu with the entry that is nearest of all that was seen, or take that where it
        is open; where nothing is near, close the one that is. `name`: what is open."""
        served, shown = decided.decision.serves, self._shown(situation)

        def nearest(elements: Sequence[Element]) -> float:
            among = msgspec.structs.replace(situation, elements=tuple(elements))
            return float(max(nearness(among, served), default=0.0))

        near = {menu: nearest(entries) for menu, entries in self._entries.items()}
        best = max(near, key=lambda menu: near[menu])
        still = [one for one in situation.elements if one not in shown]
        if near[best] < max(_NEAR, nearest(still)):
            return close()
        self._chosen = best
        if best == name:
            return self._taken(decided, situation, nearness)
        return self._into(best, near=True)

    def _taken(self, decided: Decided, situation: Situation, nearness: Nearness) -> Decision:
        """A click on the entry that is nearest of those of the menu that is open."""
        shown, served = self._shown(situation), decided.decision.serves
        near = nearness(situation, served)
        usable = [one for one in shown if not one.disabled] or shown
        inside = [at for at, one in enumerate(situation.elements) if one in usable]
        best = max(inside, key=lambda at: float(near[at]) if at < len(near) else 0.0)
        return Decision(Act.CLICK, served or Span(0, situation.asked - 1), best)


def without_looks(steps: Sequence[Step]) -> tuple[Step, ...]:
    """The steps that were for the task."""
    return tuple(step for step in steps if not (_is_look(step) or _closes(step)))


def is_open(steps: Sequence[Step]) -> bool:
    """Whether the last step opened a menu to look into it."""
    return bool(steps) and _is_look(steps[-1])


def close(served: Passage | None = None) -> Completion:
    """Close the menu that is open. `served`: the words for which the look showed that nothing is
    left to do."""
    thought = "Nothing in this menu is to be chosen, so close it."
    return Completion(write_reply(thought, _CLOSE), grounding=Grounding(served))


def _was_served(decision: Decision, situation: Situation) -> bool:
    """Whether a step was taken for the same words."""
    now = decision.serves
    then = [one.serves for one in situation.history if one.serves is not None]
    return now is not None and any(one.first <= now.last and now.first <= one.last for one in then)


def _looks(steps: Sequence[Step]) -> list[Step]:
    """Those since the last step that was for the task, the last one first."""
    since = takewhile(lambda step: not _works(step), reversed(steps))
    return [step for step in since if _is_look(step)]


def _works(step: Step) -> bool:
    return not (_is_look(step) or _closes(step) or isinstance(step.action, AskUser))


def _is_look(step: Step) -> bool:
    meant = step.grounding
    return meant is not None and meant.only_looks and isinstance(step.action, Click | Move)


def _closes(step: Step) -> bool:
    return step.action == _CLOSE and step.grounding == Grounding()


def _looked(step: Step) -> str:
    """What the menu is called that a look went into."""
    meant = step.grounding
    return "" if meant is None or meant.target is None else meant.target.name


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
