"""Room for words: what is clipped is found, and the history and the drop-downs clip nothing."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Generator
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtGui import QFont, QTextDocument
from PySide6.QtWidgets import (
    QApplication,
    QComboBox,
    QLabel,
    QPushButton,
    QScrollArea,
    QTableWidget,
    QVBoxLayout,
    QWidget,
)
from pytestqt.qtbot import QtBot

from helpers.page_pictures import record
from helpers.runs import write_run
from uitars_app.context import Context
from uitars_app.history.model import Column
from uitars_app.pages.history import HistoryPage
from uitars_app.pages.saved import SavedPage
from uitars_app.saved.fill import FillDialog
from uitars_app.saved.task import SavedTask
from uitars_app.selftest import LONG, settle
from uitars_app.taskbox.choices import ChoiceLine
from uitars_app.taskbox.chooser import ProgramChooser
from uitars_app.taskbox.programs import Program
from uitars_app.transcript.start import StartView
from uitars_app.widgets.build import tip
from uitars_app.widgets.choice import ChoiceBox, OtherDialog
from uitars_app.widgets.room import clipped
from uitars_app.widgets.scrolled_words import ScrolledWords
from uitars_app.window import MainWindow
from uitars_runtime.run_record import Ending

_MANY_WORDS = "Open the report of last year and sort it by customer. " * 60
_SMALLEST = """
from uitars_app.assistant import make_application
from uitars_app.context import Context
from uitars_app.preferences import open_preferences
from uitars_app.state import open_state
from uitars_app.summon.taskwindow import TaskWindow
from uitars_app.theme.theme import Theme
from uitars_app.window import MainWindow

application = make_application(["uitars"])
context = Context(open_preferences(), open_state(), Theme(application, "light"))
window = MainWindow(context)
least, box = window.minimumSize(), TaskWindow(context)
box.summon()
print(least.width(), least.height(), box.width())
box.hide()
context.close()
"""


def _shown(qtbot: QtBot, part: QWidget) -> QWidget:
    root = QWidget()
    qtbot.addWidget(root)
    QVBoxLayout(root).addWidget(part)
    root.show()
    return root


def test_words_without_room_are_found(qtbot: QtBot) -> None:
    combo, button, text = QComboBox(), QPushButton("Delete everything"), QLabel("Many words here")
    combo.addItem("Ask before every action")
    for part in (combo, button, text):
        root = _shown(qtbot, part)
        assert clipped(root) == []
        part.setFixedWidth(40)
        assert len(clipped(root)) == 1


def test_a_table_that_squeezes_its_first_column_or_scrolls_is_found(qtbot: QtBot) -> None:
    table = QTableWidget(1, 2)
    root = _shown(qtbot, table)
    root.resize(400, 200)
    table.setColumnWidth(0, 200)
    table.setColumnWidth(1, 50)
    assert clipped(root) == []
    table.setColumnWidth(0, 30)
    assert ["first column" in words for words in clipped(root)] == [True]
    table.setColumnWidth(0, 900)
    assert ["wider" in words for words in clipped(root)] == [True]


def test_the_smallest_window_has_room_for_what_is_searched_in_the_history(
    qtbot: QtBot, context: Context
) -> None:
    write_run(context.state.file.parent.parent / "data" / "runs" / "20260102-030405-006-0a0b0c0d")
    window = MainWindow(context)
    qtbot.addWidget(window)
    window.resize(window.minimumSize())
    window.show()
    window.show_page("history")
    assert settle(context.background)
    page = window.page
    assert isinstance(page, HistoryPage)
    assert page.chosen
    search = page.search
    assert search.fontMetrics().horizontalAdvance(search.placeholderText()) < search.width() - 30


def test_a_large_window_shows_the_replay_large(qtbot: QtBot, context: Context) -> None:
    write_run(context.state.file.parent.parent / "data" / "runs" / "20260102-030405-006-0a0b0c0d")
    page = HistoryPage(context)
    qtbot.addWidget(page)
    page.resize(2400, 1200)
    page.show()
    qtbot.waitUntil(lambda: page.replay.isVisible() and not context.background.busy)
    assert settle(context.background)
    assert page.replay.width() > 900


@pytest.mark.parametrize("width", [660, 970, 1700])
def test_the_history_shows_the_task_after_runs_of_an_hour(
    qtbot: QtBot, context: Context, width: int
) -> None:
    page = HistoryPage(context)
    qtbot.addWidget(page)
    page.resize(width, 600)
    page.show()
    qtbot.waitUntil(lambda: not context.background.busy)
    page.model.show_entries(LONG)
    table = page.table
    room = table.viewport().width()
    assert clipped(page) == []
    assert table.columnWidth(Column.TASK) >= 0.45 * room
    assert not table.isColumnHidden(Column.OUTCOME)
    shown = [column for column in Column if not table.isColumnHidden(column)]
    assert sum(map(table.columnWidth, shown)) <= room
    if width == 1700:
        assert shown == list(Column)


@pytest.fixture
def line(qtbot: QtBot, context: Context) -> ChoiceLine:
    made = ChoiceLine(context)
    qtbot.addWidget(made)
    made.show()
    return made


@pytest.mark.parametrize("width", [420, 640, 1000])
def test_every_choice_has_room_for_its_words(qtbot: QtBot, line: ChoiceLine, width: int) -> None:
    line.resize(QSize(width, 100))
    for box in (line.model, line.desktop, line.policy):
        assert not box.isEditable()
        for index in range(box.count()):
            box.setCurrentIndex(index)
            # What does not fit in one line goes into another once Qt lays the parts out anew.
            qtbot.waitUntil(lambda: clipped(line) == [])


def test_another_value_is_written_in_a_place_of_its_own(qtbot: QtBot) -> None:
    box = ChoiceBox("Desktop", ("sandbox",), "Usual desktop", example=":1")
    qtbot.addWidget(box)
    box.show()
    box.show_value("sandbox")
    other = box.count() - 1
    for key, value in ((Qt.Key.Key_Escape, "sandbox"), (Qt.Key.Key_Return, ":7")):
        box.setCurrentIndex(other)
        box.activated.emit(other)
        dialog = box.findChildren(OtherDialog)[-1]
        qtbot.keyClicks(dialog.field, ":7")
        with qtbot.waitSignal(dialog.finished):
            qtbot.keyClick(dialog.field, key)
        assert box.value == value
    box.show_value("")
    assert box.currentText() == "Usual desktop"
    box.show_value(":7")
    assert box.findData(":7") == box.currentIndex()


@pytest.fixture
def chooser(qtbot: QtBot) -> ProgramChooser:
    made = ProgramChooser("Program", "No program first")
    qtbot.addWidget(made)
    made.show()
    # Only a window in front gives its fields the keyboard.
    made.activateWindow()
    qtbot.waitUntil(made.isActiveWindow)
    made.add((Program("FeatherPad", "featherpad"), Program("Image Viewer", "eog")))
    return made


def test_typing_a_programs_name_finds_it(qtbot: QtBot, chooser: ProgramChooser) -> None:
    field = chooser.lineEdit()
    assert field is not None
    assert (chooser.value, field.text()) == ("", "")
    qtbot.keyClicks(field, "view")
    assert field.text() == "view"
    popup = chooser.completer().popup()
    rows = popup.model()
    assert [rows.index(row, 0).data() for row in range(rows.rowCount())] == ["Image Viewer"]
    with qtbot.assertNotEmitted(chooser.entered):
        qtbot.keyClick(popup, Qt.Key.Key_Down)
        qtbot.keyClick(popup, Qt.Key.Key_Return)
    assert chooser.value == "eog"
    with qtbot.waitSignal(chooser.entered):
        qtbot.keyClick(field, Qt.Key.Key_Return)


def test_typing_replaces_what_was_chosen(qtbot: QtBot, chooser: ProgramChooser) -> None:
    chooser.show_value("eog")
    field = chooser.lineEdit()
    assert field is not None
    assert field.text() == "Image Viewer"
    # A window that comes to the front hands its first field the keyboard; a person comes from
    # elsewhere.
    field.clearFocus()
    qtbot.mouseClick(field, Qt.MouseButton.LeftButton)
    field.setFocus()
    qtbot.waitUntil(lambda: field.selectedText() == "Image Viewer")
    qtbot.keyClicks(field, "mousepad note.txt")
    assert chooser.value == "mousepad note.txt"


def test_no_program_can_be_chosen_again(qtbot: QtBot, chooser: ProgramChooser) -> None:
    chooser.show_value("featherpad")
    chooser.setCurrentIndex(0)
    chooser.activated.emit(0)
    assert (chooser.value, chooser.currentText()) == ("", "")


@pytest.fixture
def readable(qapp: QApplication) -> Generator[None]:
    """The font of the window, which the tests have smaller."""
    before = qapp.font()
    font = QFont(before)
    font.setPointSizeF(10.0)
    qapp.setFont(font)
    yield
    qapp.setFont(before)


@pytest.mark.parametrize("page", ["models", "settings"])
def test_at_the_least_size_of_the_window_no_page_is_wider_than_its_place(
    qtbot: QtBot, context: Context, readable: None, page: str
) -> None:
    window = MainWindow(context)
    qtbot.addWidget(window)
    window.resize(window.minimumSize())
    window.show_page(page)
    window.show()
    qtbot.wait(50)
    areas = [one for one in window.page.findChildren(QScrollArea) if one.isVisible()]
    assert areas
    assert all(one.widget().width() <= one.viewport().width() for one in areas)


def test_a_long_task_leaves_the_replay_its_room(
    qtbot: QtBot, context: Context, readable: None
) -> None:
    record("20260102-030405-006-0a0b0c0d", _MANY_WORDS, Ending.FINISHED)
    page = HistoryPage(context)
    qtbot.addWidget(page)
    page.resize(900, 600)
    page.show()
    qtbot.waitUntil(lambda: page.replay.position == 0 and bool(page.chosen))
    qtbot.waitUntil(lambda: not context.background.busy)
    assert page.replay.picture.height() > 150
    words = [one.text for one in page.findChildren(ScrolledWords)]
    assert _MANY_WORDS.strip() in [one.strip() for one in words]


def test_the_places_of_a_long_task_can_be_filled_in(qtbot: QtBot, context: Context) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    dialog = FillDialog(SavedTask(name="n", text=f"{_MANY_WORDS}{{A}}"), window)
    dialog.open()
    qtbot.wait(50)
    assert dialog.height() < 400
    assert dialog.focusWidget() is dialog.fields["A"], "not the words above it"
    dialog.close()


def test_a_long_earlier_task_is_shortened_to_its_button(qtbot: QtBot, context: Context) -> None:
    context.state.change(recent=("WM " * 60, "short"))
    start = StartView(context)
    qtbot.addWidget(start)
    start.show()
    assert clipped(start) == []
    buttons = start.findChildren(QPushButton)
    assert [button.text()[:5] for button in buttons] == ["WM WM", "short"]
    assert all(b.fontMetrics().horizontalAdvance(b.text()) < b.width() for b in buttons)


@pytest.mark.parametrize("words", ["x" * 5000, "many words " * 900])
def test_a_tip_has_room_on_a_screen(qtbot: QtBot, words: str) -> None:
    shown = QTextDocument()
    shown.setHtml(tip(words))
    shown.setTextWidth(1200)
    assert shown.idealWidth() <= 1200
    assert shown.size().height() < 600


@pytest.mark.parametrize("size", [(1920, 1080), (1366, 768)])
def test_the_smallest_window_fits_a_screen_at_twice_the_size(
    home: Path, tmp_path: Path, size: tuple[int, int]
) -> None:
    screen = {
        **{"name": "one", "x": 0, "y": 0, "width": size[0], "height": size[1]},
        **{"dpr": 1, "logicalDpi": 96, "logicalBaseDpi": 96},
    }
    screens = tmp_path / "screens.json"
    screens.write_text(json.dumps({"screens": [screen]}))
    environment = {
        **os.environ,
        "UITARS_HOME": str(home),
        "QT_QPA_PLATFORM": f"offscreen:configfile={screens}",
        "QT_SCALE_FACTOR": "2",
    }
    done = subprocess.run(
        [sys.executable, "-c", _SMALLEST],
        env=environment, capture_output=True, text=True, check=True,
    )  # fmt: skip
    width, height, box = map(int, done.stdout.split())
    assert max(width, box) <= size[0] // 2
    assert height <= size[1] // 2 - 40, "with its title bar"


def test_on_a_small_screen_a_page_is_scrolled_to_what_has_the_keyboard(
    qtbot: QtBot, context: Context
) -> None:
    window = MainWindow(context)
    qtbot.addWidget(window)
    window.setMinimumSize(0, 0)
    window.resize(600, 300)
    window.show_page("saved")
    window.show()
    page = window.page
    assert isinstance(page, SavedPage)
    page.form.text.setPlainText("do it")
    start = next(one for one in page.findChildren(QPushButton) if one.text() == "Start")
    qtbot.waitUntil(window.isActiveWindow)
    for one in (start, page.form.name, start):
        one.setFocus()
        whole = QRect(one.mapTo(window, QPoint(0, 0)), one.size())
        assert window.rect().intersects(whole), one
