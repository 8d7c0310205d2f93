"""What a rule is: a function over elements or over a decision, and what it is worth.

Not here: which rules there are and in what order (`rules/__init__.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import msgspec

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
