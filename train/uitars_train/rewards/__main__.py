"""`uitars-train judge`: whether recorded runs did their task, by their records, by a reference
answer or by a model."""

from __future__ import annotations

import argparse
import sys
import threading
from collections.abc import Callable, Sequence
from contextlib import closing
from decimal import Decimal, InvalidOperation
from pathlib import Path

from uitars_runtime.cli.formats import written
from uitars_runtime.errors import UsageError
from uitars_runtime.journal import find_run, read_run
from uitars_train.rewards.answers import (
    Exact,
    Items,
    Number,
    Reference,
    Text,
    is_right,
    items_in,
)
from uitars_train.rewards.verdicts import Judged, verdict_of, write_verdicts


def main(argv: Sequence[str] | None = None) -> int:
    """Judge runs, a line each. Raises `UsageError`."""
    given = parser().parse_args(argv)
    runs = list(dict.fromkeys(find_run(told) for told in given.runs))
    if given.model:
        from uitars_runtime.backends.registry import open_backend
        from uitars_runtime.outcomes.by_model import ModelJudge

        never = threading.Event()
        with closing(open_backend(given.model, given.base_url or None)) as backend:
            judge = ModelJudge(backend, sees=not given.blind)
            _tell(runs, lambda run: judge.score(run, given.reference, never), given.json)
        return 0
    if not given.reference:
        _tell(runs, lambda run: verdict_of(read_run(run)), given.json)
        return 0
    reference = _reference(given.kind, given.reference)
    _tell(runs, lambda run: float(is_right(reference, read_run(run).answer)), given.json)
    return 0


def _tell(runs: Sequence[Path], scored: Callable[[Path], float | None], out: Path | None) -> None:
    told: list[Judged] = []
    for run in runs:
        one = Judged.by_score(run.name, scored(run))
        told.append(one)
        if out is not None:  # as they come: a model takes its time
            write_verdicts(out, told)
        sys.stdout.write(f"{one.verdict:8} {run.name}\n")
        sys.stdout.flush()


def _reference(kind: str, told: str) -> Reference:
    match kind:
        case "exact":
            return Exact(told)
        case "number":
            try:
                return Number(Decimal(told))
            except (InvalidOperation, ValueError) as error:
                raise UsageError(f"{told!r} is no number.", "Write it as 1234.5.") from error
        case "set":
            return Items(frozenset(items_in(told)))
        case _:
            return Text(told)


def parser() -> argparse.ArgumentParser:
    """All options."""
    new = argparse.ArgumentParser(
        prog="uitars-train judge",
        description="Say of recorded runs whether they did their task: by what the answer should"
        " be, by a model that reads the record and looks at the last five screens, or, without"
        " either, by the verifier and the evidence on record.",
    )
    new.add_argument("runs", nargs="+", metavar="RUN", help="id, beginning of one, path or last")
    new.add_argument("--reference", default="", metavar="TEXT", help="what the answer should be")
    new.add_argument(
        "--kind",
        choices=("exact", "number", "set", "text"),
        default="text",
        help="how it is laid beside the answer; text: whatever case, punctuation and articles",
    )
    new.add_argument("--model", default="", metavar="REF", help="judges: openai/NAME or PATH.gguf")
    new.add_argument("--base-url", default="", metavar="URL", help="server for openai/NAME")
    new.add_argument("--json", type=written, metavar="OUT", help="the same as a file of JSON")
    new.add_argument("--blind", action="store_true", help="the model takes no pictures")
    return new


if __name__ == "__main__":
    sys.exit(main())
