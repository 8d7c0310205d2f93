"""The end of the assistant: by its own question, and from outside."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QMessageBox
from pytestqt.qtbot import QtBot

from helpers.desks import PATIENCE
from helpers.full_disk import small_disk
from helpers.runs import write_run
from uitars_app.assistant import Assistant
from uitars_app.pages.task import TaskPage
from uitars_app.runs.runner import Runner
from uitars_app.single import SingleInstance
from uitars_app.state import open_state
from uitars_runtime.config import Settings
from uitars_runtime.control import Control
from uitars_runtime.errors import Stopped
from uitars_runtime.run import Request

if TYPE_CHECKING:
    from uitars_app.runs.questions import Questions

_GIVEN_UP = 3
_SHOWN = """
import os
import signal
import sys

from PySide6.QtCore import QTimer
from uitars_app.assistant import Assistant, make_application
from uitars_app.single import SingleInstance

assistant = Assistant(make_application(["uitars"]), SingleInstance())
QTimer.singleShot(0, lambda: print("up", flush=True))
if sys.argv[1:] == ["early"]:
    assistant._welcome = lambda: os.kill(os.getpid(), signal.SIGTERM)
raise SystemExit(assistant.run())
"""


def _until_stopped(
    _runner: Runner, _request: Request, _questions: Questions, control: Control, _annotate: bool
) -> NoReturn:
    while not control.is_set():
        time.sleep(0.01)
    raise Stopped


def test_stop_and_quit_ends_where_there_is_no_tray(
    qapp: QApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Runner, "_iterate", _until_stopped)
    assistant = Assistant(qapp, SingleInstance())
    assert not assistant.tray.available
    assistant.window.show()
    assistant.context.runner.start(Request(task="x", settings=Settings()))

    def answer() -> None:
        assistant.window.close()
        box = assistant.window.findChild(QMessageBox)
        assert isinstance(box, QMessageBox)
        next(button for button in box.buttons() if button.text() == "Stop and quit").click()

    QTimer.singleShot(0, answer)
    giving_up = QTimer(interval=int(1e3 * PATIENCE), singleShot=True)
    giving_up.timeout.connect(lambda: qapp.exit(_GIVEN_UP))
    giving_up.start()
    assert qapp.exec() == 0
    giving_up.stop()
    assistant.close()
    assistant.deleteLater()


def test_who_quits_twice_is_asked_once(
    qtbot: QtBot, qapp: QApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Runner, "_iterate", _until_stopped)
    assistant = Assistant(qapp, SingleInstance())
    window = assistant.window
    assistant.context.runner.start(Request(task="x", settings=Settings()))
    for _ in range(2):
        for _ in range(2):
            assistant.tray.quit_wanted.emit()
        (box,) = window.findChildren(QMessageBox)
        next(button for button in box.buttons() if button.text() == "Go on").click()
        qtbot.waitUntil(lambda: not window.findChildren(QMessageBox))
    assistant.tray.quit_wanted.emit()
    assistant.context.runner.stop()  # once it is over there is nothing to ask
    qtbot.waitUntil(lambda: not window.findChildren(QMessageBox))
    assistant.close()
    assistant.deleteLater()


@pytest.mark.parametrize("deleted", [True, False])
def test_a_run_that_was_cut_off_is_shown_where_it_still_is(
    qtbot: QtBot, qapp: QApplication, tmp_path: Path, deleted: bool
) -> None:
    run = tmp_path / "20260102-030405-006-0a0b0c0d"
    if not deleted:
        write_run(run, end=False)
    open_state().change(running=str(run))
    assistant = Assistant(qapp, SingleInstance())
    failed: list[object] = []
    assistant.context.background.failed.connect(failed.append)
    assistant._report_interrupted()
    qtbot.waitUntil(lambda: not assistant.context.background.busy)
    page = assistant.window.page
    assert isinstance(page, TaskPage)
    qtbot.waitUntil(lambda: page.model.folder == (Path() if deleted else run))
    assert not failed
    assistant.close()
    assistant.deleteLater()


@pytest.mark.skipif(sys.platform == "win32", reason="needs bubblewrap")
def test_after_a_crash_it_starts_on_a_full_disk_too(tmp_path: Path) -> None:
    home = tmp_path / "small"
    mounted = small_disk(home, 200_000)
    if mounted is None:
        pytest.skip("no disk can be mounted here")
    state = '{"running": "/gone"}'
    script = """
mkdir "$1/state"; echo "$2" > "$1/state/app.json"; cat /dev/zero > "$1/fill"; exec "$3" -c "$4"
"""
    command = [*mounted, "sh", "-c", script, "sh", str(home), state, sys.executable, _SHOWN]
    environment = {**os.environ, "UITARS_HOME": str(home), "QT_QPA_PLATFORM": "offscreen"}
    with subprocess.Popen(
        command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        up = process.stdout.readline()
        process.terminate()
        assert up == "up\n", process.communicate()[1]


@pytest.mark.skipif(sys.platform == "win32", reason="no such signals")
@pytest.mark.parametrize("number", ["SIGTERM", "SIGINT", "SIGHUP"])
def test_a_signal_ends_it_in_order(home: Path, number: str) -> None:
    environment = {**os.environ, "UITARS_HOME": str(home), "QT_QPA_PLATFORM": "offscreen"}
    command = [sys.executable, "-c", _SHOWN]
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "up\n"
        process.send_signal(getattr(signal, number))
        assert process.wait(60) == 0
    assert open_state().value.geometry, "what is remembered at the end was written"


@pytest.mark.skipif(sys.platform == "win32", reason="no such signals")
def test_a_signal_while_it_starts_ends_it_in_order(home: Path) -> None:
    environment = {**os.environ, "UITARS_HOME": str(home), "QT_QPA_PLATFORM": "offscreen"}
    command = [sys.executable, "-c", _SHOWN, "early"]
    ended = subprocess.run(command, env=environment, capture_output=True, timeout=60, check=False)
    assert ended.returncode == 0, ended.stderr
    assert open_state().value.geometry, "what is remembered at the end was written"
