"""safetensors files, read by slices with plain reads.

A mapped file would count as this program's memory, page by page; reads into a buffer do not. The
format is a length, a JSON header and raw little-endian numbers, so it needs no library and nothing
in it can run.
"""

from __future__ import annotations

import os
import struct
from collections.abc import Mapping
from dataclasses import dataclass
from math import prod
from pathlib import Path
from typing import Any, Final, cast

import numpy as np
from numpy.typing import NDArray

from uitars_quant.errors import SourceError
from uitars_quant.numerics.grid import Floats
from uitars_quant.sources.foreign import check_name, damage_told, decoded_object

_HEADER_LIMIT: Final = 16_000_000
"""Bytes: some hundred thousand tensors."""
_AXES: Final = 8
_TYPES: Final[Mapping[str, str]] = {
    "F64": "<f8",
    "F32": "<f4",
    "F16": "<f2",
    "BF16": "<u2",
    "I64": "<i8",
    "I32": "<i4",
    "I16": "<i2",
    "I8": "|i1",
    "U8": "|u1",
    "BOOL": "|b1",
}


@dataclass(frozen=True)
class Slot:
    """Where a tensor lies in a file."""

    name: str
    file: Path
    stored: str
    shape: tuple[int, ...]
    offset: int

    @property
    def end(self) -> int:
        """The byte after its last."""
        return self.offset + prod(self.shape) * np.dtype(_TYPES[self.stored]).itemsize

    def array(self, start: int = 0, stop: int | None = None) -> NDArray[Any]:
        """Rows `start` to `stop` of the first axis, as stored; bfloat16 as its 16 bits."""
        rows = (self.shape[0] if self.shape else 1) if stop is None else stop
        shape = (rows - start, *self.shape[1:]) if self.shape else ()
        kind = np.dtype(_TYPES[self.stored])
        inner = prod(self.shape[1:]) * kind.itemsize
        raw = read_exactly(self.file, self.offset + start * inner, prod(shape) * kind.itemsize)
        if len(raw) < prod(shape) * kind.itemsize:
            raise SourceError(f"{self.file.name} is cut short inside the tensor {self.name}.")
        return np.frombuffer(raw, kind).reshape(shape)

    def floats(self, start: int = 0, stop: int | None = None) -> Floats:
        """The same as float32."""
        values = self.array(start, stop)
        if self.stored == "BF16":
            wide = values.astype(np.uint32)
            wide <<= np.uint32(16)
            return wide.view(np.float32)
        return values.astype(np.float32)


def read_exactly(file: Path, offset: int, count: int) -> bytearray:
    """`count` bytes, fewer only at the end of the file."""
    buffer = bytearray(count)
    view, done = memoryview(buffer), 0
    with file.open("rb", buffering=0) as stream:
        while done < count:
            read = os.preadv(stream.fileno(), [view[done:]], offset + done)
            if not read:
                view.release()
                return buffer[:done]
            done += read
    return buffer


def slots(file: Path) -> dict[str, Slot]:
    """All tensors of a file, in the file's order; `SourceError` where it is not whole."""
    size = file.stat().st_size
    length = struct.unpack("<Q", read_exactly(file, 0, 8).ljust(8, b"\0"))[0]
    if not 2 <= length <= min(size - 8, _HEADER_LIMIT):
        raise SourceError(
            f"{file.name} is not a safetensors file, or it is cut short.",
            "Fetch it again; a clone of a hub's repository has its files after: git lfs pull",
        )
    header = decoded_object(read_exactly(file, 8, length), f"The header of {file.name}")
    with damage_told(f"The header of {file.name}"):
        entries = [
            _slot(name, entry, file, 8 + length)
            for name, entry in header.items()
            if name != "__metadata__"
        ]
    # An empty tensor shares its place with the one after it, however the header orders them.
    entries.sort(key=lambda slot: (slot.offset, slot.end))
    last: Slot | None = None
    for slot in entries:
        if last is not None and last.end > slot.offset:
            raise SourceError(f"The tensors {last.name} and {slot.name} of {file.name} overlap.")
        last, end = slot, slot.end
        if end > size:
            raise SourceError(
                f"{file.name} is cut short: the tensor {slot.name} ends at byte {end}, "
                f"the file at {size}.",
                "Fetch the file again.",
            )
    return {slot.name: slot for slot in entries}


def _slot(name: str, entry: Mapping[str, Any], file: Path, base: int) -> Slot:
    check_name(name, file)
    stored, shape = str(entry["dtype"])[:20], _whole(entry["shape"])
    begin, end = _whole(entry["data_offsets"])
    if stored not in _TYPES:
        raise SourceError(f"The tensor {name} in {file.name} has the unknown type {stored}.")
    if end - begin != prod(shape) * np.dtype(_TYPES[stored]).itemsize or begin < 0:
        raise SourceError(f"The tensor {name} in {file.name} has {end - begin} bytes, not {shape}.")
    return Slot(name, file, stored, shape, base + begin)


def _whole(told: object) -> tuple[int, ...]:
    """A short list of sizes. Raises `ValueError` for anything else."""
    numbers = cast("list[object]", told if isinstance(told, list) else [None])
    if len(numbers) > _AXES:
        raise ValueError("a shape has more axes than any tensor")
    if not all(type(one) is int and 0 <= one < 1 << 63 for one in numbers):
        raise ValueError("a shape or a place holds what is no size")
    return tuple(cast("list[int]", numbers))
