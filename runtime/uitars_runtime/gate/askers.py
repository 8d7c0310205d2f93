"""Faces without a window that put a question to a person: the terminal, and nobody.

A question shows facts of the hands, never the model's prose; what a program or the model could have
written is escaped, so that it cannot imitate the question's own words.
"""

from __future__ import annotations

import os
import select
import sys
import termios
import time
import unicodedata
from pathlib import Path

import msgspec

from uitars_runtime.protocols import Consent, Question
from uitars_runtime.types import DecidedBy, Decision, Verdict

_SHOWN = 2000
"""Characters of an action that are shown; longer text is cut with a mark."""


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
    """Asks on the controlling terminal; only a typed `y` is a yes."""

    def __init__(self, terminal: str = "/dev/tty") -> None:
        self._terminal = Path(terminal)

    def ask(self, question: Question, /) -> Consent:
        """Show the facts on standard error and wait for a line, at most `question.seconds`."""
        try:
            with self._terminal.open("rb", buffering=0) as terminal:
                # What was typed before the question is no answer to it.
                termios.tcflush(terminal, termios.TCIFLUSH)
                sys.stderr.write(describe(question))
                sys.stderr.flush()
                line = _read_line(terminal.fileno(), question.seconds)
        except OSError:
            return NobodyAsker().ask(question)
        if line is None:
            sys.stderr.write("\nNo answer: denied.\n")
            return Consent(
                Verdict(Decision.DENY, DecidedBy.TIMEOUT, question.rule, "Nobody answered in time.")
            )
        if line.strip().lower() in (b"y", b"yes"):
            return Consent(
                Verdict(Decision.ALLOW, DecidedBy.USER, question.rule, "The user allowed it.")
            )
        return Consent(Verdict(Decision.DENY, DecidedBy.USER, question.rule, "The user denied it."))


def describe(question: Question) -> str:
    """The question in words for a terminal; ends where the answer is typed."""
    action = visible(msgspec.json.encode(question.action).decode())
    if len(action) > _SHOWN:
        action = f"{action[:_SHOWN]}... ({len(action) - _SHOWN} more characters)"
    window = visible(question.window) or "(unknown)"
    return (
        f"\nMay the agent do this? Class {question.risk}, rule {visible(question.rule)}\n"
        f"  window: {window}\n"
        f"  action: {action}\n"
        f"[y/N, {question.seconds:.0f} s] "
    )


def visible(text: str) -> str:
    """The text with every character escaped that would not show as itself in one line."""
    return "".join(_escaped(character) for character in text)


def _escaped(character: str) -> str:
    # C: control, format (bidirectional overrides), private, surrogate; Z: separators but the space.
    if character != " " and unicodedata.category(character)[0] in "CZ":
        return f"\\u{{{ord(character):x}}}"
    return character


def _read_line(descriptor: int, seconds: float) -> bytes | None:
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
    return line
