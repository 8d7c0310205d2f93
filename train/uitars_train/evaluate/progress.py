"""A bar on a terminal while answers come."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from rich.console import Console

Answer = TypeVar("Answer")


def counted(console: Console, name: str, answers: Iterator[Answer], total: int) -> list[Answer]:
    """All answers."""
    from rich.progress import track

    hidden = not console.is_terminal
    bar = track(answers, name, total=total, console=console, transient=True, disable=hidden)
    return list(bar)
