"""What reinforcement learning is worth: weights before and after it on the same tasks of the
symbolic desktop, whole tasks, decoded as in the product.

Seeds lie below those that are learned from (`rl/environment.py`), and each set holds back what its
name says from all training. A task that a model puts out of its own reach has failed. `gain` is
paired, in points of 100; `_low` and `_high` are the ends of its 95 % interval.

    python bench/rl_gain.py AFTER [--before FOLDER] [--row NAME] [--tasks 600] [--kept FOLDER]
        [--json OUT]

`AFTER` and `--before` (the shipped weights, where it is not given) are folders with exported
weights. A row joins those that the file holds. `--kept` remembers what the same weights did.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections.abc import Iterator, Mapping
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

FILE = "decoder.onnx"

if TYPE_CHECKING:
    from uitars_train.rl.symbolic import Symbolic


def main() -> int:
    """Measure, print, write."""
    from uitars_runtime.backends.embedded.backend import default_folder
    from uitars_train.network.rollout import SETS

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("after", type=Path)
    parser.add_argument("--before", type=Path, default=default_folder())
    parser.add_argument("--row", default="ppo", help="name of the row")
    parser.add_argument("--tasks", type=int, default=600, help="of each set")
    parser.add_argument("--sets", nargs="+", choices=tuple(SETS), default=tuple(SETS))
    parser.add_argument("--kept", type=Path, help="folder for what each model did")
    parser.add_argument("--json", type=Path)
    given = parser.parse_args()
    found: dict[str, float] = {}
    for name in given.sets:
        before, after = (
            known(given.kept, folder, name, given.tasks) for folder in (given.before, given.after)
        )
        found |= row(f"{given.row} {name}", before, after)
    for key, value in found.items():
        print(f"{key:48} {value:8.2f}")
    if given.json:
        rows: dict[str, float] = {}
        if given.json.exists():
            rows = json.loads(given.json.read_text("utf-8"))
        given.json.write_text(json.dumps({**rows, **found}, indent=1) + "\n", encoding="utf-8")
    return 0


def row(name: str, before: Mapping[int, bool], after: Mapping[int, bool]) -> dict[str, float]:
    """The figures of two models on the same tasks, in points of 100."""
    from uitars_train.evaluate.intervals import paired

    count = len(before)
    gained = sum(after[seed] and not before[seed] for seed in before)
    lost = sum(before[seed] and not after[seed] for seed in before)
    low, high = paired(gained, lost, count)
    points = {
        "before": sum(before.values()) / count,
        "after": sum(after.values()) / count,
        "gain": (gained - lost) / count,
        "gain_low": low,
        "gain_high": high,
    }
    return {f"{name} {kind}": round(100 * value, 2) for kind, value in points.items()} | {
        f"{name} n": count
    }


def known(kept: Path | None, folder: Path, name: str, count: int) -> dict[int, bool]:
    """What `done` gives; played once where there is a place to keep it."""
    if kept is None:
        return done(folder, name, count)
    weights = sha256((folder / FILE).read_bytes()).hexdigest()[:16]
    path = kept / f"{weights} {name} {count}.json"
    if not path.exists():
        kept.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(done(folder, name, count)), encoding="utf-8")
    return {int(seed): right for seed, right in json.loads(path.read_text("utf-8")).items()}


def done(folder: Path, name: str, count: int) -> dict[int, bool]:
    """By its seed, whether each of `count` tasks of a set was done."""
    from uitars_runtime.backends.embedded.backend import open_decoder
    from uitars_train.network.rollout import SETS
    from uitars_train.rl.symbolic import Symbolic

    decoder = open_decoder(folder)
    desktop = Symbolic(SETS[name])
    found: dict[int, bool] = {}
    for seed in _begun(desktop, count):
        while desktop.act(decoder.decide(desktop.look()).decision):
            pass
        found[seed] = desktop.reward() > 0
    return found


def _begun(desktop: Symbolic, count: int) -> Iterator[int]:
    """Tasks of as many parts as those that the decoder learned from have, each begun."""
    from uitars_train.data.episodes import PARTS
    from uitars_train.rl.environment import FIRST_SEED

    names, rng, seed = (
        dict(zip(sorted(set(PARTS)), desktop.tasks, strict=True)),
        random.Random(0),
        0,
    )
    while count:
        task, seed = names[rng.choice(PARTS)], seed + 1
        if seed >= FIRST_SEED:
            sys.exit("So many tasks are not there below the seeds that are learned from.")
        if desktop.reset(task, seed):
            count -= 1
            yield seed


if __name__ == "__main__":
    sys.exit(main())
