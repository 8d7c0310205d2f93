"""The next guess at a number that the task gives bounds for and the screen narrows down.

"Between 0 and 9" is where it begins; "higher than 4" and "lower than 8" on the screen, or "too low"
beside what was typed last, leave less. The guess is in the middle, and words that can be typed.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from uitars_runtime.backends.embedded.answers import answer
from uitars_runtime.backends.embedded.situation import Done
from uitars_runtime.backends.embedded.vocabulary import Act
from uitars_runtime.eyes.element import Element, Role

_BOUNDS: Final = re.compile(
    r"\b(?:number )?(?:between|from) (-?\d+)\s?(?:-|–|and|to)\s?(-?\d+)",
    re.IGNORECASE,
)
_GUESS: Final = re.compile(r"\bguess", re.IGNORECASE)
_MORE: Final = re.compile(r"\b(?:higher|greater|larger|bigger|more) than (-?\d+)", re.IGNORECASE)
_LESS: Final = re.compile(r"\b(?:lower|less|smaller|fewer) than (-?\d+)", re.IGNORECASE)
_UP: Final = re.compile(r"\btoo (?:low|small)|\bhigher\b|\bgreater\b|\blarger\b", re.IGNORECASE)
_DOWN: Final = re.compile(r"\btoo (?:high|big|large|great)|\blower\b|\bsmaller\b", re.IGNORECASE)


def with_guess(
    elements: Sequence[Element], task: str, history: Sequence[Done]
) -> tuple[Element, ...]:
    """The elements, and the next guess where the task asks to guess a number between two others.

    What was guessed before counts by what it narrowed down: each guess was in the middle of what
    was left, so guesses on the same side follow from the last one.
    """
    bounds = _BOUNDS.search(task)
    if bounds is None or not _GUESS.search(task):
        return tuple(elements)
    least, most = sorted((int(bounds[1]), int(bounds[2])))
    tried = [int(step.subject) for step in history if _is_guess(step, least, most)]
    shown = " ".join(item.text for item in elements if item.role is not Role.FIELD)
    least, most = _narrowed(least, most, tried, shown)
    if least > most:
        return tuple(elements)
    guess = str((least + most) // 2)
    field = next((item.box for item in elements if item.role is Role.FIELD), None)
    if field is None:
        return tuple(elements)
    return (*elements, answer(elements, field, guess, bounds[0]))


def _is_guess(step: Done, least: int, most: int) -> bool:
    number = step.act is Act.TYPE and re.fullmatch(r"-?\d+", step.subject) is not None
    return number and least <= int(step.subject) <= most


def _narrowed(least: int, most: int, tried: Sequence[int], shown: str) -> tuple[int, int]:
    """The bounds after what was guessed and what the screen says to the last guess.

    The answers to earlier guesses are gone, but each later guess lies on the side they left.
    """
    for guess, after in pairwise(tried):
        if after > guess:
            least = max(least, guess + 1)
        elif after < guess:
            most = min(most, guess - 1)
    above, below = _MORE.search(shown), _LESS.search(shown)
    if above is not None:
        least = max(least, int(above[1]) + 1)
    elif below is not None:
        most = min(most, int(below[1]) - 1)
    elif tried and _UP.search(shown):
        least = max(least, tried[-1] + 1)
    elif tried and _DOWN.search(shown):
        most = min(most, tried[-1] - 1)
    return least, most
