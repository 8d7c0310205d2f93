"""The transcript: what a step shows, ten thousand of them, and pictures that do not pile up."""

from __future__ import annotations

from pathlib import Path

import msgspec
import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage, QPainter
from pytestqt.qtbot import QtBot

from helpers.runs import EVERY_ACTION, write_run
from uitars_app.context import Context
from uitars_app.pages.task import TaskPage
from uitars_app.transcript import marks
from uitars_app.transcript.model import TranscriptModel
from uitars_app.transcript.picture import PictureDialog, PictureView
from uitars_app.transcript.pictures import Pictures
from uitars_app.transcript.view import StepList
from uitars_app.words import ending_words, step_words
from uitars_runtime.frame import Frame
from uitars_runtime.journal import image_path, read_run
from uitars_runtime.run_record import Ending, RunEnded
from uitars_runtime.types import Action, Click, Correction, Point, Step, Type


@pytest.fixture
def run(tmp_path: Path) -> Path:
    folder = tmp_path / "20260102-030405-006-0a0b0c0d"
    write_run(folder)
    return folder


@pytest.fixture
def page(qtbot: QtBot, context: Context) -> TaskPage:
    made = TaskPage(context)
    qtbot.addWidget(made)
    made.resize(1000, 700)
    made.show()
    return made


def test_a_recorded_run_is_shown_with_every_kind_of_step(
    qtbot: QtBot, page: TaskPage, run: Path
) -> None:
    page.show_run(run)
    qtbot.waitUntil(lambda: page.model.rowCount() == len(EVERY_ACTION))
    steps = read_run(run).steps
    for row, step in enumerate(steps):
        page.steps.setCurrentIndex(page.model.index(row))
        texts = _texts(page)
        assert f"Step {row + 1}: {step_words(step)}" in texts
        assert step.thought in texts
        assert any("autonomous" in text or "ask-on-risk/R1" in text for text in texts)
    assert page.notice.words == ""


def test_the_newest_step_is_followed_until_another_is_chosen(
    qtbot: QtBot, context: Context, page: TaskPage, run: Path
) -> None:
    steps = read_run(run).steps
    page.model.show_run(run)
    for step in steps[:3]:
        page.model.add(step)
    assert page.steps.currentIndex().row() == 2
    qtbot.keyClicks(page.steps, "k")
    assert page.steps.currentIndex().row() == 1
    page.model.add(steps[3])
    assert page.steps.currentIndex().row() == 1
    qtbot.keyClicks(page.steps, "jj")
    page.model.add(steps[4])
    assert page.steps.currentIndex().row() == 4


def test_the_chosen_step_stays_in_sight_when_the_list_gets_lower(
    qtbot: QtBot, page: TaskPage, run: Path
) -> None:
    """As at the end of a run, where what was seen stands above it."""
    page.stack.setCurrentIndex(1)
    page.model.show_run(run, read_run(run).steps[:4])
    page.steps.follow()
    qtbot.wait(20)
    page.resize(page.width(), 520)
    qtbot.wait(20)
    steps = page.steps
    assert steps.verticalScrollBar().maximum()
    assert steps.viewport().rect().contains(steps.visualRect(steps.currentIndex()))


def test_a_run_that_was_cut_off_says_so(qtbot: QtBot, page: TaskPage, tmp_path: Path) -> None:
    write_run(tmp_path / "cut", end=False)
    page.show_run(tmp_path / "cut")
    qtbot.waitUntil(lambda: "cut off" in page.notice.words)
    assert "Interrupted" in _texts(page)


def test_a_damaged_run_is_an_error_for_a_person(
    qtbot: QtBot, context: Context, page: TaskPage, tmp_path: Path
) -> None:
    with qtbot.waitSignal(context.background.failed) as caught:
        page.show_run(tmp_path / "nothing")
    assert caught.args is not None
    assert "cannot be read" in str(caught.args[0])


def test_a_missing_picture_is_said_where_it_would_be(
    qtbot: QtBot, page: TaskPage, run: Path
) -> None:
    step = read_run(run).steps[0]
    image_path(run, step.observation.image).unlink()
    page.detail.show_step(run, step)
    view = page.detail.findChild(PictureView)
    assert isinstance(view, PictureView)
    qtbot.waitUntil(lambda: "missing" in view.notice)


def test_a_click_on_the_picture_enlarges_it(qtbot: QtBot, page: TaskPage, run: Path) -> None:
    page.detail.show_step(run, read_run(run).steps[0])
    view = page.detail.findChild(PictureView)
    assert isinstance(view, PictureView)
    qtbot.waitUntil(lambda: not view.image.isNull())
    qtbot.mouseClick(view, Qt.MouseButton.LeftButton)
    dialog = page.findChild(PictureDialog)
    assert isinstance(dialog, PictureDialog)
    qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    assert not dialog.isVisible()


@pytest.mark.parametrize("action", EVERY_ACTION, ids=lambda action: type(action).__name__)
def test_the_mark_lies_on_the_target_and_nowhere_without_one(action: Action) -> None:
    image = QImage(320, 200, QImage.Format.Format_RGB32)
    image.fill(0)
    painter = QPainter(image)
    marks.draw(painter, action, 2.0)
    painter.end()
    drawn = [(x, y) for x in range(320) for y in range(200) if image.pixelColor(x, y).red() > 200]
    aims = marks.places(action)
    assert bool(drawn) == bool(aims)
    for aim in aims:
        assert any(abs(x - 2 * aim.x) < 24 and abs(y - 2 * aim.y) < 24 for x, y in drawn)


def test_a_point_of_the_picture_is_the_pixel_under_the_pointer(
    qtbot: QtBot, context: Context
) -> None:
    view = PictureView(context.theme)
    qtbot.addWidget(view)
    view.resize(400, 400)
    view.show_picture(QImage(800, 600, QImage.Format.Format_RGB32), None)
    # 800 x 600 in 400 x 400: half the size, 50 pixels free above and below.
    assert view.point_at(view.rect().center()) in (Point(398, 298), Point(400, 300))
    assert view.point_at(view.rect().topLeft()) == Point(0, 0)


def test_ten_thousand_steps_cost_what_is_visible(qtbot: QtBot, context: Context, run: Path) -> None:
    """Not a time but a count: only rows on the screen are ever painted or their pictures read."""
    steps = read_run(run).steps
    model = TranscriptModel()
    pictures = _Counting(context.background)
    view = StepList(context, pictures, model)
    qtbot.addWidget(view)
    view.resize(400, 600)
    model.show_run(run, tuple(_numbered(steps[n % len(steps)], n) for n in range(10_000)))
    with qtbot.waitExposed(view):
        view.show()
    view.follow()
    qtbot.waitUntil(lambda: bool(pictures.asked))
    assert view.currentIndex().row() == 9_999
    assert 0 < len(pictures.asked) < 20


def test_memory_of_pictures_stays_below_its_bound(
    qtbot: QtBot, context: Context, tmp_path: Path
) -> None:
    (tmp_path / "images").mkdir()
    pictures = Pictures(context.background)
    for number in range(6):
        pixels = np.full((1500, 2400, 3), number, np.uint8)
        digest = f"{number:064x}"
        image_path(tmp_path, digest).write_bytes(Frame(pixels).png())
        with qtbot.waitSignal(pictures.arrived):
            pictures.get(tmp_path, digest)
    assert 30 << 20 < pictures.held_bytes <= 48 << 20
    newest = pictures.get(tmp_path, f"{5:064x}")
    assert newest is not None
    assert newest.pixelColor(0, 0).red() == 5


def test_a_correction_shows_both_actions(page: TaskPage, run: Path) -> None:
    step = read_run(run).steps[0]
    corrected = msgspec.structs.replace(step, correction=Correction(Type("better"), "my thought"))
    page.detail.show_step(run, corrected)
    texts = _texts(page)
    assert "my thought" in texts
    assert "Step 1: Type “better”" in texts
    assert "Click" in texts


def test_text_of_a_model_is_shown_as_text(page: TaskPage, run: Path) -> None:
    step = read_run(run).steps[0]
    tricky = msgspec.structs.replace(step.proposal, thought="<b>bold</b> \u202etxt.exe")
    page.detail.show_step(run, msgspec.structs.replace(step, proposal=tricky))
    assert "<b>bold</b> <U+202E>txt.exe" in _texts(page)


@pytest.mark.parametrize("ending", Ending)
def test_every_ending_has_words(ending: Ending) -> None:
    assert ending_words(RunEnded(ending, 0, 1, 1.0, None))


class _Counting(Pictures):
    """Notes which pictures are asked for."""

    def __init__(self, background: object) -> None:
        super().__init__(background)  # type: ignore[arg-type]
        self.asked: set[str] = set()

    def get(self, folder: Path, digest: str, width: int = 0) -> QImage | None:
        self.asked.add(digest)
        return super().get(folder, digest, width)


def _numbered(step: Step, index: int) -> Step:
    observation = msgspec.structs.replace(step.observation, image=f"{index:064x}")
    action = Click(Point(index % 100, 5))
    proposal = msgspec.structs.replace(step.proposal, action=action)
    return msgspec.structs.replace(step, index=index, observation=observation, proposal=proposal)


def _texts(page: TaskPage) -> set[str]:
    from PySide6.QtWidgets import QLabel

    return {label.text() for label in page.findChildren(QLabel) if not label.isHidden()}
