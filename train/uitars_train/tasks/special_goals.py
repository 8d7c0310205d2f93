"""Goals that are not about one widget by name: chords, sums, blind typing, logins, what is missing.

What is missing is nowhere on the screen: a strange label, or a near miss of a known one. Not here:
controls that are there and do not answer (`place_goals.py`).
"""

from __future__ import annotations

import random
import re
from typing import Final

from uitars_runtime.backends.embedded.network.embeddings import phrase_meaning
from uitars_runtime.backends.embedded.network.vocabulary import MODIFIERS, NAMED_KEYS
from uitars_runtime.element import Role
from uitars_train.simulator import lexicon
from uitars_train.simulator.lexicon import some_value
from uitars_train.simulator.world import Widget, World
from uitars_train.tasks.goals import (
    Absent,
    Blind,
    Chars,
    Fill,
    Goal,
    Keys,
    Press,
    Presses,
    Several,
)
from uitars_train.tasks.phrasing import LISTS, Manner, names_of, on_screen

_ARROWS: Final = ("forward", "next", "check", "send")
"""Pictures on buttons that log in."""
_LOGS_IN: Final = re.compile(
    r"\b(log|sign)(s|ged|ging|ed|ing)?\b[^,;:]*?\b(in|on)\b|\blogin\b", re.IGNORECASE
)


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
    rng = manner.rng
    glue = rng.choice(LISTS["kept glues" if manner.held_wordings else "glues"])
    style = rng.choice((str.capitalize, str.capitalize, str.lower, str.upper))
    shown = [style({"ctrl": rng.choice(("ctrl", "control"))}.get(m, m)) for m in held]
    names = LISTS.get(f"names of {key}", ())[: 1 if manner.held_wordings else None]
    plain = rng.choice(names) if names and rng.random() < 0.4 else key
    last = style(plain) if len(key) > 1 else rng.choice((key, key.upper()))
    spoken = glue.join([*shown, last])
    goal = manner.ask(Keys("keys", (*held, key)), {"K": spoken})
    _, end = goal.clause.spans["K"]
    place: str | Chars = (end - 1, end) if len(key) == 1 else key
    goal.spoken = (*held, place)
    return goal


def named_key(manner: Manner, key: str) -> Goal:
    names = {"enter": ("Enter", "Return", "enter", "ENTER")}.get(key, (key, key.capitalize()))
    return manner.ask(Keys("keys", (key,), (key,)), {"K": manner.rng.choice(names)})


def blind(manner: Manner) -> Goal:
    """A text to write or a command to run where nothing can be clicked."""
    runs = manner.rng.random() < 0.4
    goal = Blind("command" if runs else "typed", enter=runs)
    text = some_value(manner.words) if manner.rng.random() < 0.5 else manner.words.sentence()
    return manner.ask(goal, {"V": manner.quoted(text, 0.88)})


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
    pressed = gap.join(parts)
    written = {mark: rng.choice((mark, "*" if mark in "*×x" else "/")) for mark in "*×x÷/"}
    said = "".join(written.get(mark, mark) for mark in pressed)
    goal = manner.ask(Presses(kind, []), {"E": manner.quoted(said, 0.25)})
    start = goal.clause.spans["E"][0]
    for offset, mark in enumerate(pressed):
        if mark != " ":
            goal.presses.append((pads[mark], (start + offset, start + offset + 1)))
    if kind == "sum":
        goal.presses.append((pads["="], goal.clause.spans["E"]))
    return goal


def login(shown: list[Widget], manner: Manner) -> list[Goal]:
    """User name and password in one breath, then the button; nothing where there is no login."""
    fields = [w for w in shown if w.role is Role.FIELD and w.name and not w.row]
    names = [w for w in fields if "user" in w.name.lower() or w.name in ("Login", "Email")]
    secrets = [w for w in fields if "password" in w.name.lower()]
    if not names or not secrets:
        return []
    shown = [w for w in shown if w.box.top > secrets[0].box.top]
    user, secret = some_value(manner.words, "user"), some_value(manner.words, "password")
    both = manner.quoted(user, 0.6), manner.quoted(secret, 0.6)
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
        return [Several("login", parts, clause=clause), *named]
    patterns = zip(LISTS["logins, user"], LISTS["logins, password"], strict=True)
    first, second = manner.rng.choice([*patterns])
    return [
        Fill("login", names[0], user, clause=manner.say("login", {"V": both[0]}, first)),
        Fill("login", secrets[0], secret, clause=manner.say("login", {"V": both[1]}, second)),
        *_confirm(shown, manner),
    ]


def _confirm(shown: list[Widget], manner: Manner) -> list[Goal]:
    """Often the button that logs in is named too."""
    button = _login_button(shown)
    if button is None or button.icon or manner.rng.random() < 0.5:
        return []
    return [manner.ask(Press("press", button), {"X": manner.label(button.text)})]


def _login_button(shown: list[Widget]) -> Widget | None:
    names = ("login", "log in", "sign in", "ok", *map(str.lower, lexicon.listing("enter")))
    named = (w for w in shown if w.role is Role.BUTTON and w.text.lower() in names)
    arrows = (w for w in shown if w.role is Role.ICON and w.icon in _ARROWS)
    return next(named, None) or next(arrows, None)


# --------------------------------------------------------------------------- what is missing


_KINDS: Final = (
    *(("press", "buttons"), ("press", "buttons"), ("check", "checks")),
    *(("uncheck", "checks"), ("fill", "fields"), ("fill", "fields")),
    *(("item", "items"), ("link", "links"), ("tab", "tabs")),
    *(("radio", "radios"), ("icon", "icons"), ("combo", "fields")),
)
_NEAR: Final = 0.4
"""Share of labels that share a word with one that is there."""
_TRIES: Final = 12
_ALIKE: Final = 0.55
"""Likeness in meaning from which one label may stand for another."""
_SMALL: Final = frozenset(
    ("a", "an", "and", "as", "at", "by", "for", "in", "of", "on", "the", "to")
)


def absent(world: World, manner: Manner) -> Goal | None:
    """Something that is nowhere on the screen; None where nothing was found missing."""
    kind, entries = manner.rng.choice(_KINDS)
    near = manner.rng.random() < _NEAR
    shown, is_missing = _shown(world), _misses if near else _is_strange
    for _ in range(_TRIES):
        label = _label(world, manner, entries, near)
        if label and is_missing(label, shown):
            slots = {"X": manner.label(label), "V": manner.value(some_value(manner.words, label))}
            return manner.ask(Absent("absent"), slots, kind)
    return None


def _shown(world: World) -> str:
    """What a world says in small letters, what its pictures mean, what its menus may hold."""
    seen = [widget for widget, _ in world.visible()]
    menus = [lexicon.menus().get(w.text, ()) for w in seen if w.role is Role.MENU]
    more = [w.icon.replace("_", " ") for w in seen]
    more += [entry.partition(":")[0] for entries in menus for entry in entries]
    return "\n".join((on_screen(world), *(text.lower() for text in more if text)))


def _label(world: World, manner: Manner, entries: str, near: bool) -> str:
    if not near:
        return manner.words.pick(entries, "a missing label is invented")
    rng, held = manner.rng, manner.words.held_out
    # What an icon works on is often said and never shown: "next track" is there as "next".
    there = [w.name or w.text for w, _ in world.visible() if w.name or w.text]
    if not there:
        return ""
    one = rng.choice(there)
    if rng.random() < 0.3:
        return manner.words.variant(one)
    known = [label for label in lexicon.listing(entries) if lexicon.is_held_out(label) is held]
    akin = [label for label in known if _words(label) & _words(one)]
    return rng.choice(akin) if akin else ""


def _words(label: str) -> set[str]:
    return {word.strip(".:,") for word in label.lower().split()} - _SMALL


def _is_strange(label: str, shown: str) -> bool:
    """Whether no word of a label, and nothing like it, is on the screen."""
    if any(word in shown for word in _words(label)) or any(n in shown for n in names_of(label)):
        return False
    meant = phrase_meaning(label)
    return all(float(meant @ phrase_meaning(line)) < _ALIKE for line in shown.split("\n"))


def _misses(label: str, shown: str) -> bool:
    """Whether a label has a word that no label on the screen which shares another one has."""
    mine = _words(label)
    if not mine or any(name in shown for name in (label.lower(), *names_of(label))):
        return False
    others = [words for line in shown.split("\n") if (words := _words(line)) & mine]
    return bool(others) and all(mine - words for words in others)
