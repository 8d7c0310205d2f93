"""Which class an action gets: from the action itself, raised by the facts about its target.

A rule may only raise the class. What the model says about its action plays no part.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import assert_never

from uitars_runtime.commands.classify import classify as classify_shell
from uitars_runtime.commands.openings import classify_target
from uitars_runtime.commands.startup_files import Change, first_startup_file
from uitars_runtime.gate import command_windows
from uitars_runtime.gate.facts import NO_FACTS, Facts
from uitars_runtime.gate.reach import key_names
from uitars_runtime.gate.target_rules import findings
from uitars_runtime.risk import Finding, Risk
from uitars_runtime.types import (
    Action,
    AskUser,
    CallTool,
    Click,
    Drag,
    Finish,
    KeyDown,
    KeyUp,
    Move,
    Note,
    Open,
    Press,
    ReadFile,
    Scroll,
    Shell,
    Type,
    Wait,
    WriteFile,
)

_DESTRUCTIVE = (
    frozenset({"alt", "f4"}),
    frozenset({"ctrl", "w"}),
    frozenset({"ctrl", "f4"}),
    frozenset({"ctrl", "q"}),
    frozenset({"super", "w"}),
    frozenset({"super", "q"}),
    frozenset({"shift", "delete"}),
    frozenset({"ctrl", "alt", "delete"}),
    frozenset({"ctrl", "alt", "backspace"}),
    *(frozenset({"ctrl", "alt", f"f{number}"}) for number in range(1, 13)),
)
"""Chords that close with unsaved work, delete without a bin, or end or leave a session."""


_GRAVER = (
    *(Risk.R0, Risk.R1, Risk.S_READ, Risk.S_WRITE),
    *(Risk.R2, Risk.S_OTHER, Risk.R3, Risk.R4),
)
"""All classes, each graver than the one before it."""


def classify(action: Action, workspace: Path, facts: Facts = NO_FACTS) -> Finding:
    """The class of an action and why, in one sentence: the gravest of all that is found."""
    found = [
        _by_itself(action, workspace, facts),
        *findings(action, facts),
        *command_windows.findings(action, facts, workspace),
    ]
    if facts.claimed:
        found.append((Risk(facts.claimed), f"The model itself calls it {facts.claimed}."))
    return max(found, key=lambda finding: _GRAVER.index(finding[0]))


def _by_itself(  # noqa: PLR0911 - one line for each kind of action
    action: Action, workspace: Path, facts: Facts
) -> Finding:
    match action:
        case Move() | Wait():
            return Risk.R0, "It changes nothing."
        case Note() | AskUser() | Finish():
            return Risk.R0, "It does not touch the desktop."
        case Click() | Drag() | Scroll() | Type():
            return Risk.R1, "Ordinary work in a window."
        case Press(keys=keys):
            return _classify_keys((*facts.held, *keys))
        case KeyDown(key=key):
            return _classify_keys((*facts.held, key))
        case KeyUp():
            return Risk.R1, "It lets a key go."
        case Shell(command=command):
            folder = Path(facts.folder or workspace)
            parsed = facts.read or classify_shell(command, workspace, folder)
            return parsed.risk, parsed.reason
        case ReadFile():
            return Risk.S_READ, "It reads a file of the workspace."
        case WriteFile(path=path):
            return _classify_file(path, workspace, "It replaces a file of the workspace.")
        case Open(target=target):
            return classify_target(target, workspace, facts.command)
        case CallTool():
            return _classify_tool(action, workspace)
        case _ as never:
            assert_never(never)


def _classify_keys(keys: Iterable[str]) -> Finding:
    names = key_names(keys)
    if any(chord <= names for chord in _DESTRUCTIVE):
        return Risk.R2, "These keys close or delete without a way back."
    return Risk.R1, "Ordinary keys."


def _classify_file(path: str, workspace: Path, why: str) -> Finding:
    root = os.path.realpath(workspace)
    if first_startup_file([Change(root, (path,))], root) is not None:
        return Risk.R2, "Something runs what is in this file by itself later."
    return Risk.S_WRITE, why


def _classify_tool(action: CallTool, workspace: Path) -> Finding:
    if (action.server, action.name) == ("files", "edit"):  # no other server has this name
        path = str(action.arguments.get("path", ""))
        return _classify_file(path, workspace, "It changes a file of the workspace.")
    if action.server in ("files", "python"):
        return Risk.S_OTHER, "It runs code in the jail."
    return Risk.R3, "It calls a tool of another program, whose effect nothing here can bound."
