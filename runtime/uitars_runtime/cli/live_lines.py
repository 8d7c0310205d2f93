"""What a command writes while it runs, on the terminal: dim lines, each cut to one row."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uitars_runtime.export.words import printable

if TYPE_CHECKING:
    from rich.console import Console

LINES = 200
"""Lines of one command that are shown: more than anybody reads as they pass."""
_WIDTH = 200
"""Characters of a line where nothing says how wide a row is."""
_MARK = "     │ "


class LiveLines:
    """Prints what one command after the other writes."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._begun = ""
        """A line whose end has not come."""
        self._count = 0

    def add(self, text: str) -> None:
        """A piece of output; an empty one begins another command."""
        if not text:
            self.finish()
            self._count = 0
            return
        *lines, self._begun = (self._begun + text).split("\n")
        for line in lines:
            self._print(line)

    def finish(self) -> None:
        """The command has ended: show its last line, too."""
        if self._begun:
            self._print(self._begun)
        self._begun = ""

    def _print(self, line: str) -> None:
        from rich.text import Text

        self._count += 1
        if self._count > LINES + 1:
            return
        shown = "…" if self._count > LINES else printable(line.expandtabs())
        width = self._console.width if self._console.is_terminal else _WIDTH
        text = Text(_MARK + shown, "dim")
        text.truncate(width, overflow="ellipsis")
        self._console.print(text, soft_wrap=True)
