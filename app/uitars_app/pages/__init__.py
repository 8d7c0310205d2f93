"""The pages of the window: one module a page, made when it is first looked at.

A page is a `QWidget` made from a `Context`; it does not know the window or other pages, and leads
to them by `Context.show_page`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QWidget

if TYPE_CHECKING:
    from uitars_app.context import Context


class PageEntry(NamedTuple):
    """A page in the navigation."""

    key: str
    icon: str
    title: Callable[[], str]
    make: Callable[[Context], QWidget]


def _task(context: Context) -> QWidget:
    from uitars_app.pages.task import TaskPage

    return TaskPage(context)


PAGES = (PageEntry("task", "task", lambda: QCoreApplication.translate("Pages", "Task"), _task),)
"""In the order of the navigation."""
