"""One step in full: its picture, what was thought, decided and done, and what it cost."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QFormLayout, QHBoxLayout, QVBoxLayout, QWidget

from uitars_app.context import Context
from uitars_app.reasons import reason_words
from uitars_app.theme.stylesheet import set_kind
from uitars_app.theme.tokens import GAP
from uitars_app.thoughts import thought_words
from uitars_app.transcript.picture import PictureDialog, PictureView
from uitars_app.transcript.pictures import Pictures
from uitars_app.widgets.build import chip, label, scrolled, selectable
from uitars_app.words import (
    action_words,
    duration_words,
    outcome_words,
    shown,
    step_words,
    verdict_words,
)
from uitars_runtime.types import Decision, Step


class StepDetail(QWidget):
    """Shows one step of the run in the folder it is given."""

    def __init__(self, context: Context, pictures: Pictures) -> None:
        super().__init__()
        self._theme = context.theme
        self._pictures = pictures
        self._shown: tuple[Path, Step] | None = None
        self._picture = PictureView(context.theme)
        self._picture.clicked.connect(self._enlarge)
        self._title = label(kind="heading", wraps=True)
        self._verdict = chip()
        self._thought = selectable()
        self._form = QFormLayout()
        self._outcome = selectable()
        self._reason = selectable(kind="muted")
        self._said = selectable()
        self._proposed = selectable()
        self._cost = selectable(kind="muted")
        self._lay_out()
        pictures.arrived.connect(self._picture_arrived)
        self.clear()

    def show_step(self, folder: Path, step: Step) -> None:
        """Show this step."""
        self._shown = (folder, step)
        self._title.setText(self.tr("Step {0}: {1}").format(step.index + 1, step_words(step)))
        self._thought.setText(thought_words(step.thought))
        self._show_decision(step)
        self._form.setRowVisible(self._thought, bool(step.thought))
        self._form.setRowVisible(self._said, bool(step.said))
        self._said.setText(shown("\n".join(step.said)))
        corrected = step.correction is not None and step.proposal.action is not None
        self._form.setRowVisible(self._proposed, corrected)
        if corrected and step.proposal.action is not None:
            self._proposed.setText(action_words(step.proposal.action))
        self._outcome.setText(outcome_words(step))
        self._form.setRowVisible(self._outcome, bool(step.outcome.text))
        self._form.setRowVisible(self._cost, True)
        self._cost.setText(self._cost_words(step))
        self._draw_picture()

    def clear(self) -> None:
        """Show that there is nothing to show."""
        self._shown = None
        self._title.setText("")
        self._verdict.hide()
        self._picture.show_picture(None, None, self.tr("Choose a step to see it here."))
        for row in range(self._form.rowCount()):
            self._form.setRowVisible(row, False)

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.addWidget(self._title, 1)
        head.addWidget(self._verdict, 0, Qt.AlignmentFlag.AlignTop)
        self._form.setLabelAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        self._form.setHorizontalSpacing(2 * GAP)
        self._form.setVerticalSpacing(GAP)
        for words, widget in (
            (self.tr("You said"), self._said),
            (self.tr("Thought"), self._thought),
            (self.tr("Proposed"), self._proposed),
            (self.tr("Result"), self._outcome),
            (self.tr("Check"), self._reason),
            (self.tr("Time"), self._cost),
        ):
            name = label(words, "muted")
            name.setAlignment(Qt.AlignmentFlag.AlignTop)
            self._form.addRow(name, widget)
        facts = QWidget()
        set_kind(facts, "page")
        column = QVBoxLayout(facts)
        column.setContentsMargins(0, 0, GAP, 0)
        column.setSpacing(GAP)
        column.addLayout(head)
        column.addLayout(self._form)
        column.addStretch(1)
        area = scrolled(facts)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(GAP + GAP // 2)
        whole.addWidget(self._picture, 5)
        whole.addWidget(area, 3)

    def _show_decision(self, step: Step) -> None:
        verdict = step.verdict
        self._verdict.setVisible(verdict is not None)
        self._form.setRowVisible(self._reason, verdict is not None)
        if verdict is not None:
            self._verdict.setText(verdict_words(verdict))
            set_kind(self._verdict, "good" if verdict.decision is Decision.ALLOW else "danger")
            self._reason.setText(f"{reason_words(shown(verdict.reason))} ({shown(verdict.rule)})")

    def _cost_words(self, step: Step) -> str:
        ms, tokens = step.ms, step.proposal.tokens
        words = self.tr("{0}: looking {1}, thinking {2}, checking {3}, acting {4}").format(
            *(duration_words(t) for t in (ms.total, ms.observe, ms.propose, ms.review, ms.execute))
        )
        if tokens.prompt or tokens.generated:
            used = self.tr("{0} tokens read, {1} written")
            words += "; " + used.format(tokens.prompt, tokens.generated)
        return words

    def _picture_arrived(self, digest: str) -> None:
        if self._shown is not None and self._shown[1].observation.image == digest:
            self._draw_picture()

    def _draw_picture(self) -> None:
        if self._shown is None:
            return
        folder, step = self._shown
        image = self._pictures.get(folder, step.observation.image)
        damaged = image is not None and image.isNull()
        notice = self.tr("The picture of this step is missing or damaged.") if damaged else ""
        self._picture.show_picture(image, step.action, notice)

    def _enlarge(self) -> None:
        image: QImage = self._picture.image
        PictureDialog(self._theme, image, self._picture.action, self).open()
