"""Pictures of steps from the run folder: read beside the window, kept while there is room."""

from __future__ import annotations

from collections import OrderedDict
from pathlib import Path

from PySide6.QtCore import QObject, QSize, Qt, Signal
from PySide6.QtGui import QImage, QImageReader

from uitars_app.background import Background
from uitars_runtime.journal import image_path

_ROOM = 48 << 20
"""Bytes of decoded pictures that are kept; older ones are read again when they are needed."""

_Key = tuple[Path, str, int]


class Pictures(QObject):
    """Gives a picture at a width, at once or once it is read."""

    arrived = Signal(str)
    """The digest of a picture that can be had from here on."""

    def __init__(self, background: Background, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._background = background
        self._kept: OrderedDict[_Key, QImage] = OrderedDict()
        self._awaited: set[_Key] = set()
        self._bytes = 0

    @property
    def held_bytes(self) -> int:
        """Bytes of the pictures that are kept."""
        return self._bytes

    def get(self, folder: Path, digest: str, width: int = 0) -> QImage | None:
        """The picture `width` device pixels wide (0: its own width); None while it is read.

        A picture that is missing or damaged comes as an empty `QImage`.
        """
        key = (folder, digest, width)
        if key in self._kept:
            self._kept.move_to_end(key)
            return self._kept[key]
        if key not in self._awaited:
            self._awaited.add(key)
            path = image_path(folder, digest)
            self._background.run(
                self, lambda: _read(path, width), lambda image: self._keep(key, image)
            )
        return None

    def _keep(self, key: _Key, image: QImage) -> None:
        self._awaited.discard(key)
        self._kept[key] = image
        self._bytes += image.sizeInBytes()
        while self._bytes > _ROOM and len(self._kept) > 1:
            _, dropped = self._kept.popitem(last=False)
            self._bytes -= dropped.sizeInBytes()
        self.arrived.emit(key[1])


def _read(path: Path, width: int) -> QImage:
    reader = QImageReader(str(path))
    whole = reader.size()
    image = reader.read()
    if width and whole.width() > width:
        height = max(1, round(whole.height() * width / whole.width()))
        mode = Qt.TransformationMode.SmoothTransformation
        return image.scaled(QSize(width, height), Qt.AspectRatioMode.IgnoreAspectRatio, mode)
    return image
