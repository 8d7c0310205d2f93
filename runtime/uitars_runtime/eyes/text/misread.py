"""Signs that no one wrote: the knob of a slider, the arrows of spin buttons read as a character."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from uitars_runtime.eyes.shapes.proposals import Proposal
from uitars_runtime.eyes.shapes.sliders import find_sliders
from uitars_runtime.eyes.shapes.spinners import spin_buttons
from uitars_runtime.eyes.text.lines import Line
from uitars_runtime.geometry import holds, overlap, union
from uitars_runtime.types import Box

TALL: Final = 1.4
"""Height of two arrows in their width, at least; signs are broader."""
END: Final = 12
"""Pixels from them to the right end of their field, at most."""


def without_signs(lines: Sequence[Line], shapes: Sequence[Proposal]) -> list[Line]:
    """The lines but for knobs and pairs of arrows that were read as one sign."""
    short = [line for line in lines if len(line.text) == 1 and not line.text.isalnum()]
    if not short:
        return list(lines)
    knobs = [slider.knob for slider in find_sliders([(one.box, one.frame) for one in shapes])]
    halves = spin_buttons([shape.box for shape in shapes])
    pairs = [union(upper, lower) for upper, lower in zip(halves[::2], halves[1::2], strict=True)]
    misread = [
        line
        for line in short
        if any(overlap(line.box, knob) for knob in knobs)
        or any(holds(pair, line.box) for pair in pairs)
        or any(shape.framed and _ends_in_arrows(shape.box, line.box) for shape in shapes)
    ]
    return [line for line in lines if line not in misread]


def _ends_in_arrows(field: Box, sign: Box) -> bool:
    """Whether the sign stands at the end of the field like two small arrows do."""
    return (
        sign.height >= TALL * sign.width
        and holds(field, sign)
        and field.width >= 2 * field.height
        and field.right - sign.right <= END
        and abs(field.center.y - sign.center.y) <= END // 3
    )
