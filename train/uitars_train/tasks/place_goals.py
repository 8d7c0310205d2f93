"""Tasks that are not about naming one widget: by place, by colour, by row, by looking for it, and
about several at once, such as all ticks or a form's data.

Not here: chords, sums and logins (`special_goals.py`), goals about one named widget
(`generation.py`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from uitars_runtime.backends.embedded.network.layout import reading_order
from uitars_runtime.element import Role
from uitars_train.simulator.forms import CARD
from uitars_train.simulator.lexicon import some_value, value_of
from uitars_train.simulator.world import Widget, World
from uitars_train.tasks import special_goals as special
from uitars_train.tasks.goals import (
    CopyOver,
    Explore,
    Fill,
    Goal,
    Hopeless,
    Press,
    Presses,
    Pull,
    Scroll,
    Several,
    Turn,
    filled_as_said,
)
from uitars_train.tasks.list_goals import PLACES, first_in_rows, row_button
from uitars_train.tasks.phrasing import LISTS, Manner, called, name_icon

Maker = Callable[[World, list[Widget], Manner], list[Goal]]

_COUNTED: Final = (
    *(Role.BUTTON, Role.LINK, Role.CHECKBOX, Role.RADIO, Role.TAB, Role.FIELD, Role.ITEM),
    *(Role.COMBO, Role.SLIDER, Role.ICON, Role.MENU),
)
"""Roles that there are nouns for."""
_MOST: Final = 8
"""Ticks that are asked for together; with more the steps would crowd out the rest."""


def unusual(world: World, shown: list[Widget], manner: Manner) -> list[Goal]:
    """One of these tasks where the world has what it needs, now and then."""
    for make, chance in MAKERS:
        if manner.rng.random() < chance:
            goals = make(world, shown, manner)
            if goals:
                return _with_button(goals, shown, manner)
    return []


def _with_button(goals: list[Goal], shown: list[Widget], manner: Manner) -> list[Goal]:
    """Often a button is to be pressed at the end."""
    texts = [w.text for w in shown]
    buttons = [w for w in shown if w.role is Role.BUTTON and len(w.text) > 2 and not w.row]
    buttons = [w for w in buttons if texts.count(w.text) == 1]
    ending = isinstance(goals[-1], Hopeless | Press) or not buttons
    if ending or manner.rng.random() > 0.55:
        return goals
    button = manner.rng.choice(buttons)
    return [*goals, manner.ask(Press("press", button), {"X": manner.label(button.text)})]


def _ordered(widgets: list[Widget]) -> list[Widget]:
    return [widgets[index] for index in reading_order([widget.box for widget in widgets])]


def _looks(world: World) -> dict[Role, list[Widget]]:
    """What can be counted on the whole screen, by what it looks like."""
    seen = [widget for widget, _ in world.visible()]
    return {role: [w for w in seen if (w.seen_as or w.role) is role] for role in _COUNTED}


def _by_place(world: World, shown: list[Widget], manner: Manner) -> list[Goal]:
    """`click the third link`."""
    rng = manner.rng
    looks = _looks(world)
    roles = [role for role, alike in looks.items() if 2 <= len(alike) <= len(PLACES)]
    if not roles:
        return []
    role = rng.choice(roles)
    alike = _ordered(looks[role])
    if role is Role.ITEM:
        alike = first_in_rows(world) or alike
    at = rng.randrange(min(len(alike), len(PLACES)))
    if alike[at].disabled or alike[at] not in shown:
        return []
    said = rng.choice(PLACES[at])
    if at == len(alike) - 1 and rng.random() < 0.5:
        said = "last"
    goal = Press("ordinal", alike[at])
    noun = rng.choice(LISTS[f"nouns of {role}"])
    if role is not Role.TAB and said != "last" and rng.random() < 0.2:
        # A tab may bear a number as its name, which would be another one.
        counted = rng.choice((str(at + 1), LISTS["numbers"][at]))
        return [manner.ask(goal, {"N": noun, "C": counted}, "numbered")]
    return [manner.ask(goal, {"O": said, "N": noun})]


def _fill_by_place(world: World, shown: list[Widget], manner: Manner) -> list[Goal]:
    """`type x into the second field`."""
    rng = manner.rng
    fields = _ordered(_looks(world)[Role.FIELD])
    if not 2 <= len(fields) <= len(PLACES):
        return []
    at = rng.randrange(len(fields))
    target = fields[at]
    if target.role is not Role.FIELD or target.many_lines or target not in shown:
        return []
    value = some_value(manner.words, target.name)
    said = "last" if at == len(fields) - 1 and rng.random() < 0.4 else rng.choice(PLACES[at])
    slots = {"O": said, "N": rng.choice(LISTS["nouns of field"]), "V": manner.value(value)}
    return [manner.ask(Fill("placefill", target, value), slots)]


def _only_one(world: World, shown: list[Widget], manner: Manner) -> list[Goal]:
    """`click the button`, where there is one."""
    counts = _looks(world)
    roles = [role for role, alike in counts.items() if len(alike) == 1 and alike[0] in shown]
    if not roles:
        return []
    role = manner.rng.choice(roles)
    noun = manner.quoted(manner.rng.choice(LISTS[f"nouns of {role}"]), 0.2)
    return [manner.ask(Press("onlyone", counts[role][0]), {"N": noun})]


def _by_colour(world: World, shown: list[Widget], manner: Manner) -> list[Goal]:
    rng = manner.rng
    coloured = [w for w in shown if w.group == "swatch"]
    if not coloured:
        return []
    target = rng.choice(coloured)
    said = rng.choice(("grey", "gray")) if target.colour == "grey" else target.colour
    return [manner.ask(Press("colour", target), {"C": said})]


def _ascending(world: World, shown: list[Widget], manner: Manner) -> list[Goal]:
    boxes = [w for w in shown if w.group == "number"]
    if len(boxes) < 2:
        return []
    presses = [(w, None) for w in sorted(boxes, key=lambda w: int(w.text))]
    return [manner.ask(Presses("ascending", [*presses]), {})]


def _twice(world: World, shown: list[Widget], manner: Manner) -> list[Goal]:
    """The same secret into two fields."""
    both = [w for w in shown if w.group == "twin"]
    if len(both) != 2:
        return []
    secret = some_value(manner.words, "password")
    clause = manner.say("twice", {"V": manner.quoted(secret, 0.8)})
    return [Several("twice", [Fill("twice", field, secret) for field in both], clause=clause)]


def _copied(world: World, shown: list[Widget], manner: Manner) -> list[Goal]:
    """What stands beside a name goes into a field."""
    rng = manner.rng
    values = [w for w in shown if w.row and w.role is Role.TEXT and w.text]
    fields = [w for w in shown if w.role is Role.FIELD and not w.text and not w.many_lines]
    if not values or len(fields) != 1:
        return []
    source = rng.choice(values)
    goal = Fill("copied", fields[0], source.text, source=source)
    return [manner.ask(goal, {"X": manner.label(source.row)})]


def _copied_field(world: World, shown: list[Widget], manner: Manner) -> list[Goal]:
    """The text of one field goes into another."""
    fields = [w for w in shown if w.role is Role.FIELD and not w.row]
    full = [w for w in fields if w.text and not w.placeholder]
    empty = [w for w in fields if not w.text]
    if len(full) != 1 or not empty or not empty[0].name:
        return []
    goal = CopyOver("copiedfield", full[0], empty[0])
    if full[0].name and manner.rng.random() < 0.6:
        slots = {"X": manner.label(full[0].name), "Y": manner.label(called(empty[0]))}
        return [manner.ask(goal, slots)]
    return [manner.ask(goal, {}, "copiedonly")] if len(fields) == 2 else []


def _looked_for(world: World, shown: list[Widget], manner: Manner) -> list[Goal]:
    """Something behind a tab or below a heading that has to be found first."""
    rng = manner.rng
    openers = _ordered([w for w in shown if w.role is Role.TAB and w.group])
    if not openers or len(openers) > 6:
        return []
    pages = {w.text for w in openers}
    inside = [w for w in world.front().widgets if w.page in pages and w.text]
    hidden = [w for w in inside if w.role in (Role.LINK, Role.BUTTON, Role.CHECKBOX)]
    if not hidden:
        return []
    target = rng.choice(hidden)
    if rng.random() < 0.3:
        heads = [w for w in openers if w.text == target.page]
        slots = {"R": manner.label(target.page), "X": manner.label(target.text)}
        return [manner.ask(Explore("unfold", heads, target), slots)]
    return [manner.ask(Explore("explore", openers, target), {"X": manner.label(target.text)})]


def _expand(world: World, shown: list[Widget], manner: Manner) -> list[Goal]:
    heads = [w for w in shown if w.group.startswith("fold")]
    if not heads:
        return []
    head = manner.rng.choice(heads)
    if len(heads) == 1 and manner.rng.random() < 0.5:
        return [manner.ask(Press("expandonly", head), {})]
    return [manner.ask(Press("expand", head), {"X": manner.label(head.text)})]


def _row_button(world: World, shown: list[Widget], manner: Manner) -> list[Goal]:
    """One of many like buttons, by the row or the post it belongs to."""
    rows = [w for w in shown if w.row and w.role is Role.BUTTON]
    if not rows:
        return []
    target = manner.rng.choice(rows)
    if target.icon and target.icon not in target.name.replace(" ", "_"):
        return []
    if not target.icon:
        return [row_button(world, target, manner)]
    clause = manner.say(*name_icon(target.icon, manner, target.row))
    return [Press("rowbutton", target, clause=clause)]


def _pull(world: World, shown: list[Widget], manner: Manner) -> list[Goal]:
    rng = manner.rng
    items = [w for w in shown if w.role is Role.ITEM and w.text and w.group == "list"]
    if len(items) < 3:
        return []
    target, onto = rng.sample(items, 2)
    slots = {"X": manner.label(target.text), "R": manner.label(onto.text)}
    return [manner.ask(Pull("drag", target, onto), slots)]


def _hopeless(world: World, shown: list[Widget], manner: Manner) -> list[Goal]:
    """A control that is greyed out."""
    rng = manner.rng
    named = [w for w in shown if w.role in (Role.BUTTON, Role.CHECKBOX) and len(w.text) > 2]
    texts = [w.text.lower() for w in named]
    named = [w for w in named if texts.count(w.text.lower()) == 1 and not w.row]
    if not named:
        return []
    target = rng.choice(named)
    target.disabled = True
    kind = "press" if target.role is Role.BUTTON else "uncheck" if target.checked else "check"
    return [manner.ask(Hopeless("disabled"), {"X": manner.label(target.text)}, kind)]


def _scroll(world: World, shown: list[Widget], manner: Manner) -> list[Goal]:
    way = manner.rng.choice(("down", "down", "up"))
    return [manner.ask(Scroll("scroll", manner.rng.choice(shown), way), {"D": way})]


def _by_tab(world: World, shown: list[Widget], manner: Manner) -> list[Goal]:
    """Type, press Tab, type: the second field is never named."""
    alone = [w for w in shown if w.role is Role.FIELD and not w.many_lines and not w.row]
    fields = _ordered(alone)
    if len(fields) < 2 or any(w.text for w in fields[:2]):
        return []
    at = manner.rng.randrange(len(fields) - 1)
    first, second = fields[at : at + 2]
    if first.text or second.text or not first.name:
        return []
    opening = Fill("fill", first, some_value(manner.words, first.name))
    slots = {"X": manner.label(first.name), "V": manner.value(opening.value)}
    goals: list[Goal] = [manner.ask(opening, slots), special.named_key(manner, "tab")]
    value = some_value(manner.words, second.name)
    following = Fill("bytab", second, value, direct=True, keep=True)
    goals.append(manner.ask(following, {"V": manner.quoted(value, 0.8)}, "typed"))
    if manner.rng.random() < 0.4:
        goals.append(special.named_key(manner, "enter"))
    return goals


def _keys(world: World, shown: list[Widget], manner: Manner) -> list[Goal]:
    return [special.keys_goal(manner) for _ in range(manner.rng.choice((1, 1, 2)))]


# --------------------------------------------------------------------------- several at once


def _all_ticks(world: World, shown: list[Widget], manner: Manner) -> list[Goal]:
    """`tick everything`, `only the second one`, `all but X`."""
    ticks = [w for w in shown if w.role is Role.CHECKBOX and world.find(w) is not None]
    if not 2 <= len(ticks) <= _MOST or any(tick.disabled for tick in ticks):
        return []
    rng, one = manner.rng, manner.rng.choice(ticks)
    # Of what is hidden or scrolled away "all" would speak, too.
    if any(surface.scrolls for surface in world.reachable()):
        return []
    kind = rng.choice(("tickall", "untickall", "tickonly", "tickbut"))
    named = [called(tick) for tick in ticks]
    if kind in ("tickonly", "tickbut") and (not called(one) or named.count(called(one)) > 1):
        return []
    most = kind in ("tickall", "tickbut")
    apart = one if kind in ("tickonly", "tickbut") else None
    parts = [Turn(kind, tick, most is not (tick is apart)) for tick in _ordered(ticks)]
    if all(part.target.checked == part.wanted for part in parts):
        return []
    slots = {} if apart is None else {"X": manner.label(called(apart))}
    return [manner.ask(Several(kind, [*parts]), slots)]


def _card(world: World, shown: list[Widget], manner: Manner) -> list[Goal]:
    """What somebody is called and how they are reached, in one breath, without a label."""
    fields = {w.group: w for w in shown if w.group in CARD and world.find(w) is not None}
    if len(fields) != len(CARD) or any(w.text and not w.placeholder for w in fields.values()):
        return []
    values = {group: value_of(manner.words, kind) for group, kind in CARD.items()}
    slots = dict(zip("VWU", (manner.quoted(text, 0.1) for text in values.values()), strict=True))
    clause = manner.say("card", slots)
    told = zip(slots, (fields[group] for group in CARD), values.values(), strict=True)
    return [Several("card", [*filled_as_said("card", clause, told)], clause=clause)]


MAKERS: Final[tuple[tuple[Maker, float], ...]] = (
    (_card, 0.6),
    (_all_ticks, 0.15),
    (_by_colour, 0.6),
    (_ascending, 0.7),
    (_twice, 0.75),
    (_looked_for, 0.2),
    (_expand, 0.5),
    (_row_button, 0.5),
    (_copied, 0.6),
    (_copied_field, 0.12),
    (_pull, 0.15),
    (_by_tab, 0.03),
    (_by_place, 0.09),
    (_fill_by_place, 0.07),
    (_only_one, 0.025),
    (_hopeless, 0.04),
    (_keys, 0.06),
    (_scroll, 0.035),
)
"""Tried in this order, each with its chance where the world has what it needs."""
