"""What code knows better than the network: rules over what the eyes see.

`RULES` holds all of them in the order in which they are applied; bench/rules.py switches each off.
A rule sees and changes what it says and keeps no state; it stays while its worth is measured.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

import msgspec

from uitars_runtime.backends.embedded.rules.colours import with_colours
from uitars_runtime.backends.embedded.rules.ordinals import with_ordinals
from uitars_runtime.backends.embedded.rules.shown_request import without_request
from uitars_runtime.backends.embedded.tokenizer import Word
from uitars_runtime.element import Element

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class Request(msgspec.Struct, frozen=True):
    """What rules may look at besides elements."""

    task: str
    words: tuple[Word, ...]
    """Of the task itself, without notes."""
    pixels: NDArray[np.uint8] | None = None
    """The picture, where there is one: the simulator's eyes tell colours themselves."""


class Rule(msgspec.Struct, frozen=True):
    """One thing that code knows better than the network."""

    name: str
    sees: str
    """What it looks at."""
    changes: str
    """What it may change, and nothing else."""
    worth: str
    """What switching it off costs, measured by bench/rules.py."""
    apply: Callable[[Sequence[Element], Request], tuple[Element, ...]]
    """Over the elements, before the network reads them."""


RULES: Final = (
    Rule(
        "colours",
        "pixels",
        "gives colours, and names what has no other name by its colour",
        "7 of 452 steps on pictures alone, 4 with what programs tell",
        lambda seen, asked: with_colours(seen, asked.pixels),
    ),
    Rule(
        "ordinals",
        "roles and places of elements, ordinals in the task",
        "names the element that the task counts by the words that count it",
        "7 of 452 steps with what programs tell, none on pictures alone",
        lambda seen, asked: with_ordinals(seen, asked.words),
    ),
    Rule(
        "shown request",
        "lines of text that say together what is asked",
        "leaves them out",
        "19 of 400 steps on screens that show the request; none of 452, where no screen does",
        lambda seen, asked: without_request(seen, asked.task),
    ),
)
