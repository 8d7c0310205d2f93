"""The pages of the window: one module a page, made when it is first looked at.

A page is a `Page` made from a `Context`; it does not know the window or other pages, and leads
to them by `Context.show_page`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QCoreApplication

if TYPE_CHECKING:
    from uitars_app.context import Context
    from uitars_app.widgets.page import Page


translate = QCoreApplication.translate


class PageEntry(NamedTuple):
    """A page in the navigation."""

    key: str
    icon: str
    title: Callable[[], str]
    make: Callable[[Context], Page]


def _task(context: Context) -> Page:
    from uitars_app.pages.task import TaskPage

    return TaskPage(context)


def _saved(context: Context) -> Page:
    from uitars_app.pages.saved import SavedPage

    return SavedPage(context)


def _history(context: Context) -> Page:
    from uitars_app.pages.history import HistoryPage

    return HistoryPage(context)


def _sessions(context: Context) -> Page:
    from uitars_app.pages.sessions import SessionsPage

    return SessionsPage(context)


def _memory(context: Context) -> Page:
    from uitars_app.pages.memory import MemoryPage

    return MemoryPage(context)


def _models(context: Context) -> Page:
    from uitars_app.pages.models import ModelsPage

    return ModelsPage(context)


def _settings(context: Context) -> Page:
    from uitars_app.pages.settings import SettingsPage

    return SettingsPage(context)


PAGES = (
    PageEntry("task", "task", lambda: QCoreApplication.translate("Pages", "Task"), _task),
    PageEntry("saved", "pin", lambda: QCoreApplication.translate("Pages", "Kept tasks"), _saved),
    PageEntry(
        "history", "history", lambda: QCoreApplication.translate("Pages", "History"), _history
    ),
    PageEntry(
        "sessions", "desktop", lambda: QCoreApplication.translate("Pages", "Sessions"), _sessions
    ),
    PageEntry("memory", "memory", lambda: QCoreApplication.translate("Pages", "Memory"), _memory),
    PageEntry("models", "models", lambda: QCoreApplication.translate("Pages", "Models"), _models),
    PageEntry(
        "settings", "settings", lambda: QCoreApplication.translate("Pages", "Settings"), _settings
    ),
)
"""In the order of the navigation."""
