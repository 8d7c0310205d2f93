"""Goals about several things at once, none of them by its name: all ticks, only one, a form's data.

Not here: several things by their names (`generation.py`), what counts places (`place_goals.py`).
"""

from __future__ import annotations

from typing import Final

from uitars_runtime.backends.embedded.network.layout import reading_order
from uitars_runtime.element import Role
from uitars_train.simulator.forms import CARD
from uitars_train.simulator.lexicon import value_of
from uitars_train.simulator.world import Widget, World
from uitars_train.tasks.goals import Goal, Several, Turn, filled_as_said
from uitars_train.tasks.phrasing import Manner, called

_MOST: Final = 8
"""Ticks that are asked for together; with more the steps would crowd out the rest."""


def all_ticks(world: World, shown: list[Widget], manner: Manner) -> list[Goal] | None:
    """`tick everything`, `only the second one`, `all but X`."""
    ticks = [w for w in shown if w.role is Role.CHECKBOX and world.find(w) is not None]
    if not 2 <= len(ticks) <= _MOST or any(tick.disabled for tick in ticks):
        return None
    rng, one = manner.rng, manner.rng.choice(ticks)
    # Of what is hidden or scrolled away "all" would speak, too.
    if any(surface.scrolls for surface in world.reachable()):
        return None
    kind = rng.choice(("tickall", "untickall", "tickonly", "tickbut"))
    named = [called(tick) for tick in ticks]
    if kind in ("tickonly", "tickbut") and (not called(one) or named.count(called(one)) > 1):
        return None
    most = kind in ("tickall", "tickbut")
    apart = one if kind in ("tickonly", "tickbut") else None
    ordered = [ticks[at] for at in reading_order([tick.box for tick in ticks])]
    parts = [Turn(kind, tick, most is not (tick is apart)) for tick in ordered]
    if all(part.target.checked == part.wanted for part in parts):
        return None
    slots = {} if apart is None else {"X": manner.label(called(apart))}
    return [manner.ask(Several(kind, [*parts]), slots)]


def card(world: World, shown: list[Widget], manner: Manner) -> list[Goal] | None:
    """What somebody is called and how they are reached, in one breath, without a label."""
    fields = {w.group: w for w in shown if w.group in CARD and world.find(w) is not None}
    if len(fields) != len(CARD) or any(w.text and not w.placeholder for w in fields.values()):
        return None
    values = {group: value_of(manner.words, kind) for group, kind in CARD.items()}
    slots = dict(zip("VWU", (manner.quoted(text, 0.1) for text in values.values()), strict=True))
    clause = manner.say("card", slots)
    told = zip(slots, (fields[group] for group in CARD), values.values(), strict=True)
    return [Several("card", [*filled_as_said("card", clause, told)], clause=clause)]
