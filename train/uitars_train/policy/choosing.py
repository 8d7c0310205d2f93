"""Goals about entries of lists and menus.

Not here: context menus of things in lists (`asking.py`).
"""

from __future__ import annotations

from typing import Final

from uitars_runtime.element import Role
from uitars_train.policy import lexicon
from uitars_train.policy.goals import Choose, Clause, Goal, Press
from uitars_train.policy.journeys import Through
from uitars_train.policy.rows import is_single
from uitars_train.policy.telling import Manner, called
from uitars_train.policy.world import Widget, World

_BY_VALUE: Final = 0.12
"""Share of lists that are told by what they show."""


def choice_goal(world: World, widget: Widget, manner: Manner) -> Goal:
    """An entry of a combo or a menu, or only opening the menu."""
    rng = manner.rng
    name = manner.label(called(widget))
    if widget.role is Role.MENU and rng.random() < 0.15:
        opened = Press("openmenu", widget)
        opened.clause = manner.say("openmenu", {"X": name})
        return opened
    option = rng.choice(widget.options).partition(":")[0]
    entries = {entry.partition(":")[0] for entry in widget.options}
    if "Save" in entries and rng.random() < 0.3:
        option = "Save"
    slots = {"X": name, "V": manner.label(option)}
    if widget.role is Role.COMBO:
        if rng.random() < _BY_VALUE and not manner.held_wordings and is_single(world, widget.text):
            told = {"X": manner.value(widget.text), "V": manner.label(option)}
            return Choose("refill", widget, option, manner.say("refill", told))
        combos = [w for w, _ in world.visible() if w.role is Role.COMBO]
        alone = len(combos) == 1 and (not widget.name or rng.random() < 0.3)
        if not alone and not widget.name:
            return Press("press", widget, clause=manner.say("press", {"X": name}))
        kind = "onlycombo" if alone else "combo"
        goal = Choose(kind, widget, option)
        goal.clause = manner.say(kind, slots)
        return goal
    if widget.nested and rng.random() < 0.25:
        option = rng.choice(sorted(widget.nested))
    inner = widget.nested.get(option)
    if inner:
        path = (option, rng.choice(inner))
        through = Through("submenu", widget, path)
        slots = {"X": name, "V": manner.label(path[0]), "W": manner.label(path[1])}
        through.clause = manner.say("submenu", slots)
        return through
    goal = Choose("menu", widget, option)
    said = lexicon.shorthands().get(option, ())
    # A button or an icon of that name would do as well: then the menu has to be named.
    shown = {called(w).lower() for w, _ in world.visible()}
    if said and option.rstrip(".").lower() not in shown and rng.random() < 0.4:
        goal.clause = Clause(rng.choice(said))
    else:
        goal.clause = manner.say("menu", slots)
    return goal
