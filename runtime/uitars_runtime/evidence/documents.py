"""The text of a document as it was and as it is: whether just what was asked for changed in it.

Read from the file in the workspace where it was saved, else from the lines on the screen. All parts
of a task that change a document are held against it at once: what else changed is a no.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence, Set
from typing import Final

from uitars_runtime.element import Element, Role
from uitars_runtime.evidence.fields import NUMBERED, typed_otherwise, types, writes
from uitars_runtime.evidence.findings import Finding, Run
from uitars_runtime.evidence.goals import Alter, Change, Choose, Enter, Goal, OneOf
from uitars_runtime.evidence.looks import Deed, Moment
from uitars_runtime.evidence.words import plain, stands
from uitars_runtime.types import Click, Drag, Move, Press, Scroll, Type

_LINES: Final = 200
"""Lines of a document up to which it is looked at."""
_WAYS: Final = 64
"""Readings of a whole task that are tried."""
_PAGE: Final = 60
"""Pixels from which a field is a page."""
_MARGIN: Final = 14
"""Pixels by which the lines of a text begin at other places."""
_EDITING: Final = frozenset(
    {
        *("a", "c", "v", "x", "z", "y", "h", "f", "d", "ctrl", "shift", "home", "end", "left"),
        *("right", "up", "down", "pageup", "pagedown", "backspace", "delete", "enter", "tab"),
        *("space", "esc"),
    }
)
_MENUS: Final = frozenset(
    {
        *("edit", "search", "cut", "copy", "paste", "delete", "select all", "undo", "redo", "find"),
        *("replace", "find and replace", "replace all", "close", "find next", "text"),
    }
)
_FINDING: Final = re.compile(r"\b(?:find|replace|search)\b", re.IGNORECASE)


def documents(goals: Sequence[Goal], run: Run) -> dict[int, Finding]:
    """What was found for goals that change a document, by their places; all of them or none."""
    options = [list(_edits(goal)) for goal in goals]
    if not any(options):
        return {}
    edited = [at for at, deed in enumerate(run.deeds) if deed.done and _edits_text(deed)]
    if not edited:
        return {}
    for chosen in itertools.islice(_readings(goals, options), _WAYS):
        if said := _came_about([one for one in chosen if one], run, edited):
            found = Finding(edited[-1], said, used=tuple(edited))
            return {number: found for number, one in enumerate(chosen) if one}
    return {}


def _edits(goal: Goal) -> Iterator[Alter]:
    """The ways in which a goal can be one for a document."""
    match goal:
        case Alter():
            yield goal
        case OneOf(goals=ways):
            for way in ways:
                yield from _edits(way)
        case Enter(words=words, readings=readings) | Choose(words=words, readings=readings):
            for text, field in readings:
                if not field and text and isinstance(goal, Enter):
                    yield Alter(words, Change.INSERT, text)
        case _:
            return


def _readings(
    goals: Sequence[Goal], options: Sequence[Sequence[Alter]]
) -> Iterator[tuple[Alter | None, ...]]:
    """Each way to read them; what need not be for the document may also be for something else."""
    free: list[list[Alter | None]] = [
        [*ways] if isinstance(goal, Alter) else [*ways, None]
        for goal, ways in zip(goals, options, strict=True)
    ]
    return (chosen for chosen in itertools.product(*free) if any(chosen))


def _came_about(edits: Sequence[Alter], run: Run, edited: Sequence[int]) -> str:
    """What says that just these edits were made; empty where nothing does."""
    for text in run.written.texts:
        if _whole(text.after) in _expected(edits, _whole(text.before)):
            return f"the file “{text.name}” has just this change"
    if _is_shown([text.name for text in run.written.texts], run):
        return ""
    first, last = _lines(run.deeds[edited[0]].before), _lines(run.last)
    if first is None or last is None:
        return ""
    said = {text for edit in edits for text in (edit.text, edit.old, *edit.text.splitlines())}
    wrote = [deed for at in edited if writes(deed := run.deeds[at], lines=True)]
    pieced = [deed for deed in wrote if not any(types(text, deed) for text in said)]
    if any(typed_otherwise(text, deed) for deed in pieced for text in said.difference(first)):
        return ""
    for wanted in _expected(edits, "\n".join(first)):
        known = set(wanted.splitlines() if pieced else first)
        if wanted != "\n".join(first) and _reads_as(wanted.splitlines(), last, known):
            return "the text on the screen has just this change"
    return ""


def _is_shown(names: Sequence[str], run: Run) -> bool:
    """Whether one of these files is what a window is about."""
    titles = " ".join(one.title for one in (run.deeds[0].before.windows or ()))
    return any(name in titles for name in names)


def _reads_as(wanted: Sequence[str], read: Sequence[str], known: Set[str]) -> bool:
    """`known`: lines that are read to the letter, for no step typed them whole: what is misread is
    misread alike as long as nobody changes it."""
    kept = [line for line in wanted if line.strip()]
    return len(kept) == len(read) and all(
        one.strip(" |") == other.strip(" |") if one in known else stands(one, other, whole=True)
        for one, other in zip(kept, read, strict=True)
    )


# --------------------------------------------------------------------------- edits of a text


def _whole(text: str) -> str:
    """Without what nobody sees at the ends of lines and of the text."""
    return "\n".join(line.rstrip() for line in text.splitlines()).rstrip("\n")


def _expected(edits: Sequence[Alter], text: str) -> set[str]:
    """What a text may be after these edits; nothing for one that is too long."""
    if text.count("\n") >= _LINES:
        return set()
    found = {text}
    for edit in edits:
        found = {_whole(new) for old in found for new in _altered(edit, old)}
    return found


def _altered(edit: Alter, text: str) -> Iterator[str]:
    lines = text.splitlines()
    match edit.change:
        case Change.APPEND:
            yield "\n".join([*lines, edit.text])
        case Change.PREPEND:
            yield "\n".join([edit.text, *lines])
        case Change.INSERT:
            for at in range(len(lines) + 1):
                yield "\n".join([*lines[:at], edit.text, *lines[at:]])
        case Change.WHOLE:
            yield edit.text
        case Change.REPLACE:
            yield from _replaced(text, edit.old, edit.text)
        case Change.REMOVE:
            for around in (r"{} ?", r" ?{}", r"{}"):
                yield from _replaced(text, edit.old, "", around)
            rest = [line for line in lines if plain(line) != plain(edit.old)]
            if len(rest) < len(lines):
                yield "\n".join(rest)
        case Change.CUT:
            yield from _cut(lines, edit)


def _replaced(text: str, old: str, new: str, around: str = "{}") -> Iterator[str]:
    """Every occurrence, as whole words where there are such, in its case or in any."""
    for flags in (re.NOFLAG, re.IGNORECASE):
        for edge in (r"(?<!\w){}(?!\w)", "{}"):
            pattern = re.compile(around.format(edge.format(re.escape(old))), flags)
            if old and pattern.search(text):
                yield pattern.sub(lambda _: new, text)
                return


def _cut(lines: Sequence[str], edit: Alter) -> Iterator[str]:
    if edit.number:
        at = edit.number - 1 if edit.number > 0 else len(lines) - 1
        # Behind an empty line nobody knows which one is the third.
        known = edit.number < 0 or all(line.strip() for line in lines[: edit.number])
        places = [at] if known and 0 <= at < len(lines) else []
    else:
        places = [at for at, line in enumerate(lines) if edit.old.casefold() in line.casefold()]
    if len(places) == 1:
        yield "\n".join([*lines[: places[0]], *lines[places[0] + 1 :]])


# --------------------------------------------------------------------------- the screen


def _edits_text(deed: Deed) -> bool:
    """Whether a step can have been for nothing else than the text of a document."""
    windows = (*deed.opened, *deed.closed)
    windows = windows or tuple(one for one in deed.before.windows or () if one.dialog)
    if windows:
        return all(_FINDING.search(window.title) for window in windows)
    match deed.step.action:
        case Type():
            return True
        case Press(keys=keys):
            return set(keys) <= _EDITING or all(len(key) == 1 for key in keys)
        case Click():
            target = deed.target
            if target is None or target.role in (Role.TEXT, Role.ITEM, Role.FIELD, Role.OTHER):
                return True
            return plain(target.text or target.name) in _MENUS
        case Drag() | Move() | Scroll():
            return True
        case _:
            return False


def _lines(moment: Moment) -> list[str] | None:
    """The lines of the document that is seen; None where there is none, or it goes on."""
    rows = _rows(moment)
    if len(rows) > _LINES:
        return None
    return [NUMBERED.sub("", row) for row in rows]


def _rows(moment: Moment) -> list[str]:
    pages = [one for one in moment.of(Role.FIELD) if one.box.height >= _PAGE]
    texts = [one for one in moment.of(Role.TEXT, Role.ITEM, Role.LINK) if one.text]
    if len(pages) == 1:
        box = pages[0].box
        inside = [one for one in texts if box.contains(one.box.center)]
        return [one.text for one in _stacked(inside)] or pages[0].text.splitlines()
    if pages:
        return []
    columns: list[list[Element]] = []
    for one in _stacked(texts):
        column = next((each for each in columns if _goes_on(each[-1], one)), None)
        if column is None:
            columns.append([one])
        else:
            column.append(one)
    longest = max(columns, key=len) if columns else []
    return [one.text for one in longest]


def _stacked(elements: Sequence[Element]) -> list[Element]:
    return sorted(elements, key=lambda one: (one.box.top, one.box.left))


def _goes_on(above: Element, below: Element) -> bool:
    """Whether a line follows another one in the same text."""
    apart = below.box.top - above.box.bottom
    aligned = abs(above.box.left - below.box.left) <= _MARGIN
    return aligned and -4 <= apart <= 2 * max(above.box.height, below.box.height)
