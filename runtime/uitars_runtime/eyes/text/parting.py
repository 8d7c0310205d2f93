"""Lines that are not one: icons which were read as signs, beside words or beside each other.

A search icon reads `Q`, the cross of a tab `X`. What they are is the reader's business; here they
are only parted, so that each stands for itself and no words carry them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from uitars_runtime.eyes.screen import Screen
from uitars_runtime.eyes.shapes.ink import inked_columns, runs
from uitars_runtime.eyes.text.pitch import pitch_of
from uitars_runtime.types import Box

APART = 0.5
"""Blank columns, in heights of the ink, from which signs are no word: more than a space leaves."""
SIGNS = 2
"""Characters up to which a part of a line may be an icon."""
_SUM = re.compile(r"-?\d+( ?[-+x×*÷/] ?-?\d+)+ ?=?", re.IGNORECASE)
"""What has signs in it by right."""
NEAR = 0.22
"""Blank columns, in heights of the ink, between the picture of a button and its words, at least."""
BROAD = 1.7
"""Width of such a picture in the average width of a letter of the words, at least."""
SQUARE = (0.8, 1.4)
"""Width of such a picture in heights of the ink, at least and at most."""
_PICTURED = re.compile(r"[A-LN-VX-Z\d√] ?([A-Z][a-z].*)")
"""A letter or figure too many; M and W are as broad as a picture."""
_CROSSED = re.compile(r"(.*\w.*) ([Xx×✕])")


def parted(screen: Screen, box: Box, text: str) -> list[tuple[Box, str]]:
    """The line (tight around its ink) as it is, its parts with what each says, or nothing."""
    mask = screen.ink(box)
    gap = max(3, round(APART * box.height))
    parts = runs(inked_columns(mask), gap=gap)
    words = text.split()
    if _SUM.fullmatch(text):
        return [(box, text)]
    if len(parts) > 1 and all(len(word) <= SIGNS for word in words):
        # As many signs as parts may be signs; otherwise the recognizer made them up.
        return _boxed(screen, box, parts, words) if len(words) == len(parts) else []
    pictured = _PICTURED.fullmatch(text)
    if pictured:
        near = runs(inked_columns(mask), gap=max(3, round(NEAR * box.height)))
        if len(near) > 1 and _is_picture(near, pictured[1], box.height):
            # The picture is found as a shape; a line of its own would take the button's frame.
            return _boxed(screen, box, [(near[1][0], near[-1][1])], [pictured[1]])
    crossed = _CROSSED.fullmatch(text)
    if crossed and len(parts) > 1 and not pitch_of(mask).fixed:
        return _boxed(screen, box, [(0, parts[-2][1]), parts[-1]], crossed.groups())
    return [(box, text)]


def _is_picture(parts: Sequence[tuple[int, int]], words: str, height: int) -> bool:
    """Whether the first part of the ink is broader than a letter of these words can be."""
    (first, last), (begin, _), (_, end) = parts[0], parts[1], parts[-1]
    broad = last - first >= BROAD * (end - begin) / len(words)
    return broad and SQUARE[0] * height <= last - first <= SQUARE[1] * height


def _boxed(
    screen: Screen, box: Box, parts: Sequence[tuple[int, int]], words: Sequence[str]
) -> list[tuple[Box, str]]:
    found: list[tuple[Box, str]] = []
    for (first, last), word in zip(parts, words, strict=True):
        part = Box(box.left + first, box.top, box.left + last, box.bottom)
        found.append((screen.tight(part) or part, word))
    return found
