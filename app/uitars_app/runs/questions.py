"""What a run asks a person: the gate's questions, the model's, and each action in annotation.

Called from the run's threads, answered from the window's. How a question looks is decided in
confirm/ and annotate/.
"""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from uitars_app.runs.pending import Pending
from uitars_runtime.consent import Consent, Question
from uitars_runtime.errors import Stopped
from uitars_runtime.frame import Frame
from uitars_runtime.protocols import Stop
from uitars_runtime.types import DecidedBy, Decision, Proposal, Verdict

PendingQuestion = Pending[Question, Consent]
PendingInquiry = Pending[str, str]
"""The model's question; an empty answer is none."""
PendingReview = Pending[tuple[Proposal, Frame], Consent]


class Questions(QObject):
    """Implements `Asker`, `Annotator` and the loop's `Answer` for one run."""

    questioned = Signal(object)
    """A `PendingQuestion` of the gate."""
    inquired = Signal(object)
    """A `PendingInquiry` of the model."""
    proposed = Signal(object)
    """A `PendingReview` in annotation."""
    settled = Signal(object)
    """A pending thing that is no longer waited for, answered or not."""

    def __init__(self, stop: Stop) -> None:
        super().__init__()
        self._stop = stop

    def ask(self, question: Question, /) -> Consent:
        """The person's answer to the gate; silence is a no."""
        pending = PendingQuestion(question, question.seconds)
        self.questioned.emit(pending)
        consent = pending.wait(self._stop)
        self.settled.emit(pending)
        if consent is None:
            reason = "Nobody answered in time."
            return Consent(Verdict(Decision.DENY, DecidedBy.TIMEOUT, question.rule, reason))
        return consent

    def answer(self, question: str) -> str | None:
        """The person's answer to the model."""
        pending = PendingInquiry(question)
        self.inquired.emit(pending)
        words = pending.wait(self._stop)
        self.settled.emit(pending)
        return words or None

    def annotate(self, proposal: Proposal, seen: Frame, stop: Stop, /) -> Consent:
        """What the person says to a proposal. Raises `Stopped`."""
        pending = PendingReview((proposal, seen))
        self.proposed.emit(pending)
        consent = pending.wait(stop)
        self.settled.emit(pending)
        if consent is None:
            raise Stopped
        return consent
