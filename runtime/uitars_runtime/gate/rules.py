"""Which class an action gets: from the action itself, raised by the facts about its target.

A rule may only raise the class. What the model says about its action plays no part.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import assert_never

from uitars_runtime.gate.facts import NO_FACTS, Facts
from uitars_runtime.gate.risk import Risk
from uitars_runtime.gate.shell.classify import classify as classify_shell
from uitars_runtime.gate.target_rules import Finding, findings, key_names
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
    frozenset({"ctrl", "q"}),
    frozenset({"super", "w"}),
    frozenset({"super", "q"}),
    frozenset({"shift", "delete"}),
    frozenset({"ctrl", "alt", "delete"}),
    frozenset({"ctrl", "alt", "backspace"}),
)
"""Chords that close with unsaved work, delete without a bin or end a session."""


_GRAVER = (
    *(Risk.R0, Risk.R1, Risk.S_READ, Risk.S_WRITE),
    *(Risk.R2, Risk.S_OTHER, Risk.R3, Risk.R4),
)
"""All classes, each graver than the one before it."""
_ACTIVE = frozenset(
    {
        *(".appimage", ".bat", ".cmd", ".com", ".desktop", ".docm", ".exe", ".hta", ".htm"),
        *(".html", ".jar", ".jnlp", ".lnk", ".mhtml", ".msi", ".ps1", ".run", ".scr", ".sh"),
        *(".svg", ".url", ".webloc", ".xhtml", ".xlsm"),
    }
)
"""Endings of files that can run a program or reach the network when they are opened."""


def classify(action: Action, workspace: Path, facts: Facts = NO_FACTS) -> Finding:
    """The class of an action and why, in one sentence: the gravest of all that is found."""
    found = [_by_itself(action, workspace, facts), *findings(action, facts)]
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
            parsed = classify_shell(command, workspace, Path(facts.folder or workspace))
            return parsed.risk, parsed.reason
        case ReadFile():
            return Risk.S_READ, "It reads a file of the workspace."
        case WriteFile():
            return Risk.S_WRITE, "It replaces a file of the workspace."
        case Open(target=target):
            return _classify_target(target, workspace)
        case CallTool(server=server, name=name):
            return _classify_tool(server, name)
        case _ as never:
            assert_never(never)


def _classify_keys(keys: Iterable[str]) -> Finding:
    names = key_names(keys)
    if any(chord <= names for chord in _DESTRUCTIVE):
        return Risk.R2, "These keys close or delete without a way back."
    return Risk.R1, "Ordinary keys."


def _classify_tool(server: str, name: str) -> Finding:
    if (server, name) == ("files", "edit"):  # built in: no other server has this name
        return Risk.S_WRITE, "It changes a file of the workspace."
    if server in ("files", "python"):
        return Risk.S_OTHER, "It runs code in the jail."
    return Risk.R3, "It calls a tool of another program, whose effect nothing here can bound."


def _classify_target(target: str, workspace: Path) -> Finding:
    if "://" in target or target.lower().startswith(("mailto:", "data:", "javascript:")):
        return Risk.R3, "It opens an address outside this computer."
    root = os.path.realpath(workspace)
    # No file has a zero character in its path, and asking for one raises.
    path = "" if "\0" in target else os.path.realpath(os.path.join(root, target))
    if not (path.startswith(root + os.sep) and os.path.exists(path)):
        return Risk.R2, "It starts a program."
    runs = os.path.isfile(path) and os.access(path, os.X_OK)
    if runs or os.path.splitext(path)[1].lower() in _ACTIVE:
        return Risk.R2, "It opens a file that can run something."
    return Risk.R1, "It opens a file of the workspace."
