"""The programs that can be opened first, as their desktop entries name them."""

from __future__ import annotations

import os
from typing import NamedTuple

from uitars_runtime.applications import desktop_files


class Program(NamedTuple):
    """A program with a window."""

    name: str
    command: str


def installed() -> tuple[Program, ...]:
    """Each program that shows a window and stands in menus, once, by name."""
    found: dict[str, Program] = {}
    for item in desktop_files.installed(os.environ):
        if not item.hidden and not item.terminal:
            found.setdefault(item.name, Program(item.name, item.command()))
    return tuple(sorted(found.values(), key=lambda program: program.name.lower()))
