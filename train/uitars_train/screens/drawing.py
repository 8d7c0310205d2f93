"""Processes that draw plans with toolkits of their own on a private X display.

A worker is a script that reads one request a line on its standard input, shows the window at the
upper left corner of its display, and answers with one line and the pixels of the whole display.
"""

from __future__ import annotations

import contextlib
import os
import subprocess
import tempfile
from collections.abc import Sequence
from typing import IO

import msgspec
import numpy as np
from numpy.typing import NDArray

from uitars_runtime.element import Element
from uitars_runtime.errors import UsageError
from uitars_runtime.types import Box
from uitars_train.screens import plan

SCREEN = (1600, 1000)
"""Width and height of the private display."""


class Request(msgspec.Struct, frozen=True):
    """What a worker is asked to draw."""

    window: plan.Window
    icons: dict[str, str]
    """PNG files by `meaning@size`."""
    look: dict[str, str | int | float | bool]
    """The worker's own settings: theme, font, colours."""
    width: int
    height: int
    """The least size of the window."""


class Popup(msgspec.Struct, frozen=True):
    """An open menu or list over the window."""

    box: Box
    elements: tuple[Element, ...]


class Drawing(msgspec.Struct, frozen=True):
    """What a worker answers; all boxes are in pixels of its display."""

    box: Box
    """The window."""
    elements: tuple[Element, ...]
    popups: tuple[Popup, ...] = ()
    has_title: bool = False
    """The window draws a title bar of its own."""


class Worker:
    """One display and one drawing process; both end with `close`."""

    def __init__(self, command: Sequence[str], missing: str) -> None:
        """`missing`: the hint for a person when the script cannot start."""
        self._missing = missing
        with contextlib.ExitStack() as stack:
            self._start(stack, command)
            self._stack = stack.pop_all()

    def _start(self, stack: contextlib.ExitStack, command: Sequence[str]) -> None:
        try:
            display = _start_display(stack)
            environment = {**os.environ, "DISPLAY": display, "NO_AT_BRIDGE": "1"}
            environment.pop("WAYLAND_DISPLAY", None)
            self._log: IO[bytes] = stack.enter_context(tempfile.TemporaryFile())  # noqa: SIM115
            self._process = stack.enter_context(
                subprocess.Popen(
                    list(command),
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=self._log,
                    env=environment,
                )
            )
            stack.callback(self._process.kill)
        except FileNotFoundError as error:
            raise UsageError(f"{error.filename} is not installed.", self._missing) from error

    def draw(self, request: Request) -> tuple[Drawing, NDArray[np.uint8]]:
        """The answer and the display's pixels, (height, width, 3), red green blue.

        Raises `UsageError` with the worker's last words when it died.
        """
        reader, writer = self._process.stdout, self._process.stdin
        if reader is None or writer is None:
            raise ValueError("the worker was started without pipes")
        width, height = SCREEN
        line = data = b""
        try:
            writer.write(msgspec.json.encode(request) + b"\n")
            writer.flush()
            line = reader.readline()
            data = reader.read(width * height * 3) if line else b""
        except BrokenPipeError:
            pass  # The process is gone; what it said last is told below.
        if len(data) != width * height * 3:
            raise UsageError(f"A drawing process died: {self._last_words()}", self._missing)
        pixels = np.frombuffer(data, np.uint8).reshape(height, width, 3)
        return msgspec.json.decode(line, type=Drawing), pixels

    def _last_words(self) -> str:
        self._log.seek(0)
        return self._log.read().decode(errors="replace").strip()[-600:]

    def close(self) -> None:
        """Ends the process and its display."""
        self._stack.close()


def _start_display(stack: contextlib.ExitStack) -> str:
    """Starts an X server of our own until the stack is closed; its display."""
    # With `-terminate` the server goes with its last client, also when this process was killed.
    reader, writer = os.pipe()
    width, height = SCREEN
    server = stack.enter_context(
        subprocess.Popen(
            [
                *("Xvfb", "-displayfd", str(writer), "-screen", "0", f"{width}x{height}x24"),
                *("-nolisten", "tcp", "-terminate", "-dpi", "96"),
            ],
            pass_fds=(writer,),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
    )
    stack.callback(server.terminate)
    os.close(writer)
    with os.fdopen(reader) as numbers:
        number = numbers.readline().strip()
    if not number:
        raise UsageError("Xvfb did not start.", "Install xvfb.")
    return f":{number}"
