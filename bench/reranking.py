"""What comparing the likeliest elements changes, and what it costs.

First steps for people's sentences on programs that nothing is learned from, by the shipped weights
with and without the reranker: how many are right, which it wins and which it costs, by what has to
be understood; and the time of a decision on a screen that is seen for the first time and again.

    python bench/reranking.py [--held-out TSV] [--json OUT]
"""

from __future__ import annotations

import argparse
import json
import statistics
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from uitars_runtime.backends.embedded.backend import default_folder, open_decoder
from uitars_runtime.backends.embedded.network.decoder import Decoder
from uitars_runtime.backends.embedded.network.encoder import sentence_encoder
from uitars_train.evaluate.instructions import by_decoder
from uitars_train.evaluate.intervals import shown, wilson
from uitars_train.instructions import reading
from uitars_train.instructions.harvested import Harvest
from uitars_train.instructions.judging import is_right
from uitars_train.instructions.reading import Line

CHOOSING: Final = reading.HELD_OUT.with_name("validation.tsv")
"""Programs that models are chosen by."""


class Played(NamedTuple):
    """One way of deciding, over all sentences."""

    right: list[bool]
    first: list[float]
    again: list[float]
    """Milliseconds of a decision, and of the same once more."""


def play(decoder: Decoder, lines: Sequence[Line], harvest: Harvest) -> Played:
    """Every sentence twice in a row."""
    act, played = by_decoder(decoder), Played([], [], [])
    for line in lines:
        item = line.item
        begun = time.perf_counter()
        action = act(item, harvest)
        between = time.perf_counter()
        act(item, harvest)
        played.first.append(1000 * (between - begun))
        played.again.append(1000 * (time.perf_counter() - between))
        played.right.append(is_right(item, harvest.screen(item.program, item.screen), action))
    return played


def chosen(held_out: Path) -> list[Line]:
    """What a file keeps apart; where that is not what judges, without this."""
    held, judges = reading.read_held_out(held_out), reading.read_held_out(reading.HELD_OUT)
    judging = held == judges
    lines = (line for line in reading.read_lines(()) if held.holds(line))
    return [line for line in lines if judging or not judges.holds(line)]


def by_tag(lines: Sequence[Line], *ways: Played) -> dict[str, list[int]]:
    """By main tag: sentences, and how many of them each way has right."""
    tags = [str(line.item.tags[0]) for line in lines]
    counts = Counter(tags)
    right = [Counter(tag for tag, ok in zip(tags, way.right, strict=True) if ok) for way in ways]
    return {tag: [count, *(one[tag] for one in right)] for tag, count in counts.most_common()}


def report(lines: Sequence[Line], alone: Played, compared: Played) -> dict[str, Any]:
    """All figures."""
    pairs = list(zip(compared.right, alone.right, strict=True))

    def told(way: Played) -> dict[str, Any]:
        right = sum(way.right)
        return {
            "right": right,
            "interval": wilson(right, len(lines)),
            "first_ms": round(statistics.median(way.first), 1),
            "again_ms": round(statistics.median(way.again), 1),
        }

    return {
        "sentences": len(lines),
        "without": told(alone),
        "with": told(compared),
        "wins": pairs.count((True, False)),
        "costs": pairs.count((False, True)),
        "by_tag": by_tag(lines, alone, compared),
    }


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--held-out", type=Path, default=CHOOSING)
    parser.add_argument("--json", type=Path)
    given = parser.parse_args()
    lines, harvest = chosen(given.held_out), Harvest()
    alone = play(Decoder(default_folder(), sentence_encoder()), lines, harvest)
    compared = play(open_decoder(default_folder()), lines, harvest)
    found = report(lines, alone, compared)
    for name in ("without", "with"):
        row = found[name]
        print(f"{name}: {row['right']} of {len(lines)}, {shown(row['interval'])}, {row}")
    print(f"wins {found['wins']}, costs {found['costs']}")
    for tag, counts in found["by_tag"].items():
        print(tag, *counts)
    if given.json:
        given.json.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
