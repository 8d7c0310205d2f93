"""Open models that can be fetched, as cards: what they are, whether they fit, the question.

Nothing is fetched, and the hub is not asked, before a person presses a button.
"""

from __future__ import annotations

import threading
from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QProgressBar, QVBoxLayout, QWidget

from uitars_app.context import Context
from uitars_app.models import work
from uitars_app.models.work import Offered
from uitars_app.theme.stylesheet import set_kind
from uitars_app.theme.tokens import GAP
from uitars_app.widgets.build import ThemedButton, chip, frame, label
from uitars_runtime.errors import Stopped, UitarsError
from uitars_runtime.models.hub.getting import Plan, get, make_plan
from uitars_runtime.models.machine import Machine
from uitars_runtime.models.open_models import OpenModel

_PARTS = 1000
"""Of a whole, in the bar."""


class _Stop:
    """Set by the person, or by the end of the program."""

    def __init__(self, closing: threading.Event) -> None:
        self._closing = closing
        self.pressed = threading.Event()

    def is_set(self) -> bool:
        return self.pressed.is_set() or self._closing.is_set()


class OfferCard(QWidget):
    """One model of the catalogue."""

    fetched = Signal()
    fetching = Signal(bool)
    """Whether it is under way."""
    _told = Signal(int)

    def __init__(self, context: Context, model: OpenModel, machine: Machine, *, best: bool) -> None:
        super().__init__()
        self._context = context
        self._model = model
        self._plan: Plan | None = None
        self._stop = _Stop(context.background.closing)
        self.said = label(kind="muted", wraps=True)
        self.said.hide()
        self.bar = QProgressBar()
        self.bar.setMaximum(_PARTS)
        self.bar.hide()
        theme = context.theme
        self.look = ThemedButton(theme, self.tr("Fetch …"), "import")
        self.yes = ThemedButton(theme, self.tr("Yes, fetch it"), "check", "primary")
        self.no = ThemedButton(theme, self.tr("Not now"), "cross", "quiet")
        self.halt = ThemedButton(theme, self.tr("Stop"), "stop", "quiet")
        self.look.clicked.connect(self._look)
        self.yes.clicked.connect(self._fetch)
        self.no.clicked.connect(self._rest)
        self.halt.clicked.connect(self._stop.pressed.set)
        self._told.connect(self.bar.setValue)
        self._lay_out(machine, best=best)
        self.setAccessibleName(model.name)
        self._rest()

    def _lay_out(self, machine: Machine, *, best: bool) -> None:
        head = QHBoxLayout()
        head.setSpacing(GAP)
        head.addWidget(label(self._model.name, "heading"))
        if best:
            mark = chip()
            mark.setText(self.tr("the largest that fits"))
            set_kind(mark, "good")
            head.addWidget(mark)
        head.addStretch(1)
        for button in (self.look, self.no, self.yes, self.halt):
            head.addWidget(button)
        column = QVBoxLayout()
        column.setContentsMargins(2 * GAP, GAP + 4, 2 * GAP, GAP + 4)
        column.addLayout(head)
        column.addWidget(label(self._facts(machine), "muted", wraps=True))
        if self._model.scores:
            column.addWidget(label(self._scores(), "muted", wraps=True))
        column.addWidget(self.said)
        column.addWidget(self.bar)
        card = frame("card")
        card.setLayout(column)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(card)

    def _facts(self, machine: Machine) -> str:
        model = self._model
        size = self.tr("{0} GB") if model.bytes else self.tr("about {0} GB")
        fits = {
            True: self.tr("fits this computer"),
            False: self.tr("too large for this computer"),
            None: "",
        }
        facts = (
            model.licence or self.tr("licence: see before fetching"),
            size.format(f"{model.least_bytes / 1e9:.1f}"),
            self.tr("needs {0} GB of memory").format(f"{model.needs / 1e9:.0f}"),
            fits[machine.bears(model)],
            self.tr("on the graphics card") if machine.quick(model) else "",
        )
        return " · ".join(fact for fact in facts if fact)

    def _scores(self) -> str:
        said = {"vendor": self.tr("by its maker"), "independent": self.tr("by others")}
        scores = (f"{one.on} {one.value:g} % ({said[one.by]})" for one in self._model.scores)
        return self.tr("Measured: {0}").format(", ".join(scores))

    def _rest(self) -> None:
        """As before anything was pressed."""
        self._show(self.look)

    def _show(self, *buttons: ThemedButton) -> None:
        for button in (self.look, self.no, self.yes, self.halt):
            button.setVisible(button in buttons)
        self.bar.setVisible(self.halt in buttons)
        self.said.setVisible(self.look not in buttons)

    def _look(self) -> None:
        """Ask the hub what it has; the person pressed for it."""
        self._show()
        self.said.setText(self.tr("The hub is asked what it has …"))
        name = self._model.name
        self._context.background.run(self, lambda: make_plan(name), self._ask, self._failed)

    def _ask(self, plan: Plan) -> None:
        self._plan = plan
        words = self.tr("{0}: licence {1}. {2} GB come from {3} and are kept in {4}.")
        licence = plan.listing.licence or self.tr("none stated")
        size = f"{plan.bytes / 1e9:.1f}"
        told = words.format(plan.name, licence, size, plan.listing.address, plan.place)
        self.said.setText(f"{told} {plan.doubt}".strip())
        self._show(self.no, self.yes)

    def _fetch(self) -> None:
        plan = self._plan
        if plan is None:
            return
        self._stop.pressed.clear()
        self.bar.setValue(0)
        self._show(self.halt)
        self.fetching.emit(True)

        def progress(here: int, whole: int) -> None:
            self._told.emit(_PARTS * here // max(1, whole))

        self._context.background.run(
            self, lambda: get(plan, self._stop, progress), self._done, self._failed
        )

    def _done(self, _path: Path) -> None:
        self.fetching.emit(False)
        self.fetched.emit()

    def _failed(self, error: UitarsError) -> None:
        self._show(self.look)
        self.fetching.emit(False)
        stopped = self.tr("Stopped. What came is kept; fetch it again to go on.")
        self.said.setText(stopped if isinstance(error, Stopped) else str(error))
        self.said.show()


class Offers(QWidget):
    """All that can be fetched, one at a time; read whenever it is shown, but not meanwhile."""

    fetched = Signal()
    failed = Signal(object)

    def __init__(self, context: Context) -> None:
        super().__init__()
        self._context = context
        self.cards: list[OfferCard] = []
        self._busy = False
        self._about = label(kind="muted", wraps=True)
        self._list = QVBoxLayout()
        self._list.setSpacing(GAP)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(GAP + GAP // 2)
        column.addWidget(self._about)
        column.addLayout(self._list)

    def reload(self) -> None:
        """Read catalogue and machine again."""
        if not self._busy:
            self._context.background.run(self, work.offered, self._show, self.failed.emit)

    def _show(self, offered: Offered) -> None:
        machine = offered.machine
        memory = "?" if machine.memory is None else f"{machine.memory / 1e9:.0f}"
        card = machine.gpu or self.tr("no graphics card for it")
        words = self.tr("As known on {0}. This computer: {1} GB of memory, {2}.")
        self._about.setText(words.format(offered.date, memory, card))
        for old in self.cards:
            old.deleteLater()
        self.cards = []
        for model in offered.models:
            new = OfferCard(self._context, model, machine, best=model.name == offered.best)
            new.fetched.connect(self.fetched)
            new.fetching.connect(self._hold)
            self.cards.append(new)
            self._list.addWidget(new)

    def _hold(self, busy: bool) -> None:
        self._busy = busy
        for card in self.cards:
            card.look.setEnabled(not busy)
            card.yes.setEnabled(not busy)
