"""What reinforcement learning is worth: weights before and after it on the same tasks of the
symbolic desktop and on the same pages, whole tasks, decoded as in the product.

Seeds lie below those by which models are chosen (`rl/environment.py`). Each set of the symbolic
desktop holds back what its name says from all training; pages are those that are learned from
(`pages`) and those that reinforcement learning never plays (`pages kept apart`), seen with the
product's eyes. A task that a model puts out of its own reach has failed. `gain` is paired, in
points of 100; `_low` and `_high` are the ends of its 95 % interval.

    python bench/rl_gain.py AFTER [--before FOLDER] [--row NAME] [--tasks 600] [--sets NAME ...]
        [--kept FOLDER] [--json OUT]

`AFTER` and `--before` (the shipped weights, where it is not given) are folders with exported
weights. A row joins those that the file holds. `--kept` remembers what the same weights did.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections.abc import Iterator, Mapping
from contextlib import closing
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Final

FILE = "decoder.onnx"
FEW: Final = "So many tasks are not there below the seeds by which models are chosen."
EXAM: Final = Path(__file__).parent / "exam"
PAGES: Final = {
    "pages": EXAM / "miniwob_reinforced.txt",
    "pages kept apart": EXAM / "miniwob_kept_apart.txt",
}

if TYPE_CHECKING:
    from uitars_runtime.backends.embedded.network.decoder import Decoder
    from uitars_train.rl.environment import Place
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
    parser.add_argument("--sets", nargs="+", choices=(*SETS, *PAGES), default=tuple(SETS))
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


def row(name: str, before: Mapping[str, bool], after: Mapping[str, bool]) -> dict[str, float]:
    """The figures of two models on the same tasks, in points of 100."""
    from uitars_train.evaluate.intervals import paired

    both = before.keys() & after.keys()
    count = len(both)
    gained = sum(after[task] and not before[task] for task in both)
    lost = sum(before[task] and not after[task] for task in both)
    low, high = paired(gained, lost, count)
    points = {
        "before": sum(before[task] for task in both) / count,
        "after": sum(after[task] for task in both) / count,
        "gain": (gained - lost) / count,
        "gain_low": low,
        "gain_high": high,
    }
    return {f"{name} {kind}": round(100 * value, 2) for kind, value in points.items()} | {
        f"{name} n": count
    }


def known(kept: Path | None, folder: Path, name: str, count: int) -> dict[str, bool]:
    """What `done` gives; played once where there is a place to keep it."""
    if kept is None:
        return done(folder, name, count)
    weights = sha256((folder / FILE).read_bytes()).hexdigest()[:16]
    path = kept / f"{weights} {name} {count}.json"
    if not path.exists():
        kept.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(done(folder, name, count)), encoding="utf-8")
    found: dict[str, bool] = json.loads(path.read_text("utf-8"))
    return found


def done(folder: Path, name: str, count: int) -> dict[str, bool]:
    """By its name and seed, whether each of `count` tasks of a set was done."""
    from uitars_runtime.backends.embedded.backend import open_decoder
    from uitars_train.network.rollout import SETS
    from uitars_train.rl.environment import Place
    from uitars_train.rl.symbolic import Symbolic

    decoder = open_decoder(folder)
    if name in PAGES:
        return shown(Place("pages", PAGES[name], "eyes"), decoder, count)
    desktop = Symbolic(SETS[name])
    found: dict[str, bool] = {}
    for task in _begun(desktop, count):
        while desktop.act(decoder.decide(desktop.look()).decision):
            pass
        found[task] = desktop.reward() > 0
    return found


def shown(place: Place, decoder: Decoder, count: int) -> dict[str, bool]:
    """Every page with one seed after the other; a page that died counts for nothing."""
    from uitars_train.rl.arena import Arena
    from uitars_train.rl.environment import CHOOSING

    found: dict[str, bool] = {}
    with closing(Arena(place)) as arena:
        for task, seed in arena.rounds(range(CHOOSING.start)):
            if len(found) == count:
                return found
            played = arena.play(task, seed, lambda seen: decoder.decide(seen).decision)
            if played is not None:
                found[f"{task} {seed}"] = played.done
    sys.exit(FEW)


def _begun(desktop: Symbolic, count: int) -> Iterator[str]:
    """Tasks of as many parts as those that the decoder learned from have, each begun."""
    from uitars_train.data.episodes import PARTS
    from uitars_train.rl.environment import CHOOSING

    names, rng, seed = (
        dict(zip(sorted(set(PARTS)), desktop.tasks, strict=True)),
        random.Random(0),
        0,
    )
    while count:
        task, seed = names[rng.choice(PARTS)], seed + 1
        if seed >= CHOOSING.start:
            sys.exit(FEW)
        if desktop.reset(task, seed):
            count -= 1
            yield str(seed)


if __name__ == "__main__":
    sys.exit(main())
