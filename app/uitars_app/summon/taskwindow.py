"""The small window with the task box that the hot key brings up over everything else."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QCursor, QGuiApplication, QKeyEvent
from PySide6.QtWidgets import QFrame, QVBoxLayout

from uitars_app.context import Context
from uitars_app.taskbox.composer import Composer
from uitars_app.theme.stylesheet import set_kind
from uitars_app.theme.tokens import GAP
from uitars_app.widgets.build import label

_WIDTH = 720


class TaskWindow(QFrame):
    """Escape puts it away; a task that is started, too."""

    drafted = Signal(object)
    """A `Draft` to start."""

    def __init__(self, context: Context) -> None:
        flags = Qt.WindowType
        super().__init__(
            None, flags.Window | flags.FramelessWindowHint | flags.WindowStaysOnTopHint
        )
        set_kind(self, "card")
        self.setWindowTitle(self.tr("uitars: new task"))
        self.composer = Composer(context)
        hint = label(
            self.tr("Enter starts · Up and Down: earlier tasks · drop files or paste a picture ·"
                    " Esc closes"), "muted", wraps=True,
        )  # fmt: skip
        column = QVBoxLayout(self)
        column.setContentsMargins(GAP, GAP, GAP, GAP)
        column.setSpacing(GAP // 2)
        column.addWidget(self.composer)
        column.addWidget(hint)
        self.composer.drafted.connect(self._start)

    def summon(self) -> None:
        """Show it on the screen where the pointer is, with the keyboard."""
        screen = QGuiApplication.screenAt(QCursor.pos()) or QGuiApplication.primaryScreen()
        room = screen.availableGeometry()
        self.setFixedWidth(min(_WIDTH, room.width()))
        self.adjustSize()
        self.move(room.center().x() - self.width() // 2, room.top() + room.height() // 4)
        self.show()
        self.raise_()
        self.activateWindow()
        self.composer.take_focus()

    def event(self, event: QEvent) -> bool:
        done = super().event(event)
        if event.type() == QEvent.Type.LayoutRequest:
            self.adjustSize()  # the field grows with its text
        return done

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        if event.key() == Qt.Key.Key_Escape:
            self.hide()
        else:
            super().keyPressEvent(event)

    def _start(self, draft: object) -> None:
        self.hide()
        self.drafted.emit(draft)
