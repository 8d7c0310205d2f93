"""A form that was to be filled, as asked for in words that no grammar knows: what each control was
given.

A network reads what they mean for the controls of the first screen (`uitars_runtime/forms/`);
whether it came about is asked of the steps and the screen alone, as for any other part of a task
(`serving.py`). It may have read the words for the run as well: so it must be surer here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from uitars_runtime.evidence.findings import Run, agreed
from uitars_runtime.evidence.goals import Choose, Enter, Goal, Push, Toggle
from uitars_runtime.evidence.readers import Readers
from uitars_runtime.evidence.serving import serve
from uitars_runtime.forms.asked import Deed, Meant, Reading
from uitars_runtime.forms.form import FILLED, STATEFUL, Control, Kind, controls, is_form
from uitars_runtime.forms.told import told
from uitars_runtime.sums.reading import in_figures

_SURE: Final = 0.97
"""How likely all of a reading must be right: of 270 requests of somebody who was not learned from
ten that press something are read so surely, all rightly; at 0.95 17, of which two are wrong."""
_MORE: Final = 0.2
"""How likely something else may be asked for besides."""


def done_form(task: str, run: Run, readers: Readers) -> tuple[Goal, ...]:
    """What a task asks of a form; nothing where it was not seen to come about, where nothing was
    to send it, or several controls are called like one of those that are meant."""
    form = controls(run.deeds[0].before.elements) if run.deeds else ()
    reader = readers.forms() if is_form(form) else None
    reading = None if reader is None else reader.reading(task, form)
    if reading is None or not _is_meant(task, form, reading, run):
        return ()
    if not any(form[one.control].is_pressed for one in reading.meant):
        return ()
    called = Counter(one.label for one in form if one.kind is not Kind.TEXT)
    if any(called[form[one.control].label] > 1 for one in reading.meant):
        return ()
    found = [(serve(goal, run, 0), goal) for goal in _goals(task, form, reading.meant)]
    if not all(one.seen for one, _ in found):
        return ()
    # In the order in which they came about, as parts of a task are looked for.
    in_order = sorted(found, key=lambda one: -1 if one[0].deed is None else one[0].deed)
    return tuple(goal for _, goal in in_order)


def _is_meant(task: str, form: Sequence[Control], reading: Reading, run: Run) -> bool:
    """Whether it is as good as sure, or a person said yes to it."""
    if reading.whole and reading.confidence >= _SURE and reading.more <= _MORE:
        return True
    return told(task, form, reading.meant) in agreed(run)


def _goals(task: str, form: Sequence[Control], meant: Sequence[Meant]) -> Iterator[Goal]:
    for one in meant:
        control = form[one.control]
        value = task[one.start : one.end]
        if one.deed is Deed.EMPTY:
            yield Enter(control.label, (("", control.label),))
        elif control.kind is Kind.FIELD:
            values = dict.fromkeys((value, in_figures(value)))
            yield Enter(value, tuple((each, control.label) for each in values))
        elif control.kind in FILLED:
            yield Choose(value, ((value, control.label),))
        elif control.kind is Kind.TICK:
            yield Toggle(control.label, control.label, one.deed is Deed.ON)
        elif control.kind in STATEFUL:
            yield Choose(control.label, ((control.label, ""),))
        else:
            yield Push(control.label, control.label)
