"""All that code reckons for the model from the task and the screen, before the model decides.

Counting, sums, dates and the settings of sliders are no business of a small network. What is found
becomes names of elements, or elements whose words can be typed; the model matches them like any
other. Each kind of reckoning has a file of its own.
"""

from __future__ import annotations

from collections.abc import Sequence

from uitars_runtime.backends.embedded.rules.dates import with_days
from uitars_runtime.backends.embedded.rules.passages import with_passages
from uitars_runtime.backends.embedded.rules.positions import with_positions
from uitars_runtime.backends.embedded.rules.sliders import with_places_to_set
from uitars_runtime.backends.embedded.rules.sums import with_results
from uitars_runtime.backends.embedded.situation import Done
from uitars_runtime.element import Element


def with_reckoned(
    elements: Sequence[Element], task: str, history: Sequence[Done]
) -> tuple[Element, ...]:
    """The elements, some of them named, and those that nobody sees behind them."""
    found = with_days(elements, task)
    found = with_positions(found, task)
    found = with_passages(found, task)
    found = with_results(found, task)
    return with_places_to_set(found, task, history)
