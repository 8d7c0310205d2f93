"""Windows programs under Wine, on an X display and in a folder of their own."""

from __future__ import annotations

import itertools
import os
import subprocess
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path


class Wine:
    """One Wine prefix: what Windows keeps, below `folder`."""

    def __init__(self, folder: Path, display: str) -> None:
        self.drive = folder / "drive_c"
        self._desktops: list[subprocess.Popen[str]] = []
        self._numbers = itertools.count()
        hidden = {"UITARS_HOME", "PYTHONPATH", "WAYLAND_DISPLAY"}
        kept = {name: value for name, value in os.environ.items() if name not in hidden}
        self._environment = {
            **kept,
            "DISPLAY": display,
            "WINEPREFIX": str(folder),
            "WINEARCH": "win64",
            "WINEDEBUG": "-all",
            # Offers to download what .NET programs and pages need.
            "WINEDLLOVERRIDES": "mscoree,mshtml=",
        }

    def run(self, *words: str, seconds: float = 300) -> subprocess.CompletedProcess[str]:
        """A program until it ends. Python under Wine starts with pipes only, not with files."""
        return subprocess.run(
            ["wine", *words],
            env=self._environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            encoding="utf-8",
            errors="replace",
            timeout=seconds,
            check=False,
        )

    def on_a_desktop(self, *words: str) -> str:
        """The first line that a program writes which works on a desktop of its own. The desktop
        stays for as long as programs show windows there."""
        desktop = subprocess.Popen(
            ["wine", "explorer", f"/desktop=work{next(self._numbers)},1280x800", *words],
            env=self._environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            encoding="utf-8",
        )
        self._desktops.append(desktop)
        assert desktop.stdout is not None
        return desktop.stdout.readline()

    @property
    def registry(self) -> str:
        """What Windows keeps of the person. It is written when the last program has ended, so all
        are ended first."""
        self.close()
        return (self.drive.parent / "user.reg").read_text(errors="replace")

    def close(self) -> None:
        while self._desktops:
            desktop = self._desktops.pop()
            desktop.kill()
            desktop.communicate()
        subprocess.run(["wineserver", "-k"], env=self._environment, check=False, timeout=60)


@contextmanager
def wine(folder: Path) -> Generator[Wine]:
    """A new prefix."""
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", "1", "-screen", "0", "1280x800x24", "-nolisten", "tcp"],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    try:
        assert server.stdout is not None
        made = Wine(folder, f":{server.stdout.readline().strip()}")
        try:
            made.run("wineboot", "-i")
            yield made
        finally:
            made.close()
    finally:
        server.kill()
        server.communicate()


def as_seen_there(path: Path) -> str:
    """A path of this machine as Windows programs name it."""
    return "Z:" + str(path).replace("/", "\\")
