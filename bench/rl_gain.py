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
weights. A row joins those that the file holds. `--kept` remembers what the same networks did.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing
from functools import partial
from pathlib import Path
from typing import Final

EXAM: Final = Path(__file__).parent / "exam"
PAGES: Final = {
    "pages": EXAM / "miniwob_reinforced.txt",
    "pages kept apart": EXAM / "miniwob_kept_apart.txt",
}


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
    from uitars_train.evaluate import fingerprint

    if kept is None:
        return done(folder, name, count)
    path = kept / f"{fingerprint.of_model(str(folder.resolve()))} {name} {count}.json"
    if not path.exists():
        kept.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(done(folder, name, count)), encoding="utf-8")
    found: dict[str, bool] = json.loads(path.read_text("utf-8"))
    return found


def done(folder: Path, name: str, count: int) -> dict[str, bool]:
    """By its name and seed, whether each of `count` tasks of a set was done; what died counts for
    nothing."""
    from uitars_runtime.backends.embedded.backend import open_decoder
    from uitars_train.network.rollout import SETS
    from uitars_train.rl.arena import Arena, play
    from uitars_train.rl.environment import CHOOSING, Place
    from uitars_train.rl.symbolic import Symbolic

    decoder = open_decoder(folder)
    with ExitStack() as opened:
        tries: Iterable[tuple[str, int]]
        if name in PAGES:
            arena = opened.enter_context(closing(Arena(Place("pages", PAGES[name], "eyes"))))
            tries, playing = arena.rounds(range(CHOOSING.start)), arena.play
        else:
            desktop = Symbolic(SETS[name])
            tries, playing = drawn(desktop.tasks), partial(play, desktop)
        found: dict[str, bool] = {}
        for task, seed in tries:
            played = playing(task, seed, lambda seen: decoder.decide(seen).decision)
            if played is not None:
                found[f"{task} {seed}"] = played.done
            if len(found) == count:
                return found
    sys.exit("So many tasks are not there below the seeds by which models are chosen.")


def drawn(tasks: Sequence[str]) -> Iterator[tuple[str, int]]:
    """Of the symbolic desktop, of as many parts as what the decoder learned from has."""
    from uitars_train.data.episodes import PARTS
    from uitars_train.rl.environment import CHOOSING

    names, rng = dict(zip(sorted(set(PARTS)), tasks, strict=True)), random.Random(0)
    return ((names[rng.choice(PARTS)], seed) for seed in range(1, CHOOSING.start))


if __name__ == "__main__":
    sys.exit(main())
