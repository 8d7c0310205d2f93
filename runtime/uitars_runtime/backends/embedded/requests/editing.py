"""Changes of a text that is open, by code: keys and clicks as a person would use, line by line.

The network edits a text in a few wordings only. Where one text editor is all that is open and what
is asked is understood whole, the changes are made one after the other, and the text is read before
each of them: what does not stand there as it should ends the run with that. Not here: what people
call changes (`edits/`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

import msgspec

from uitars_runtime.backends.embedded.network.tagging import tagger
from uitars_runtime.backends.embedded.requests.entry import (
    LATE,
    Doing,
    Entry,
    goes_on,
    passage,
    seen,
)
from uitars_runtime.backends.embedded.requests.starting import Rest
from uitars_runtime.backends.embedded.requests.strokes import (
    MARK_ALL,
    SAVE_AS,
    TAKE_BACK,
    Key,
    both_ends,
    can_be_written,
    is_in_sight,
    keys_of,
    need_both_ends,
    stays_in_sight,
)
from uitars_runtime.edits.asked import SURE, Asked, Op, Reading
from uitars_runtime.edits.changes import Restore, changed
from uitars_runtime.edits.edges import stays
from uitars_runtime.edits.hedges import hedged
from uitars_runtime.edits.lines import alike, letters
from uitars_runtime.edits.page import Page, page
from uitars_runtime.edits.reading import Part, parts
from uitars_runtime.edits.told import told
from uitars_runtime.element import Element
from uitars_runtime.grounding import SeenElement
from uitars_runtime.intent import MEANT
from uitars_runtime.types import (
    Action,
    AskUser,
    Click,
    Drag,
    Finish,
    OpenWindow,
    Press,
)

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

LIKELY: Final = 0.01
"""How likely, so that it is asked whether they are. Chosen on 120 requests of three people: of such
readings 16 were right and 12 wrong, of less likely ones five and 15; of 160 requests of four others
22 were right and 21 wrong."""
_LONGEST: Final = 25
"""Lines of a text that are read at once."""
_UNREADABLE: Final = re.compile("[^\x00-\u024f]")
"""Letters that the eyes do not know: what holds them cannot be read again."""
_LOOKS: Final = 2
"""More looks at a text that does not read as it should: the caret may stand in two lines of it. A
third in a row would end the run as stuck, without a word why."""
_UNDONE: Final = 8
"""Times that something is taken back, at most: editors keep words or letters apart."""
_UNREAD: Final = "The text does not read as it should after what was changed."
_ILLEGIBLE: Final = "The text cannot be read well enough to be changed so."
_WIDER: Final = "A line of the text is not seen to its end: make the window wider and ask again."
_LONGER: Final = (
    "The text is longer than its window shows, so nobody knows where it begins or ends: make the"
    " window larger, or name the line by its words."
)
_UNSURE: Final = "I am not sure what is to change in the text. Say it in fewer words."
_WHICH: Final = (
    "I do not find in the text what this is about. Say it with the words that stand there, or with"
    " the number of the line."
)


class _Question(msgspec.Struct, frozen=True):
    """What is asked about which words of the task."""

    text: str
    start: int
    end: int


class _Task(msgspec.Struct):
    """A task that is being worked on."""

    words: str
    offset: int
    parts: tuple[Part, ...]
    texts: list[str]
    """How the text should read now."""
    done: list[Action | None]
    """What was done so far."""
    part: int = 0
    change: int = 0
    keys: list[Key] = []
    """What is left to do of the change."""
    back: int = 0
    """How often something may still be taken back."""
    waited: int = 0
    """How often it was looked again."""
    opened: bool = False
    """Whether the menu is open that has what is to be done."""
    leaves: bool = False
    """Whether the rest is the network's."""
    cannot: str = ""
    """Why it is understood, and yet not done."""
    ends: list[Key] | None = None
    """What is left to do to see the text from end to end, before changes that count from there."""
    goes_on: bool = False
    """Whether lines below may come in sight, or go out of it."""
    question: _Question | None = None
    """Before the changes, where it is not sure what they are to be; in place of them, where none
    are known."""
    known: frozenset[str] = frozenset()
    """Lines that were there at first, in letters alone."""


class Editing:
    """The changes of one run."""

    def __init__(self) -> None:
        self._task: _Task | None = None

    @property
    def doubts(self) -> bool:
        """Whether the last look may have misread the text, and the next is to begin afresh."""
        return self._task is not None and self._task.waited > 0

    def next(
        self,
        rest: Rest,
        elements: Sequence[Element],
        windows: Sequence[OpenWindow] | None,
        pixels: NDArray[np.uint8],
    ) -> Entry | Rest | Finish:
        """What is done next, or what is left for the network, or the end."""
        task = self._task
        if task is None or (task.words, task.offset) != (rest.task, rest.offset):
            if any(step.action != LATE for step in rest.steps):
                return rest
            task = self._task = _begun(rest, elements, windows, pixels)
            if not rest.steps and (task.cannot or task.question):
                # Another look may read it better.
                self._task = None
                return Entry(LATE, passage(rest, 0, len(rest.task)))
        if task.cannot:
            return Finish("failure", task.cannot)
        if task.question is not None:
            asked, task.question = task.question, None  # once: "yes" leaves the words as they are
            return Entry(AskUser(asked.text), passage(rest, asked.start, asked.end))
        if task.leaves:
            return _left(task, rest)
        if not task.parts or not goes_on(task.done, rest.steps):
            return rest
        if task.keys and task.keys[0] == MARK_ALL and not _is_asked(windows):
            if task.waited == _LOOKS:
                return _left(task, rest)
            task.waited += 1
            return _entry(task, LATE, rest, elements, Page(()))
        return _next(task, rest, page(elements, _titles(windows), pixels), elements)


# --------------------------------------------------------------------------- the way


def _begun(
    rest: Rest,
    elements: Sequence[Element],
    windows: Sequence[OpenWindow] | None,
    pixels: NDArray[np.uint8],
) -> _Task:
    done = [step.action for step in rest.steps]
    none = _Task(rest.task, rest.offset, (), [], done)
    if not is_text(windows):
        return none
    shown = page(elements, _titles(windows), pixels)
    if len(shown.lines) > _LONGEST:
        return none
    readings = tagger().readings(rest.task, shown.texts)
    if not readings:
        return none
    asked, question = _read(rest.task, readings, shown)
    if not any(part.changes for part in asked):
        return msgspec.structs.replace(none, question=question)
    if not stays_in_sight(asked, shown):
        return msgspec.structs.replace(none, cannot=_WIDER)
    if not can_be_written(asked, shown):
        return msgspec.structs.replace(none, cannot=_ILLEGIBLE)
    known = frozenset(letters(line) for line in shown.texts)
    ends = [*both_ends(shown)] if need_both_ends(asked, shown) else None
    begun = _Task(rest.task, rest.offset, asked, [*shown.texts], done, ends=ends, known=known)
    return msgspec.structs.replace(begun, goes_on=not shown.ends, question=question)


def _read(
    task: str, readings: Sequence[Reading], shown: Page
) -> tuple[tuple[Part, ...], _Question | None]:
    """What is asked for, and what a person is asked before that, or in its place."""
    likeliest = readings[0]
    doubtful = hedged(task, likeliest.asked)
    asked, sure = parts(likeliest.asked, shown.texts), likeliest.confidence >= SURE and not doubtful
    if sure and not isinstance(asked, Asked):
        return asked, None
    meant = [one for one in likeliest.asked if one.op is not None]
    ops = {one.op for one in meant}
    keeps = ops <= {Op.SAVE, Op.SAVE_AS, Op.UNDO}
    if ops and Op.OTHER not in ops and (doubtful or not keeps):
        likely = readings[:1] if keeps else readings
        if (fitting := next(_fitting(likely, shown), None)) is not None:
            return fitting[0], _Question(f"{fitting[1]} {MEANT}", meant[0].start, meant[-1].end)
        if not sure:
            return (), _Question(_UNSURE, meant[0].start, meant[-1].end)
    if sure and isinstance(asked, Asked):
        return (), _Question(_WHICH, asked.start, asked.end)
    return (), None


def _fitting(readings: Sequence[Reading], shown: Page) -> Iterator[tuple[tuple[Part, ...], str]]:
    """Likely changes that fit the text, and nothing else, the likeliest first; with their words."""
    for one in readings:
        asked = parts(one.asked, shown.texts, freely=True) if one.confidence >= LIKELY else ()
        if not isinstance(asked, Asked) and all(part.changes for part in asked):
            said = told(shown.texts, [change for part in asked for change in part.changes])
            if said is not None:
                yield asked, said


def _titles(windows: Sequence[OpenWindow] | None) -> tuple[str, ...]:
    return tuple(one.title for one in windows or ())


def _next(
    task: _Task, rest: Rest, shown: Page, elements: Sequence[Element]
) -> Entry | Rest | Finish:
    if task.ends is not None:
        if not stays(task.texts, shown.texts):
            return _later(task, rest, elements, shown, _LONGER)
        task.waited = 0
        if task.ends:
            return _entry(task, task.ends.pop(0), rest, elements, shown)
        task.ends = None
    while not task.keys:
        if task.part == len(task.parts):
            return Finish()
        part = task.parts[task.part]
        if not part.changes:
            return _left(task, rest)
        if task.back:
            task.keys = [*_back(task, shown)]
            continue
        here = shown if any(task.texts) else Page(())
        change = part.changes[task.change] if task.change < len(part.changes) else None
        reads = _reads(task, shown)
        if not reads or not (change is None or is_in_sight(change, here)):
            return _later(task, rest, elements, shown, _UNREAD)
        task.waited = 0
        if change is None:
            task.part, task.change = task.part + 1, 0
            continue
        task.keys = [*keys_of(change, here)]
        task.back = _UNDONE if isinstance(change, Restore) else 0
        task.texts, task.change = changed(task.texts, change), task.change + 1
    if task.keys[0] == SAVE_AS and (click := _by_menu(task, elements)) is not None:
        return _entry(task, click, rest, elements, shown)
    return _entry(task, task.keys.pop(0), rest, elements, shown)


def _later(
    task: _Task, rest: Rest, elements: Sequence[Element], shown: Page, why: str
) -> Entry | Finish:
    """Another look at a text that does not read as it should, or the end."""
    if task.waited == _LOOKS:
        return Finish("failure", why)
    task.waited += 1
    return _entry(task, LATE, rest, elements, shown)


def _by_menu(task: _Task, elements: Sequence[Element]) -> Doing | None:
    """The way to another name through the menu, where there is one."""
    if not task.opened:
        menu = next((one for one in elements if letters(one.text) == "file"), None)
        task.opened = menu is not None
        return None if menu is None else Click(menu.box.center)
    task.opened = False
    task.keys.pop(0)
    entry = next((one for one in elements if letters(one.text).startswith("saveas")), None)
    return Press(("esc",)) if entry is None else Click(entry.box.center)


def _back(task: _Task, shown: Page) -> Iterator[Key]:
    """Once more what takes back, until the text reads as before."""
    task.back -= 1
    if _reads(task, shown):
        task.back = 0
    elif task.back:
        yield TAKE_BACK


def _left(task: _Task, rest: Rest) -> Rest:
    """What code does not do: the task from a part on, with the steps for that."""
    task.leaves = True
    part, steps = task.parts[task.part], rest.steps[len(task.done) :]
    said, before = rest.task[part.start :], rest.offset + part.start
    return msgspec.structs.replace(rest, task=said, offset=before, steps=steps)


def _is_asked(windows: Sequence[OpenWindow] | None) -> bool:
    """Whether a dialog is there that asks for the name of the file."""
    return any(one.dialog for one in windows or ())


def _entry(
    task: _Task, action: Doing, rest: Rest, elements: Sequence[Element], shown: Page
) -> Entry:
    part = task.parts[task.part]
    task.done.append(action)
    serves = passage(rest, part.start, part.end)
    return Entry(action, serves, _target(action, elements, shown))


def _target(action: Doing, elements: Sequence[Element], shown: Page) -> SeenElement | None:
    match action:
        case Click(at=at) | Drag(start=at):
            pass
        case _:
            return None
    lines = (one for one in shown.lines if one.box.top <= at.y < one.box.bottom)
    line = next(lines, None)
    if line is None:
        return seen(elements, at)
    if line.element is None:
        return None
    one = elements[line.element]
    return SeenElement(line.element, one.box, one.role, line.text)


def _reads(task: _Task, shown: Page) -> bool:
    """Whether the text reads as it should, but for what the eyes misread: another look reads lines
    otherwise that were there before."""
    wanted, read = (
        [letters(one) for one in each if letters(one)] for each in (task.texts, shown.texts)
    )
    if any(_UNREADABLE.search(one) for one in wanted):
        return True
    others = {*wanted}
    if not wanted:
        return not any(one in task.known for one in read)
    if len(wanted) != len(read) and not (task.goes_on and read):
        return False
    return all(
        alike(one, other) or (one in task.known and other not in others)
        for one, other in zip(wanted, read, strict=False)
    )


def is_text(windows: Sequence[OpenWindow] | None) -> bool:
    """Whether a text editor is all that is open."""
    from uitars_runtime.applications.categories import categories  # reads all entries

    programs = {one.application for one in windows or ()}
    return len(programs) == 1 and "TextEditor" in categories(programs)
