"""The programs that are installed, as their desktop entries name them."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import NamedTuple

_FIELD_CODE = re.compile(r"\s*%[a-zA-Z]")


class Program(NamedTuple):
    """A program with a window."""

    name: str
    command: str


def installed() -> tuple[Program, ...]:
    """Each program once, by name."""
    home = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    places = os.environ.get("XDG_DATA_DIRS") or "/usr/local/share:/usr/share"
    found: dict[str, Program] = {}
    for folder in (home, *map(Path, places.split(":"))):
        for file in sorted((folder / "applications").glob("*.desktop")):
            program = _read(file)
            if program is not None:
                found.setdefault(program.name, program)
    return tuple(sorted(found.values(), key=lambda program: program.name.lower()))


def _read(file: Path) -> Program | None:
    """The program of one entry; None for one without a window, hidden or unreadable."""
    try:
        lines = file.read_text("utf-8").splitlines()
    except (OSError, UnicodeDecodeError):
        return None
    entry: dict[str, str] = {}
    inside = False
    for line in lines:
        if line.startswith("["):
            inside = line.strip() == "[Desktop Entry]"
        elif inside and "=" in line:
            key, _, value = line.partition("=")
            entry.setdefault(key.strip(), value.strip())
    shown = entry.get("Type") == "Application" and "true" not in (
        entry.get("NoDisplay"), entry.get("Hidden"), entry.get("Terminal")
    )  # fmt: skip
    name, command = entry.get("Name", ""), _FIELD_CODE.sub("", entry.get("Exec", ""))
    return Program(name, command) if shown and name and command else None
