"""A server as a child process: one message a line on its standard input and output."""

from __future__ import annotations

import contextlib
import os
import selectors
import shutil
import subprocess
import threading
import time
from collections.abc import Mapping, Sequence

from uitars_runtime.mcp.wire import (
    LONGEST,
    McpError,
    Message,
    answer_server,
    decode,
    encode,
    notification,
)

_NOTICE_SECONDS = 10.0
_GRACE_SECONDS = 2.0
_LAST_WORDS = 500


class StdioTransport:
    """Starts the program; implements the client's `Transport`. For one thread."""

    def __init__(self, command: Sequence[str], environment: Mapping[str, str]) -> None:
        """Raises `McpError` where the program cannot be started."""
        program = shutil.which(command[0], path=environment.get("PATH"))
        if program is None:
            raise McpError(f"{command[0]} is not installed")
        try:
            self._process = subprocess.Popen(
                [program, *command[1:]],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                env=dict(environment),
            )
        except OSError as error:
            raise McpError(f"{program} cannot be started: {error.strerror}") from error
        into, out, log = self._process.stdin, self._process.stdout, self._process.stderr
        if into is None or out is None or log is None:
            raise ValueError("the process has no pipes")
        self._into, self._from, self._log = into, out, log
        os.set_blocking(into.fileno(), False)
        self._rest = bytearray()
        self._words = b""
        self._listener = threading.Thread(target=self._listen, name="mcp log", daemon=True)
        self._listener.start()

    def request(self, message: Message, seconds: float) -> Message:
        """Send a request and wait for its answer. Raises `McpError`, `TimeoutError`."""
        deadline = time.monotonic() + seconds
        self._write(message, deadline)
        while True:
            heard = decode(self._line(deadline))
            if heard.asks:
                self._write(answer_server(heard), deadline)
            elif heard.id == message.id:
                return heard

    def notify(self, message: Message) -> None:
        """Send something that is not answered. Raises `McpError`."""
        try:
            self._write(message, time.monotonic() + _NOTICE_SECONDS)
        except TimeoutError as error:
            raise McpError(f"the server took no message in {_NOTICE_SECONDS:g} seconds") from error

    def cancel(self, message: Message) -> None:
        """Tell the server that nobody waits for that answer any more."""
        with contextlib.suppress(McpError):  # it may be why nobody waits
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

    def _write(self, message: Message, deadline: float) -> None:
        """A server need not read what it is sent. Raises `McpError`, `TimeoutError`."""
        left = memoryview(encode(message) + b"\n")
        try:
            with selectors.DefaultSelector() as selector:
                selector.register(self._into, selectors.EVENT_WRITE)
                while left:
                    if not selector.select(_left(deadline)):
                        raise TimeoutError
                    left = left[os.write(self._into.fileno(), left[:65536]) :]
        except (BrokenPipeError, ValueError) as error:
            raise McpError(f"the server ended{self._last_words()}") from error

    def _line(self, deadline: float) -> bytes:
        with selectors.DefaultSelector() as selector:
            selector.register(self._from, selectors.EVENT_READ)
            while (end := self._rest.find(b"\n")) < 0:
                if len(self._rest) > LONGEST:
                    raise McpError(f"it sent a message of more than {LONGEST} bytes")
                if not selector.select(_left(deadline)):
                    raise TimeoutError
                piece = os.read(self._from.fileno(), 65536)
                if not piece:
                    raise McpError(f"the server ended{self._last_words()}")
                self._rest += piece
        _left(deadline)
        line = bytes(self._rest[:end])
        del self._rest[: end + 1]
        return line

    def _listen(self) -> None:
        """Keep the end of what the program writes to its standard error."""
        with self._log:
            while piece := os.read(self._log.fileno(), 65536):
                self._words = (self._words + piece)[-_LAST_WORDS:]

    def _last_words(self) -> str:
        self._listener.join(_GRACE_SECONDS)
        words = " ".join(self._words.decode(errors="replace").split())
        return f": {words}" if words else ""


def _left(deadline: float) -> float:
    """Seconds until then. Raises `TimeoutError` where there are none: a server that never stops
    speaking is ready at every look."""
    left = deadline - time.monotonic()
    if left <= 0:
        raise TimeoutError
    return left
