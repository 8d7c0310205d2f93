"""Writing a run for other programs, from the window. What is written is decided in export/."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
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


def export(run: Path, form: str, out: Path) -> Path:
    """Write the run; returns where. Raises `UitarsError`."""
    match form:
        case "osworld":
            from uitars_runtime.export.osworld import export_osworld

            export_osworld(run, out)
        case "atif":
            from uitars_runtime.export.atif import export_atif

            export_atif(run, out)
        case "training":
            from uitars_runtime.export.training import export_training

            export_training(run, out)
        case _:
            from uitars_runtime.export.folder import write_file
            from uitars_runtime.export.html import export_html

            write_file(out, export_html(run).encode())
    return out
