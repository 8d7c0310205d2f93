"""A Qt dialog for drills, as dialog_gtk.py."""

from __future__ import annotations

import json
import sys
import threading
from typing import Any

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtWidgets import (
    QApplication,
    QComboBox,
    QDialog,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QStyle,
    QVBoxLayout,
    QWidget,
)


class Lines(QObject):
    """What arrives on standard input."""

    arrived = Signal(str)


def say(**what: Any) -> None:
    sys.stdout.write(json.dumps(what) + "\n")
    sys.stdout.flush()


def made(control: dict[str, Any], number: int) -> QWidget:
    def work(*_: object) -> None:
        if control["deed"]:
            say(deed=control["deed"], number=number)

    widget: QWidget
    match control["kind"]:
        case "entry":
            widget = QLineEdit()
        case "page":
            widget = QPlainTextEdit()
            widget.setFixedHeight(70)
        case "combo":
            widget = QComboBox()
            widget.addItems(["Never", control["label"], "Ask each time"])
            widget.setCurrentIndex(1)
            widget.currentIndexChanged.connect(work)
        case _:
            widget = QPushButton(control["label"] if control["kind"] == "button" else "")
            if control["kind"] == "image":
                style = QApplication.style()
                widget.setIcon(style.standardIcon(QStyle.StandardPixmap.SP_FileIcon))
            widget.setDefault(control["default"])
            widget.clicked.connect(work)
    if control["name"]:
        widget.setAccessibleName(control["name"])
    return widget


class Stage:
    """The dialog there is."""

    def __init__(self) -> None:
        self._dialog: QDialog | None = None

    def show(self, line: str) -> None:
        screen = json.loads(line)
        if self._dialog is not None:
            self._dialog.close()
        self._dialog = dialog = QDialog()
        dialog.setWindowTitle(screen["title"])
        column, row = QVBoxLayout(dialog), QHBoxLayout()
        for text in screen["lines"]:
            column.addWidget(QLabel(text))
        widgets: list[QWidget] = []
        for control in screen["controls"]:
            widgets.append(made(control, screen["number"]))
            if control["kind"] in ("button", "image"):
                row.addWidget(widgets[-1], 1 if control.get("wide") else 0)
            else:
                column.addWidget(widgets[-1])
        row.addStretch()
        column.addLayout(row)
        dialog.setGeometry(40, 60, 520, 300)
        dialog.show()
        for widget, control in zip(widgets, screen["controls"], strict=True):
            if control.get("focus"):
                widget.setFocus(Qt.FocusReason.TabFocusReason)
        dialog.activateWindow()
        self._appear(screen["number"], dialog, widgets, 200)

    def _appear(self, number: int, dialog: QDialog, widgets: list[QWidget], looks: int) -> None:
        """Once it has the keyboard it is drawn a moment later."""
        if looks and not dialog.isActiveWindow():
            QTimer.singleShot(50, lambda: self._appear(number, dialog, widgets, looks - 1))
        else:
            QTimer.singleShot(250, lambda: self._shown(number, widgets))

    def _shown(self, number: int, widgets: list[QWidget]) -> None:
        places: list[list[int]] = []
        for widget in widgets:
            corner = widget.mapToGlobal(widget.rect().topLeft())
            places.append([corner.x(), corner.y(), widget.width(), widget.height()])
        say(shown=number, places=places)


application = QApplication(sys.argv[:1])
application.setQuitOnLastWindowClosed(False)
stage, lines = Stage(), Lines()
lines.arrived.connect(stage.show)


def listen() -> None:
    for line in sys.stdin:
        lines.arrived.emit(line)
    application.quit()


threading.Thread(target=listen, daemon=True).start()
application.exec()
