"""What every command does alike: an error of ours becomes words for a person, or a line of JSON for
a program that asked for JSON, and an exit code."""

from __future__ import annotations

import argparse
import io
import os
import select
import sys
from collections.abc import Callable
from typing import Final

import msgspec

from uitars_runtime.cli.formats import TEXT
from uitars_runtime.errors import ErrorMessage, UitarsError

_UNREAD: Final = 128 + 13
"""As if SIGPIPE had ended it."""


def run_command(
    command: Callable[[argparse.Namespace], int | None], arguments: argparse.Namespace
) -> int:
    """Do what was asked; returns its exit code (none means 0), or that of the error, which standard
    error says."""
    _write_unicode()
    try:
        return piped(lambda: command(arguments) or 0)
    except UitarsError as error:
        if getattr(arguments, "output_format", TEXT) == TEXT:
            _complain(error)
        else:
            sys.stderr.write(_as_line(error))
        return error.exit_code


def piped(work: Callable[[], int]) -> int:
    """What it returns; or what a pipeline says of a program whose reader has enough."""
    try:
        code = work()
        if sys.stdout is not None:
            sys.stdout.flush()
        return code
    except BrokenPipeError:
        if sys.platform == "win32" or sys.stdout is None or not _unread():
            raise
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # for what is left of it
        return _UNREAD


def _unread() -> bool:
    """Whether the pipe that broke was standard output."""
    looked = select.poll()
    looked.register(sys.stdout, 0)
    return any(event & select.POLLERR for _, event in looked.poll(0))


def _write_unicode() -> None:
    """What is piped or kept in a file is UTF-8: Windows would take an old code page."""
    if sys.platform != "win32":
        return
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8")


def _as_line(error: UitarsError) -> str:
    """One error for a program, as one of our own is told of it."""
    from uitars_runtime.export.words import printable

    told = ErrorMessage.of(error)
    # What it quotes, such as the name of a file, may be no text.
    title, hint = printable(told.title, lines=True), printable(told.hint, lines=True)
    told = msgspec.structs.replace(told, title=title, hint=hint)
    return f"{msgspec.json.encode(told).decode()}\n"


def _complain(error: UitarsError) -> None:
    """One error for a person, on standard error; no line of it is broken unless by a terminal."""
    from rich.console import Console
    from rich.text import Text

    from uitars_runtime.export.words import printable

    console = Console(stderr=True, highlight=False)
    as_written = not console.is_terminal
    console.print(Text(printable(error.title, lines=True), style="bold red"), soft_wrap=as_written)
    if error.hint:
        console.print(Text(printable(error.hint, lines=True)), soft_wrap=as_written)
