"""Everyday tasks in natural words, on programs that are in no other set, judged by their state.

Whoever trains or tunes does not read the set. The figures hold totals by tag only, never what is
asked or which task failed. A task is done when its verifier says so after the model has finished;
of what cannot be done, when the model says that or asks. What is done already holds before as well.

Answers are kept by the weights of whoever gave them: after a change of the code name another folder
or empty it. `make everyday` installs the programs first.

    python bench/everyday.py [--model REF] [--rows ROW ...] [--accessibility] [--json OUT]
                             [--keep DIR]
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from uitars_runtime import paths
from uitars_train.evaluate import fingerprint
from uitars_train.evaluate.__main__ import BASELINES
from uitars_train.evaluate.__main__ import main as evaluate
from uitars_train.evaluate.intervals import counted, intervals, wilson

SET = Path(__file__).with_name("everyday.json")
SOLUTIONS = Path(__file__).with_name("everyday_solutions.json")
ALREADY, IMPOSSIBLE = "already", "impossible"
GAVE_UP = ("impossible", "needs_person")
"""Endings that are right where a task cannot be done."""

Result = dict[str, Any]


def main() -> int:
    arguments = parser().parse_args()
    found = summary(played(arguments))
    found["weights"] = fingerprint.of_decoders(arguments.model)
    print(json.dumps(found, indent=1))
    if arguments.json:
        arguments.json.write_text(json.dumps(found, indent=1) + "\n", "utf-8")
    return 0


def parser() -> argparse.ArgumentParser:
    new = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    new.add_argument("--model", default="nano")
    new.add_argument("--rows", nargs="*", default=BASELINES, choices=BASELINES)
    new.add_argument("--accessibility", action="store_true")
    new.add_argument("--json", type=Path)
    new.add_argument(
        "--keep", type=Path, default=paths.cache_folder() / "everyday", help="folder of the answers"
    )
    return new


def played(arguments: argparse.Namespace) -> dict[str, Any]:
    """The whole report of `uitars-train evaluate apps`."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder, "report.json")
        options = ["--set", SET, "--solutions", SOLUTIONS, "--rows", *arguments.rows]
        options += ["--model", arguments.model, "--keep", arguments.keep, "--json", out]
        options += ["--accessibility"] if arguments.accessibility else []
        evaluate(["apps", *map(str, options)])
        report: dict[str, Any] = json.loads(out.read_text("utf-8"))
        return report


def done(result: Result) -> bool:
    """Whether what is right came about; of what cannot be done, whether it was said."""
    if IMPOSSIBLE in result["tag"].split():
        return result["ending"] in GAVE_UP
    return bool(result["success"])


def shown_by_hands(result: Result) -> bool:
    """Whether an oracle can show it: there is a way, and it is not done already."""
    return not {ALREADY, IMPOSSIBLE} & set(result["tag"].split())


def share(results: list[Result], right: Callable[[Result], bool]) -> dict[str, Any]:
    """How many, with Wilson's interval."""
    count = sum(map(right, results))
    return {
        "success_rate": count / len(results) if results else 0.0,
        "right": count,
        "n": len(results),
        "interval": wilson(count, len(results)),
    }


def summary(report: dict[str, Any]) -> dict[str, Any]:
    """Totals only. A claim is what a person without a verifier is told: finished, with evidence."""
    results: list[Result] = report["results"]
    finished = [result for result in results if result["ending"] == "finished"]
    claims = [result for result in finished if result["evidence"] == "seen"]
    by_tag = counted([(tag, done(one)) for one in results for tag in one["tag"].split()])
    false = sum(not result["success"] for result in claims)
    rows: dict[str, Any] = report["baselines"]
    return {
        **share(results, done),
        "by_tag": by_tag,
        "intervals": intervals(by_tag),
        "finished": len(finished),
        "finished_wrongly": sum(not result["success"] for result in finished),
        "claims": len(claims),
        "false_claims": false,
        "false_interval": wilson(false, len(claims)),
        "claimed_of_done": [len(claims) - false, sum(one["success"] for one in finished)],
        "endings": {name: count for name, (count, _) in endings(results).items()},
        "seconds_per_step": report["seconds_per_step"],
        "baselines": {name: row(name, of["results"]) for name, of in rows.items()},
    }


def row(name: str, results: list[Result]) -> dict[str, Any]:
    """Others on the same tasks; the oracle on those that hands can show."""
    if name == "oracle":
        return share(list(filter(shown_by_hands, results)), done)
    return share(results, done)


def endings(results: list[Result]) -> dict[str, tuple[int, int]]:
    """How often a run ended how."""
    return counted([(result["ending"], True) for result in results])


if __name__ == "__main__":
    sys.exit(main())
