"""Builds the windows of a plan from panels; single controls are made in `qt_controls.py`.

What a person calls a widget goes into its accessible name, what an icon means into its property
`icon_meaning`: `qt_truth` reads both back from the widgets.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import (
    QBoxLayout,
    QButtonGroup,
    QGridLayout,
    QGroupBox,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QMainWindow,
    QMenu,
    QProgressBar,
    QPushButton,
    QRadioButton,
    QScrollArea,
    QSlider,
    QTabBar,
    QTabWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from uitars_train.screens import plan
from uitars_train.screens.qt_controls import Controls
from uitars_train.screens.qt_look import IconPainter, Look
from uitars_train.screens.qt_views import Views


class Builder:
    """Builds the windows of one screen."""

    def __init__(self, look: Look, icons: IconPainter, source: random.Random) -> None:
        self._look = look
        self._icons = icons
        self._random = source
        self._views = Views(look, icons, source)
        self._controls = Controls(icons, source)

    @property
    def focused(self) -> QWidget | None:
        """The widget that is to have the keyboard, once its window is shown."""
        return self._controls.focused

    def window(self, window: plan.Window) -> QMainWindow:
        """The inside of a window: everything but its frame."""
        main = QMainWindow()
        main.setWindowFlags(Qt.WindowType.Widget)
        for menu in window.menus:
            self._menu(main, menu)
        if window.tools or window.tool_buttons:
            self._tool_bar(main, window)
        content = QWidget()
        outer = QVBoxLayout(content)
        columns = QHBoxLayout()
        outer.addLayout(columns)
        margin = self._random.choice((4, 9, 9, 14, 22))
        outer.setContentsMargins(margin, margin, margin, margin)
        for groups in window.columns:
            column = QVBoxLayout()
            column.setSpacing(self._random.choice((4, 6, 10, 16)))
            columns.addLayout(column)
            for group in groups:
                column.addWidget(self._group(group))
            if self._random.random() < 0.7:
                column.addStretch()
        if window.footer:
            outer.addLayout(self._footer(window.footer))
        main.setCentralWidget(self._scrolled(content) if window.scrolls else content)
        if window.status:
            main.statusBar().addWidget(QLabel(window.status))
        return main

    # ---------------------------------------------------------------- around the content

    def _menu(self, main: QMainWindow, menu: plan.Menu) -> QMenu:
        widget = main.menuBar().addMenu(menu.title)
        for entry in menu.entries:
            if not entry.text:
                widget.addSeparator()
                continue
            action = QAction(entry.text, widget)
            if entry.shortcut:
                # A shortcut as text: real ones would be registered and clash between windows.
                action.setText(f"{entry.text}\t{entry.shortcut}")
            if entry.icon:
                action.setIcon(self._icons.icon(entry.icon, 16))
            if entry.checked is not None:
                action.setCheckable(True)
                action.setChecked(entry.checked)
                if self._random.random() < 0.3:
                    QActionGroup(widget).addAction(action)
            action.setEnabled(not entry.disabled)
            widget.addAction(action)
        return widget

    def _tool_bar(self, main: QMainWindow, window: plan.Window) -> None:
        bar = main.addToolBar("")
        bar.setMovable(self._random.random() < 0.2)
        for button in window.tool_buttons:
            tool = QToolButton()
            tool.setText(button.text)
            tool.setIcon(self._icons.icon(button.icon, 18))
            tool.setToolButtonStyle(
                self._random.choice(
                    (
                        Qt.ToolButtonStyle.ToolButtonTextBesideIcon,
                        Qt.ToolButtonStyle.ToolButtonTextUnderIcon,
                    )
                )
            )
            bar.addWidget(tool)
        for index, widget in enumerate(self._controls.icon_buttons(window.tools, flat=True)):
            if index and self._random.random() < 0.15:
                bar.addSeparator()
            bar.addWidget(widget)

    def _footer(self, buttons: Sequence[plan.Button]) -> QHBoxLayout:
        row = QHBoxLayout()
        if self._random.random() < 0.6:
            row.addStretch()
        for button in buttons:
            row.addWidget(self._controls.button(button))
        if self._random.random() < 0.3:
            row.addStretch()
        return row

    def _scrolled(self, content: QWidget) -> QWidget:
        area = QScrollArea()
        area.setWidget(content)
        area.setWidgetResizable(True)
        content.setMinimumHeight(content.sizeHint().height() + self._random.randint(0, 300))
        return area

    # ---------------------------------------------------------------- panels

    def _group(self, group: plan.Group) -> QWidget:
        panel = self._panel(group.panel)
        if not group.title:
            return panel
        frame = QGroupBox(group.title)
        QVBoxLayout(frame).addWidget(panel)
        return frame

    def _panel(self, panel: plan.Panel) -> QWidget:  # noqa: C901, PLR0911, PLR0912 - one line a kind
        match panel:
            case plan.Form():
                return self._form(panel)
            case plan.Checks():
                return self._row(
                    [self._controls.check(item) for item in panel.items], panel.vertical
                )
            case plan.Radios():
                return self._radios(panel)
            case plan.Buttons():
                return self._row(
                    [self._controls.button(item) for item in panel.items], panel.vertical
                )
            case plan.Icons():
                flat = self._random.random() < 0.5
                return self._row(self._controls.icon_buttons(panel, flat=flat), False, stretch=True)
            case plan.Items():
                return self._views.items(panel)
            case plan.Tree():
                return self._views.tree(panel)
            case plan.Table():
                return self._views.table(panel)
            case plan.Pad():
                return self._pad(panel)
            case plan.Cards():
                return self._row([self._card(card) for card in panel.rows], True)
            case plan.Search():
                return self._search(panel)
            case plan.Words():
                return self._words(panel)
            case plan.Links():
                return self._row(
                    [self._controls.link(item) for item in panel.items], panel.vertical
                )
            case plan.Sliders():
                return self._sliders(panel)
            case plan.Progress():
                bar = QProgressBar()
                bar.setValue(panel.value)
                return self._row([QLabel(panel.label), bar], True)
            case plan.Tabs():
                return self._tabs(panel)

    def _row(self, widgets: Sequence[QWidget], vertical: bool, stretch: bool = False) -> QWidget:
        box = QWidget()
        layout: QBoxLayout = QVBoxLayout(box) if vertical else QHBoxLayout(box)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(self._random.choice((2, 4, 6, 8, 12)))
        for widget in widgets:
            layout.addWidget(widget)
        if stretch or (not vertical and self._random.random() < 0.4):
            layout.addStretch()
        return box

    def _form(self, form: plan.Form) -> QWidget:
        box = QWidget()
        grid = QGridLayout(box)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(self._random.choice((4, 6, 10, 20)))
        grid.setVerticalSpacing(self._random.choice((2, 5, 8, 14)))
        for index, field in enumerate(form.fields):
            widget = self._controls.field(field)
            label = QLabel(field.label + field.ending)
            if form.align_right:
                label.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            match form.labels:
                case plan.Labels.LEFT:
                    grid.addWidget(label, index, 0)
                    grid.addWidget(widget, index, 1)
                case plan.Labels.ABOVE:
                    label.setAlignment(Qt.AlignmentFlag.AlignLeft)
                    grid.addWidget(label, 2 * index, 0)
                    grid.addWidget(widget, 2 * index + 1, 0)
                case plan.Labels.PAIRS:
                    grid.addWidget(label, index // 2, index % 2 * 2)
                    grid.addWidget(widget, index // 2, index % 2 * 2 + 1)
                case plan.Labels.PLACEHOLDER:
                    grid.addWidget(widget, index, 0)
        return box

    def _radios(self, radios: plan.Radios) -> QWidget:
        widgets = [QRadioButton(item.text) for item in radios.items]
        box = self._row(widgets, radios.vertical)
        group = QButtonGroup(box)
        for widget, item in zip(widgets, radios.items, strict=True):
            group.addButton(widget)
            widget.setChecked(item.checked)
            widget.setEnabled(not item.disabled)
        return box

    def _pad(self, pad: plan.Pad) -> QWidget:
        box = QWidget()
        grid = QGridLayout(box)
        grid.setSpacing(self._random.choice((2, 4, 6, 10)))
        display = QLineEdit(pad.display)
        display.setAlignment(Qt.AlignmentFlag.AlignRight)
        grid.addWidget(display, 0, 0, 1, 4)
        tall = self._random.choice((0, 0, 30, 44))
        for row, keys in enumerate(pad.rows):
            for column, key in enumerate(keys):
                widget = QPushButton(key)
                widget.setMinimumHeight(tall)
                widget.setMinimumWidth(24)
                grid.addWidget(widget, row + 1, column)
        return box

    def _card(self, card: plan.Card) -> QWidget:
        widgets: list[QWidget] = [QLabel(card.title)]
        if card.detail:
            widgets.append(QLabel(card.detail))
        widgets += [self._controls.button(button) for button in card.buttons]
        widgets += [self._controls.icon_button(meaning, 16, True) for meaning in card.icons]
        return self._row(widgets, False)

    def _search(self, search: plan.Search) -> QWidget:
        field = QLineEdit(search.value)
        field.setPlaceholderText(search.placeholder)
        field.setAccessibleName(search.placeholder)
        if search.focused:
            self._controls.focused = field
        button = (
            self._controls.button(search.button)
            if search.button
            else self._controls.icon_button("search", 16, False)
        )
        return self._row([field, button], False)

    def _words(self, words: plan.Words) -> QWidget:
        widgets: list[QWidget] = []
        if words.heading:
            heading = QLabel(words.heading)
            font = heading.font()
            font.setPixelSize(round(self._look.font.pixelSize() * self._random.uniform(1.0, 2.0)))
            font.setBold(self._random.random() < 0.6)
            heading.setFont(font)
            widgets.append(heading)
        widgets.append(QLabel("\n".join(words.lines)))
        return self._row(widgets, True)

    def _sliders(self, sliders: plan.Sliders) -> QWidget:
        box = QWidget()
        grid = QGridLayout(box)
        above = self._random.random() < 0.4
        for index, item in enumerate(sliders.items):
            widget = QSlider(Qt.Orientation.Horizontal)
            widget.setMaximum(100)
            widget.setValue(item.value)
            widget.setAccessibleName(item.label)
            widget.setEnabled(not item.disabled)
            widget.setMinimumWidth(100)
            grid.addWidget(QLabel(item.label), 2 * index, 0)
            grid.addWidget(widget, 2 * index + above, 1 - above)
        return box

    def _tabs(self, tabs: plan.Tabs) -> QWidget:
        widget = QTabWidget()
        for index, label in enumerate(tabs.labels):
            page = QWidget()
            if index == tabs.current:
                layout = QVBoxLayout(page)
                for panel in tabs.content:
                    layout.addWidget(self._panel(panel))
                layout.addStretch()
            widget.addTab(page, label)
        widget.setCurrentIndex(tabs.current)
        self._adorn(widget)
        return widget

    def _adorn(self, tabs: QTabWidget) -> None:
        """Crosses that close the tabs, pictures before their words, or neither."""
        bar = tabs.tabBar()
        kind = self._random.random()
        tabs.setTabsClosable(kind < 0.3)
        for index in range(bar.count()):
            if cross := bar.tabButton(index, QTabBar.ButtonPosition.RightSide):
                cross.setProperty("icon_meaning", "close")
            if kind > 0.8:
                bar.setTabIcon(
                    index, self._icons.icon(self._random.choice(self._icons.meanings), 16)
                )
