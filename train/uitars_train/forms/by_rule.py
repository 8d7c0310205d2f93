"""Requests for forms in the plainest words ("Untick News, enter Ada into Name and press Save"),
drawn by rule: people who write for us say little so plainly, people who use a computer do.

Not here: what else samples are made of (`samples.py`).
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Final

from uitars_runtime.forms.form import FILLED, OFF, ON, Kind
from uitars_train.forms.written import EMPTY, PRESS, Drawn, Form, Wish

_SAID: Final[Mapping[str, tuple[str, ...]]] = {
    ON: (
        *("tick {0}", "check {0}", "turn {0} on", "turn on {0}", "switch {0} on", "{0} on"),
        *("enable {0}", "activate {0}", "put a tick at {0}", "select {0}", "set {0} to on"),
    ),
    OFF: (
        *("untick {0}", "uncheck {0}", "turn {0} off", "turn off {0}", "switch {0} off"),
        *("{0} off", "disable {0}", "deactivate {0}", "take the tick away from {0}", "no {0}"),
        *("deselect {0}", "set {0} to off", "unselect {0}"),
    ),
    EMPTY: ("clear {0}", "empty {0}", "delete what stands in {0}", "leave {0} blank"),
    PRESS: ("press {0}", "click {0}", "click on {0}", "hit {0}", "push {0}"),
    Kind.CHOICE: ("set {0} to {1}", "{0}: {1}", "choose {1} for {0}", "{0} {1}"),
    Kind.LIST: ("set {0} to {1}", "choose {1} as {0}", "select {1} for {0}", "{0} {1}"),
    Kind.FIELD: (
        *("enter {1} into {0}", "type {1} in {0}", "{0}: {1}", "{0} {1}", "set {0} to {1}"),
        *("put {1} into {0}", "fill in {1} for {0}", "write {1} in the field {0}", "{0} is {1}"),
    ),
    Kind.SLIDER: ("set {0} to {1}", "move {0} to {1}", "{0} {1}"),
}
_BY_ENTRY: Final = ("choose {1}", "select {1}", "pick {1}", "{1}", "{1} please")
"""What can be chosen at one place only."""
_BETWEEN: Final = (", ", ", ", " and ", "; ", ". ", ", then ", " then ", ", and ")
_MOST: Final = 4
"""Things that are asked for, the button left out."""
_PRESSED: Final = 0.6
_CAPITAL, _IN_ORDER, _SMALL, _EMPTIED = 0.5, 0.5, 0.3, 0.2
"""How often the first letter is a capital one, things are said as they stand, a label is said in
small letters, and what a field holds is to go. All numbers here are ours."""
_HIGHEST: Final = 100
"""Of a slider."""
_DEEDS: Final = (ON, OFF, EMPTY, PRESS)
_POLITE: Final = (*[""] * 6, "Please ", "please ", "Could you ", "I want you to ")


def by_rule(form: Form, values: Mapping[str, Sequence[str]], rng: random.Random) -> Wish | None:
    """A wish for some controls of a form; None where nothing can be said so. `values`: for fields,
    by their labels in small letters."""
    means = _drawn(form, values, rng)
    if not means:
        return None
    buttons = [one for one in form.controls if one.kind is Kind.BUTTON]
    if buttons and rng.random() < _PRESSED:
        means.append((rng.choice(buttons), PRESS))
    names = [name for one in form.controls for name in (one.label, *one.entries)]
    said = [_in_words(one, what, names.count(what) == 1, rng) for one, what in means]
    text = rng.choice(_POLITE) + said[0]
    for words in said[1:]:
        text += rng.choice(_BETWEEN) + words
    if rng.random() < _CAPITAL:
        text = text[:1].upper() + text[1:]
    if any(one.kind in FILLED and text.count(what) > 1 for one, what in means):
        return None  # which of them is the value cannot be told
    return Wish(text, tuple((one.label, what) for one, what in means))


def _drawn(
    form: Form, values: Mapping[str, Sequence[str]], rng: random.Random
) -> list[tuple[Drawn, str]]:
    """Some controls with what is meant for each. No value is a part of another one."""
    found: list[tuple[Drawn, str]] = []
    for one in rng.sample(form.controls, len(form.controls)):
        what = _meant(one, values, rng)
        if what is None or len(found) == _MOST:
            continue
        others = [other for _, other in found if other not in _DEEDS]
        if what in _DEEDS or not any(what in other or other in what for other in others):
            found.append((one, what))
    found = found[: rng.randint(1, _MOST)]
    in_order = rng.random() < _IN_ORDER
    return sorted(found, key=lambda one: form.controls.index(one[0])) if in_order else found


def _meant(one: Drawn, values: Mapping[str, Sequence[str]], rng: random.Random) -> str | None:
    if one.kind is Kind.TICK:
        return rng.choice((ON, OFF))
    if one.kind in (Kind.CHOICE, Kind.LIST):
        return rng.choice(one.entries) if one.entries else None
    if one.kind is Kind.FIELD and one.holds and rng.random() < _EMPTIED:
        return EMPTY
    if one.kind is Kind.FIELD:
        known = values.get(one.label.casefold(), ())
        return rng.choice(known) if known else None
    return str(rng.randint(0, _HIGHEST)) if one.kind in FILLED else None


def _in_words(one: Drawn, what: str, alone: bool, rng: random.Random) -> str:
    """`alone`: nothing else in the form is called as what is meant."""
    label = one.called
    if rng.random() < _SMALL:
        label = label.lower()
    ways = _SAID[what] if what in _SAID else _SAID[one.kind]
    if alone and one.kind in (Kind.CHOICE, Kind.LIST):
        ways = (*ways, *_BY_ENTRY)
    return rng.choice(ways).format(label, what)
