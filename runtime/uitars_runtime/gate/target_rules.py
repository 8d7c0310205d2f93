"""Rules that read the facts about an action's target; each may only raise the class of the action.

Titles, names and words come from programs and pages. They are matched against lists, never obeyed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import assert_never

from uitars_runtime.desktop.keys import known
from uitars_runtime.gate.applications import Kind, kind_of
from uitars_runtime.gate.facts import Facts
from uitars_runtime.gate.risk import Risk
from uitars_runtime.gate.words import (
    asks_for_credentials,
    names_a_secret,
    pastes,
    risk_of,
    says_yes,
    shows_a_secret_field,
)
from uitars_runtime.privacy.placeholders import names_secret
from uitars_runtime.types import (
    Action,
    AskUser,
    Button,
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

Finding = tuple[Risk, str]
"""A class and why, in one sentence."""

_TEXT_ROLES = ("document", "entry", "paragraph", "spin button", "terminal", "text")
"""Beginnings of the roles of widgets that show or take text: a click there only puts the caret."""
_ADDRESS = ("address", "location", "adresse", "url", "dirección", "indirizzo", "endereço", "адрес")
"""Parts of the names of a browser's address bar."""
_PASSING = frozenset(
    {"up", "down", "left", "right", "pageup", "pagedown", "home", "end", "esc", "shift"}
)
"""Keys that start nothing in a terminal."""
_COPYING = frozenset({"ctrl", "shift", "c"})
_WORDS_FOR = {
    Risk.R2: "cannot be taken back",
    Risk.R3: "has an effect outside this computer",
    Risk.R4: "opens something that was locked",
}


def key_names(keys: Iterable[str]) -> frozenset[str]:
    """Keys as the desktop will understand them, so that no other spelling slips by."""
    return frozenset(_key_name(key) for key in keys)


def may_answer(action: Type | Press | KeyDown, held: Iterable[str] = ()) -> bool:
    """Whether keys could press a button of a window, or fill a field for a secret."""
    match action:
        case Type():
            return True
        case Press(keys=keys):
            return bool(key_names((*held, *keys)) & {"enter", "space"})
        case KeyDown(key=key):
            return bool(key_names((*held, key)) & {"enter", "space"})


def findings(action: Action, facts: Facts) -> Iterator[Finding]:
    """What the facts say about the action; nothing where they say nothing."""
    match action:
        case Click(button=button):
            yield from _about_window(facts)
            yield from _about_press(facts)
            if kind_of(facts) is Kind.TERMINAL and (
                button is Button.MIDDLE or pastes(f"{facts.name}\n{facts.text}")
            ):
                yield Risk.S_OTHER, "It pastes into a terminal."
        case Drag():
            yield from _about_window(facts)
        case Type(text=text):
            yield from _about_window(facts)
            yield from _about_typing(text, facts)
        case Press(keys=keys):
            yield from _about_window(facts)
            yield from _about_keys(key_names((*facts.held, *keys)), facts)
        case KeyDown(key=key):
            yield from _about_window(facts)
            yield from _about_keys(key_names((*facts.held, key)), facts)
        case Move() | Scroll() | KeyUp() | Wait() | Note() | AskUser() | Finish():
            return
        case Shell() | ReadFile() | WriteFile() | Open() | CallTool():
            return
        case _ as never:
            assert_never(never)


def _about_window(facts: Facts) -> Iterator[Finding]:
    if kind_of(facts) is Kind.KEYS:
        yield Risk.R4, "The window belongs to a program that keeps keys or asks for them."
    elif asks_for_credentials(facts.window):
        yield Risk.R4, "The window asks for credentials."


def _about_press(facts: Facts, *, by_key: bool = False) -> Iterator[Finding]:
    """Of pressing what is at the target. A key may press the button that a dialog prefers."""
    if facts.role.startswith(_TEXT_ROLES) and not by_key:
        return
    label = facts.name or facts.text
    found = risk_of(label, misread=not facts.name)
    if found is None and (by_key or says_yes(label)):
        found = risk_of(facts.window)
    if found is not None:
        risk, word = found
        yield risk, f"What it presses says {word!r}, which {_WORDS_FOR[risk]}."


def _about_typing(text: str, facts: Facts) -> Iterator[Finding]:
    if names_secret(text):
        yield Risk.R4, "It types a secret that is kept for you."
    if (
        facts.role == "password text"
        or names_a_secret(facts.name)
        or shows_a_secret_field(facts.text)
    ):
        yield Risk.R4, "It types into a field for a secret."
    if kind_of(facts) is Kind.TERMINAL:
        yield Risk.S_OTHER, "It types a command into a terminal, where no jail is around it."
    if "\n" in text or "\r" in text:
        yield from _about_enter(facts)


def _about_keys(names: frozenset[str], facts: Facts) -> Iterator[Finding]:
    kind = kind_of(facts)
    if facts.role == "password text" and any(len(name) == 1 for name in names):
        yield Risk.R4, "It types into a field for a secret."
    if kind is Kind.TERMINAL and not (names <= _PASSING or names <= _COPYING):
        yield Risk.S_OTHER, "It presses keys in a terminal, where no jail is around them."
    if "delete" in names and kind is Kind.FILES:
        yield Risk.R2, "The Delete key deletes a file or a mail here."
    if "enter" in names:
        if "ctrl" in names:
            yield Risk.R3, "Control and Enter send, in many programs."
        yield from _about_enter(facts)
    elif "space" in names:
        yield from _about_press(facts, by_key=True)


def _about_enter(facts: Facts) -> Iterator[Finding]:
    yield from _about_press(facts, by_key=True)
    if kind_of(facts) is not Kind.BROWSER:
        return
    name = facts.name.casefold()
    if any(part in name for part in _ADDRESS):
        yield Risk.R3, "It goes to an address outside this computer."
    else:
        yield Risk.R2, "Enter can send a form of the page."


def _key_name(key: str) -> str:
    return (known(key) or key).lower()  # the desktop refuses what is no key
