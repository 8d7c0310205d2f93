"""What a person writes and is told has room to be read, and nothing else is pushed away by it."""

from __future__ import annotations

from itertools import pairwise

import pytest
from PySide6.QtWidgets import QScrollArea
from pytestqt.qtbot import QtBot

from uitars_app.context import Context
from uitars_app.pages.task import TaskPage
from uitars_app.summon.taskwindow import TaskWindow
from uitars_app.taskbox.composer import Composer
from uitars_app.taskbox.edit import TaskEdit
from uitars_app.theme.stylesheet import set_kind
from uitars_app.theme.tokens import CONTROL_HEIGHT
from uitars_app.widgets.choice import ChoiceBox, OtherDialog
from uitars_app.widgets.hints import HintedList
from uitars_runtime.run_record import Ending, Evidence, Judgement, Part, RunEnded

_LONG = "Open Mousepad, then type what is to be done in the garden, the house and the cellar, " * 4
_LEAST = (704, 492)
"""The page in the smallest window on a screen of 1080 rows at twice the size."""
_SEEN = tuple(Part(f"part {number}", number, "it came about") for number in range(9))


@pytest.fixture
def page(qtbot: QtBot, context: Context) -> TaskPage:
    made = TaskPage(context)
    qtbot.addWidget(made)
    made.resize(1000, 720)
    made.show()
    return made


def _field(box: Composer) -> TaskEdit:
    field = box.findChild(TaskEdit)
    assert isinstance(field, TaskEdit)
    return field


@pytest.mark.parametrize("stack", [0, 1])
@pytest.mark.parametrize("text", [_LONG, "one\ntwo\nthree\nfour\nfive", f"{_LONG}\n{_LONG}"])
def test_the_task_field_grows_with_its_text_and_shrinks_again(
    qtbot: QtBot, page: TaskPage, stack: int, text: str
) -> None:
    field = _field(page.composer)
    page.stack.setCurrentIndex(stack)
    line = field.fontMetrics().lineSpacing()
    before = field.height()
    field.setPlainText(text)
    qtbot.waitUntil(lambda: field.height() > before)
    shown = field.viewport().height() // line
    assert shown == 5 or not field.verticalScrollBar().maximum()
    assert page.rect().contains(page.composer.geometry())
    field.clear()
    qtbot.waitUntil(lambda: field.height() == before)


def test_the_field_of_the_small_window_grows_too(qtbot: QtBot, context: Context) -> None:
    window = TaskWindow(context)
    qtbot.addWidget(window)
    window.summon()
    before = window.height()
    _field(window.composer).setPlainText("one\ntwo\nthree")
    qtbot.waitUntil(lambda: window.height() > before)
    assert not _field(window.composer).verticalScrollBar().maximum()
    window.hide()


def test_a_long_notice_scrolls_and_leaves_the_page_its_room(qtbot: QtBot, page: TaskPage) -> None:
    page.notice.warn(_LONG * 9)
    qtbot.waitUntil(lambda: 0 < page.notice.height() < 130)
    assert page.notice.words == (_LONG * 9)
    words = page.notice.findChild(QScrollArea)
    assert words is not None
    assert words.verticalScrollBar().maximum()
    assert page.rect().contains(page.composer.geometry())


def test_the_smallest_page_has_room_for_all_that_a_run_says_at_its_end(
    qtbot: QtBot, page: TaskPage
) -> None:
    page.resize(*_LEAST)
    page.stack.setCurrentIndex(1)
    page.notice.inform("It is saved.")
    judgement = Judgement(parts=_SEEN)
    page.evidence.show_ended(
        RunEnded(Ending.FINISHED, 0, 9, 9.0, None, evidence=Evidence.SEEN, judgement=judgement)
    )
    _field(page.composer).setPlainText(_LONG)
    qtbot.wait(50)
    layout = page.layout()
    assert layout is not None
    assert layout.minimumSize().height() <= _LEAST[1]
    parts = (page.notice, page.stack, page.composer)
    places = [part.geometry() for part in parts]
    assert all(page.rect().contains(place) for place in places)
    assert all(over.bottom() < below.top() for over, below in pairwise(places))


def test_the_field_for_another_value_is_as_high_as_any(
    qtbot: QtBot, context: Context, page: TaskPage
) -> None:
    """Its dialog belongs to the drop-down, whose own field is a flat one."""
    box = page.composer.findChild(ChoiceBox)
    assert isinstance(box, ChoiceBox)
    other = box.count() - 1
    box.setCurrentIndex(other)
    box.activated.emit(other)
    dialog = box.findChild(OtherDialog)
    assert isinstance(dialog, OtherDialog)
    assert dialog.field.height() >= CONTROL_HEIGHT
    dialog.reject()


def test_a_list_with_a_long_word_is_not_scrolled_sideways(qtbot: QtBot) -> None:
    rows = HintedList()
    qtbot.addWidget(rows)
    set_kind(rows, "rows")
    rows.setWordWrap(True)
    rows.addItem("Open /home/ann/Documents/the_report_of_the_year.odt")
    rows.resize(140, 200)
    rows.show()
    qtbot.wait(10)
    assert not rows.horizontalScrollBar().isVisible()
