"""Random screens drawn by Qt widgets, without a display."""

from __future__ import annotations

import random
import warnings
from contextlib import closing

from PySide6.QtCore import QPoint, QSize, Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication, QComboBox, QListView, QMainWindow, QMenu, QWidget

from uitars_runtime.element import Element
from uitars_train.screens import plan
from uitars_train.screens.planner import Planner
from uitars_train.screens.qt_application import SIZES, close_widgets, prepare_application
from uitars_train.screens.qt_build import Builder
from uitars_train.screens.qt_desktop import Furniture, Layer, compose, layer_of, wallpaper
from uitars_train.screens.qt_look import IconPainter, Look, random_look
from uitars_train.screens.qt_truth import list_truth, menu_truth
from uitars_train.screens.screen import Screen, Split, seeded
from uitars_train.screens.vocabulary import Vocabulary


class QtScreens:
    """Makes screens with one to three windows; a seed always gives the same screen."""

    def __init__(self, split: Split) -> None:
        self._split = split
        prepare_application()

    def make(self, seed: int, planned: plan.Window | None = None) -> Screen:
        """The screen of a seed; `planned`: what its last window shows."""
        source = seeded(f"qt {self._split} {seed}")
        look = random_look(source, self._split)
        with look.worn(), closing(_Scene(look, source)) as scene:
            pixels, elements = compose(*scene.layers(planned))
        return Screen(pixels=pixels, elements=elements, toolkit="qt", seed=seed)

    def close(self) -> None:
        """Nothing to end: Qt draws in this process."""


class _Scene:
    """One screen in the making; owns its widgets until `close`."""

    def __init__(self, look: Look, source: random.Random) -> None:
        self._look = look
        self._random = source
        words = Vocabulary(look.split, source)
        self._icons = IconPainter(look, source)
        self._planner = Planner(words, source, self._icons.meanings)
        self._furniture = Furniture(look, self._icons, words, source)
        self._size = QSize(*source.choice(SIZES))
        self._open: list[QWidget] = []

    def close(self) -> None:
        close_widgets(self._open)

    def layers(self, planned: plan.Window | None) -> tuple[QImage, list[Layer]]:
        """The wallpaper and everything on it, back to front. `planned`: one window, and what it
        shows."""
        layers: list[Layer] = []
        chance = self._random.random
        if chance() < 0.25:
            layers += self._desktop_icons()
        if chance() < 0.35:
            layers.append(self._task_bar())
        if planned is not None:
            return wallpaper(self._random, self._size), [
                *layers,
                *self._drawn(planned, active=True),
            ]
        dialog = chance() < 0.15
        windows = self._random.choices((1, 2, 3), (6, 3, 1))[0]
        for index in range(windows):
            layers += self._window(
                small=index < windows - 1, last=not dialog and index == windows - 1
            )
        if dialog:
            layers += self._dialog(layers[-1])
        return wallpaper(self._random, self._size), layers

    # ---------------------------------------------------------------- windows

    def _window(self, *, small: bool, last: bool) -> list[Layer]:
        full = last and self._random.random() < 0.2
        planned = self._planner.window(small=small, large=full, popups=last)
        return self._drawn(planned, active=last, full=full)

    def _dialog(self, below: Layer) -> list[Layer]:
        planned = self._planner.window(dialog=True)
        near = QPoint(
            below.left + below.picture.width() // 4, below.top + below.picture.height() // 4
        )
        return self._drawn(planned, active=True, near=near)

    def _drawn(
        self, planned: plan.Window, *, active: bool, full: bool = False, near: QPoint | None = None
    ) -> list[Layer]:
        """The layers of one window: itself and what pops up from it."""
        scale = self._look.scale
        builder = Builder(self._look, self._icons, self._random)
        content = builder.window(planned)
        frame = self._furniture.framed(content, planned.title, active)
        self._show(frame, self._window_size(frame, full))
        if active:
            self._activate(frame, builder.focused)
        width, height = round(frame.width() * scale), round(frame.height() * scale)
        left = self._random.randint(0, max(0, self._size.width() - width))
        top = self._random.randint(0, max(0, self._size.height() - height))
        if near is not None:
            left, top = near.x(), near.y()
        popup = self._popup(planned, content, frame, left, top)
        layer = layer_of(frame, left, top, scale)
        layer.shadow = self._look.scale == 1 and not full
        return [layer, popup] if popup else [layer]

    def _window_size(self, frame: QWidget, full: bool) -> QSize:
        scale = self._look.scale
        most = QSize(int(self._size.width() / scale), int(self._size.height() / scale))
        if full:
            return most
        hint = frame.sizeHint()
        width = hint.width() + self._random.choice((0, 0, 30, 120, 300))
        height = hint.height() + self._random.choice((0, 0, 20, 80, 200))
        return QSize(max(240, width), max(120, height)).boundedTo(most)

    def _show(self, widget: QWidget, size: QSize) -> None:
        self._open.append(widget)
        widget.setAttribute(Qt.WidgetAttribute.WA_DontShowOnScreen)
        widget.resize(size)
        widget.show()

    def _activate(self, frame: QWidget, focused: QWidget | None) -> None:
        with warnings.catch_warnings():
            # Deprecated, yet the only way to give the focus to a window that is not on a screen.
            warnings.simplefilter("ignore", DeprecationWarning)
            QApplication.setActiveWindow(frame)
        if focused is not None:
            focused.setFocus(Qt.FocusReason.TabFocusReason)
            return
        holder = QApplication.focusWidget()
        if holder is not None:
            holder.clearFocus()

    # ---------------------------------------------------------------- popups

    def _popup(
        self, planned: plan.Window, content: QMainWindow, frame: QWidget, left: int, top: int
    ) -> Layer | None:
        if planned.open_menu >= 0:
            return self._menu(planned, content, frame, left, top)
        if planned.open_combo:
            combos = [c for c in content.findChildren(QComboBox) if c.isVisible() and c.isEnabled()]
            if combos:
                return self._combo(planned, combos[0], frame, left, top)
        return None

    def _menu(
        self, planned: plan.Window, content: QMainWindow, frame: QWidget, left: int, top: int
    ) -> Layer:
        scale = self._look.scale
        bar = content.menuBar()
        action = bar.actions()[planned.open_menu]
        bar.setActiveAction(action)
        menu = action.menu()
        if not isinstance(menu, QMenu):
            raise TypeError("an entry of a menu bar has no menu")
        entries = [entry for entry in menu.actions() if not entry.isSeparator()]
        if 0 <= planned.current_entry < len(entries):
            menu.setActiveAction(entries[planned.current_entry])
        self._open.append(menu)
        corner = bar.mapTo(frame, bar.actionGeometry(action).bottomLeft())
        truth = menu_truth(menu, scale)
        return self._placed(menu, corner, truth, left, top)

    def _combo(
        self, planned: plan.Window, combo: QComboBox, frame: QWidget, left: int, top: int
    ) -> Layer:
        combo.showPopup()
        view = combo.view()
        if not isinstance(view, QListView):
            raise TypeError("the list of a combo box is no list")
        if 0 <= planned.current_entry < combo.count():
            view.setCurrentIndex(combo.model().index(planned.current_entry, 0))
        container = view.window()
        self._open.append(container)
        corner = combo.mapTo(frame, QPoint(0, combo.height()))
        truth = list_truth(view, container, self._look.scale)
        return self._placed(container, corner, truth, left, top)

    def _placed(
        self, popup: QWidget, corner: QPoint, truth: list[Element], left: int, top: int
    ) -> Layer:
        """A popup below `corner` of the frame at (left, top), pushed back onto the screen."""
        scale = self._look.scale
        layer = layer_of(popup, 0, 0, scale)
        layer.elements = truth
        layer.left = left + round(corner.x() * scale)
        layer.top = top + round(corner.y() * scale)
        layer.left = max(0, min(layer.left, self._size.width() - layer.picture.width()))
        layer.top = max(0, min(layer.top, self._size.height() - layer.picture.height()))
        layer.shadow = True
        return layer

    # ---------------------------------------------------------------- around the windows

    def _task_bar(self) -> Layer:
        scale = self._look.scale
        bar = self._furniture.task_bar(round(self._size.width() / scale))
        self._show(bar, bar.size())
        top = 0
        if self._random.random() < 0.7:
            top = self._size.height() - round(bar.height() * scale)
        return layer_of(bar, 0, top, scale)

    def _desktop_icons(self) -> list[Layer]:
        layers: list[Layer] = []
        for index in range(self._random.randint(1, 6)):
            icon = self._furniture.desktop_icon()
            self._show(icon, icon.sizeHint())
            layers.append(layer_of(icon, 12, 40 + index * 100, self._look.scale, clear=False))
        return layers
