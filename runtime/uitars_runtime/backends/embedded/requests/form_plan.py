"""What is meant for the controls of a form: as a request was read, told as a question, and changed
by what a person answers.

Not here: what requests mean (`forms/`, `network/form_reader.py`), how it is done (`forms.py`).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

import msgspec

from uitars_runtime.backends.embedded.network.form_reader import form_reader
from uitars_runtime.edits.lines import unquoted
from uitars_runtime.element import Element
from uitars_runtime.forms.asked import MORE, Deed, Meant, Reading
from uitars_runtime.forms.form import Control, Kind, controls, groups, mention
from uitars_runtime.forms.polarity import polarity
from uitars_runtime.forms.told import told
from uitars_runtime.geometry import Box, Point
from uitars_runtime.intent import MEANT
from uitars_runtime.sums.reading import in_figures

_CLEAR: Final = 0.3
"""How likely what an answer says must be read rightly to change what was told, which is asked
again. Ours."""
_NO: Final = re.compile(
    r"(?:(?:no|nope|nah|not quite|wait|sorry|actually)[,.!:]+ *)+", re.IGNORECASE
)
"""Before what is to be otherwise."""
_BETWEEN: Final = re.compile(r"[,;.!]+\s+")
"""Between clauses; "don't press Save and Reset" is one."""
_LEAVE: Final = r"\b(?:leave|skip|drop|forget|ignore)\b"
_NUMBER: Final = re.compile(r"-?\d+(?:\.\d+)?")


class Want(msgspec.Struct, frozen=True):
    """What is meant for a control."""

    control: Control
    box: Box
    """Where it stood at first."""
    deed: Deed
    value: str
    start: int
    end: int
    """The letters of the request that say so."""

    @property
    def at(self) -> Point:
        return self.box.center


def wants_of(
    request: str, reading: Reading, form: Sequence[Control], elements: Sequence[Element]
) -> list[Want]:
    """As a person works a form, who presses last."""
    wants = [_want(request, one, form[one.control], elements) for one in reading.meant]
    return sorted(wants, key=lambda one: one.control.is_pressed)


def question(wants: Sequence[Want]) -> str | None:
    said = told([(one.control, one.deed, one.value) for one in wants])
    return None if said is None else f"{said} {MEANT}"


def corrected(
    said: str, before: Sequence[Want], elements: Sequence[Element]
) -> tuple[Want, ...] | None:
    """What is meant once a person said what is to be otherwise; None where that is not clear, or
    cannot be done by code."""
    if said.endswith("?"):
        return None
    form, no = controls(elements), _NO.match(said)
    words, left = _without_left(said[no.end() :] if no else said, before)
    new = _read(words, form, elements) if words else []
    if new is None or not (new or left):
        return None
    kept = [msgspec.structs.replace(one, start=0, end=0) for one in before if one not in left]
    wants = [one for one in kept if not any(_instead(other, one, form) for other in new)]
    wants = sorted([*wants, *new], key=lambda one: (one.control.is_pressed, one.at.y, one.at.x))
    return tuple(wants) if can_be_done(wants) and question(wants) else None


def _read(words: str, form: Sequence[Control], elements: Sequence[Element]) -> list[Want] | None:
    reading = form_reader().reading(words, form)
    if reading is None or reading.more >= MORE or reading.confidence < _CLEAR:
        return None
    return wants_of(words, reading, form, elements)


def _without_left(words: str, before: Sequence[Want]) -> tuple[str, list[Want]]:
    """What is said without the clauses that leave something as it is, and what that is."""
    clauses = _BETWEEN.split(words)
    left = [one for one in before if any(_leaves(clause, one.control) for clause in clauses)]
    if not left:
        return words, left
    rest = [one for one in clauses if not any(_leaves(one, want.control) for want in left)]
    return ", ".join(rest).strip(), left


def _leaves(clause: str, control: Control) -> bool:
    """Whether a clause says of a control that it is to stay as it is: "don't press Send", "leave
    News alone". "No News" is to be ticked off."""
    if control.kind is not Kind.TICK and polarity(clause, control.label) is Deed.OFF:
        return True
    return re.search(f"{_LEAVE}.*{mention(control.label)}", clause, re.IGNORECASE) is not None


def _instead(new: Want, old: Want, form: Sequence[Control]) -> bool:
    """Whether one takes the other's place: of the same control, as one of the same group, or as the
    one thing that is pressed."""
    if new.control.is_pressed or old.control.is_pressed:
        return new.control.is_pressed and old.control.is_pressed
    names = [(one.kind, one.label) for one in form]
    one, other = (new.control.kind, new.control.label), (old.control.kind, old.control.label)
    if one == other or other not in names:
        return one == other or new.at == old.at
    both = {names.index(one), names.index(other)}
    return any(both <= {*group} for group in groups(form))


def can_be_done(wants: Sequence[Want]) -> bool:
    """Whether it is for code: something is filled in, at most one thing is pressed."""
    pressed = sum(one.control.is_pressed for one in wants)
    return pressed <= 1 and pressed < len(wants) and not any(_is_hard(one) for one in wants)


def _is_hard(want: Want) -> bool:
    """Whether a control is the network's: a slider that is to be at no number, and a list that is
    to be emptied."""
    if want.control.kind is Kind.SLIDER:
        return not _NUMBER.fullmatch(want.value)
    return want.control.kind is Kind.LIST and want.deed is Deed.EMPTY


def _want(request: str, one: Meant, control: Control, elements: Sequence[Element]) -> Want:
    said = unquoted(request[one.start : one.end])
    value = said if control.kind is Kind.LIST else in_figures(said)
    if control.kind is Kind.SLIDER:
        value = value.rstrip(" %")
    start, end = (one.start, one.end) if said else (0, len(request))
    return Want(control, elements[control.element].box, one.deed, value, start, end)
