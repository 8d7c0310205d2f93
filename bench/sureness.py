"""Whether a model that is not sure of its steps is right about that: recorded runs that finished
unchecked, by how sure it was of its steps and by what their verifier said.

`below` the threshold of the product a person is told that probably not all is done. `ranked` is the
chance that of a run that was done and one that was not the model was surer of the first (0.5: it
knows nothing).

    uitars-train evaluate apps --set bench/practice.json --runs build/practice
    python bench/sureness.py build/practice [MORE ...] [--json OUT]
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from uitars_runtime.evidence.sureness import sureness
from uitars_runtime.journal import list_runs, read_run
from uitars_runtime.run_record import UNSURE
from uitars_runtime.types import Finish


class Ended(NamedTuple):
    """A run that finished unchecked."""

    sureness: float
    done: bool


def main() -> int:
    new = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    new.add_argument("runs", nargs="+", type=Path, metavar="RUNS")
    new.add_argument("--json", type=Path, metavar="OUT")
    arguments = new.parse_args()
    found = measure([run for folder in arguments.runs for run in unchecked(folder)])
    print(json.dumps(found, indent=1))
    if arguments.json:
        arguments.json.write_text(json.dumps(found, indent=1) + "\n", "utf-8")
    return 0


def unchecked(folder: Path) -> Iterator[Ended]:
    """Those of a folder that a verifier judged, without what was seen to be done."""
    for path in list_runs(folder):
        run = read_run(path)
        if run.ended is None or run.ended.verified is None or run.ended.judgement.holds:
            continue
        sure = sureness(step for step in run.steps if not isinstance(step.action, Finish))
        if sure is not None:
            yield Ended(sure, run.ended.verified)


def measure(runs: Sequence[Ended]) -> dict[str, float]:
    """All figures."""
    below = [run for run in runs if run.sureness < UNSURE]
    above = [run for run in runs if run.sureness >= UNSURE]
    return {
        "below": len(below),
        "below_done": _done(below),
        "above": len(above),
        "above_done": _done(above),
        "ranked": round(_ranked(runs), 3),
    }


def _done(runs: Iterable[Ended]) -> int:
    return sum(run.done for run in runs)


def _ranked(runs: Sequence[Ended]) -> float:
    done = [run.sureness for run in runs if run.done]
    others = [run.sureness for run in runs if not run.done]
    pairs = [(right > wrong) + (right == wrong) / 2 for right in done for wrong in others]
    return sum(pairs) / len(pairs) if pairs else 0.5


if __name__ == "__main__":
    sys.exit(main())
