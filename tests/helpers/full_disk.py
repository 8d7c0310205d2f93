"""Runs and checkpoints that are written until a small file system is full; bubblewrap mounts it
unprivileged."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import msgspec

from uitars_runtime.journal import Record, read_record

TESTS = Path(__file__).parent.parent
WRITER = TESTS / "helpers" / "journal_writer.py"
_SCRIPT = '"$1" "$2" "$3/run" 1000000; cp -r "$3/run" "$4"'


class Filled(msgspec.Struct, frozen=True):
    """What the writer said, and what is on disk."""

    acknowledged: tuple[int, ...]
    title: str
    """Of the error that ended it."""
    ended: bool
    """Whether it ended in order."""
    record: Record
    parts: tuple[Path, ...]
    """Files that were begun and not finished."""


def small_disk(folder: Path, size: int) -> list[str] | None:
    """What runs a command for which this folder, which is made, is a disk of so many bytes; None
    where this machine forbids mounting one."""
    folder.mkdir()
    mounted = ["bwrap", "--die-with-parent", "--dev-bind", "/", "/"]
    mounted += ["--size", str(size), "--tmpfs", str(folder)]
    if shutil.which("bwrap") is None or subprocess.run([*mounted, "true"], check=False).returncode:
        return None
    return mounted


def fill_disk(folder: Path, size: int = 3_000_000) -> Filled | None:
    """Record on a disk of so many bytes; None where this machine forbids mounting one."""
    small, copy = folder / "small", folder / "copy"
    copy.mkdir()
    mounted = small_disk(small, size)
    if mounted is None:
        return None
    done = subprocess.run(
        [*mounted, "sh", "-c", _SCRIPT, "sh", sys.executable, str(WRITER), str(small), str(copy)],
        env={**os.environ, "PYTHONPATH": str(TESTS)},
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    *indexes, title, last = done.stdout.splitlines()
    return Filled(
        acknowledged=tuple(map(int, indexes)),
        title=title,
        ended=last == "ended",
        record=read_record(copy / "run"),
        parts=tuple((copy / "run").rglob("*.part")),
    )
