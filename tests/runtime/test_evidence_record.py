"""What a record says of how a run can be believed, and how it is told to people."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from rich.console import Console

from helpers.runs import picture, proposal, started, write_step
from uitars_runtime.cli.show import show_record
from uitars_runtime.export.html import export_html
from uitars_runtime.export.words import LOOK
from uitars_runtime.journal import RunJournal, read_record
from uitars_runtime.run_record import (
    UNREAD,
    Ending,
    Evidence,
    Judgement,
    Part,
    RunEnded,
    evidence_of,
)
from uitars_runtime.types import Click, Point

DONE = Part("press OK", 0, "“OK” was pressed and its window is gone")
MISSED = Part("save the file", None, "", "no step did it")
WHOLE = Judgement((DONE,))


def ended(judgement: Judgement, verified: bool | None = None) -> RunEnded:
    return RunEnded(Ending.FINISHED, 0, 1, 1.0, verified, judgement=judgement)


@pytest.mark.parametrize(
    ("ending", "verified", "judgement", "evidence"),
    [
        (Ending.FINISHED, True, Judgement(), Evidence.VERIFIED),
        (Ending.FINISHED, None, WHOLE, Evidence.SEEN),
        (Ending.FINISHED, None, Judgement(), Evidence.UNCHECKED),
        (Ending.FINISHED, None, Judgement((DONE, MISSED)), Evidence.UNCHECKED),
        (Ending.FINISHED, None, Judgement((DONE,), ("A dialog is open.",)), Evidence.UNCHECKED),
        (Ending.UNVERIFIED, False, WHOLE, Evidence.NONE),
        (Ending.STUCK, None, WHOLE, Evidence.NONE),
    ],
)
def test_evidence(
    ending: Ending, verified: bool | None, judgement: Judgement, evidence: Evidence
) -> None:
    assert evidence_of(ending, verified, judgement) is evidence
    assert RunEnded(ending, 0, 1, 1.0, verified, judgement=judgement).evidence is evidence


@pytest.mark.parametrize(("verified", "evidence"), [(True, "verified"), (None, "unchecked")])
def test_a_record_from_before_there_was_evidence_opens(
    verified: bool | None, evidence: str
) -> None:
    old = {"ending": "finished", "exit_code": 0, "steps": 1, "seconds": 1.0, "verified": verified}
    found = msgspec.json.decode(msgspec.json.encode(old), type=RunEnded)
    assert found.evidence == evidence
    assert msgspec.json.decode(msgspec.json.encode(found), type=RunEnded) == found


def told(folder: Path, end: RunEnded) -> tuple[str, str]:
    """The end of a run on the terminal and on the page."""
    journal = RunJournal.create(folder, started())
    write_step(journal, 0, proposal(Click(Point(1, 1))), picture(0))
    journal.end(end)
    console = Console(width=200, record=True)
    show_record(console, read_record(folder))
    return console.export_text(), export_html(folder)


def test_a_run_that_was_seen_says_what(tmp_path: Path) -> None:
    text, page = told(tmp_path / "run", ended(WHOLE))
    assert "✓ finished, seen" in text
    assert "“press OK”: step 1, “OK” was pressed and its window is gone" in text
    assert "Finished, seen" in page
    assert '<a href="#step-1">Step 1</a>' in page
    assert LOOK not in text + page


def test_a_run_that_nobody_checked_says_what_is_missing(tmp_path: Path) -> None:
    judgement = Judgement((DONE, MISSED), ("The window “Save As” is still open.",))
    text, page = told(tmp_path / "run", ended(judgement))
    assert "? finished, unchecked" in text
    assert "“save the file”: not seen to be done, no step did it" in text
    assert "Not seen to be done: no step did it" in page
    for words in (text, page):
        assert "The window “Save As” is still open." in words
        assert LOOK in words


def test_what_stood_so_before_is_told_of_no_step_and_quotes_are_told_apart(tmp_path: Path) -> None:
    text, _ = told(tmp_path / "run", ended(Judgement((Part("type “A”", None, "“A” stood there"),))))
    assert "“type ‘A’”: “A” stood there" in text


@pytest.mark.parametrize(("sureness", "said"), [(0.36, True), (0.5, False), (None, False)])
def test_a_model_that_was_not_sure_of_its_steps_is_said_to_be(
    tmp_path: Path, sureness: float | None, said: bool
) -> None:
    text, page = told(tmp_path / "run", ended(Judgement((DONE, MISSED), sureness=sureness)))
    for words in (text, page):
        assert (
            "the model was not sure of its steps (36%), so probably it was not" in words
        ) is said
        assert "Look before you rely on it." in words


def test_what_was_seen_to_be_done_is_not_doubted_for_a_model_that_was_not_sure(
    tmp_path: Path,
) -> None:
    seen = ended(msgspec.structs.replace(WHOLE, sureness=0.1))
    assert seen.evidence is Evidence.SEEN
    assert "not sure" not in "".join(told(tmp_path / "run", seen))


def test_a_wording_that_could_not_be_judged_is_told_how_to_be(tmp_path: Path) -> None:
    unread = Judgement((Part("add 2", None, "", UNREAD),))
    for folder, judgement, told_how in (("a", unread, True), ("b", Judgement((MISSED,)), False)):
        text, page = told(tmp_path / folder, ended(judgement))
        assert ("labels and text in quotes" in text) is told_how
        assert ("labels and text in quotes" in page) is told_how
