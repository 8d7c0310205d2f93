"""What eyes made of forms that people wrote down: a file an author beside what was written.

Not here: how it was looked at (`views.py`), what is learned from it (`samples.py`).
"""

from __future__ import annotations

import lzma
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import msgspec

from uitars_runtime.errors import UsageError
from uitars_runtime.forms.form import Control, Kind
from uitars_runtime.replacing import replaced

SUFFIX: Final = ".seen"


class Seen(msgspec.Struct, frozen=True, array_like=True):
    """A control as it was seen."""

    kind: Kind
    label: str
    holds: str
    which: int
    """Its place in the form as it was written; negative of what is no part of it."""
    entry: str = ""
    """Of a group, which can be chosen."""

    @property
    def control(self) -> Control:
        return Control(self.kind, self.label, self.holds)


class View(msgspec.Struct, frozen=True, array_like=True):
    """A look at a form."""

    toolkit: str
    controls: tuple[Seen, ...]


Views = tuple[View, ...]


class _File(msgspec.Struct, frozen=True, array_like=True):
    digest: str
    views: list[Views]


def read(path: Path, digest: str) -> list[Views]:
    """Of an author's file, for each form in its order; none where there is no file. `digest`: of
    the forms as they are written now. Raises `UsageError` for a broken file, and for one of other
    forms."""
    if not path.exists():
        return []
    again = f"`python -m uitars_train.forms.views --only {path.stem}` makes it."
    try:
        found = msgspec.msgpack.decode(lzma.decompress(path.read_bytes()), type=_File)
    except (OSError, lzma.LZMAError, msgspec.MsgspecError) as error:
        raise UsageError(f"{path} cannot be read: {error}.", again) from error
    if found.digest != digest:
        raise UsageError(f"{path} was made of other forms than are written now.", again)
    return found.views


def write(path: Path, digest: str, views: Sequence[Views]) -> None:
    """The same."""
    with replaced(path) as file:
        file.write(lzma.compress(msgspec.msgpack.encode(_File(digest, [*views])), preset=9))
