"""The decoder of the embedded model on the symbolic desktop: whole tasks and single steps.

Four sets: wordings and labels as in training, and wordings, labels or both that training never
sees. With `--card` the table of the model card is written anew from the figures.

    python bench/decoder.py [--folder DIR] [--tasks 200] [--json OUT] [--card]
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from uitars_runtime.backends.embedded.backend import default_folder, open_decoder
from uitars_runtime.backends.embedded.situation import Decision, Situation
from uitars_train.evaluate.intervals import Counts
from uitars_train.network.rollout import SETS, steps, tasks

MARKS = ("<!-- figures of bench/decoder.py -->", "<!-- end of figures -->")
_STEPS = 3
"""Single steps for each whole task."""
_LEAST = 25
"""Kinds of steps that are rarer over all sets have no row."""

Figures = dict[str, dict[str, Counts]]


def measure(folder: Path, count: int) -> Figures:
    """By set: `tasks` and `steps`, each by kind as (right, tried)."""
    decoder = open_decoder(folder)

    def decide(situation: Situation) -> Decision:
        return decoder.decide(situation).decision

    return {
        name: {
            "tasks": tasks(decide, variety, count),
            "steps": steps(decide, variety, _STEPS * count),
        }
        for name, variety in SETS.items()
    }


def table(found: Figures) -> str:
    """The figures as a table in Markdown."""
    rows = [f"| | {' | '.join(found)} |", f"| --- |{' --- |' * len(found)}"]
    whole = sorted({kind for sets in found.values() for kind in sets["tasks"] if "part" in kind})
    single = sorted({kind for sets in found.values() for kind in sets["steps"]} - {"step"})
    tried = {k: sum(sets["steps"].get(k, (0, 0))[1] for sets in found.values()) for k in single}
    rows.append(_row("**whole tasks done**", found, "tasks", "task"))
    rows += [_row(f"tasks of {kind}", found, "tasks", kind) for kind in whole]
    rows.append(_row("**single steps right**", found, "steps", "step"))
    rows += [_row(f"step: {k}", found, "steps", k) for k in single if tried[k] >= _LEAST]
    return "\n".join(rows)


def _row(title: str, found: Figures, what: str, kind: str) -> str:
    cells = (_cell(*sets[what].get(kind, (0, 0))) for sets in found.values())
    return f"| {title} | {' | '.join(cells)} |"


def _cell(right: int, tried: int) -> str:
    return f"{100 * right / tried:.0f} % ({tried})" if tried else "-"


def write_card(card: Path, text: str) -> None:
    """Put the table between the marks of the card."""
    before, _, rest = card.read_text(encoding="utf-8").partition(MARKS[0])
    _, _, after = rest.partition(MARKS[1])
    card.write_text(f"{before}{MARKS[0]}\n{text}\n{MARKS[1]}{after}", encoding="utf-8")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--folder", type=Path, default=default_folder())
    parser.add_argument("--tasks", type=int, default=200)
    parser.add_argument("--json", type=Path)
    parser.add_argument("--card", action="store_true")
    arguments = parser.parse_args()
    found = measure(arguments.folder, arguments.tasks)
    print(table(found))
    if arguments.json:
        arguments.json.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    if arguments.card:
        write_card(arguments.folder / "README.md", table(found))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
