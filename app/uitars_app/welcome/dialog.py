"""The screens at the first start: what it can see and do, how to word it, model and policy."""

from __future__ import annotations

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication, QSize, Qt, Signal
from PySide6.QtWidgets import (
    QButtonGroup,
    QDialog,
    QHBoxLayout,
    QRadioButton,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from uitars_app.context import Context
from uitars_app.settings import file
from uitars_app.theme.stylesheet import set_kind
from uitars_app.theme.tokens import GAP
from uitars_app.values import value_words
from uitars_app.welcome.first_task import first_task
from uitars_app.widgets.build import ThemedButton, fitting, label
from uitars_runtime.errors import UitarsError, UsageError
from uitars_runtime.models.machine import Machine, best_for, memory_of_machine

_SIZE = QSize(640, 500)
EXAMPLES = (
    QT_TRANSLATE_NOOP(
        "Welcome", "Type 'Hello' into the document, then choose Save from the File menu."
    ),
    QT_TRANSLATE_NOOP("Welcome", "Open the calculator."),
    QT_TRANSLATE_NOOP("Welcome", "Click OK."),
)
"""Tasks that work, as one says them, in each language."""


def _examples() -> list[str]:
    return [QCoreApplication.translate("Welcome", str(example)) for example in EXAMPLES]


class WelcomeDialog(QDialog):
    """Closing it at any time leaves the defaults, which are the careful ones."""

    task_wanted = Signal(object)
    """The `Draft` of a first task that is to be started."""

    def __init__(self, context: Context, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Welcome to uitars"))
        set_kind(self, "card")  # else it cannot be told from the page behind it
        self.resize(fitting(_SIZE, self))
        self._context = context
        self._before = _policy_in_force()
        self._task = first_task()
        self.models = QButtonGroup(self)
        self.policies = QButtonGroup(self)
        self._problem = label(kind="danger", wraps=True)
        self._problem.hide()
        self.stack = QStackedWidget()
        for page in (self._abilities(), self._wording(), self._model(), self._policy()):
            self.stack.addWidget(page)
        theme = context.theme
        self.back = ThemedButton(theme, self.tr("Back"), "previous", "quiet")
        self.forth = ThemedButton(theme, self.tr("Next"), "next", "primary")
        self.try_it = ThemedButton(theme, self.tr("Watch a first task"), "play", "primary")
        self.done_button = ThemedButton(theme, self.tr("Begin"), "check")
        self._lay_out()
        self.back.clicked.connect(lambda: self._go(-1))
        self.forth.clicked.connect(lambda: self._go(1))
        self.try_it.clicked.connect(lambda: self._finish(first=True))
        self.done_button.clicked.connect(lambda: self._finish(first=False))
        self._go(0)

    def _lay_out(self) -> None:
        row = QHBoxLayout()
        row.setSpacing(GAP)
        row.addWidget(self.back)
        row.addStretch(1)
        for button in (self.forth, self.done_button, self.try_it):
            row.addWidget(button)
        column = QVBoxLayout(self)
        column.setContentsMargins(4 * GAP, 4 * GAP, 4 * GAP, 2 * GAP)
        column.setSpacing(2 * GAP)
        column.addWidget(self.stack, 1)
        column.addWidget(self._problem)
        column.addLayout(row)

    def _abilities(self) -> QWidget:
        return _screen(
            self.tr("What it can see and do"),
            self.tr("The assistant looks at the screen it works on, and only while it works on a"
                    " task of yours. It moves the pointer, types, and runs commands in a folder of"
                    " its own."),
            self.tr("It thinks with a small model on this computer. Nothing leaves this computer"
                    " unless you choose a model on a server."),
            self.tr("Every step is recorded where only you can read it: the picture, the thought,"
                    " the action and what came of it. You can delete any of it."),
            self.tr("Press Escape twice to stop it at once. Touch mouse or keyboard, and it pauses"
                    " before its next action."),
        )  # fmt: skip

    def _wording(self) -> QWidget:
        return _screen(
            self.tr("What it can do, and how to say it"),
            self.tr("The built-in model is small and quick. It works with what it can see: it"
                    " clicks, types, opens programs and chooses from menus, one part of your task"
                    " after the other."),
            self.tr("Say what stands on the screen, and put what is to be typed in quotes:"),
            "\n".join(f"    •  {example}" for example in _examples()),
            self.tr("It does not know what you mean by “tidy up my mails” or “as usual”, cannot"
                    " read long texts for you, and makes no plans. It understands English, and"
                    " only simple orders in Chinese."),
            self.tr("At the end it says what it saw of each part. Where it says “unchecked”, look"
                    " yourself before you rely on it."),
        )  # fmt: skip

    def _model(self) -> QWidget:
        screen = _screen(
            self.tr("Which model"),
            self.tr("The built-in model is fast, works offline, and follows plain orders of one to"
                    " five parts."),
            self.tr("A large model understands far more. It runs on a server or needs a large"
                    " computer; set it up on the Models page."),
        )  # fmt: skip
        choices = [
            (self.tr("The built-in model"), "nano"),
            (self.tr("I will set up a server"), ""),
        ]
        best = best_for(Machine(memory_of_machine()))
        if best is not None:
            words = self.tr("I will fetch {0}: this computer can bear it ({1} GB, {2})")
            size = f"{best.least_bytes / 1e9:.1f}"
            choices.append((words.format(best.name, size, best.licence), ""))
        return _with_choices(screen, self.models, tuple(choices), "nano")

    def _policy(self) -> QWidget:
        screen = _screen(
            self.tr("When it asks you"),
            self.tr("Whatever you choose: passwords and security settings always need your yes,"
                    " and nothing on the screen can say yes for you."),
        )  # fmt: skip
        choices = {
            "": self.tr("Ask before what cannot be undone or leaves this computer"),
            "ask-always": self.tr("Ask before every action"),
            "allow-list": self.tr("Do only what I listed before"),
        }
        own = self.tr("As in the settings: {0}").format(value_words(self._before))
        choices.setdefault(self._before, own)
        shown = tuple((words, value) for value, words in choices.items())
        return _with_choices(screen, self.policies, shown, self._before)

    def _go(self, by: int) -> None:
        at = min(max(self.stack.currentIndex() + by, 0), self.stack.count() - 1)
        self.stack.setCurrentIndex(at)
        last = at == self.stack.count() - 1
        self.back.setVisible(at > 0)
        self.forth.setVisible(not last)
        self.done_button.setVisible(last)
        self.try_it.setVisible(last and self._task is not None)
        onwards = (
            self.forth if not last else self.done_button if self._task is None else self.try_it
        )
        onwards.setDefault(True)
        if last:
            onwards.setFocus()

    def _finish(self, *, first: bool) -> None:
        """Write what was changed; with `first`, a first task follows."""
        policy = _value(self.policies)
        try:
            if policy != self._before:
                file.change("policy", policy or None)
            self._context.preferences.change(welcomed=True)
        except UitarsError as error:
            self._problem.setText(str(error))
            self._problem.show()
            return
        self.accept()
        if first and self._task is not None:
            self.task_wanted.emit(self._task)
        elif not _value(self.models):
            self._context.show_page("models")


def _policy_in_force() -> str:
    """What the settings say; empty where they say nothing, or nothing that can be read."""
    try:
        return file.current().policy
    except UsageError:
        return ""


def _screen(title: str, *texts: str) -> QWidget:
    screen = QWidget()
    column = QVBoxLayout(screen)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(GAP + GAP // 2)
    column.addWidget(label(title, "title"))
    for text in texts:
        column.addWidget(label(text, wraps=True))
    column.addStretch(1)
    return screen


def _with_choices(
    screen: QWidget, group: QButtonGroup, choices: tuple[tuple[str, str], ...], chosen: str
) -> QWidget:
    column = screen.layout()
    for words, value in choices:
        button = QRadioButton(words)
        button.setProperty("value", value)
        button.setChecked(value == chosen)
        group.addButton(button)
        if isinstance(column, QVBoxLayout):
            column.insertWidget(column.count() - 1, button)
    return screen


def _value(group: QButtonGroup) -> str:
    chosen = next(button for button in group.buttons() if button.isChecked())
    return str(chosen.property("value"))
