"""A recorded run in the terminal: calm, wrapped to its width, plain where it goes into a pipe.

Everything recorded is untrusted and goes through `printable`, so that it cannot drive a terminal.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from uitars_runtime.export.words import (
    action_in_words,
    advice_in_words,
    duration_in_words,
    ending_in_words,
    judgement_in_words,
    printable,
    thought_in_words,
    verdict_in_words,
)
from uitars_runtime.journal import Intent, Record
from uitars_runtime.run_record import Evidence, RunEnded, RunStarted
from uitars_runtime.types import Decision, Outcome, Step, Verdict

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

_INDENT = 5
_FILES = 5
"""Files of the workspace that the end of a run names."""
_MARKS = {
    Evidence.VERIFIED: ("✓", "bold green"),
    Evidence.SEEN: ("✓", "bold green"),
    Evidence.UNCHECKED: ("?", "bold yellow"),
    Evidence.NONE: ("✗", "bold red"),
    None: ("✗", "bold red"),
}
"""How an ending is marked; None is a run that was cut off."""


def show_record(console: Console, record: Record) -> None:
    """The whole run: heading, steps, what was under way, ending."""
    run = record.trajectory
    show_heading(console, run.started)
    for step in run.steps:
        show_step(console, step)
    if record.pending is not None:
        _show_pending(console, record.pending)
    seconds = run.ended.seconds if run.ended else sum(step.ms.total for step in run.steps) / 1000
    show_ending(console, run.ended, len(run.steps), seconds, record.problems)


def show_step(console: Console, step: Step) -> None:
    """One step: the action and how long it took, the thought, the gate's word, the outcome."""
    from rich.text import Text

    proposal = step.proposal
    if step.action is None:
        line = Text("no readable action", "bold red")
    else:
        line = Text(action_in_words(step.action), "bold cyan")
    if step.correction is not None and proposal.action is not None:
        line.append(f"  instead of: {action_in_words(proposal.action)}", "yellow")
    line.append(f"  {duration_in_words(step.ms.total / 1000)}", "dim")
    _print_numbered(console, step.index + 1, line)
    if thought := thought_in_words(step.thought):
        _print(console, Text(printable(thought), "italic"))
    for words in step.said:
        _print(console, Text(f"You said: {printable(words)}", "bold"))
    if step.verdict is not None:
        _print(console, _verdict(step.verdict))
    if step.verdict is None or step.verdict.decision is Decision.ALLOW:
        _print(console, _outcome(step.outcome))


def _verdict(verdict: Verdict) -> Text:
    from rich.text import Text

    allowed = verdict.decision is Decision.ALLOW
    mark, style = ("✓", "dim") if allowed else ("✗", "red")
    line = Text(f"{mark} {verdict_in_words(verdict)}", style)
    line.append(f" [{printable(verdict.rule)}]", "dim")
    if not allowed:
        line.append(f" {printable(verdict.reason)}", style)
    return line


def _outcome(outcome: Outcome) -> Text:
    from rich.text import Text

    mark, style = ("✓", "green") if outcome.ok else ("✗", "red")
    line = Text(f"{mark} {printable(outcome.text) or ('done' if outcome.ok else 'failed')}", style)
    if outcome.changed is False:
        line.append("  no visible change", "yellow")
    return line


def show_heading(console: Console, started: RunStarted) -> None:
    """The task, and what works on it where under which policy."""
    from rich.text import Text

    _print(console, Text(printable(started.task.text.strip()), "bold"), 0)
    facts = (
        f"{started.model} ({started.dialect}) on {started.desktop}, {started.policy}",
        started.started.replace("T", " "),
        f"run {started.run}",
    )
    _print(console, Text(printable(" · ".join(facts)), "dim"), 0)
    console.print()


def _show_pending(console: Console, pending: Intent) -> None:
    from rich.text import Text

    action = pending.proposal.action
    words = "no readable action" if action is None else action_in_words(action)
    line = Text(words, "bold yellow")
    line.append("  under way at the end of the record", "yellow")
    _print_numbered(console, pending.index + 1, line)


def show_ending(
    console: Console,
    ended: RunEnded | None,
    steps: int,
    seconds: float,
    problems: Sequence[str] = (),
) -> None:
    """How it ended, after how much, and why; None for a run that was cut off."""
    from rich.text import Text

    mark, style = _MARKS[None if ended is None else ended.evidence]
    count = f"{steps} step{'' if steps == 1 else 's'}"
    line = Text(f"{mark} {ending_in_words(ended)}", style)
    line.append(f"  {count} in {duration_in_words(seconds)}", "dim")
    console.print()
    _print(console, line, 0)
    told = (*_reasons(ended), *advice_in_words(ended), *judgement_in_words(ended), *_files(ended))
    for sentence in (*told, *problems):
        _print(console, Text(printable(sentence)), 2)


def _reasons(ended: RunEnded | None) -> list[str]:
    """Why it ended and what it answered, each once."""
    said = () if ended is None else map(thought_in_words, (ended.reason, ended.answer))
    return [sentence for sentence in dict.fromkeys(said) if sentence]


def _files(ended: RunEnded | None) -> list[str]:
    """Where to find what the run made, the newest of many."""
    paths = () if ended is None else ended.files
    more = len(paths) - _FILES
    told = [f"Written: {path}" for path in paths[-_FILES:]]
    return [*told, f"and {more} files more, see run.json"] if more > 0 else told


def _print_numbered(console: Console, number: int, text: Text) -> None:
    from rich.table import Table
    from rich.text import Text

    if not console.is_terminal:
        console.print(Text(f"{number:>3}  ") + text, soft_wrap=True)
        return
    row = Table.grid(padding=(0, 2))
    row.add_column(justify="right", style="dim", width=3)
    row.add_column()
    row.add_row(str(number), text)
    console.print(row)


def _print(console: Console, text: Text, indent: int = _INDENT) -> None:
    """Wrapped with a hanging indent in a terminal; one whole line for other programs."""
    from rich.padding import Padding
    from rich.text import Text

    if console.is_terminal:
        console.print(Padding(text, (0, 0, 0, indent), expand=False))
    else:
        console.print(Text(" " * indent) + text, soft_wrap=True)
