"""Icons of the harvest read anew: pictures of screens are not kept, those of icons are.

What else was seen stays, and what programs told. An icon that no program tells of keeps what it was
taken for; with pictures, `harvest programs --look-again` sees all of it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec

from uitars_runtime.element import Element
from uitars_runtime.eyes.roles.reader import KNOWN_ICON
from uitars_train.eyes.pictograms.asks import Meanings, reading
from uitars_train.eyes.pictograms.harvested import Icon, icons_of
from uitars_train.harvest.records import Program
from uitars_train.harvest.store import SUFFIX, read, write


def see_icons_again(harvest: Path, model: Path, out: Path) -> None:
    """Writes all programs of a harvest into `out`, icons as a file of the reader reads them."""
    read_icons = reading(model)
    for path in sorted(harvest.glob(f"*{SUFFIX}")):
        write(seen_again(read(path), read_icons), out)


def seen_again(
    program: Program, meanings_of: Callable[[Sequence[Icon]], Sequence[Meanings]]
) -> Program:
    """The program with what its icons may mean now."""
    known = [icon for icon in icons_of(program) if icon.seen and icon.seen.meanings]
    found: defaultdict[int, dict[Element, Element]] = defaultdict(dict)
    for icon, meanings in zip(known, meanings_of(known), strict=True):
        if icon.seen:
            likeliest, share = meanings[0] if meanings else ("", 0.0)
            found[icon.screen][icon.seen] = msgspec.structs.replace(
                icon.seen,
                icon=likeliest if share >= KNOWN_ICON else "",
                meanings=tuple(meanings),
            )
    screens = tuple(
        msgspec.structs.replace(
            screen, seen=tuple(found[place].get(one, one) for one in screen.seen)
        )
        for place, screen in enumerate(program.screens)
    )
    return msgspec.structs.replace(program, screens=screens)
