"""Reads the truth from live Qt widgets: boxes in pixels of the picture, words, names and states."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSpinBox,
    QCheckBox,
    QComboBox,
    QGroupBox,
    QHeaderView,
    QLabel,
    QLineEdit,
    QListView,
    QListWidget,
    QListWidgetItem,
    QMenu,
    QMenuBar,
    QPlainTextEdit,
    QProgressBar,
    QPushButton,
    QRadioButton,
    QScrollBar,
    QSlider,
    QStyle,
    QStyleOptionComboBox,
    QStyleOptionGroupBox,
    QTabBar,
    QTableWidget,
    QTableWidgetItem,
    QTreeWidget,
    QTreeWidgetItemIterator,
    QWidget,
)

from uitars_runtime.element import Element, Role
from uitars_runtime.types import Box

ROLE = "role"
"""Property of a widget that overrides the role its class has."""


class Truth:
    """Collects the elements of one top-level widget."""

    def __init__(self, top: QWidget, scale: float) -> None:
        self._top = top
        self._scale = scale
        self.elements: list[Element] = []

    def read(self) -> list[Element]:
        """The elements of the widget and of all that is visible in it, parents first."""
        for widget in (self._top, *self._top.findChildren(QWidget)):
            if widget.isVisibleTo(self._top):
                self._read(widget)
        return self.elements

    def _read(self, widget: QWidget) -> None:  # noqa: C901, PLR0912 - one line a class
        match widget:
            case QLabel():
                self._label(widget)
            case QCheckBox() | QRadioButton():
                self._indicator(widget)
            case QAbstractButton():
                self._button(widget)
            case QLineEdit():
                if not isinstance(widget.parent(), QAbstractSpinBox | QComboBox):
                    self._line(widget)
            case QAbstractSpinBox():
                self._whole(widget, Role.FIELD, widget.text())
            case QPlainTextEdit():
                self._whole(widget, Role.FIELD, widget.toPlainText() or widget.placeholderText())
            case QComboBox():
                self._combo(widget)
            case QSlider():
                self._whole(widget, Role.SLIDER, "")
            case QScrollBar():
                self._whole(widget, Role.SCROLLBAR, "")
            case QProgressBar():
                self._whole(widget, Role.OTHER, widget.text() if widget.isTextVisible() else "")
            case QTabBar():
                self._tabs(widget)
            case QMenuBar():
                self._menu_bar(widget)
            case QListWidget():
                self._list(widget)
            case QTreeWidget():
                self._tree(widget)
            case QTableWidget():
                self._table(widget)
            case QHeaderView():
                self._header(widget)
            case QGroupBox():
                self._group_box(widget)
            case _:
                pass

    # ---------------------------------------------------------------- adding

    def _add(
        self,
        widget: QWidget,
        rect: QRect,
        role: Role,
        text: str,
        *,
        name: str = "",
        checked: bool = False,
        selected: bool = False,
        disabled: bool = False,
        icon: str = "",
    ) -> None:
        """Adds what of `rect` (in the widget's own coordinates) its parents leave to be seen."""
        seen = rect.intersected(widget.visibleRegion().boundingRect())
        least = 0.88 if text else 0.6
        if seen.width() * seen.height() < least * rect.width() * rect.height():
            return
        if seen.width() < 3 or seen.height() < 3:
            return
        corner = widget.mapTo(self._top, seen.topLeft())
        override = widget.property(ROLE)
        self.elements.append(
            Element(
                box=self.scaled(QRect(corner, seen.size())),
                role=Role(override) if override else role,
                text=text,
                name=name or text.rstrip(":* ") or text,
                checked=checked,
                selected=selected,
                focused=widget.hasFocus(),
                disabled=disabled or not widget.isEnabled(),
                icon=icon,
            )
        )

    def scaled(self, rect: QRect) -> Box:
        """A rectangle of the top-level widget in pixels of the picture."""
        return Box(
            round(rect.left() * self._scale),
            round(rect.top() * self._scale),
            round((rect.left() + rect.width()) * self._scale),
            round((rect.top() + rect.height()) * self._scale),
        )

    def _whole(self, widget: QWidget, role: Role, text: str) -> None:
        self._add(widget, widget.rect(), role, text, name=widget.accessibleName())

    # ---------------------------------------------------------------- simple widgets

    def _line(self, line: QLineEdit) -> None:
        """A field of one line; of words that do not fit only the beginning is drawn."""
        text = line.displayText() or line.placeholderText()
        metrics, room = line.fontMetrics(), line.width() - 4
        while text and line.cursorPosition() == 0 and metrics.horizontalAdvance(text) > room:
            text = text[:-1]
        self._whole(line, Role.FIELD, text)

    def _combo(self, combo: QComboBox) -> None:
        """A closed list; one that can be typed into is a field and an arrow."""
        if not combo.isEditable():
            self._whole(combo, Role.COMBO, combo.currentText())
            return
        option = QStyleOptionComboBox()
        combo.initStyleOption(option)
        arrow = combo.style().subControlRect(
            QStyle.ComplexControl.CC_ComboBox, option, QStyle.SubControl.SC_ComboBoxArrow, combo
        )
        words = QRect(0, 0, arrow.left(), combo.height())
        self._add(combo, words, Role.FIELD, combo.currentText(), name=combo.accessibleName())
        self._add(combo, arrow, Role.ICON, "", name="down", icon="down")

    def _label(self, label: QLabel) -> None:
        if not label.pixmap().isNull():
            self._add(label, label.rect(), Role.OTHER, "")
            return
        metrics = label.fontMetrics()
        inside = label.contentsRect()
        lines = (label.accessibleName() or label.text()).split("\n")
        height = metrics.lineSpacing()
        top = inside.top()
        if not label.alignment() & Qt.AlignmentFlag.AlignTop:
            top += (inside.height() - height * len(lines)) // 2
        for index, line in enumerate(lines):
            if not line.strip():
                continue
            width = min(metrics.horizontalAdvance(line), inside.width())
            left = inside.left()
            if label.alignment() & Qt.AlignmentFlag.AlignRight:
                left = inside.right() + 1 - width
            elif label.alignment() & Qt.AlignmentFlag.AlignHCenter:
                left += (inside.width() - width) // 2
            rect = QRect(left, top + index * height, width, metrics.height())
            self._add(label, rect, Role.TEXT, line)

    def _indicator(self, button: QCheckBox | QRadioButton) -> None:
        rect = QRect(button.rect())
        rect.setWidth(min(rect.width(), button.sizeHint().width()))
        role = Role.CHECKBOX if isinstance(button, QCheckBox) else Role.RADIO
        self._add(button, rect, role, button.text(), checked=button.isChecked())

    def _button(self, button: QAbstractButton) -> None:
        icon = str(button.property("icon_meaning") or "")
        if not button.text() and not icon:
            return
        if icon and not button.text():
            self._add(
                button,
                button.rect(),
                Role.ICON,
                "",
                name=icon.replace("_", " "),
                checked=button.isChecked(),
                icon=icon,
            )
            return
        text = button.text().replace("\n", " ")
        if isinstance(button, QPushButton):
            text = button.text()
        self._add(button, button.rect(), Role.BUTTON, text, checked=button.isChecked())

    def _group_box(self, box: QGroupBox) -> None:
        option = QStyleOptionGroupBox()
        box.initStyleOption(option)
        rect = box.style().subControlRect(
            QStyle.ComplexControl.CC_GroupBox, option, QStyle.SubControl.SC_GroupBoxLabel, box
        )
        if box.title():
            self._add(box, rect, Role.TEXT, box.title())

    # ---------------------------------------------------------------- rows of things

    def _tabs(self, bar: QTabBar) -> None:
        for index in range(bar.count()):
            self._add(
                bar,
                bar.tabRect(index),
                Role.TAB,
                bar.tabText(index),
                selected=index == bar.currentIndex(),
            )

    def _menu_bar(self, bar: QMenuBar) -> None:
        for action in bar.actions():
            rect = bar.actionGeometry(action)
            self._add(bar, rect, Role.MENU, action.text(), selected=action is bar.activeAction())

    def _list(self, view: QListWidget) -> None:
        for row in range(view.count()):
            item = view.item(row)
            rect = view.visualItemRect(item)
            text = _fitting(view.fontMetrics(), item.text(), rect.width())
            self._row(view.viewport(), rect, text, item)

    def _row(
        self, view: QWidget, rect: QRect, text: str, item: QListWidgetItem | QTableWidgetItem
    ) -> None:
        """A row or cell; one that can be ticked is a check box."""
        ticked = item.data(Qt.ItemDataRole.CheckStateRole)
        self._add(
            view,
            rect,
            Role.ITEM if ticked is None else Role.CHECKBOX,
            text,
            selected=item.isSelected(),
            checked=item.checkState() is Qt.CheckState.Checked,
        )

    def _tree(self, view: QTreeWidget) -> None:
        walk = QTreeWidgetItemIterator(view)
        while item := walk.value():
            rect = view.visualItemRect(item)
            if not rect.isEmpty():
                text = _fitting(view.fontMetrics(), item.text(0), rect.width())
                self._add(view.viewport(), rect, Role.ITEM, text, selected=item.isSelected())
            walk += 1

    def _table(self, view: QTableWidget) -> None:
        for row in range(view.rowCount()):
            for column in range(view.columnCount()):
                item = view.item(row, column)
                if item is None:
                    continue
                rect = view.visualItemRect(item)
                text = _fitting(view.fontMetrics(), item.text(), rect.width())
                self._row(view.viewport(), rect, text, item)

    def _header(self, header: QHeaderView) -> None:
        if header.orientation() != Qt.Orientation.Horizontal:
            return
        model = header.model()
        for index in range(header.count()):
            rect = QRect(
                header.sectionViewportPosition(index), 0, header.sectionSize(index), header.height()
            )
            text = str(model.headerData(index, Qt.Orientation.Horizontal))
            text = _fitting(header.fontMetrics(), text, rect.width())
            self._add(header.viewport(), rect, Role.HEADER, text)


def menu_truth(menu: QMenu, scale: float) -> list[Element]:
    """The entries of a menu that is drawn open, in pixels of its own picture."""
    truth = Truth(menu, scale)
    for action in menu.actions():
        if action.isSeparator():
            continue
        rect = menu.actionGeometry(action)
        text, _, _ = action.text().partition("\t")
        truth.elements.append(
            Element(
                box=truth.scaled(rect),
                role=Role.MENU_ITEM,
                text=text,
                name=text,
                checked=action.isChecked(),
                selected=action is menu.activeAction(),
                disabled=not action.isEnabled(),
            )
        )
    return truth.elements


def list_truth(view: QListView, window: QWidget, scale: float) -> list[Element]:
    """The entries of the open list of a combo box, in pixels of the picture of `window`."""
    truth = Truth(window, scale)
    model = view.model()
    for row in range(model.rowCount()):
        index = model.index(row, 0)
        rect = view.visualRect(index)
        corner = view.viewport().mapTo(window, rect.topLeft())
        seen = QRect(corner, rect.size()).intersected(QRect(QPoint(0, 0), window.size()))
        if seen.height() < 0.6 * rect.height() or rect.isEmpty():
            continue
        text = str(index.data())
        truth.elements.append(
            Element(
                box=truth.scaled(seen),
                role=Role.MENU_ITEM,
                text=text,
                name=text,
                selected=view.currentIndex().row() == row,
            )
        )
    return truth.elements


def _fitting(metrics: QFontMetrics, text: str, width: int) -> str:
    """The words as they are drawn: cut with an ellipsis where they do not fit."""
    if metrics.horizontalAdvance(text) + 8 <= width:
        return text
    return metrics.elidedText(text, Qt.TextElideMode.ElideRight, width - 6)
