"""What goes otherwise than planned: titles that echo the task, popups, borders drawn wrongly,
parts done before their turn, and controls that are taken for something else.

Not here: what the eyes get wrong on every screen (`eyes.py`).
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Final

import msgspec

from uitars_runtime.backends.embedded.network.vocabulary import Act
from uitars_runtime.backends.embedded.situation import Came, Done, Span
from uitars_runtime.element import Element, Role
from uitars_runtime.types import Box
from uitars_train.simulator import canvas as sections
from uitars_train.simulator.canvas import Sheet
from uitars_train.simulator.lexicon import TITLES, Words
from uitars_train.simulator.world import Surface, Widget, World
from uitars_train.tasks.goals import Choose, Fill, Goal, Press, Turn

_DOUBTED: Final = 0.12
"""Share of goals whose control is taken for something else."""
_AWAY: Final = ("OK", "OK", "Close", "Got it", "Dismiss", "Not now", "Later", "Continue", "Cancel")


def entitle(world: World, task: str, rng: random.Random) -> None:
    """Let the window's title say some of the words of the task; it is no control for that."""
    words = [word for word in task.split() if word.isalpha()]
    for widget in world.front().widgets:
        if widget.role is Role.TITLE and words:
            at = rng.randrange(len(words))
            widget.text = " ".join(words[at : at + rng.choice((1, 2, 2, 3))]).title()
            widget.text += rng.choice(("", "", " Task", " - Browser"))


def doubted(goals: Sequence[Goal], rng: random.Random) -> frozenset[int]:
    """The controls of some goals, by their ids."""
    aimed = [goal.target for goal in goals if isinstance(goal, Fill | Press | Turn)]
    aimed += [goal.owner for goal in goals if isinstance(goal, Choose)]
    return frozenset(widget.id for widget in aimed if rng.random() < _DOUBTED)


def popup(world: World, words: Words) -> Surface:
    """A message that has nothing to do with the task; its only button closes it."""
    rng = words.rng
    sheet = Sheet(
        rng, words, width=rng.randint(220, 420), height=300, title=words.pick(TITLES, 0.3)
    )
    sections.paragraph(sheet)
    wide = sheet.wide("message") + 20
    left = rng.choice((sheet.margin, max(sheet.margin, sheet.width - wide - 12)))
    place = (left, sheet.y, left + wide, sheet.y + 28)
    button = sheet.put(Role.BUTTON, place, rng.choice(_AWAY))
    button.closes = True
    high = sheet.y + 40
    left = rng.randint(0, max(1, world.size.width - sheet.width))
    top = rng.randint(0, max(1, world.size.height - high))
    surface = sheet.surface(
        Box(left, top, left + sheet.width, top + high), titled=rng.random() < 0.7
    )
    surface.modal = True
    return surface


def way_out(surface: Surface) -> Widget:
    """The button of a popup."""
    return next(widget for widget in surface.widgets if widget.closes)


def early(goals: Sequence[Goal], after: int, rng: random.Random) -> int | None:
    """A part behind the present one that can be done before its turn: a tick."""
    ticks = [
        at
        for at, goal in enumerate(goals)
        if at > after and isinstance(goal, Turn) and goal.target.role is Role.CHECKBOX
    ]
    return rng.choice(ticks) if ticks else None


def told(serves: Span, whole: Span, slack: tuple[int, int], rng: random.Random) -> Span:
    """The part of the task as the history tells it: models draw its borders wrongly, too.

    `slack`: words before and behind the whole part that belong to no part.
    """
    before, after = slack
    draw = rng.random()
    if draw < 0.3:
        return whole
    if draw < 0.7:
        first = rng.randint(whole.first - before, whole.first)
        return Span(first, rng.randint(whole.last, whole.last + after))
    cuts = sorted((rng.randint(whole.first, whole.last), serves.last))
    return Span(cuts[0], cuts[1])


def forgotten(step: Done, seen: Sequence[Element]) -> Done:
    """A step as a forgetful history tells it: it knows only the point and the text."""
    if step.at is None:
        return msgspec.structs.replace(step, serves=None)
    under = [item for item in seen if item.box.contains(step.at)]
    smallest = min(under, key=lambda item: item.box.area, default=None)
    subject = smallest.name if smallest is not None else ""
    return msgspec.structs.replace(step, serves=None, subject=subject)


def came_of(act: Act, changed: bool, failed: bool, rng: random.Random) -> Came:
    """What the history says of a step.

    Real screens change in small ways (a caret, a pressed look) when nothing else happens.
    """
    if failed:
        return Came.UNCHANGED
    if act in (Act.CLICK, Act.DOUBLE, Act.RIGHT, Act.TYPE):
        return Came.CHANGED if changed or rng.random() < 0.9 else Came.UNCHANGED
    if act is Act.SCROLL:
        return Came.CHANGED if changed else Came.UNCHANGED
    return Came.CHANGED if changed or rng.random() < 0.5 else Came.UNCHANGED
