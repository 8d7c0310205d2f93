"""What it costs and what it spares to ask instead of taking a step that is not likely enough.

First steps for people's sentences on programs and by authors that nothing is learned from.
`ask_below` (`--ask-below`, the settings) is the share below which the embedded model asks; a row
for each that it may be: right and wrong steps taken, questions, and how many of these were right to
ask.

    python bench/asking.py [--held-out TSV] [--json OUT]
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple

from uitars_runtime.backends.embedded.backend import default_folder, open_decoder
from uitars_runtime.types import AskUser, Finish
from uitars_train.evaluate.instructions import with_confidence
from uitars_train.instructions import reading
from uitars_train.instructions.harvested import Harvest
from uitars_train.instructions.judging import is_right

SHARES: Final = (0.0, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8)


class Asked(NamedTuple):
    """One sentence."""

    confidence: float
    right: bool
    """Whether the step is."""
    asks: bool
    """Whether the model asks or gives up of itself."""
    should_ask: bool
    """Whether nothing but a question is right."""


def asked(held_out: Path) -> list[Asked]:
    """All sentences that `held_out` keeps apart."""
    held, harvest = reading.read_held_out(held_out), Harvest()
    decoder = open_decoder(default_folder())
    found: list[Asked] = []
    for line in reading.read_lines(()):
        if not held.holds(line):
            continue
        item = line.item
        screen = harvest.screen(item.program, item.screen)
        action, confidence = with_confidence(decoder, item, harvest)
        asks = isinstance(action, AskUser | Finish) and action != Finish()
        should = is_right(item, screen, AskUser(""))
        found.append(Asked(confidence, is_right(item, screen, action), asks, should))
    return found


def row(found: Sequence[Asked], share: float) -> dict[str, float]:
    """What comes of asking below a share."""
    taken = [one for one in found if not one.asks and one.confidence >= share]
    right = sum(one.right for one in taken)
    return {
        "ask_below": share,
        "right": right,
        "wrong": len(taken) - right,
        "questions": len(found) - len(taken),
        "rightly_asked": sum(one.should_ask for one in found)
        - sum(one.should_ask for one in taken),
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--held-out", type=Path, default=reading.HELD_OUT)
    parser.add_argument("--json", type=Path)
    given = parser.parse_args()
    found = asked(given.held_out)
    rows = [row(found, share) for share in SHARES]
    for one in rows:
        print("  ".join(f"{name} {value:g}" for name, value in one.items()))
    if given.json:
        report = {"sentences": len(found), "rows": rows}
        given.json.write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
