"""Finds what cannot be read because it has too little room. For the self-test and the tests."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtWidgets import (
    QComboBox,
    QLabel,
    QPushButton,
    QStyle,
    QStyleOptionComboBox,
    QTableView,
    QWidget,
)

from uitars_app.widgets.build import ElidedLabel

_SHARE = 0.4
"""Of a table's width, which its first column needs at least."""


def clipped(root: QWidget) -> list[str]:
    """A sentence for each visible part whose words do not fit."""
    return [
        words for part in root.findChildren(QWidget) if part.isVisible() for words in _said(part)
    ]


def _said(part: QWidget) -> Iterator[str]:
    match part:
        case QComboBox() if part.fontMetrics().horizontalAdvance(part.currentText()) > _field(part):
            yield f"the choice {part.currentText()!r} is clipped"
        case QPushButton() if part.text() and part.width() < part.minimumSizeHint().width():
            yield f"the button {part.text()!r} is clipped"
        case ElidedLabel():
            pass
        case QLabel() if not part.wordWrap() and part.text() and _wanted(part) > part.width():
            yield f"the words {part.text()!r} are clipped"
        case QTableView():
            if part.horizontalHeader().length() > part.viewport().width():
                yield "a table is wider than its place"
            if part.columnWidth(0) < _SHARE * part.viewport().width():
                yield f"the first column of a table has {part.columnWidth(0)} pixels"
        case _:
            pass


def _field(box: QComboBox) -> int:
    """Width of the part of a drop-down that shows what is chosen."""
    option = QStyleOptionComboBox()
    box.initStyleOption(option)
    inside = QStyle.SubControl.SC_ComboBoxEditField
    return (
        box.style().subControlRect(QStyle.ComplexControl.CC_ComboBox, option, inside, box).width()
    )


def _wanted(text: QLabel) -> int:
    return max(map(text.fontMetrics().horizontalAdvance, text.text().split("\n")))
