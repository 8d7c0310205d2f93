"""`uitars --self-test`: makes every page, looks for what is missing, saves a picture, and ends."""

from __future__ import annotations

import sys
import time
from pathlib import Path

from PySide6.QtCore import QEventLoop, QMessageLogContext, QTimer, QtMsgType, qInstallMessageHandler
from PySide6.QtWidgets import QApplication

from uitars_app.assistant import make_application
from uitars_app.background import Background
from uitars_app.context import Context
from uitars_app.history.index import Entry
from uitars_app.pages import PAGES
from uitars_app.pages.history import HistoryPage
from uitars_app.preferences import Language, ThemeChoice, open_preferences
from uitars_app.state import open_state
from uitars_app.theme import icons
from uitars_app.theme.theme import Theme
from uitars_app.widgets.room import clipped
from uitars_app.window import SIZE, MainWindow
from uitars_runtime.run_record import Asked, Ending, RunEnded

_PATIENCE = 20.0
"""Seconds for pictures and lists that are read beside the window to arrive."""
_QUIET_MS = 100
"""Without anything under way for so long, all have arrived: one may ask for another."""
LONG = [
    Entry(
        folder=Path(),
        task=f"Open the report of the year {year}, sort it by customer and save it as a copy",
        when="2026-01-01 10:00",
        model="nano",
        steps=120,
        seconds=5400.0,
        ended=RunEnded(ending, ending.exit_code, 120, 5400.0, None),
        under_way=False,
        asked=Asked(),
        text="",
    )
    for year, ending in enumerate(Ending, start=2001)
]
"""Runs as long and with as many words as they come, instead of those of this person."""


def run(screenshot: str, page: str, theme: ThemeChoice | None, language: Language | None) -> int:
    """Check the window; returns 0 when nothing is wrong, 1 else. Says on standard error what is.

    It uses the person's preferences and starts no run.
    """
    began = time.monotonic()
    said: list[str] = []

    def keep(_kind: QtMsgType, _context: QMessageLogContext, words: str) -> None:
        said.append(words)

    qInstallMessageHandler(keep)
    application = make_application([sys.argv[0]], language)
    preferences, state = open_preferences(), open_state()
    context = Context(preferences, state, Theme(application, theme or preferences.value.theme))
    window = MainWindow(context)
    window.resize(SIZE)
    window.show()
    problems = _look(window, [entry.key for entry in PAGES], began)
    problems += _look_for_room(window, context.background)
    page = page or PAGES[0].key
    if page not in [entry.key for entry in PAGES]:
        problems.append(f"there is no page {page!r}")
    else:
        window.show_page(page)
    if not settle(context.background):
        problems.append(f"what the page {page} shows was not read within {_PATIENCE:g} s")
    if screenshot and not window.grab().save(screenshot):
        problems.append(f"the picture cannot be saved to {screenshot}")
    window.hide()
    context.close()
    problems += [f"Qt says: {words}" for words in said]
    for problem in problems:
        sys.stderr.write(f"{problem}\n")
    sys.stdout.write("self-test: failed\n" if problems else "self-test: all well\n")
    return 1 if problems else 0


def _look(window: MainWindow, pages: list[str], began: float) -> list[str]:
    """Show every page once; what is wrong."""
    problems: list[str] = []
    _serve(0)
    if not window.isVisible():
        problems.append("the window does not show")
    sys.stdout.write(f"window after {time.monotonic() - began:.2f} s\n")
    for key in pages:
        window.show_page(key)
        _serve(0)
        if window.page.size().isEmpty():
            problems.append(f"the page {key} has no size")
    problems += [
        f"the icon {name} cannot be drawn"
        for name in icons.names()
        if icons.image(name, "#000000", 24).isNull()
    ]
    screen = QApplication.primaryScreen()
    sys.stdout.write(f"{len(pages)} pages, scale {screen.devicePixelRatio():g}\n")
    return problems


def _look_for_room(window: MainWindow, background: Background) -> list[str]:
    """What cannot be read for want of room, at the usual size and the smallest."""
    problems: list[str] = []
    for size in (SIZE, window.minimumSize()):
        window.resize(size)
        for entry in PAGES:
            window.show_page(entry.key)
            settle(background)
            if isinstance(window.page, HistoryPage):
                window.page.model.show_entries(LONG)
                _serve(0)
            problems += [
                f"{words} (page {entry.key}, {size.width()} wide)" for words in clipped(window)
            ]
    window.resize(SIZE)
    return problems


def settle(background: Background) -> bool:
    """Serve the window until all that it shows is there; False where that takes too long."""
    deadline = time.monotonic() + _PATIENCE
    while time.monotonic() < deadline:
        _serve(_QUIET_MS)
        if not background.busy:
            _serve(_QUIET_MS)
            if not background.busy:
                return True
    return False


def _serve(milliseconds: int) -> None:
    """Let Qt do what it has to, at least once, then for this long."""
    loop = QEventLoop()
    QTimer.singleShot(milliseconds, loop.quit)
    loop.exec()
