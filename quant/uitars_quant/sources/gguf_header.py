"""The head of a GGUF file: keys and the places of tensors.

Every count and length is measured against what is left of the file before it is believed, so that
reading takes as long, and as much memory, as the file has bytes. Little-endian, versions 2 and 3.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from math import prod
from pathlib import Path
from typing import Any, Final

import numpy as np

from uitars_quant.errors import SourceError
from uitars_quant.sources.foreign import check_name, damage_told
from uitars_quant.sources.safetensors import read_exactly

PROJECTORS: Final = "*mmproj*.[gG][gG][uU][fF]"
"""Names of the files that hold the part that sees."""
_HEAD_LIMIT: Final = 48_000_000
"""Bytes of keys and names; the largest vocabularies in use take 20 million."""
_STRING: Final = 8
_ARRAY: Final = 9
_SCALARS: Final = {
    **{0: "<u1", 1: "<i1", 2: "<u2", 3: "<i2", 4: "<u4", 5: "<i4", 6: "<f4"},
    **{7: "|b1", 10: "<u8", 11: "<i8", 12: "<f8"},
}
_AXES: Final = 4
_LEAST_KEY: Final = 8 + 4 + 1
_LEAST_TENSOR: Final = 8 + 4 + 8 + 4 + 8


def is_gguf(path: Path) -> bool:
    """Whether a name says that the file is a GGUF file, be it in capitals."""
    return path.suffix.lower() == ".gguf"


@dataclass(frozen=True)
class Entry:
    """Where a tensor lies in the file."""

    name: str
    kind: Any
    """`GGMLQuantizationType`."""
    shape: tuple[int, ...]
    """The first axis first, as everywhere here; the file has it the other way round."""
    offset: int
    size: int


@dataclass(frozen=True)
class Head:
    """What a file says before its numbers."""

    facts: dict[str, Any]
    tensors: tuple[Entry, ...]


def read_head(file: Path) -> Head:
    """`SourceError` where the file is not whole, or says what cannot be."""
    size = file.stat().st_size
    reading = _Reading(read_exactly(file, 0, min(size, _HEAD_LIMIT)), file.name)
    with damage_told(f"The head of {file.name}"):
        if bytes(reading.bytes(4)) != b"GGUF":
            raise SourceError(f"{file.name} is not a GGUF file.")
        version, tensors, keys = reading.numbers("<IQQ")
        if version not in {2, 3}:
            raise SourceError(f"{file.name} is a GGUF file of the unknown version {version}.")
        facts = _facts(reading, keys)
        places = [_place(reading, file) for _ in range(reading.count(tensors, _LEAST_TENSOR))]
        alignment = facts.get("general.alignment", 32)
        if not isinstance(alignment, int) or not 0 < alignment < 1 << 20:
            raise SourceError(f"{file.name} has the alignment {alignment}.")
        start = reading.at + -reading.at % alignment
        entries = [_entry(*place, start, size, file) for place in places]
    _check_apart(entries, file)
    return Head(facts, tuple(entries))


class _Reading:
    """Takes the head apart from front to back."""

    def __init__(self, data: bytearray, name: str) -> None:
        self._data = memoryview(data)
        self._name = name
        self.at = 0

    def bytes(self, count: int) -> memoryview:
        if count > len(self._data) - self.at:
            raise SourceError(f"{self._name} is not a GGUF file, or it is cut short.")
        self.at += count
        return self._data[self.at - count : self.at]

    def numbers(self, form: str) -> tuple[int, ...]:
        return struct.unpack(form, self.bytes(struct.calcsize(form)))

    def count(self, count: int, least: int) -> int:
        """The number of things of so many bytes that follow."""
        if count > (len(self._data) - self.at) // least:
            raise SourceError(
                f"{self._name} speaks of {count} entries, for which it has no room.",
                "It is damaged or cut short.",
            )
        return count

    def text(self) -> str:
        (length,) = self.numbers("<Q")
        return str(self.bytes(length), "utf-8")

    def value(self, kind: int) -> Any:
        """A value of a key; arrays inside arrays are no GGUF that anybody writes."""
        if kind != _ARRAY:
            return self._single(kind)
        inner, count = self.numbers("<IQ")
        if inner == _STRING:
            return [self.text() for _ in range(self.count(count, 8))]
        if inner not in _SCALARS:
            raise SourceError(f"{self._name} holds an array of the unknown kind {inner}.")
        form = np.dtype(_SCALARS[inner])
        data = self.bytes(self.count(count, form.itemsize) * form.itemsize)
        return np.frombuffer(data, form).tolist()

    def _single(self, kind: int) -> Any:
        if kind == _STRING:
            return self.text()
        if kind not in _SCALARS:
            raise SourceError(f"{self._name} holds a key of the unknown kind {kind}.")
        form = np.dtype(_SCALARS[kind])
        return np.frombuffer(self.bytes(form.itemsize), form)[0].item()


def _facts(reading: _Reading, count: int) -> dict[str, Any]:
    facts: dict[str, Any] = {}
    for _ in range(reading.count(count, _LEAST_KEY)):
        name = reading.text()
        if name in facts:
            raise ValueError(f"the key {name[:80]!r} stands twice in it")
        (kind,) = reading.numbers("<I")
        facts[name] = reading.value(kind)
    return facts


def _place(reading: _Reading, file: Path) -> tuple[str, tuple[int, ...], int, int]:
    """Name, shape, kind and place of a tensor, as the file tells them."""
    name = reading.text()
    check_name(name, file)
    (axes,) = reading.numbers("<I")
    if not 0 < axes <= _AXES:
        raise SourceError(f"The tensor {name} in {file.name} has {axes} axes.")
    shape = reading.numbers(f"<{axes}Q")
    kind, offset = reading.numbers("<IQ")
    return name, shape[::-1], kind, offset


def _entry(
    name: str, shape: tuple[int, ...], kind: int, offset: int, start: int, end: int, file: Path
) -> Entry:
    from gguf import GGML_QUANT_SIZES, GGMLQuantizationType

    named = GGMLQuantizationType(kind)
    block, width = GGML_QUANT_SIZES[named]
    if 0 in shape or shape[-1] % block:
        raise SourceError(f"The tensor {name} in {file.name} cannot have the shape {shape}.")
    size = prod(shape) // block * width
    if start + offset + size > end:
        raise SourceError(f"{file.name} is cut short inside the tensor {name}.")
    return Entry(name, named, shape, start + offset, size)


def _check_apart(entries: list[Entry], file: Path) -> None:
    """`SourceError` where two tensors have one name, or share bytes."""
    if len({entry.name for entry in entries}) < len(entries):
        raise SourceError(f"{file.name} holds two tensors of one name.")
    last: Entry | None = None
    for entry in sorted(entries, key=lambda one: one.offset):
        if last is not None and last.offset + last.size > entry.offset:
            raise SourceError(f"The tensors {last.name} and {entry.name} of {file.name} overlap.")
        last = entry
