"""Results on disk, one a line, so that an evaluation that was cut off goes on where it was.

A file belongs to one set and one player, both told by their bytes (`fingerprint.py`), so that other
weights never get the answers of these. After a change of the product's code delete the folder.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Generic, TypeVar

import msgspec

from uitars_train.appending import append_lines, whole_lines
from uitars_train.evaluate import fingerprint

_Result = TypeVar("_Result")


class _Line(msgspec.Struct, frozen=True):
    key: str
    result: msgspec.Raw


class Kept(Generic[_Result]):
    """The results of one player on one set. For any thread."""

    def __init__(self, path: Path | None, decoder: msgspec.json.Decoder[_Result]) -> None:
        """`path`: None to keep nothing. What a killed process left of a line is no result."""
        self._path = path
        self._decoder = decoder
        self._lines: dict[str, msgspec.Raw] = {}
        self._writing = threading.Lock()
        if path is not None and path.exists():
            for data in whole_lines(path):
                line = msgspec.json.decode(data, type=_Line)
                self._lines[line.key] = msgspec.Raw(bytes(line.result))

    @property
    def count(self) -> int:
        """How many there are."""
        return len(self._lines)

    def has(self, key: str) -> bool:
        """Whether there is a result of an item."""
        return key in self._lines

    def once(
        self,
        key: str,
        make: Callable[[], _Result],
        lasts: Callable[[_Result], bool] = lambda _: True,
    ) -> _Result:
        """The result of an item; made where there is none, and on disk before it is given. `lasts`:
        whether it says something of the player; what does not is made again the next time."""
        if key in self._lines:
            return self._decoder.decode(self._lines[key])
        result = make()
        if self._path is not None and lasts(result):
            line = _Line(key, msgspec.Raw(msgspec.json.encode(result)))
            self._path.parent.mkdir(parents=True, exist_ok=True)
            with self._writing:
                append_lines(self._path, [msgspec.json.encode(line)])
            self._lines[key] = line.result
        return result


def kept(
    folder: Path | None,
    name: str,
    of: tuple[bytes, ...],
    decoder: msgspec.json.Decoder[_Result],
) -> Kept[_Result]:
    """The results `name` in a folder; `of`: what they depend on. Says where some are of before: of
    the code that gave them nothing is known."""
    path = None if folder is None else folder / f"{name}-{fingerprint.of_bytes(*of)}.jsonl"
    found = Kept(path, decoder)
    if found.count:
        sys.stderr.write(
            f"{path} holds {found.count} answers. Delete it after a change of the code.\n"
        )
    return found
