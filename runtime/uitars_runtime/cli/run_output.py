"""What `uitars-run` prints: text for people, JSON for programs. Standard output holds only that."""

from __future__ import annotations

import os
import sys
from collections.abc import Generator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import TYPE_CHECKING, Protocol

import msgspec

from uitars_runtime.run_record import RunEnded, RunStarted
from uitars_runtime.types import Decision, Step

if TYPE_CHECKING:
    from rich.console import Console

FORMATS = ("text", "json", "stream-json")

Event = RunStarted | Step | RunEnded


class Printer(Protocol):
    """Shows the events of one run as they come."""

    def show(self, event: Event, /) -> None: ...

    def wrote(self, text: str, /) -> None:
        """A piece of what a command writes while it runs; an empty one begins another."""
        ...

    def asking(self) -> AbstractContextManager[None]:
        """While a person is asked: nothing else moves on the terminal."""
        ...

    def close(self) -> None:
        """Nothing more will come."""
        ...


def printer(name: str) -> Printer:
    """The printer of one of `FORMATS`."""
    match name:
        case "text":
            return TextPrinter()
        case "json":
            return JsonPrinter()
        case _:
            return StreamPrinter()


def ask_person(question: str) -> str | None:
    """Put the model's question on the terminal; an empty line is no answer."""
    from rich.console import Console
    from rich.text import Text

    from uitars_runtime.export.words import printable, thought_in_words

    console = Console(stderr=True, highlight=False)
    console.print(Text(f"? {printable(thought_in_words(question))}", style="bold yellow"))
    sys.stderr.write("> ")
    sys.stderr.flush()
    # Not through sys.stdin: a run that is stopped leaves this wait to itself, with no lock held.
    line = b""
    while not line.endswith(b"\n"):
        piece = os.read(sys.stdin.fileno(), 4096)
        if not piece:
            return None
        line += piece
    return line.decode(errors="replace").strip() or None


def step_record(step: Step) -> dict[str, object]:
    """One step as `stream-json` writes it: the contract's fields and nothing else."""
    return {
        "type": "step",
        "index": step.index,
        "thought": step.proposal.thought,
        "action": msgspec.to_builtins(step.action),
        "verdict": msgspec.to_builtins(step.verdict),
        "outcome": msgspec.to_builtins(step.outcome),
        "ms": {name: round(value, 1) for name, value in msgspec.to_builtins(step.ms).items()},
        "tokens": msgspec.to_builtins(step.proposal.tokens),
    }


def started_record(started: RunStarted) -> dict[str, object]:
    return {
        "type": "run.started",
        "run": started.run,
        "task": started.task.text,
        "model": started.model,
        "dialect": started.dialect,
        "desktop": started.desktop,
        "policy": started.policy,
    }


def ended_record(ended: RunEnded, denied: Sequence[Step]) -> dict[str, object]:
    """The end, with what the gate refused: where nobody could be asked, that is what to grant."""
    refused = [
        {
            "index": step.index,
            "action": msgspec.to_builtins(step.action),
            "verdict": msgspec.to_builtins(step.verdict),
        }
        for step in denied
    ]
    return {"type": "run.ended", **msgspec.to_builtins(ended), "denied": refused}


def whole_record(
    started: RunStarted | None, steps: Sequence[Step], ended: RunEnded | None
) -> dict[str, object]:
    """A run as `json` writes it; without its end, what there is of one that was cut off."""
    head = {} if started is None else started_record(started)
    end = {} if ended is None else ended_record(ended, list(filter(is_denied, steps)))
    return {**head, **end, "steps": list(map(step_record, steps))}


def is_denied(step: Step) -> bool:
    """Whether the gate said no to it."""
    return step.verdict is not None and step.verdict.decision is Decision.DENY


class StreamPrinter:
    """One JSON object a line, written at once."""

    def __init__(self) -> None:
        self._denied: list[Step] = []

    def show(self, event: Event, /) -> None:
        match event:
            case RunStarted():
                record = started_record(event)
            case Step():
                record = step_record(event)
                if is_denied(event):
                    self._denied.append(event)
            case RunEnded():
                record = ended_record(event, self._denied)
        write_json(record)

    def wrote(self, text: str, /) -> None:
        """The step's outcome says it."""

    def asking(self) -> AbstractContextManager[None]:
        """Nothing moves before the end of a line."""
        return nullcontext()

    def close(self) -> None:
        """Every line is written already."""


class JsonPrinter:
    """One JSON object at the end, with the steps inside."""

    def __init__(self) -> None:
        self._steps: list[Step] = []
        self._started: RunStarted | None = None

    def show(self, event: Event, /) -> None:
        match event:
            case RunStarted():
                self._started = event
            case Step():
                self._steps.append(event)
            case RunEnded():
                write_json(whole_record(self._started, self._steps, event))

    def wrote(self, text: str, /) -> None:
        """The step's outcome says it."""

    def asking(self) -> AbstractContextManager[None]:
        """Nothing moves before the end of a line."""
        return nullcontext()

    def close(self) -> None:
        """A run that did not start has no record."""


def write_json(record: dict[str, object]) -> None:
    sys.stdout.write(msgspec.json.encode(record).decode() + "\n")
    sys.stdout.flush()


class TextPrinter:
    """A run that is pleasant to watch: one short block a step, and what goes on meanwhile."""

    def __init__(self) -> None:
        from rich.console import Console

        from uitars_runtime.cli.live_lines import LiveLines

        self._console: Console = Console(highlight=False)
        # A terminal gets it above the spinner; a pipe gets the steps and nothing else.
        aside = self._console if self._console.is_terminal else Console(stderr=True)
        self._live = LiveLines(aside)
        self._status = self._console.status("starting", spinner="dots")
        self._status.start()

    def show(self, event: Event, /) -> None:
        from uitars_runtime.cli.show import show_ending, show_heading, show_step

        match event:
            case RunStarted():
                show_heading(self._console, event)
                self._status.update("looking and thinking")
            case Step():
                self._live.finish()
                self._status.update("looking and thinking")
                show_step(self._console, event)
            case RunEnded():
                self.close()
                show_ending(self._console, event, event.steps, event.seconds)

    def wrote(self, text: str, /) -> None:
        """Show it as it comes."""
        if not text:
            self._status.update("a command is running")
        self._live.add(text)

    @contextmanager
    def asking(self) -> Generator[None]:
        """Without the spinner, which would write over what is typed."""
        self._status.stop()
        try:
            yield
        finally:
            self._status.start()

    def close(self) -> None:
        """Take the spinner away."""
        self._status.stop()
