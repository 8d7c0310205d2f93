"""The history with many runs, and what is looked at in it while it is read again."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QSize
from pytestqt.qtbot import QtBot

from helpers.runs import write_run
from uitars_app.context import Context
from uitars_app.history.model import Column
from uitars_app.history.table import RunsTable
from uitars_app.pages.history import HistoryPage
from uitars_runtime import paths
from uitars_runtime.types import Finish

RUNS = 40


@pytest.fixture
def history(qtbot: QtBot, context: Context) -> HistoryPage:
    for number in range(RUNS):
        write_run(_folder(context, number), (Finish(),))
    page = HistoryPage(context)
    qtbot.addWidget(page)
    page.resize(900, 500)
    page.show()
    qtbot.waitUntil(lambda: page.model.rowCount() == RUNS)
    return page


def _folder(context: Context, number: int) -> Path:
    runs = context.state.file.parent.parent / "data" / "runs"
    return runs / f"20260102-0304{number:02}-006-0a0b0c0d"


def test_a_run_that_is_looked_at_stays_when_the_list_is_read_again(
    qtbot: QtBot, history: HistoryPage, context: Context
) -> None:
    history.table.selectRow(30)
    looked_at = history.chosen[0].folder
    assert history.table.verticalScrollBar().value()
    write_run(_folder(context, RUNS), (Finish(),))  # another run ended meanwhile
    history.reload()
    qtbot.waitUntil(lambda: history.model.rowCount() == RUNS + 1)
    assert [entry.folder for entry in history.chosen] == [looked_at]
    row = history.table.currentIndex()
    assert history.table.viewport().rect().contains(history.table.visualRect(row))


def test_several_that_are_chosen_stay_chosen(
    qtbot: QtBot, history: HistoryPage, context: Context
) -> None:
    history.table.selectAll()
    write_run(_folder(context, RUNS), (Finish(),))
    history.reload()
    qtbot.waitUntil(lambda: history.model.rowCount() == RUNS + 1)
    assert len(history.chosen) == RUNS


def test_after_a_run_is_deleted_the_next_one_is_chosen(qtbot: QtBot, history: HistoryPage) -> None:
    following = history.model.entry(31).folder
    history.table.selectRow(30)
    history.delete([history.chosen[0].folder])
    qtbot.waitUntil(lambda: history.model.rowCount() == RUNS - 1)
    assert [entry.folder for entry in history.chosen] == [following]
    history.table.selectRow(RUNS - 2)
    history.delete([history.chosen[0].folder])
    qtbot.waitUntil(lambda: history.model.rowCount() == RUNS - 2)
    assert history.chosen[0].folder == history.model.entry(RUNS - 3).folder


def test_what_is_sought_shows_the_first_that_is_found(history: HistoryPage) -> None:
    history.table.selectRow(30)
    history.search.setText("0a0b0c0d nothing")
    history.search.setText("")
    assert history.chosen[0].folder == history.model.entry(0).folder


def test_of_many_runs_alike_one_is_measured(
    history: HistoryPage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else each step of a resize, and each key of a search, takes long."""
    measured: list[int] = []
    measure = RunsTable.sizeHintForIndex

    def counted(table: RunsTable, index: QModelIndex | QPersistentModelIndex) -> QSize:
        measured.append(index.column())
        return measure(table, index)

    monkeypatch.setattr(RunsTable, "sizeHintForIndex", counted)
    history.table.fit()
    assert sorted(measured) == [Column.OUTCOME, Column.STEPS, Column.WHEN]


def test_settings_that_cannot_be_read_are_said_on_the_page(qtbot: QtBot, context: Context) -> None:
    file = paths.config_file()
    file.parent.mkdir(parents=True)
    file.write_text("model = ")
    page = HistoryPage(context)
    qtbot.addWidget(page)
    page.show()
    qtbot.waitUntil(lambda: str(file) in page.notice.words)
