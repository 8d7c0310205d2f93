"""What a person changed in a form and did not save: the form knows it, a way leads back to it."""

from __future__ import annotations

from typing import Generic, TypeVar

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit, QListWidget, QListWidgetItem, QWidget

from uitars_app.transcript.notice import Notice

_Kept = TypeVar("_Kept")
_Edited = TypeVar("_Edited")


class KeptForm(QWidget, Generic[_Kept, _Edited]):
    """Shows one thing as it is kept, or as a person changed it; nothing is kept before a save."""

    kept: _Kept
    """What is shown, before what a person changed."""
    title: QLineEdit
    """The field that names it."""

    @property
    def edited(self) -> _Edited:
        """What the form says."""
        raise NotImplementedError

    @property
    def changed(self) -> bool:
        """Whether the form says something that is not kept."""
        return self.edited != self._unchanged

    def show_kept(self, kept: _Kept, edited: _Edited | None = None) -> None:
        """Show this as it is kept; `edited`: as it may be kept."""
        self.kept = kept
        self._show(None)
        self._unchanged = self.edited
        if edited is not None:
            self._show(edited)
        self.title.setCursorPosition(0)  # a long one is read from its beginning

    def _show(self, edited: _Edited | None) -> None:
        """Write this into the fields; None: what is kept."""
        raise NotImplementedError


class WayBack(Generic[_Kept, _Edited]):
    """Shows what a list holds in a form; what was changed in one and not saved is offered again."""

    def __init__(self, rows: QListWidget, form: KeptForm[_Kept, _Edited], notice: Notice) -> None:
        self._rows, self._form, self._notice = rows, form, notice

    def show(self, kept: _Kept, edited: _Edited | None = None) -> None:
        """Show this in the place of what was in the form."""
        form = self._form
        if form.changed:
            left = form.kept, form.edited
            self._notice.offer_way_back(form.title.text().strip(), lambda: self.edit(*left))
        form.show_kept(kept, edited)

    def show_row(self, item: QListWidgetItem | None) -> None:
        """Show what was chosen in the list."""
        if item is not None:
            self.show(item.data(Qt.ItemDataRole.UserRole))

    def edit(self, kept: _Kept, edited: _Edited | None = None) -> None:
        """Show this and choose its row, if it has one."""
        rows = [self._rows.item(row) for row in range(self._rows.count())]
        listed = [item.data(Qt.ItemDataRole.UserRole) for item in rows]
        self._rows.setCurrentRow(listed.index(kept) if kept in listed else -1)
        self.show(kept, edited)
