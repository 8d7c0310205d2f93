"""Whether the controls of a form are as is meant, as far as eyes can tell. Pure.

Not here: what is done with them (`forms.py`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import msgspec

from uitars_runtime.backends.embedded.network.history import came_of
from uitars_runtime.backends.embedded.requests.calendars import Picker
from uitars_runtime.backends.embedded.requests.form_plan import Want
from uitars_runtime.backends.embedded.requests.sliders import Slide
from uitars_runtime.backends.embedded.situation import Came
from uitars_runtime.edits.lines import alike, as_seen, letters
from uitars_runtime.element import Element, Role
from uitars_runtime.forms.asked import Deed
from uitars_runtime.forms.form import FILLED, OFF, ON, STATEFUL, Control, Kind, groups, kind_of
from uitars_runtime.geometry import intersection_over_union
from uitars_runtime.privacy.words import is_about_a_secret
from uitars_runtime.types import Click, Step

_SHORT: Final = 2
"""Letters of a value that eyes often do not see."""
_TAIL: Final = 5
"""Letters of a value that a field is too narrow for which must be seen of its end."""
ONE_LINE: Final = 40
"""Pixels of a field up to which it surely has one line."""
_NARROW: Final = 0.3
"""Width of a letter at most, in heights of a field. Ours."""
_NOTHING: Final = frozenset({Role.OTHER, Role.ICON})
"""What eyes take a control for that they do not know."""
_SAME: Final = 0.5
"""Share that such a thing has in common with the control that stood there, at least."""
_BOXES: Final = frozenset({Kind.FIELD, Kind.LIST})
"""What eyes take for each other while it has the keyboard."""


class Tried(msgspec.Struct):
    """What was done for a want, where that tells how it will look."""

    chosen: str = ""
    """The entry of its list."""
    picker: Picker | None = None
    """Of its date, ..."""
    typed: bool = False
    """... which was typed."""
    slide: Slide | None = None


def control_of(want: Want, form: Sequence[Control], elements: Sequence[Element]) -> Control | None:
    """The control of a want as it is now: at its place, else by its name. Eyes take ticks of a list
    for those of a menu once a row is marked."""

    def away(control: Control) -> tuple[bool, bool, int]:
        box = elements[control.element].box
        across, down = abs(box.center.x - want.at.x), abs(box.center.y - want.at.y)
        return not box.contains(want.at), control.label != want.control.label, across + down

    found = [
        one
        for one in form
        if (one.kind is want.control.kind or (one.is_pressed and want.control.is_pressed))
        and (one.label == want.control.label or elements[one.element].box.contains(want.at))
    ]
    if want.control.kind in FILLED and not any(one.label == want.control.label for one in found):
        return next(_renamed(want, elements), None)
    if not found and want.control.kind in STATEFUL:
        menus = (
            _ticked(want, elements[one.element], one)
            for one in form
            if one.kind is Kind.MENU and one.label == want.control.label
        )
        return next(menus, None) or next(_renamed(want, elements), None)
    return min(found, key=away, default=None)


def _renamed(want: Want, elements: Sequence[Element]) -> Iterator[Control]:
    """What is at the place of a want: while it is worked eyes may lose its name, call it by what it
    holds, take a list for a field, or see a part of it; or nothing that can be worked, where its
    label still stands."""
    kinds = _BOXES if want.control.kind in _BOXES else {want.control.kind}
    fitting = [(at, one) for at, one in enumerate(elements) if kind_of(one) in kinds]
    there = [pair for pair in fitting if pair[1].box.contains(want.at)]
    parts = [pair for pair in fitting if want.box.contains(pair[1].box.center)]
    if any(one.text.startswith(want.control.label) for one in elements):
        parts += [
            (at, one)
            for at, one in enumerate(elements)
            if one.role in _NOTHING and intersection_over_union(one.box, want.box) >= _SAME
        ]
    for at, one in (*there, *parts):
        state = ON if one.checked else OFF
        holds = state if want.control.kind in STATEFUL else one.text.strip()
        if one.role in _NOTHING:
            holds = ""
        yield msgspec.structs.replace(want.control, holds=holds, element=at)


def known(here: Control | None, elements: Sequence[Element]) -> Control | None:
    """A control, unless only its place is known: nothing says how it is then."""
    unknown = here is not None and elements[here.element].role in _NOTHING
    return None if unknown else here


def _ticked(want: Want, entry: Element, control: Control) -> Control:
    holds = ON if entry.checked else OFF
    return msgspec.structs.replace(control, kind=want.control.kind, holds=holds)


def is_so(want: Want, here: Control) -> bool:
    """Whether a control is as it should be, to the letter."""
    match want.deed:
        case Deed.VALUE:
            return want.value.casefold() == here.holds.casefold()
        case Deed.ON | Deed.OFF if here.kind in STATEFUL:
            return here.holds == (ON if want.deed is Deed.ON else OFF)
        case _:
            return False


def is_disputed(here: Control, form: Sequence[Control]) -> bool:
    """Whether eyes see several as chosen of which one can be: to choose one again does no harm."""
    return any(
        any(form[at].element == here.element for at in group)
        and sum(form[at].holds == ON for at in group) > 1
        for group in groups(form)
    )


def came_about(want: Want, here: Control | None, tried: Tried, steps: Sequence[Step]) -> bool:
    """Whether a control that was worked is as it should be, as far as eyes can tell: they misread
    letters, dots stand for a password, and a short value is often not seen."""
    if want.control.is_pressed:
        return bool(steps) and came_of(steps[-1]) is not Came.UNCHANGED
    if here is None:
        return False
    if is_so(want, here) or (tried.picker and tried.picker.is_shown(here.holds)):
        return True
    held = letters(here.holds)
    if here.kind is Kind.LIST:
        chosen = letters(tried.chosen)
        another = held == letters(want.control.holds)
        part = len(held) > _SHORT and chosen.startswith(held) and not another
        return bool(held) and (part or alike(chosen, held))
    if want.deed is Deed.EMPTY:
        return not held
    if here.kind is not Kind.FIELD:
        return False
    wanted = letters(want.value)
    if not held:
        unread = len(wanted) <= _SHORT or is_about_a_secret(want.control.label)
        return bool(here.holds) or unread
    wide = len(want.value) * _NARROW * want.box.height
    scrolled = want.box.height <= ONE_LINE and wide > want.box.width
    if scrolled and len(held) >= _TAIL and alike(wanted[-len(held) :], held):
        return True
    return _is_read(want.value, here.holds) or (len(wanted) <= _SHORT and held in wanted)


def shows(want: Want, tried: Tried, elements: Sequence[Element]) -> bool:
    """Whether the value of a field, or the entry that was chosen, stands in its place: eyes take
    words in a field that has the keyboard, and the number of a spin box, for a list of their own,
    and a list for a field."""
    if tried.slide is not None:
        return tried.slide.is_shown(elements)
    said = tried.chosen if want.control.kind is Kind.LIST else want.value
    if want.control.kind not in FILLED or not letters(said):
        return False
    inside = [one for one in elements if want.box.contains(one.box.center)]
    across = [one.text for one in sorted(inside, key=lambda one: one.box.left)]
    if tried.picker is not None and tried.picker.is_shown("".join(across)):
        return True  # a part of a date that is marked is a field of its own to eyes
    # Each line of a text may be a field to eyes, and a label one line with what stands behind it.
    lines = " ".join(one.text for one in inside)
    words = [one.removeprefix(want.control.label) for one in (*across, lines)]
    return any(letters(one) and _is_read(said, one) for one in words)


def _is_read(said: str, shown: str) -> bool:
    """Whether words may be what eyes make of others."""
    return alike(letters(said), letters(shown)) or as_seen(said) == as_seen(shown)


def is_lost(
    want: Want, here: Control | None, form: Sequence[Control], steps: Sequence[Step]
) -> bool:
    """Whether something happened to a tick or a choice that eyes see no more, though its words
    stand where they were: in a row that is marked they often miss it."""
    if here is not None or want.control.kind not in STATEFUL:
        return False
    clicked = next((step for step in reversed(steps) if isinstance(step.action, Click)), None)
    if clicked is None or came_of(clicked) is Came.UNCHANGED:
        return False
    return any(one.label == want.control.label for one in form)
