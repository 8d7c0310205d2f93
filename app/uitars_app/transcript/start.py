"""What the task page shows while there is no run: a greeting and tasks to begin with."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from uitars_app.context import Context
from uitars_app.taskbox.request import Draft
from uitars_app.theme.tokens import GAP
from uitars_app.welcome.first_task import first_task
from uitars_app.widgets.build import caption, label, tip

_TASKS = 5
_WIDTH = 460


class StartView(QWidget):
    """Pinned tasks first, then recent ones."""

    proposed = Signal(str)
    """A task the person may want to start."""
    drafted = Signal(object)
    """The `Draft` of a first task that is to be started."""

    def __init__(self, context: Context) -> None:
        super().__init__()
        self._state = context.state
        centre = Qt.AlignmentFlag.AlignHCenter
        title = label(self.tr("What should I do?"), "title")
        words = label(
            self.tr("Say it below. I work step by step, you see every step, and I ask first"
                    " where it matters."), "muted", wraps=True,
        )  # fmt: skip
        words.setAlignment(centre)
        words.setFixedWidth(_WIDTH)
        self._tasks = QVBoxLayout()
        self._tasks.setSpacing(GAP)
        column = QVBoxLayout(self)
        column.setSpacing(GAP)
        column.addStretch(2)
        column.addWidget(title, 0, centre)
        # An alignment here would cut the second line off.
        middle = QHBoxLayout()
        middle.addStretch(1)
        middle.addWidget(words)
        middle.addStretch(1)
        column.addLayout(middle)
        column.addSpacing(2 * GAP)
        column.addLayout(self._tasks)
        column.addStretch(3)
        self._state.changed.connect(self._fill)
        self._fill()

    def _fill(self) -> None:
        while (item := self._tasks.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.deleteLater()
        state = self._state.value
        recent = [task for task in state.recent if task not in state.pinned]
        for task in [*state.pinned, *recent][:_TASKS]:
            self._tasks.addWidget(self._button(task), 0, Qt.AlignmentFlag.AlignHCenter)
        first = first_task()
        if not self._tasks.count() and first is not None:
            self._tasks.addWidget(self._first(first), 0, Qt.AlignmentFlag.AlignHCenter)

    def _first(self, draft: Draft) -> QPushButton:
        """For somebody who has said nothing yet."""
        button = QPushButton(self.tr("Watch a first task on a private desktop"))
        button.setToolTip(tip(draft.text))
        button.setFixedWidth(_WIDTH)
        button.clicked.connect(lambda: self.drafted.emit(draft))
        return button

    def _button(self, task: str) -> QPushButton:
        button = QPushButton()
        room, metrics = _WIDTH - 4 * GAP, button.fontMetrics()
        first = metrics.elidedText(task.splitlines()[0], Qt.TextElideMode.ElideRight, room)
        button.setText(caption(first))
        button.setToolTip(tip(task))
        button.setFixedWidth(_WIDTH)
        button.clicked.connect(lambda: self.proposed.emit(task))
        return button
