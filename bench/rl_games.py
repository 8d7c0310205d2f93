"""What the shipped weights earn of games as `uitars-train rl --env games` pays them, and how fast
one actor plays: the product's decoder on a private desktop, beside random moves on the same seeds.

`played` and `apart` are means of the reward over games and seeds, each with the ends of its 95 %
interval (bootstrap over episodes); `gain` is the model's less the random moves', paired. A step is
a look, a decision and an action; `steps_a_second` is wall time and counts the beginnings of games,
`processor_ms_a_step` is what this process and the desktop took. Seeds lie below those learned from.

    python bench/rl_games.py [--games A,B] [--seeds 1] [--kept FOLDER] [--json OUT]

`--kept` remembers each episode of the same networks, so that a run that was cut off goes on.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import sys
import time
from collections.abc import Generator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from statistics import fmean
from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from uitars_runtime.backends.embedded.network.decoder import Decoder
    from uitars_runtime.browser.page import Page
    from uitars_train.games.catalogue import Entry
    from uitars_train.rl.games import Games

RESAMPLED = 10_000


class Try(msgspec.Struct, frozen=True):
    """A game by the model and by random moves."""

    apart: bool
    reward: float
    chance: float
    """Reward of the random moves."""
    steps: int
    seconds: dict[str, float]
    """The model's wall time by what was done: `reset`, `look`, `decide`, `act`."""
    processor: float


def main() -> int:
    """Measure, print, write."""
    from uitars_runtime.backends.embedded.backend import default_folder, open_decoder
    from uitars_runtime.backends.registry import NANO
    from uitars_runtime.browser.chromium import OWN_PAGES
    from uitars_runtime.browser.own import headless
    from uitars_train.evaluate import fingerprint
    from uitars_train.evaluate.kept import kept
    from uitars_train.games.catalogue import chosen
    from uitars_train.rl.environment import FIRST_SEED
    from uitars_train.rl.games import Games

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", default="", help="names with commas between; default all")
    parser.add_argument("--seeds", type=int, default=1, help="of each game")
    parser.add_argument("--kept", type=Path, help="folder for what each episode came to")
    parser.add_argument("--json", type=Path)
    given = parser.parse_args()
    if not 0 < given.seeds < FIRST_SEED:
        sys.exit("So many seeds are not there below those that are learned from.")
    entries, decoder = chosen(given.games), open_decoder(default_folder())
    plays = fingerprint.of_model(NANO).encode()
    before = kept(given.kept, "rl_games", (plays,), msgspec.json.Decoder(Try))
    tries: list[Try] = []
    place = Games([entry.name for entry in entries])
    with headless(*OWN_PAGES) as page:
        for seed in range(given.seeds):
            for entry in entries:
                key = f"{entry.name} {seed}"
                one = before.once(key, partial(tried, place, decoder, page, entry, seed))
                tries.append(one)
                told = f"{one.reward:.3f}, random {one.chance:.3f}, {one.steps:3} steps"
                print(f"{entry.name:12} {seed:3} {told}", flush=True)
    place.close()
    found = figures(tries)
    for name, value in found.items():
        print(f"{name:24} {value:9.3f}")
    if given.json:
        given.json.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    return 0


def tried(place: Games, decoder: Decoder, page: Page, entry: Entry, seed: int) -> Try:
    """One game by both."""
    seconds: dict[str, float] = {}
    busy, steps = _busy(), 0
    with _timed(seconds, "reset"):
        goes_on = place.reset(entry.name, seed)
    while goes_on:
        with _timed(seconds, "look"):
            situation = place.look()
        with _timed(seconds, "decide"):
            decision = decoder.decide(situation).decision
        with _timed(seconds, "act"):
            goes_on = place.act(decision)
        steps += 1
    spent = _busy() - busy
    return Try(entry.apart, place.reward(), by_chance(page, entry, seed), steps, seconds, spent)


def by_chance(page: Page, entry: Entry, seed: int) -> float:
    """What random moves earn."""
    from uitars_train.evaluate.game_desk import SIZE
    from uitars_train.games.episode import played
    from uitars_train.games.page import GamePage
    from uitars_train.games.players.random import RandomPlayer
    from uitars_train.rl.games import rewarded

    page.view(*SIZE)
    game = GamePage(page, entry)
    score = played(game, RandomPlayer(entry, seed), seed).score
    game.close()
    return rewarded(entry, score)


@contextmanager
def _timed(seconds: dict[str, float], what: str) -> Generator[None]:
    began = time.perf_counter()
    yield
    seconds[what] = seconds.get(what, 0.0) + time.perf_counter() - began


def _busy() -> float:
    """Processor seconds of this process and of what it started."""
    from uitars_runtime.guard.processes import descendants

    ticks = 0
    for pid in (os.getpid(), *descendants(os.getpid())):
        with suppress(OSError):  # gone since
            told = Path(f"/proc/{pid}/stat").read_text(errors="replace")
            ticks += sum(map(int, told.rpartition(")")[2].split()[11:13]))
    return ticks / os.sysconf("SC_CLK_TCK")


def figures(tries: Sequence[Try]) -> dict[str, float]:
    """All of them."""
    steps = sum(one.steps for one in tries)
    parts = {what: sum(one.seconds.get(what, 0.0) for one in tries) for what in tries[0].seconds}
    found = {
        "steps_a_second": steps / sum(parts.values()),
        "processor_ms_a_step": 1e3 * sum(one.processor for one in tries) / steps,
        "steps_an_episode": steps / len(tries),
    } | {f"ms_{what}": 1e3 * spent / steps for what, spent in parts.items()}
    for kind, apart in (("played", False), ("apart", True)):
        some = [one for one in tries if one.apart is apart]
        found[f"{kind}_tries"] = len(some)
        if some:
            found |= _with_ends(kind, [one.reward for one in some])
            found |= _with_ends(f"{kind}_random", [one.chance for one in some])
            found |= _with_ends(f"{kind}_gain", [one.reward - one.chance for one in some])
    return {name: round(value, 4) for name, value in found.items()}


def _with_ends(name: str, values: Sequence[float]) -> dict[str, float]:
    """A mean and where it may lie."""
    rng = random.Random(1)
    means = sorted(fmean(rng.choices(values, k=len(values))) for _ in range(RESAMPLED))
    low, high = means[RESAMPLED // 40], means[-RESAMPLED // 40]
    return {name: fmean(values), f"{name}_low": low, f"{name}_high": high}


if __name__ == "__main__":
    sys.exit(main())
