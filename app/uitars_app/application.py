"""Starts the assistant: puts the parts together in order and runs Qt's loop.

options, scale, platform      before Qt is loaded
QApplication, language, single instance
preferences, theme, crash handling
context, window               pages are made when they are looked at
"""

from __future__ import annotations

import argparse
import os
import socket
import sys
from pathlib import Path

from uitars_runtime.errors import UitarsError

_NO_DISPLAY = 2
_LEAST, _MOST = 1, 3
"""How much everything can be magnified."""


def main(options: argparse.Namespace) -> int:
    """Run the assistant until it is ended; returns the exit code of the process."""
    if options.scale:
        os.environ["QT_SCALE_FACTOR"] = str(options.scale)
    missing = _missing_display()
    if missing:
        if not options.self_test:
            sys.stderr.write(f"{missing}\n")
            return _NO_DISPLAY
        os.environ["QT_QPA_PLATFORM"] = "offscreen"
    if options.self_test:
        from uitars_app.selftest import run

        return run(options.screenshot, options.page, options.theme, options.language)
    from uitars_app import crash
    from uitars_app.assistant import Assistant, make_application
    from uitars_app.single import SingleInstance

    application = make_application([sys.argv[0]], options.language)
    single = SingleInstance()
    try:
        if not single.take():
            return 0  # the first one shows its window
    except UitarsError as error:
        if sys.stderr is None or not sys.stderr.isatty():  # started from a menu
            crash.show_error(None, error).exec()
        return _told(error)
    try:
        assistant = Assistant(application, single, theme=options.theme)
        return assistant.run(hidden=options.hidden)
    except UitarsError as error:
        return _told(error)


def _told(error: UitarsError) -> int:
    if sys.stderr is not None:  # as for a program of Windows without a console
        sys.stderr.write(f"{error}\n")
    return error.exit_code


def add_options(new: argparse.ArgumentParser) -> None:
    """The window's own options."""
    new.add_argument("--hidden", action="store_true", help="start in the tray")
    new.add_argument(
        "--self-test", action="store_true", help="start the window, check it, say so and end"
    )
    new.add_argument(
        "--screenshot", default="", metavar="FILE", help="with --self-test: save a picture of it"
    )
    new.add_argument("--page", default="", help="with --self-test: the page to show")
    new.add_argument("--theme", choices=("system", "light", "dark", "contrast"), help="colours")
    new.add_argument("--language", choices=("system", "en", "zh_CN"), help="language")
    new.add_argument("--scale", type=_scale, metavar="N", help="magnify everything, 1 to 3")


def _scale(text: str) -> float:
    """Raises `ValueError` or `ArgumentTypeError`."""
    number = float(text)
    if not _LEAST <= number <= _MOST:
        raise argparse.ArgumentTypeError(f"{text} is not from {_LEAST} to {_MOST}")
    return number


def _missing_display() -> str:
    """Why the window has nowhere to be shown: Qt would only abort. Empty where it has."""
    if sys.platform in ("darwin", "win32") or os.environ.get("QT_QPA_PLATFORM"):
        return ""
    wayland, display = os.environ.get("WAYLAND_DISPLAY"), os.environ.get("DISPLAY")
    if wayland and _is_served(Path(os.environ.get("XDG_RUNTIME_DIR", ""), wayland)):
        return ""
    if wayland and not display:
        return (
            f"The display {wayland} cannot be reached. Start uitars in a session that goes on; in a"
            " terminal from before it, set WAYLAND_DISPLAY as its programs have it."
        )
    if not display:
        return (
            "There is no desktop session here. Log in to one, or work on a task with:"
            ' uitars-run "TASK"'
        )
    from uitars_runtime.desktop.xserver import connect

    try:
        connect(display).close()
    except UitarsError as error:
        return str(error)
    return ""


def _is_served(path: Path) -> bool:
    """Whether anybody listens at a socket: one that is left of a session stays in its place."""
    with socket.socket(socket.AF_UNIX) as ours:
        try:
            ours.connect(str(path))
        except OSError:
            return False
    return True
