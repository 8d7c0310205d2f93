"""`uitars-run --best-of N`: the tries as they go, and which of them remains."""

from __future__ import annotations

import argparse
import contextlib
import sys
from collections.abc import Generator, Iterator
from typing import TYPE_CHECKING

import msgspec

from uitars_runtime.backends.registry import expect_drawable
from uitars_runtime.best_of.tries import Begun, Event, Order, played, record
from uitars_runtime.cli import run_output
from uitars_runtime.cli.pausing import TerminalPause
from uitars_runtime.cli.run import events_of, stop_on_signals
from uitars_runtime.errors import Stopped, UsageError
from uitars_runtime.outcomes.judge import EvidenceJudge, OutcomeJudge
from uitars_runtime.run_record import Ending, RunEnded, RunStarted
from uitars_runtime.types import Step

if TYPE_CHECKING:
    from uitars_runtime.best_of.choice import Choice, Tried
    from uitars_runtime.run import Request

_TEMPERATURE = 1.0


def work(arguments: argparse.Namespace, request: Request) -> int:
    """Try, choose; the exit code is that of the try that remains."""
    if arguments.cdp:
        raise UsageError(
            "A browser that other programs work cannot be put back for another try.",
            "Leave out --cdp, or --best-of.",
        )
    if (arguments.judge_url or arguments.judge_blind) and not arguments.judge:
        raise UsageError("No judge is named.", "Say which: --judge openai/NAME.")
    if arguments.best_of > 1:
        expect_drawable(request.settings.model)
    control = TerminalPause().control
    stop_on_signals(control)
    order = Order(
        msgspec.structs.replace(request, temperature=0.0),
        arguments.best_of,
        request.temperature or _TEMPERATURE,
        request.seed,
    )
    teller = _teller(arguments.output_format)
    with contextlib.closing(teller), _judge(arguments, request) as judge:

        def run(tried: Request) -> Iterator[Event]:
            return events_of(tried, control, teller)

        try:
            choice = _told(played(order, judge, run, control), teller)
        except Stopped:
            return Ending.STOPPED.exit_code
    return choice.chosen.ended.exit_code


def _told(tries: Generator[Begun | Event, None, Choice], teller: _Tries) -> Choice:
    while True:
        try:
            event = next(tries)
        except StopIteration as end:
            choice: Choice = end.value
            teller.chose(choice)
            return choice
        if isinstance(event, Begun):
            teller.began(event)
        else:
            teller.show(event)


@contextlib.contextmanager
def _judge(arguments: argparse.Namespace, request: Request) -> Generator[OutcomeJudge]:
    if not arguments.judge:
        yield EvidenceJudge()
        return
    from uitars_runtime.backends.registry import open_backend
    from uitars_runtime.outcomes.by_model import ModelJudge

    url = arguments.judge_url or request.settings.base_url or None
    with contextlib.closing(open_backend(arguments.judge, url)) as backend:
        yield ModelJudge(backend, sees=not arguments.judge_blind)


def _teller(output_format: str) -> _Tries:
    match output_format:
        case "text":
            return _Text()
        case "json":
            return _Json()
        case _:
            return _Stream()


class _Tries:
    """Shows tries as each of them is shown alone."""

    output_format = "text"

    def __init__(self) -> None:
        self._printer: run_output.Printer | None = None

    def began(self, begun: Begun) -> None:
        """Another try begins."""
        self.close()
        self.head(begun)
        self._printer = run_output.printer(self.output_format)

    def head(self, begun: Begun) -> None:
        """What is said before it."""

    def show(self, event: Event) -> None:
        if self._printer is not None:
            self._printer.show(event)

    def wrote(self, text: str) -> None:
        """See `Printer`."""
        if self._printer is not None:
            self._printer.wrote(text)

    def asking(self) -> contextlib.AbstractContextManager[None]:
        """See `Printer`."""
        return contextlib.nullcontext() if self._printer is None else self._printer.asking()

    def chose(self, choice: Choice) -> None:
        """Which of them remains."""

    def close(self) -> None:
        if self._printer is not None:
            self._printer.close()
            self._printer = None


class _Text(_Tries):
    """For people."""

    def head(self, begun: Begun) -> None:
        sys.stdout.write(f"\nTry {begun.number} of {begun.tries}\n")
        sys.stdout.flush()

    def chose(self, choice: Choice) -> None:
        from uitars_runtime.export.words import ending_in_words

        self.close()
        lines = [
            f"{'*' if one is choice.chosen else ' '} try {one.number}  {one.run.name}"
            f"  {ending_in_words(one.ended)}, {_score_in_words(one)}"
            for one in choice.tries
        ]
        sys.stdout.write(
            "\n".join(["", *lines, f"Try {choice.chosen.number} remains: {choice.chosen.run}", ""])
        )


def _score_in_words(tried: Tried) -> str:
    if tried.score is not None:
        return f"score {tried.score:.2f}"
    return f"not judged: {tried.unjudged}" if tried.unjudged else "the judge does not know"


class _Json(_Tries):
    """One object at the end: the try that remains, and all of them beside it."""

    def __init__(self) -> None:
        super().__init__()
        self._runs: list[tuple[RunStarted, list[Step]]] = []

    def began(self, begun: Begun) -> None:
        """It is told at the end."""

    def show(self, event: Event) -> None:
        match event:
            case RunStarted():
                self._runs.append((event, []))
            case Step():
                self._runs[-1][1].append(event)
            case RunEnded():
                pass

    def chose(self, choice: Choice) -> None:
        started, steps = self._runs[choice.chosen.number - 1]
        whole = run_output.whole_record(started, steps, choice.chosen.ended)
        run_output.write_json({**whole, "best_of": record(choice)})


class _Stream(_Tries):
    """One object a line."""

    output_format = "stream-json"

    def head(self, begun: Begun) -> None:
        run_output.write_json({"type": "try.started", "number": begun.number, "tries": begun.tries})

    def chose(self, choice: Choice) -> None:
        run_output.write_json({"type": "best_of.ended", **record(choice)})
