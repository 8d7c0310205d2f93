"""What people call an icon: its meaning or another word for it, what it shows (`gear`), what it is
for (`undo it`), what it works on (`next track`).

Not here: how such a name is worded into a task (`wordings/pictures.txt`, `wordings/links.txt`).
"""

from __future__ import annotations

from typing import Final

from uitars_runtime.backends.embedded.network.icon_names import OTHER_NAMES, spoken
from uitars_train.policy.lexicon import sections
from uitars_train.policy.telling import Manner

_SHOWN: Final = 0.25
_PURPOSE: Final = 0.25
_OTHERWISE: Final = 0.2
"""Share of names that are other words for the meaning."""
_OBJECT: Final = 0.3
"""Share of names that also say what the icon works on (`next track`), which no picture shows."""


def _names(section: str) -> dict[str, tuple[str, ...]]:
    lines = (line.partition(": ") for line in sections("wordings/icons.txt")[section].splitlines())
    return {icon: tuple(names.split("|")) for icon, _, names in lines}


SHOWS: Final = _names("shows")
DOES: Final = _names("does")
OBJECTS: Final = _names("objects")


def name_icon(icon: str, manner: Manner, row: str = "") -> tuple[str, dict[str, str]]:
    """The kind of wording and its slots for an icon, in the row `row` of a table or list."""
    rng = manner.rng
    draw = 1.0 if manner.held_wordings else rng.random()
    slots = {"R": manner.label(row)} if row else {}
    if draw < _SHOWN and icon in SHOWS:
        shown = manner.quoted(rng.choice(SHOWS[icon]), 0.1)
        return "rowpicture" if row else "picture", {"X": shown, **slots}
    if draw > 1 - _PURPOSE and draw < 1 and icon in DOES and not row:
        return "purpose", {"X": rng.choice(DOES[icon])}
    name = spoken(icon)
    if icon in OTHER_NAMES and not manner.held_wordings and rng.random() < _OTHERWISE:
        name = rng.choice(OTHER_NAMES[icon])
    elif icon in OBJECTS and not manner.held_wordings and rng.random() < _OBJECT:
        name = f"{name} {rng.choice(OBJECTS[icon])}"
    return "rowicon" if row else "icon", {"X": manner.label(name), **slots}
