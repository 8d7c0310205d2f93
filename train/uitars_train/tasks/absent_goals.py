"""Asking for what is nowhere on the screen: strange labels, and near misses of known ones.

Not here: controls that are there and do not answer (`place_goals.py`).
"""

from __future__ import annotations

from typing import Final

from uitars_runtime.backends.embedded.network.word_vectors import phrase_meaning
from uitars_runtime.element import Role
from uitars_train.simulator import lexicon
from uitars_train.simulator.lexicon import some_value
from uitars_train.simulator.world import World
from uitars_train.tasks.goals import Absent, Goal
from uitars_train.tasks.phrasing import Manner, names_of, on_screen

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
    shown = _shown(world)
    for _ in range(_TRIES):
        label = _label(world, manner, entries, near)
        if label and (_misses(label, shown) if near else _is_strange(label, shown)):
            goal = Absent("absent")
            slots = {"X": manner.label(label), "V": manner.value(some_value(manner.words, label))}
            goal.clause = manner.say(kind, slots)
            return goal
    return None


def _shown(world: World) -> str:
    """What a world says in small letters, what its pictures mean, what its menus may hold."""
    seen = [widget for widget, _ in world.visible()]
    hidden = [
        entry for w in seen if w.role is Role.MENU for entry in lexicon.menus().get(w.text, ())
    ]
    more = [*(w.icon.replace("_", " ") for w in seen), *(e.partition(":")[0] for e in hidden)]
    return "\n".join((on_screen(world), *(text.lower() for text in more if text)))


def _label(world: World, manner: Manner, entries: str, near: bool) -> str:
    if not near:
        return manner.words.pick(entries, 0.4)
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
