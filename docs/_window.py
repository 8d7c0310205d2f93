"""Pictures and a recording of the window, from a real run; no display is needed."""

from __future__ import annotations

import os
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PIL import Image
from PySide6.QtCore import QEventLoop, QTimer
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QWidget

from uitars_app.assistant import Assistant, make_application
from uitars_app.confirm.card import ConfirmationCard
from uitars_app.runs.questions import PendingQuestion
from uitars_app.single import SingleInstance
from uitars_app.state import Choices
from uitars_app.taskbox.request import Draft
from uitars_runtime.consent import Question, Reach
from uitars_runtime.frame import Frame
from uitars_runtime.journal import read_frame, read_run
from uitars_runtime.types import Box, Click, Point

SIZE = (1180, 760)
_RECORDED = (944, 608)
_FRAME_MS = 250
_CROP = Box(220, 90, 640, 330)


def serve(milliseconds: int) -> None:
    loop = QEventLoop()
    QTimer.singleShot(milliseconds, loop.quit)
    loop.exec()


def taken(widget: QWidget) -> Image.Image:
    """What it looks like now."""
    image = widget.grab().toImage().convertToFormat(QImage.Format.Format_RGB888)
    size = (image.width(), image.height())
    data = bytes(image.constBits())
    return Image.frombytes("RGB", size, data, "raw", "RGB", image.bytesPerLine())


def photograph_window(folder: Path, task: str) -> None:
    """Work on the task in the window, and save what it looks like meanwhile and afterwards."""
    application = make_application(["uitars"])
    assistant = Assistant(application, SingleInstance(), theme="light", language="en")
    window, context = assistant.window, assistant.context
    window.resize(*SIZE)
    window.show()
    serve(400)
    frames: list[Image.Image] = []
    runs: list[Path] = []
    context.runner.started.connect(lambda _started, run: runs.append(run))
    recorder = QTimer(interval=_FRAME_MS)
    recorder.timeout.connect(lambda: frames.append(taken(window).resize(_RECORDED)))
    choices = Choices(desktop="sandbox:1100x700")
    assistant.start(Draft(task, choices, "mousepad note.txt"))
    recorder.start()
    steps = 0

    def stepped() -> None:
        nonlocal steps
        steps += 1
        if steps == 3:
            QTimer.singleShot(700, lambda: taken(window).save(folder / "app-live.png"))

    context.runner.stepped.connect(stepped)
    loop = QEventLoop()
    context.runner.finished.connect(loop.quit)
    loop.exec()
    serve(1500)
    recorder.stop()
    frames[0].save(
        folder / "app-run.webp", save_all=True, append_images=frames[1:], duration=_FRAME_MS,
        loop=0, quality=60, method=4,
    )  # fmt: skip
    taken(window).save(folder / "app-steps.png")
    context.theme.choose("dark")
    context.show_page("history")
    serve(1200)
    taken(window).save(folder / "app-history-dark.png")
    _photograph_card(assistant, runs[0], folder / "app-card.png")
    assistant.close()


def _photograph_card(assistant: Assistant, run: Path, picture: Path) -> None:
    """A question about the second step of the run, as the gate would put it."""
    step = read_run(run).steps[1]
    seen = read_frame(run, step.observation)
    crop = Frame(seen.pixels[_CROP.top : _CROP.bottom, _CROP.left : _CROP.right])
    target = step.action.at if isinstance(step.action, Click) else _CROP.center
    question = Question(
        action=Click(target),
        risk="R2",
        rule="ask-on-risk/R2",
        window="note.txt - Mousepad",
        seconds=60.0,
        reason="The word under the pointer can lead to what cannot be undone.",
        application="Mousepad",
        crop=crop.png(),
        target=Point(target.x - _CROP.left, target.y - _CROP.top),
        reaches=(Reach.ONCE, Reach.RUN, Reach.APP),
    )
    assistant.context.theme.choose("light")
    pending = PendingQuestion(question, question.seconds)
    card = ConfirmationCard(assistant.context.theme, pending, assistant.presses)
    card.adjustSize()
    card.appear(0)
    serve(1000)
    taken(card).save(picture)
    card.close()
