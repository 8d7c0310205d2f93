"""Ten held-out sentences that the model does and ten that it does not, drawn at random.

The report is that of `uitars-train evaluate instructions --held-out
train/instructions/held_out.tsv --json REPORT`; `--card` writes the sentences into the model card
between their marks.

    python bench/sentences.py REPORT [--seed 1] [--card FILE] [--json OUT]
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import msgspec

from uitars_train.evaluate.instructions import Report
from uitars_train.instructions.reading import Line, read_held_out, read_lines

MARKS: Final = ("<!-- sentences of bench/sentences.py -->", "<!-- end of sentences -->")
COUNT: Final = 10


def drawn(report: Report, seed: int) -> tuple[list[Line], list[Line]]:
    """Sentences that were done, and others."""
    held = read_held_out()
    wrong = {one.where for one in report.score.wrong}
    lines = [line for line in read_lines(()) if held.holds(line)]
    if len(lines) != report.score.n:
        raise SystemExit("The report is of other sentences than those that judge models.")
    rng = random.Random(seed)
    kinds = (
        [line for line in lines if line.where not in wrong],
        [line for line in lines if line.where in wrong],
    )
    done, missed = (rng.sample(kind, COUNT) for kind in kinds)
    return done, missed


def told(report: Report, done: Sequence[Line], missed: Sequence[Line]) -> str:
    """The part of the card."""
    score = report.score
    rows = [
        f"Of {score.n} first steps {score.accuracy:.0%} are right. Drawn from those that are:",
        "",
    ]
    rows += [_row(line) for line in done]
    rows += ["", "And from those that are not:", ""]
    rows += [_row(line) for line in missed]
    return "\n".join(rows)


def _row(line: Line) -> str:
    return f"- “{' '.join(line.item.say.split())}” ({line.item.program})"


def write(card: Path, text: str) -> None:
    """Put it between the marks."""
    before, _, rest = card.read_text(encoding="utf-8").partition(MARKS[0])
    _, _, after = rest.partition(MARKS[1])
    card.write_text(f"{before}{MARKS[0]}\n{text}\n{MARKS[1]}{after}", encoding="utf-8")


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("report", type=Path)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--card", type=Path)
    parser.add_argument("--json", type=Path)
    arguments = parser.parse_args()
    report = msgspec.json.decode(arguments.report.read_bytes(), type=Report)
    done, missed = drawn(report, arguments.seed)
    text = told(report, done, missed)
    print(text)
    if arguments.json:
        kinds = {"done": done, "missed": missed}
        said = {kind: [line.item.say for line in lines] for kind, lines in kinds.items()}
        arguments.json.write_bytes(msgspec.json.format(msgspec.json.encode(said)) + b"\n")
    if arguments.card:
        write(arguments.card, text)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
