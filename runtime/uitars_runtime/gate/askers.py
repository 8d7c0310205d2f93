"""Faces without a window that put a question to a person: the terminal, and nobody.

A question shows facts of the hands, never the model's prose; what a program or the model could have
written is escaped, so that it cannot imitate the question's own words.
"""

from __future__ import annotations

import os
import select
import sys
import time
from pathlib import Path

import msgspec

from uitars_runtime.consent import Consent, Question, Reach
from uitars_runtime.escaping import visible
from uitars_runtime.types import Action, Correction, DecidedBy, Decision, Verdict

_SHOWN = 2000
"""Characters of an action that are shown; longer text is cut with a mark."""

_ARMING_SECONDS = 0.7
"""What is typed so soon after the question appeared was not meant for it."""


class NobodyAsker:
    """There is nobody to ask: a no."""

    def ask(self, question: Question, /) -> Consent:
        return Consent(
            Verdict(
                Decision.DENY,
                DecidedBy.NOBODY,
                question.rule,
                f"{question.risk} needs a person's yes, and there is nobody to ask.",
            )
        )


class TerminalAsker:
    """Asks on the controlling terminal; only a typed yes is a yes."""

    def __init__(self, terminal: str = "/dev/tty") -> None:
        self._terminal = Path(terminal)

    def ask(self, question: Question, /) -> Consent:
        """Show the facts on standard error and wait for a line, at most `question.seconds`."""
        deadline = time.monotonic() + question.seconds
        try:
            with self._terminal.open("rb", buffering=0) as terminal:
                sys.stderr.write(describe(question))
                return self._answer(terminal.fileno(), question, deadline)
        except OSError:
            return NobodyAsker().ask(question)

    def _answer(self, terminal: int, question: Question, deadline: float) -> Consent:
        """Ask until an answer is understood; keys typed too early to be one are dropped."""
        import termios

        time.sleep(min(_ARMING_SECONDS, max(0.0, deadline - time.monotonic())))
        termios.tcflush(terminal, termios.TCIFLUSH)
        while True:
            left = deadline - time.monotonic()
            sys.stderr.write(prompt(question, left))
            sys.stderr.flush()
            line = _read_line(terminal, left)
            if line is None:
                sys.stderr.write("\nNo answer: denied.\n")
                return _consent(question, DecidedBy.TIMEOUT, "Nobody answered in time.")
            try:
                return understood(line, question)
            except _UnclearError as problem:
                sys.stderr.write(f"{problem}\n")


class _UnclearError(Exception):
    """An answer that is neither a yes nor a no; says why, in words for a person."""


def understood(line: str, question: Question) -> Consent:
    """What a person typed, as an answer. Raises `_UnclearError`."""
    word, _, rest = line.strip().partition(" ")
    match word.lower():
        case "y" | "yes":
            return _allowed(question, Reach.ONCE)
        case "r" | "run":
            return _allowed(question, Reach.RUN)
        case "a" | "app":
            return _allowed(question, Reach.APP)
        case "e" | "edit":
            return _allowed(question, Reach.ONCE, Correction(_action(rest)))
        case "s" | "say" if rest.strip():
            reason = "The user denied it and said why."
            return _consent(question, DecidedBy.USER, reason, words=rest.strip())
        case _:
            # Whatever else was meant, it is no yes.
            return _consent(question, DecidedBy.USER, "The user denied it.")


def _allowed(question: Question, reach: Reach, correction: Correction | None = None) -> Consent:
    if reach not in question.reaches:
        raise _UnclearError("This can be allowed once only.")
    said = "The user allowed it." if correction is None else "The user changed it."
    verdict = Verdict(Decision.ALLOW, DecidedBy.USER, question.rule, said)
    return Consent(verdict, reach, correction)


def _consent(question: Question, by: DecidedBy, reason: str, words: str = "") -> Consent:
    """A no."""
    return Consent(Verdict(Decision.DENY, by, question.rule, reason), words=words)


def _action(text: str) -> Action:
    try:
        action: Action = msgspec.json.decode(text, type=Action)
    except (msgspec.DecodeError, UnicodeError) as error:
        raise _UnclearError(
            f"That is not an action ({error}). Type e and the whole action as JSON."
        ) from error
    return action


def describe(question: Question) -> str:
    """The facts of a question in words for a terminal, one line each."""
    action = visible(msgspec.json.encode(question.action).decode())
    if len(action) > _SHOWN:
        action = f"{action[:_SHOWN]}... ({len(action) - _SHOWN} more characters)"
    facts = {
        "why": visible(question.reason),
        "window": visible(question.window) or "(unknown)",
        "program": visible(question.application),
        "action": action,
    }
    lines = [f"  {name + ':':<9}{value}" for name, value in facts.items() if value]
    lines += [f"  | {visible(line)}" for line in question.effect.splitlines()]
    head = f"May the agent do this? Class {question.risk}, rule {visible(question.rule)}"
    return "\n".join(("", head, *lines, ""))


def prompt(question: Question, seconds: float) -> str:
    """What can be typed; ends where it is typed."""
    reaches = {Reach.RUN: "for this [r]un, ", Reach.APP: "always in this [a]pp, "}
    offered = "".join(reaches.get(reach, "") for reach in question.reaches)
    return f"[y]es once, {offered}[e]dit JSON, [s]ay WORDS, [N]o ({max(0.0, seconds):.0f} s) "


def _read_line(descriptor: int, seconds: float) -> str | None:
    """One line from the terminal; None when the time is over or the terminal was closed."""
    deadline = time.monotonic() + seconds
    line = b""
    while not line.endswith(b"\n"):
        left = deadline - time.monotonic()
        if left <= 0 or not select.select([descriptor], [], [], left)[0]:
            return None
        piece = os.read(descriptor, 4096)
        if not piece:
            return None
        line += piece
    return line.decode(errors="replace")
