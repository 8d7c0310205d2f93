"""Words read on demand, for the hands: at a place or in a window of a screenshot, for whoever must
judge an action by them, and secrets that stand anywhere in plain text."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

import msgspec

from uitars_runtime.element import Element, Role, element_at
from uitars_runtime.frame import Frame
from uitars_runtime.geometry import Box, Point, grown, moved, overlap, union
from uitars_runtime.privacy.words import concealed_text

if TYPE_CHECKING:
    from collections.abc import Callable

    from uitars_runtime.eyes.eyes import Eyes
    from uitars_runtime.eyes.scene import Scene
    from uitars_runtime.eyes.text.lines import ChangingLines, Line, LineReader

_REACH = Box(-160, -32, 160, 32)
"""What is read around the place."""
_BESIDE, _ABOVE = 24, 12
"""Pixels between a place and a line that still is what stands there: the padding of a button."""

_WIDE = Box(-480, -64, 480, 64)
"""Where the frame of a control around the place may lie."""
_HIGHEST = 72
"""Height in pixels up to which a frame is that of a control."""
_ASKING = ("?", "？")
_LONGEST = 4
"""Lines of a question."""
_ALIGNED = 6
"""Pixels by which the lines of one text differ to the left, or in their middle."""
_KEPT = 2
"""Windows whose lines are kept: one, and the same with a dialog or a menu in it."""
_SMALLEST = 8
"""Edge in pixels below which nothing can be read."""

_MARGIN = 3
"""Pixels around a line that are hidden with it."""


class ScreenWords:
    """Reads on demand; the networks are loaded with the first place (a second). ModelError where
    their files are missing."""

    def at(self, seen: Frame, place: Point, without: tuple[Box, ...] = ()) -> str:
        """The lines of text at the place, one a line, but for those in other parts; empty where
        there are none."""
        around = moved(_REACH, place)
        frame = _frame(seen, place)

        def near(box: Box) -> bool:
            """Whether a line may be there; its box has room around its ink."""
            framed = frame is not None and overlap(box, frame)
            return framed or grown(box, _BESIDE, _ABOVE).contains(place)

        lines = self._lines(seen, around if frame is None else union(around, frame), near)
        return "\n".join(
            line.text
            for line in lines
            if (
                grown(line.box, _BESIDE, _ABOVE).contains(place)
                or (frame and frame.contains(line.box.center))
            )
            and not any(box.contains(line.box.center) for box in without)
        )

    def within(self, seen: Frame, area: Box, without: Box | None = None) -> str:
        """All lines of text in a part of the screenshot, one a line, but for those in another; a
        question that runs over several lines once more as one."""
        part, corner = _part(seen, area)
        if part is None:
            return ""
        lines = [
            line
            for line in self._windows.read(part)
            if without is None or not without.contains(moved(line.box, corner).center)
        ]
        asked = [_whole(line, lines) for line in lines if line.text.endswith(_ASKING)]
        return "\n".join([line.text for line in lines] + [text for text in asked if text])

    def values(self, seen: Frame, area: Box, place: Point | None = None) -> str:
        """The words of what a wheel or an arrow key changes in an area, one a line: of drop-down
        lists, sliders and the like; `place`: only of what is there."""
        return "\n".join(
            f"{one.text}\n{one.name}"
            for one in self._elements(seen, area)
            if one.role in (Role.COMBO, Role.RADIO, Role.SLIDER, Role.FIELD)
            and (place is None or one.box.contains(place))
        )

    def field(self, seen: Frame, place: Point, area: Box) -> Box | None:
        """The place for text at a place, as far as an area shows it; None for none."""
        found = [one for one in self._elements(seen, area) if one.box.contains(place)]
        innermost = element_at(found, place)
        words = (Role.TEXT, Role.ITEM, Role.LINK, Role.OTHER)
        if innermost and innermost.role not in (Role.FIELD, *words):
            return None
        fields = [one.box for one in found if one.role is Role.FIELD]
        return min(fields, key=lambda box: box.area, default=None)

    def _elements(self, seen: Frame, area: Box) -> list[Element]:
        """What stands in a part of the screenshot, with boxes in pixels of the screenshot."""
        part, corner = _part(seen, area)
        if part is None:
            return []
        return [
            msgspec.structs.replace(one, box=moved(one.box, corner))
            for one in self._eyes.look(Frame(part.pixels))
        ]

    def _lines(self, seen: Frame, area: Box, wanted: Callable[[Box], bool]) -> list[Line]:
        """The lines in a part of the screenshot, with boxes in pixels of the screenshot. `wanted`:
        whether what lies there is worth reading, which takes longer than finding it."""
        part, corner = _part(seen, area)
        if part is None or not part.filled():
            return []  # Nothing stands there, and searching for text takes longer than seeing that.
        height, width = part.pixels.shape[:2]
        whole = Box(0, 0, width, height)
        boxes = [box for box in self._reader.locate(part, [whole]) if wanted(moved(box, corner))]
        return [
            msgspec.structs.replace(line, box=moved(line.box, corner))
            for line in self._reader.read(part, boxes)
        ]

    @functools.cached_property
    def _eyes(self) -> Eyes:
        from uitars_runtime.eyes.eyes import Eyes

        return Eyes()

    @functools.cached_property
    def _windows(self) -> ChangingLines:
        """What is read of whole windows, which mostly show nearly what they showed before."""
        from uitars_runtime.eyes.text.lines import ChangingLines

        return ChangingLines(self._reader, _KEPT)

    @functools.cached_property
    def _reader(self) -> LineReader:
        from uitars_runtime.eyes.text.lines import LineReader
        from uitars_runtime.eyes.text.recognition import Recognizer

        return LineReader(Recognizer())


class ReadSecrets:
    """Secrets that stand on the screen in plain text. Keeps the lines of the last screen, and reads
    what is new only."""

    def find(self, seen: Frame, /) -> list[Box]:
        """The lines of text that hold a secret. ModelError where the networks are missing."""
        from uitars_runtime.eyes.scene import Scene

        return [
            grown(line.box, _MARGIN, _MARGIN)
            for line in self._lines.read(Scene(seen.pixels))
            if concealed_text(line.text) != line.text
        ]

    @functools.cached_property
    def _lines(self) -> ChangingLines:
        from uitars_runtime.eyes.text.lines import ChangingLines, LineReader
        from uitars_runtime.eyes.text.recognition import Recognizer

        return ChangingLines(LineReader(Recognizer()))


def _whole(last: Line, lines: list[Line]) -> str:
    """The text of which this is the last line, as one; empty where it is the only one."""
    found = [last]
    while len(found) < _LONGEST:
        above = [line for line in lines if _follows(found[0], line)]
        if not above:
            break
        found.insert(0, max(above, key=lambda line: line.box.bottom))
    return " ".join(line.text for line in found) if len(found) > 1 else ""


def _follows(line: Line, above: Line) -> bool:
    """Whether a line goes on with what the other one begins: right below it, aligned."""
    apart = line.box.top - above.box.bottom
    aside = min(abs(line.box.left - above.box.left), abs(line.box.center.x - above.box.center.x))
    return above is not line and abs(apart) < line.box.height and aside <= _ALIGNED


def _part(seen: Frame, area: Box) -> tuple[Scene | None, Point]:
    """A part of the screenshot and where it begins; None where there is nothing to see."""
    left, top = max(0, area.left), max(0, area.top)
    right, bottom = min(seen.size.width, area.right), min(seen.size.height, area.bottom)
    if right - left < _SMALLEST or bottom - top < _SMALLEST:
        return None, Point(left, top)
    import numpy as np

    from uitars_runtime.eyes.scene import Scene

    part = np.ascontiguousarray(seen.pixels[top:bottom, left:right])
    return Scene(part), Point(left, top)


def _frame(seen: Frame, place: Point) -> Box | None:
    """The frame of the control at a place: its words can be far away, in its middle."""
    part, corner = _part(seen, moved(_WIDE, place))
    if part is None:
        return None
    boxes = [moved(shape.box, corner) for shape in part.shapes if shape.framed]
    around = [box for box in boxes if box.contains(place) and box.height <= _HIGHEST]
    return max(around, key=lambda box: box.area, default=None)
