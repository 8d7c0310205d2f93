"""Goals that are not about one widget by name: chords, sums, blind typing, logins."""

from __future__ import annotations

import random
import re
from typing import Final

from uitars_runtime.backends.embedded.network.vocabulary import DIRECTIONS, MODIFIERS, NAMED_KEYS
from uitars_runtime.element import Role
from uitars_train.simulator import lexicon
from uitars_train.simulator.lexicon import some_value
from uitars_train.simulator.world import Widget
from uitars_train.tasks.goals import (
    Blind,
    Chars,
    Fill,
    Goal,
    Keys,
    Press,
    Sequence,
)
from uitars_train.tasks.long_goals import Several
from uitars_train.tasks.phrasing import Manner

_ARROWS: Final = ("forward", "next", "check", "send")
"""Pictures on buttons that log in."""
_LOGS_IN: Final = re.compile(
    r"\b(log|sign)(s|ged|ging|ed|ing)?\b[^,;:]*?\b(in|on)\b|\blogin\b", re.IGNORECASE
)
_GLUES: Final = (*("+",) * 6, *("-",) * 2, *(" + ",) * 2, " ", " and ", " plus ", " - ", " & ")
"""What stands between the keys of a chord."""
_KEYS: Final = {
    "esc": ("escape", "escape"),
    "enter": ("return", "return"),
    "pageup": ("page up", "pgup", "pg up", "page-up"),
    "pagedown": ("page down", "pgdn", "pgdown", "page-down"),
    **{way: (way, f"{way} arrow", f"arrow {way}", f"cursor {way}") for way in DIRECTIONS},
    "delete": ("delete", "del", "del"),
    "insert": ("insert", "ins", "ins"),
    "space": ("space", "space bar", "spacebar"),
    "backspace": ("backspace", "back space"),
    "tab": ("tab", "tabulator"),
}
"""How people call keys; the first name is all that validation uses."""


def keys_goal(manner: Manner) -> Goal:
    """A chord, spelled in one of the ways people spell chords."""
    rng = manner.rng
    if rng.random() < 0.4:
        return chord_goal(manner, ("ctrl",), rng.choice("aaasssccvvxznofp"))
    key = rng.choice((*NAMED_KEYS[:27], *"abcdefghijklmnopqrstuvwxyz", *"0123456789"))
    count = rng.choice((0, 0, 1, 1, 2)) if len(key) > 1 else rng.choice((1, 1, 1, 2))
    chosen = rng.sample(MODIFIERS[:3], count)
    return chord_goal(manner, tuple(name for name in MODIFIERS[:3] if name in chosen), key)


def chord_goal(manner: Manner, held: tuple[str, ...], key: str) -> Goal:
    """A chord of modifiers and a key."""
    rng = manner.rng
    glues = ("+", "+", "+", "-", " + ") if manner.held_wordings else _GLUES
    glue = rng.choice(glues)
    style = rng.choice((str.capitalize, str.capitalize, str.lower, str.upper))
    shown = [style({"ctrl": rng.choice(("ctrl", "control"))}.get(m, m)) for m in held]
    names = _KEYS.get(key, ())[: 1 if manner.held_wordings else None]
    plain = rng.choice(names) if names and rng.random() < 0.4 else key
    last = style(plain) if len(key) > 1 else rng.choice((key, key.upper()))
    spoken = glue.join([*shown, last])
    goal = Keys("keys", (*held, key))
    goal.clause = manner.say("keys", {"K": spoken})
    _, end = goal.clause.spans["K"]
    place: str | Chars = (end - 1, end) if len(key) == 1 else key
    goal.spoken = (*held, place)
    return goal


def named_key(manner: Manner, key: str) -> Goal:
    """One key by its name."""
    names = {"enter": ("Enter", "Return", "enter", "ENTER")}.get(key, (key, key.capitalize()))
    goal = Keys("keys", (key,), (key,))
    goal.clause = manner.say("keys", {"K": manner.rng.choice(names)})
    return goal


def blind(manner: Manner) -> Goal:
    """A text to write or a command to run where nothing can be clicked."""
    runs = manner.rng.random() < 0.4
    goal = Blind("command" if runs else "typed", enter=runs)
    text = some_value(manner.words) if manner.rng.random() < 0.5 else manner.words.sentence()
    goal.clause = manner.say(goal.kind, {"V": manner.quoted(text, 0.88)})
    return goal


def _number(rng: random.Random) -> str:
    return str(rng.randint(0, rng.choice((9, 99, 999))))


def add_up(pads: dict[str, Widget], manner: Manner) -> Goal:
    """Digits and operators pressed one by one; a sum ends with the equals key."""
    rng = manner.rng
    times = next((mark for mark in "*×x" if mark in pads), "+")
    over = next((mark for mark in "/÷" if mark in pads), "-")
    parts = [_number(rng)]
    for _ in range(rng.choice((1, 1, 1, 2))):
        parts += [rng.choice(("+", "+", "-", times, over)), _number(rng)]
    kind = "sum" if rng.random() < 0.75 else "pad"
    if kind == "pad":
        parts = [str(rng.randint(0, 99999))]
    gap = rng.choice(("", " "))
    said = gap.join(parts)
    written = {mark: rng.choice((mark, "*" if mark in "*×x" else "/")) for mark in "*×x÷/"}
    said = "".join(written.get(mark, mark) for mark in said)
    goal = Sequence(kind, [])
    goal.clause = manner.say(kind, {"E": manner.quoted(said, 0.25)})
    start = goal.clause.spans["E"][0]
    pressed = gap.join(parts)
    for offset, mark in enumerate(pressed):
        if mark != " ":
            goal.presses.append((pads[mark], (start + offset, start + offset + 1)))
    if kind == "sum":
        goal.presses.append((pads["="], goal.clause.spans["E"]))
    return goal


def login(shown: list[Widget], manner: Manner) -> list[Goal] | None:
    """User name and password in one breath, then the button."""
    fields = [w for w in shown if w.role is Role.FIELD and w.name and not w.row]
    names = [w for w in fields if "user" in w.name.lower() or w.name in ("Login", "Email")]
    secrets = [w for w in fields if "password" in w.name.lower()]
    if not names or not secrets:
        return None
    shown = [w for w in shown if w.box.top > secrets[0].box.top]
    user, secret = some_value(manner.words, "user"), some_value(manner.words, "password")
    both = manner.quoted(user, 0.6), manner.quoted(secret, 0.6)
    goals: list[Goal] = []
    if manner.rng.random() < 0.6:
        clause = manner.say("login", {"V": both[0], "W": both[1]})
        parts: list[Goal] = [
            Fill("login", names[0], user, narrow=True),
            Fill("login", secrets[0], secret, slot="W", narrow=True),
        ]
        if clause.spans["W"] < clause.spans["V"]:
            parts.reverse()
        named = _confirm(shown, manner)
        button = _login_button(shown)
        if not named and button is not None and _LOGS_IN.search(clause.text):
            # Who asks to log in wants the button pressed as well, named or not.
            parts.append(Press("login", button))
        return [Several("login", parts, clause), *named]
    patterns = (
        ("enter the username {V}", "the password {V}"),
        ("log in as {V}", "the password {V}"),
        ("log in as {V}", "password {V}"),
        ("sign in with {V}", "{V}"),
        ("log in with the user name {V}", "password {V}"),
        ("sign in as {V}", "with the password {V}"),
        ("log in as {V}", "password {V}"),
    )
    first, second = manner.rng.choice(patterns)
    for widget, value, said, pattern in (
        (names[0], user, both[0], first),
        (secrets[0], secret, both[1], second),
    ):
        goal = Fill("login", widget, value)
        goal.clause = manner.say("login", {"V": said}, pattern)
        goals.append(goal)
    return [*goals, *_confirm(shown, manner)]


def _confirm(shown: list[Widget], manner: Manner) -> list[Goal]:
    """Often the button that logs in is named too."""
    button = _login_button(shown)
    if button is None or button.icon or manner.rng.random() < 0.5:
        return []
    press = Press("press", button)
    press.clause = manner.say("press", {"X": manner.label(button.text)})
    return [press]


def _login_button(shown: list[Widget]) -> Widget | None:
    names = ("login", "log in", "sign in", "ok", *map(str.lower, lexicon.listing("enter")))
    named = (w for w in shown if w.role is Role.BUTTON and w.text.lower() in names)
    arrows = (w for w in shown if w.role is Role.ICON and w.icon in _ARROWS)
    return next(named, None) or next(arrows, None)
