"""What code knows better than the network: rules over what the eyes see and over a decision.

`RULES` holds all of them in the order in which they are applied; bench/rules.py switches each off.
A rule sees and changes what it says and keeps no state; it stays while its worth is measured.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

import msgspec

from uitars_runtime.backends.embedded.rules.colours import with_colours
from uitars_runtime.backends.embedded.rules.labels import to_labelled, with_labels
from uitars_runtime.backends.embedded.rules.ordinals import with_ordinals
from uitars_runtime.backends.embedded.rules.shown_request import without_request
from uitars_runtime.backends.embedded.situation import Decision, Done, Situation
from uitars_runtime.backends.embedded.tokenizer import Word
from uitars_runtime.element import Element

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class Request(msgspec.Struct, frozen=True):
    """What rules over elements may look at besides them."""

    task: str
    words: tuple[Word, ...]
    """Of the task itself, without notes."""
    history: tuple[Done, ...]
    pixels: NDArray[np.uint8] | None = None
    """The picture, where there is one: the simulator's eyes tell colours themselves."""


Elements = tuple[Element, ...]
Before = Callable[[Sequence[Element], Request], Elements]
After = Callable[[Decision, Situation], Decision]


class Rule(msgspec.Struct, frozen=True):
    """One thing that code knows better than the network."""

    name: str
    sees: str
    """What it looks at."""
    changes: str
    """What it may change, and nothing else."""
    since: str
    """The version that it came with."""
    worth: str
    """What switching it off costs, measured by bench/rules.py."""
    before: Before | None = None
    """Over the elements, before the network reads them."""
    after: After | None = None
    """Over the decision, after the search."""


RULES: Final = (
    Rule(
        "colours",
        "pixels",
        "gives colours, and names what has no other name by its colour",
        "0.1.0",
        "12 of 452 steps with what programs tell, 11 on pictures alone",
        before=lambda seen, asked: with_colours(seen, asked.pixels),
    ),
    Rule(
        "labels",
        "nameless fields, lists and ticks; words beside them",
        "names them by those words",
        "0.1.0",
        "2 of 452 steps with what programs tell, none on pictures alone",
        before=lambda seen, _: with_labels(seen),
    ),
    Rule(
        "ordinals",
        "roles and places of elements, ordinals in the task",
        "names the element that the task counts by the words that count it",
        "0.1.0",
        "33 of 452 steps with what programs tell, 21 on pictures alone",
        before=lambda seen, asked: with_ordinals(seen, asked.words),
    ),
    Rule(
        "shown request",
        "lines of text that say together what is asked",
        "leaves them out",
        "0.1.0",
        "28 of 400 steps on screens that show the request; none of 452, where no screen does",
        before=lambda seen, asked: without_request(seen, asked.task),
    ),
    Rule(
        "labelled fields",
        "words that name exactly one field or list beside them",
        "moves a click from the words to it",
        "0.1.0",
        "2 of 452 steps with what programs tell, none on pictures alone",
        after=to_labelled,
    ),
)


def postprocess(
    decision: Decision, situation: Situation, rules: Sequence[Rule] = RULES
) -> Decision:
    """What a decision of the network means on the screen."""
    for rule in rules:
        if rule.after is not None:
            decision = rule.after(decision, situation)
    return decision
