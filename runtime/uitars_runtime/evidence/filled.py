"""A form that was to be filled, as asked for in words that no grammar knows: what each control was
given.

A network reads what they mean for the controls of the first screen (`uitars_runtime/forms/`);
whether it came about is asked of the steps and the screen alone, as for any other part of a task
(`serving.py`). It may have read the words for the run as well: so it must be surer here.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Sequence
from typing import Final, NamedTuple

from uitars_runtime.evidence.findings import Run, says_yes
from uitars_runtime.evidence.goals import Choose, Enter, Goal, Push, Toggle
from uitars_runtime.evidence.readers import Readers
from uitars_runtime.evidence.serving import serve
from uitars_runtime.forms.asked import Deed
from uitars_runtime.forms.form import FILLED, STATEFUL, Control, Kind, controls, is_form
from uitars_runtime.forms.told import understood
from uitars_runtime.sums.reading import in_figures
from uitars_runtime.types import AskUser

_SURE: Final = 0.9
"""How likely all of a reading must be right: of 810 requests of three people who were not learned
from five that fill something in and press something are read so surely, all rightly, and of the
same on 1,620 drawn forms as eyes see them eight of nine; at 0.85 all of eight, and 13 of 15. The
one, "replace with color", may mean both."""
_MORE: Final = 0.2
"""How likely something else may be asked for besides."""


def done_form(task: str, run: Run, readers: Readers) -> tuple[Goal, ...]:
    """What a task asks of a form; nothing where it was not seen to come about, where nothing was
    to be filled in or to send it, or several controls are called like one of those that are
    meant."""
    form = controls(run.deeds[0].before.elements) if run.deeds else ()
    meant = (_agreed(form, run) or _surely_meant(task, form, readers)) if is_form(form) else []
    if len({one.control.is_pressed for one in meant}) < 2:
        return ()
    called = Counter(one.label for one in form if one.kind is not Kind.TEXT)
    if any(called[one.control.label] > 1 for one in meant):
        return ()
    found = [(serve(goal, run, 0), goal) for goal in map(_goal, meant)]
    if not all(one.seen for one, _ in found):
        return ()
    # In the order in which they came about, as parts of a task are looked for.
    in_order = sorted(found, key=lambda one: -1 if one[0].deed is None else one[0].deed)
    return tuple(goal for _, goal in in_order)


class _Wanted(NamedTuple):
    """What is to become of a control."""

    control: Control
    deed: Deed
    value: str


def _agreed(form: Sequence[Control], run: Run) -> list[_Wanted]:
    """What a person was asked last before anything was done, and said yes to; nothing where it
    names what was not there."""
    questions = itertools.takewhile(lambda one: isinstance(one.step.action, AskUser), run.deeds)
    last = next(reversed([*questions]), None)
    if last is None or not isinstance(asked := last.step.action, AskUser) or not says_yes(last):
        return []
    by_label = {one.label: one for one in form if one.kind is not Kind.TEXT}
    by_label |= {one.label: one for one in form if one.label not in by_label}
    told = understood(asked.question) or []
    if any(label not in by_label for label, _, _ in told):
        return []
    return [_Wanted(by_label[label], what, value) for label, what, value in told]


def _surely_meant(task: str, form: Sequence[Control], readers: Readers) -> list[_Wanted]:
    """What the task means, where that is as good as sure."""
    reader = readers.forms()
    reading = None if reader is None else reader.reading(task, form)
    if reading is None or not reading.whole or reading.confidence < _SURE or reading.more > _MORE:
        return []
    return [
        _Wanted(form[one.control], one.deed, task[one.start : one.end]) for one in reading.meant
    ]


def _goal(one: _Wanted) -> Goal:
    label = one.control.label
    if one.deed is Deed.EMPTY:
        return Enter(label, (("", label),))
    if one.control.kind is Kind.FIELD:
        values = dict.fromkeys((one.value, in_figures(one.value)))
        return Enter(one.value, tuple((each, label) for each in values))
    if one.control.kind in FILLED:
        return Choose(one.value, ((one.value, label),))
    if one.control.kind is Kind.TICK:
        return Toggle(label, label, one.deed is Deed.ON)
    if one.control.kind in STATEFUL:
        return Choose(label, ((label, ""),))
    return Push(label, label)
