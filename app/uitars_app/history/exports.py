"""The formats that a run can be exported in, as the window names them."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from PySide6.QtCore import QCoreApplication

translate = QCoreApplication.translate


class Format(NamedTuple):
    """One way to write a run down."""

    key: str
    title: Callable[[], str]
    suffix: str
    """Of the file; empty for a folder."""


FORMATS = (
    Format("html", lambda: translate("Export", "Web page (HTML)"), ".html"),
    Format("osworld", lambda: translate("Export", "OSWorld trajectory"), ""),
    Format("atif", lambda: translate("Export", "ATIF trajectory"), ""),
    Format("training", lambda: translate("Export", "Training data"), ""),
)
