"""Other names that people give to labels (`surname` for `Last name`), from `synonyms.txt`.

A label is called by another name only where nothing else on the screen goes by it. Not here: icons
(`icons.py`).
"""

from __future__ import annotations

import random
from functools import cache

from uitars_train.policy.lexicon import is_held_out, sections
from uitars_train.policy.world import World


@cache
def _groups() -> dict[str, tuple[str, ...]]:
    lines = sections("wordings/synonyms.txt")["synonyms"].splitlines()
    groups = [tuple(line.split("|")) for line in lines]
    return {name: group for group in groups for name in group}


def on_screen(world: World) -> str:
    """All words of a world, a line each, in small letters."""
    widgets = [w for s in world.surfaces for w in (*s.widgets, *s.scrolls)]
    said = {text for w in widgets for text in (w.name, w.text, *w.options)}
    return "\n".join(sorted(text.lower() for text in said))


def names_of(label: str) -> tuple[str, ...]:
    """All names of what a label names, in small letters; none where it has but one."""
    return _groups().get(label.lower(), ())


def other_name(label: str, shown: str, rng: random.Random) -> str:
    """Another name of a label; the label itself where it has none that is free.

    `shown` is what `on_screen` gives. Labels kept from training are never said in training.
    """
    others = [name for name in names_of(label) if name != label.lower()]
    if not others or any(name in shown or is_held_out(name) for name in others):
        return label
    name = rng.choice(others)
    return name[0].upper() + name[1:] if rng.random() < 0.4 else name
