"""From a world to the goals that a person could have there."""

from __future__ import annotations

import random
from collections import Counter

from uitars_runtime.backends.embedded.network.vocabulary import Act
from uitars_runtime.element import Role
from uitars_train.simulator import dialogs
from uitars_train.simulator.lexicon import some_value
from uitars_train.simulator.world import Surface, Widget, World
from uitars_train.tasks import list_goals as lists
from uitars_train.tasks import special_goals as special
from uitars_train.tasks.goals import Choose, Clause, Fill, Goal, Press, Turn
from uitars_train.tasks.phrasing import PURPOSES, Manner, called, name_icon
from uitars_train.tasks.place_goals import unusual
from uitars_train.tasks.text_goals import edits, message, new_thing

_WEIGHTS = {
    Role.BUTTON: 3.0,
    Role.CHECKBOX: 11.0,
    Role.RADIO: 6.0,
    Role.FIELD: 5.0,
    Role.COMBO: 9.0,
    Role.MENU: 3.2,
    Role.TAB: 4.0,
    Role.ITEM: 3.5,
    Role.LINK: 1.2,
    Role.ICON: 2.0,
    Role.HEADER: 0.9,
}
_BY_VALUE = 0.2
"""Share of filled fields that are told by what stands in them."""
_CHOSEN = 2.0
"""How much more often something is asked for that is chosen already."""
_ONE_KIND = 0.4
"""Share of tasks about things of one kind, so that those of rare kinds come up as well."""
_EDGES = {"append": ("ctrl", "end"), "prepend": ("ctrl", "home")}
"""Keys that bring the caret to where a text is to be added."""
_EDITS, _LETTERS, _NEW = 0.75, 0.7, 0.04
"""Share of open texts that are edited, of letters that are sent, of windows in which something new
is made."""
_BY_PURPOSE = 0.3
"""Share of buttons that are asked for by what they are for, of those for which that is known."""
_TICKS = (Role.CHECKBOX, Role.RADIO)
_KINDS = (_TICKS, _TICKS, _TICKS, (Role.FIELD,), (Role.TAB,), (Role.ITEM,), (Role.ICON,))


def random_goals(world: World, manner: Manner, count: int) -> list[Goal]:
    """Up to `count` goals in the order in which a person would ask for them."""
    rng = manner.rng
    narrow = rng.random() < _ONE_KIND
    others = [] if narrow else _special(world, manner)
    if others:
        return others
    pool = _candidates(world)
    if narrow:
        pool = _of_one_kind(pool, rng)
    goals: list[Goal] = _alike(pool, world, manner) if rng.random() < 0.25 else []
    while pool and len(goals) < count:
        # Each kind of widget has its share, however many of them a window has.
        roles = [widget.role for widget in pool]
        widget = rng.choices(pool, [_share(w, roles.count(w.role)) for w in pool])[0]
        pool.remove(widget)
        goal = goal_for(world, widget, manner, bool(goals))
        if goal is not None:
            goals.append(goal)
    # Buttons that leave a form come last, as in life; their order among themselves stays.
    goals.sort(key=lambda goal: goal.kind in ("press", "closewindow"))
    _close_at_the_end(goals, rng)
    if len(goals) < count and rng.random() < 0.2:
        goals.insert(rng.randint(0, len(goals)), special.keys_goal(manner))
    _continue_in_dialog(world, manner, goals)
    return goals


def _share(widget: Widget, alike: int) -> float:
    """How often something is asked for where there are so many of its role."""
    weight = _WEIGHTS[widget.role] * (3 if widget.row else 1)
    chosen = widget.selected or (widget.role is Role.RADIO and widget.checked)
    share: float = weight / alike**0.7 * (_CHOSEN if chosen else 1)
    return share


def _of_one_kind(pool: list[Widget], rng: random.Random) -> list[Widget]:
    """What is left where a task is about one kind of thing; all where none of these is there."""
    kinds = [[w for w in pool if w.role in roles] for roles in _KINDS]
    rows = [w for w in pool if w.row]
    kinds += [rows, rows, [w for w in rows if w.role in _TICKS], [w for w in rows if w.cells]]
    there = [kind for kind in kinds if kind]
    return rng.choice(there) if there else pool


def _alike(pool: list[Widget], world: World, manner: Manner) -> list[Goal]:
    """Several goals of one kind ("tick A, B and C"); what they use leaves the pool."""
    rng = manner.rng
    role = rng.choice((Role.CHECKBOX, Role.CHECKBOX, Role.FIELD, Role.FIELD, Role.BUTTON))
    same = [w for w in pool if w.role is role and not w.row][: rng.randint(2, 4)]
    wanted = rng.random() < 0.7
    goals: list[Goal] = []
    for widget in same:
        pool.remove(widget)
        if role is Role.CHECKBOX:
            turn = Turn("check" if wanted else "uncheck", widget, wanted)
            goal: Goal | None = manner.ask(turn, {"X": manner.label(called(widget))})
        else:
            goal = goal_for(world, widget, manner, bool(goals))
        if goal is not None:
            goals.append(goal)
    return goals


def _close_at_the_end(goals: list[Goal], rng: random.Random) -> None:
    """Buttons before the last part leave their window open; the last one may close it."""
    presses = [goal for goal in goals if isinstance(goal, Press) and goal.kind == "press"]
    for goal in presses:
        last = goal is goals[-1]
        goal.target.closes = last and (goal.target.closes or rng.random() < 0.4)


def _candidates(world: World) -> list[Widget]:
    """Widgets that can be named without confusion."""
    shown = [w for w, _ in world.visible() if w.role in _WEIGHTS and world.find(w) is not None]
    scrolls = [w for s in world.reachable() for w in s.scrolls if w.role in _WEIGHTS]
    hidden = [w for w in scrolls if called(w) and not w.page and world.find(w) is None]
    names = Counter(called(w).lower() for w in (*shown, *hidden))
    picks = {called(w).lower() for w in shown if w.group == "picks"}
    shown = [w for w in shown if w.role is not Role.ITEM or w.text.lower() not in picks]
    names.subtract(picks)
    pool = [w for w in shown if names[called(w).lower()] == 1 or w.row or w.many_lines]
    pool += [w for w in hidden if names[called(w).lower()] == 1][:4]
    return [w for w in pool if not w.disabled and (called(w) or w.role is Role.FIELD)]


def goal_for(world: World, widget: Widget, manner: Manner, follows: bool) -> Goal | None:
    """Something to do with a widget."""
    rng = manner.rng
    goal: Goal
    match widget.role:
        case Role.CHECKBOX | Role.RADIO:
            return _tick(world, widget, manner)
        case Role.FIELD:
            return field_goal(world, widget, manner, follows)
        case Role.COMBO | Role.MENU:
            return lists.choice_goal(world, widget, manner)
        case Role.ITEM:
            return _item(world, widget, manner)
        case Role.BUTTON if widget.row:
            return lists.row_button(world, widget, manner)
        case Role.TAB:
            goal = Turn("tab", widget)
        case Role.ICON:
            closes = widget.icon == "close" and rng.random() < 0.7
            goal = Press("closewindow" if closes else "icon", widget)
            if not closes and not widget.name:
                goal.clause = manner.say(*name_icon(widget.icon, manner))
                return goal
        case Role.LINK:
            goal = Press("link", widget)
        case Role.HEADER:
            goal = Press("header", widget)
        case _:
            goal = Press("press", widget)
            if (meant := _purpose(world, widget, manner)) is not None:
                goal.clause = meant
                return goal
    return manner.ask(goal, {"X": manner.label(called(widget))})


def _purpose(world: World, button: Widget, manner: Manner) -> Clause | None:
    """A button by what it is for, where no other one is for the same."""
    said = PURPOSES.get(button.text.lower().rstrip("."))
    if said is None or manner.held_wordings or manner.rng.random() > _BY_PURPOSE:
        return None
    others = [w for w, _ in world.visible() if w.role is Role.BUTTON and w is not button]
    if any(PURPOSES.get(other.text.lower().rstrip(".")) == said for other in others):
        return None
    return Clause(manner.rng.choice(said))


def _tick(world: World, widget: Widget, manner: Manner) -> Goal:
    """A box or a ring to be on or off, by its own name, its row or its question."""
    rng = manner.rng
    if widget.row and (widget.role is Role.CHECKBOX or widget.group == "picks"):
        return lists.row_tick(world, widget, manner)
    goal: Goal
    slots = {"X": manner.label(called(widget))}
    if widget.role is Role.RADIO:
        goal = Turn("radio", widget)
        seen = [w for w, _ in world.visible() if w.role is Role.RADIO]
        # Answers of other questions may have the same words.
        twins = sum(w.text == widget.text for w in seen) > 1
        if widget.row and (twins or rng.random() < 0.5):
            goal.kind = "radioof"
            slots["R"] = manner.label(widget.row)
    else:
        kind = rng.choice(("check", "check", "uncheck", "uncheck", "toggle"))
        goal = Press(kind, widget) if kind == "toggle" else Turn(kind, widget, kind == "check")
    return manner.ask(goal, slots)


def field_goal(world: World, widget: Widget, manner: Manner, follows: bool) -> Goal | None:
    """Enter a text, with or without naming the field."""
    rng = manner.rng
    value = some_value(manner.words, called(widget))
    slots = {"X": manner.label(called(widget)), "V": manner.value(value)}
    fields = [w for w, _ in world.visible() if w.role is Role.FIELD]
    if widget.many_lines and not widget.name:
        return _document(widget, manner, value)
    if not widget.name or called(widget) in ("Display", "Result"):
        return None
    if widget.row:
        slots["R"] = manner.label(lists.cell_of(world, widget, manner))
        return manner.ask(Fill("rowfill", widget, value), slots)
    filled = not widget.placeholder and lists.is_single(world, widget.text)
    if filled and not manner.held_wordings and rng.random() < _BY_VALUE:
        slots["X"] = manner.value(widget.text)
        return manner.ask(Fill("refill", widget, value), slots)
    goal, kind = Fill("fill", widget, value), "fill"
    draw = rng.random()
    if draw < 0.08:
        goal, kind = Fill("clear", widget, ""), "clear"
    elif draw < 0.09:
        return manner.ask(Press("focus", widget), slots)
    elif len(fields) == 1 and draw < 0.14:
        return manner.ask(Press("onlyfocus", widget), {})
    elif len(fields) == 1 and draw < 0.5:
        kind = "onlyfield"
        goal.direct = world.focus is widget and not follows
    elif widget.name.startswith(("Address", "URL")) and draw < 0.8:
        kind, goal.enter = "visit", True
    elif "search" in widget.name.lower() and draw < 0.7:
        kind, goal.enter = "search", True
    manner.ask(goal, slots, kind)
    goal.clause.spans.setdefault("V", (0, 0))
    return goal


def _document(widget: Widget, manner: Manner, value: str, plain: bool = False) -> Fill:
    """Writing into a page; `plain`: nothing is said of what stands there."""
    rng = manner.rng
    text = manner.words.sentence() if rng.random() < 0.8 else value
    slots = {"V": manner.quoted(text, 0.88)}
    kind = "document"
    if widget.text and not plain:
        kind = rng.choice(("document", "replacedocument", "replacedocument", *_EDGES))
    keep, edge = kind != "replacedocument", _EDGES.get(kind, ())
    return manner.ask(Fill(kind, widget, text, keep=keep, edge=edge), slots)


def _item(world: World, widget: Widget, manner: Manner) -> Goal:
    rng = manner.rng
    row = lists.row_itself(world, widget, manner) if rng.random() < 0.45 else None
    if row is not None and not manner.held_wordings:
        return row
    slots = {"X": manner.label(called(widget))}
    draw = rng.random()
    if draw < 0.55:
        goal: Goal = Turn("item", widget)
    elif draw < 0.7:
        goal = Press("double", widget, Act.DOUBLE)
    elif draw < 0.82 or not widget.options:
        goal = Press("right", widget, Act.RIGHT)
    else:
        option = rng.choice(widget.options)
        goal = Choose("context", widget, option, opener=Act.RIGHT)
        slots["V"] = manner.label(option)
    return manner.ask(goal, slots)


def _continue_in_dialog(world: World, manner: Manner, goals: list[Goal]) -> None:
    """Sometimes the last press or menu entry opens a dialog in which the task goes on."""
    rng = manner.rng
    if not goals or len(goals) > 3 or rng.random() > 0.25:
        return
    last = goals[-1]
    opened = dialogs.anything(manner.words, world.size)
    if isinstance(last, Press) and last.kind == "press":
        last.target.opens = opened
        last.target.closes = False
    elif isinstance(last, Choose) and last.kind == "menu":
        world.entry_opens[(last.owner.id, last.value)] = opened
    else:
        return
    _goals_inside(opened, world, manner, goals)


def _goals_inside(opened: Surface, world: World, manner: Manner, goals: list[Goal]) -> None:
    inner = World(world.size, [opened])
    fields = [w for w in _candidates(inner) if w.role in (Role.FIELD, Role.CHECKBOX)]
    buttons = [w for w in _candidates(inner) if w.role is Role.BUTTON and w.closes]
    for widget in fields:
        if manner.rng.random() < 0.6:
            goal = goal_for(inner, widget, manner, True)
            if goal is not None:
                goals.append(goal)
    if buttons and manner.rng.random() < 0.8:
        goal = goal_for(inner, manner.rng.choice(buttons), manner, True)
        if goal is not None:
            goals.append(goal)


def _special(world: World, manner: Manner) -> list[Goal]:
    """Tasks that are not about naming one widget, where the world has what they need."""
    rng = manner.rng
    shown = [w for w, _ in world.visible() if world.find(w) is not None]
    pads = {w.text: w for w in shown if w.role is Role.BUTTON and len(w.text) <= 2}
    if {*"0123456789+-="} <= pads.keys() and rng.random() < 0.75:
        return [special.add_up(pads, manner)]
    if not any(w.role in _WEIGHTS for w in shown):
        goals: list[Goal] = [special.blind(manner)]
        if goals[0].kind == "typed" and rng.random() < 0.6:
            chord = rng.random() < 0.4
            goals.append(special.keys_goal(manner) if chord else special.named_key(manner, "enter"))
        return goals
    if rng.random() < 0.09:
        return _missing(world, manner)
    if rng.random() < 0.6:
        login = special.login(shown, manner)
        if login:
            return login
    letter = message(shown, manner) if rng.random() < _LETTERS else None
    if letter is not None:
        return [letter]
    pages = [w for w in shown if w.many_lines and not w.name and not w.disabled]
    changed = edits(pages[0], world, manner) if pages and rng.random() < _EDITS else []
    if changed:
        return changed
    if pages and rng.random() < 0.35:
        return _writing(pages[0], world, manner)
    new = new_thing(world, manner) if rng.random() < _NEW else None
    if new is not None:
        return [new]
    return unusual(world, shown, manner)


def _writing(page: Widget, world: World, manner: Manner) -> list[Goal]:
    """Chords around a text: `press ctrl+a, type x and press ctrl+s`."""
    rng = manner.rng
    goals: list[Goal] = []
    if rng.random() < 0.5:
        goals.append(special.chord_goal(manner, ("ctrl",), rng.choice("aaaan")))
    if not goals or rng.random() < 0.9:
        written = _document(page, manner, some_value(manner.words), plain=bool(goals))
        written.direct = bool(goals) and world.focus is page
        goals.append(written)
    if rng.random() < 0.6:
        goals.append(special.keys_goal(manner))
    return goals


def _missing(world: World, manner: Manner) -> list[Goal]:
    """Something that is not there, alone or after something that is."""
    rng = manner.rng
    goal = special.absent(world, manner)
    if goal is None:
        return []
    first = _candidates(world)
    if first and rng.random() < 0.3:
        before = goal_for(world, rng.choice(first), manner, False)
        if isinstance(before, Turn):
            return [before, goal]
    return [goal]
