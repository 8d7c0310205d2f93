"""Steps that no part of a task asks for and that do no harm: on the way to what a part asks for.

A menu, a dialog or a page that was opened to reach a control, the OK that makes it count, the
focus of a field. Whether a step did what was asked is not asked here (serving.py, alignment.py).
"""

from __future__ import annotations

from collections.abc import Set
from typing import Final

from uitars_runtime.element import Element, Role
from uitars_runtime.evidence.choices import beside
from uitars_runtime.evidence.effects import answers
from uitars_runtime.evidence.fields import ONE_LINE, writes
from uitars_runtime.evidence.findings import Run, later
from uitars_runtime.evidence.looks import Deed, Moment, same_place
from uitars_runtime.evidence.words import plain, same, stands
from uitars_runtime.types import (
    AskUser,
    Click,
    Finish,
    Move,
    Note,
    Press,
    ReadFile,
    Scroll,
    Type,
    Wait,
)

_WAYS: Final = frozenset({Role.FIELD, Role.TAB, Role.TITLE})
"""A click on these leads somewhere and changes nothing that lasts."""
_OPENERS: Final = frozenset({Role.MENU, Role.COMBO, Role.MENU_ITEM, Role.BUTTON, Role.TEXT})
"""A click on these opens what the next step must choose from: else that one only closes it."""
_ENTRIES: Final = frozenset({Role.MENU_ITEM, Role.ITEM, Role.TEXT, Role.RADIO, Role.CHECKBOX})
_DOORS: Final = _OPENERS | _WAYS | {Role.ITEM, Role.ICON, Role.LINK, Role.HEADER}
"""What may bring to sight what was not to be seen before."""
_TICKS: Final = (Role.CHECKBOX, Role.RADIO)
_FILLED: Final = (Role.FIELD, Role.COMBO)
_STILL: Final = 8
"""Pixels by which a control without a name may seem to move."""
_MOVES: Final = frozenset(
    {"tab", "esc", "up", "down", "left", "right", "home", "end", "pageup", "pagedown", "shift"}
)


def is_harmless(run: Run, at: int, used: Set[int]) -> bool:
    """`used`: the deeds that parts of the task asked for."""
    deed = run.deeds[at]
    match deed.step.action:
        case None | Finish() | Wait() | Note() | AskUser() | Move() | ReadFile():
            return True
        case _ if _sets(deed):
            return False
        case Scroll() | Type(text="\t"):
            return True
        case Press(keys=keys) if set(keys) <= _MOVES or set(keys) == {"ctrl", "a"}:
            return True
        case Press() if not deed.changed:
            return True
        case Click() if not deed.opened and not deed.closed and _stays(run, at, used):
            return True
        case Click() | Press():
            return reveals(run, at, used) or _makes_count(run, at, used)
        case _:
            return False


def _sets(deed: Deed) -> bool:
    """Whether a control holds another value after a step, as arrows, the wheel or a click on its
    own arrows give it one."""
    before, after = deed.before, deed.after
    sliders = [
        (beside(one.name, before), beside(one.name, after)) for one in before.of(Role.SLIDER)
    ]
    return any("" not in pair and pair[0] != pair[1] for pair in sliders) or any(
        _is_otherwise(one, other, deed)
        for one in before.of(*_TICKS, *_FILLED)
        for other in after.of(one.role)
        if same_place(one, other) and _is_called_alike(one, other)
    )


def _is_called_alike(one: Element, other: Element) -> bool:
    """Whether two are the same control by their names, or have none but what they hold."""
    if one.role in _FILLED and one.name in ("", one.text):
        here, there = one.box, other.box
        moved = abs(here.left - there.left) + abs(here.top - there.top)
        return other.name in ("", other.text) and moved <= _STILL
    return same(plain(one.name), plain(other.name))


def _is_otherwise(one: Element, other: Element, deed: Deed) -> bool:
    if one.role in _TICKS:
        return one.checked is not other.checked
    # Of a text of several lines another part comes to sight; an empty field may show a hint.
    if max(one.box.height, other.box.height) > ONE_LINE or not (one.text and other.text):
        return False
    # What the caret or a mark adds to a field is no other value.
    alike = one.role is Role.FIELD and not writes(deed, lines=False)
    return plain(one.text) != plain(other.text) and not (
        alike and stands(one.text, other.text, whole=True)
    )


def _stays(run: Run, at: int, used: Set[int]) -> bool:
    deed = run.deeds[at]
    if not deed.changed or (deed.target is not None and deed.target.role in _WAYS):
        return True
    meant = deed.step.grounding
    return (meant is not None and meant.only_looks) or _leads_on(run, at, used)


def _leads_on(run: Run, at: int, used: Set[int]) -> bool:
    """Whether a click opened the menu or list from which the next step chose."""
    here = run.deeds[at].target
    then = next((place for place, _ in later(run, at + 1)), None)
    if here is None or here.role not in _OPENERS or then is None:
        return False
    chosen = run.deeds[then].target
    if chosen is not None and chosen.role not in _ENTRIES | {Role.MENU}:
        return False
    return then in used or _leads_on(run, then, used)


def reveals(run: Run, at: int, used: Set[int]) -> bool:
    """Whether a step brought to sight what a later step worked that was asked for, or that is on
    the way itself."""
    deed = run.deeds[at]
    target = deed.target
    if isinstance(deed.step.action, Click) and (target is None or target.role not in _DOORS):
        return False
    for then, one in later(run, at + 1):
        worked = one.target
        if worked is None or _is_there(worked, deed.before):
            continue
        if not _is_there(worked, deed.after):
            continue
        if then in used or reveals(run, then, used):
            return True
    return False


def _makes_count(run: Run, at: int, used: Set[int]) -> bool:
    """Whether a step is the OK, Apply or Close behind what was asked for in the same window."""
    deed = run.deeds[at]
    if not answers(deed) or deed.opened:
        return False
    gone = {one.id for one in deed.closed}
    first = {one.id for one in run.deeds[0].before.windows or ()}
    if gone & first:
        return False
    return any(
        place in used and (not gone or gone & _windows(run.deeds[place])) for place in range(at)
    )


def _windows(deed: Deed) -> set[int]:
    return {one.id for one in deed.before.windows or ()}


def _is_there(one: Element, moment: Moment) -> bool:
    label = plain(one.text or one.name)
    return any(
        same(label, plain(other.text or other.name)) and same_place(one, other)
        for other in moment.elements
    )
