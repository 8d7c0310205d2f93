"""What goes otherwise than planned: titles that echo the task, borders drawn wrongly, parts done
before their turn, and controls that are taken for something else.

Not here: messages that come up (`simulator/dialogs.py`), what the eyes get wrong on every screen
(`eyes.py`).
"""

from __future__ import annotations

import random
from collections.abc import Sequence

import msgspec

from uitars_runtime.backends.embedded.network.vocabulary import Act
from uitars_runtime.backends.embedded.situation import Came, Done, Span
from uitars_runtime.element import Element, Role, element_at
from uitars_train.simulator import rates
from uitars_train.simulator.world import World
from uitars_train.tasks.goals import Choose, Fill, Goal, Press, Turn


def entitle(world: World, task: str, rng: random.Random) -> None:
    """Let the window's title say some of the words of the task; it is no control for that."""
    words = [word for word in task.split() if word.isalpha()]
    for widget in world.front().widgets:
        if widget.role is Role.TITLE and words:
            at = rng.randrange(len(words))
            count = int(rates.chosen(rng, "words of the task in a title"))
            widget.text = " ".join(words[at : at + count]).title()
            widget.text += rng.choice(("", "", " Task", " - Browser"))


def doubted(goals: Sequence[Goal], rng: random.Random) -> frozenset[int]:
    """The controls of some goals, by their ids."""
    aimed = [goal.target for goal in goals if isinstance(goal, Fill | Press | Turn)]
    aimed += [goal.owner for goal in goals if isinstance(goal, Choose)]
    return frozenset(widget.id for widget in aimed if rates.maybe(rng, "a control is doubted"))


def early(goals: Sequence[Goal], after: int, rng: random.Random) -> int | None:
    """A part behind the present one that can be done before its turn: a tick."""
    turns = [(at, goal.target) for at, goal in enumerate(goals) if isinstance(goal, Turn)]
    ticks = [at for at, target in turns if at > after and target.role is Role.CHECKBOX]
    return rng.choice(ticks) if ticks else None


def told(serves: Span, whole: Span, slack: tuple[int, int], rng: random.Random) -> Span:
    """The part of the task as the history tells it: models draw its borders wrongly, too.

    `slack`: words before and behind the whole part that belong to no part.
    """
    before, after = slack
    draw = rng.random()
    if draw < rates.share("a step is told by its whole part"):
        return whole
    if draw < rates.share("a step is told by its part, well or badly cut"):
        first = rng.randint(whole.first - before, whole.first)
        return Span(first, rng.randint(whole.last, whole.last + after))
    cuts = sorted((rng.randint(whole.first, whole.last), serves.last))
    return Span(cuts[0], cuts[1])


def forgotten(step: Done, seen: Sequence[Element]) -> Done:
    """A step as a forgetful history tells it: it knows only the point and the text."""
    if step.at is None:
        return msgspec.structs.replace(step, serves=None)
    there = element_at(seen, step.at)
    return msgspec.structs.replace(step, serves=None, subject="" if there is None else there.name)


def came_of(act: Act, changed: bool, failed: bool, rng: random.Random) -> Came:
    """What the history says of a step.

    Real screens change in small ways (a caret, a pressed look) when nothing else happens.
    """
    if not (failed or changed or act is Act.SCROLL):
        if act in (Act.CLICK, Act.DOUBLE, Act.RIGHT, Act.TYPE):
            changed = rates.maybe(rng, "a pressed look is noticed")
        else:
            changed = rates.maybe(rng, "a key changes something else")
    return Came.CHANGED if changed and not failed else Came.UNCHANGED
