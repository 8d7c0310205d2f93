"""What the window says of how a finished run can be believed: only what was checked is success."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QLabel, QPushButton, QScrollArea, QWidget
from pytestqt.qtbot import QtBot

from helpers.runs import picture, proposal, started, write_step
from uitars_app.context import Context
from uitars_app.history.replay import Replay
from uitars_app.judged import evidence_words, said_at
from uitars_app.pages.task import TaskPage
from uitars_app.theme.tokens import THEMES
from uitars_app.transcript.controls import RunHead
from uitars_app.transcript.picture import PictureView
from uitars_app.transcript.pictures import Pictures
from uitars_app.window import MainWindow
from uitars_app.words import ending_look, ending_words
from uitars_runtime.journal import RunJournal, read_record
from uitars_runtime.run_record import UNREAD, Ending, Judgement, Part, RunEnded
from uitars_runtime.types import Click, Point

TYPED = Part("type Hello", 0, "“Hello” stands in the field")
SAVED = Part("save the file", 1, "the file was written")
CLOSED = Part("close the window", None, "", "no step did it")
UNREAD_PART = Part("add 2", None, "", UNREAD)
WHOLE = Judgement((TYPED, SAVED))
PARTLY = Judgement((TYPED, SAVED, CLOSED), ("A window is still open.",))


def ended(
    judgement: Judgement = WHOLE,
    *,
    verified: bool | None = None,
    ending: Ending = Ending.FINISHED,
) -> RunEnded:
    return RunEnded(ending, ending.exit_code, 2, 1.0, verified, judgement=judgement)


@pytest.fixture
def run(tmp_path: Path) -> Path:
    folder = tmp_path / "20260102-030405-006-0a0b0c0d"
    journal = RunJournal.create(folder, started())
    for number in range(2):
        write_step(journal, number, proposal(Click(Point(number, 1))), picture(number))
    journal.end(ended(PARTLY))
    return folder


@pytest.mark.parametrize(
    ("end", "words", "look"),
    [
        (ended(verified=True), "Finished, verified", "good"),
        (ended(), "Finished, seen", "good"),
        (ended(PARTLY), "Finished, unchecked", "warning"),
        (ended(Judgement()), "Finished, unchecked", "warning"),
        (ended(verified=False, ending=Ending.UNVERIFIED), "The check disagrees", "danger"),
        (ended(ending=Ending.STUCK), "Stuck", "danger"),
        (None, "Interrupted", "muted"),
    ],
)
def test_only_what_was_checked_looks_like_success(
    end: RunEnded | None, words: str, look: str
) -> None:
    assert (ending_words(end), ending_look(end)) == (words, look)


def test_unchecked_says_to_look_and_what_did_not_finish_says_nothing() -> None:
    assert "Look before you rely on it" in evidence_words(ended(Judgement()))
    assert "Look before" not in evidence_words(ended())
    assert evidence_words(ended(ending=Ending.STUCK)) == evidence_words(None) == ""


def test_unchecked_says_that_the_model_was_not_sure() -> None:
    words = evidence_words(ended(Judgement(sureness=0.36)))
    assert "not sure of its own steps (36%)" in words
    assert "Look before you rely on it" in words
    assert "not sure" not in evidence_words(ended(Judgement(sureness=0.5)))


def test_a_wording_that_could_not_be_judged_is_told_how_to_be() -> None:
    unread = Judgement((UNREAD_PART,))
    assert "text in quotes" in evidence_words(ended(unread))
    assert "text in quotes" not in evidence_words(ended(PARTLY))


def _visible(root: QWidget) -> list[str]:
    return [text.text() for text in root.findChildren(QLabel) if text.isVisible()]


def test_the_end_of_a_run_names_each_part_and_leads_to_its_step(
    qtbot: QtBot, context: Context, run: Path
) -> None:
    page = TaskPage(context)
    qtbot.addWidget(page)
    page.resize(1000, 700)
    page.show()
    page.show_run(run)
    qtbot.waitUntil(page.evidence.isVisible)
    texts = _visible(page.evidence)
    assert texts.count("✓") == 2
    assert texts.count("?") == 1
    assert "“close the window”: not seen to be done (no step did it)" in texts
    assert "A window is still open." in texts
    page.steps.setCurrentIndex(page.model.index(1))
    buttons = page.evidence.findChildren(QPushButton)
    first = next(button for button in buttons if button.text() == "Step 1")
    qtbot.mouseClick(first, Qt.MouseButton.LeftButton)
    assert page.steps.currentIndex().row() == 0
    page.evidence.show_ended(ended(ending=Ending.STUCK))
    assert not page.evidence.isVisible()


def test_at_the_least_size_of_the_window_nothing_lies_over_anything(
    qtbot: QtBot, context: Context, run: Path
) -> None:
    window = MainWindow(context)
    qtbot.addWidget(window)
    window.resize(window.minimumSize())
    window.show()
    page = window.page
    assert isinstance(page, TaskPage)
    page.show_run(run)
    qtbot.waitUntil(page.evidence.isVisible)
    doubts = tuple(f"Step {n} changed something that no part of the task names." for n in range(9))
    page.evidence.show_ended(ended(Judgement((TYPED, UNREAD_PART), doubts, sureness=0.3)))
    qtbot.wait(50)
    shown = page.detail.findChild(PictureView)
    (facts,) = page.detail.findChildren(QScrollArea)
    assert shown is not None
    assert shown.geometry().bottom() < facts.geometry().top()
    assert page.detail.rect().contains(facts.geometry())
    (parts,) = page.evidence.findChildren(QScrollArea)
    assert page.evidence.rect().contains(parts.geometry())
    bar = parts.verticalScrollBar()
    assert bar.maximum() > 0
    last = _visible(page.evidence)[-1]
    assert last == doubts[-1]


def test_the_files_that_a_run_made_are_shown_in_their_folder(
    qtbot: QtBot, context: Context, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = [tmp_path / "work" / "a" / "one.txt", tmp_path / "work" / "b" / "two.txt"]
    for path in made:
        path.parent.mkdir(parents=True)
        path.touch()
    head = RunHead(context)
    qtbot.addWidget(head)
    head.show()
    gone = str(tmp_path / "work" / "gone.txt")
    head.show_record("Write", msgspec.structs.replace(ended(), files=(gone,)))
    assert not head.files.isVisible()
    paths = (gone, *map(str, made))
    head.show_record("Write", msgspec.structs.replace(ended(), files=paths))
    assert head.files.isVisible()
    assert "one.txt" in head.files.toolTip()
    assert "gone" not in head.files.toolTip()
    opened: list[str] = []
    said: list[str] = []

    def open_url(url: QUrl) -> bool:
        """A system that shows the first folder it is given and no more."""
        opened.append(url.toLocalFile())
        return len(opened) == 1

    monkeypatch.setattr(QDesktopServices, "openUrl", open_url)
    head.files.failed.connect(said.append)
    head.files.click()
    assert (opened, said) == ([str(tmp_path / "work")], [])
    head.files.click()
    assert str(tmp_path / "work") in said[0]
    head.show_live("Another")
    assert not head.files.isVisible()


def test_the_replay_says_what_was_seen_of_each_step(
    qtbot: QtBot, context: Context, run: Path
) -> None:
    replay = Replay(context, Pictures(context.background, context))
    qtbot.addWidget(replay)
    replay.show()
    record = read_record(run)
    replay.show_run(record.folder, record.trajectory)
    assert "✓ “type Hello”: “Hello” stands in the field" in _visible(replay)
    replay.go_to(1)
    assert any("Look before you rely on it" in text for text in _visible(replay))
    assert said_at(record.trajectory.ended, 5, last=False) == ""


def test_badges_can_be_read_in_every_theme() -> None:
    for name, tokens in THEMES.items():
        for look in ("good", "warning", "danger", "muted"):
            ink, ground = tokens.look(look)  # type: ignore[arg-type]
            assert _contrast(ink, ground) >= (7.0 if name == "contrast" else 4.5), (name, look)


def _contrast(front: str, ground: str) -> float:
    one, other = sorted((_light(front), _light(ground)))
    return (other + 0.05) / (one + 0.05)


def _light(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
