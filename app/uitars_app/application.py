"""Starts the assistant: puts the parts together in order and runs Qt's loop.

options, scale, platform      before Qt is loaded
QApplication, crash handling, single instance
preferences, language, theme
context, window               pages are made when they are looked at
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence

from uitars_runtime import __version__
from uitars_runtime.errors import UitarsError

_NO_DISPLAY = 2


def main(argv: Sequence[str]) -> int:
    """Run the assistant until it is ended; returns the exit code of the process."""
    options = parser().parse_args(argv)
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
    from uitars_app.assistant import Assistant, make_application
    from uitars_app.single import SingleInstance

    try:
        application = make_application([sys.argv[0]])
        single = SingleInstance()
        if not single.take():
            return 0  # the first one shows its window
        assistant = Assistant(application, single, theme=options.theme, language=options.language)
        return assistant.run(hidden=options.hidden)
    except UitarsError as error:
        sys.stderr.write(f"{error}\n")
        return error.exit_code


def parser() -> argparse.ArgumentParser:
    """The options of `uitars` without a sub-command."""
    new = argparse.ArgumentParser(prog="uitars", allow_abbrev=False)
    new.add_argument("--version", action="version", version=f"uitars {__version__}")
    add_options(new)
    return new


def add_options(new: argparse.ArgumentParser) -> None:
    """The window's own options."""
    new.add_argument("--hidden", action="store_true", help="start in the tray")
    new.add_argument(
        "--self-test", action="store_true", help="start the window, check it, say so and end"
    )
    new.add_argument(
        "--screenshot", default="", metavar="FILE", help="with --self-test: save a picture of it"
    )
    new.add_argument("--page", default="task", help="with --self-test: the page to show")
    new.add_argument("--theme", choices=("system", "light", "dark", "contrast"), help="colours")
    new.add_argument("--language", choices=("system", "en", "zh_CN"), help="language")
    new.add_argument("--scale", type=float, metavar="N", help="magnify everything, 1 to 3")


def _missing_display() -> str:
    """Why the window has nowhere to be shown: Qt would only abort. Empty where it has."""
    if sys.platform in ("darwin", "win32") or os.environ.get("QT_QPA_PLATFORM"):
        return ""
    if os.environ.get("WAYLAND_DISPLAY"):
        return ""
    display = os.environ.get("DISPLAY")
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
