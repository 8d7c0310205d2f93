"""What the reader of icons learns from: pictures as the eyes cut them, and what each stands for.

Not here: what the network makes of them (`training.py`).
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from uitars_runtime.errors import UsageError
from uitars_train.eyes.pictograms import naming
from uitars_train.eyes.pictograms.drawing import Rendered, load
from uitars_train.eyes.pictograms.harvested import Icon, icons
from uitars_train.eyes.pictograms.views import cut, drawn
from uitars_train.instructions.reading import HELD_OUT, VALIDATION, read_held_out

_FAMILIAR: Final = 4.0
"""How much more often a drawing is shown that means something that most programs offer."""
_INVERTED: Final = 0.08
"""Share of pictures whose light and dark are exchanged."""


class Pool(NamedTuple):
    """All that is learned from."""

    drawings: tuple[Rendered, ...]
    cuts: tuple[Icon, ...]
    chance: NDArray[np.float64]
    """How likely each of the drawings is."""
    targets: naming.Targets
    """Of the drawings, then of the cuts."""
    names: tuple[str, ...]


def pool_of(work: Path, harvest: Path) -> Pool:
    """The drawings that lie in `work`, and the icons of programs that judge no model. Raises
    `UsageError` where there are no drawings."""
    drawings = tuple(one for path in sorted(work.glob("*.drawings")) for one in load(path))
    if not drawings:
        raise UsageError(f"There are no drawings in {work}.", "Run the step gather-icons first.")
    unseen = read_held_out(HELD_OUT, VALIDATION).programs
    known: dict[tuple[str, int, tuple[str, ...]], Icon] = {}
    for icon in icons(harvest):
        if icon.program not in unseen and icon.names:
            known.setdefault((icon.program, icon.crop, icon.names), icon)
    cuts = tuple(known.values())
    names = naming.vocabulary(drawings)
    tags = Counter(tag for drawing in drawings for tag in drawing.tags)
    told = [naming.told(drawing, tags) for drawing in drawings]
    told += [[(name, 1 / (place + 1)) for place, name in enumerate(one.names)] for one in cuts]
    texts = naming.Texts(names, (text for one in told for text, _ in one))
    sources = Counter(drawing.source for drawing in drawings)
    chance = np.array(
        [
            sources[drawing.source] ** -0.5
            * (_FAMILIAR if any(name in naming.MEANINGS for name in drawing.names) else 1.0)
            for drawing in drawings
        ]
    )
    return Pool(drawings, cuts, chance / chance.sum(), texts.targets(told), names)


def pictures_of(
    pool: Pool, rows: NDArray[np.int64], draw: np.random.Generator
) -> NDArray[np.uint8]:
    """(n, 32, 32, 3): drawings and cuts by their rows among the targets, each as it may look."""
    views = np.empty((len(rows), 32, 32, 3), np.uint8)
    for place, row in enumerate(rows):
        target = int(row)
        at = target - len(pool.drawings)
        views[place] = (
            drawn(pool.drawings[target].pixels, draw) if at < 0 else _cut(pool.cuts[at], draw)
        )
    shape = (len(rows), 1, 1, 1)
    gain = draw.uniform(0.75, 1.1, shape) * np.where(draw.random(shape) < _INVERTED, -1, 1)
    shift = draw.normal(0, 0.05 * 255, shape)
    varied = (views - 127.5) * gain + shift + 127.5
    return np.clip(varied, 0, 255).astype(np.uint8)


def _cut(icon: Icon, draw: np.random.Generator) -> NDArray[np.uint8]:
    """Where the eyes might cut it: a little off, a little larger or smaller."""
    (x, y), side = icon.middle, icon.side * draw.uniform(0.85, 1.2)
    return cut(icon.picture, x + draw.uniform(-2, 2), y + draw.uniform(-2, 2), side)
