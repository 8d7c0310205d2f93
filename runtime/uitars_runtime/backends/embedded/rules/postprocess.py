"""What a decision of the model means on the screen, where code knows better than the model.

The model points at what the task names; in tables, on sliders, in fields, on labels and in running
text something else must be done for it. Not here: which pixel is clicked (`spot.py`).
"""

from __future__ import annotations

from uitars_runtime.backends.embedded.rules.answers import to_type
from uitars_runtime.backends.embedded.rules.cells import in_table
from uitars_runtime.backends.embedded.rules.labelled_fields import to_labelled
from uitars_runtime.backends.embedded.rules.passages import to_mark
from uitars_runtime.backends.embedded.rules.sliders import to_set
from uitars_runtime.backends.embedded.situation import Decision, Situation


def meant(decision: Decision, situation: Situation) -> Decision:
    """The same decision, or the one that does what it is for."""
    for rule in (in_table, to_mark, to_type, to_set, to_labelled):
        decision = rule(decision, situation)
    return decision
