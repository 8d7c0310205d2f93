"""What every reader asks of files that others made: which are opened, and what damage becomes.

A checkpoint comes from anywhere. A file is opened where it is a regular one inside the folder that
was named; whatever a decoder raises at what it holds is one sentence. Nothing here knows a format.
"""

from __future__ import annotations

import errno
import json
import os
import stat
import struct
from collections.abc import Callable, Generator, Iterable, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, Final, cast

from uitars_quant.errors import SourceError
from uitars_quant.numerics.grid import Floats
from uitars_quant.sources.tensors import Source, Tensor

_JSON_LIMIT: Final = 64_000_000
"""Bytes; the largest tokenizer.json in use has 35 million."""
_DAMAGE: Final = (
    *(ValueError, LookupError, TypeError, AttributeError, ArithmeticError, AssertionError),
    *(RecursionError, NotImplementedError, MemoryError, OSError, struct.error),
)
"""What decoders raise, ours and those of libraries, at data that nobody meant."""
_WORDS: Final = 200
"""Characters of a decoder's own words that are told."""


@contextmanager
def damage_told(what: str) -> Generator[None]:
    """Any failure of reading becomes a `SourceError` that names what was read."""
    try:
        yield
    except _DAMAGE as error:
        words = " ".join(str(error).split())[:_WORDS]
        name = type(error).__name__
        why = "it is nested too deeply" if isinstance(error, RecursionError) else words or name
        why = f"it lacks {words}" if isinstance(error, KeyError) else why
        raise SourceError(f"{what} cannot be read: {why}.") from error


def regular(file: Path, folder: Path) -> Path:
    """The file, where it is a regular one inside the folder; `SourceError` for anything else.

    A link may lead elsewhere in the folder, or to the `blobs` of a model hub's cache.
    """
    try:
        real, root = file.resolve(strict=True), folder.resolve(strict=True)
        kind = real.stat().st_mode
    except (OSError, RuntimeError) as error:
        why = getattr(error, "strerror", None) or error
        raise SourceError(f"{file} cannot be read ({why}).") from error
    blobs = root.parent.parent / "blobs"
    of_hub = root.parent.name == "snapshots" and real.parent == blobs
    if not of_hub and not real.is_relative_to(root):
        raise SourceError(f"{file} leads out of its folder, to {real}: it is not read.")
    if not stat.S_ISREG(kind):
        raise SourceError(f"{file} is no regular file: it is not read.")
    if not os.access(real, os.R_OK):
        raise SourceError(f"{file} cannot be read ({os.strerror(errno.EACCES)}).")
    return file


def companions(folder: Path, patterns: Iterable[str]) -> tuple[Path, ...]:
    """The files of a folder that go with a checkpoint."""
    found = {path for pattern in patterns for path in folder.glob(pattern)}
    return tuple(regular(path, folder) for path in sorted(found) if not path.is_dir())


def json_object(file: Path, folder: Path | None = None) -> dict[str, Any]:
    """The object that a JSON file holds; no name stands twice in it."""
    regular(file, folder or file.parent)
    if file.stat().st_size > _JSON_LIMIT:
        raise SourceError(f"{file} is larger than {_JSON_LIMIT} bytes: it is not read.")
    with damage_told(str(file)):
        return decoded_object(file.read_bytes(), str(file))


def decoded_object(data: bytes | bytearray, name: str) -> dict[str, Any]:
    """The same of bytes; `name` says what they are."""
    try:
        value: object = json.loads(data, object_pairs_hook=_distinct)
    except ValueError as error:
        raise SourceError(f"{name} is not JSON ({error}).") from error
    except RecursionError as error:
        raise SourceError(f"{name} is nested too deeply.") from error
    if not isinstance(value, dict):
        raise SourceError(f"{name} holds no JSON object.")
    return cast("dict[str, Any]", value)


def guarded(source: Source) -> Source:
    """The same source, whose tensors and words become a `SourceError` where they are damaged."""
    if not source.tensors:
        raise SourceError(f"{source.path} holds no tensors.")
    return replace(
        source,
        tensors={name: _guarded(tensor) for name, tensor in source.tensors.items()},
        vocabulary=_told(source.vocabulary, f"The tokenizer of {source.path}"),
    )


def check_name(name: str, file: Path) -> None:
    """`SourceError` for a tensor's name that no line of text can hold."""
    if not name.isprintable() or not 0 < len(name) <= _WORDS:
        raise SourceError(f"{file.name} names a tensor {name[:40]!r}.")


def _guarded(tensor: Tensor) -> Tensor:
    def rows(start: int, stop: int) -> Floats:
        with damage_told(f"The tensor {tensor.name}"):
            return tensor.rows(start, stop)

    return replace(tensor, rows=rows)


def _told(
    read: Callable[[], Mapping[str, object]], what: str
) -> Callable[[], Mapping[str, object]]:
    def told() -> Mapping[str, object]:
        with damage_told(what):
            words = read()
            for value in words.values():  # JSON can spell halves of signs, which no file can hold.
                texts = cast("list[object]", value) if isinstance(value, list) else [value]
                "".join(text for text in texts if isinstance(text, str)).encode()
            return words

    return told


def _distinct(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in found if names.count(name) > 1)
        raise ValueError(f"{twice[:80]!r} stands twice in it")
    return found
