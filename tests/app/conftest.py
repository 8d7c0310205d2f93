"""The window in tests: no display, a home of its own, and nothing left behind.

Qt's warnings fail a test (`qt_log_level_fail` in pyproject.toml).
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Generator
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, Final

import pytest
from pytestqt.qtbot import QtBot
from pytestqt.wait_signal import SignalBlocker

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QCoreApplication, QEvent, QTimer, QTranslator
from PySide6.QtWidgets import QApplication, QWidget

from uitars_app import translation
from uitars_app.context import Context
from uitars_app.preferences import open_preferences
from uitars_app.state import open_state
from uitars_app.theme.theme import Theme

PATIENCE_MS: Final = 60_000
"""Milliseconds after which a test gives up; never a bound that is measured."""


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A place of its own for settings, state and records."""
    folder = tmp_path / "home"
    monkeypatch.setenv("UITARS_HOME", str(folder))
    return folder


@pytest.fixture
def europe() -> Generator[pytest.MonkeyPatch]:
    """Where summer begins on 29 March 2026 at two and ends on 25 October at three; to travel on."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TZ", "CET-1CEST,M3.5.0,M10.5.0/3")
        time.tzset()
        yield patch
    time.tzset()


@pytest.fixture(autouse=True)
def nothing_left(qapp: QApplication) -> Generator[None]:
    """Fails a test that leaves a window, a running timer or a thread."""
    threads = set(threading.enumerate())
    yield
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    windows = [window for window in QApplication.topLevelWidgets() if window.isVisible()]
    timers = [
        timer
        for window in QApplication.topLevelWidgets()
        for timer in window.findChildren(QTimer)
        if timer.isActive()
    ]
    left = [thread for thread in threading.enumerate() if thread not in threads]
    for window in windows:
        window.close()
    assert not windows, f"windows are left: {windows}"
    assert not timers, f"timers are left: {timers}"
    assert not left, f"threads are left: {left}"


class PatientBot(QtBot):
    """Waits for states as long as a busy machine needs; a state that does not come fails still."""

    def waitUntil(  # noqa: N802 - the library's name
        self, callback: Callable[[], bool | None], *, timeout: int = PATIENCE_MS
    ) -> None:
        super().waitUntil(callback, timeout=timeout)

    def waitSignal(  # noqa: N802 - the library's name
        self, signal: Any, *, timeout: int = PATIENCE_MS, **options: Any
    ) -> SignalBlocker:
        return super().waitSignal(signal, timeout=timeout, **options)

    def waitExposed(  # noqa: N802 - the library's name
        self, widget: QWidget, *, timeout: int = PATIENCE_MS
    ) -> AbstractContextManager[object]:
        return super().waitExposed(widget, timeout=timeout)


@pytest.fixture
def qtbot(qapp: QApplication, request: pytest.FixtureRequest) -> QtBot:
    """In place of the library's, which gives up after five seconds."""
    return PatientBot(request)


@pytest.fixture
def chinese(qapp: QApplication) -> Generator[None]:
    """The window's language."""
    translation.install(qapp, "zh_CN")
    yield
    for translator in qapp.findChildren(QTranslator):
        qapp.removeTranslator(translator)
        translator.deleteLater()


@pytest.fixture
def context(qapp: QApplication) -> Generator[Context]:
    """What every part of the window is made from; a light theme, English."""
    made = Context(open_preferences(), open_state(), Theme(qapp, "light"))
    yield made
    made.close()
    made.theme.deleteLater()
    made.deleteLater()
