"""The target of an action, drawn on the picture of its step."""

from __future__ import annotations

import math
from typing import assert_never

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from uitars_runtime.types import (
    Action,
    AskUser,
    CallTool,
    Click,
    Direction,
    Drag,
    Finish,
    KeyDown,
    KeyUp,
    Move,
    Note,
    Open,
    Point,
    Press,
    ReadFile,
    Scroll,
    Shell,
    Type,
    Wait,
    WriteFile,
)

_MARK = QColor("#ff3b30")
_HALO = QColor(255, 255, 255, 230)
_STEPS = {
    Direction.UP: (0, -1),
    Direction.DOWN: (0, 1),
    Direction.LEFT: (-1, 0),
    Direction.RIGHT: (1, 0),
}


def places(action: Action) -> tuple[Point, ...]:
    """The points an action aims at, in screenshot pixels; empty where it has none."""
    match action:
        case Click(at=at) | Move(at=at) | Scroll(at=at):
            return (at,)
        case Drag(start=start, end=end):
            return (start, end)
        case (
            Type() | Press() | KeyDown() | KeyUp() | Wait() | Shell() | ReadFile() | WriteFile()
            | Open() | CallTool() | Note() | AskUser() | Finish()
        ):  # fmt: skip
            return ()
        case _:
            assert_never(action)


def draw(painter: QPainter, action: Action, scale: float, size: float = 1.0) -> None:
    """Draw the target in a picture that is shown `scale` times its size, from the origin on.

    `size`: how large the marks are; 1 is a ring of 12 pixels.
    """
    at = [QPointF(point.x * scale, point.y * scale) for point in places(action)]
    if not at:
        return
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    # A light outline below keeps the mark visible on red and dark grounds alike.
    for colour, extra in ((_HALO, 2.5), (_MARK, 0.0)):
        pen = QPen(colour, (2.0 + extra) * size)
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        painter.setPen(pen)
        match action:
            case Drag():
                _arrow(painter, at[0], at[1], size)
            case Scroll(direction=direction):
                step = _STEPS[direction]
                end = at[0] + QPointF(step[0], step[1]) * 34 * size
                painter.drawEllipse(at[0], 7 * size, 7 * size)
                _arrow(painter, at[0], end, size)
            case _:
                _ring(painter, at[0], size)
    painter.restore()


def _ring(painter: QPainter, at: QPointF, size: float) -> None:
    painter.drawEllipse(at, 12 * size, 12 * size)
    for x, y in _STEPS.values():
        direction = QPointF(x, y)
        painter.drawLine(at + direction * 7 * size, at + direction * 18 * size)
    painter.drawPoint(at)


def _arrow(painter: QPainter, start: QPointF, end: QPointF, size: float) -> None:
    painter.drawLine(start, end)
    angle = math.atan2(end.y() - start.y(), end.x() - start.x())
    wings = [
        end - QPointF(math.cos(angle + turn), math.sin(angle + turn)) * 11 * size
        for turn in (-0.45, 0.45)
    ]
    painter.drawPolyline(QPolygonF([wings[0], end, wings[1]]))
