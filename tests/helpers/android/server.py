"""Debian's real adb server, a port and a key of its own for each test."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import pytest

from helpers.desks import until

needs_adb = pytest.mark.skipif(shutil.which("adb") is None, reason="adb is not installed")


class Adb:
    """A server, and its command."""

    def __init__(self, port: int, folder: Path) -> None:
        self.port = port
        self.environment = {
            "PATH": os.environ["PATH"],
            "HOME": str(folder),
            "ANDROID_SDK_HOME": str(folder),
            "ANDROID_ADB_SERVER_PORT": str(port),
            "ADB_LOCAL_TRANSPORT_MAX_PORT": "5554",
        }

    def __call__(self, *words: str) -> str:
        done = subprocess.run(
            ["adb", *words], env=self.environment, check=False, capture_output=True, text=True
        )
        return done.stdout + done.stderr

    def connect(self, serial: str) -> None:
        """Have the server reach a device, and wait until it has."""
        said = self("connect", serial)
        until(lambda: f"{serial}\tdevice" in self("devices"), f"{serial} is there: {said}")


@contextmanager
def adb_server(folder: Path, patch: pytest.MonkeyPatch) -> Generator[Adb]:
    """A server that this process' own children find as well."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    adb = Adb(port, folder)
    for name, value in adb.environment.items():
        patch.setenv(name, value)
    process = subprocess.Popen(
        ["adb", "server", "nodaemon"],
        env=adb.environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        # Before it listens, the command `adb` would start another one.
        until(lambda: _listens(port), "adb's server listens")
        yield adb
    finally:
        process.terminate()
        process.wait()


def _listens(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port)).close()
    except ConnectionRefusedError:
        return False
    return True
