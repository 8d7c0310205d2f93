"""Lines and shapes put together: what on the screen could be one element.

A line inside a tight frame is one candidate with the frame's box, a mark left of a line is one with
it and one of its own, and what is left of both stands for itself. Which role a candidate has is the
reader's business.
"""

from __future__ import annotations

import enum
from collections.abc import Collection, Iterable, Sequence

import msgspec

from uitars_runtime.eyes.shapes import Choice, Proposal, is_mark
from uitars_runtime.eyes.text.lines import Line
from uitars_runtime.geometry import Box, holds, overlap, union

CLOSE = 10
"""Pixels between a mark and its words up to which a click on either does the same, more where
the letters are large."""
SIGNS = 2
"""Characters up to which a line may be an icon that was read as a sign."""
HIGH, OUTLINED = 60, 0.9
"""Height of a field on pages of today at most; share of its outline that is drawn, at least ..."""
HIGHER, OPEN, BEGINS = 5.2, 0.8, 0.6
"""... and where nothing but its words begins within so much of its height: the same in heights of
its words, as on a screen of 2, and the share where a label interrupts the outline."""
CENTRED, TAILS = 3, 4
"""Pixels between the middle of a field and that of its words, and the height of these in what
their tails or the lack of them make of it, at most."""
FIELD_WIDTH, SLACK = 0.5, 3
"""Width of a field, in that of a frame that holds it and its words, at least; pixels by which both
may overlap."""
WIDE, LARGER = 3, 1.1
"""Width of a frame that may hold the label of a field, in its height, at least; width of a letter
of that label, in one of the words below it, at most."""
KEY = 10
"""Width and height of a large key at most, in heights of its words."""
PICTURES, COLUMN = 3, 16
"""Pictures beside a sign from which all of them are a bar, and pixels that two are apart."""
BULLET, INDENT = 0.62, 1.6
"""Height of the dot before an entry of a list, and columns from it to the words, in heights of the
words, at most."""
BESIDE = 30
"""Pixels up to which a mark belongs to the words at all (columns of a list)."""


class Kind(enum.StrEnum):
    """How a candidate came about. The order is an input of the reader: append, never reorder."""

    LINE = "line"
    """Words alone."""
    BOXED = "boxed"
    """Words in a tight frame, perhaps with a mark before them."""
    MARKED = "marked"
    """A mark and the words right of it."""
    BARE = "bare"
    """A shape without words."""


class Candidate(msgspec.Struct, frozen=True):
    """What could be an element."""

    kind: Kind
    box: Box
    """All of it: the frame, or mark and words together."""
    text: str = ""
    words: Box | None = None
    """Tight around the words."""
    mark: Box | None = None
    frame: float = 0.0
    """Share of the outline of `box` that is drawn, 0 to 1."""
    inside: bool = False
    """Lies in a frame with words: the arrow of a combo box, the cross of a tab."""
    lines: int = 0
    """How many lines lie in a bare shape."""
    choice: Choice | None = None
    """What its mark, or a bare shape, is by its drawing."""

    @property
    def apart(self) -> bool:
        """Whether mark and words are so far apart that the words stand for themselves as well."""
        return (
            self.kind is Kind.MARKED
            and self.mark is not None
            and self.words is not None
            and self.words.left - self.mark.right > max(CLOSE, 0.7 * self.words.height)
        )


def assemble(lines: Sequence[Line], shapes: Sequence[Proposal]) -> list[Candidate]:
    """Every candidate of a screen; each line is in one, or in two when its mark is apart or in a
    frame with it."""
    # A ring before an entry of a list is read as a nought.
    lines = [line for line in lines if len(line.text) > 1 or not _is_bullet(line.box, lines)]
    shapes = [
        shape
        for shape in shapes
        if shape.choice
        or (not _is_word(shape.box, lines) and not _is_bullet(shape.drawn or shape.box, lines))
    ]
    frames = {line: _tight_frame(line, lines, shapes) for line in lines}
    used = {frame.box for frame in frames.values() if frame}
    marks = _marks(lines, [shape for shape in shapes if shape.box not in used])
    framed = {shape.box for shape in shapes if shape.framed}
    found: list[Candidate] = []
    for line in lines:
        found += _of_line(line, frames[line], marks.get(line), framed)
    taken = used | {candidate.mark for candidate in found if candidate.kind is Kind.BOXED}
    found += [
        Candidate(
            kind=Kind.BARE,
            box=shape.box,
            frame=shape.frame,
            inside=any(holds(box, shape.box) for box in used),
            lines=sum(holds(shape.box, line.box) for line in lines),
        )
        for shape in shapes
        if shape.box not in taken
    ]
    known = {shape.box: shape.choice for shape in shapes}
    return [msgspec.structs.replace(one, choice=known.get(one.mark or one.box)) for one in found]


def _of_line(
    line: Line, frame: Proposal | None, mark: Box | None, framed: Collection[Box]
) -> Iterable[Candidate]:
    """`framed`: shapes that are drawn all around."""
    alone = Candidate(kind=Kind.LINE, box=line.box, text=line.text, words=line.box)
    if frame:
        inner = mark if mark and holds(frame.box, mark) else None
        yield msgspec.structs.replace(
            alone, kind=Kind.BOXED, box=frame.box, mark=inner, frame=frame.frame
        )
        if mark is inner and not _may_be_ticked(mark, framed):
            return
    if mark:
        box = union(mark, line.box)
        marked = msgspec.structs.replace(alone, kind=Kind.MARKED, box=box, mark=mark)
        yield marked
        if frame or not marked.apart:
            return
    yield alone


def _may_be_ticked(mark: Box | None, framed: Collection[Box]) -> bool:
    """Whether a mark before words in a frame may be the tick box of a card, and not the icon of a
    button: the reader is asked about both."""
    return mark in framed


def _tight_frame(line: Line, lines: Sequence[Line], shapes: Sequence[Proposal]) -> Proposal | None:
    """The smallest shape that holds this line and no other but its label, and is not much taller
    than both."""
    around: list[Proposal] = []
    for shape in shapes:
        if not holds(shape.box, line.box) or not _has_room(shape, line.box):
            continue
        others = [other for other in lines if other is not line and holds(shape.box, other.box)]
        labels = [other for other in others if _is_label_in(shape.box, other, line)]
        if (
            others in ([], labels)
            and (_snug(shape, line.box, labels) or _is_key(shape, line.box))
            and not (len(line.text) <= SIGNS and _is_bar(shape.box, line, shapes))
            and not _holds_field(shape.box, line.box, shapes)
        ):
            around.append(shape)
    # Selected words are a block of colour without room around them; the field is the frame beyond.
    roomy = [shape for shape in around if not _is_highlight(shape.box, line.box)]
    return min(roomy or around, key=lambda shape: shape.box.area, default=None)


def _has_room(shape: Proposal, words: Box) -> bool:
    return shape.framed or shape.box.height >= words.height + 6


def _is_bar(frame: Box, line: Line, shapes: Sequence[Proposal]) -> bool:
    """Whether the frame holds a row of pictures, of which the line is one that was read as a sign.

    A field or a list has at most two: an arrow, or two above each other, and a picture. Worth 8
    right roles of 12,316, and 3 elements less that are nothing.
    """
    marks = [shape.box for shape in shapes if is_mark(shape.box) and holds(frame, shape.box)]
    beside = [mark for mark in marks if not overlap(mark, line.box)]
    return len({mark.center.x // COLUMN for mark in beside}) >= PICTURES


def _holds_field(frame: Box, words: Box, shapes: Sequence[Proposal]) -> bool:
    """Whether the frame holds words and the field below or above them that they name: edges so
    near to each other are taken for one."""
    return any(
        shape.framed
        and shape.box.width >= FIELD_WIDTH * frame.width
        and shape.box.height >= words.height
        and shape.box.width >= 2 * shape.box.height
        and shape.box.left <= words.left + words.height
        and (shape.box.top >= words.bottom - SLACK or shape.box.bottom <= words.top + SLACK)
        and holds(frame, shape.box)
        for shape in shapes
    )


def _is_label_in(frame: Box, label: Line, line: Line) -> bool:
    """Whether words in the upper part of a wide frame are the label of the larger ones below them:
    pages of today move it up there from where it stands in an empty field."""
    upper, lower = label.box, line.box
    return (
        frame.width >= WIDE * frame.height
        and upper.center.y < frame.center.y < lower.bottom
        and upper.bottom <= lower.top + SLACK
        and upper.height <= lower.height + SLACK
        and _letter(label) <= LARGER * _letter(line)
        and abs(upper.left - lower.left) <= SLACK
    )


def _letter(line: Line) -> float:
    """Width of a letter: what letters there are says less of it than of the height of a line."""
    return line.box.width / len(line.text)


def _is_highlight(block: Box, words: Box) -> bool:
    """Whether the block is selected words. Worth 3 right elements of 10,197 (-2 to 8) on half of
    the pictures that it changes."""
    return block.width <= words.width + 8 and block.height <= words.height + 10


def _snug(shape: Proposal, words: Box, labels: Sequence[Line]) -> bool:
    """Whether a frame has hardly more height than its words, or is a field with more room, perhaps
    for its label as well; a tick box with much room around it has its words farther in."""
    frame = shape.box
    if not labels and frame.height <= 3.6 * max(words.height, 12):
        return True
    middle = union(labels[0].box, words).center.y if labels else words.center.y
    apart = (2 if labels else 1) * max(CENTRED, words.height // TAILS)
    indent = words.left - frame.left
    return (
        frame.width >= 2 * frame.height
        and abs(frame.center.y - middle) <= apart
        and (
            (shape.frame >= OUTLINED and frame.height <= HIGH and indent <= frame.height)
            or (
                shape.frame >= OPEN
                and frame.height <= max(HIGH, HIGHER * words.height)
                and indent <= BEGINS * frame.height
            )
        )
    )


def _is_key(shape: Proposal, words: Box) -> bool:
    """Whether the frame is a button larger than its words ask for, with the words in its middle.

    Worth 15 right elements of 10,197 (1 to 39).
    """
    centre, middle = shape.box.center, words.center
    near = max(6, words.height // 3)
    return (
        shape.framed
        and shape.box.width <= max(160, KEY * words.height)
        and shape.box.height <= max(110, KEY * words.height)
        and abs(centre.x - middle.x) <= near
        and abs(centre.y - middle.y) <= near
    )


def _marks(lines: Sequence[Line], shapes: Sequence[Proposal]) -> dict[Line, Box]:
    """The mark left of each line that has one; no mark serves two lines, the nearest line wins."""
    pairs: list[tuple[int, Line, Box]] = []
    inner = [line.box for line in lines] + [shape.box for shape in shapes if shape.choice]
    for shape in shapes:
        mark = shape.box
        if not (shape.choice or is_mark(mark)) or any(holds(mark, box) for box in inner):
            continue
        for line in lines:
            gap = line.box.left - mark.right
            level = abs(line.box.center.y - mark.center.y) <= max(4, mark.height // 3)
            near = -2 <= gap <= max(BESIDE, line.box.height)
            # A line so short could be an icon itself, but for the words of a tick box.
            ticks = shape.framed and mark.height <= 1.8 * line.box.height
            if level and near and (len(line.text) > SIGNS or ticks):
                pairs.append((gap, line, mark))
    found: dict[Line, Box] = {}
    for _, line, mark in sorted(pairs, key=lambda pair: pair[0]):
        if line not in found and mark not in found.values():
            found[line] = mark
    return found


def _is_word(box: Box, lines: Sequence[Line]) -> bool:
    """Whether the shape is a letter or a word of a line, or the line itself."""
    return any(line.has(box) for line in lines)


def _is_bullet(dot: Box, lines: Sequence[Line]) -> bool:
    """Whether the shape is the dot before an entry of a written list, which is part of its words:
    a tick box or a radio circle is about as high as its words.

    Worth no element of 6,110; a list of links in `tests/runtime/test_eyes_page_scales.py` needs it.
    """
    return abs(dot.width - dot.height) <= 1 and any(
        max(dot.height, dot.width) <= BULLET * max(line.box.height, 12)
        and 0 < line.box.left - dot.right <= INDENT * line.box.height
        and abs(line.box.center.y - dot.center.y) <= line.box.height // 4
        for line in lines
    )
