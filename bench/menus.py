"""What is asked for stands in a closed menu: with looking into menus, and without.

The tasks of `bench/menus.json` are in natural words, on programs that are in no other set, judged
by their state. Tags: `menu` is behind a closed menu; `visible` on the screen already, in other
words; `impossible` nowhere, where to say so or to ask is right and the verifier always says no. A
wrong effect is a task that was not done in which something other than a look was pressed or typed
that changed the screen. `make menus` installs the programs first.

    python bench/menus.py [--sessions K] [--only NAME ...] [--runs DIR] [--json OUT]
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

from uitars_runtime.backends.embedded.requests.menus import without_looks
from uitars_runtime.backends.registry import NANO, open_model
from uitars_runtime.backends.sampling import Sampling
from uitars_runtime.journal import read_run
from uitars_runtime.protocols import Model
from uitars_runtime.types import AskUser, Click, Drag, Press, Step, Type
from uitars_train.evaluate.apps import App, read_set, run_app
from uitars_train.evaluate.intervals import counted, wilson
from uitars_train.evaluate.results import Result

SET = Path(__file__).with_name("menus.json")
IMPOSSIBLE = "impossible"
GAVE_UP = ("impossible", "needs_person")
"""Endings that are right where a task cannot be done."""
WAYS = {"looking": True, "not_looking": False}


def main() -> int:
    arguments = parser().parse_args()
    tasks = [one for one in read_set(SET) if not arguments.only or one.name in arguments.only]
    with tempfile.TemporaryDirectory(prefix="menus-", dir="/var/tmp") as folder:
        runs = arguments.runs or Path(folder)
        ways = {
            way: played(tasks, looks, runs / way, arguments.sessions) for way, looks in WAYS.items()
        }
    print(json.dumps(ways, indent=1))
    if arguments.json:
        arguments.json.write_text(json.dumps(ways, indent=1) + "\n", "utf-8")
    return 0


def parser() -> argparse.ArgumentParser:
    new = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    new.add_argument("--sessions", type=int, default=1, help="tasks at once")
    new.add_argument("--only", nargs="*", metavar="NAME")
    new.add_argument("--runs", type=Path, help="folder of the runs; default one that is removed")
    new.add_argument("--json", type=Path)
    return new


def played(tasks: Sequence[App], looks: bool, runs: Path, sessions: int) -> dict[str, Any]:
    """The figures of one way."""
    runs.mkdir(parents=True, exist_ok=True)
    with ThreadPoolExecutor(sessions) as pool:
        results = list(pool.map(partial(play, looks=looks, runs=runs), tasks))
    return summary(results, runs)


def play(app: App, looks: bool, runs: Path) -> Result:
    def player(_app: App) -> Model:
        return open_model(NANO, sampling=Sampling(looks=looks))

    result = run_app(app, NANO, runs, lambda _step: None, player=player)
    print(f"{'+' if done(result) else '-'} {app.name} {result.ending}", file=sys.stderr, flush=True)
    return result


def done(result: Result) -> bool:
    """Whether what is right came about; of what cannot be done, whether it was said or asked."""
    if IMPOSSIBLE in result.tag.split():
        return result.ending in GAVE_UP
    return result.success


def summary(results: Sequence[Result], runs: Path) -> dict[str, Any]:
    right = [done(one) for one in results]
    count, n = sum(right), len(results)
    steps = {one.name: steps_of(one, runs) for one in results}
    wrong = [one for one in results if acted_wrongly(one, steps[one.name])]
    return {
        "done": count,
        "n": n,
        "interval": wilson(count, n),
        "by_tag": counted([(one.tag, done(one)) for one in results]),
        "wrong_effects": len(wrong),
        "wrong_interval": wilson(len(wrong), n),
        "questions": sum(
            isinstance(step.action, AskUser) for taken in steps.values() for step in taken
        ),
        "false_claims": sum(one.claimed and not one.success for one in results),
        "looks": sum(len(taken) - len(without_looks(taken)) for taken in steps.values()),
        "steps_a_task": round(sum(one.steps for one in results) / max(n, 1), 1),
        "seconds_a_task": round(sum(one.seconds for one in results) / max(n, 1), 1),
        "endings": {
            name: number
            for name, (number, _) in counted([(o.ending, True) for o in results]).items()
        },
    }


def steps_of(result: Result, runs: Path) -> Sequence[Step]:
    """What was done; nothing where the task could not start."""
    return read_run(runs / result.run).steps if result.run else ()


def acted_wrongly(result: Result, steps: Sequence[Step]) -> bool:
    """Whether something changed in a task that was not done, other than what a look changes."""
    acts = [
        one for one in without_looks(steps) if isinstance(one.action, Click | Drag | Press | Type)
    ]
    changed = any(one.outcome.changed for one in acts)
    return changed and (IMPOSSIBLE in result.tag.split() or not result.success)


if __name__ == "__main__":
    sys.exit(main())
