"""How unsure the eyes are of what an icon means, in answers that the reader really gave.

The table beside this module is made by `uitars-train eyes confusions` from icons that the reader
was not trained on. Not here: which icons are missed or taken for something else (`noise.py`).
"""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from functools import cache
from importlib.resources import files

from uitars_runtime.backends.embedded.network.icon_names import likely
from uitars_runtime.element import Element
from uitars_train.policy.goals import Unreachable

Meanings = tuple[tuple[str, float], ...]


@cache
def _table() -> dict[str, tuple[Meanings, ...]]:
    text = files("uitars_train.policy").joinpath("unsure_icons.json").read_text(encoding="utf-8")
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
