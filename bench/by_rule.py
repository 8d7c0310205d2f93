"""What stands where, said in patterns: asks by rule on programs that nothing is learned from.

A rule makes them (`train/uitars_train/instructions/by_rule/`), so what is right is sure and there
are as many as one likes; their wordings are those of the training, only programs and things are
new. A row for each kind: neighbours, ordinals, rows, cells, states, corrections.

    python bench/by_rule.py [--held-out TSV] [--count N] [--seed S] [--json OUT]
"""

from __future__ import annotations

import argparse
import json
import random
from collections import Counter
from itertools import islice
from pathlib import Path

from uitars_runtime.backends.embedded.backend import default_folder, open_decoder
from uitars_train.evaluate.instructions import with_confidence
from uitars_train.evaluate.intervals import wilson
from uitars_train.instructions import reading
from uitars_train.instructions.by_rule.asking import asked_by_rule
from uitars_train.instructions.harvested import Harvest
from uitars_train.instructions.judging import is_right


def counted(held_out: Path, count: int, seed: int) -> tuple[Counter[str], Counter[str]]:
    """Right ones and all, by kind; `all` counts every one."""
    held, harvest = reading.read_held_out(held_out), Harvest()
    programs = [name for name in harvest.names if name in held.programs]
    decoder = open_decoder(default_folder())
    right, every = Counter[str](), Counter[str]()
    for item in islice(asked_by_rule(harvest, programs, random.Random(seed)), count):
        action, _ = with_confidence(decoder, item, harvest)
        done = is_right(item, harvest.screen(item.program, item.screen), action)
        for kind in ("all", str(item.tags[0])):
            every[kind] += 1
            right[kind] += done
    return right, every


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--held-out", type=Path, default=reading.VALIDATION)
    parser.add_argument("--count", type=int, default=1500)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", type=Path)
    given = parser.parse_args()
    right, every = counted(given.held_out, given.count, given.seed)
    rows: list[dict[str, str | int | float]] = []
    for kind, count in every.most_common():
        low, high = wilson(right[kind], count)
        rows.append({"kind": kind, "right": right[kind], "of": count, "low": low, "high": high})
        print(f"{kind:12} {right[kind]:5} of {count:5}  {low:.0%} to {high:.0%}")
    if given.json:
        given.json.write_text(json.dumps(rows, indent=1) + "\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
