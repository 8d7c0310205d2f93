"""What every command does alike: an error of ours becomes words for a person, or a line of JSON for
a program that asked for JSON, and an exit code."""

from __future__ import annotations

import argparse
import contextlib
import errno
import io
import os
import select
import sys
from collections.abc import Callable
from typing import Final

import msgspec

from uitars_runtime.cli.formats import TEXT
from uitars_runtime.errors import ErrorMessage, Stopped, UitarsError
from uitars_runtime.paths import HOME_VARIABLE

_UNREAD: Final = 128 + 13
"""As if SIGPIPE had ended it."""
_FULL: Final = frozenset({errno.ENOSPC, errno.EDQUOT})
_BARRED: Final = frozenset({errno.EROFS, errno.EACCES})


def run_command(
    command: Callable[[argparse.Namespace], int | None], arguments: argparse.Namespace
) -> int:
    """Do what was asked; returns its exit code (none means 0), or that of the error, which standard
    error says."""
    _open_closed()
    _write_unicode()
    try:
        return piped(lambda: command(arguments) or 0)
    except KeyboardInterrupt:
        return Stopped.exit_code
    except UitarsError as error:
        if getattr(arguments, "output_format", TEXT) == TEXT:
            _complain(error)
        else:
            sys.stderr.write(_as_line(error))
        return error.exit_code


def piped(work: Callable[[], int]) -> int:
    """What it returns; or what a pipeline says of a program whose reader has enough. Raises
    `UitarsError` where a disk is full or takes nothing."""
    try:
        code = work()
        if sys.stdout is not None:
            sys.stdout.flush()
        return code
    except BrokenPipeError:
        if sys.platform == "win32" or sys.stdout is None or not _unread():
            raise
        _write_nowhere()
        return _UNREAD
    except SystemExit as end:
        # This is how rich ends a program whose reader has enough.
        if not isinstance(end.__context__, BrokenPipeError):
            raise
        return _UNREAD
    except OSError as error:
        if error.errno in _BARRED and error.filename is not None:
            raise UitarsError(
                f"{error.filename} cannot be used: {error.strerror}.",
                f"{HOME_VARIABLE}=DIR keeps runs, settings and marks elsewhere.",
            ) from error
        if error.errno not in _FULL:
            raise
        if sys.stdout is not None:
            with contextlib.suppress(OSError):
                sys.stdout.flush()
            _write_nowhere()
        raise UitarsError("The disk is full.", "Free some space and try again.") from error


def _write_nowhere() -> None:
    """What is left of the output is for nobody."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _unread() -> bool:
    """Whether the pipe that broke was standard output."""
    looked = select.poll()
    looked.register(sys.stdout, 0)
    return any(event & select.POLLERR for _, event in looked.poll(0))


def _open_closed() -> None:
    """A stream that whoever started this had closed is an empty one: what is opened next would
    take its number, and programs of ours would be started without it."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            stream = open(os.devnull, mode, encoding="utf-8")  # noqa: SIM115 - as long as we live
            os.set_inheritable(stream.fileno(), True)
            setattr(sys, name, stream)


def _write_unicode() -> None:
    """What is piped or kept in a file is UTF-8: Windows would take an old code page, a locale may
    know few signs. A terminal of such a locale gets a mark for each that it does not know."""
    for stream in (sys.stdout, sys.stderr):
        if not isinstance(stream, io.TextIOWrapper) or stream.encoding.lower() == "utf-8":
            continue
        if sys.platform != "win32" and stream.isatty():
            stream.reconfigure(errors="replace")
        else:
            stream.reconfigure(encoding="utf-8", errors=stream.errors)


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
