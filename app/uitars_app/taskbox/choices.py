"""Model, desktop, policy and first program of a task, in one line."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QGridLayout, QWidget

from uitars_app.context import Context
from uitars_app.state import Choices
from uitars_app.taskbox.programs import Program, installed
from uitars_app.taskbox.request import POLICIES
from uitars_app.theme.tokens import GAP
from uitars_app.values import choose, chosen, offer


class ChoiceLine(QWidget):
    """Empty choices mean what the settings say."""

    entered = Signal()
    """Enter was pressed in one of them."""

    def __init__(self, context: Context, columns: int = 4) -> None:
        """`columns`: how many stand beside each other."""
        super().__init__()
        self._context = context
        self._model = self._box(self.tr("Model"), editable=True)
        self._desktop = self._box(self.tr("Desktop"), editable=True)
        self._policy = self._box(self.tr("Policy"), editable=True)
        self._program = self._box(self.tr("Program to open first"), editable=True)
        self._fill()
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setSpacing(GAP)
        for number, box in enumerate((self._model, self._desktop, self._policy, self._program)):
            grid.addWidget(box, *divmod(number, columns))
        grid.setColumnStretch(columns, 1)

    @property
    def choices(self) -> Choices:
        """What is chosen."""
        return Choices(
            model=chosen(self._model),
            desktop=chosen(self._desktop),
            policy=chosen(self._policy),
        )

    @property
    def program(self) -> str:
        """The command line of the program to open first."""
        return chosen(self._program)

    def choose(self, choices: Choices, program: str = "") -> None:
        """Show these choices."""
        for box, value in (
            (self._model, choices.model),
            (self._desktop, choices.desktop),
            (self._policy, choices.policy),
            (self._program, program),
        ):
            choose(box, value)

    def _box(self, name: str, *, editable: bool = False) -> QComboBox:
        box = QComboBox()
        box.setEditable(editable)
        box.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        box.setAccessibleName(name)
        box.setToolTip(name)
        box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        box.setMaximumWidth(190)
        field = box.lineEdit()
        if editable and field is not None:
            field.returnPressed.connect(self.entered)
            field.setAccessibleName(name)
        return box

    def _fill(self) -> None:
        self._model.addItem(self.tr("Usual model"), "")
        self._model.addItem(self.tr("nano (built in)"), "nano")
        self._desktop.addItem(self.tr("Usual desktop"), "")
        offer(self._desktop, ("sandbox", "local"))
        self._policy.addItem(self.tr("Usual policy"), "")
        offer(self._policy, POLICIES)
        self._program.addItem(self.tr("No program first"), "")
        self._context.background.run(self, installed, self._add_programs)
        self.choose(self._context.state.value.choices)

    def _add_programs(self, programs: tuple[Program, ...]) -> None:
        for program in programs:
            self._program.addItem(program.name, program.command)
