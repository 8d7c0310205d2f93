"""Radio circles: rings, and rings around a dot.

Letters are neither so round nor so thin; pictures of persons and round buttons have more in them
than a dot.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from uitars_runtime.eyes.choices.figures import (
    AROUND,
    CIRCULAR,
    FAINT,
    MARGIN,
    STRONG,
    Colours,
    Figure,
    apart_of,
    cut_out,
    disc,
    in_common,
    inset_of,
)
from uitars_runtime.eyes.choices.squares import PLATEAU
from uitars_runtime.eyes.shapes import Choice, Part, Sort
from uitars_runtime.geometry import Box

ANGLES = 32
"""Directions in which a circle is looked at."""
MIXED = 0.3
"""Share of a radius that differs more: where one colour goes over into another."""
EVEN = 60.0
"""What one radius of a circle differs in these directions, summed over channels, at most."""
BLENDED, EDGE = 0.15, 2.0
"""Share of the step from one colour to another from which a pixel is of neither, and pixels of such
that are more than the edge between the two."""
THICK = 0.55
"""Radius of a dot in a ring that reaches to it, in that of the ring, at most: of a letter it is
larger."""
THIN, UNEVEN = 0.108, 0.75
"""Width of a ring in its diameter, and what this differs around it, in its median, at most; strokes
of letters are wider, or thick and thin."""
BROAD = 0.16
"""The first where a circle has another colour inside than its ground, or stands in line with a
radio circle, as no letter does."""
RIM = 1.75, 0.33
"""Pixels of a ring and its edges, and their share of its radius, at least."""
DOT = 0.15, 0.75
"""Radius of the dot of a chosen radio circle, in that of the circle."""
ROUND_DOT = 0.2
"""What the radius of a dot differs around it, in its median, at most; half a pixel is nothing."""
ALL, MOST, COLOURED = 0.97, 0.6, 60.0
"""Share of a shape that has its colour, of one of one colour and of one with a letter on it, and
difference of the strongest and the weakest channel of a colour, at least."""


def circle(figure: Figure, *, beside: bool = False) -> Choice | None:
    """A thin ring with nothing in it, or a ring around a dot, thick ones that reach to it too.
    `beside`: whether it stands in a row or a column with a radio circle, where no letter does."""
    rays = _rays(figure)
    if rays is None:
        return None
    colours = np.median(rays, axis=0)
    radius = figure.box.height / 2
    away = np.arange(len(colours)) / 2
    inside = away <= radius - 0.5
    core = np.median(colours[away <= max(1.0, DOT[0] * radius)], axis=0)
    from_core = apart_of(colours, core)
    peak = float(from_core[inside].max())
    if peak < FAINT:
        return None  # A disc of one colour.
    edge = float(away[from_core > peak / 2].min())
    rim = radius - max(RIM[0], RIM[1] * radius)
    if edge >= rim:
        filled = beside or float(apart_of(core, figure.ground)) >= FAINT
        limit = BROAD if filled else THIN
        ring = not _is_lit(core, figure.ground) and _is_ring(rays, core, figure.ground, limit)
        return Choice(Sort.CIRCLE, checked=False) if ring else None
    if not DOT[0] * radius <= edge <= DOT[1] * radius or peak < STRONG:
        return None
    most = float(away[inside][from_core[inside].argmax()])
    ring = colours[int(2 * most)]
    between = (away >= min(edge + 1, most)) & (away <= max(rim, most))
    even = bool((apart_of(colours[between], ring) <= peak / 3).all())
    outlined = _aside(colours[away > most], ring, figure.ground).max(initial=0) >= FAINT
    thick = edge <= THICK * radius and float(apart_of(ring, figure.ground)) >= STRONG
    chosen = even and (outlined or thick) and _is_dot(rays, core, peak)
    return Choice(Sort.CIRCLE, checked=True) if chosen else None


def _is_dot(rays: Colours, core: Colours, peak: float) -> bool:
    """Whether what is in a ring is round: a square in one says stop."""
    ends = (apart_of(rays, core) > peak / 2).argmax(axis=1) / 2
    least, middle, most = np.percentile(ends, [10, 50, 90])
    return bool(most - least <= max(0.5, ROUND_DOT * middle))


def _is_lit(core: Colours, ground: Colours) -> bool:
    """Whether a circle is of a strong colour inside, unlike its ground: a light, or a sign."""
    return float(np.ptp(core)) - float(np.ptp(ground)) >= COLOURED


def _is_ring(rays: Colours, core: Colours, ground: Colours, limit: float) -> bool:
    """Whether a thin ring goes around a circle: of a colour of its own, or of one between that of
    the circle and its ground along more than an edge takes. `limit`: its width in the diameter."""
    colours = np.median(rays, axis=0)
    aside = _aside(colours, core, ground)
    if aside.max() >= FAINT:
        wide = np.minimum(apart_of(rays, core), apart_of(rays, ground)).sum(axis=1)
        least, middle, most = np.percentile(wide, [10, 50, 90])
        thin = float(aside.sum() / aside.max()) / 2 <= limit * (len(colours) - 1)
        return thin and bool(most - least <= UNEVEN * middle)
    step = float(apart_of(core, ground))
    between = np.minimum(apart_of(colours, core), apart_of(colours, ground)) > BLENDED * step
    return step >= STRONG and bool(np.count_nonzero(between) / 2 >= EDGE)


def _aside(colours: Colours, one: Colours, other: Colours) -> NDArray[np.float32]:
    """What colours differ from two others and from what lies between them, where an edge is."""
    way = other - one
    along = np.clip((colours - one) @ way / max(1.0, float(way @ way)), 0, 1)
    return apart_of(colours, one + along[:, None] * way)


def _rays(figure: Figure) -> NDArray[np.float32] | None:
    """The colours of a circle in `ANGLES` directions from its middle outwards, each half pixel one;
    None where these differ, as those of a letter or a picture do."""
    import cv2

    box = figure.box
    radius = box.height / 2
    left, top = min(MARGIN, box.left), min(MARGIN, box.top)
    window = figure.edged.astype(np.float32)
    middle = (left + (box.width - 1) / 2, top + (box.height - 1) / 2)
    count = int(2 * radius) + 1
    polar = np.asarray(
        cv2.warpPolar(window, (count, ANGLES), middle, count / 2, cv2.INTER_LINEAR), np.float32
    )
    uneven = apart_of(polar, np.median(polar, axis=0)).mean(axis=0)
    return polar if (uneven > EVEN).mean() <= MIXED else None


def is_disc(part: Part, box: Box) -> bool:
    """Whether a circle or a square has one colour, which is no grey, or a circle has a letter or a
    picture in it: lights, swatches and pictures of persons have, and dots of lists."""
    for figure in cut_out(part, box, AROUND, AROUND):
        is_round = in_common(figure.mask, disc(figure.box)) >= CIRCULAR
        inner = figure.pixels[inset_of(figure.mask, max(1, figure.box.height // 8))]
        if len(inner) == 0:
            continue
        face = np.median(inner, axis=0)
        alike = float((apart_of(inner, face) <= PLATEAU).mean())
        coloured = float(np.ptp(face)) >= COLOURED
        if alike >= ALL and (is_round or coloured):
            return True
        lettered = alike >= MOST and coloured and circle(figure) is None
        if is_round and (lettered or _rays(figure) is None):
            return True
    return False
