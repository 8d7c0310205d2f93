"""What the eyes take things for: roles in unfamiliar programs, icons, letters, names of fields.

The table of icons beside this module is made by `uitars-train eyes confusions` from icons that the
reader was not trained on. Not here: single errors, which happen in every program (`eyes.py`).
"""

from __future__ import annotations

import json
import random
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Final

from uitars_runtime.backends.embedded.network.icon_names import likely
from uitars_runtime.element import Element, Role
from uitars_train.noise import habits
from uitars_train.noise.rates import MEASURED
from uitars_train.simulator.world import Widget
from uitars_train.tasks.goals import Unreachable

_FRONT: Final = (Role.TEXT, Role.TEXT, Role.TEXT, Role.BUTTON, Role.TITLE, Role.LINK)
"""What a tab in front is taken for; the others are seen as tabs."""
_TAKEN: Final[Mapping[Role, tuple[float, tuple[Role, ...]]]] = {
    Role.ITEM: (0.5, (Role.TEXT, Role.TEXT, Role.MENU_ITEM, Role.LINK, Role.BUTTON)),
    Role.COMBO: (0.3, (Role.TAB, Role.BUTTON, Role.BUTTON, Role.FIELD, Role.ITEM)),
    Role.RADIO: (0.25, (Role.CHECKBOX, Role.CHECKBOX, Role.ICON)),
    Role.CHECKBOX: (0.15, (Role.RADIO, Role.ICON, Role.BUTTON)),
    Role.BUTTON: (0.15, (Role.TAB, Role.ITEM, Role.TEXT, Role.COMBO, Role.MENU)),
    Role.TEXT: (0.08, (Role.BUTTON, Role.TITLE, Role.LINK, Role.ITEM)),
    Role.TAB: (0.1, (Role.BUTTON, Role.TEXT, Role.MENU)),
    Role.MENU: (0.1, (Role.TAB, Role.BUTTON, Role.TEXT)),
    Role.HEADER: (0.15, (Role.ITEM, Role.BUTTON, Role.MENU, Role.TEXT)),
    Role.FIELD: (0.1, (Role.COMBO, Role.BUTTON, Role.ITEM)),
}
_IN_FRONT: Final = 0.6


def strange_role(widget: Widget, role: Role, fixed: random.Random) -> Role:
    """What a widget is taken for; mostly what it is."""
    if widget.role is Role.TAB and widget.selected and fixed.random() < _IN_FRONT:
        return fixed.choice(_FRONT)
    share, others = _TAKEN.get(role, (0.0, (role,)))
    return fixed.choice(others) if fixed.random() < share else role


Meanings = tuple[tuple[str, float], ...]


@cache
def _table() -> dict[str, tuple[Meanings, ...]]:
    text = files("uitars_train.noise").joinpath("unsure_icons.json").read_text(encoding="utf-8")
    answers: dict[str, list[dict[str, float]]] = json.loads(text)
    return {icon: tuple(tuple(one.items()) for one in found) for icon, found in answers.items()}


def recognised(icon: str, right: tuple[int, ...], seen: Sequence[Element]) -> tuple[int, ...]:
    """Those of the `right` elements that show their meaning at least as well as all others do.

    Raises `Unreachable` where none does: an icon that looks like something else, while another
    looks like it, cannot be asked for by its meaning.
    """
    shares = [dict(likely(item)).get(icon, 0.0) for item in seen]
    best = max(shares, default=0.0)
    kept = tuple(i for i in right if seen[i].name or (shares[i] > 0 and shares[i] == best))
    if not kept:
        raise Unreachable
    return kept


def told(icon: str, rng: random.Random) -> Meanings:
    """What the eyes tell of an icon's meaning, the likeliest first: often right, sometimes not.

    An empty `icon`: of something that is no icon. An icon that the reader does not know has an
    answer that was given to something else.
    """
    table = _table()
    return rng.choice(table.get(icon) or table[""])


LOOKALIKES: Final = {
    **{"l": "I", "I": "l", "0": "O", "O": "0", "1": "l", "5": "S", "S": "5", "m": "rn"},
    **{"e": "c", "c": "e", "i": "l", "a": "o", "B": "8", "g": "q", "u": "v", "t": "f", ".": ""},
}
BEHIND: Final = (" v", " >", ".", ":", " x")
BEFORE: Final = ("v ", "O ", "> ", "x ", "□ ")
"""Small pictures beside words, read as letters of them."""


def misread(text: str, level: float, fixed: random.Random) -> str:
    """A text as the eyes read it."""
    if not text:
        return text
    if len(text) == 1 and not text.isalnum():
        return "" if fixed.random() < habits.SYMBOLS_UNREAD * level else text
    if fixed.random() > MEASURED.misread * level:
        return text
    draw = fixed.random()
    at = fixed.randrange(len(text))
    up_to = habits.MISREADINGS
    if draw < up_to["letter"]:
        return text[:at] + LOOKALIKES.get(text[at], text[at]) + text[at + 1 :]
    if draw < up_to["lost"]:
        return text[:at] + text[at + 1 :] if len(text) > 2 else text
    if draw < up_to["joined"]:
        return text.replace(" ", "")
    if draw < up_to["behind"]:
        return text + fixed.choice(BEHIND)
    return fixed.choice(BEFORE) + text


def misnamed(exact: Element, name: str, level: float, fixed: random.Random) -> str:
    """The name that the eyes give to a field."""
    draw = fixed.random() / max(level, habits.LEAST)
    up_to = habits.FIELD_NAMES
    if draw < up_to["own"]:
        return exact.text
    if draw < up_to["none"]:
        return ""
    return name + fixed.choice((":", " *")) if draw < up_to["marked"] else name
