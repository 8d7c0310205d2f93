"""Model, desktop, policy and first program of a task, in one line or two."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QGridLayout, QWidget

from uitars_app.context import Context
from uitars_app.state import Choices
from uitars_app.taskbox.chooser import ProgramChooser
from uitars_app.taskbox.programs import installed
from uitars_app.taskbox.request import POLICIES
from uitars_app.theme.tokens import GAP
from uitars_app.widgets.choice import ChoiceBox
from uitars_runtime.models.catalogue import Installed
from uitars_runtime.models.catalogue import installed as models


class ChoiceLine(QWidget):
    """Empty choices mean what the settings say."""

    entered = Signal()
    """Enter was pressed in one of them."""

    def __init__(self, context: Context) -> None:
        super().__init__()
        self.model = ChoiceBox(
            self.tr("Model"), (), self.tr("Usual model"), example="openai/qwen2.5-vl"
        )
        self.model.add(self.tr("nano (built in)"), "nano")
        self.desktop = ChoiceBox(
            self.tr("Desktop"), ("sandbox", "local"), self.tr("Usual desktop"),
            example="sandbox:1280x800",
        )  # fmt: skip
        self.policy = ChoiceBox(
            self.tr("Policy"), POLICIES, self.tr("Usual policy"), example="policy.toml"
        )
        self.chooser = ProgramChooser(self.tr("Program to open first"), self.tr("No program first"))
        self._boxes = (self.model, self.desktop, self.policy, self.chooser)
        self._columns = 0
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setSpacing(GAP)
        # A layout would ask for all four beside each other.
        self.setMinimumWidth(1)
        self._arrange()
        self.chooser.entered.connect(self.entered)
        self.choose(context.state.value.choices)
        context.background.run(self, installed, self.chooser.add)
        context.background.run(self, models, self._offer_models, lambda _damaged: None)

    @property
    def choices(self) -> Choices:
        """What is chosen."""
        return Choices(model=self.model.value, desktop=self.desktop.value, policy=self.policy.value)

    @property
    def program(self) -> str:
        """The command line of the program to open first."""
        return self.chooser.value

    def choose(self, choices: Choices, program: str = "") -> None:
        """Show these choices."""
        self.model.show_value(choices.model)
        self.desktop.show_value(choices.desktop)
        self.policy.show_value(choices.policy)
        self.chooser.show_value(program)
        self._arrange()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        super().resizeEvent(event)
        self._arrange()

    def _offer_models(self, found: list[Installed]) -> None:
        for model in found:
            self.model.add(model.name, model.name)
        self._arrange()

    def _arrange(self) -> None:
        """As many beside each other as have room for all their words."""
        wanted = sum(box.sizeHint().width() + GAP for box in self._boxes) - GAP
        columns = len(self._boxes) if wanted <= self.width() else 2
        if columns == self._columns:
            return
        self._columns = columns
        for number, box in enumerate(self._boxes):
            self._grid.addWidget(box, *divmod(number, columns))
        for column in range(len(self._boxes)):
            stretched = column == columns - 1 or column < columns == 2
            self._grid.setColumnStretch(column, int(stretched))
        self.updateGeometry()
