"""One file a program: tables of columns, each different element once, packed by LZMA.

Screens of one program share most of their elements, so a screen is a list of row numbers. Not here:
what the values mean (`records.py`).
"""

from __future__ import annotations

import lzma
from collections.abc import Hashable, Iterator
from pathlib import Path
from typing import Any, Final, Generic, TypeVar

import msgspec

from uitars_runtime.element import Element
from uitars_runtime.errors import UsageError
from uitars_runtime.replacing import replaced
from uitars_train.harvest.records import Deed, Look, Program, Screen, Truth

SUFFIX: Final = ".harvest"
_FORMAT: Final = 1
_FILTERS: Final = [{"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME}]
_Row = TypeVar("_Row", bound=Hashable)


class _Page(msgspec.Struct, frozen=True, array_like=True):
    """A screen; elements as rows of the tables."""

    look: int
    before: int
    deeds: tuple[Deed, ...]
    window: str
    seen: tuple[int, ...]
    true: tuple[int, ...]


class _File(msgspec.Struct, frozen=True):
    version: int
    head: dict[str, str]
    looks: tuple[Look, ...]
    elements: dict[str, list[Any]]
    """Columns of `Element`."""
    truths: dict[str, list[Any]]
    """Columns of `Truth`, its element a row of `elements`."""
    pages: tuple[_Page, ...]
    crops: tuple[bytes, ...]


class _Table(Generic[_Row]):
    """Each different row once."""

    def __init__(self) -> None:
        self.rows: dict[_Row, int] = {}

    def place(self, row: _Row) -> int:
        return self.rows.setdefault(row, len(self.rows))

    def columns(self) -> dict[str, list[Any]]:
        rows = [msgspec.to_builtins(row) for row in self.rows]
        return {key: [row[key] for row in rows] for key in rows[0]} if rows else {}


class _TruthRow(msgspec.Struct, frozen=True):
    """A `Truth` whose element is a row."""

    element: int
    told: str
    description: str
    states: tuple[str, ...]
    row: int
    column: int
    confirmed: bool
    crop: int


def write(program: Program, folder: Path) -> Path:
    """The program's file, whole or not at all; an earlier one is replaced."""
    elements: _Table[Element] = _Table()
    truths: _Table[_TruthRow] = _Table()
    pages = tuple(
        _Page(
            one.look,
            one.before,
            one.deeds,
            one.window,
            tuple(elements.place(_rounded(seen)) for seen in one.seen),
            tuple(truths.place(_row(true, elements)) for true in one.true),
        )
        for one in program.screens
    )
    head = {name: str(getattr(program, name)) for name in _HEAD}
    whole = _File(
        _FORMAT, head, program.looks, elements.columns(), truths.columns(), pages, program.crops
    )
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{program.name}{SUFFIX}"
    with replaced(path) as file:
        file.write(lzma.compress(msgspec.msgpack.encode(whole), filters=_FILTERS))
    return path


_HEAD: Final = ("name", "package", "version", "toolkit", "licence")


def read(path: Path) -> Program:
    """A program as it was written. Raises `UsageError` where the file is none of a harvest."""
    try:
        whole = msgspec.msgpack.decode(lzma.decompress(path.read_bytes()), type=_File)
    except (OSError, lzma.LZMAError, msgspec.DecodeError, UnicodeError) as error:
        raise UsageError(f"{path} is no file of a harvest: {error}.") from error
    if whole.version != _FORMAT:
        raise UsageError(f"{path} is of format {whole.version}, not {_FORMAT}.")
    elements = [msgspec.convert(row, Element) for row in _rows(whole.elements)]
    rows = [msgspec.convert(row, _TruthRow) for row in _rows(whole.truths)]
    truths = [Truth(elements[row.element], *msgspec.structs.astuple(row)[1:]) for row in rows]
    screens = tuple(
        Screen(
            page.look,
            page.before,
            page.deeds,
            page.window,
            tuple(elements[place] for place in page.seen),
            tuple(truths[place] for place in page.true),
        )
        for page in whole.pages
    )
    head = {name: whole.head[name] for name in _HEAD}
    return Program(**head, looks=whole.looks, screens=screens, crops=whole.crops)


def read_all(folder: Path) -> Iterator[Program]:
    """Every program of a harvest, in the order of their names. Raises `UsageError` where there is
    no such folder."""
    yield from map(read, files(folder))


def files(folder: Path) -> list[Path]:
    """Of every program of a harvest, in the order of their names. Raises `UsageError` where there
    is no such folder."""
    if not folder.is_dir():
        raise UsageError(f"There is no folder {folder}.", "Give the folder of a harvest.")
    return sorted(folder.glob(f"*{SUFFIX}"))


def _rows(columns: dict[str, list[Any]]) -> Iterator[dict[str, Any]]:
    for values in zip(*columns.values(), strict=True):
        yield dict(zip(columns, values, strict=True))


def _row(true: Truth, elements: _Table[Element]) -> _TruthRow:
    return _TruthRow(elements.place(true.element), *msgspec.structs.astuple(true)[1:])


def _rounded(seen: Element) -> Element:
    """With likelihoods to two places: more is noise, and does not pack."""
    meanings = tuple((name, round(share, 2)) for name, share in seen.meanings)
    return msgspec.structs.replace(seen, confidence=round(seen.confidence, 2), meanings=meanings)
