"""What the gate is told about actions beside the desktop: where the shell stands, what opens."""

from __future__ import annotations

from typing import Protocol

from uitars_runtime.commands.classify import Parsed
from uitars_runtime.element import Control
from uitars_runtime.gate.evidence import Surroundings
from uitars_runtime.gate.facts import Facts
from uitars_runtime.types import Action, Open, Shell


class Tools(Protocol):
    """Knows what actions beside the desktop would work on."""

    @property
    def folder(self) -> str:
        """Where the shell stands."""
        ...

    def reads(self, action: Shell, /) -> Parsed:
        """What a command is, read once: that is what runs."""
        ...

    def opens(self, action: Open, /) -> str:
        """The command line that a name to open stands for."""
        ...


class WithTools:
    """Surroundings of a shell that goes on between commands and of programs that are opened by
    name, and those of everything else."""

    def __init__(self, others: Surroundings, tools: Tools) -> None:
        self._others = others
        self._tools = tools

    def facts(self, action: Action, /) -> Facts:
        """What is known now."""
        match action:
            case Shell():
                return Facts(folder=self._tools.folder, read=self._tools.reads(action))
            case Open():
                return Facts(command=self._tools.opens(action))
            case _:
                return self._others.facts(action)

    def controls(self, facts: Facts, /) -> tuple[Control, ...]:
        """All controls of a window."""
        return self._others.controls(facts)
