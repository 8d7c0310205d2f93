"""What code knows better than the network: rules over what the eyes see and over a decision.

`RULES` holds all of them in the order in which they are applied; bench/rules.py switches each off.
A rule sees and changes what it says and keeps no state; it stays while its worth is measured.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from uitars_runtime.backends.embedded.rules.answers import to_type
from uitars_runtime.backends.embedded.rules.cells import in_table
from uitars_runtime.backends.embedded.rules.colours import with_colours
from uitars_runtime.backends.embedded.rules.dates import with_days
from uitars_runtime.backends.embedded.rules.front_tabs import with_front_tabs
from uitars_runtime.backends.embedded.rules.labelled_fields import to_labelled
from uitars_runtime.backends.embedded.rules.labels import with_labels
from uitars_runtime.backends.embedded.rules.ordinals import with_places
from uitars_runtime.backends.embedded.rules.parts import with_parts
from uitars_runtime.backends.embedded.rules.passages import to_mark, with_passages
from uitars_runtime.backends.embedded.rules.positions import with_positions
from uitars_runtime.backends.embedded.rules.rule import Rule
from uitars_runtime.backends.embedded.rules.sliders import to_set, with_places_to_set
from uitars_runtime.backends.embedded.rules.sums import with_results
from uitars_runtime.backends.embedded.situation import Decision, Situation

RULES: Final = (
    Rule(
        "front tabs",
        "tabs of which none is in front, words in their row",
        "makes those words the selected tab",
        "0.1.0",
        "",
        before=lambda seen, _: with_front_tabs(seen),
    ),
    Rule(
        "parts of lines",
        "lines of several words, names in the task",
        "adds the part that the task names",
        "0.1.0",
        "",
        before=lambda seen, asked: with_parts(seen, asked.words),
    ),
    Rule(
        "days",
        "headings of months, dates in the task",
        "names the day by its date",
        "0.1.0",
        "",
        before=lambda seen, asked: with_days(seen, asked.task),
    ),
    Rule(
        "positions",
        "entries of a list, a place in the task",
        "names the entry at that place",
        "0.1.0",
        "",
        before=lambda seen, asked: with_positions(seen, asked.task),
    ),
    Rule(
        "passages",
        "lines of running text, a counted word or a paragraph in the task",
        "adds the word or the paragraph; turns a click on it into marking it",
        "0.1.0",
        "",
        before=lambda seen, asked: with_passages(seen, asked.task),
        after=to_mark,
    ),
    Rule(
        "sums",
        "sums that end in an equals sign",
        "adds their result; turns a click on it into typing it",
        "0.1.0",
        "",
        before=lambda seen, asked: with_results(seen, asked.task),
        after=to_type,
    ),
    Rule(
        "sliders",
        "a slider with its knob and number, the history, a number in the task",
        "adds the place for the knob; turns a click on it into a drag or a key",
        "0.1.0",
        "",
        before=lambda seen, asked: with_places_to_set(seen, asked.task, asked.history),
        after=to_set,
    ),
    Rule(
        "colours",
        "pixels",
        "gives colours, and names what has no other name by its colour",
        "0.1.0",
        "",
        before=lambda seen, asked: with_colours(seen, asked.pixels),
    ),
    Rule(
        "labels",
        "nameless fields, lists and ticks; words beside them",
        "names them by those words",
        "0.1.0",
        "",
        before=lambda seen, _: with_labels(seen),
    ),
    Rule(
        "ordinals",
        "roles and places of elements, ordinals in the task",
        "names the element that the task counts by the words that count it",
        "0.1.0",
        "",
        before=lambda seen, asked: with_places(seen, asked.words),
    ),
    Rule(
        "cells",
        "headers, cells and ticks of a table, the words that the step serves",
        "moves a click from a header to the cell below it, from a row to its tick",
        "0.1.0",
        "",
        after=in_table,
    ),
    Rule(
        "labelled fields",
        "words that name exactly one field or list beside them",
        "moves a click from the words to it",
        "0.1.0",
        "",
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
