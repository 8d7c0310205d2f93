"""What the two ways to look at pages cost and earn: `uitars-train rl --env pages`, played by the
shipped weights and the product's decoder, one step after the other.

Both play the same pages and seeds in turn, an episode each, so that what else the machine does
meets both. A step is a look, a decision and an action; `steps_a_second` counts the beginnings of
episodes, too, and is wall time; `processor_ms_a_step` is what this process and the browser took,
without the decision and with it. `success` is that of all tries, with the ends of its 95 %
interval, in points of 100; `eyes_gain` is paired. Seeds lie below those that are learned from.

    python bench/rl_pages.py --pages FILE [--seeds 2] [--kept FOLDER] [--json OUT]

`--kept` remembers each episode of the same networks, so that a run that was cut off goes on.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

import msgspec

if TYPE_CHECKING:
    from uitars_runtime.backends.embedded.network.decoder import Decoder
    from uitars_train.rl.environment import LooksKind
    from uitars_train.rl.pages.playing import Pages

LOOKS: Final[tuple[LooksKind, ...]] = ("dom", "eyes")


class Episode(msgspec.Struct, frozen=True):
    """One try."""

    reward: float
    steps: int
    seconds: dict[str, float]
    """Wall time by what was done: `reset`, `look`, `decide`, `act`."""
    processor: dict[str, float]


def main() -> int:
    """Measure, print, write."""
    from uitars_runtime.backends.embedded.backend import default_folder, open_decoder
    from uitars_runtime.backends.registry import NANO
    from uitars_train.evaluate import fingerprint
    from uitars_train.evaluate.kept import kept
    from uitars_train.evaluate.miniwob import read_tasks
    from uitars_train.rl.environment import FIRST_SEED
    from uitars_train.rl.pages.playing import Pages

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pages", type=Path, required=True, help="names of pages, one a line")
    parser.add_argument("--seeds", type=int, default=2, help="of each page")
    parser.add_argument("--kept", type=Path, help="folder for what each episode came to")
    parser.add_argument("--json", type=Path)
    given = parser.parse_args()
    if not 0 < given.seeds < FIRST_SEED:
        sys.exit("So many seeds are not there below those that are learned from.")
    tasks, decoder = read_tasks(given.pages), open_decoder(default_folder())
    plays = fingerprint.of_model(NANO).encode()
    before = kept(given.kept, "rl_pages", (plays,), msgspec.json.Decoder(Episode))
    places: dict[str, Pages] = {looks: Pages(tasks, looks) for looks in LOOKS}
    played: dict[str, list[Episode]] = {looks: [] for looks in LOOKS}
    for seed in range(given.seeds):
        for task in tasks:
            for looks, place in places.items():
                key = f"{looks} {task} {seed}"
                one = before.once(key, partial(play, place, decoder, task, seed))
                played[looks].append(one)
    for place in places.values():
        place.close()
    found = figures(played)
    for name, value in found.items():
        print(f"{name:40} {value:8.2f}")
    if given.json:
        given.json.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    return 0


class Watch:
    """What is spent on what."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}
        self.processor: dict[str, float] = {}
        self._ticks: dict[int, int] = {}
        """What each process took when it was last seen: some start later, some end."""

    @contextmanager
    def on(self, what: str) -> Generator[None]:
        others, own, wall = self._others(), time.process_time(), time.perf_counter()
        yield
        spent, busy = time.perf_counter() - wall, time.process_time() - own
        busy += self._others() - others
        self.seconds[what] = self.seconds.get(what, 0.0) + spent
        self.processor[what] = self.processor.get(what, 0.0) + busy

    def _others(self) -> float:
        """Processor seconds of what this process started."""
        from uitars_runtime.guard.processes import descendants

        for process in descendants(os.getpid()):
            if told := _told(process):
                self._ticks[process] = sum(map(int, told[11:13]))
        return sum(self._ticks.values()) / os.sysconf("SC_CLK_TCK")


def _told(process: int) -> list[str]:
    """What the system tells of a process, from its state on; nothing of one that is gone."""
    try:
        return Path(f"/proc/{process}/stat").read_text("utf-8").rpartition(")")[2].split()
    except OSError:
        return []


def play(place: Pages, decoder: Decoder, task: str, seed: int) -> Episode:
    """One episode, decoded as in the product."""
    watch, steps = Watch(), 0
    with watch.on("reset"):
        goes_on = place.reset(task, seed)
    while goes_on:
        with watch.on("look"):
            situation = place.look()
        with watch.on("decide"):
            decision = decoder.decide(situation).decision
        with watch.on("act"):
            goes_on = place.act(decision)
        steps += 1
    reward = place.reward() if steps else 0.0
    print(f"{task:24} {seed:3} {reward:.0f} {steps:3} steps", flush=True)
    return Episode(reward, steps, watch.seconds, watch.processor)


def figures(played: Mapping[str, Sequence[Episode]]) -> dict[str, float]:
    """All of them."""
    from uitars_train.evaluate.intervals import paired, wilson

    found: dict[str, float] = {}
    for looks, episodes in played.items():
        steps, count = sum(one.steps for one in episodes), len(episodes)
        done = sum(one.reward > 0 for one in episodes)
        low, high = wilson(done, count)
        wall = {what: _mean(episodes, "seconds", what) for what in episodes[0].seconds}
        busy = {what: _mean(episodes, "processor", what) for what in episodes[0].processor}
        without = sum(busy.values()) - busy["decide"]
        found |= {
            f"{looks}_steps_a_second": 1 / sum(wall.values()),
            f"{looks}_processor_ms_a_step": 1e3 * without,
            f"{looks}_processor_ms_a_step_decided": 1e3 * sum(busy.values()),
            f"{looks}_steps_an_episode": steps / count,
            f"{looks}_success": 100 * done / count,
            f"{looks}_success_low": 100 * low,
            f"{looks}_success_high": 100 * high,
            f"{looks}_tries": count,
        } | {f"{looks}_ms_{what}": 1e3 * spent for what, spent in wall.items()}
    pairs = list(zip(*played.values(), strict=True))
    gained = sum(not dom.reward and bool(eyes.reward) for dom, eyes in pairs)
    lost = sum(bool(dom.reward) and not eyes.reward for dom, eyes in pairs)
    low, high = paired(gained, lost, len(pairs))
    found |= {
        "dom_over_eyes_steps": found["dom_steps_a_second"] / found["eyes_steps_a_second"],
        "eyes_over_dom_processor": found["eyes_processor_ms_a_step"]
        / found["dom_processor_ms_a_step"],
        "eyes_gain": 100 * (gained - lost) / len(pairs),
        "eyes_gain_low": 100 * low,
        "eyes_gain_high": 100 * high,
    }
    return {name: round(value, 2) for name, value in found.items()}


def _mean(episodes: Sequence[Episode], kind: str, what: str) -> float:
    """Seconds a step."""
    spent: list[float] = [getattr(one, kind).get(what, 0.0) for one in episodes]
    return sum(spent) / sum(one.steps for one in episodes)


if __name__ == "__main__":
    sys.exit(main())
