"""The main window: navigation at the side, the pages beside it. What a page shows is its own."""

from __future__ import annotations

from typing import cast

from PySide6.QtCore import QByteArray, QSize, Qt, Signal
from PySide6.QtGui import QCloseEvent, QKeySequence, QPaintEvent, QResizeEvent, QShortcut
from PySide6.QtWidgets import (
    QApplication,
    QButtonGroup,
    QFrame,
    QHBoxLayout,
    QLabel,
    QMainWindow,
    QScrollArea,
    QStackedWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from uitars_app.context import Context
from uitars_app.pages import PAGES, PageEntry
from uitars_app.theme.icons import theme_icon
from uitars_app.theme.stylesheet import set_kind
from uitars_app.theme.tokens import GAP
from uitars_app.widgets.build import fitting, let_tab_reach
from uitars_app.widgets.page import Page

_SIDE_WIDTH = 176
SIZE = QSize(1180, 760)
"""Where the screen has room for it."""
_LEAST = QSize(880, 560)
_PAGE = QSize(_LEAST.width() - _SIDE_WIDTH, 492)
"""What a page needs; on a screen that is smaller still it is scrolled."""


class _Pages(QScrollArea):
    """Scrolls only what is smaller than a page needs: not what a page would like to have."""

    def __init__(self, pages: QWidget) -> None:
        super().__init__()
        self._pages = pages
        self.setWidget(pages)
        let_tab_reach(self, wanted=False)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        super().resizeEvent(event)
        self._pages.resize(self.maximumViewportSize().expandedTo(_PAGE))


class MainWindow(QMainWindow):
    """Pages are made when they are first shown."""

    closing = Signal()
    """The person closed the window; it hides, and the application decides whether it ends."""
    placed = Signal()
    """The window is on the screen for the first time, where the window manager put it."""

    def __init__(self, context: Context) -> None:
        super().__init__()
        self._context = context
        self._entries = {entry.key: entry for entry in PAGES}
        self._pages: dict[str, Page] = {}
        self._shown = ""
        self._placed = False
        self._buttons: dict[str, QToolButton] = {}
        self.setWindowTitle(self.tr("uitars"))
        self.setMinimumSize(fitting(_LEAST, self))
        self.resize(fitting(SIZE, self))
        self._stack = QStackedWidget()
        set_kind(self._stack, "page")
        self._area = _Pages(self._stack)
        central = QWidget()
        set_kind(central, "page")
        row = QHBoxLayout(central)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self._navigation())
        row.addWidget(self._area, 1)
        self.setCentralWidget(central)
        context.page_wanted.connect(self.show_page)
        context.theme.changed.connect(self._draw_icons)
        application = cast("QApplication", QApplication.instance())
        application.focusChanged.connect(self._show_focus)
        self._draw_icons()
        self.show_page(PAGES[0].key)

    @property
    def page(self) -> Page:
        """The page that is shown."""
        return self._pages[self._shown]

    def show_page(self, key: str) -> None:
        """Show the page with this key."""
        if key not in self._pages:
            page = self._entries[key].make(self._context)
            set_kind(page, "page")
            self._pages[key] = page
            self._stack.addWidget(page)
        self._stack.setCurrentWidget(self._pages[key])
        self._shown = key
        self._buttons[key].setChecked(True)
        self._pages[key].take_focus()

    def _show_focus(self, _before: QWidget | None, now: QWidget | None) -> None:
        """What has the keyboard is in sight."""
        if now is not None and self._area.isAncestorOf(now):
            self._area.ensureWidgetVisible(now)

    def bring_up(self) -> None:
        """Show the window in front, with the keyboard: the person asked for it."""
        if self.isMinimized():
            self.showNormal()
        self.show()
        self.raise_()
        self.activateWindow()

    def appear(self) -> None:
        """Show the window without taking the keyboard."""
        self.setAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating, True)
        self.show()
        self.setAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating, False)

    def restore(self, geometry: bytes) -> None:
        """Go where the window was at the last end."""
        if geometry:
            self.restoreGeometry(QByteArray(geometry))

    def closeEvent(self, event: QCloseEvent) -> None:  # noqa: N802 - Qt's name
        event.ignore()
        self.hide()
        self.closing.emit()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        super().paintEvent(event)
        if not self._placed:
            self._placed = True
            self.placed.emit()

    def _navigation(self) -> QWidget:
        side = QFrame()
        set_kind(side, "side")
        side.setFixedWidth(_SIDE_WIDTH)
        side.setAccessibleName(self.tr("Navigation"))
        column = QVBoxLayout(side)
        column.setContentsMargins(GAP, 2 * GAP, GAP, GAP)
        column.setSpacing(GAP // 2)
        name = QLabel(self.tr("uitars"))
        set_kind(name, "heading")
        name.setContentsMargins(12, 0, 0, GAP)
        column.addWidget(name)
        group = QButtonGroup(self)
        for number, entry in enumerate(PAGES, start=1):
            button = self._button(entry)
            group.addButton(button)
            column.addWidget(button)
            shortcut = QShortcut(QKeySequence(f"Ctrl+{number}"), self)
            shortcut.activated.connect(button.click)
            button.setToolTip(f"{entry.title()} (Ctrl+{number})")
        column.addStretch(1)
        return side

    def _button(self, entry: PageEntry) -> QToolButton:
        button = QToolButton()
        set_kind(button, "nav")
        button.setText(f" {entry.title()}")
        button.setAccessibleName(entry.title())
        button.setCheckable(True)
        button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        button.setIconSize(QSize(20, 20))
        button.setFixedWidth(_SIDE_WIDTH - 2 * GAP)
        button.clicked.connect(lambda: self.show_page(entry.key))
        self._buttons[entry.key] = button
        return button

    def _draw_icons(self) -> None:
        for key, button in self._buttons.items():
            icon = theme_icon(self._entries[key].icon, self._context.theme.tokens, navigation=True)
            button.setIcon(icon)
