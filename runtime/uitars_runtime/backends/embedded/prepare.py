"""The only maker of what the network reads, out of task, history and elements.

Product, simulator, harvest, teacher and evaluation come through here, so that what was learned is
what is met. Not here: numbers (`network/features.py`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec

from uitars_runtime.backends.embedded.rules import RULES, Request, Rule
from uitars_runtime.backends.embedded.situation import Done, Situation, called
from uitars_runtime.backends.embedded.tokenizer import with_notes
from uitars_runtime.element import Element, element_at
from uitars_runtime.errors import ModelError
from uitars_runtime.types import Size

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


def prepare(
    asked: Sequence[str],
    history: Sequence[Done],
    elements: Sequence[Element],
    size: Size,
    pixels: NDArray[np.uint8] | None = None,
    rules: Sequence[Rule] = RULES,
) -> Situation:
    """What the network is asked.

    `asked`: the task, then notes from memory. Steps that named nothing take the name of what lies
    there. `pixels`: the picture, for colours that the elements do not tell. Raises `ModelError` for
    a task without words.
    """
    task, words, noted = with_notes(asked[0], asked[1:])
    if len(words) == noted:
        raise ModelError("The task is empty.", "Say in words what is to be done.")
    steps = tuple(_named(step, elements) for step in history)
    request = Request(asked[0], words[: len(words) - noted], pixels)
    seen = tuple(elements)
    for rule in rules:
        seen = rule.apply(seen, request)
    return Situation(task, words, steps, seen, size, noted)


def _named(step: Done, elements: Sequence[Element]) -> Done:
    there = None if step.subject or step.at is None else element_at(elements, step.at)
    return step if there is None else msgspec.structs.replace(step, subject=called(there))
