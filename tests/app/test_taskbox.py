"""The task box: what Enter does, earlier tasks, attachments, and the request that comes of it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, Qt, QUrl
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from uitars_app.context import Context
from uitars_app.state import Choices
from uitars_app.summon.taskwindow import TaskWindow
from uitars_app.taskbox.attached import Attached
from uitars_app.taskbox.composer import Composer, Purpose
from uitars_app.taskbox.edit import TaskEdit
from uitars_app.taskbox.programs import Program, installed
from uitars_app.taskbox.request import Draft, compose
from uitars_app.transcript.start import StartView
from uitars_app.widgets.room import clipped
from uitars_runtime.errors import UsageError


@pytest.fixture
def composer(qtbot: QtBot, context: Context) -> Composer:
    made = Composer(context)
    qtbot.addWidget(made)
    made.show()
    return made


def _edit(composer: Composer) -> TaskEdit:
    edit = composer.findChild(TaskEdit)
    assert isinstance(edit, TaskEdit)
    return edit


def test_enter_starts_and_the_task_is_remembered(
    qtbot: QtBot, context: Context, composer: Composer
) -> None:
    with qtbot.waitSignal(composer.drafted) as caught:
        qtbot.keyClicks(_edit(composer), "open the report")
        qtbot.keyClick(_edit(composer), Qt.Key.Key_Return)
    assert caught.args is not None
    assert caught.args[0] == Draft("open the report")
    assert context.state.value.recent == ("open the report",)
    assert _edit(composer).toPlainText() == ""


def test_shift_enter_makes_a_line_and_nothing_starts_empty(
    qtbot: QtBot, composer: Composer
) -> None:
    edit = _edit(composer)
    with qtbot.assertNotEmitted(composer.drafted):
        qtbot.keyClick(edit, Qt.Key.Key_Return)
        qtbot.keyClicks(edit, "one")
        qtbot.keyClick(edit, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
        qtbot.keyClicks(edit, "two")
    assert edit.toPlainText() == "one\ntwo"


def test_up_and_down_walk_through_earlier_tasks_and_back_to_the_draft(
    qtbot: QtBot, context: Context, composer: Composer
) -> None:
    for task in ("first", "second"):
        context.state.update(lambda value, task=task: value.after(task))
    edit = _edit(composer)
    qtbot.keyClicks(edit, "draft")
    seen = []
    for key in (Qt.Key.Key_Up, Qt.Key.Key_Up, Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Down):
        qtbot.keyClick(edit, key)
        seen.append(edit.toPlainText())
    assert seen == ["second", "first", "first", "second", "draft"]
    qtbot.keyClick(edit, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    qtbot.keyClick(edit, Qt.Key.Key_Up)
    assert edit.toPlainText() == "draft\n", "only the first line leads to another task"


@pytest.mark.parametrize("purpose", [Purpose.SAY, Purpose.ANSWER])
def test_earlier_tasks_are_no_words_to_an_agent(
    qtbot: QtBot, context: Context, composer: Composer, purpose: Purpose
) -> None:
    context.state.update(lambda value: value.after("delete the old letters"))
    edit = _edit(composer)
    composer.set_purpose(purpose)
    context.state.update(lambda value: value.after("buy milk"))
    qtbot.keyClicks(edit, "one")
    qtbot.keyClick(edit, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    qtbot.keyClicks(edit, "two")
    lines = []
    for key in (Qt.Key.Key_Up, Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Down):
        qtbot.keyClick(edit, key)
        lines.append(edit.textCursor().blockNumber())
        assert edit.toPlainText() == "one\ntwo"
    assert lines == [0, 0, 1, 1]
    edit.clear()
    composer.set_purpose(Purpose.TASK)
    qtbot.keyClick(edit, Qt.Key.Key_Up)
    assert edit.toPlainText() == "buy milk"


@pytest.mark.parametrize("purpose", [Purpose.SAY, Purpose.ANSWER])
def test_while_a_run_goes_on_words_go_to_the_agent(
    qtbot: QtBot, composer: Composer, purpose: Purpose
) -> None:
    composer.set_purpose(purpose)
    signal = composer.said if purpose is Purpose.SAY else composer.answered
    with qtbot.assertNotEmitted(composer.drafted), qtbot.waitSignal(signal) as caught:
        qtbot.keyClicks(_edit(composer), "the blue one")
        qtbot.keyClick(_edit(composer), Qt.Key.Key_Return)
    assert caught.args == ["the blue one"]


def test_a_task_that_was_begun_is_not_said_to_another_ones_agent(
    qtbot: QtBot, composer: Composer
) -> None:
    edit = _edit(composer)
    qtbot.keyClicks(edit, "delete the old")
    composer.set_purpose(Purpose.SAY)  # a kept task's time has come
    qtbot.keyClicks(edit, " letters")
    with qtbot.assertNotEmitted(composer.said), qtbot.waitSignal(composer.outdated) as caught:
        qtbot.keyClick(edit, Qt.Key.Key_Return)
    assert caught.args == [Purpose.TASK]
    composer.set_purpose(Purpose.TASK)
    with qtbot.waitSignal(composer.drafted) as started:
        qtbot.keyClick(edit, Qt.Key.Key_Return)
    assert started.args == [Draft("delete the old letters")]


def _press(composer: Composer, words: str) -> None:
    shown = (b for b in composer.findChildren(QPushButton) if b.isVisible())
    next(button for button in shown if button.text() == words).click()


@pytest.mark.parametrize(("purpose", "words"), [(Purpose.SAY, "Say"), (Purpose.ANSWER, "Answer")])
def test_a_task_that_was_begun_makes_room_for_words_to_an_agent(
    qtbot: QtBot, composer: Composer, purpose: Purpose, words: str
) -> None:
    edit = _edit(composer)
    qtbot.keyClicks(edit, "delete the old")
    composer.set_purpose(purpose)
    for _ in range(2):
        _press(composer, words)
        assert edit.toPlainText() == ""
        _press(composer, "Back to the task")
        assert edit.toPlainText() == "delete the old"
    _press(composer, words)
    signal = composer.said if purpose is Purpose.SAY else composer.answered
    with qtbot.assertNotEmitted(composer.drafted), qtbot.waitSignal(signal) as caught:
        qtbot.keyClicks(edit, "the blue one")
        qtbot.keyClick(edit, Qt.Key.Key_Return)
    assert caught.args == ["the blue one"]
    qtbot.keyClicks(edit, "and")
    composer.set_purpose(Purpose.TASK)
    assert edit.toPlainText() == "and"
    edit.clear()
    with qtbot.waitSignal(composer.drafted) as started:
        qtbot.keyClicks(edit, " letters")
        qtbot.keyClick(edit, Qt.Key.Key_Return)
    assert started.args == [Draft("delete the old letters")]


@pytest.mark.parametrize("purpose", [Purpose.SAY, Purpose.ANSWER])
def test_words_to_an_agent_start_no_task_when_its_run_is_over(
    qtbot: QtBot, composer: Composer, purpose: Purpose
) -> None:
    composer.set_purpose(purpose)
    edit = _edit(composer)
    qtbot.keyClicks(edit, "yes, all of it")
    composer.set_purpose(Purpose.TASK)
    with qtbot.assertNotEmitted(composer.drafted), qtbot.waitSignal(composer.outdated):
        qtbot.keyClick(edit, Qt.Key.Key_Return)
    edit.clear()
    with qtbot.waitSignal(composer.drafted):
        qtbot.keyClicks(edit, "another")
        qtbot.keyClick(edit, Qt.Key.Key_Return)


def test_files_and_pictures_are_attached(qtbot: QtBot, composer: Composer, tmp_path: Path) -> None:
    file = tmp_path / "table.csv"
    file.write_text("1,2")
    dropped = QMimeData()
    dropped.setUrls([QUrl.fromLocalFile(str(file))])
    pasted = QMimeData()
    image = QImage(4, 4, QImage.Format.Format_RGB32)
    image.fill(0xFF00FF)
    pasted.setImageData(image)
    edit = _edit(composer)
    assert edit.canInsertFromMimeData(dropped)
    edit.insertFromMimeData(dropped)
    edit.insertFromMimeData(pasted)
    qtbot.keyClicks(edit, "look")
    with qtbot.waitSignal(composer.drafted) as caught:
        qtbot.keyClick(edit, Qt.Key.Key_Return)
    assert caught.args is not None
    table, picture = map(Path, compose(caught.args[0]).files)
    assert (table, picture.name) == (file, "pasted.png")
    assert QImage(str(picture)).pixelColor(0, 0).rgb() & 0xFFFFFF == 0xFF00FF
    assert (picture.parent.stat().st_mode & 0o077) == 0


_PASTES = """
from PySide6.QtCore import QMimeData
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication
from uitars_app.taskbox.edit import TaskEdit
application = QApplication([])
image = QImage(4, 4, QImage.Format.Format_RGB32)
pasted = QMimeData()
pasted.setImageData(image)
edit = TaskEdit()
edit.attached.connect(lambda file: print(file, file.is_file()))
edit.insertFromMimeData(pasted)
"""


def test_a_pasted_picture_goes_with_the_assistant(tmp_path: Path) -> None:
    held = {**os.environ, "TMPDIR": str(tmp_path), "QT_QPA_PLATFORM": "offscreen"}
    done = subprocess.run(
        [sys.executable, "-c", _PASTES], env=held, capture_output=True, text=True, check=True
    )
    assert done.stdout.startswith(f"{tmp_path}/")
    assert done.stdout.endswith("pasted.png True\n")
    assert list(tmp_path.iterdir()) == []


def test_an_ampersand_is_no_short_cut(qtbot: QtBot, context: Context, composer: Composer) -> None:
    context.state.update(lambda state: state.after("Open the R&D folder"))
    composer.attach(Path("R&D.txt"))
    start = StartView(context)
    qtbot.addWidget(start)
    for place, words in ((start, "Open the R&&D folder"), (composer, "R&&D.txt")):
        (button,) = [b for b in place.findChildren(QPushButton) if "R&" in b.text()]
        assert button.text() == words
        assert button.shortcut().isEmpty()


def test_a_task_that_comes_back_waits_for_words_that_are_being_written(
    qtbot: QtBot, composer: Composer
) -> None:
    edit, draft = _edit(composer), Draft("tidy up", Choices("nano"), files=(Path("/a.txt"),))
    composer.set_purpose(Purpose.SAY)
    qtbot.keyClicks(edit, "the blue")
    composer.take(draft)
    with qtbot.waitSignal(composer.said) as caught:
        qtbot.keyClicks(edit, " one")
        qtbot.keyClick(edit, Qt.Key.Key_Return)
    assert caught.args == ["the blue one"]
    composer.set_purpose(Purpose.TASK)
    with qtbot.waitSignal(composer.drafted) as drafted:
        qtbot.keyClick(edit, Qt.Key.Key_Return)
    assert drafted.args == [draft]


@pytest.mark.parametrize("aside", [False, True])
def test_a_task_that_another_takes_the_place_of_is_found_among_the_earlier_ones(
    qtbot: QtBot, context: Context, composer: Composer, aside: bool
) -> None:
    edit = _edit(composer)
    qtbot.keyClicks(edit, "a long task")
    if aside:
        composer.set_purpose(Purpose.SAY)
        _press(composer, "Say")
        qtbot.keyClicks(edit, "the blue one")
    composer.take(Draft("run again"))
    assert context.state.value.recent == ("a long task",)
    assert edit.toPlainText() == ("the blue one" if aside else "run again")
    edit.clear()
    composer.set_purpose(Purpose.TASK)
    assert edit.toPlainText() == ("run again" if aside else "")


def test_choices_become_settings_and_empty_ones_do_not() -> None:
    choices = Choices(desktop="sandbox", policy="ask-always")
    request = compose(Draft("do it", choices, "mousepad note.txt"))
    assert request.settings.desktop == "sandbox"
    assert request.settings.policy == "ask-always"
    assert request.settings.model == "nano"
    assert request.apps == ("mousepad note.txt",)


@pytest.mark.parametrize("missing", ["gone.txt", "."])
def test_what_cannot_be_attached_is_said(tmp_path: Path, missing: str) -> None:
    with pytest.raises(UsageError):
        compose(Draft("do it", files=(tmp_path / missing,)))


def test_programs_come_from_desktop_entries(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "applications"
    folder.mkdir()
    entry = "[Desktop Entry]\nType=Application\nName={}\nExec={}\n{}"
    (folder / "a.desktop").write_text(entry.format("Writer", "cat --number %U", ""))
    (folder / "b.desktop").write_text(entry.format("Hidden", "cat", "NoDisplay=true\n"))
    (folder / "c.desktop").write_text(entry.format("Shell", "sh", "Terminal=true\n"))
    (folder / "d.desktop").write_bytes(b"\xff\xfe broken")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("XDG_DATA_DIRS", str(tmp_path))
    assert installed() == (Program("Writer", "cat --number"),)


def test_the_names_of_many_files_have_room(qtbot: QtBot, context: Context) -> None:
    window = TaskWindow(context)
    qtbot.addWidget(window)
    window.summon()
    for number in range(7):
        window.composer.attach(Path(f"/home/ann/the figures of the year {number}.csv"))
    qtbot.wait(50)
    assert not clipped(window)
    attached = window.findChild(Attached)
    assert attached is not None
    assert [file.name[-5] for file in attached.files] == list("0123456")
    window.hide()


def test_the_task_window_is_put_away_by_escape_and_by_a_start(
    qtbot: QtBot, context: Context
) -> None:
    window = TaskWindow(context)
    qtbot.addWidget(window)
    window.summon()
    assert window.isVisible()
    qtbot.keyClick(window, Qt.Key.Key_Escape)
    assert not window.isVisible()
    window.summon()
    edit = _edit(window.composer)
    qtbot.keyClicks(edit, "go")
    with qtbot.waitSignal(window.drafted):
        qtbot.keyClick(edit, Qt.Key.Key_Return)
    assert not window.isVisible()
