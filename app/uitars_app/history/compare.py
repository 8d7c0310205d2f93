"""Two runs side by side: how each ended, and the first step in which they differ."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QSize, Qt
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QHBoxLayout, QVBoxLayout, QWidget

from uitars_app.context import Context
from uitars_app.history.replay import Replay
from uitars_app.theme.tokens import GAP
from uitars_app.transcript.pictures import Pictures
from uitars_app.widgets.build import fitting, label
from uitars_app.widgets.scrolled_words import ScrolledWords
from uitars_app.words import duration_words, ending_words, shown
from uitars_runtime.journal import Record
from uitars_runtime.run_record import Trajectory

_SIZE = QSize(1100, 620)


class CompareDialog(QDialog):
    """Both replays can be scrubbed; they open on the first difference."""

    def __init__(self, context: Context, first: Record, second: Record, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Compare two runs"))
        self._pictures = Pictures(context.background, self)
        self.first, self.second = (Replay(context, self._pictures) for _ in range(2))
        row = QHBoxLayout()
        row.setSpacing(3 * GAP)
        for replay, record in ((self.first, first), (self.second, second)):
            run = record.trajectory
            replay.show_run(record.folder, run)
            column = QVBoxLayout()
            column.addWidget(ScrolledWords(shown(run.started.task.text), "heading"))
            column.addWidget(label(summary(run), "muted"))
            column.addWidget(replay, 1)
            row.addLayout(column, 1)
        close = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        close.rejected.connect(self.reject)
        whole = QVBoxLayout(self)
        whole.setSpacing(2 * GAP)
        whole.addWidget(label(self._difference(first.trajectory, second.trajectory)))
        whole.addLayout(row, 1)
        whole.addWidget(close)
        self.resize(fitting(_SIZE, self))

    def _difference(self, first: Trajectory, second: Trajectory) -> str:
        at = first_difference(first, second)
        if at is None:
            return self.tr("Both runs took the same steps.")
        for replay in (self.first, self.second):
            replay.go_to(at)
        return self.tr("They differ from step {0} on.").format(at + 1)


def summary(run: Trajectory, outcome: str = "") -> str:
    """Ending, steps and time of a run in one line; `outcome`: how it stands, if not by its record
    alone."""
    translate = QCoreApplication.translate
    steps = translate("Compare", "steps: {0}").format(len(run.steps))
    parts = [outcome or ending_words(run.ended), steps]
    if run.ended is not None:
        parts.append(duration_words(1000 * run.ended.seconds))
    return " · ".join([*parts, run.started.model])


def first_difference(first: Trajectory, second: Trajectory) -> int | None:
    """Index of the first step whose action is another one; None where there is none."""
    for index, (one, other) in enumerate(zip(first.steps, second.steps, strict=False)):
        if one.action != other.action:
            return index
    shorter = min(len(first.steps), len(second.steps))
    return None if len(first.steps) == len(second.steps) else shorter
