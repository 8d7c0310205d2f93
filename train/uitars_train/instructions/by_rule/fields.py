"""Asks for fields by their labels: the cursor into one, a text into one, step by step.

Text goes into a field by a click, then by all of what stands there marked, then by typing. Not
here: what belongs into a field by its purpose (people's own sentences).
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Final

from uitars_runtime.element import Role
from uitars_train.instructions.by_rule.standing import Standing, name_of, sayable
from uitars_train.instructions.by_rule.wording import WORDINGS, Ask, ask_for
from uitars_train.instructions.records import Do, DoClick, DoPress, DoType, Past, Tag

_WORDS: Final = WORDINGS["texts"]
_NUMBERS: Final = "spin button"
_ENTRIES: Final = frozenset({Role.FIELD, Role.COMBO, Role.SLIDER})


def cursor(standing: Standing) -> Iterator[Ask]:
    """A click on a field, a list or a slider that a label names."""
    for at, name in _labelled(standing):
        role = standing.elements[at].role
        section = "cursor" if role is Role.FIELD else "labelled"
        yield ask_for(section, Tag.FIELD, at, {"L": name})


def typing(standing: Standing) -> Iterator[Ask]:
    """A text for a field: the click first, then what comes after it."""
    for at, name in _labelled(standing):
        element = standing.elements[at]
        if element.role is not Role.FIELD or element.disabled:
            continue
        # The same texts every time, so that a seed makes the same asks.
        rng = random.Random(f"{name}{at}")
        numeric = standing.truths[at].told == _NUMBERS
        for _ in range(4):
            text = str(rng.randint(1, 200)) if numeric else rng.choice(_WORDS)
            click = DoClick(standing.places[at])
            ways: tuple[Do, ...] = (click, DoType(text))
            if element.text.strip():
                ways = (click, DoPress(("ctrl", "a")), DoType(text))
            done = rng.randrange(len(ways))
            history = tuple(Past(one) for one in ways[:done])
            tag = (Tag.FIELD, Tag.KEYS, Tag.TYPE)[
                0 if not done else 1 + isinstance(ways[done], DoType)
            ]
            do = ways[done] if done else None
            yield Ask("typing", (tag,), (at,), {"L": name}, {"V": text}, {}, do, history)


def _labelled(standing: Standing) -> Iterator[tuple[int, str]]:
    """Entries with a name of their own that stands on the screen in words."""
    shown = {
        name_of(one.element).lower()
        for one in standing.screen.true
        if one.confirmed and one.element.role is Role.TEXT
    }
    names = [one.name.strip(" .…:").lower() for one in standing.elements]
    for at, element in enumerate(standing.elements):
        name = element.name.strip(" .…:")
        alone = names.count(name.lower()) == 1
        if element.role in _ENTRIES and sayable(name) and alone and name.lower() in shown:
            yield at, name
