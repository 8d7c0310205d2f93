"""Rules of windows in which text becomes a command: terminals, launchers, editors with a way to a
shell, consoles of development environments. What is typed there is read as a command line.

Which window is one is told in applications.py; command lines are judged in shell/.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from uitars_runtime.commands.classify import classify
from uitars_runtime.commands.openings import names_active_file
from uitars_runtime.gate.applications import Kind, kind_of
from uitars_runtime.gate.facts import Facts
from uitars_runtime.gate.reach import chords, key_names
from uitars_runtime.gate.words import (
    pastes,
    runs_code,
    runs_what_is_written,
    starts_programs,
)
from uitars_runtime.keys import MODIFIERS
from uitars_runtime.risk import Finding, Risk
from uitars_runtime.types import Action, Button, Click, KeyDown, Press, Type

_PASSING = frozenset(
    {*("up", "down", "left", "right", "pageup", "pagedown", "home", "end", "esc"), *MODIFIERS}
)
"""Keys that start nothing in a terminal."""
_COPYING = frozenset({"ctrl", "shift", "c"})
_OPENING = (
    frozenset({"alt", "f2"}),
    frozenset({"ctrl", "alt", "t"}),
    frozenset({"super", "r"}),
    frozenset({"super", "t"}),
    frozenset({"super", "enter"}),
    frozenset({"super", "space"}),
    frozenset({"super", "d"}),
)
"""Chords with which desktops open a launcher or a terminal."""
_RUNNING = chords(
    *("f5", "ctrl+f5", "shift+f5", "f8", "f9", "ctrl+f9", "shift+f9", "shift+f10", "ctrl+f10"),
    *("ctrl+f11", "ctrl+shift+b", "ctrl+shift+f10", "shift+enter", "ctrl+enter", "ctrl+alt+n"),
)
"""Chords with which development environments build, run or debug."""
_PALETTES = chords("ctrl+shift+p", "ctrl+p", "ctrl+shift+a", "super+shift+p", "super+p", "f1")
"""Chords with which development environments open the list of all that they can run."""
_EX = frozenset(":!=@Q")
"""What leads to a command in vim, wherever it stands, for nobody knows the mode: `gg:!`, a filter,
an expression, a register that is run, the Ex mode."""
_META = frozenset("!|&x:")
"""What Meta makes a command of in Emacs: M-!, M-|, M-&, M-x, M-:."""
_FILES = frozenset("!&")
"""What runs a command on a file in Emacs, in a buffer of files."""
_COMMAND_LINE = re.compile(
    r"""
    \s* (?:\S*/)? (?:
        (?:(?:ba|da|z|k|fi)?sh | python[\d.]* | perl | ruby | node | php | lua)
            \s+ (?: -\w | \S*/\S | \S*\.(?:sh|py|pl|rb|js|php|lua)\b )
        | (?:rm|sudo|doas|pkexec|chmod|chown|killall|pkill) \s+ \S
        | (?:curl|wget|dd|shred|xterm|scp|rsync|mkfs[\w.]*) \s+ (?: - | \S*[/.:=] )
    ) .*
    | .* [|;&] \s* (?:sudo\s+)? (?:\S*/)? (?: (?:ba|da|z|k)?sh (?=\s*(?:$|[-|;&])) | rm\s+\S ) .*
    | .* /dev/(?:tcp|udp)/ .*
    """,
    re.VERBOSE,
)
"""One line that starts an interpreter or another program, in the field of a setting: custom actions
of file managers, what a reminder or a screen saver starts. In other words the same begins of a
sentence, so that only what has their options, paths or signs counts."""
_EVALUATING = (frozenset({"ctrl", "e"}), frozenset({"ctrl", "j"}), frozenset({"ctrl", "["}))
"""In Emacs: runs the expression before the cursor (C-x C-e, C-j), or is Escape and so Meta."""


def findings(action: Action, facts: Facts, workspace: Path) -> Iterator[Finding]:
    """What an action could run in the windows it reaches; nothing in ordinary ones."""
    for place in facts.every:
        match action:
            case Click(button=button, count=count):
                yield from _about_click(button, count, place)
            case Type(text=text):
                yield from _about_text(text, place, workspace)
            case Press(keys=keys):
                yield from _about_keys(key_names((*place.held, *keys)), place)
            case KeyDown(key=key):
                yield from _about_keys(key_names((*place.held, key)), place)
            case _:
                pass


def _about_click(button: Button, count: int, facts: Facts) -> Iterator[Finding]:
    label = f"{facts.name}\n{facts.text}"
    kind = kind_of(facts)
    # The right button pastes in consoles of Windows and in PuTTY.
    if kind is Kind.TERMINAL and (button is not Button.LEFT or pastes(label)):
        yield Risk.S_OTHER, "It pastes into a terminal."
    if button is Button.MIDDLE and facts.role.startswith("page tab"):
        yield Risk.R2, "The middle button closes a tab in many programs."
    if starts_programs(label):
        yield Risk.R2, "What it presses starts programs."
    if kind is Kind.WORKSHOP and runs_what_is_written(label):
        yield Risk.S_OTHER, "What it presses runs what is written here, without a jail."
    if count > 1 and names_active_file(label):
        yield Risk.R2, "It opens a file that can run something."


def _about_text(text: str, facts: Facts, workspace: Path) -> Iterator[Finding]:
    match kind_of(facts):
        case Kind.TERMINAL:
            line = classify(text.rstrip("\r\n"), workspace)
            yield (
                Risk.S_OTHER,
                f"It types a command into a terminal, where no jail is around it. {line.reason}",
            )
        case Kind.LAUNCHER:
            yield Risk.R2, "It types into a window that starts programs."
            line = classify(text.rstrip("\r\n"), workspace)
            if line.risk is Risk.S_OTHER:
                yield Risk.S_OTHER, f"It types a command into a launcher. {line.reason}"
        case Kind.DESKTOP:
            yield Risk.R2, "It types into another desktop, where it is not known what has it."
        case Kind.VIM if _EX & frozenset(text):
            yield Risk.S_OTHER, "What it types can run a command in this editor."
        case Kind.EMACS if _FILES & frozenset(text) or _has_meta(key_names((*facts.held, *text))):
            yield Risk.S_OTHER, "What it types can run a command in this editor."
        case Kind.WORKSHOP if ("\n" in text or "\r" in text) and _shows_a_console(facts):
            yield Risk.R2, "Enter can run a line in a console of this window."
        case Kind.OTHER | Kind.FILES | Kind.PICTURES if _is_one_line(facts) and _runs(text):
            yield Risk.S_OTHER, "It types a command line into a field, which something may run."
        case _:
            pass


def types_a_command(action: Action) -> bool:
    """Whether it types a line that some setting could run."""
    return isinstance(action, Type) and _runs(action.text)


def _runs(text: str) -> bool:
    return _COMMAND_LINE.fullmatch(text.strip()) is not None


def _is_one_line(facts: Facts) -> bool:
    return facts.field == "line" or (facts.role == "entry" and not facts.field)


def _about_keys(names: frozenset[str], facts: Facts) -> Iterator[Finding]:
    if any(chord == names for chord in _OPENING):
        yield Risk.R2, "These keys open a launcher or a terminal on many desktops."
    starting = not (names <= _PASSING or names <= _COPYING)
    match kind_of(facts):
        case Kind.TERMINAL if starting:
            yield Risk.S_OTHER, "It presses keys in a terminal, where no jail is around them."
        case Kind.LAUNCHER if starting:
            yield Risk.R2, "It presses keys in a window that starts programs."
        case Kind.DESKTOP if not names <= _PASSING:
            yield (
                Risk.R2,
                "It presses keys of another desktop, where it is not known what has them.",
            )
        case Kind.FILES if "enter" in names and names_active_file(f"{facts.name}\n{facts.words}"):
            yield Risk.R2, "Enter can open a file that can run something."
        case Kind.WORKSHOP if names in _RUNNING:
            yield Risk.S_OTHER, "These keys run what is written here, without a jail."
        case Kind.WORKSHOP if names in _PALETTES:
            yield Risk.R2, "These keys open a launcher or a terminal on many desktops."
        case Kind.VIM if names & {key.lower() for key in _EX} or _shifts_a_sign(names):
            yield Risk.S_OTHER, "What it presses can run a command in this editor."
        case Kind.EMACS if "esc" in names or _has_meta(names) or names in _EVALUATING:
            yield Risk.S_OTHER, "What it presses can run a command in this editor."
        case Kind.WORKSHOP if "enter" in names and _shows_a_console(facts):
            yield Risk.R2, "Enter can run a line in a console of this window."
        case _:
            pass


def _has_meta(names: frozenset[str]) -> bool:
    """Whether these keys run a command of Emacs with Meta held."""
    return bool(names & {"alt", "super"}) and (bool(names & _META) or _shifts_a_sign(names))


def _shifts_a_sign(names: frozenset[str]) -> bool:
    """Whether Shift makes another sign of a key; of which, the layout decides."""
    return "shift" in names and any(len(name) == 1 and not name.isalpha() for name in names)


def _shows_a_console(facts: Facts) -> bool:
    """Whether a part of the window is called one; also where nothing of it is known."""
    named = [control.name for control in facts.controls]
    lines = [line for line in (*named, *facts.words.splitlines()) if len(line.split()) <= 3]
    return not lines or any(map(runs_code, lines))
