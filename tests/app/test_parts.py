"""The parts around the window: hot key, tray, languages, one instance, errors, answers."""

from __future__ import annotations

import ast
import gc
import importlib.util
import os
import subprocess
import sys
import threading
from collections.abc import Generator
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QTranslator
from PySide6.QtWidgets import QApplication, QMessageBox, QWidget
from pytestqt.qtbot import QtBot

import uitars_assets
from uitars_app import crash
from uitars_app.context import Context
from uitars_app.runs.pending import Pending
from uitars_app.runs.runner import RunState
from uitars_app.single import SingleInstance
from uitars_app.summon.hotkey import parse
from uitars_app.summon.tray import Tray
from uitars_app.translation import install
from uitars_app.words import risk_words, state_words
from uitars_runtime.config import Settings
from uitars_runtime.errors import UsageError
from uitars_runtime.risk import Risk
from uitars_runtime.run import Request
from uitars_runtime.run_record import Ending, RunEnded

ROOT = Path(__file__).resolve().parents[2]
TRANSLATIONS = Path(str(uitars_assets.__file__)).parent / "translations"


@pytest.mark.parametrize(
    ("text", "keys"),
    [
        ("ctrl+alt+space", ("ctrl", "alt", "space")),
        ("Ctrl + Shift + U", ("ctrl", "shift", "u")),
        ("super+F9", ("super", "f9")),
        ("win+return", ("super", "enter")),
    ],
)
def test_a_chord_is_understood_as_people_write_it(text: str, keys: tuple[str, ...]) -> None:
    assert parse(text) == keys


@pytest.mark.parametrize("text", ["", "a", "space", "ctrl", "ctrl+alt", "ctrl+nosuchkey", "a+b"])
def test_what_is_no_chord_is_said_with_what_to_write(text: str) -> None:
    with pytest.raises(UsageError):
        parse(text)


def test_the_tray_shows_how_the_assistant_stands(qtbot: QtBot, context: Context) -> None:
    tray = Tray(context)
    names = [tray.icon_name]
    context.runner.ended.emit(RunEnded(Ending.STOPPED, 130, 1, 1.0, None))
    names.append(tray.icon_name)
    context.runner.begun.emit(None)
    names.append(tray.icon_name)
    assert names == ["tray-idle", "tray-stopped", "tray-idle"]
    words = {action.text() for action in tray.menu.actions() if action.isVisible()}
    assert {"Ready", "New task…", "Show the window", "Quit"} <= words
    assert "Pause" not in words
    tray.close()


def test_the_tray_says_which_task_is_over(
    context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    tray = Tray(context)
    told: list[str] = []
    monkeypatch.setattr(tray, "tell", told.append)
    asked = Request(task="Click 7.\nThen 8.", settings=Settings())
    monkeypatch.setattr(context.runner, "request", asked)
    context.runner.ended.emit(RunEnded(Ending.STOPPED, 130, 1, 1.0, None))
    assert len(told) == 1
    assert told[0].startswith("Click 7: ")
    tray.close()


def test_what_is_told_to_somebody_at_something_else_stands_beside_the_tray(
    context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[str] = []
    monkeypatch.setattr(Tray, "tell", lambda _tray, words: told.append(words))
    tray = Tray(context)
    context.missed.emit("The task mail did not start.")
    assert told == ["The task mail did not start."]
    tray.close()


def test_every_state_and_class_has_words() -> None:
    assert len({state_words(state) for state in RunState}) == len(RunState)
    assert len({risk_words(risk) for risk in Risk}) == len(Risk)


# --------------------------------------------------------------------------- languages


@pytest.fixture(scope="module")
def fresh(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The translators' file as the code would have it."""
    place = ROOT / "assets" / "make_translations.py"
    spec = importlib.util.spec_from_file_location("make_translations", place)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    file = tmp_path_factory.mktemp("translations") / "uitars_zh_CN.ts"
    file.write_bytes((TRANSLATIONS / file.name).read_bytes())
    module.collect(file)
    return file


def _messages(file: Path) -> list[tuple[str, str, str]]:
    """Source, translation and its state of every text."""
    found = []
    for message in ElementTree.parse(file).getroot().iter("message"):
        translation = message.find("translation")
        assert translation is not None
        text = "".join(translation.itertext()).strip()
        state = translation.get("type", "")
        found.append((message.findtext("source", ""), text, state))
    return found


def test_every_text_of_the_window_is_translated(fresh: Path) -> None:
    missing = [source for source, text, state in _messages(fresh) if state or not text]
    assert not missing, "run assets/make_translations.py and translate what is unfinished"


_SHOWN = {
    "label", "selectable", "ThemedButton", "setText", "setToolTip", "setWindowTitle", "setTitle",
    "setPlaceholderText", "setAccessibleName", "setAccessibleDescription", "setInformativeText",
    "addAction", "addButton", "addItem", "addRow", "addTab", "warn", "inform", "tell", "UsageError",
}  # fmt: skip
_NO_WORDS = {"30 8 * * 1-5", " (Ctrl+"}


def test_no_text_that_is_shown_stands_outside_of_what_is_translated() -> None:
    found: list[str] = []
    for file in sorted((ROOT / "app" / "uitars_app").rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Call) and _called(node) in _SHOWN:
                found += [f"{file.name}:{node.lineno} {text!r}" for text in _said(node)]
    assert not found


def _called(call: ast.Call) -> str:
    match call.func:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
        case _:
            return ""


def _said(call: ast.Call) -> list[str]:
    """The words among the arguments; one without a space or a capital is a key of ours."""
    parts = [part for argument in call.args for part in _texts(argument)]
    return [text for text in parts if (" " in text or text.istitle()) and text not in _NO_WORDS]


def _texts(argument: ast.expr) -> list[str]:
    match argument:
        case ast.Constant(value=str(text)):
            return [text]
        case ast.JoinedStr(values=values):
            words = (v.value for v in values if isinstance(v, ast.Constant))
            return [text for text in map(str, words) if any(c.isalpha() for c in text)]
        case _:
            return []


def test_translations_keep_the_places_for_values() -> None:
    import re

    for source, text, _ in _messages(TRANSLATIONS / "uitars_zh_CN.ts"):
        places = sorted(re.findall(r"\{\w*\}|%n", source))
        assert sorted(re.findall(r"\{\w*\}|%n", text)) == places, source


def test_the_chosen_language_is_spoken(qapp: QApplication) -> None:
    install(qapp, "zh_CN")
    try:
        assert state_words(RunState.WORKING) == "工作中"
    finally:
        for translator in qapp.findChildren(QTranslator):
            qapp.removeTranslator(translator)
            translator.deleteLater()
    assert state_words(RunState.WORKING) == "Working"


# --------------------------------------------------------------------------- one instance, errors


_START = """
import sys
import time
from PySide6.QtCore import QCoreApplication, QSocketNotifier
from uitars_app.single import SingleInstance
application = QCoreApplication([])
single = SingleInstance()
print("ready", flush=True)
sys.stdin.readline()
took = single.take(patience=60)
print(took, flush=True)
if sys.argv[1:] == ["ends"]:
    time.sleep(0.2)
elif took:
    heard = QSocketNotifier(0, QSocketNotifier.Type.Read)
    heard.activated.connect(application.quit)
    application.exec()
single.close()
"""


def _start(*words: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", _START, *words],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


def test_a_second_instance_summons_the_first(qtbot: QtBot) -> None:
    first = SingleInstance()
    assert first.take()
    second = _start()
    with qtbot.waitSignal(first.summoned):
        _go_on(second)
    assert second.communicate()[0].split() == ["ready", "False"]
    first.close()
    third = SingleInstance()
    assert third.take()
    third.close()


def test_who_starts_while_the_first_one_ends_takes_its_place(qapp: QApplication) -> None:
    first, second = _start("ends"), SingleInstance()
    _go_on(first)
    assert [_line(first) for _ in range(2)] == ["ready", "True"]
    assert second.take(patience=60), (
        "one that serves no window any more was taken for one that shows it"
    )
    second.close()
    first.communicate()


def test_a_first_one_that_hangs_is_said(qapp: QApplication) -> None:
    first, second = SingleInstance(), SingleInstance()
    assert first.take()
    with pytest.raises(UsageError, match=f"process {os.getpid()}"):
        second.take(patience=0.2)
    first.close()


_HUNG = """
import sys
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QMessageBox
from uitars_app import __main__, assistant, single

made, timer, hung = assistant.make_application, QTimer(), []
single.SingleInstance.take.__defaults__ = (0.2,)

def look():
    for box in QApplication.topLevelWidgets():
        if isinstance(box, QMessageBox):
            print(box.text())
            box.accept()

def make(*given):
    application = made(*given)
    hung.append(single.SingleInstance())
    hung[0].take()
    timer.timeout.connect(look)
    timer.start(50)
    return application

assistant.make_application = make
raise SystemExit(__main__.main([]))
"""


def test_who_clicked_the_icon_sees_that_the_first_one_hangs(home: Path) -> None:
    (home / "config").mkdir(parents=True)
    (home / "config" / "app.json").write_text('{"language": "zh_CN"}')
    command = [sys.executable, "-X", "utf8", "-c", _HUNG]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 2
    assert "没有响应" in done.stdout
    assert done.stdout.strip() in done.stderr


def test_another_folder_for_temporary_files_makes_no_second_assistant(
    qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = SingleInstance(), SingleInstance()
    assert first.take()
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    with pytest.raises(UsageError):
        second.take(patience=0.1)
    first.close()


def test_who_was_killed_keeps_nobody_out(qapp: QApplication) -> None:
    first, second = _start(), SingleInstance()
    _go_on(first)
    assert [_line(first) for _ in range(2)] == ["ready", "True"]
    first.kill()
    first.communicate()
    assert second.take()
    second.close()


def test_a_state_folder_that_cannot_be_written_keeps_nobody_out(
    qapp: QApplication, home: Path
) -> None:
    home.parent.mkdir(exist_ok=True)
    home.write_text("in the way")
    only = SingleInstance()
    assert only.take()
    only.close()


def test_of_several_that_start_at_once_one_goes_on(home: Path) -> None:
    starts = [_start() for _ in range(5)]
    said = [_line(start) for start in starts]
    for start in starts:
        _go_on(start)
    took = [_line(start) for start in starts]
    for start in starts:
        start.communicate("\n")  # who goes on hears it, the others have ended
    assert said == ["ready"] * 5
    assert took.count("True") == 1, took


def _line(start: subprocess.Popen[str]) -> str:
    assert start.stdout is not None
    return start.stdout.readline().strip()


def _go_on(start: subprocess.Popen[str]) -> None:
    assert start.stdin is not None
    start.stdin.write("\n")
    start.stdin.flush()


@pytest.fixture
def boxes(qtbot: QtBot) -> Generator[list[QMessageBox]]:
    opened: list[QMessageBox] = []
    yield opened
    for box in opened:
        box.close()


def test_a_defect_is_written_down_and_the_person_told_where(
    boxes: list[QMessageBox], home: Path
) -> None:
    try:
        raise ValueError("a \u202e defect")
    except ValueError as error:
        boxes.append(crash.show_defect(None, error))
    log = home / "state" / "defects.log"
    assert str(log) in boxes[0].informativeText()
    assert "ValueError" in log.read_text()
    assert "Traceback" in boxes[0].detailedText()


def test_a_defect_that_cannot_be_written_down_is_shown(
    boxes: list[QMessageBox], home: Path
) -> None:
    home.mkdir()
    (home / "state").write_text("in the way")
    boxes.append(crash.show_defect(None, ValueError("a defect")))
    assert "could not be written down" in boxes[0].informativeText()
    assert "a defect" in boxes[0].detailedText()


def test_an_error_shows_its_title_and_its_hint_as_text(boxes: list[QMessageBox]) -> None:
    boxes.append(crash.show_error(None, UsageError("<b>No</b> such model.", "Choose another.")))
    assert boxes[0].text() == "<b>No</b> such model."
    assert boxes[0].informativeText() == "Choose another."


@pytest.mark.parametrize("error", [UsageError("No room."), ValueError("a defect")])
def test_what_no_code_caught_is_shown(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    for module in (sys, threading):
        monkeypatch.setattr(module, "excepthook", module.excepthook)
    crash.catch_defects(window)
    sys.excepthook(type(error), error, None)
    gc.collect()
    [box] = window.findChildren(QMessageBox)
    assert box.isVisible()
    box.close()


# --------------------------------------------------------------------------- pending answers


class Flag:
    def __init__(self, on: bool = False) -> None:
        self.on = on

    def is_set(self) -> bool:
        return self.on


@given(first=st.integers(), second=st.integers())
def test_only_the_first_answer_counts(first: int, second: int) -> None:
    pending: Pending[str, int] = Pending("how many?")
    assert pending.answer(first)
    assert not pending.answer(second)
    assert pending.wait(Flag()) == first


def test_nobody_is_waited_for_after_the_time_or_a_stop() -> None:
    late: Pending[str, int] = Pending("?", 0.0)
    assert late.wait(Flag()) is None
    assert not late.answer(1)
    stopped: Pending[str, int] = Pending("?")
    assert stopped.wait(Flag(on=True)) is None
    assert not stopped.open
