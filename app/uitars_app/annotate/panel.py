"""One proposal to accept, to correct, or to refuse: picture, thought, and the action as a form."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtGui import QImage, QKeySequence, QShortcut
from PySide6.QtWidgets import QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from uitars_app.actions.editor import ActionEditor
from uitars_app.actions.fields import TextField
from uitars_app.context import Context
from uitars_app.runs.pending import Pending
from uitars_app.runs.questions import PendingReview
from uitars_app.theme.stylesheet import set_kind
from uitars_app.theme.tokens import GAP
from uitars_app.transcript.picture import PictureView
from uitars_app.widgets.build import ThemedButton, label
from uitars_runtime.consent import Consent
from uitars_runtime.types import Action, Correction, DecidedBy, Decision, Point, Verdict

if TYPE_CHECKING:
    from uitars_runtime.frame import Frame

_RULE = "annotation"


class ReviewPanel(QWidget):
    """Shows the proposal that the run waits with; nothing else goes on meanwhile."""

    opened = Signal(bool)
    """Whether there is a proposal to look at."""

    def __init__(self, context: Context) -> None:
        super().__init__()
        self._pending: PendingReview | None = None
        self._image = QImage()
        self._picture = PictureView(context.theme)
        self._thought = TextField()
        self._thought.widget.setAccessibleName(self.tr("Thought"))
        self._editor = ActionEditor()
        self._chosen = False
        """Whether the form holds what somebody chose, the model or the person."""
        theme = context.theme
        self._accept = ThemedButton(theme, "", "check", "primary", self.tr("Ctrl+Return"))
        self._refuse = ThemedButton(theme, self.tr("Refuse"), "cross")
        self._lay_out()
        self._picture.clicked.connect(self._aim)
        self._editor.changed.connect(self._choose)
        self._thought.on_change(self._show_change)
        self._accept.clicked.connect(self.accept)
        self._refuse.clicked.connect(self.refuse)
        QShortcut(QKeySequence("Ctrl+Return"), self).activated.connect(self._accept.click)
        self._show_change()
        context.runner.proposed.connect(self._show)
        context.runner.settled.connect(self._settle)

    @property
    def editor(self) -> ActionEditor:
        """The form with the action that will be done."""
        return self._editor

    def _lay_out(self) -> None:
        form = QWidget()
        set_kind(form, "page")
        fields = QVBoxLayout(form)
        fields.setContentsMargins(0, 0, GAP, 0)
        fields.setSpacing(GAP)
        fields.addWidget(label(self.tr("Thought"), "muted"))
        fields.addWidget(self._thought.widget)
        fields.addWidget(self._editor)
        fields.addStretch(1)
        area = QScrollArea()
        area.setWidget(form)
        area.setWidgetResizable(True)
        row = QHBoxLayout()
        row.setSpacing(GAP)
        row.addWidget(self._refuse)
        row.addStretch(1)
        row.addWidget(self._accept)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, GAP, 0, 0)
        column.setSpacing(GAP)
        column.addWidget(label(self.tr("Is this right? Click the picture to aim anew."), "muted"))
        column.addWidget(self._picture, 3)
        column.addWidget(area, 2)
        column.addLayout(row)

    def _show(self, pending: PendingReview) -> None:
        proposal, frame = pending.asked
        self._pending = pending
        self._image = image_of(frame)
        self._thought.set(proposal.thought)
        self._editor.show_action(proposal.action)
        self._chosen = proposal.action is not None  # else its reply could not be read
        self._show_change()
        self.opened.emit(True)

    def _settle(self, pending: Pending[object, object]) -> None:
        if self._pending is pending:
            self._pending = None
            self.opened.emit(False)

    def _aim(self, point: Point | None) -> None:
        if point is not None:
            self._editor.aim(point)

    def _choose(self) -> None:
        self._chosen = True
        self._show_change()

    @property
    def _action(self) -> Action | None:
        """What would be done; None while there is nothing to do."""
        return self._editor.action() if self._chosen else None

    @property
    def _correction(self) -> Correction | None:
        """What the person changed; None where the proposal stands as it is."""
        action, words = self._action, str(self._thought.get()).strip()
        if self._pending is None or action is None:
            return None
        proposal = self._pending.asked[0]
        if action == proposal.action and words == proposal.thought.strip():
            return None
        return Correction(action, "" if words == proposal.thought.strip() else words)

    def _show_change(self) -> None:
        action = self._action
        self._picture.show_picture(self._image, action)
        self._accept.setEnabled(action is not None)
        changed = self._correction is not None
        self._accept.setText(self.tr("Correct and go on") if changed else self.tr("Accept"))
        self._accept.setAccessibleName(self._accept.text())

    def accept(self) -> None:
        """Go on with the action in the form, the model's or the person's."""
        if self._pending is not None and self._action is not None:
            verdict = Verdict(Decision.ALLOW, DecidedBy.USER, _RULE, "The user looked at it.")
            self._pending.answer(Consent(verdict, correction=self._correction))

    def refuse(self) -> None:
        """Do nothing; the model proposes something else."""
        if self._pending is not None:
            verdict = Verdict(Decision.DENY, DecidedBy.USER, _RULE, "The user refused it.")
            self._pending.answer(Consent(verdict))


def image_of(frame: Frame) -> QImage:
    """A screenshot as Qt shows it."""
    import numpy as np

    pixels = np.ascontiguousarray(frame.pixels)
    width, height = frame.size.width, frame.size.height
    form = QImage.Format.Format_RGB888
    return QImage(pixels.tobytes(), width, height, 3 * width, form).copy()
