"""The server on standard input and output, for a program that started it."""

from __future__ import annotations

import contextlib
import queue
import threading
from collections.abc import Iterator
from typing import BinaryIO

from msgspec import UNSET

from uitars_runtime.control import Control
from uitars_runtime.mcp.server import McpServer
from uitars_runtime.mcp.wire import (
    LONGEST,
    PARSE_ERROR,
    McpError,
    Message,
    decode,
    encode,
    refusal,
)
from uitars_runtime.stopping import HEARD


class StdioService:
    """Reads beside the work, so that a call can be cancelled and a ping is answered at once."""

    def __init__(self, server: McpServer, into: BinaryIO, out: BinaryIO) -> None:
        self._server = server
        self._into = into
        self._out = out
        self._writing = threading.Lock()
        self._waiting: queue.SimpleQueue[Message | None] = queue.SimpleQueue()
        self._running: tuple[object, Control] = (UNSET, Control())
        self._cancelled: set[object] = set()
        self._state = threading.Lock()

    def serve(self) -> None:
        """Answer until the input ends; what is still running then is stopped."""
        threading.Thread(target=self._read, name="mcp input", daemon=True).start()
        while (message := self._next()) is not None:
            control = Control()
            with self._state:
                cancelled = message.id in self._cancelled
                self._running = (message.id, control)
            if cancelled:
                continue
            answer = self._server.answer(message, control)
            with self._state:
                cancelled = message.id in self._cancelled
                self._running = (UNSET, control)
            if answer is not None and not cancelled:
                self._write(answer)

    def _next(self) -> Message | None:
        while True:
            with contextlib.suppress(queue.Empty):
                return self._waiting.get(timeout=HEARD)

    def _read(self) -> None:
        for line in self._lines():
            if not line.strip():
                continue
            try:
                if len(line) > LONGEST:
                    raise McpError(f"it sent a message of more than {LONGEST} bytes")
                message = decode(line)
            except McpError as error:
                self._write(refusal(None, PARSE_ERROR, str(error)))
                continue
            if message.method == "notifications/cancelled":
                self._cancel(message)
            elif message.method == "ping":
                answer = self._server.answer(message, Control())
                if answer is not None:
                    self._write(answer)
            else:
                self._waiting.put(message)
        with self._state:
            self._running[1].stop()
        self._waiting.put(None)

    def _lines(self) -> Iterator[bytes]:
        """Of one that is too long only the beginning."""
        whole = True
        while line := self._into.readline(LONGEST + 2):
            if whole:
                yield line
            whole = line.endswith(b"\n")

    def _cancel(self, message: Message) -> None:
        number = (message.params or {}).get("requestId")
        with self._state:
            if isinstance(number, int | str):
                self._cancelled.add(number)
                if self._running[0] == number:
                    self._running[1].stop()

    def _write(self, message: Message) -> None:
        with self._writing:
            try:
                self._out.write(encode(message) + b"\n")
                self._out.flush()
            except BrokenPipeError:
                return  # nobody reads any more; the end of the input ends the service
