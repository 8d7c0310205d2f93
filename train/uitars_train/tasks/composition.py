"""Parts of a task put together as a person would, and notes from memory beside it.

Not here: how one part is worded (`phrasing.py`).
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from uitars_train.simulator import lexicon
from uitars_train.simulator.lexicon import some_value
from uitars_train.simulator.world import Widget
from uitars_train.tasks import phrasing
from uitars_train.tasks.goals import Choose, Clause, Fill, Goal, Press, Turn
from uitars_train.tasks.phrasing import JOINTS, LISTS, Manner, called, expand

_LISTED: Final = ("fill", "combo", "check", "uncheck")
"""Kinds of parts that a list under a heading can hold."""
_STOPS: Final = (".", "!", "?", ":", ";", ",")


@dataclass(slots=True)
class _Layout:
    """How the parts of one task stand."""

    usual: str
    """What most often joins two parts."""
    count: str = ""
    """What stands before each part of a list of steps, `{}` for its number."""
    apart: str = " "
    """What stands between steps, or between what is listed."""
    listed: int = 0
    """So many parts stand under a heading, said in short."""
    question: bool = False


def put_together(goals: list[Goal], manner: Manner, title: str) -> str:
    """The whole task; every goal's clause learns where it begins."""
    layout = _layout(goals, manner)
    text = _opening(goals, manner, title, layout)
    for index, goal in enumerate(goals):
        text += _between(text, goals, index, manner, layout)
        _begin_with_capital(text, goal.clause, manner.rng)
        goal.clause.start = len(text)
        text += goal.clause.text
    return text + _closing(text, goals[-1].clause, manner, layout)


def _layout(goals: list[Goal], manner: Manner) -> _Layout:
    rng = manner.rng
    usual = _join(manner)
    if manner.held_wordings:
        return _Layout(usual, "{}. " if len(goals) > 1 and rng.random() < 0.05 else "")
    if manner.plain:
        return _Layout(usual)
    kinds = [goal.kind for goal in goals]
    run = next((at for at, kind in enumerate(kinds) if kind not in _LISTED), len(kinds))
    if run > 1 and rng.random() < 0.3:
        apart = rng.choice(LISTS["joins of what is listed"])
        return _Layout(usual, apart=apart, listed=run)
    if len(goals) > 1 and rng.random() < 0.1:
        bullets = LISTS["bullets"]
        count = rng.choice((*LISTS["counts"], rng.choice(bullets)))
        apart = "\n" if count in bullets else rng.choice((" ", "\n", "\n", "; "))
        return _Layout(usual, count, apart)
    return _Layout(usual)


# --------------------------------------------------------------------------- before


def _opening(goals: list[Goal], manner: Manner, title: str, layout: _Layout) -> str:
    """What stands before the first part, the blank behind it included."""
    rng = manner.rng
    if manner.held_wordings:
        return rng.choice(LISTS["kept openings"])
    if manner.plain:
        return f"{_phrase(manner, 'opening', title)} " if rng.random() < 0.15 else ""
    said = [_phrase(manner, "opening sentence", title)] if rng.random() < 0.2 else []
    if layout.listed:
        kinds = {goal.kind for goal in goals[: layout.listed]}
        alike = len(kinds) == 1 and rng.random() < 0.8
        said.append(_phrase(manner, f"listed under {kinds.pop() if alike else 'form'}"))
        _shorten(goals[: layout.listed], manner, plain=alike)
        bullet = layout.apart.startswith("\n")
        return " ".join(said) + (layout.apart if bullet else " ")
    if layout.count:
        said += [_phrase(manner, "list heading")] if rng.random() < 0.5 else []
        apart = "\n" if "\n" in layout.apart else " "
        return " ".join(said) + (apart if said else "")
    if rng.random() < 0.1:
        said.append(_phrase(manner, "opening place", title))
    if _is_imperative(goals[0].clause) and rng.random() < 0.35:
        layout.question = rng.random() < 0.3
        said.append(_phrase(manner, f"opening {'question' if layout.question else 'request'}"))
    for at, phrase in enumerate(said):
        if (at == 0 or said[at - 1].endswith((".", "!"))) and rng.random() < 0.6:
            said[at] = phrase[0].upper() + phrase[1:]
    return "".join(f"{phrase} " for phrase in said)


def _phrase(manner: Manner, name: str, title: str = "") -> str:
    """A phrase of a section, of the plain ones where there are some; of a window's title only where
    it has one."""
    plain = phrasing.PLAIN.get(name) if manner.plain else None
    phrases = plain or JOINTS[name]
    patterns = [text for text in phrases if title or "{T}" not in text]
    text = expand(manner.rng.choice(patterns), manner.rng)
    return text.replace("{T}", manner.quoted(title, 0.4))


def _is_imperative(clause: Clause) -> bool:
    return clause.text.partition(" ")[0] in phrasing.VERBS


def _shorten(goals: list[Goal], manner: Manner, *, plain: bool) -> None:
    """Say parts as entries of a list, all in one form; `plain`: a tick by its label alone."""
    forms = {kind: manner.rng.choice(JOINTS[f"listed {kind}"]) for kind in _LISTED}
    for goal in goals:
        slots = _slots(goal, manner)
        form = "{X}" if plain and isinstance(goal, Turn) else forms[goal.kind]
        goal.clause = manner.say(goal.kind, slots, expand(form, manner.rng))


# --------------------------------------------------------------------------- between


def _between(text: str, goals: list[Goal], index: int, manner: Manner, layout: _Layout) -> str:
    """What stands before a part, after the text so far."""
    rng = manner.rng
    if layout.count:
        apart = " " if manner.held_wordings or text.endswith("?") else layout.apart
        return (apart if index else "") + layout.count.format(index + 1)
    if index == 0:
        return ""
    if index < layout.listed:
        ends = index == layout.listed - 1 and layout.apart == ", " and rng.random() < 0.5
        return rng.choice((" and ", ", and ")) if ends else layout.apart
    if index == layout.listed:
        return rng.choice(LISTS["joins behind a list"])
    if _follows(goals, index, manner):
        return rng.choice(LISTS["joins of parts of one kind"])
    if goals[index].kind == goals[index - 1].kind == "login":
        return rng.choice(LISTS["joins of a login"])
    last = index == len(goals) - 1 and not manner.held_wordings
    if last and (manner.plain or rng.random() < 0.12):
        return _spaced(_phrase(manner, "join last"), text)
    join = layout.usual if manner.plain or rng.random() < 0.7 else _join(manner)
    return join if manner.held_wordings else _spaced(join, text)


def _join(manner: Manner) -> str:
    rng = manner.rng
    if manner.held_wordings:
        return rng.choice(LISTS["kept joins"])
    usual = not manner.plain and rng.random() < 0.7
    return _phrase(manner, "join usual" if usual else "join")


def _spaced(join: str, text: str) -> str:
    """A join with its blanks; it has no stop of its own where a sentence has ended."""
    if join == "\\n":
        return "\n"
    if text.endswith("?") or (text.endswith(".") and join.startswith(".")):
        join = join.lstrip(".,; ")
    return f"{'' if not join or join.startswith(_STOPS) else ' '}{join} "


def _follows(goals: list[Goal], index: int, manner: Manner) -> bool:
    """Shorten a clause that repeats the kind of the one before it ("tick A and B")."""
    goal, before = goals[index], goals[index - 1]
    patterns = phrasing.FOLLOWING.get(goal.kind)
    if patterns is None or before.kind != goal.kind or manner.rng.random() > 0.45:
        return False
    form = expand(manner.rng.choice(patterns), manner.rng)
    goal.clause = manner.say(goal.kind, _slots(goal, manner), form)
    return True


def _slots(goal: Goal, manner: Manner) -> dict[str, str]:
    """What the short forms of a part name."""
    match goal:
        case Fill():
            return {**_label(goal.target, manner), "V": manner.value(goal.value)}
        case Choose():
            return {**_label(goal.owner, manner), "V": manner.label(goal.value)}
        case Turn() | Press():
            return _label(goal.target, manner)
        case _:
            raise TypeError(f"{goal.kind} has no short form")


def _label(widget: Widget, manner: Manner) -> dict[str, str]:
    return {"X": manner.label(called(widget)), "R": manner.label(widget.row)}


def _begin_with_capital(text: str, clause: Clause, rng: random.Random) -> None:
    """A sentence begins with a capital, mostly; a value keeps its letters."""
    begins = not text or text.endswith((". ", "! ", "? ", "\n"))
    named = any(start == 0 for start, _ in clause.spans.values())
    if begins and not named and clause.text and rng.random() < 0.7:
        clause.text = clause.text[0].upper() + clause.text[1:]


# --------------------------------------------------------------------------- behind


def _closing(text: str, last: Clause, manner: Manner, layout: _Layout) -> str:
    rng = manner.rng
    if manner.held_wordings:
        return rng.choice(LISTS["kept closings"])
    if layout.question and not text.endswith(_STOPS):
        return rng.choice(LISTS["ends of questions"])
    draw = rng.random()
    if draw < 0.45:
        return ""
    if draw < 0.75:
        return "" if text.endswith(_STOPS) else "."
    said = _phrase(manner, "closing")
    if text.endswith(_STOPS):
        return said.removeprefix(".") if said.startswith(". ") else ""
    if said.startswith(_STOPS):
        return said
    # Nobody could tell where an unquoted value ends if words came right behind it.
    return "." if len(last.text) in (end for _, end in last.spans.values()) else f" {said}"


_FACTS: Final = lexicon.sections(phrasing.FOLDER / "notes.txt")["facts"]


def remembered(goals: list[Goal], manner: Manner) -> tuple[str, ...]:
    """Up to three notes; where one fits, a part of the task leaves its value to it."""
    rng = manner.rng
    notes = [_fact(manner, manner.words.pick("fields")) for _ in range(rng.randint(0, 2))]
    if rng.random() < 0.3:
        notes.append(manner.words.sentence())
    fills = [g for g in goals if isinstance(g, Fill) and g.kind == "fill" and g.target.name]
    if fills and rng.random() < 0.75:
        goal = rng.choice(fills)
        said = goal.target.name.lower()
        notes = [note for note in notes if said not in note.lower()]
        goal.kind = "recalled"
        goal.clause = manner.say("recalled", {"X": manner.label(called(goal.target))})
        notes.append(_fact(manner, goal.target.name, goal.value))
    rng.shuffle(notes)
    return tuple(notes)


def _fact(manner: Manner, label: str, value: str = "") -> str:
    rng = manner.rng
    told = label.lower() if rng.random() < 0.5 else label
    form = expand(rng.choice(_FACTS), rng)
    return form.replace("{X}", told).replace("{V}", value or some_value(manner.words, label))


def point_at_notes(goals: list[Goal], text: str, asked: Sequence[str]) -> None:
    """Where in the whole text the values stand that only notes hold."""
    for goal in goals:
        if isinstance(goal, Fill) and goal.kind == "recalled":
            at = text.index(goal.value, len(asked[0]))
            start = at - goal.clause.start
            goal.clause.spans["V"] = (start, start + len(goal.value))
