"""A run as it happened: one picture after the other, with a scrubber."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QHideEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSlider, QVBoxLayout, QWidget

from uitars_app.context import Context
from uitars_app.judged import said_at
from uitars_app.theme.stylesheet import set_kind
from uitars_app.theme.tokens import GAP
from uitars_app.thoughts import thought_words
from uitars_app.transcript.picture import PictureView
from uitars_app.transcript.pictures import Pictures
from uitars_app.widgets.build import ThemedButton, label
from uitars_app.words import effect_words, ending_look, step_words
from uitars_runtime.run_record import RunEnded, Trajectory
from uitars_runtime.types import Step

_FRAME_MS = 900
"""How long a step is shown while the replay plays."""


class Replay(QWidget):
    """Shows the steps of one run."""

    def __init__(self, context: Context, pictures: Pictures) -> None:
        super().__init__()
        self._pictures = pictures
        self._folder = Path()
        self._steps: tuple[Step, ...] = ()
        self._ended: RunEnded | None = None
        self._picture = PictureView(context.theme)
        self._words = label(kind="heading", wraps=True)
        self._thought = label(kind="muted", wraps=True)
        self._judged = label(wraps=True)
        self._judged.setContentsMargins(GAP, 4, GAP, 4)
        self._count = QLabel()
        self._slider = QSlider(Qt.Orientation.Horizontal)
        self._slider.setAccessibleName(self.tr("Step of the replay"))
        self._play = ThemedButton(context.theme, self.tr("Play"), "play", "icon")
        self._timer = QTimer(self)
        self._timer.setInterval(_FRAME_MS)
        self._timer.timeout.connect(self._advance)
        self._lay_out(context)
        self._slider.valueChanged.connect(self._show)
        self._play.clicked.connect(self._toggle)
        pictures.arrived.connect(self._arrived)

    @property
    def position(self) -> int:
        """Index of the step that is shown."""
        return self._slider.value()

    @property
    def picture(self) -> PictureView:
        return self._picture

    def show_run(self, folder: Path, run: Trajectory) -> None:
        """Show this run from its first step."""
        self.stop()
        steps = run.steps
        self._folder, self._steps, self._ended = folder, steps, run.ended
        self._slider.setRange(0, max(0, len(steps) - 1))
        self._slider.setEnabled(len(steps) > 1)
        self._play.setEnabled(len(steps) > 1)
        self._slider.setValue(0)
        self._show()

    def go_to(self, index: int) -> None:
        """Show this step, or the last one where there are fewer."""
        self._slider.setValue(index)

    def stop(self) -> None:
        """Stop playing."""
        self._timer.stop()
        self._play.set_icon("play")

    def hideEvent(self, event: QHideEvent) -> None:  # noqa: N802 - Qt's name
        self.stop()

    def _lay_out(self, context: Context) -> None:
        back = ThemedButton(context.theme, self.tr("Step back"), "previous", "icon")
        forth = ThemedButton(context.theme, self.tr("Step forward"), "next", "icon")
        back.clicked.connect(lambda: self._slider.setValue(self._slider.value() - 1))
        forth.clicked.connect(lambda: self._slider.setValue(self._slider.value() + 1))
        controls = QHBoxLayout()
        controls.setSpacing(GAP)
        for button in (back, self._play, forth):
            controls.addWidget(button)
        controls.addWidget(self._slider, 1)
        controls.addWidget(self._count)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(GAP)
        column.addWidget(self._picture, 1)
        column.addLayout(controls)
        column.addWidget(self._words)
        column.addWidget(self._thought)
        column.addWidget(self._judged)

    def _toggle(self) -> None:
        if self._timer.isActive():
            self.stop()
            return
        if self._slider.value() == self._slider.maximum():
            self._slider.setValue(0)
        self._play.set_icon("pause")
        self._timer.start()

    def _advance(self) -> None:
        if self._slider.value() == self._slider.maximum():
            self.stop()
        else:
            self._slider.setValue(self._slider.value() + 1)

    def _arrived(self, digest: str) -> None:
        step = self._step()
        if step is not None and step.observation.image == digest:
            self._show()

    def _step(self) -> Step | None:
        return self._steps[self._slider.value()] if self._steps else None

    def _show(self) -> None:
        step = self._step()
        if step is None:
            self._picture.show_picture(None, None, self.tr("This run recorded no step."))
            self._words.setText("")
            self._thought.setText("")
            self._show_judged("")
            self._count.setText("")
            return
        image = self._pictures.get(self._folder, step.observation.image)
        damaged = image is not None and image.isNull()
        notice = self.tr("The picture of this step is missing or damaged.") if damaged else ""
        self._picture.show_picture(image, step.action, notice)
        self._words.setText(f"{step_words(step)} · {effect_words(step)}")
        self._thought.setText(thought_words(step.thought))
        self._count.setText(f"{step.index + 1} / {len(self._steps)}")
        last = step.index == len(self._steps) - 1
        self._show_judged(said_at(self._ended, step.index, last=last))

    def _show_judged(self, words: str) -> None:
        """What is known of the part of the task that a step did, and at the end of all of it."""
        self._judged.setText(words)
        self._judged.setVisible(bool(words))
        set_kind(self._judged, ending_look(self._ended))
