"""The field for a task: grows with its text, remembers earlier tasks, takes files and pictures."""

from __future__ import annotations

import atexit
import shutil
import tempfile
from pathlib import Path

from PySide6.QtCore import QMimeData, QSize, Qt, Signal
from PySide6.QtGui import QImage, QKeyEvent, QResizeEvent, QTextCursor
from PySide6.QtWidgets import QPlainTextEdit, QSizePolicy

_LINES = 5
_AROUND = 16
"""What the style sheet puts above and below the lines."""


class TaskEdit(QPlainTextEdit):
    """Enter starts, Shift+Enter makes a line, Up and Down walk through earlier tasks."""

    entered = Signal()
    attached = Signal(object)
    """A file (`Path`) that was dropped or pasted."""

    def __init__(self) -> None:
        super().__init__()
        self._earlier: tuple[str, ...] = ()
        self._place = -1
        self._draft = ""
        self.setTabChangesFocus(True)
        self.setAccessibleName(self.tr("Task"))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        self.textChanged.connect(self.updateGeometry)

    def set_earlier(self, tasks: tuple[str, ...]) -> None:
        """The tasks that Up and Down walk through, the latest first."""
        self._earlier = tasks
        self._place = -1

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        margins = 2 * self.document().documentMargin() + _AROUND
        return QSize(400, round(self._lines() * self.fontMetrics().lineSpacing() + margins))

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        return QSize(160, 0)  # the style sheet's height; without room for more it scrolls

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        super().resizeEvent(event)
        self.updateGeometry()  # in another width there are other lines

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        shift = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        block = self.textCursor().block()
        match event.key():
            case Qt.Key.Key_Return | Qt.Key.Key_Enter if not shift:
                self.entered.emit()
            case Qt.Key.Key_Return | Qt.Key.Key_Enter:
                self.insertPlainText("\n")  # Qt's own line would be no block, and be walked out of
            case Qt.Key.Key_Up if not block.previous().isValid() and self._walk(1):
                pass
            case Qt.Key.Key_Down if not block.next().isValid() and self._walk(-1):
                pass
            case _:
                super().keyPressEvent(event)

    def canInsertFromMimeData(self, source: QMimeData) -> bool:  # noqa: N802 - Qt's name
        return source.hasImage() or source.hasUrls() or super().canInsertFromMimeData(source)

    def insertFromMimeData(self, source: QMimeData) -> None:  # noqa: N802 - Qt's name
        files = [Path(url.toLocalFile()) for url in source.urls() if url.isLocalFile()]
        if files:
            for file in files:
                self.attached.emit(file)
        elif source.hasImage():
            self._attach_image(source.imageData())
        else:
            super().insertFromMimeData(source)

    def _attach_image(self, image: object) -> None:
        """Keep a pasted picture as a file until the assistant ends; a run that it is given to has
        its own copy."""
        if not isinstance(image, QImage) or image.isNull():
            return
        folder = tempfile.mkdtemp(prefix="uitars-paste-")
        atexit.register(shutil.rmtree, folder, ignore_errors=True)
        file = Path(folder) / "pasted.png"
        if image.save(str(file)):
            self.attached.emit(file)

    def _lines(self) -> int:
        """As many as are shown, wrapped ones too."""
        lines, block = 0, self.document().firstBlock()
        while block.isValid() and lines < _LINES:
            self.blockBoundingRect(block)  # lays out what was not shown yet
            lines += block.layout().lineCount()
            block = block.next()
        return min(max(lines, 1), _LINES)

    def _walk(self, step: int) -> bool:
        """Go to an earlier (1) or later (-1) task; False where there is none."""
        target = self._place + step
        if not -1 <= target < len(self._earlier):
            return False
        if self._place == -1:
            self._draft = self.toPlainText()
        self._place = target
        self.setPlainText(self._draft if target == -1 else self._earlier[target])
        self.moveCursor(QTextCursor.MoveOperation.End)
        return True
