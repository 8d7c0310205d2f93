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

from uitars_runtime.agreement import agrees
from uitars_runtime.backends.embedded.network.form_reader import form_reader
from uitars_runtime.backends.embedded.network.history import came_of
from uitars_runtime.backends.embedded.requests.entry import (
    LATE,
    Doing,
    Entry,
    goes_on,
    passage,
    seen,
    unseen,
)
from uitars_runtime.backends.embedded.requests.form_plan import (
    Want,
    can_be_done,
    corrected,
    question,
    wants_of,
)
from uitars_runtime.backends.embedded.requests.starting import Rest
from uitars_runtime.backends.embedded.requests.strokes import MARK_ALL
from uitars_runtime.backends.embedded.situation import Came
from uitars_runtime.edits.lines import alike, as_seen, letters
from uitars_runtime.element import Element, Role
from uitars_runtime.forms.asked import MORE, Deed, Reading
from uitars_runtime.forms.clauses import is_named
from uitars_runtime.forms.form import (
    FILLED,
    KINDS,
    OFF,
    ON,
    STATEFUL,
    Control,
    Kind,
    controls,
    is_form,
)
from uitars_runtime.privacy.words import is_about_a_secret
from uitars_runtime.types import Action, AskUser, Click, Finish, Press, Step, Type, Wait

_SEVERAL: Final = 3
"""Things that are meant from which a reading may be told and asked about: it is seldom chance that
reads so much, and the network does one or two things as well by itself."""
_LIKELY: Final = 0.5
"""How likely all of a reading must be right so that it is asked whether it is, whatever the request
calls the controls: of those of several things that leave nothing out and are less than sure 16 of
22 are right, and 29 of 44 on forms as eyes see them."""
_ALONE: Final = 0.92
"""How likely one thing must be read rightly that is all that is meant. Ours."""
_SHORT: Final = 2
"""Letters of a value that eyes often do not see."""
_ENTRIES: Final = frozenset({Role.MENU_ITEM, Role.ITEM, Role.TEXT, Role.BUTTON, Role.RADIO})
"""What eyes take the entries of an open list for."""


class _Task(msgspec.Struct):
    """A request that is being worked on."""

    words: str
    offset: int
    wants: tuple[Want, ...]
    done: list[Action | None]
    """What was done so far."""
    question: str = ""
    """Before that, where it is not sure what is meant."""
    asked: str = ""
    """That, until it is answered."""
    at: int = 0
    """Which want is next."""
    begun: bool = False
    """Whether something was done for it."""
    keys: list[Doing] = []
    """What is left to do for it."""
    opened: tuple[Element, ...] | None = None
    """What was seen before its list was opened, until an entry is chosen."""
    chosen: str = ""
    """The entry."""
    waited: bool = False
    """Whether it was looked again."""

    def onward(self) -> None:
        """To the next want."""
        self.at, self.begun, self.waited = self.at + 1, False, False


class Forms:
    """The forms of one run."""

    def __init__(self) -> None:
        self._task: _Task | None = None

    @property
    def doubts(self) -> bool:
        """Whether the last look may have misread the form, and the next is to begin afresh."""
        return self._task is not None and self._task.waited

    def hears(self, asked: str, said: str, elements: Sequence[Element]) -> bool:
        """Whether an answer to the question that was asked last says what is to be done: yes, or
        what is to be otherwise, and then it is asked again."""
        task = self._task
        if task is None or not asked or asked != task.asked:
            return False
        if not agrees(said):
            wants = corrected(said, task.wants, elements)
            if wants is None:
                return False
            task.wants, task.question = wants, question(wants) or ""
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
        if task.question:
            task.asked, task.question = task.question, ""
            return Entry(AskUser(task.asked), passage(rest, 0, len(rest.task)))
        return _next(task, rest, elements)


def _is_of(task: _Task, rest: Rest) -> bool:
    """Whether a task is what is asked for; one that nothing was found for is looked at again as
    long as nobody does anything: its window may still be coming."""
    same = (task.words, task.offset) == (rest.task, rest.offset)
    waits = all(isinstance(step.action, Wait) for step in rest.steps)
    return same and len(rest.steps) >= len(task.done) and (bool(task.wants) or not waits)


def _begun(rest: Rest, elements: Sequence[Element]) -> _Task:
    none = _Task(rest.task, rest.offset, (), [step.action for step in rest.steps])
    form = controls(elements)
    reading = form_reader().reading(rest.task, form) if is_form(form) else None
    if reading is None or not (reading.is_sure or _is_asked(rest.task, reading, form)):
        return none
    wants = tuple(wants_of(rest.task, reading, form, elements))
    said = question(wants)
    if not can_be_done(wants) or (said is None and not reading.is_sure):
        return none
    alone = wants[0] if len(wants) == 1 else None
    if alone and (reading.confidence < _ALONE or _is_so(alone, alone.control)):
        return none  # the network knows better whether it is so already, and what sends it
    asks = "" if reading.is_sure or said is None else said
    return msgspec.structs.replace(none, wants=wants, question=asks)


def _is_asked(request: str, reading: Reading, form: Sequence[Control]) -> bool:
    """Whether a person is asked if a reading that is not sure is right. Else it is the network's,
    which does one or two things as well by itself, and several that are called what the screen
    calls them. Of 44 others among a hundred forms it did three, and claimed 26 more."""
    if reading.more >= MORE:
        return False
    likely, count = reading.confidence >= _LIKELY, len(reading.meant)
    if count >= _SEVERAL and likely and reading.whole:
        return True
    leaves_out = count == _SEVERAL - 1 and not (likely or reading.whole)
    return (count >= _SEVERAL or leaves_out) and not is_named(request, form, reading.meant)


def _next(task: _Task, rest: Rest, elements: Sequence[Element]) -> Entry | Finish:
    form = controls(elements)
    while task.at < len(task.wants):
        want = task.wants[task.at]
        if task.keys:
            return _entry(task, task.keys.pop(0), rest, elements)
        here = _found(want, form, elements)
        if task.opened is not None:
            entry = _chosen(want, [*_new(elements, task.opened)])
            if entry is not None:
                task.keys, task.opened = [Click(entry.box.center)], None
                task.chosen, task.waited = entry.text, False
                continue
        elif not task.begun and here is not None:
            task.begun = True
            if not _is_so(want, here):
                task.keys = [*_strokes(want, here, elements)]
                task.opened = tuple(elements) if here.kind is Kind.LIST else None
            continue
        elif task.begun and (
            _came_about(task, want, here, rest.steps)
            or _shows(task, want, elements)
            or _lost(want, here, form, rest.steps)
        ):
            task.onward()
            continue
        if task.waited:
            return _failed(task, want, here)
        task.waited = True
        return _entry(task, LATE, rest, elements)
    return Finish()


def _failed(task: _Task, want: Want, here: Control | None) -> Finish:
    label = f"“{want.control.label}”"
    if task.opened is not None:
        return Finish("failure", f"{label} has no “{want.value}”.")
    if here is None:
        return Finish("failure", f"{label} is not there any more.")
    if want.control.is_pressed:
        return Finish("failure", f"Nothing changed when {label} was pressed.")
    value = f"“{want.value}”" if want.value else "what was asked for"
    return Finish("failure", f"{label} does not show {value}.")


def _found(want: Want, form: Sequence[Control], elements: Sequence[Element]) -> Control | None:
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
        return next(
            (
                _ticked(want, elements[one.element], one)
                for one in form
                if one.kind is Kind.MENU and one.label == want.control.label
            ),
            None,
        )
    return min(found, key=away, default=None)


def _renamed(want: Want, elements: Sequence[Element]) -> Iterator[Control]:
    """What takes a value at the place of a want: while it is filled eyes may lose its name, or call
    it by what it holds."""
    for at, one in enumerate(elements):
        if KINDS.get(one.role) is want.control.kind and one.box.contains(want.at):
            yield msgspec.structs.replace(want.control, holds=one.text.strip(), element=at)


def _ticked(want: Want, entry: Element, control: Control) -> Control:
    holds = ON if entry.checked else OFF
    return msgspec.structs.replace(control, kind=want.control.kind, holds=holds)


def _is_so(want: Want, here: Control) -> bool:
    """Whether a control is as it should be, to the letter."""
    match want.deed:
        case Deed.VALUE:
            return want.value.casefold() == here.holds.casefold()
        case Deed.ON | Deed.OFF if here.kind in STATEFUL:
            return here.holds == (ON if want.deed is Deed.ON else OFF)
        case _:
            return False


def _came_about(task: _Task, want: Want, here: Control | None, steps: Sequence[Step]) -> bool:
    """Whether a control that was worked is as it should be, as far as eyes can tell: they misread
    letters, dots stand for a password, and a short value is often not seen."""
    if want.control.is_pressed:
        return bool(steps) and came_of(steps[-1]) is not Came.UNCHANGED
    if here is None:
        return False
    if _is_so(want, here):
        return True
    held = letters(here.holds)
    if here.kind is Kind.LIST:
        chosen = letters(task.chosen)
        return bool(held) and (alike(chosen, held) or held in chosen)
    if want.deed is Deed.EMPTY:
        return not held
    if here.kind is not Kind.FIELD:
        return False
    wanted = letters(want.value)
    if not held:
        unread = len(wanted) <= _SHORT or is_about_a_secret(want.control.label)
        return bool(here.holds) or unread
    return _is_read(want.value, here.holds) or (len(wanted) <= _SHORT and held in wanted)


def _shows(task: _Task, want: Want, elements: Sequence[Element]) -> bool:
    """Whether the value of a field, or the entry that was chosen, stands in its place: eyes take
    words in a field that has the keyboard, and the number of a spin box, for a list of their own,
    and a list for a field."""
    said = task.chosen if want.control.kind is Kind.LIST else want.value
    if want.control.kind not in FILLED or not letters(said):
        return False
    shown = (one.text for one in elements if want.box.contains(one.box.center))
    return any(letters(one) and _is_read(said, one) for one in shown)


def _is_read(said: str, shown: str) -> bool:
    """Whether words may be what eyes make of others."""
    return alike(letters(said), letters(shown)) or as_seen(said) == as_seen(shown)


def _lost(want: Want, here: Control | None, form: Sequence[Control], steps: Sequence[Step]) -> bool:
    """Whether something happened to a tick or a choice that eyes see no more, though its words
    stand where they were: in a row that is marked they often miss it."""
    if here is not None or want.control.kind not in STATEFUL:
        return False
    clicked = next((step for step in reversed(steps) if isinstance(step.action, Click)), None)
    if clicked is None or came_of(clicked) is Came.UNCHANGED:
        return False
    return any(one.label == want.control.label for one in form)


def _strokes(want: Want, here: Control, elements: Sequence[Element]) -> Iterator[Doing]:
    """What a person would do with a control. What a field holds may not have been read."""
    yield Click(elements[here.element].box.center)
    if here.kind is Kind.FIELD:
        yield MARK_ALL
        yield Press(("delete",)) if want.deed is Deed.EMPTY else Type(want.value)


def _new(elements: Sequence[Element], before: Sequence[Element]) -> Iterator[Element]:
    """What can be chosen of a list that was opened: what was not seen there before."""
    for one in unseen(elements, before):
        if one.text and one.role in _ENTRIES:
            yield one


def _chosen(want: Want, entries: Sequence[Element]) -> Element | None:
    """The entry of an open list that is meant: by its letters, else as the words are surely read
    for these entries."""
    wanted = letters(want.value)
    for one in entries:
        if letters(one.text) == wanted:
            return one
    if not entries:
        return None
    group = [Control(Kind.TEXT, want.control.label)]
    choices = [Control(Kind.CHOICE, one.text, OFF) for one in entries]
    reading = form_reader().reading(want.value, [*group, *choices])
    if reading is None or not reading.is_sure or len(reading.meant) != 1:
        return None
    place = reading.meant[0].control - len(group)
    return entries[place] if place >= 0 else None


def _entry(task: _Task, action: Doing, rest: Rest, elements: Sequence[Element]) -> Entry:
    want = task.wants[task.at]
    task.done.append(action)
    target = seen(elements, action.at) if isinstance(action, Click) else None
    return Entry(action, passage(rest, want.start, want.end), target)
