"""What the adb server of this machine is asked, in its own protocol (four hexadecimal digits of
length, a service, `OKAY` or `FAIL`).

The server is the one that the command `adb` uses, too; it is started by that command where it does
not run, and left running.
"""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
from collections.abc import Generator
from contextlib import contextmanager

import msgspec

from uitars_runtime.errors import DesktopError, UsageError

_PORT = 5037
_SECONDS = 20.0
_START_SECONDS = 30.0
_PIECE = 1 << 20


class AdbError(DesktopError):
    """The server says no, or hung up."""


class Listed(msgspec.Struct, frozen=True):
    """A device that the server knows."""

    serial: str
    state: str
    """`device` for one that can be worked."""


class AdbServer:
    """The server. Raises `UsageError` where adb is missing, `DesktopError` where it fails."""

    def __init__(self) -> None:
        self._address = _address()

    @property
    def place(self) -> str:
        """Its address."""
        return f"{self._address[0]}:{self._address[1]}"

    def devices(self) -> list[Listed]:
        """All that it knows."""
        lines = self.ask("host:devices").decode(errors="replace").splitlines()
        parts = (line.partition("\t") for line in lines if "\t" in line)
        return [Listed(serial, state) for serial, _, state in parts]

    def ask(self, service: str) -> bytes:
        """The answer to a question about the server or a device. Raises `AdbError`."""
        with self._connection() as connection:
            _request(connection, service)
            return _exactly(connection, int(_exactly(connection, 4), 16))

    def execute(self, serial: str, command: str) -> bytes:
        """What a command writes on a device, up to where it or the link ended. Raises `AdbError`
        where the device was not reached."""
        with self._connection() as connection:
            _request(connection, f"host:transport:{serial}")
            _request(connection, f"exec:{command}")
            found = bytearray()
            try:
                while more := connection.recv(_PIECE):
                    found += more
            except OSError:
                pass  # what came so far does not hold the end, which the caller looks for
            return bytes(found)

    @contextmanager
    def _connection(self) -> Generator[socket.socket]:
        try:
            connection = self._reached()
        except ConnectionRefusedError:
            self._start()
            try:
                connection = self._reached()
            except OSError as error:
                raise _no_server(str(error)) from error
        except OSError as error:
            raise _no_server(str(error)) from error
        with connection:
            try:
                yield connection
            except OSError as error:
                raise AdbError(f"the adb server hung up ({error})") from error

    def _reached(self) -> socket.socket:
        return socket.create_connection(self._address, _SECONDS)

    def _start(self) -> None:
        adb = shutil.which("adb")
        if adb is None:
            raise UsageError(
                "adb is not installed.",
                "On Debian or Ubuntu: apt install adb. Elsewhere: Android's platform tools.",
            )
        try:
            done = subprocess.run(
                [adb, "start-server"],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
                check=False,
                timeout=_START_SECONDS,
            )
        except (OSError, subprocess.TimeoutExpired) as error:
            raise _no_server(str(error)) from error
        if done.returncode:
            raise _no_server(done.stderr.decode(errors="replace").strip())


def _address() -> tuple[str, int]:
    """Where the command `adb` would look for it."""
    told = os.environ.get("ADB_SERVER_SOCKET", "")
    if told.startswith("tcp:"):
        host, _, port = told.removeprefix("tcp:").rpartition(":")
    else:
        host = os.environ.get("ANDROID_ADB_SERVER_ADDRESS", "")
        port = os.environ.get("ANDROID_ADB_SERVER_PORT", str(_PORT))
    if not port.isdecimal() or not 0 < int(port) < 1 << 16:
        raise UsageError(
            f"{port!r} is no port of an adb server.",
            "Look at ADB_SERVER_SOCKET and ANDROID_ADB_SERVER_PORT.",
        )
    return host or "127.0.0.1", int(port)


def _request(connection: socket.socket, service: str) -> None:
    data = service.encode()
    connection.sendall(b"%04x" % len(data) + data)
    answer = _exactly(connection, 4)
    if answer == b"FAIL":
        said = _exactly(connection, int(_exactly(connection, 4), 16))
        raise AdbError(" ".join(said.decode(errors="replace").split()))
    if answer != b"OKAY":
        raise AdbError("that is no adb server")


def _exactly(connection: socket.socket, count: int) -> bytes:
    found = b""
    while len(found) < count:
        more = connection.recv(count - len(found))
        if not more:
            raise AdbError("the adb server hung up")
        found += more
    return found


def _no_server(why: str) -> DesktopError:
    return DesktopError(
        f"The adb server cannot be reached: {why or 'it says nothing'}.", "Try: adb kill-server"
    )
