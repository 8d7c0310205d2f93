"""Rules that read the facts about an action's target; each may only raise the class of the action.

Titles, names and words come from programs and pages. They are matched against lists, never obeyed.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

import msgspec

from uitars_runtime.commands.startup_files import names_startup_file, shows_startup_file
from uitars_runtime.gate.applications import Kind, kind_of, sends_lines
from uitars_runtime.gate.facts import Facts
from uitars_runtime.gate.reach import Reach, chords, key_names, labels, reach, repeats
from uitars_runtime.gate.words import (
    asked_about,
    asks_for_credentials,
    lets_out,
    names_a_bin,
    names_a_secret,
    pastes,
    risk_of,
    risk_of_button,
    risk_of_picture,
    says_yes,
    shows_a_secret_field,
    warns,
)
from uitars_runtime.privacy.placeholders import names_secret
from uitars_runtime.risk import Finding, Risk
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

_ADDRESS = ("address", "location", "adresse", "url", "dirección", "indirizzo", "endereço", "адрес")
"""Parts of the names of a browser's address bar."""
_LEAVES = "It goes to an address outside this computer."
_TAB = "page tab"
"""Beginning of the roles of a browser's tabs and of the strip that holds them."""
_BUTTONS = ("push button", "button", "menu item")
"""Beginnings of the roles whose names say what pressing them does."""
_PASTED = "What is pasted here is sent line by line."
_PASTING = chords("ctrl+v", "ctrl+shift+v", "shift+insert", "super+v")
_STARTS = "It writes into a file that something runs by itself, such as at sign-in."
_NAMES_ONE = "It names a file that something runs by itself, such as at sign-in."
_CTRL_D = frozenset({"ctrl", "d"})
"""Deletes in mail programs, and in the file manager of Windows."""
_WORDS_FOR = {
    Risk.R2: "cannot be taken back",
    Risk.R3: "has an effect outside this computer",
    Risk.R4: "opens something that was locked",
}


def findings(action: Action, facts: Facts) -> Iterator[Finding]:
    """What the facts say about the action; nothing where they say nothing."""
    for place in facts.every:
        yield from _about_place(action, place)
    if isinstance(action, Drag):
        yield from _about_dropping(facts)


def _about_place(action: Action, facts: Facts) -> Iterator[Finding]:
    match action:
        case Click(button=button):
            yield from _about_window(facts)
            yield from _about_clicking(button, facts)
        case Drag():
            yield from _about_window(facts)
        case Scroll():
            pass
        case Type(text=text):
            yield from _about_window(facts)
            yield from _about_typing(text, facts)
        case Press(keys=keys):
            yield from _about_window(facts)
            yield from _about_keys(key_names((*facts.held, *keys)), facts)
        case KeyDown(key=key):
            yield from _about_window(facts)
            yield from _about_keys(key_names((*facts.held, key)), facts)
        case Move() | KeyUp() | Wait() | Note() | AskUser() | Finish():
            return
        case Shell() | ReadFile() | WriteFile() | Open() | CallTool():
            return
        case _ as never:
            assert_never(never)
    if repeats(action, facts):
        yield Risk.R2, "It presses again what its first press brings there, which nobody has seen."
    reached = reach(action, facts)
    if reached.target and facts.blank and facts.hidden:
        yield Risk.R2, "It presses what another window or the edge of the screen hides a part of."
    yield from _about_controls(reached, facts)


def _about_controls(reached: Reach, facts: Facts) -> Iterator[Finding]:
    """Of all that the input can work: the gravest of what is written on it, what its program calls
    it, and what its window asks."""
    if reached.nothing:
        return
    written = [(label, misread) for label, misread in labels(reached, facts) if label]
    if reached.out and any(lets_out(label) for label, _ in written):
        reached = msgspec.structs.replace(reached, out=False)
        written = [(label, misread) for label, misread in labels(reached, facts) if label]
    found = [risk_of(label, misread=misread) for label, misread in written]
    if reached.target and facts.role.startswith(_BUTTONS):
        found.append(risk_of_button(facts.name, pushed=not facts.role.startswith("menu")))
    if reached.target and not (facts.role or facts.name):
        found.append(risk_of_picture(facts.text))
    gravest = _gravest(*found, _question(reached, facts, [label for label, _ in written]))
    if gravest is not None:
        risk, word = gravest
        yield risk, f"What it presses says {word!r}, which {_WORDS_FOR[risk]}."


def _question(reached: Reach, facts: Facts, written: list[str]) -> tuple[Risk, str] | None:
    """What the window asks about, where the input can be the answer to it."""
    agrees = any(map(says_yes, written))
    warned = warns(facts.title_and_words) if agrees and not reached.typed else None
    asked = asked_about(facts.title_and_words)
    if reached.window and reached.typed:
        return asked
    if reached.window or (reached.target and agrees):
        return _gravest(risk_of(facts.window), asked, warned)
    if (reached.target and facts.blank) or (reached.letters and agrees):
        return _gravest(risk_of(facts.window), asked, warned)
    if reached.letters and not _leaves(reached, written):
        return asked  # The button that does it may be one that was not read.
    return None


def _leaves(reached: Reach, written: list[str]) -> bool:
    """Whether each of the letters is that of a button that leaves things as they are."""
    out = "".join(label.casefold() for label in written if lets_out(label))
    return all(letter in out for letter in reached.letters)


def _gravest(*found: tuple[Risk, str] | None) -> tuple[Risk, str] | None:
    return max((one for one in found if one), key=lambda one: one[0], default=None)


def _about_clicking(button: Button, facts: Facts) -> Iterator[Finding]:
    """What a button of the mouse does beside pressing what is there."""
    middle = button is Button.MIDDLE
    if middle or pastes(f"{facts.name}\n{facts.text}"):
        if sends_lines(facts):
            yield Risk.R3, _PASTED
        if _holds_startup_file(facts):
            yield Risk.R2, _STARTS
    elsewhere = not (facts.field or facts.role.startswith(("link", _TAB)))
    if middle and elsewhere and kind_of(facts) is Kind.BROWSER:
        # On a button for a new tab it opens what is selected, wherever that is.
        yield Risk.R3, _LEAVES


def _about_dropping(facts: Facts) -> Iterator[Finding]:
    """Of what a drag lets go where it ends."""
    for end in facts.others:
        if kind_of(end) is Kind.TERMINAL:
            yield Risk.S_OTHER, "What is dropped on a terminal is typed into it."
        if names_a_bin(f"{end.name}\n{end.text}"):
            yield Risk.R2, "What is dropped there is thrown away."
        beyond = (end.application, end.pid, end.window) != (
            facts.application,
            facts.pid,
            facts.window,
        )
        going = end.role.startswith(_TAB) or _is_address_bar(end)
        if kind_of(end) is Kind.BROWSER and going and not facts.role.startswith(_TAB):
            # A text that is let go there is opened as an address, or looked for.
            yield Risk.R3, _LEAVES
        if beyond and _holds_startup_file(end):
            yield Risk.R2, _STARTS
        if beyond and kind_of(end) in (Kind.BROWSER, Kind.MESSAGES):
            yield Risk.R3, "What is dropped there can leave this computer."


def _about_window(facts: Facts) -> Iterator[Finding]:
    if kind_of(facts) is Kind.KEYS:
        yield Risk.R4, "The window belongs to a program that keeps keys or asks for them."
    elif asks_for_credentials(facts.window):
        yield Risk.R4, "The window asks for credentials."


def _about_typing(text: str, facts: Facts) -> Iterator[Finding]:
    if names_secret(text):
        yield Risk.R4, "It types a secret that is kept for you."
    if (
        facts.role == "password text"
        or names_a_secret(facts.name)
        or shows_a_secret_field(facts.text)
        or (not facts.role and shows_a_secret_field(facts.words))
    ):
        yield Risk.R4, "It types into a field for a secret."
    if facts.field != "page" and any(map(names_startup_file, (text, facts.written + text))):
        yield Risk.R2, _NAMES_ONE
    elif text.strip() and _holds_startup_file(facts):
        yield Risk.R2, _STARTS
    if "\n" in text or "\r" in text:
        yield from _about_enter(facts)


def _holds_startup_file(facts: Facts) -> bool:
    """Whether what is written there goes into one; no page of a browser does."""
    return kind_of(facts) is not Kind.BROWSER and shows_startup_file(facts.window)


def _about_keys(names: frozenset[str], facts: Facts) -> Iterator[Finding]:
    if facts.role == "password text" and any(len(name) == 1 for name in names):
        yield Risk.R4, "It types into a field for a secret."
    writing = names in _PASTING or [len(name) for name in names - {"shift"}] == [1]
    if writing and _holds_startup_file(facts):
        yield Risk.R2, _STARTS
    elif writing and facts.field != "page" and _ends_a_name(names - {"shift"}, facts):
        yield Risk.R2, _NAMES_ONE
    deleting = "delete" in names or {"super", "backspace"} <= names
    deleting = deleting or (names == _CTRL_D and kind_of(facts) is Kind.FILES)
    if deleting and kind_of(facts) in (Kind.FILES, Kind.PICTURES):
        yield Risk.R2, "The Delete key deletes a file or a mail here."
    if names in _PASTING and sends_lines(facts):
        yield Risk.R3, _PASTED
    if "enter" in names:
        if "ctrl" in names:
            yield Risk.R3, "Control and Enter send, in many programs."
        yield from _about_enter(facts)


def _ends_a_name(names: frozenset[str], facts: Facts) -> bool:
    return len(names) == 1 and names_startup_file(facts.written + "".join(names))


def _about_enter(facts: Facts) -> Iterator[Finding]:
    kind = kind_of(facts)
    if kind is Kind.MESSAGES:
        yield Risk.R3, "Enter sends what is written, in a program for messages."
    if kind is not Kind.BROWSER:
        return
    if _is_address_bar(facts):
        yield Risk.R3, _LEAVES
    else:
        yield Risk.R2, "Enter can send a form of the page."


def _is_address_bar(facts: Facts) -> bool:
    name = facts.name.casefold()
    return any(part in name for part in _ADDRESS)
