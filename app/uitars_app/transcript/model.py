"""The steps of one run as a Qt list model; it holds records, not pictures."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from uitars_app.thoughts import thought_words
from uitars_app.words import duration_words, effect_words, step_words, verdict_words
from uitars_runtime.types import Step

STEP_ROLE = int(Qt.ItemDataRole.UserRole)
"""The `Step` of a row."""

_Index = QModelIndex | QPersistentModelIndex
_ROOT = QModelIndex()


class TranscriptModel(QAbstractListModel):
    """Grows at the end while the run goes on."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.folder = Path()
        """Of the run that is shown."""
        self._steps: list[Step] = []

    def show_run(self, folder: Path, steps: tuple[Step, ...] = ()) -> None:
        """Show another run."""
        self.beginResetModel()
        self.folder = folder
        self._steps = list(steps)
        self.endResetModel()

    def add(self, step: Step) -> None:
        """Show one more step."""
        row = len(self._steps)
        self.beginInsertRows(_ROOT, row, row)
        self._steps.append(step)
        self.endInsertRows()

    def step(self, row: int) -> Step:
        return self._steps[row]

    def rowCount(self, parent: _Index = _ROOT) -> int:  # noqa: N802 - Qt's name
        return 0 if parent.isValid() else len(self._steps)

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        step = self._steps[index.row()]
        match role:
            case Qt.ItemDataRole.UserRole:
                return step
            case Qt.ItemDataRole.DisplayRole | Qt.ItemDataRole.AccessibleTextRole:
                return spoken(step)
            case _:
                return None


def spoken(step: Step) -> str:
    """A step in one sentence: what a screen reader says and a search finds."""
    parts = [f"{step.index + 1}. {step_words(step)}", thought_words(step.thought)]
    if step.verdict is not None:
        parts.append(verdict_words(step.verdict))
    parts += [effect_words(step), duration_words(step.ms.total)]
    return ", ".join(part for part in parts if part)
