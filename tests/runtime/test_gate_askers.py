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
from uitars_runtime.consent import Consent, Question, Reach
from uitars_runtime.escaping import visible
from uitars_runtime.gate.askers import NobodyAsker, TerminalAsker, describe
from uitars_runtime.types import Correction, DecidedBy, Decision, Shell


def question(
    command: str = "ls",
    seconds: float = 30.0,
    window: str = "Editor",
    effect: str = "",
    reaches: tuple[Reach, ...] = (Reach.ONCE,),
) -> Question:
    rule = "ask-on-risk/S-other"
    return Question(
        Shell(command), "S-other", rule, window, seconds, effect=effect, reaches=reaches
    )


@pytest.fixture
def terminal() -> Generator[tuple[int, str]]:
    """A pseudo terminal: the descriptor a person types into, and its name."""
    person, program = pty.openpty()
    yield person, os.ttyname(program)
    os.close(person)
    os.close(program)


class Asked:
    """A question that is being put on a terminal, and the person who types there."""

    def __init__(
        self, terminal: tuple[int, str], asked: Question, capsys: pytest.CaptureFixture[str]
    ) -> None:
        self._person, name = terminal
        self._capsys = capsys
        self._answers: list[Consent] = []
        self.shown = ""
        self._thread = threading.Thread(
            target=lambda: self._answers.append(TerminalAsker(name).ask(asked))
        )
        self._thread.start()

    def type(self, text: bytes) -> None:
        os.write(self._person, text)

    def await_shown(self, what: str, times: int = 1) -> None:
        def there() -> bool:
            self.shown += self._capsys.readouterr().err
            return self.shown.count(what) >= times

        until(there, what)

    def answer(self) -> Consent:
        self._thread.join(30)
        return self._answers[0]


@pytest.mark.parametrize(
    ("typed", "decision"),
    [
        (b"y\n", "allow"),
        (b" YES \n", "allow"),
        (b"\n", "deny"),
        (b"n\n", "deny"),
        (b"yy\n", "deny"),
        (b"s\n", "deny"),
    ],
)
def test_only_a_yes_is_a_yes(
    typed: bytes, decision: str, terminal: tuple[int, str], capsys: pytest.CaptureFixture[str]
) -> None:
    asked = Asked(terminal, question(), capsys)
    asked.await_shown("[y]es")
    asked.type(typed)
    verdict = asked.answer().verdict
    assert (verdict.decision, verdict.by) == (decision, DecidedBy.USER)


def test_what_was_typed_before_the_question_can_be_read_is_no_answer(
    terminal: tuple[int, str], capsys: pytest.CaptureFixture[str]
) -> None:
    person, _ = terminal
    os.write(person, b"y\n")
    asked = Asked(terminal, question(seconds=1.5), capsys)
    asked.await_shown("May the agent")
    asked.type(b"y\ny\n")
    verdict = asked.answer().verdict
    assert (verdict.decision, verdict.by) == (Decision.DENY, DecidedBy.TIMEOUT)


@pytest.mark.parametrize(
    ("typed", "reach"), [(b"y\n", Reach.ONCE), (b"r\n", Reach.RUN), (b"a\n", Reach.APP)]
)
def test_a_yes_reaches_as_far_as_it_says(
    typed: bytes, reach: Reach, terminal: tuple[int, str], capsys: pytest.CaptureFixture[str]
) -> None:
    asked = Asked(terminal, question(reaches=tuple(Reach)), capsys)
    asked.await_shown("always in this [a]pp")
    asked.type(typed)
    assert asked.answer().reach is reach


def test_a_yes_never_reaches_further_than_was_offered(
    terminal: tuple[int, str], capsys: pytest.CaptureFixture[str]
) -> None:
    asked = Asked(terminal, question(), capsys)
    asked.await_shown("[y]es")
    assert "[a]pp" not in asked.shown
    asked.type(b"a\n")
    asked.await_shown("[y]es", times=2)
    asked.type(b"n\n")
    assert asked.answer().verdict.decision is Decision.DENY


def test_the_action_can_be_edited(
    terminal: tuple[int, str], capsys: pytest.CaptureFixture[str]
) -> None:
    asked = Asked(terminal, question(), capsys)
    asked.await_shown("[y]es")
    asked.type(b"e {nothing}\n")
    asked.await_shown("That is not an action")
    asked.await_shown("[y]es", times=2)
    asked.type(b'e {"kind":"shell","command":"ls -l"}\n')
    consent = asked.answer()
    assert consent.verdict.decision is Decision.ALLOW
    assert consent.correction == Correction(Shell("ls -l"))


def test_words_go_with_a_no(terminal: tuple[int, str], capsys: pytest.CaptureFixture[str]) -> None:
    asked = Asked(terminal, question(), capsys)
    asked.await_shown("[y]es")
    asked.type("say use the blue one, f\u00fcr mich\n".encode())
    consent = asked.answer()
    assert consent.verdict.decision is Decision.DENY
    assert consent.words == "use the blue one, f\u00fcr mich"


def test_without_a_terminal_there_is_nobody(tmp_path: Path) -> None:
    verdict = TerminalAsker(str(tmp_path / "none")).ask(question()).verdict
    assert (verdict.decision, verdict.by) == (Decision.DENY, DecidedBy.NOBODY)
    assert NobodyAsker().ask(question()).verdict == verdict


def test_nothing_can_imitate_the_question() -> None:
    text = describe(
        question(
            "a\n  window: Trusted\x1b[2J\u202egpj.exe", window="x\u2066\ny", effect="+ \x1b[1mb"
        )
    )
    assert len(text.strip().splitlines()) == 4
    assert "\x1b" not in text
    assert "\u202e" not in text
    assert "\u2066" not in text


@given(st.text())
def test_visible_text_is_one_printable_line(text: str) -> None:
    shown = visible(text)
    assert shown.isprintable()
    assert visible("plain words 漢字 é") == "plain words 漢字 é"
