"""The assistant as a whole: the parts that live as long as it does, and its end."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QApplication

from uitars_app import crash, translation
from uitars_app.confirm.presses import open_presses
from uitars_app.confirm.queue import Confirmations
from uitars_app.context import Context
from uitars_app.preferences import Language, ThemeChoice, open_preferences
from uitars_app.single import SingleInstance
from uitars_app.state import open_state
from uitars_app.theme.theme import Theme
from uitars_app.window import MainWindow
from uitars_runtime import __version__
from uitars_runtime.errors import UitarsError

_SMALLEST_FONT = 10.0
"""Points."""


def make_application(arguments: Sequence[str]) -> QApplication:
    """Qt's part of the process."""
    QApplication.setApplicationName("uitars")
    QApplication.setApplicationDisplayName("uitars")
    QApplication.setApplicationVersion(__version__)
    QApplication.setDesktopFileName("uitars")
    QApplication.setQuitOnLastWindowClosed(False)
    application = QApplication(list(arguments))
    font = application.font()
    font.setPointSizeF(max(font.pointSizeF(), _SMALLEST_FONT))
    application.setFont(font)
    return application


class Assistant:
    """Everything of one process. Only one lives for a person and place."""

    def __init__(
        self,
        arguments: Sequence[str],
        *,
        theme: ThemeChoice | None = None,
        language: Language | None = None,
    ) -> None:
        """`theme`, `language`: for this process, instead of the preferences."""
        self.application = make_application(arguments)
        crash.catch_defects()
        preferences, state = open_preferences(), open_state()
        translation.install(self.application, language or preferences.value.language)
        self._single = SingleInstance()
        look = Theme(self.application, theme or preferences.value.theme)
        self.context = Context(preferences, state, look)
        self.window = MainWindow(self.context)
        self._presses = open_presses()
        self.confirmations = Confirmations(self.context, self._presses)
        self.window.restore(state.value.geometry)
        self.window.closing.connect(self._closing)
        self._single.summoned.connect(self.window.bring_up)
        self.context.runner.broke.connect(self._broke)
        self.context.background.failed.connect(self._failed)
        for problem in (preferences.problem, state.problem):
            if problem is not None:
                crash.show_error(self.window, problem)

    def run(self, *, hidden: bool = False) -> int:
        """Show the window and serve it to the end. Raises `UitarsError`."""
        if not self._single.take():
            return 0
        if not hidden:
            self.window.bring_up()
        code = self.application.exec()
        self.close()
        return code

    def close(self) -> None:
        """Stop the run, write down what is remembered, let everything go."""
        self.context.state.change(geometry=self.window.saveGeometry().data())
        self.context.close()
        self._presses.close()
        self._single.close()

    def _closing(self) -> None:
        self.application.quit()

    def _broke(self, error: BaseException) -> None:
        crash.show_defect(self.window, error)

    def _failed(self, error: UitarsError) -> None:
        crash.show_error(self.window, error)
