"""A run beside the window: the real loop on a real private desktop, stayed in touch with."""

from __future__ import annotations

import json
import re
import threading
from pathlib import Path
from typing import NoReturn

import msgspec
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QLabel, QPlainTextEdit, QPushButton
from pytestqt.qtbot import QtBot

from helpers.compositors import sway_session
from helpers.fakes import frame
from helpers.recorded import record
from uitars_app.annotate.panel import ReviewPanel
from uitars_app.confirm.answers import allowed, denied
from uitars_app.context import Context
from uitars_app.live.view import LiveView
from uitars_app.pages.task import TaskPage
from uitars_app.runs.pending import Pending
from uitars_app.runs.questions import PendingQuestion, PendingReview
from uitars_app.runs.runner import Runner, RunState
from uitars_app.transcript.now import NowPanel
from uitars_app.transcript.picture import PictureView
from uitars_runtime.config import Settings
from uitars_runtime.consent import Consent
from uitars_runtime.errors import UitarsError
from uitars_runtime.export.training import export_training
from uitars_runtime.intent import MEANT
from uitars_runtime.journal import list_runs, read_run
from uitars_runtime.run import Request
from uitars_runtime.run_record import Ending, RunEnded
from uitars_runtime.types import (
    Action,
    AskUser,
    Button,
    Click,
    Correction,
    DecidedBy,
    Finish,
    Point,
    Proposal,
    Shell,
    Step,
    Wait,
)


class Watched:
    """What a runner said."""

    def __init__(self, runner: Runner) -> None:
        self.states: list[RunState] = []
        self.steps: list[Step] = []
        self.ended: list[RunEnded] = []
        self.failed: list[UitarsError] = []
        runner.state_changed.connect(lambda: self.states.append(runner.state))
        runner.stepped.connect(self.steps.append)
        runner.ended.connect(self.ended.append)
        runner.failed.connect(self.failed.append)


@pytest.fixture
def watched(context: Context) -> Watched:
    return Watched(context.runner)


def _request(tmp_path: Path, *actions: Action, policy: str = "") -> Request:
    recorded = record(tmp_path / "recorded", *actions)
    settings = Settings(model=f"replay:{recorded}", desktop="sandbox:640x480", policy=policy)
    return Request(task="do as before", settings=settings)


def _colours(image: QImage) -> set[int]:
    """Those in the middle of a picture."""
    return {image.pixelColor(x, 300).rgb() for x in range(0, image.width(), 8)}


def _finish(qtbot: QtBot, runner: Runner) -> None:
    qtbot.waitUntil(lambda: runner.state is RunState.IDLE)


def test_steps_arrive_and_the_record_is_what_was_seen(
    qtbot: QtBot, context: Context, watched: Watched, tmp_path: Path
) -> None:
    folders: list[Path] = []
    context.runner.started.connect(lambda _started, folder: folders.append(folder))
    context.runner.start(_request(tmp_path, Wait(0), Finish()))
    assert not context.runner.start(_request(tmp_path / "other", Finish()))
    _finish(qtbot, context.runner)
    assert [step.action for step in watched.steps] == [Wait(0), Finish()]
    assert watched.ended[0].ending is Ending.FINISHED
    assert read_run(folders[0]).steps == tuple(watched.steps)
    assert watched.states[0] is RunState.WORKING
    assert watched.states[-1] is RunState.IDLE


def test_what_is_to_be_known_of_a_desktop_is_shown_while_the_run_goes_on(
    qtbot: QtBot, context: Context, tmp_path: Path
) -> None:
    """On Wayland nobody hears a kill gesture."""
    page = TaskPage(context)
    qtbot.addWidget(page)
    page.resize(900, 600)
    page.show()
    (tmp_path / "sway").mkdir()
    recorded = record(tmp_path / "recorded", Wait(0), AskUser("Which one?"), Finish())
    with sway_session(tmp_path / "sway") as session:
        desktop = f"wayland:{session.socket}"
        settings = Settings(model=f"replay:{recorded}", desktop=desktop)
        context.runner.start(Request(task="do as before", settings=settings))
        qtbot.waitUntil(lambda: bool(context.runner.pending))
        assert "uitars stop" in page.warning.words
        assert "Which one?" in page.question.words
        context.runner.pending[0].answer("the other one")
        _finish(qtbot, context.runner)
    assert page.warning.words == ""


def test_a_run_that_cannot_start_says_why(qtbot: QtBot, context: Context, watched: Watched) -> None:
    settings = Settings(model="/no/such/model.gguf", desktop="sandbox:640x480")
    context.runner.start(Request(task="x", settings=settings))
    _finish(qtbot, context.runner)
    assert len(watched.failed) == 1
    assert not watched.ended


def test_a_run_that_dies_does_not_look_as_if_it_went_on(
    qtbot: QtBot, context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    def execute(*_parts: object, **_named: object) -> NoReturn:
        raise ValueError("a defect")

    monkeypatch.setattr("uitars_runtime.run.execute", execute)
    page = TaskPage(context)
    qtbot.addWidget(page)
    page.show()
    context.runner.start(Request(task="x", settings=Settings()))
    _finish(qtbot, context.runner)
    said = [words.text() for words in page.head.findChildren(QLabel) if words.isVisible()]
    assert said == ["x", "Interrupted"]


def test_questions_of_the_gate_are_answered_by_the_window(
    qtbot: QtBot, context: Context, watched: Watched, tmp_path: Path
) -> None:
    answers = iter((allowed, denied))

    def answer(pending: PendingQuestion) -> None:
        assert context.runner.state is RunState.WAITING
        pending.answer(next(answers)(pending.asked))

    context.runner.questioned.connect(answer)
    actions = (Click(Point(5, 5)), Click(Point(600, 400)), Finish())
    context.runner.start(_request(tmp_path, *actions, policy="ask-always"))
    _finish(qtbot, context.runner)
    verdicts = [step.verdict for step in watched.steps[:2]]
    assert [v.by for v in verdicts if v is not None] == [DecidedBy.USER, DecidedBy.USER]
    assert [step.outcome.ok for step in watched.steps[:2]] == [True, False]


def test_stopping_ends_a_run_that_waits_for_an_answer(
    qtbot: QtBot, context: Context, watched: Watched, tmp_path: Path
) -> None:
    settled: list[Pending[object, object]] = []
    context.runner.settled.connect(settled.append)
    context.runner.inquired.connect(lambda _pending: context.runner.stop())
    context.runner.start(_request(tmp_path, AskUser("Which?"), Finish()))
    _finish(qtbot, context.runner)
    assert watched.ended[0].ending in (Ending.STOPPED, Ending.NEEDS_PERSON)
    assert len(settled) == 1


def test_the_person_answers_the_model_in_the_task_box(
    qtbot: QtBot, context: Context, watched: Watched, tmp_path: Path
) -> None:
    page = TaskPage(context)
    qtbot.addWidget(page)
    page.show()
    context.runner.start(_request(tmp_path, AskUser("Which file?"), Finish()))
    qtbot.waitUntil(lambda: "Which file?" in page.question.words)
    page.notice.warn("Something else.")
    assert "Which file?" in page.question.words
    edit = page.composer.findChild(QPlainTextEdit)
    assert isinstance(edit, QPlainTextEdit)
    qtbot.keyClicks(edit, "the second")
    qtbot.keyClick(edit, Qt.Key.Key_Return)
    _finish(qtbot, context.runner)
    assert page.question.words == ""
    assert watched.steps[0].outcome.text == "The person answers: the second"
    assert page.model.rowCount() == 2


def test_what_seems_to_be_meant_is_agreed_to_with_a_button(
    qtbot: QtBot, context: Context, watched: Watched, tmp_path: Path
) -> None:
    page = TaskPage(context)
    qtbot.addWidget(page)
    page.show()
    question = AskUser(f"Delete “eggs”. {MEANT}")
    context.runner.start(_request(tmp_path, question, AskUser("Which?"), Finish()))
    qtbot.waitUntil(lambda: question.question in page.question.words)
    (agree,) = [one for one in page.question.findChildren(QPushButton) if one.text() == "Yes"]
    agree.click()
    qtbot.waitUntil(lambda: "Which?" in page.question.words)
    assert not agree.isVisible()
    assert watched.steps[0].outcome.text == "The person answers: yes"
    context.runner.stop()
    _finish(qtbot, context.runner)


def test_what_a_command_writes_is_shown_while_it_runs(
    qtbot: QtBot, context: Context, watched: Watched, tmp_path: Path
) -> None:
    page = TaskPage(context)
    qtbot.addWidget(page)
    page.show()
    line = "echo first; while [ ! -e go ]; do sleep 0.05; done; seq 1 1000"
    request = _request(tmp_path, Shell(line), Finish())
    work = tmp_path / "work"
    work.mkdir()
    context.runner.start(msgspec.structs.replace(request, workspace=str(work)))
    panel = page.findChild(NowPanel)
    assert isinstance(panel, NowPanel)
    qtbot.waitUntil(lambda: panel.words == "first")
    shown: list[str] = []
    context.runner.printed.connect(lambda _piece: shown.append(panel.words))
    (work / "go").touch()
    _finish(qtbot, context.runner)
    assert watched.steps[0].outcome.ok
    assert watched.steps[0].outcome.text.startswith("first\n1\n2\n")
    # No more than a few lines, whatever comes.
    assert max(text.count("\n") for text in shown) < 10
    assert panel.words == ""


def test_a_proposal_is_accepted_corrected_or_refused(
    qtbot: QtBot, context: Context, watched: Watched, tmp_path: Path
) -> None:
    panel = ReviewPanel(context)
    qtbot.addWidget(panel)
    panel.show()
    done: list[Action] = []

    def decide() -> None:
        action = panel.editor.action()
        assert action is not None
        done.append(action)
        match len(done):
            case 1:
                panel.accept()
            case 2:
                panel.editor.aim(Point(9, 9))
                panel.accept()
            case 3:
                panel.refuse()
            case _:
                panel.accept()

    panel.opened.connect(lambda there: decide() if there else None)
    actions = (Click(Point(1, 1)), Click(Point(600, 400)), Click(Point(3, 3)), Finish())
    context.runner.start(_request(tmp_path, *actions), annotate=True)
    _finish(qtbot, context.runner)
    first, second, third, *_ = watched.steps
    assert first.correction is None
    for looked_at in (first, second, third):
        assert looked_at.annotation is not None
        assert looked_at.annotation.by is DecidedBy.USER
    assert second.correction is not None
    assert second.action == Click(Point(9, 9))
    assert second.proposal.action == Click(Point(600, 400))
    assert third.verdict is not None
    assert (third.verdict.by, third.outcome.ok) == (DecidedBy.USER, False)
    export_training(list_runs()[-1], tmp_path / "training")
    learned = json.loads((tmp_path / "training" / "train.jsonl").read_text())
    assert learned["decided_by"][:2] == ["user", "user"]
    assert learned["corrected"][:2] == [False, True]
    assert '"x":9' in learned["messages"][4]["content"]


@pytest.fixture
def panel(qtbot: QtBot, context: Context) -> ReviewPanel:
    made = ReviewPanel(context)
    qtbot.addWidget(made)
    made.show()
    return made


def _propose(context: Context, action: Action | None, thought: str = "") -> PendingReview:
    pending = PendingReview((Proposal(thought, action, ""), frame(0)))
    context.runner.proposed.emit(pending)
    return pending


def _answer(pending: PendingReview) -> Consent:
    given = pending.wait(threading.Event())
    assert given is not None
    return given


def test_for_a_reply_that_could_not_be_read_nothing_is_done_before_something_is_chosen(
    context: Context, panel: ReviewPanel
) -> None:
    """Least of all what was proposed before."""
    _propose(context, Click(Point(700, 500), Button.RIGHT, 2))
    panel.refuse()
    pending = _propose(context, None, "I cannot say")
    go_on = next(b for b in panel.findChildren(QPushButton) if b.text() == "Accept")
    assert not go_on.isEnabled()
    panel.accept()
    assert pending.open
    panel.editor.aim(Point(9, 9))
    assert go_on.isEnabled()
    panel.accept()
    assert _answer(pending).correction == Correction(Click(Point(9, 9)))


def test_what_nobody_touched_is_no_correction(context: Context, panel: ReviewPanel) -> None:
    thought = "Click\u00a0the button.\r\nThen wait."
    pending = _propose(context, Click(Point(1, 1)), thought)
    panel.accept()
    assert _answer(pending).correction is None
    pending = _propose(context, Click(Point(1, 1)), thought)
    edit = panel.findChild(QPlainTextEdit)
    assert isinstance(edit, QPlainTextEdit)
    edit.setPlainText("Click it.")
    panel.accept()
    assert _answer(pending).correction == Correction(Click(Point(1, 1)), "Click it.")


def test_a_key_on_the_picture_aims_at_nothing(
    qtbot: QtBot, context: Context, panel: ReviewPanel
) -> None:
    pending = _propose(context, Click(Point(1, 1)))
    picture = panel.findChild(PictureView)
    assert isinstance(picture, PictureView)
    for key in (Qt.Key.Key_Space, Qt.Key.Key_Return):
        qtbot.keyClick(picture, key)
    panel.accept()
    assert _answer(pending).correction is None


def test_a_private_desktop_is_seen_and_worked_in_the_window(
    qtbot: QtBot, context: Context, watched: Watched, tmp_path: Path
) -> None:
    """The person clicks into the picture to take over, types into a real program, gives back."""
    view = LiveView(context)
    qtbot.addWidget(view)
    view.resize(640, 480)
    view.show()
    request = _request(tmp_path, *(Wait(0.2) for _ in range(200)))
    work = tmp_path / "work"
    work.mkdir()
    request = Request(
        task="wait",
        settings=request.settings,
        apps=("sh -c 'zenity --entry --title=Say --text=What > typed'",),
        workspace=str(work),
    )
    context.runner.start(request)
    # What is typed before the dialog is there would reach nobody.
    qtbot.waitUntil(lambda: len(_colours(view.image)) > 2)
    qtbot.mouseClick(view, Qt.MouseButton.LeftButton, pos=QPoint(60, 60))
    assert context.runner.state is RunState.PAUSED
    qtbot.mouseClick(view, Qt.MouseButton.LeftButton, pos=QPoint(60, 60))
    qtbot.keyClicks(view, "Hi there")
    qtbot.keyClick(view, Qt.Key.Key_Return)
    typed = work / "typed"
    qtbot.waitUntil(lambda: typed.exists() and typed.read_text() != "")
    assert typed.read_text() == "Hi there\n"
    context.runner.resume()
    qtbot.waitUntil(lambda: context.runner.state is RunState.WORKING)
    context.runner.stop()
    _finish(qtbot, context.runner)
    assert watched.ended[0].ending is Ending.STOPPED
    view.close_link()


def test_what_is_typed_reaches_no_program_while_the_agent_works(
    qtbot: QtBot, context: Context
) -> None:
    view = LiveView(context)
    qtbot.addWidget(view)
    view.show()
    qtbot.keyClicks(view, "nothing happens")
    qtbot.mouseClick(view, Qt.MouseButton.LeftButton)
    assert context.runner.state is RunState.IDLE


def test_the_thought_is_shown_while_it_is_written(qtbot: QtBot, context: Context) -> None:
    panel = NowPanel(context)
    qtbot.addWidget(panel)
    for piece in ("", "Thought: the button ", "says Save."):
        context.runner.wrote.emit(piece)
    qtbot.waitUntil(lambda: panel.words == "the button says Save.")
    for piece in ("", "Another"):
        context.runner.wrote.emit(piece)
    qtbot.waitUntil(lambda: panel.words == "Another")
    context.runner.stepped.emit(None)
    assert panel.words == ""


def test_a_model_that_is_silent_for_long_is_counted_for(
    qtbot: QtBot, context: Context, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("uitars_app.transcript.now._LONG", 1.0)
    page = TaskPage(context)
    qtbot.addWidget(page)
    page.show()
    panel = page.findChild(NowPanel)
    assert isinstance(panel, NowPanel)
    context.runner.start(_request(tmp_path, Wait(30), Finish()))
    thinking = re.compile(r"Looking at the screen and thinking\. \(\d+ s\)")
    qtbot.waitUntil(lambda: thinking.fullmatch(panel.words) is not None)
    context.runner.stop()
    _finish(qtbot, context.runner)
    assert panel.words == ""
    assert page.notice.words == "", "who stopped it knows why"
