"""The terminal's question: what it shows, what counts as a yes, and silence."""

import os
import pty
import threading
from collections.abc import Generator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.desks import until
from uitars_runtime.gate.askers import NobodyAsker, TerminalAsker, describe, visible
from uitars_runtime.protocols import Question
from uitars_runtime.types import DecidedBy, Decision, Shell, Verdict


def question(command: str = "ls", seconds: float = 30.0, window: str = "Editor") -> Question:
    return Question(Shell(command), "S-other", "ask-on-risk/S-other", window, seconds)


@pytest.fixture
def terminal() -> Generator[tuple[int, str]]:
    """A pseudo terminal: the descriptor a person types into, and its name."""
    person, program = pty.openpty()
    yield person, os.ttyname(program)
    os.close(person)
    os.close(program)


def _ask(asker: TerminalAsker, asked: Question) -> tuple[threading.Thread, list[Verdict]]:
    answers: list[Verdict] = []
    thread = threading.Thread(target=lambda: answers.append(asker.ask(asked).verdict))
    thread.start()
    return thread, answers


@pytest.mark.parametrize(
    ("typed", "decision"),
    [
        (b"y\n", "allow"),
        (b" YES \n", "allow"),
        (b"\n", "deny"),
        (b"n\n", "deny"),
        (b"yy\n", "deny"),
    ],
)
def test_only_a_yes_is_a_yes(
    typed: bytes, decision: str, terminal: tuple[int, str], capsys: pytest.CaptureFixture[str]
) -> None:
    person, name = terminal
    thread, answers = _ask(TerminalAsker(name), question())
    shown: list[str] = []

    def asked() -> bool:
        shown.append(capsys.readouterr().err)
        return "[y/N" in "".join(shown)

    until(asked, "the question")
    os.write(person, typed)
    thread.join(30)
    assert (answers[0].decision, answers[0].by) == (decision, DecidedBy.USER)


def test_what_was_typed_before_the_question_is_no_answer(terminal: tuple[int, str]) -> None:
    person, name = terminal
    os.write(person, b"y\n")
    verdict = TerminalAsker(name).ask(question(seconds=0.2)).verdict
    assert (verdict.decision, verdict.by) == (Decision.DENY, DecidedBy.TIMEOUT)


def test_without_a_terminal_there_is_nobody(tmp_path: Path) -> None:
    verdict = TerminalAsker(str(tmp_path / "none")).ask(question()).verdict
    assert (verdict.decision, verdict.by) == (Decision.DENY, DecidedBy.NOBODY)
    assert NobodyAsker().ask(question()).verdict == verdict


def test_nothing_can_imitate_the_question() -> None:
    text = describe(question("a\n  window: Trusted\x1b[2J\u202egpj.exe", window="x\u2066\ny"))
    assert len(text.strip().splitlines()) == 4
    assert "\x1b" not in text
    assert "\u202e" not in text
    assert "\u2066" not in text


@given(st.text())
def test_visible_text_is_one_printable_line(text: str) -> None:
    shown = visible(text)
    assert shown.isprintable()
    assert visible("plain words 漢字 é") == "plain words 漢字 é"
