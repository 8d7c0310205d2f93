"""How often the package's eyes err, by kind of error: the file that the simulator's eyes read.

Measured on screens whose truth is known and that the eyes were not trained on. Not here: how good
the eyes are (`evaluation.py`), and what the simulator does with the rates (`noise/eyes.py`).
"""

from __future__ import annotations

import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from uitars_runtime.element import Element, Role
from uitars_runtime.eyes.eyes import Eyes
from uitars_runtime.frame import Frame
from uitars_runtime.geometry import intersection_over_union
from uitars_train.eyes.evaluation import STATEFUL
from uitars_train.noise.errors import Rates, RoleRates
from uitars_train.replacing import save_report
from uitars_train.screens.stream import load

ENOUGH: Final = 25
"""Elements of a role, or of a state, below which nothing is said of it."""
RARE: Final = 0.005
"""Share below which a confusion is left out."""
READABLE: Final = 40
"""Letters of a text up to which it stands on the screen as a whole."""


def error_rates(pool: Path, out: Path, how: str) -> Rates:
    """Measures on the screens of a folder and writes the file. `how`: what these screens are."""
    eyes = Eyes()
    tally: defaultdict[str, Counter[bool]] = defaultdict(Counter)
    taken: defaultdict[Role, Counter[Role | None]] = defaultdict(Counter)
    screens = 0
    for screen in load(pool):
        screens += 1
        seen = eyes.look(Frame(screen.pixels), afresh=True)
        for true in screen.elements:
            if true.role is Role.OTHER:
                continue
            found = _found(true, seen)
            taken[true.role][found.role if found else None] += 1
            if found is not None and found.role is true.role:
                for name, wrong in _faults(true, found):
                    tally[name][wrong] += 1
    shares = {
        name: round(counts[True] / counts.total(), 3)
        for name, counts in sorted(tally.items())
        if counts.total() >= ENOUGH
    }
    roles = {
        role: _role_rates(role, counts)
        for role, counts in sorted(taken.items())
        if counts.total() >= ENOUGH
    }
    rates = Rates(how, screens, roles, shares, misread=shares.pop("text", 0.0))
    save_report(out, rates)
    sys.stderr.write(f"{screens} screens, {sum(r.n for r in roles.values())} elements\n")
    return rates


def _found(true: Element, seen: Sequence[Element]) -> Element | None:
    """What is seen of an element: one of its role before others, the best fitting one."""
    here = [item for item in seen if true.box.contains(item.box.center)]
    return max(
        here,
        key=lambda item: (item.role is true.role, intersection_over_union(item.box, true.box)),
        default=None,
    )


def _role_rates(role: Role, counts: Counter[Role | None]) -> RoleRates:
    count = counts.total()
    others = {
        other: round(n / count, 3)
        for other, n in counts.most_common()
        if other is not None and other is not role and n / count >= RARE
    }
    return RoleRates(count, round(counts[None] / count, 3), others)


def _faults(true: Element, found: Element) -> Iterator[tuple[str, bool]]:
    """Each thing that is told of an element seen in its role, and whether it is told wrongly."""
    for state, roles in STATEFUL.items():
        if true.role in roles:
            held = getattr(true, state)
            name = f"tab {state}" if true.role is Role.TAB else state
            yield f"{name} {'on' if held else 'off'}", getattr(found, state) != held
    if true.text and "\n" not in true.text and len(true.text) <= READABLE:
        yield "text", _plain(true.text) != _plain(found.text)


def _plain(text: str) -> str:
    return "".join(text.casefold().split())
