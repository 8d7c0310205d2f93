"""What code knows better than the network: rules over what the eyes see and over a decision.

`RULES` holds all of them in the order in which they are applied; bench/rules.py switches each off.
A rule sees and changes what it says and keeps no state; it stays while its worth is measured.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from uitars_runtime.backends.embedded.rules.colours import with_colours
from uitars_runtime.backends.embedded.rules.labelled_fields import to_labelled
from uitars_runtime.backends.embedded.rules.labels import with_labels
from uitars_runtime.backends.embedded.rules.ordinals import with_ordinals
from uitars_runtime.backends.embedded.rules.rule import Rule
from uitars_runtime.backends.embedded.rules.shown_request import without_request
from uitars_runtime.backends.embedded.situation import Decision, Situation

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
