"""What programs that we started wrote to their logs."""

from __future__ import annotations

from pathlib import Path


def tail(log: Path, characters: int = 600) -> str:
    """The end of what a program wrote to its log; what to put into a hint."""
    try:
        text = log.read_text(errors="replace").strip()
    except FileNotFoundError:
        return ""
    return text[-characters:]
