"""Lines that are not one: icons which were read as signs, beside words or beside each other.

A search icon reads `Q`, the cross of a tab `X`. What they are is the reader's business; here they
are only parted, so that each stands for itself and no words carry them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from uitars_runtime.eyes.ink import ink_mask, inked_columns, runs, tight_box
from uitars_runtime.eyes.pitch import pitch_of
from uitars_runtime.eyes.regions import Pixels
from uitars_runtime.types import Box

APART = 0.5
"""Blank columns, in heights of the ink, from which signs are no word: more than a space leaves."""
SIGNS = 2
"""Characters up to which a part of a line may be an icon."""
_SUM = re.compile(r"-?\d+( ?[-+x×*÷/] ?-?\d+)+ ?=?", re.IGNORECASE)
"""What has signs in it by right."""
_CROSSED = re.compile(r"(.*\w.*) ([Xx×✕])")


def parted(pixels: Pixels, box: Box, text: str) -> list[tuple[Box, str]]:
    """The line (tight around its ink) as it is, its parts with what each says, or nothing."""
    mask = ink_mask(pixels[box.top : box.bottom, box.left : box.right])
    gap = max(3, round(APART * box.height))
    parts = runs(inked_columns(mask), gap=gap)
    words = text.split()
    if _SUM.fullmatch(text):
        return [(box, text)]
    if len(parts) > 1 and all(len(word) <= SIGNS for word in words):
        # As many signs as parts may be signs; otherwise the recognizer made them up.
        return _boxed(pixels, box, parts, words) if len(words) == len(parts) else []
    crossed = _CROSSED.fullmatch(text)
    if crossed and len(parts) > 1 and not pitch_of(mask).fixed:
        return _boxed(pixels, box, [(0, parts[-2][1]), parts[-1]], crossed.groups())
    return [(box, text)]


def _boxed(
    pixels: Pixels, box: Box, parts: Sequence[tuple[int, int]], words: Sequence[str]
) -> list[tuple[Box, str]]:
    found: list[tuple[Box, str]] = []
    for (first, last), word in zip(parts, words, strict=True):
        part = Box(box.left + first, box.top, box.left + last, box.bottom)
        found.append((tight_box(pixels, part) or part, word))
    return found
