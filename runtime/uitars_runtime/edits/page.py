"""The text that is open in an editor, as the screen shows it: its lines with where they stand.

No editor says which part of its window is the text. It is what begins at one edge, line below line;
numbers beside the lines are none of it.
"""

from __future__ import annotations

import functools
import itertools
import re
import statistics
from collections.abc import Container, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Final

import msgspec

from uitars_runtime.edits.edges import has_room_below, is_seen_to_end
from uitars_runtime.edits.lines import letters
from uitars_runtime.element import Element, Role
from uitars_runtime.geometry import Box, union

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_FRAME: Final = frozenset(
    {Role.BUTTON, Role.TAB, Role.TITLE, Role.HEADER, Role.FIELD, Role.MENU, Role.COMBO}
)
"""What lies around a text, and what eyes may take a line of it for."""
_EDGE: Final = 4
"""Pixels by which lines that begin at one edge seem to begin at others."""
_HEIGHTS: Final = range(7, 40)
"""Pixels of a line of text."""
_TALL: Final = 1.5
"""Times the height of most that a line is high, at most."""
_APART: Final = range(10, 60)
"""Pixels from one line to the next."""
_NEXT: Final = 1.6
"""Lines below a text within which it goes on, whatever a line was taken for."""
_BESIDE: Final = 4
"""Things in a row, as a line, its number, the scroll bar and a patch; a bar has more."""
_NAME: Final = 4
"""Letters of a word by which a title is known."""
_UPPER: Final = 0.7
"""Share of a window in which a text of one line stands."""
_BARS: Final = 10
"""Times its height that title, menus and tools above a line are high."""
_POINTER: Final = frozenset("Il|")
"""What the mouse pointer over a text reads as, where a compositor draws it into the picture."""
_INSET: Final = 12
"""Letters by which a line begins further in, or out, than most."""
_HANGING: Final = frozenset("gjpqy,;()[]{}|@_$/")
"""Letters that reach below the others."""
_DEEP: Final = 0.25
"""Share of their height by which they do."""
_EMPTY: Final = 3
"""Empty lines one after the other, at most."""
_EXACT: Final = 0.7
"""Of a letter's width: what a line may be longer or shorter than its letters say."""
_BLANK: Final = 1
"""Pixels of the last letter's width that are empty."""
_LETTERS: Final = 5
"""Of a line that tells how wide a letter is."""
_ALIKE: Final = 0.04
"""Share by which letters differ in width where all have one."""
_BETWEEN: Final = re.compile(r"[\s/]+")
_ZERO: Final = re.compile(r"\b0(?=[a-z]{2})")
"""Read where an O stands."""
_NUMBERED: Final = re.compile(r"\d{1,4}(?![\d.,:)=/-])\s*")
"""The number of a line, before it."""
_UNEVEN: Final = 0.25
"""Share of a line's height by which one seems to be higher than another."""
_MIXED: Final = re.compile(r"\d[a-z]{3}|[a-z]\d[a-z]", re.IGNORECASE)
"""A figure that may be a letter, as in 0skar."""


class Line(msgspec.Struct, frozen=True):
    """A line of the text."""

    text: str
    box: Box
    """Around its letters; of an empty line where it begins."""
    element: int | None = None
    """Its place among all that was seen; None for an empty line."""


class Page(msgspec.Struct, frozen=True):
    """A text as it is shown."""

    lines: tuple[Line, ...]
    letter: float = 0.0
    """Width of a letter in pixels where all have the same; 0 where they do not."""
    cut: frozenset[int] = frozenset()
    """Lines that reach to an edge, and may go on behind it."""
    ends: bool = True
    """Whether nothing stands below the last line, with room for more."""

    @property
    def texts(self) -> tuple[str, ...]:
        return tuple(line.text for line in self.lines)

    def is_exact(self, at: int) -> bool:
        """Whether all letters of a line are read: it is as wide as so many are."""
        line = self.lines[at]
        apart = line.box.width + _BLANK - self.letter * len(line.text)
        whole = bool(self.letter) and at not in self.cut
        return whole and abs(apart) < _EXACT * self.letter

    def can_be_copied(self, at: int) -> bool:
        """Whether a line may be typed as it is read."""
        return self.is_exact(at) and not _MIXED.search(self.lines[at].text)

    def column(self, at: int, letters: float) -> int:
        """Pixels from the left at which the gap before a letter of a line is."""
        line = self.lines[at]
        wide = self.letter or line.box.width / max(len(line.text), 1)
        return round(line.box.left + wide * letters)


def page(
    elements: Sequence[Element],
    titles: Iterable[str] = (),
    pixels: NDArray[np.uint8] | None = None,
) -> Page:
    """The text, empty where none is seen. `titles`: those of windows; what shows the name of a file
    that stands there is a tab. `pixels`: the picture, which tells where the text may go on."""
    names = {letters(word) for title in titles for word in _BETWEEN.split(title)} - {""}
    bars = [*_bars(elements, names)]
    texts = [
        (index, one)
        for index, one in enumerate(elements)
        if one.box.height in _HEIGHTS
        and not names & {letters(one.text), letters(one.text).removesuffix("x")}
        and not any(box.top <= one.box.center.y < box.bottom for box in bars)
        if one.text.strip()
    ]
    texts = [*_without_gutter([*_of_one_line(texts)])]
    column = _longest([one for one in texts if _may_be_text(one[1], elements)])
    if not column or (len(column) == 1 and _is_none(column[0][1], elements)):
        return Page(())
    inside = _inside(column, texts)
    step = _step(inside)
    rows = [_line(row) for row in _rows(inside, step)]
    lines = tuple(_with_empty(rows, step))
    if pixels is None:
        return Page(lines, _letter(rows))
    cut = {at for at, one in enumerate(lines) if one.text and not is_seen_to_end(one.box, pixels)}
    ends = has_room_below([one.box for one in lines], (_EMPTY + 1) * step, pixels)
    return Page(lines, _letter(rows), frozenset(cut), ends)


def _bars(elements: Sequence[Element], names: Container[str]) -> Iterator[Box]:
    """Where the title of a window stands, or a tab's: what is beside it, such as the buttons of the
    window, is no text either."""
    for one in elements:
        words = {letters(word) for word in _BETWEEN.split(one.text)}
        if one.role in _FRAME and any(len(word) >= _NAME and word in names for word in words):
            yield one.box


def _may_be_text(one: Element, elements: Sequence[Element]) -> bool:
    """Whether it is no part of a bar, where several things stand beside each other."""
    middle = one.box.center.y
    beside = sum(
        other.box.top <= middle < other.box.bottom <= 3 * one.box.height + middle
        for other in elements
    )
    return one.role not in _FRAME and beside <= _BESIDE


def _is_none(one: Element, elements: Sequence[Element]) -> bool:
    """Whether the only line of a window is no text."""
    return one.text.strip() in _POINTER or _is_low(one, elements)


def _is_low(one: Element, elements: Sequence[Element]) -> bool:
    """Whether it stands so far down that it says how the program is; a text begins at the top,
    right below the bars."""
    top = min(other.box.top for other in elements)
    bottom = max(other.box.bottom for other in elements)
    down = one.box.center.y - top
    return down > _UPPER * (bottom - top) and down > _BARS * one.box.height


_Seen = tuple[int, Element]


def _of_one_line(texts: Sequence[_Seen]) -> Iterator[_Seen]:
    """What reaches into the line below, cut."""
    if not texts:
        return
    height = round(_TALL * statistics.median(one.box.height for _, one in texts))
    for index, one in texts:
        box = Box(
            one.box.left, one.box.top, one.box.right, min(one.box.bottom, one.box.top + height)
        )
        yield index, msgspec.structs.replace(one, box=box)


def _middle(seen: _Seen) -> int:
    return seen[1].box.center.y


def _longest(texts: Sequence[_Seen]) -> list[_Seen]:
    """The lines one below the other that begin at one edge, of the edge where most do."""
    found: list[list[_Seen]] = []
    for _, first in texts:
        edge = first.box.left
        alike = [one for one in texts if abs(one[1].box.left - edge) <= _EDGE]
        found += _runs(sorted(alike, key=_middle))
    return max(found, key=len) if found else []


def _runs(column: Sequence[_Seen]) -> list[list[_Seen]]:
    """Cut where two lines are too far apart."""
    runs: list[list[_Seen]] = []
    for one in column:
        if runs and _middle(one) - _middle(runs[-1][-1]) < (_EMPTY + 1) * _APART[-1] // 2:
            runs[-1].append(one)
        else:
            runs.append([one])
    return runs


def _without_gutter(texts: Sequence[_Seen]) -> Iterator[_Seen]:
    """Without the numbers of lines, which stand beside them or are read as their first word."""
    gutter = _gutter([one for one in texts if _NUMBERED.match(one[1].text)])
    if not gutter:
        yield from texts
        return
    (_, top), (_, bottom) = gutter[0], gutter[-1]
    first, last = _number(top), _number(bottom)
    apart = (bottom.box.center.y - top.box.center.y) / (last - first)
    freed: list[tuple[int, Element, str, float]] = []
    for index, one in texts:
        number = str(first + round((one.box.center.y - top.box.center.y) / apart))
        if abs(one.box.left - top.box.left) > _EDGE or not one.text.startswith(number):
            yield index, one
        elif text := one.text.removeprefix(number).lstrip():
            freed.append((index, one, text, one.box.width / len(one.text)))
    begins = [one.box.right - letter * len(text) for _, one, text, letter in freed]
    edge = statistics.median(begins) if begins else 0.0
    for (index, one, text, letter), at in zip(freed, begins, strict=True):
        left = round(edge if abs(at - edge) <= 1.5 * letter else at)  # blanks may not be read
        box = Box(left, one.box.top, one.box.right, one.box.bottom)
        yield index, msgspec.structs.replace(one, text=text, box=box)


def _gutter(numbers: Sequence[_Seen]) -> list[_Seen]:
    """The most that begin at one edge and count: with each number more as many pixels further
    down."""
    found: list[_Seen] = []
    for _, first in numbers:
        alike = [one for one in numbers if abs(one[1].box.left - first.box.left) <= _EDGE]
        if len(alike) > max(len(found), 1) and _count(alike := sorted(alike, key=_middle)):
            found = alike
    return found


def _count(column: Sequence[_Seen]) -> bool:
    further = [
        (_middle(below) - _middle(above)) / max(_number(below[1]) - _number(above[1]), 0.1)
        for above, below in itertools.pairwise(column)
    ]
    one = statistics.median(further)
    return _APART[0] <= one <= _APART[-1] and all(
        abs(each - one) <= _UNEVEN * one for each in further
    )


def _number(one: Element) -> int:
    return int(re.sub(r"\D.*", "", one.text))


def _inside(column: Sequence[_Seen], texts: Sequence[_Seen]) -> list[_Seen]:
    """All of the text, from the edge on: between the first and the last line of the column, and on
    where lines follow without a gap."""
    edge = min(one.box.left for _, one in column)
    height = statistics.median(one.box.height for _, one in column)
    top, bottom = _middle(column[0]), _middle(column[-1])
    inside = [
        one
        for one in texts
        if one[1].box.left >= edge - _EDGE and top - height <= _middle(one) <= bottom + height
    ]
    others = sorted((one for one in texts if one not in inside), key=_middle)
    near = _NEXT * _step(inside)
    for one in (*others, *reversed(others)):
        if one[1].role in _FRAME and _middle(one) < top:
            continue
        begins = abs(one[1].box.left - edge) <= _INSET * height / 2
        apart = min(abs(_middle(one) - _middle(other)) for other in inside)
        alike = one[1].box.height <= 1.7 * height
        if one not in inside and begins and alike and height <= apart <= near:
            inside.append(one)
    return sorted(inside, key=lambda one: (_middle(one), one[1].box.left))


def _step(inside: Sequence[_Seen]) -> float:
    """Pixels from one line to the next."""
    feet = sorted(map(_stands, inside))
    apart = [below - above for above, below in itertools.pairwise(feet)]
    apart = [each for each in apart if each >= _APART[0]]
    # The widest that most distances are one or several of.
    steps = {each / count for each in apart for count in range(1, _EMPTY + 1)}
    one = max(
        (step for step in steps if _APART[0] <= step <= _APART[-1]),
        key=lambda step: (len(_multiples(apart, step)), step),
        default=0.0,
    )
    found = _multiples(apart, one) if one else []
    return statistics.mean(found) if found else 1.4 * inside[0][1].box.height


def _multiples(apart: Sequence[int], step: float) -> list[float]:
    """What the step is by each distance that is about once or several times as far."""
    near = [(each, max(1, round(each / step))) for each in apart]
    return [each / count for each, count in near if abs(each - count * step) <= _UNEVEN * step]


def _foot(text: str, box: Box) -> int:
    """Where its letters stand, whichever of them reach below that."""
    return box.bottom - (round(_DEEP * box.height) if _HANGING & {*text} else 0)


def _stands(seen: _Seen) -> int:
    return _foot(seen[1].text, seen[1].box)


def _rows(inside: Sequence[_Seen], step: float) -> list[list[_Seen]]:
    """Those whose letters stand at one height, beside each other."""
    rows: list[list[_Seen]] = []
    for one in sorted(inside, key=_stands):
        near = bool(rows) and _stands(one) - _stands(rows[-1][0]) < step / 2
        if near and all(_is_beside(one[1].box, other.box) for _, other in rows[-1]):
            rows[-1].append(one)
        else:
            rows.append([one])
    return rows


def _is_beside(one: Box, other: Box) -> bool:
    """Whether neither stands below the other."""
    common = min(one.right, other.right) - max(one.left, other.left)
    return 2 * common < min(one.width, other.width)


def _line(row: Sequence[_Seen]) -> Line:
    ordered = sorted(row, key=lambda one: one[1].box.left)
    box = functools.reduce(union, (one.box for _, one in ordered))
    text = " ".join(one.text.strip() for _, one in ordered)
    return Line(_ZERO.sub("O", text), box, ordered[0][0])


def _with_empty(lines: Sequence[Line], step: float) -> Iterator[Line]:
    """The lines with the empty ones between them."""
    left = min(one.box.left for one in lines)
    yield lines[0]
    for above, line in itertools.pairwise(lines):
        further = _foot(line.text, line.box) - _foot(above.text, above.box)
        missing = round(further / step) - 1
        for number in range(1, 1 + min(missing, _EMPTY)):
            top = round(above.box.top + step * number)
            yield Line("", Box(left, top, left + 2, top + above.box.height))
        yield line


def _letter(lines: Sequence[Line]) -> float:
    long = [line for line in lines if len(line.text) >= _LETTERS]
    wide = {line: (line.box.width + _BLANK) / len(line.text) for line in long}
    if not wide:
        return 0.0
    middle = statistics.median(wide.values())
    alike = [line for line, each in wide.items() if abs(each - middle) <= _ALIKE * middle]
    if 2 * len(alike) < len(wide):
        return 0.0
    # That of the letter in the middle: of a long line a blank may be lost, or the caret read.
    alike.sort(key=lambda line: wide[line])
    ends = itertools.accumulate(len(line.text) for line in alike)
    half = sum(len(line.text) for line in alike) / 2
    return next(wide[line] for line, end in zip(alike, ends, strict=True) if end >= half)
