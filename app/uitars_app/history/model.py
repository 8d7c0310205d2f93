"""The runs as a Qt table: task, outcome, steps, time; filtered by words and by how they ended."""

from __future__ import annotations

import enum
from collections.abc import Sequence
from datetime import date
from typing import Literal, assert_never

from PySide6.QtCore import (
    QAbstractTableModel,
    QCoreApplication,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
)

from uitars_app.history.index import Entry
from uitars_app.runs.runner import RunState
from uitars_app.widgets.build import tip
from uitars_app.words import duration_words, ending_look, ending_words, shown, state_words
from uitars_runtime.run_record import Ending, RunEnded

_Index = QModelIndex | QPersistentModelIndex
_ROOT = QModelIndex()
Outcome = Literal["all", "finished", "unchecked", "failed", "interrupted"]
LOOK_ROLE = int(Qt.ItemDataRole.UserRole)
"""The `Look` of a run's outcome."""


class Column(enum.IntEnum):
    """What a row says, from left to right."""

    TASK = 0
    OUTCOME = 1
    STEPS = 2
    WHEN = 3


class RunsModel(QAbstractTableModel):
    """One row a run, the latest first."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._all: list[Entry] = []
        self._shown: list[Entry] = []
        self._words = ""
        self._outcome: Outcome = "all"

    @property
    def total(self) -> int:
        """How many runs there are, shown or not."""
        return len(self._all)

    def show_entries(self, entries: Sequence[Entry]) -> None:
        """Show these runs, as far as they match."""
        self._all = list(entries)
        self._filter()

    def search(self, words: str, outcome: Outcome) -> None:
        """Show only what holds all these words and ended like this."""
        self._words, self._outcome = words, outcome
        self._filter()

    def entry(self, row: int) -> Entry:
        return self._shown[row]

    def rowCount(self, parent: _Index = _ROOT) -> int:  # noqa: N802 - Qt's name
        return 0 if parent.isValid() else len(self._shown)

    def columnCount(self, parent: _Index = _ROOT) -> int:  # noqa: N802 - Qt's name
        return 0 if parent.isValid() else len(Column)

    def headerData(  # noqa: N802 - Qt's name
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        if orientation is not Qt.Orientation.Horizontal or role != Qt.ItemDataRole.DisplayRole:
            return None
        return (self.tr("Task"), self.tr("Outcome"), self.tr("Steps"), self.tr("When"))[section]

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        entry, column = self._shown[index.row()], Column(index.column())
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return _cell(entry, column)
            case Qt.ItemDataRole.ToolTipRole:
                return tip(_whole(entry))
            case Qt.ItemDataRole.AccessibleTextRole:
                return _whole(entry).replace("\n", ", ")
            case Qt.ItemDataRole.TextAlignmentRole if column is Column.STEPS:
                return int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            case Qt.ItemDataRole.UserRole:
                return ending_look(entry.ended)
            case _:
                return None

    def _matches(self, entry: Entry) -> bool:
        """Whether every word occurs in the run, or in the outcome as it is shown."""
        outcome = outcome_words(entry).lower()
        return all(word in outcome or entry.matches(word) for word in self._words.lower().split())

    def _filter(self) -> None:
        self.beginResetModel()
        self._shown = [
            entry
            for entry in self._all
            if _ended_like(entry, self._outcome) and self._matches(entry)
        ]
        self.endResetModel()


def _cell(entry: Entry, column: Column) -> str:
    match column:
        case Column.TASK:
            return shown(entry.task).replace("\n", " ")
        case Column.OUTCOME:
            return outcome_words(entry)
        case Column.STEPS:
            return str(entry.steps)
        case Column.WHEN:
            day, _, time = entry.when.partition(" ")
            return time if day == f"{date.today():%Y-%m-%d}" else day
        case _:
            assert_never(column)


def _whole(entry: Entry) -> str:
    """All that is known of a run: no column has room for it."""
    steps = QCoreApplication.translate("Compare", "steps: {0}").format(entry.steps)
    length = "" if entry.seconds is None else duration_words(1000 * entry.seconds)
    facts = (outcome_words(entry), steps, entry.when, length)
    return "\n".join((shown(entry.task), " · ".join(fact for fact in facts if fact)))


def outcome_words(entry: Entry) -> str:
    """How a run ended, or that it goes on."""
    return state_words(RunState.WORKING) if entry.under_way else ending_words(entry.ended)


def _ended_like(entry: Entry, outcome: Outcome) -> bool:
    match outcome:
        case "all":
            return True
        case "finished":
            return entry.ended is not None and ending_look(entry.ended) == "good"
        case "unchecked":
            return _finished(entry.ended) and ending_look(entry.ended) != "good"
        case "interrupted":
            return entry.ended is None and not entry.under_way
        case "failed":
            return entry.ended is not None and not _finished(entry.ended)


def _finished(ended: RunEnded | None) -> bool:
    return ended is not None and ended.ending is Ending.FINISHED
