"""Taking down a hot key by pressing it: Escape, Delete, conflicts, and nothing else catches it."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from uitars_app.context import Context
from uitars_app.pages.settings import SettingsPage
from uitars_app.settings.recorder import KeyRecorder
from uitars_app.summon import hotkey
from uitars_runtime.errors import UsageError

CTRL, ALT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.AltModifier
SHIFT, SUPER = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.MetaModifier
NONE = Qt.KeyboardModifier.NoModifier


@pytest.fixture
def recorder(qtbot: QtBot) -> KeyRecorder:
    made = KeyRecorder()
    qtbot.addWidget(made)
    made.show_value("ctrl+alt+space")
    made.show()
    return made


@pytest.mark.parametrize(
    ("key", "modifiers", "value"),
    [
        (Qt.Key.Key_Space, CTRL | ALT, "ctrl+alt+space"),
        (Qt.Key.Key_U, SUPER, "super+u"),
        (Qt.Key.Key_PageUp, CTRL | SHIFT, "ctrl+shift+pgup"),
        (Qt.Key.Key_F9, ALT, "alt+f9"),
        (Qt.Key.Key_Tab, CTRL | ALT, "ctrl+alt+tab"),
        (Qt.Key.Key_1, CTRL, "ctrl+1"),
    ],
)
def test_what_is_pressed_is_written_and_can_be_read(
    qtbot: QtBot, recorder: KeyRecorder, key: Qt.Key, modifiers: Qt.KeyboardModifier, value: str
) -> None:
    recorder.click()
    qtbot.keyPress(recorder, Qt.Key.Key_Control, CTRL)
    with qtbot.waitSignal(recorder.recorded):
        qtbot.keyClick(recorder, key, modifiers)
    assert recorder.value == value
    assert hotkey.parse(value)[-1]


def test_escape_leaves_it_delete_takes_it_away(qtbot: QtBot, recorder: KeyRecorder) -> None:
    recorder.click()
    with qtbot.assertNotEmitted(recorder.recorded):
        qtbot.keyClick(recorder, Qt.Key.Key_Escape)
    assert (recorder.value, recorder.text()) == ("ctrl+alt+space", "Ctrl+Alt+Space")
    recorder.click()
    qtbot.keyClick(recorder, Qt.Key.Key_Delete)
    assert (recorder.value, recorder.text()) == ("", "No keys")


def test_the_hot_key_in_force_is_let_go_while_one_is_taken_down(
    qtbot: QtBot, context: Context
) -> None:
    page = SettingsPage(context)
    qtbot.addWidget(page)
    page.show()
    told: list[bool] = []
    context.keys_recording.connect(told.append)
    editor = page.rows["hot_key"].editor
    assert isinstance(editor, KeyRecorder)
    editor.click()
    assert told == [True]
    qtbot.keyClick(editor, Qt.Key.Key_U, CTRL | ALT)
    assert told == [True, False]
    assert context.preferences.value.hot_key == "ctrl+alt+u"


@pytest.mark.parametrize("keys", ["ctrl+s", "shift+a", "ctrl+shift+t"])
def test_keys_of_most_programs_are_a_conflict(qtbot: QtBot, context: Context, keys: str) -> None:
    with pytest.raises(UsageError, match="most programs"):
        hotkey.check(keys)
    page = SettingsPage(context)
    qtbot.addWidget(page)
    row = page.rows["hot_key"]
    assert isinstance(row.editor, KeyRecorder)
    row.editor.show_value(keys)
    row.editor.recorded.emit()
    assert "Add Alt" in row.problem.text()
    assert context.preferences.value.hot_key == "ctrl+alt+space"
