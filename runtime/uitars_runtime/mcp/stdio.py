"""A server as a child process: one message a line on its standard input and output."""

from __future__ import annotations

import contextlib
import os
import selectors
import shutil
import subprocess
import tempfile
import time
from collections.abc import Mapping, Sequence

from uitars_runtime.mcp.wire import McpError, Message, answer_server, decode, encode, notification

_LONGEST = 32 * 1024 * 1024
"""Bytes of one message."""
_GRACE_SECONDS = 2.0


class StdioTransport:
    """Starts the program; implements the client's `Transport`. For one thread."""

    def __init__(self, command: Sequence[str], environment: Mapping[str, str]) -> None:
        """Raises `McpError` where the program cannot be started."""
        program = shutil.which(command[0], path=environment.get("PATH"))
        if program is None:
            raise McpError(f"{command[0]} is not installed")
        self._log = tempfile.TemporaryFile()  # noqa: SIM115 - lives as long as the process
        try:
            self._process = subprocess.Popen(
                [program, *command[1:]],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._log,
                env=dict(environment),
            )
        except OSError as error:
            self._log.close()
            raise McpError(f"{program} cannot be started: {error.strerror}") from error
        if self._process.stdin is None or self._process.stdout is None:
            raise ValueError("the process has no pipes")
        self._into, self._from = self._process.stdin, self._process.stdout
        self._rest = bytearray()

    def request(self, message: Message, seconds: float) -> Message:
        """Send a request and wait for its answer. Raises `McpError`, `TimeoutError`."""
        deadline = time.monotonic() + seconds
        self.notify(message)
        while True:
            heard = decode(self._line(deadline))
            if heard.asks:
                self.notify(answer_server(heard))
            elif heard.id == message.id:
                return heard

    def notify(self, message: Message) -> None:
        """Send something that is not answered. Raises `McpError`."""
        try:
            self._into.write(encode(message) + b"\n")
            self._into.flush()
        except (BrokenPipeError, ValueError) as error:
            raise McpError(f"the server ended{self._last_words()}") from error

    def cancel(self, message: Message) -> None:
        """Tell the server that nobody waits for that answer any more."""
        self.notify(notification("notifications/cancelled", {"requestId": message.id}))

    def close(self) -> None:
        """Close its input, which asks it to end; after a moment it is made to."""
        with contextlib.suppress(BrokenPipeError):  # it may have ended before
            self._into.close()
        for end in (self._process.terminate, self._process.kill):
            try:
                self._process.wait(_GRACE_SECONDS)
                break
            except subprocess.TimeoutExpired:
                end()
        self._process.wait()
        self._from.close()
        self._log.close()

    def _line(self, deadline: float) -> bytes:
        with selectors.DefaultSelector() as selector:
            selector.register(self._from, selectors.EVENT_READ)
            while (end := self._rest.find(b"\n")) < 0:
                if len(self._rest) > _LONGEST:
                    raise McpError(f"it sent a message of more than {_LONGEST} bytes")
                if not selector.select(max(0.0, deadline - time.monotonic())):
                    raise TimeoutError
                piece = os.read(self._from.fileno(), 65536)
                if not piece:
                    raise McpError(f"the server ended{self._last_words()}")
                self._rest += piece
        line = bytes(self._rest[:end])
        del self._rest[: end + 1]
        return line

    def _last_words(self) -> str:
        """The end of what the program wrote to its standard error."""
        size = self._log.seek(0, os.SEEK_END)
        self._log.seek(max(0, size - 500))
        words = " ".join(self._log.read().decode(errors="replace").split())
        return f": {words}" if words else ""
