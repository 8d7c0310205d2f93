"""Puts windows that other toolkits drew onto a desktop, under a title bar, among other things."""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any, cast

import msgspec
import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPoint, QSize, Qt
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QWidget

from uitars_runtime.types import Box
from uitars_train.screens import plan
from uitars_train.screens.covering import moved
from uitars_train.screens.drawing import Drawing
from uitars_train.screens.planner import Planner
from uitars_train.screens.qt_application import SIZES, close_widgets, prepare_application
from uitars_train.screens.qt_desktop import (
    Furniture,
    Layer,
    compose,
    image_of,
    layer_of,
    wallpaper,
)
from uitars_train.screens.qt_look import IconPainter, Look, random_look
from uitars_train.screens.screen import Screen, Split
from uitars_train.screens.vocabulary import Vocabulary


class Desk:
    """One desktop in the making, for windows of another toolkit."""

    def __init__(self, split: Split, source: random.Random) -> None:
        prepare_application()
        self.look: Look = dataclasses.replace(random_look(source, split), scale=1.0)
        self._worn = ExitStack()
        self._worn.enter_context(self.look.worn())
        self.random = source
        self.words = Vocabulary(split, source)
        self.icons = IconPainter(self.look, source)
        self.planner = Planner(self.words, source, self.icons.meanings)
        self._furniture = Furniture(self.look, self.icons, self.words, source)
        self.size = QSize(*source.choice(SIZES))
        self._layers: list[Layer] = []
        self._open: list[QWidget] = []

    def icon_files(
        self, window: plan.Window, folder: Path, ink: str, always: Sequence[str] = ()
    ) -> dict[str, str]:
        """PNG files of all icons of a plan and of `always`, silhouettes in the colour `ink`."""
        wanted = _icons_of(msgspec.to_builtins(window)) | {(meaning, 16) for meaning in always}
        files: dict[str, str] = {}
        for meaning, size in sorted(wanted):
            path = folder / f"{meaning}-{size}.png"
            self.icons.icon(meaning, size, QColor(ink)).pixmap(QSize(size, size)).save(str(path))
            files[f"{meaning}@{size}"] = str(path)
        return files

    def add(self, drawing: Drawing, pixels: NDArray[np.uint8], title: str) -> None:
        """Lays a drawn window and its popups over what is there."""
        content = QWidget()
        content.setFixedSize(drawing.box.width, drawing.box.height)
        frame = content if drawing.has_title else self._furniture.framed(content, title, True)
        self._lay(frame, content, drawing, pixels)

    def add_browser(self, drawing: Drawing, pixels: NDArray[np.uint8], title: str) -> None:
        """Lays a page over what is there, in the window of a browser."""
        content = QWidget()
        content.setFixedSize(drawing.box.width, drawing.box.height)
        browser = self._furniture.browser(content, title)
        frame = browser
        if self.random.random() < 0.6:
            frame = self._furniture.framed(browser, f"{title} - {self.words.invented()}", True)
        self._lay(frame, content, drawing, pixels)

    def _lay(
        self, frame: QWidget, content: QWidget, drawing: Drawing, pixels: NDArray[np.uint8]
    ) -> None:
        """Draws `frame` with the drawn window in the place of `content`."""
        self._show(frame, frame.sizeHint())
        layer = layer_of(frame, 0, 0, 1)
        layer.left = self.random.randint(0, max(0, self.size.width() - frame.width()))
        layer.top = self.random.randint(0, max(0, self.size.height() - frame.height()))
        corner = content.mapTo(frame, QPoint(0, 0)) if frame is not content else QPoint(0, 0)
        painter = QPainter(layer.picture)
        painter.drawImage(corner, image_of(_cut(pixels, drawing.box)))
        painter.end()
        left, top = corner.x() - drawing.box.left, corner.y() - drawing.box.top
        layer.elements += [moved(element, left, top) for element in drawing.elements]
        layer.shadow = True
        self._layers.append(layer)
        for popup in drawing.popups:
            self._layers.append(
                Layer(
                    image_of(_cut(pixels, popup.box)),
                    layer.left + left + popup.box.left,
                    layer.top + top + popup.box.top,
                    [moved(e, -popup.box.left, -popup.box.top) for e in popup.elements],
                    shadow=True,
                )
            )

    def add_task_bar(self) -> None:
        """A task bar at the lower edge, below all windows."""
        bar = self._furniture.task_bar(self.size.width())
        self._show(bar, bar.size())
        self._layers.append(layer_of(bar, 0, self.size.height() - bar.height(), 1))

    def _show(self, widget: QWidget, size: QSize) -> None:
        self._open.append(widget)
        widget.setAttribute(Qt.WidgetAttribute.WA_DontShowOnScreen)
        widget.resize(size)
        widget.show()

    def screen(self, toolkit: str, seed: int) -> Screen:
        """The finished screen."""
        pixels, elements = compose(wallpaper(self.random, self.size), self._layers)
        return Screen(pixels, elements, toolkit, seed)

    def close(self) -> None:
        close_widgets(self._open)
        self._worn.close()


def _icons_of(value: Any) -> set[tuple[str, int]]:
    """The meanings and sizes of the icons in a plan that was turned into builtins."""
    found: set[tuple[str, int]] = set()
    if isinstance(value, dict):
        parts = cast("dict[str, Any]", value)
        size: int = parts.get("size", 16)
        found |= {(meaning, size) for meaning in parts.get("meanings", ())}
        found |= {(meaning, 16) for meaning in parts.get("icons", ())}
        if icon := parts.get("icon"):
            found.add((icon, 16))
        if parts.get("type") == "Search":
            found.add(("search", 16))  # What a search without a button wears.
        for part in parts.values():
            found |= _icons_of(part)
    elif isinstance(value, list | tuple):
        for row in cast("list[Any]", value):
            found |= _icons_of(row)
    return found


def _cut(pixels: NDArray[np.uint8], box: Box) -> NDArray[np.uint8]:
    return np.ascontiguousarray(pixels[box.top : box.bottom, box.left : box.right])
