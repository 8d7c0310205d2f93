"""Risk classes, decided from the action itself.

A rule may only raise the class. What the model says about its action plays no part.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import assert_never

from uitars_runtime.desktop.keys import UnknownKeyError, normalise
from uitars_runtime.gate.facts import NO_FACTS, Facts
from uitars_runtime.gate.risk import Risk
from uitars_runtime.gate.shell.classify import classify as classify_shell
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


def classify(  # noqa: PLR0911 - one line for each kind of action
    action: Action, workspace: Path, facts: Facts = NO_FACTS
) -> tuple[Risk, str]:
    """The class of an action and why, in one sentence."""
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
        case CallTool():
            return Risk.S_OTHER, "It calls a tool of another server."
        case _ as never:
            assert_never(never)


def _classify_keys(keys: Iterable[str]) -> tuple[Risk, str]:
    names = {_name(key) for key in keys}
    if any(chord <= names for chord in _DESTRUCTIVE):
        return Risk.R2, "These keys close or delete without a way back."
    return Risk.R1, "Ordinary keys."


def _name(key: str) -> str:
    """The key as the desktop will understand it, so that no other spelling slips by."""
    try:
        return normalise(key).lower()
    except UnknownKeyError:
        return key.lower()  # the desktop refuses it


def _classify_target(target: str, workspace: Path) -> tuple[Risk, str]:
    if "://" in target or target.lower().startswith(("mailto:", "data:", "javascript:")):
        return Risk.R3, "It opens an address outside this computer."
    root = os.path.realpath(workspace)
    path = os.path.realpath(os.path.join(root, target))
    if path.startswith(root + os.sep) and os.path.exists(path):
        return Risk.R1, "It opens a file of the workspace."
    return Risk.R2, "It starts a program."
