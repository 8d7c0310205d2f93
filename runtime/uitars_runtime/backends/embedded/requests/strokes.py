"""The keys and clicks that change a text in an editor, as a person would use them: all editors know
them. Pure. Not here: which changes, and whether they came about (`editing.py`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from uitars_runtime.edits.changes import Change, Cut, Exchange, Put, Restore, Store, Whole, changed
from uitars_runtime.edits.page import Page
from uitars_runtime.edits.reading import Part
from uitars_runtime.types import Click, Drag, Point, Press, Type

Key = Press | Type | Click | Drag
SAVE_AS: Final = Press(("ctrl", "shift", "s"))
"""Where no menu has it: in some editors these keys store all files under the names they have."""
MARK_ALL: Final = Press(("ctrl", "a"))
"""In the field for the name, which a dialog brings with it."""
TAKE_BACK: Final = Press(("ctrl", "z"))
_WORD: Final = re.compile(r" ?\w+ ?")
"""What a double click marks, wherever in it."""


def is_in_sight(change: Change, shown: Page) -> bool:
    """Whether the line is there that a change is about."""
    match change:
        case Put(at=at):
            return at <= len(shown.lines) or not shown.lines
        case Cut(at=at) | Exchange(at=at):
            return at < len(shown.lines)
        case Whole() | Restore() | Store():
            return True


def need_both_ends(parts: Sequence[Part], shown: Page) -> bool:
    """Whether changes count from where the text begins or ends, and that is not in sight for sure:
    empty lines may hide more of it, which is not to go where all lines are typed again."""
    again = any(isinstance(change, Whole) for part in parts for change in part.changes)
    counts = any(part.counts for part in parts)
    return counts and bool(shown.lines) and (again or not shown.ends)


def both_ends(shown: Page) -> Iterator[Key]:
    """The keys that bring either end of a text in sight, and change nothing of it."""
    yield _click(shown, 0)
    yield Press(("ctrl", "end"))
    yield Press(("ctrl", "home"))


def keys_of(change: Change, shown: Page) -> Iterator[Key]:
    """The keys of a change that is in sight, from the text as it stands."""
    match change:
        case Put(at=at, lines=lines):
            yield from _put(at, "\n".join(lines), shown)
        case Cut(at=at):
            yield _click(shown, at)
            yield Press(("home",))
            yield Press(("shift", "down"))
            yield Press(("delete",))
        case Exchange():
            yield from _exchange(change, shown)
        case Whole(lines=lines):
            if shown.lines:
                yield _click(shown, 0)
                yield Press(("ctrl", "home"))
                yield Press(("ctrl", "shift", "end"))
            yield _written("\n".join(lines))
        case Restore():
            yield TAKE_BACK
        case Store(name=""):
            yield Press(("ctrl", "s"))
        case Store(name=name):
            yield SAVE_AS
            yield MARK_ALL
            yield Type(name)
            yield Press(("enter",))


def _put(at: int, text: str, shown: Page) -> Iterator[Key]:
    if not shown.lines:
        yield Type(text)
        return
    yield _click(shown, max(at - 1, 0))
    if at:
        yield Press(("end",))
        yield Press(("enter",))
        yield Type(text)
    else:
        yield Press(("ctrl", "home"))
        yield Type(text)
        yield Press(("enter",))


def _exchange(change: Exchange, shown: Page) -> Iterator[Key]:
    line, start, end = shown.lines[change.at].text, change.start, change.end
    if start == end:
        yield _click(shown, change.at)
        yield Press(("end" if start else "home",))
        yield Type(change.text)
    elif end - start == len(line):
        yield _click(shown, change.at)
        yield Press(("home",))
        yield Press(("shift", "end"))
        yield _written(change.text)
    elif not shown.is_exact(change.at) and end == len(line) and line[start:end].isalnum():
        # Whatever else of the line is misread, it is its last word.
        yield _click(shown, change.at)
        yield Press(("end",))
        yield Press(("ctrl", "shift", "left"))
        yield _written(change.text)
    elif not shown.is_exact(change.at) and _WORD.fullmatch(old := line[start:end]):
        middle = start + len(old) - len(old.lstrip()) + len(old.strip()) / 2
        yield Click(_point(shown, change.at, middle), count=2)
        yield _written(change.text)
        if old != old.strip():
            yield Press(("backspace" if old.startswith(" ") else "delete",))
    else:
        yield Drag(_point(shown, change.at, start), _point(shown, change.at, end))
        yield _written(change.text)


def _written(text: str) -> Type | Press:
    """What takes the place of what is marked."""
    return Type(text) if text else Press(("delete",))


def _click(shown: Page, at: int) -> Click:
    line = shown.lines[at]
    return Click(Point(shown.column(at, len(line.text) // 2), line.box.center.y))


def _point(shown: Page, at: int, letters: float) -> Point:
    return Point(shown.column(at, letters), shown.lines[at].box.center.y)


def stays_in_sight(parts: Sequence[Part], shown: Page) -> bool:
    """Whether no change needs the end of a line that may go on behind the edge of its window."""
    lines = [*shown.texts]
    cut = {shown.texts[at] for at in shown.cut}
    for change in (change for part in parts for change in part.changes):
        match change:
            case Put(lines=new) | Whole(lines=new):
                hidden = not cut.isdisjoint(new)
            case Exchange(at=at, start=start, end=end, text=text):
                line = lines[at]
                again = text.casefold() == line.casefold() or (start, end) != (0, len(line))
                hidden = line in cut and end == len(line) and again
            case Cut() | Restore() | Store():
                hidden = False
        if hidden:
            return False
        lines = changed(lines, change)
    return True


def can_be_written(parts: Sequence[Part], shown: Page) -> bool:
    """Whether all is there that has to be read letter by letter: words that are marked by their
    place, and lines that are typed again."""
    lines = [*shown.texts]
    for change in (change for part in parts for change in part.changes):
        match change:
            case Put(lines=new) | Whole(lines=new):
                again = [at for at, line in enumerate(shown.texts) if line and line in new]
            case Exchange(at=at, start=start, end=end):
                old = lines[at][start:end]
                upper = old and change.text.casefold() == old.casefold()
                marked = old and old != lines[at] and not _WORD.fullmatch(old)
                here = shown.texts.index(lines[at]) if lines[at] in shown.texts else None
                again = [here] if here is not None and (upper or marked) else []
            case Cut() | Restore() | Store():
                again = []
        copied = isinstance(change, Put | Whole) or (isinstance(change, Exchange) and change.text)
        if not all(shown.can_be_copied(at) if copied else shown.is_exact(at) for at in again):
            return False
        lines = changed(lines, change)
    return True
