"""What the agent has typed into a program so far, as far back as a name goes that comes in pieces.

Clicks and arrow keys in between do not end it: they put the caret behind what stands there.
"""

from __future__ import annotations

import msgspec

from uitars_runtime.gate.facts import Facts
from uitars_runtime.gate.reach import key_names
from uitars_runtime.types import Action, KeyDown, Press, Type

_LONGEST = 200
"""Characters of a line that are kept."""


class Written(msgspec.Struct, frozen=True):
    """The last line that was typed."""

    pid: int | None = None
    line: str = ""

    def before(self, facts: Facts) -> str:
        """What was typed into the program of these facts before."""
        return self.line if self.pid == facts.pid else ""

    def after(self, action: Action, facts: Facts) -> Written:
        """The same once an action was done."""
        line = added(action, self.before(facts), facts.held)
        return self if line is None else Written(facts.pid, line)


def added(action: Action, before: str, held: frozenset[str]) -> str | None:
    """The line with what an action types; None for one that types nothing."""
    match action:
        case Type(text=text):
            return f"{before}{text}".replace("\r", "\n").rpartition("\n")[2][-_LONGEST:]
        case Press(keys=keys):
            return _pressed(key_names((*held, *keys)), before)
        case KeyDown(key=key):
            return _pressed(key_names((*held, key)), before)
        case _:
            return None


def _pressed(names: frozenset[str], before: str) -> str | None:
    match sorted(names - {"shift"}):
        case ["enter"]:
            return ""
        case ["backspace"]:
            return before[:-1]
        case [name] if len(name) == 1:
            return f"{before}{name}"[-_LONGEST:]
        case _:
            return None
