"""What a person answered, and whether it says yes and nothing else. What says no stands in
`negation.py`."""

from __future__ import annotations

import re
from typing import Final

from uitars_runtime.types import ANSWER

_WORD: Final = (
    "yes|yeah|yep|yup|y|ok|okay|sure|fine|of course|why not|exactly|absolutely|certainly|definitely"
    "|(?:that(?:['’]s| is) )?(?:right|correct)|done|ready|please do|i did(?: it)?|continue|proceed"
    "|(?:please )?(?:go (?:on|ahead)|do (?:it|that))"
)
_YES: Final = re.compile(
    rf"(?:(?:no (?:problem|worries)|nothing else),? )?(?:{_WORD})(?:,? (?:{_WORD}))*"
    r"(?:,? (?:please|now|thanks?))?|是的?|对的?|好的?|可以|继续",
    re.IGNORECASE,
)


def answer_in(outcome: str) -> str:
    """What was said, without the mark at its end, by the outcome of the step that asked."""
    return outcome.removeprefix(ANSWER).strip().rstrip(".!。！ ")


def agrees(said: str) -> bool:
    """`said`: without the mark at its end."""
    return _YES.fullmatch(said) is not None
