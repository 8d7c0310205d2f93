"""A small value kept in a JSON file: read strictly, written whole.

What is kept is decided in preferences.py and state.py.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Generic, TypeVar

import msgspec
from PySide6.QtCore import QCoreApplication, QObject, Signal

from uitars_runtime.errors import UsageError
from uitars_runtime.journal_disk import reporting, write_own

translate = QCoreApplication.translate

_Value = TypeVar("_Value", bound=msgspec.Struct)


class Stored(QObject, Generic[_Value]):
    """A value and its file. A change is on disk when `change` returns."""

    changed = Signal()

    def __init__(self, kind: type[_Value], file: Path) -> None:
        """Reads the file; a missing one holds the defaults. `problem` says what is wrong with one
        that cannot be read: the defaults are in force then, and at a change it is put beside the
        new file, with `.unread` after its name: it may be all that somebody kept."""
        super().__init__()
        self._kind = kind
        self.file = file
        self.problem: UsageError | None = None
        self.value = self._read()

    def change(self, **fields: object) -> None:
        """Replace fields of the value and write it. Raises `UitarsError`, then nothing changed."""
        merged = msgspec.structs.asdict(self.value) | fields
        try:
            value = msgspec.convert(merged, self._kind)
        except msgspec.ValidationError as error:
            words = translate("Stored", "This cannot be set: {0}.")
            raise UsageError(words.format(error)) from error
        if value == self.value:
            return
        with reporting(self.file):
            if self.problem is not None and self.file.is_file():
                self.file.replace(self.file.with_name(f"{self.file.name}.unread"))
                self.problem = None
        write_own(self.file, msgspec.json.format(msgspec.json.encode(value), indent=2) + b"\n")
        self.value = value
        self.changed.emit()

    def update(self, make: Callable[[_Value], _Value]) -> None:
        """As `change`, from the value in force."""
        self.change(**msgspec.structs.asdict(make(self.value)))

    def _read(self) -> _Value:
        try:
            return msgspec.json.decode(self.file.read_bytes(), type=self._kind)
        except FileNotFoundError:
            return self._kind()
        except (OSError, msgspec.MsgspecError, UnicodeError) as error:
            self.problem = UsageError(
                translate("Stored", "{0} cannot be read: {1}.").format(self.file, error),
                translate("Stored", "The defaults are in force; correct the file or remove it."),
            )
            return self._kind()
