"""Whoever has no mouse or sees no screen: every control is reached with Tab and has a name."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QAccessible, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QLabel,
    QListWidget,
    QRadioButton,
    QScrollArea,
    QWidget,
)
from pytestqt.qtbot import QtBot

from helpers.runs import picture, write_run
from uitars_app.annotate.panel import ReviewPanel
from uitars_app.confirm.card import ConfirmationCard
from uitars_app.confirm.presses import AnyPresses
from uitars_app.context import Context
from uitars_app.history.compare import CompareDialog
from uitars_app.pages import PAGES
from uitars_app.presence.pill import Pill
from uitars_app.runs.questions import PendingQuestion
from uitars_app.saved.fill import FillDialog
from uitars_app.saved.task import SavedTask
from uitars_app.selftest import settle
from uitars_app.sessions.view import SessionView
from uitars_app.summon.taskwindow import TaskWindow
from uitars_app.welcome.dialog import WelcomeDialog
from uitars_app.window import MainWindow
from uitars_runtime.consent import Question, Reach
from uitars_runtime.journal import read_record
from uitars_runtime.types import Click, Point


def _card(context: Context, _parent: QWidget) -> QWidget:
    asked = Question(
        Click(Point(7, 3)), "R2", "ask-on-risk/R2", "note", 60.0, crop=picture(3).png(),
        target=Point(4, 3), reaches=tuple(Reach),
    )  # fmt: skip
    return ConfirmationCard(context.theme, PendingQuestion(asked, 60.0), AnyPresses())


def _compare(context: Context, parent: QWidget) -> QWidget:
    folder = context.state.file.parent / "run"
    write_run(folder)
    return CompareDialog(context, read_record(folder), read_record(folder), parent)


WINDOWS: dict[str, Callable[[Context, QWidget], QWidget]] = {
    "welcome": WelcomeDialog,
    "task box": lambda context, _: TaskWindow(context),
    "card": _card,
    "accept or correct": lambda context, _: ReviewPanel(context),
    "fill in": lambda _, parent: FillDialog(SavedTask(name="n", text="{A} {B}"), parent),
    "bar": lambda context, _: Pill(context),
    "compare": _compare,
}


@pytest.mark.parametrize("name", WINDOWS)
def test_whatever_takes_the_keyboard_has_a_name(qtbot: QtBot, context: Context, name: str) -> None:
    parent = QWidget()
    qtbot.addWidget(parent)
    window = WINDOWS[name](context, parent)
    qtbot.addWidget(window)
    window.show()
    nameless = [
        f"{type(widget).__name__} in {type(widget.parent()).__name__}"
        for widget in _reachable(window)
        if not _name(widget)
    ]
    assert not nameless


def _at_page(qtbot: QtBot, context: Context, key: str) -> MainWindow:
    """The window with the keyboard, at a page that is filled."""
    window = MainWindow(context)
    qtbot.addWidget(window)
    window.show()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    window.show_page(key)
    assert settle(context.background)
    return window


@pytest.mark.parametrize("key", [entry.key for entry in PAGES])
def test_tab_leads_to_every_control_of_a_page(qtbot: QtBot, context: Context, key: str) -> None:
    write_run(context.state.file.parent.parent / "data" / "runs" / "20260102-030405-006-0a0b0c0d")
    window = _at_page(qtbot, context, key)
    wanted = set(_reachable(window.page))
    reached: set[QWidget] = set()
    for _ in range(200):
        focused = QApplication.focusWidget()
        assert focused is not None
        reached.add(focused)
        QTest.keyClick(focused, Qt.Key.Key_Tab)
    missed = [f"{type(one).__name__} {_name(one)!r}" for one in wanted - reached]
    assert not missed


@pytest.mark.parametrize("key", [entry.key for entry in PAGES])
def test_the_keyboard_is_never_at_what_is_empty(qtbot: QtBot, context: Context, key: str) -> None:
    _at_page(qtbot, context, key)
    empty: list[str] = []
    for _ in range(100):
        focused = QApplication.focusWidget()
        assert focused is not None
        if _has_nothing(focused):
            empty.append(_name(focused) or type(focused).__name__)
        QTest.keyClick(focused, Qt.Key.Key_Tab)
    assert not empty


def _has_nothing(widget: QWidget) -> bool:
    """Whether there is nothing to choose, to scroll, or to work in."""
    match widget:
        case QListWidget():
            return not widget.count()
        case QScrollArea():
            return not widget.verticalScrollBar().maximum()
        case SessionView():
            return not widget.is_open
        case _:
            return False


def _reachable(window: QWidget) -> list[QWidget]:
    """The controls that are shown and that Tab must lead to."""
    return [
        widget
        for widget in window.findChildren(QWidget)
        if widget.isVisible()
        and widget.isEnabled()
        and widget.focusPolicy() & Qt.FocusPolicy.TabFocus
        and widget.focusProxy() is None
        and not widget.objectName().startswith("qt_")
        and not isinstance(widget, (QLabel, QScrollArea))
        # Of choices that exclude each other only the chosen one is reached with Tab.
        and not (isinstance(widget, QRadioButton) and not widget.isChecked())
        # An inner field stands for its box.
        and not (isinstance(widget.parent(), QWidget) and widget.parent().focusProxy() is widget)
    ]


def _name(widget: QWidget) -> str:
    interface = QAccessible.queryAccessibleInterface(widget)
    return interface.text(QAccessible.Text.Name) if interface is not None else ""


def test_no_wheel_changes_a_value_or_brings_the_keyboard(qtbot: QtBot, context: Context) -> None:
    """Whoever scrolls a page has the pointer over many of them."""
    window, review = MainWindow(context), ReviewPanel(context)
    for shown in (window, review):
        qtbot.addWidget(shown)
    for entry in PAGES:
        window.show_page(entry.key)
    assert settle(context.background)
    boxes: list[QComboBox | QAbstractSpinBox] = []
    for shown in (window, review):
        boxes += shown.findChildren(QComboBox)
        boxes += shown.findChildren(QAbstractSpinBox)
    assert len(boxes) > 20
    for box in boxes:
        before = _said(box)
        for notches in (-1, 2):
            QApplication.sendEvent(box, _turned(notches))
        assert _said(box) == before, box.accessibleName()
        assert not box.focusPolicy() & Qt.FocusPolicy.WheelFocus & ~Qt.FocusPolicy.StrongFocus


def _said(box: QComboBox | QAbstractSpinBox) -> str:
    return box.currentText() if isinstance(box, QComboBox) else box.text()


def _turned(notches: int) -> QWheelEvent:
    """A turn of the wheel; negative ones are towards the person."""
    return QWheelEvent(
        QPointF(5, 5),
        QPointF(5, 5),
        QPoint(),
        QPoint(0, 120 * notches),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
