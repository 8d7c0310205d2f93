"""Files that grow by lines, whose writer may be killed in the middle of one: whole lines count."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path


def whole_lines(path: Path) -> list[bytes]:
    """What was written whole. Raises `OSError`."""
    return path.read_bytes().split(b"\n")[:-1]


def append_lines(path: Path, lines: Iterable[bytes]) -> int:
    """Write lines behind the last whole one; how many. Raises `OSError`."""
    count = 0
    with path.open("a+b") as file:
        size = file.seek(0, os.SEEK_END)
        file.seek(max(0, size - 1))
        if size and file.read() != b"\n":
            file.seek(0)
            file.truncate(file.read().rfind(b"\n") + 1)
        for count, line in enumerate(lines, 1):  # noqa: B007
            file.write(line + b"\n")
    return count
