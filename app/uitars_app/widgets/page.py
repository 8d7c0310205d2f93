"""What every page of the window is: a widget that knows where the keyboard goes first."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget


class Page(QWidget):
    """A focus proxy would do the same, but Tab would then pass by what stands before the proxy."""

    first: QWidget
    """The control that has the keyboard when the page is shown."""

    def take_focus(self) -> None:
        """Give the keyboard to the first control."""
        self.first.setFocus()
