"""Errors that reach the window: those meant for a person, and defects of ours with what to do.

A defect is written to a log file with its traceback; nothing is sent anywhere.
"""

from __future__ import annotations

import datetime
import sys
import threading
import traceback
from pathlib import Path
from types import TracebackType

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QMessageBox, QWidget

from uitars_app.reasons import reason_words
from uitars_app.widgets.question import plain_box
from uitars_runtime import __version__, paths
from uitars_runtime.errors import UitarsError

_KEPT_BYTES = 1 << 20


def show_error(parent: QWidget | None, error: UitarsError) -> QMessageBox:
    """What happened and what to do about it; does not wait for the person."""
    title, hint = reason_words(error.title), reason_words(error.hint)
    box = plain_box(parent, QMessageBox.Icon.Warning, title, hint)
    box.open()
    return box


def show_defect(parent: QWidget | None, error: BaseException) -> QMessageBox:
    """A defect of ours: what happened, where it is written down, and what to do."""
    translate = QCoreApplication.translate
    try:
        hint = translate(
            "Defect",
            "The window goes on. If it behaves oddly, quit and start it again; no recorded step is"
            " lost. The details are in {file}; please add them when you report this.",
        ).format(file=write_down(error))
    except OSError as unwritable:
        hint = translate(
            "Defect",
            "The window goes on. If it behaves oddly, quit and start it again. The details could"
            " not be written down ({0}); they are shown here only.",
        ).format(unwritable.strerror or unwritable)
    title = translate("Defect", "Something went wrong inside the assistant.")
    box = plain_box(parent, QMessageBox.Icon.Critical, title, hint)
    box.setDetailedText("".join(traceback.format_exception(error)))
    box.open()
    return box


def write_down(error: BaseException) -> Path:
    """Append a defect to the log and return its path. Raises `OSError`."""
    log = paths.state_folder() / "defects.log"
    log.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    if log.exists() and log.stat().st_size > _KEPT_BYTES:
        log.replace(log.with_suffix(".old.log"))
    instant = datetime.datetime.now().astimezone().isoformat(timespec="seconds")
    with log.open("a", encoding="utf-8", errors="backslashreplace") as file:
        file.write(f"--- {instant} uitars {__version__}\n")
        file.writelines(traceback.format_exception(error))
    return log


def catch_defects(window: QWidget) -> None:
    """Show what no code caught, wherever Qt called it from, and go on. `window` keeps what is
    shown: a dialog of nobody would be gone at once."""

    def hook(_kind: type[BaseException], error: BaseException, _at: TracebackType | None) -> None:
        if isinstance(error, UitarsError):
            show_error(window, error)
        else:
            show_defect(window, error)

    def in_thread(caught: threading.ExceptHookArgs) -> None:
        # A dialog belongs to the window's thread; the log can be written from any.
        if caught.exc_value is not None:
            write_down(caught.exc_value)

    sys.excepthook = hook
    threading.excepthook = in_thread
