"""Forms filled by code, control by control, as a request was read for all of them at once.

The network does one step at a time and loses count in a form of several fields. Where a request is
read surely, or a person said yes to how it is read, each control gets what is meant for it and is
looked at afterwards: what does not show it ends the run with that. What is so already stays.
Not here: what requests mean (`forms/`, `network/form_reader.py`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import msgspec

from uitars_runtime.backends.embedded.network.form_reader import form_reader
from uitars_runtime.backends.embedded.requests.calendars import Picker, as_written, dates
from uitars_runtime.backends.embedded.requests.entry import (
    LATE,
    Doing,
    Entry,
    goes_on,
    passage,
    seen,
)
from uitars_runtime.backends.embedded.requests.form_lists import chosen, entries_of, listed
from uitars_runtime.backends.embedded.requests.form_plan import (
    Want,
    can_be_done,
    question,
    wants_of,
)
from uitars_runtime.backends.embedded.requests.form_state import (
    ONE_LINE,
    came_about,
    control_of,
    is_disputed,
    is_lost,
    is_so,
    known,
    shows,
)
from uitars_runtime.backends.embedded.requests.form_task import Task
from uitars_runtime.backends.embedded.requests.sliders import Slide, number_of
from uitars_runtime.backends.embedded.requests.starting import Rest
from uitars_runtime.backends.embedded.requests.strokes import MARK_ALL
from uitars_runtime.element import Element
from uitars_runtime.forms.asked import MORE, Deed, Reading
from uitars_runtime.forms.clauses import is_named
from uitars_runtime.forms.doubts import is_put_right, put_it, which_entry
from uitars_runtime.forms.form import (
    DATE,
    Control,
    Kind,
    controls,
    is_form,
)
from uitars_runtime.geometry import Point
from uitars_runtime.types import AskUser, Click, Finish, Press, Type, Wait

_SEVERAL: Final = 2
"""Things to fill in or to tick from which it is asked whether all of them are read rightly: the
network does hardly any of these (`bench/filling.py`)."""
_LIKELY: Final = 0.5
"""How likely a slider alone, or one thing and a button, must be meant so that it is asked, with
nothing left out. Ours."""
_PLAIN: Final = 0.5
"""How likely all of a reading must be right that leaves nothing out and calls the controls what the
screen calls them: of 89 such requests by rule on forms that were not learned from 86 are read
rightly, and 63 of 67 on forms as eyes see them."""
_ALONE: Final = 0.92
"""How likely one thing must be read rightly that is all that is meant. Ours."""
_LEAVE: Final = Press(("tab",))
"""What takes the keyboard off a control."""
_FRAMED: Final = frozenset({Kind.TICK, Kind.CHOICE, Kind.LIST, Kind.FIELD})
_CLOSE: Final = Press(("esc",))
"""What closes an open list."""


class Forms:
    """The forms of one run."""

    def __init__(self) -> None:
        self._task: Task | None = None

    @property
    def doubts(self) -> bool:
        """Whether the last look may have misread the form, and the next is to begin afresh."""
        return self._task is not None and self._task.waited

    def hears(self, asked: str, said: str, elements: Sequence[Element]) -> bool:
        """Whether an answer to the question that was asked last says what is to be done."""
        task = self._task
        if task is None or not asked or asked != task.asked:
            return False
        if not task.hears(said, elements):
            return False
        task.asked = ""
        return True

    def next(
        self, rest: Rest, elements: Sequence[Element], *, looked: bool = False
    ) -> Entry | Rest | Finish:
        """What is done next, or what is left for the network, or the end. `looked`: menus were
        looked into, and one may be open: that is no form."""
        task = self._task
        if task is None or not _is_of(task, rest):
            if looked or any(not isinstance(step.action, Wait) for step in rest.steps):
                return rest
            task = self._task = _begun(rest, elements)
        if not task.wants or not goes_on(task.done, rest.steps):
            return rest
        return _next(task, rest, elements)


def _is_of(task: Task, rest: Rest) -> bool:
    """Whether a task is what is asked for; one that nothing was found for is looked at again as
    long as nobody does anything: its window may still be coming."""
    same = (task.words, task.offset) == (rest.task, rest.offset)
    waits = all(isinstance(step.action, Wait) for step in rest.steps)
    return same and len(rest.steps) >= len(task.done) and (bool(task.wants) or not waits)


def _begun(rest: Rest, elements: Sequence[Element]) -> Task:
    none = Task(rest.task, rest.offset, (), [step.action for step in rest.steps])
    form = controls(elements)
    reading = form_reader().reading(rest.task, form) if is_form(form) else None
    if reading is None:
        return none
    sure = reading.is_sure or _is_plain(rest.task, reading, form)
    if not (sure or _is_asked(reading, form)):
        return none
    wants = tuple(wants_of(rest.task, reading, form, elements))
    said = question(wants)
    if not can_be_done(wants) or (said is None and not sure):
        return none
    alone = wants[0] if len(wants) == 1 else None
    if alone and (reading.confidence < _ALONE or is_so(alone, alone.control)):
        return none  # the network knows better whether it is so already, and what sends it
    asks = "" if sure or said is None else said
    return msgspec.structs.replace(none, wants=wants, question=asks)


def _is_plain(request: str, reading: Reading, form: Sequence[Control]) -> bool:
    """Whether several things are called in a request what the screen calls them."""
    likely = reading.whole and reading.confidence >= _PLAIN and reading.more < MORE
    return likely and len(reading.meant) > 1 and is_named(request, form, reading.meant)


def _is_asked(reading: Reading, form: Sequence[Control]) -> bool:
    """Whether a person is asked if a reading that is not sure is right. Else it is the network's,
    which does one thing as well by itself and presses a button then, but does not slide."""
    if reading.more >= MORE:
        return False
    meant = [form[one.control] for one in reading.meant]
    if sum(not one.is_pressed for one in meant) >= _SEVERAL:
        return True
    slides = any(one.kind is Kind.SLIDER for one in meant)
    likely = reading.confidence >= _LIKELY and reading.whole
    return likely and (slides or len(meant) >= _SEVERAL)


def _next(task: Task, rest: Rest, elements: Sequence[Element]) -> Entry | Finish:
    form = controls(elements)
    while task.at < len(task.wants):
        want = task.wants[task.at]
        if task.keys:
            return _entry(task, task.keys.pop(0), rest, elements)
        if task.question:
            task.asked, task.question = task.question, ""
            return Entry(AskUser(task.asked), passage(rest, 0, len(rest.task)))
        here = control_of(want, form, elements)
        if task.opened is not None:
            entry = chosen(want, entries_of(want, elements, task.opened))
            if entry is not None:
                task.keys, task.opened = [Click(entry.box.center)], None
                task.tried.chosen, task.waited = entry.text, False
                continue
        elif not task.begun and here is not None:
            _begin(task, want, here, form, elements)
            continue
        here = known(here, elements)
        if (
            task.opened is None
            and task.begun
            and (
                came_about(want, here, task.tried, rest.steps)
                or shows(want, task.tried, elements)
                or is_lost(want, here, form, rest.steps)
            )
        ):
            task.onward()
            continue
        if keys := [*_further(task, want, here, elements)]:
            task.keys, task.waited = keys, False
            continue
        if not task.waited:
            task.waited = True
            return _entry(task, LATE, rest, elements)
        if not (_leaves(task, want) or _doubts(task, want, elements)):
            return _failed(task, want, here)
    return Finish()


def _begin(
    task: Task, want: Want, here: Control, form: Sequence[Control], elements: Sequence[Element]
) -> None:
    task.begun = True
    if here.kind is Kind.SLIDER:
        box, label = elements[here.element].box, want.control.label
        task.tried.slide = Slide(box, float(want.value), label)
    elif not is_so(want, here) or is_disputed(here, form):
        task.keys = [*_strokes(want, here, elements)]
        task.opened = tuple(elements) if here.kind is Kind.LIST else None
        if here.kind is Kind.FIELD and (said := dates(want.value)):
            task.keys, task.tried.picker = task.keys[:1], Picker(said, here.holds, elements)


def _further(
    task: Task, want: Want, here: Control | None, elements: Sequence[Element]
) -> Iterator[Doing]:
    """What a person would do once it is seen what came of the last step: slide on; choose in the
    month that a field for a date opened, else type. A month may come late."""
    if task.tried.slide is not None and (nudge := task.tried.slide.next(elements)) is not None:
        yield nudge
    if task.tried.picker is None:
        return
    if (at := task.tried.picker.next(elements)) is not None:
        yield Click(at)
    elif here is not None and not task.tried.picker.is_open and not task.tried.typed:
        task.tried.typed = True
        yield from _entered(want, as_written(want.value, task.tried.picker.held))


def _leaves(task: Task, want: Want) -> bool:
    """Whether a control is looked at once more without the keyboard: eyes may misread what is in
    the frame around what has it, and letters beside the mark where one types."""
    if task.left or not task.begun or task.opened or want.control.kind not in _FRAMED:
        return False
    if want.control.kind is Kind.FIELD and want.box.height > ONE_LINE:
        return False  # in a text Tab is a sign
    if task.tried.picker is not None and not task.tried.typed:
        return False  # what is typed would go elsewhere
    task.left, task.keys = True, [_LEAVE]
    return True


def _doubts(task: Task, want: Want, elements: Sequence[Element]) -> bool:
    """Whether a person is asked how to go on: which entry is meant of a list that lacks what was
    said, and how a slider stands that shows no number."""
    label, value = want.control.label, want.value
    if task.opened is not None:
        task.entries = tuple(listed(want, entries_of(want, elements, task.opened)))
        task.question = which_entry(label, value, task.entries) or ""
        if task.question:
            task.keys, task.opened = [_CLOSE], None
    elif (slide := task.tried.slide) is not None and number_of(want.box, elements) is None:
        asks = is_put_right(label, value, slide.ends) if slide.is_put else put_it(label, value)
        task.question = asks or ""
    return bool(task.question)


def _failed(task: Task, want: Want, here: Control | None) -> Finish:
    label = f"“{want.control.label}”"
    if task.opened is not None:
        return Finish("failure", f"{label} has no “{want.value}”.")
    if here is None:
        return Finish("failure", f"{label} is not there any more.")
    if want.control.is_pressed:
        return Finish("failure", f"Nothing changed when {label} was pressed.")
    value = f"“{want.value}”" if want.value else "what was asked for"
    return Finish("failure", f"{label} does not show {value}.")


def _strokes(want: Want, here: Control, elements: Sequence[Element]) -> Iterator[Doing]:
    """What a person would do with a control."""
    box = elements[here.element].box
    first = Point(box.left + box.height // 2, box.center.y)  # of a date's parts
    yield Click(first if DATE.match(here.holds) else box.center)
    if here.kind is Kind.FIELD:
        yield from _entered(want, want.value)


def _entered(want: Want, value: str) -> Iterator[Doing]:
    """What is done in a field that has the keyboard. What it holds may not have been read."""
    yield MARK_ALL
    yield Press(("delete",)) if want.deed is Deed.EMPTY else Type(value)


def _entry(task: Task, action: Doing, rest: Rest, elements: Sequence[Element]) -> Entry:
    want = task.wants[task.at]
    task.done.append(action)
    target = seen(elements, action.at) if isinstance(action, Click) else None
    return Entry(action, passage(rest, want.start, want.end), target)
