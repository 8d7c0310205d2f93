"""Where a card goes: a corner of the screen, away from what must stay visible. Pure geometry."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect, QSize

MARGIN = 16
"""Between a card and the edge of its screen."""


def corner(screen: QRect, size: QSize, clear: QRect) -> QPoint:
    """The upper left point of a card of this size on the screen.

    `clear`: what the card must not cover; empty for nothing. The lower right corner is preferred,
    then the one farthest from `clear`; a screen too small for both gets the farthest one.
    """
    left, right = screen.left() + MARGIN, screen.right() - size.width() - MARGIN
    top, bottom = screen.top() + MARGIN, screen.bottom() - size.height() - MARGIN
    corners = [QPoint(right, bottom), QPoint(right, top), QPoint(left, bottom), QPoint(left, top)]
    if clear.isEmpty():
        return corners[0]
    free = [at for at in corners if not QRect(at, size).intersects(clear)]
    if free:
        return free[0]
    return max(corners, key=lambda at: _distance(QRect(at, size).center(), clear.center()))


def _distance(one: QPoint, other: QPoint) -> int:
    return (one - other).manhattanLength()
