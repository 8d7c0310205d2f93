"""Which controls an input can work: the one place that answers it, for every action that ends in a
press, a release or a character.

What a program says of its own focus widens or names what is reached and never narrows it: a place
for text takes letters for itself only where the eyes see one. What the reached controls would do is
judged in target_rules.py.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from uitars_runtime.element import Control
from uitars_runtime.gate.facts import Facts
from uitars_runtime.gate.words import is_misread
from uitars_runtime.keys import MODIFIERS, known
from uitars_runtime.types import (
    Action,
    Click,
    Drag,
    KeyDown,
    Press,
    Scroll,
    Type,
)

TEXT_ROLES = ("document", "entry", "paragraph", "spin button", "terminal", "text")
"""Beginnings of the roles of widgets that show or take text: a click there only puts the caret."""
_PRESSED_BY_ENTER = ("push button", "button", "toggle button", "link", "menu item")
"""Beginnings of the roles that Enter presses itself; elsewhere it may press a default button."""
_WITHOUT_LETTERS = "\u3000"
"""Where the scripts without letters begin."""
_SIGN = 3
"""Characters of a sign on a button: of a calculator, of a spin box."""
_TURNED = ("combo box", "slider", "spin button", "dial", "scroll bar", "level bar", "radio")
"""Beginnings of the roles whose value the wheel or an arrow key changes."""
_CHOOSING = ("combo box", "radio")
"""Those of them in which a letter chooses, too."""
ARROWS = frozenset({"up", "down", "left", "right", "pageup", "pagedown", "home", "end"})
_PRESSING = frozenset({"enter", "space"})
_SHIFTS = frozenset(MODIFIERS)


class Reach(msgspec.Struct, frozen=True):
    """The controls of a window that one input can work."""

    target: bool = False
    """The one under the pointer, or the one with the keyboard."""
    window: bool = False
    """Any of them: it is not known which has the keyboard, or a default button answers."""
    letters: frozenset[str] = frozenset()
    """Those with one of these letters in their name, which may be their mnemonic; where a letter
    was misread it may be that one, for it is underlined."""
    chord: frozenset[str] = frozenset()
    """Those that the program says this chord works; empty for none."""
    out: bool = False
    """The one that Escape works."""
    values: bool = False
    """What looks as if it had a value that the wheel or an arrow changes."""
    typed: bool = False
    """Whether it is all part of a text, and no key that is pressed to answer."""

    @property
    def beyond(self) -> bool:
        """Whether it reaches more than the target."""
        return self.window or self.out or bool(self.letters or self.chord)

    @property
    def pressing(self) -> bool:
        """Whether what is written on controls tells which it works."""
        return self.target or self.window or self.out or bool(self.letters)

    @property
    def nothing(self) -> bool:
        """Whether it works no control at all."""
        return not (self.target or self.values or self.beyond)

    def joined(self, other: Reach) -> Reach:
        """What either of them reaches."""
        return Reach(
            self.target or other.target,
            self.window or other.window,
            self.letters | other.letters,
            self.chord | other.chord,
            self.out or other.out,
            self.values or other.values,
            self.typed and other.typed,
        )


NOTHING = Reach()


def key_names(keys: Iterable[str]) -> frozenset[str]:
    """Keys as the desktop will understand them, so that no other spelling slips by."""
    return frozenset((known(key) or key).lower() for key in keys)  # it refuses what is no key


def chords(*told: str) -> tuple[frozenset[str], ...]:
    """Chords as `key_names` has them: of `ctrl+v` its two keys."""
    return tuple(frozenset(chord.split("+")) for chord in told)


def is_text(role: str) -> bool:
    """Whether a program calls the widget one that shows or takes text."""
    return role.startswith(TEXT_ROLES)


def is_turned(role: str) -> bool:
    """Whether a program says that the wheel or an arrow changes the value of the widget."""
    return role.startswith(_TURNED)


def reach(action: Action, facts: Facts) -> Reach:
    """What the action can work, on what the facts say of its target."""
    match action:
        case Click() | Drag():
            # A field takes the caret. A release counts like a press: menus end drags.
            return _with_held(NOTHING if facts.field else Reach(target=True), facts)
        case Scroll():
            return _turned(facts)
        case Type(text=text):
            return _of_text(text, facts)
        case Press(keys=keys):
            return _of_keys(key_names((*facts.held, *keys)), facts)
        case KeyDown(key=key):
            return _of_keys(key_names((*facts.held, key)), facts)
        case _:
            return NOTHING


def repeats(action: Action, facts: Facts) -> bool:
    """Whether one input presses more than once: the second press meets what the first has brought
    there, such as the next page of an assistant, which nobody has seen."""
    match action:
        case Click(count=count):
            # Files and words are opened by two clicks: only what is pressed counts, and what the
            # first one uncovers.
            pressed = facts.role.startswith(_PRESSED_BY_ENTER) and not _is_sign(facts)
            return count > 1 and (pressed or facts.menu)
        case KeyDown(key=key):
            return not facts.field and bool(key_names((key,)) & _PRESSING)
        case Press(keys=keys):
            return not facts.field and key_names((*facts.held, *keys)) >= _PRESSING
        case Type(text=text):
            presses = sum(known(character) in ("enter", "space") for character in text)
            written = bool(facts.role or text.strip())
            pressed = facts.role.startswith(_PRESSED_BY_ENTER) or not written
            return presses > 1 and pressed and not facts.field
        case _:
            return False


def _is_sign(facts: Facts) -> bool:
    """Whether a button is seen, and called, a digit or a sign: it stays where it is."""
    label = f"{facts.name}{facts.text}"
    return bool(facts.text) and len(facts.text) <= _SIGN and not any(map(str.isalpha, label))


def _turned(facts: Facts) -> Reach:
    """The wheel or an arrow changes the value of what has one."""
    if facts.role.startswith(_TURNED):
        return Reach(target=True)
    return NOTHING if facts.role else Reach(values=True)


def _with_held(found: Reach, facts: Facts) -> Reach:
    """With a held Enter or space bar, which repeat, whatever gets the keyboard next is pressed."""
    return found.joined(Reach(window=True)) if key_names(facts.held) & _PRESSING else found


def _of_text(text: str, facts: Facts) -> Reach:
    held = key_names(facts.held)
    if held - {"shift"}:
        # Every character is a chord then.
        found = NOTHING
        for character in dict.fromkeys(text):
            found = found.joined(_of_keys(held | key_names((character,)), facts))
        return found
    found, lost = Reach(typed="\n" not in text and "\r" not in text), facts.menu
    for character in text:
        if found.window and found.target:
            break  # nothing can be added
        new = _of_character(character, facts, lost=lost)
        found = msgspec.structs.replace(found.joined(new), typed=found.typed)
        # After a tab, and after Enter in one line, something else may have the keyboard.
        lost = lost or character == "\t" or (character in "\r\n" and facts.field != "page")
    return found


def _of_character(character: str, facts: Facts, *, lost: bool) -> Reach:
    """One character typed; `lost`: the keyboard may be elsewhere by now, or a menu has it."""
    name = known(character) or character
    if lost or not (facts.field or facts.role):
        return Reach(window=True) if name in _PRESSING else _letter(name, facts)
    if facts.field:
        # A silent program may take Enter for its window, whatever has the keyboard.
        answers = facts.field == "line" or facts.clicked
        return Reach(window=True) if name == "enter" and answers else NOTHING
    if name == "enter" and not facts.role.startswith(_PRESSED_BY_ENTER):
        return Reach(target=True, window=True)
    return Reach(target=True) if name in _PRESSING else _letter(name, facts)


def _letter(name: str, facts: Facts) -> Reach:
    """It may be a mnemonic, and it chooses from a drop-down list that has the keyboard."""
    if len(name) != 1:
        return NOTHING
    chooses = not facts.role or facts.role.startswith(_CHOOSING)
    return Reach(
        target=chooses and bool(facts.role),
        letters=frozenset({name.casefold()}),
        values=chooses and not facts.role,
    )


def _of_keys(names: frozenset[str], facts: Facts) -> Reach:
    keys, shifts = names - _SHIFTS, names & _SHIFTS
    found = NOTHING
    if names & _PRESSING:
        lost = facts.menu or bool(keys - _PRESSING) or bool(key_names(facts.held) & _PRESSING)
        for name in names & _PRESSING:
            found = found.joined(_of_character("\n" if name == "enter" else " ", facts, lost=lost))
    if "esc" in keys and not facts.menu:  # it closes the menu
        found = found.joined(Reach(out=True))
    if keys & ARROWS and not facts.field:
        found = found.joined(_turned(facts))
    letters = frozenset(key for key in keys if len(key) == 1)
    if "alt" in shifts:
        found = found.joined(Reach(letters=letters))
    elif not shifts - {"shift", "altgr"} and letters:
        for letter in letters:
            found = found.joined(_of_character(letter, facts, lost=facts.menu))
    functions = any(len(key) > 1 and key[0] == "f" for key in keys)
    if functions or (keys and shifts - {"shift"}):
        found = found.joined(Reach(chord=names))
    return found


def labels(reached: Reach, facts: Facts) -> Iterator[tuple[str, bool]]:
    """What is written on the controls that are reached, as lines; whether it was read from the
    picture, where letters can be misread. Nothing for what is empty."""
    if reached.values:
        yield facts.values, True
    if reached.target:
        yield facts.name, False
        yield facts.text, True
    if reached.window or reached.out:
        yield from ((control.name, False) for control in facts.controls if control.shown)
        yield facts.words, True
        yield facts.text, True
        yield facts.name, False
    elif reached.letters or reached.chord:
        yield from _by_key(reached, facts)


def _by_key(reached: Reach, facts: Facts) -> Iterator[tuple[str, bool]]:
    def named(label: str) -> bool:
        spelled = label.casefold()
        return any(letter in spelled or _has_no_letters(spelled) for letter in reached.letters)

    for control in facts.controls:
        if (control.shown and named(control.name)) or _is_worked(control, reached):
            yield control.name, False
    for line in f"{facts.words}\n{facts.text}".splitlines():
        if named(line) or is_misread(line):
            yield line, True
    if named(facts.name):
        yield facts.name, False


def _has_no_letters(label: str) -> bool:
    """Whether it is written in a script without letters: any key may be its mnemonic."""
    signs = [character for character in label if character.isalpha()]
    return bool(signs) and min(signs) >= _WITHOUT_LETTERS


def _is_worked(control: Control, reached: Reach) -> bool:
    """Whether the program says that this key works the control."""
    for chord in control.keys:
        names = key_names(chord.split("+"))
        if names == reached.chord or (control.shown and names - _SHIFTS <= reached.letters):
            return True
    return False
