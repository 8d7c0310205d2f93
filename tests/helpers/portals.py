"""A session bus of a test's own with a desktop portal of the newer kind (portal_double.py)."""

from __future__ import annotations

import json
import signal
import subprocess
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from helpers.desks import until
from helpers.screens import PROGRAMS


class Portal:
    """The running portal, and what it was asked."""

    def __init__(self, address: str, log: Path, process: subprocess.Popen[bytes]) -> None:
        self.address = address
        self.process = process
        self._log = log

    @property
    def calls(self) -> list[dict[str, Any]]:
        """Every call so far, and each time that a person would be asked."""
        return [json.loads(line) for line in self._log.read_text().splitlines()]

    def asked(self, what: str) -> int:
        """How often a person would have been asked for this."""
        return sum(one.get("asked") == what for one in self.calls)

    def options(self, method: str) -> list[dict[str, Any]]:
        """What each call of a method was given."""
        return [one["options"] for one in self.calls if one.get("method") == method]

    def press(self) -> None:
        """The person presses the key that they gave."""
        self.process.send_signal(signal.SIGUSR1)

    def end(self) -> None:
        """The person ends what they allowed."""
        self.process.send_signal(signal.SIGUSR2)


@contextmanager
def session_bus(folder: Path) -> Generator[str]:
    """The address of a bus on which nothing is."""
    address = f"unix:path={folder / 'bus'}"
    command = ["dbus-daemon", "--session", "--nofork", f"--address={address}"]
    bus = subprocess.Popen(command, stderr=subprocess.DEVNULL)
    try:
        until(lambda: (folder / "bus").is_socket(), "the session bus")
        yield address
    finally:
        bus.terminate()
        bus.wait()


@contextmanager
def newer_portal(folder: Path, *, remember: bool = True) -> Generator[Portal]:
    """`remember`: whether the person lets their leave last."""
    log = folder / "portal.log"
    with session_bus(folder) as address:
        command = ["/usr/bin/python3", str(PROGRAMS / "portal_double.py"), str(log)]
        process = subprocess.Popen(
            [*command, *(["REMEMBER"] if remember else [])],
            env={"DBUS_SESSION_BUS_ADDRESS": address},
        )
        try:
            until(log.exists, "the portal")
            yield Portal(address, log, process)
        finally:
            process.terminate()
            process.wait()
