"""The mouse wheel scrolls what a box stands in; a value is changed by who means to change it."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtWidgets import QAbstractSpinBox, QComboBox


def leave_wheel(box: QComboBox | QAbstractSpinBox) -> None:
    """Let the wheel pass through a box, with or without the keyboard, and not bring it there."""
    box.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    box.installEventFilter(_Passed(box))


class _Passed(QObject):
    """A wheel event that is ignored goes on to the scroll area around the box."""

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        if event.type() != QEvent.Type.Wheel:
            return False
        event.ignore()
        return True
