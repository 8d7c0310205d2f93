"""Held time and the browser's client: does a page stand still, flow evenly, come out the same; how
many steps a second do clicks and pictures over the protocol alone take.

    python bench/browser.py [--json OUT] [--tries N]

Pages are those of bench/exam/miniwob_open.txt, and one of our own that counts with every clock.
"""

from __future__ import annotations

import argparse
import itertools
import json
import os
import random
import tempfile
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from uitars_runtime.browser.chromium import OWN_PAGES
from uitars_runtime.browser.clock import Clock
from uitars_runtime.browser.own import headless
from uitars_runtime.browser.page import Page
from uitars_train.evaluate.miniwob import html_folder, read_tasks

OPEN = Path(__file__).parent / "exam" / "miniwob_open.txt"
CLOCKS = """<!doctype html><style>@keyframes slide { to { margin-left: 1000px } }
#a { animation: slide 1000s linear }</style><div id=a>a</div>
<script>const state = {interval: 0, frames: 0, slept: 0};
setInterval(() => state.interval++, 100);
(function frame() { state.frames++; requestAnimationFrame(frame) })();
(async () => { for (;;) { await new Promise(done => setTimeout(done, 10)); state.slept++ } })();
const told = () => [state.interval * 100, state.frames * 16, state.slept * 10, Date.now(),
  performance.now(), parseFloat(getComputedStyle(a).marginLeft) * 1000]</script>"""
NAMES = ("interval", "animation frames", "awaited timers", "Date", "performance", "CSS animation")
START = (
    """core.EPISODE_MAX_TIME = 3600000; Math.seedrandom(arguments[0]); core.startEpisodeReal()"""
)
STATE = """return [document.documentElement.outerHTML, Date.now(), performance.now(),
  WOB_DONE_GLOBAL, WOB_RAW_REWARD_GLOBAL, Math.random()]"""
HELD_SECONDS = 10.0
RATE = 8.0


def held(page: Page, tasks: Sequence[str], seconds: float) -> list[str]:
    """The tasks whose page changed while it was held for so long."""
    clock = Clock(page)
    changed: list[str] = []
    for task in tasks:
        _begin(page, task, 0)
        clock.run(500)
        before = page.run(STATE)
        time.sleep(seconds)
        if page.run(STATE)[:-1] != before[:-1]:  # the last is drawn by looking
            changed.append(task)
    clock.release()
    return changed


def flowing(page: Page, address: str) -> dict[str, float]:
    """How much faster than outside each clock of a page went at `RATE`."""
    clock = Clock(page)
    page.open(address)
    clock.flow(RATE)
    began, first = time.monotonic(), page.evaluate("told()")
    time.sleep(5)
    last, passed = page.evaluate("told()"), time.monotonic() - began
    clock.release()
    return {
        name: round((after - before) / 1e3 / passed, 2)
        for name, before, after in zip(NAMES, first, last, strict=True)
    }


def alike(page: Page, tasks: Sequence[str], tries: int) -> tuple[int, list[str]]:
    """How many of so many tries came out the same when they were played once more, and which tasks
    did not."""
    other: list[str] = []
    for number, task in zip(range(tries), itertools.cycle(tasks), strict=False):
        if _played(page, task, number) != _played(page, task, number):
            other.append(task)
    return tries - len(other), other


def _played(page: Page, task: str, seed: int) -> Any:
    source = random.Random(seed)
    clock = Clock(page, seed)
    _begin(page, task, seed)
    for _ in range(5):
        clock.run(source.randrange(50, 400))
        page.click(source.randrange(160), source.randrange(50, 210))
        page.press(source.choice("abc123"))
    clock.run(1000)
    told = page.run(STATE)
    clock.release()
    return told


def _begin(page: Page, task: str, seed: int) -> None:
    page.open((html_folder() / f"{task}.html").as_uri())
    page.run(START, f"{task}-{seed}")


def steps_a_second(pages: int, seconds: float = 8.0) -> float:
    """A click and a picture of 640 x 840 pixels make a step; each page has a browser of its own."""
    address = (html_folder() / "click-test-2.html").as_uri()
    ready = threading.Barrier(pages + 1)
    counts: list[int] = []

    def work() -> None:
        with headless(*OWN_PAGES) as page:
            page.view(160, 210, 4)
            page.open(address)
            page.run(START, "0")
            ready.wait()
            count, until = 0, time.monotonic() + seconds
            while time.monotonic() < until:
                page.click(20 + count % 100, 100)
                page.picture()
                count += 1
            counts.append(count)

    threads = [threading.Thread(target=work) for _ in range(pages)]
    for thread in threads:
        thread.start()
    ready.wait()
    for thread in threads:
        thread.join()
    return round(sum(counts) / seconds, 1)


def measured(tries: int, seconds: float) -> dict[str, Any]:
    """All of it. `seconds`: that a page is held."""
    tasks = read_tasks(OPEN)
    with tempfile.TemporaryDirectory() as folder, headless(*OWN_PAGES) as page:
        clocks = Path(folder) / "clocks.html"
        clocks.write_text(CLOCKS)
        changed = held(page, tasks[::9], seconds)
        rates = flowing(page, clocks.as_uri())
        same, other = alike(page, tasks, tries)
    return {
        "held": {"seconds": seconds, "pages": len(tasks[::9]), "changed": changed},
        "rate": {"asked": RATE, "clocks": rates},
        "same": {"tries": tries, "same": same, "other": other},
        "steps_a_second": {str(count): steps_a_second(count) for count in (1, 2, 4)},
        "cores": os.cpu_count(),
    }


def alone(_rounds: int) -> dict[str, float]:
    """The same as figures of sessions: pages that changed while they were held, the slowest clock,
    tries that came out the same, steps a second of one, two and four pages."""
    found = measured(100, HELD_SECONDS)
    steps: dict[str, float] = found["steps_a_second"]
    return {
        "held_pages": found["held"]["pages"],
        "held_changed": len(found["held"]["changed"]),
        "rate_least": min(found["rate"]["clocks"].values()),
        "same_tries": found["same"]["tries"],
        "same_again": found["same"]["same"],
        **{f"input_a_second_{count}": figure for count, figure in steps.items()},
        "input_load": os.getloadavg()[0],
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--json", type=Path)
    parser.add_argument("--tries", type=int, default=100)
    parser.add_argument("--held", type=float, default=HELD_SECONDS, help="seconds a page is held")
    arguments = parser.parse_args()
    told = json.dumps(measured(arguments.tries, arguments.held), indent=1)
    print(told)
    if arguments.json:
        arguments.json.write_text(told + "\n", "utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
