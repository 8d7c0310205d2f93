"""What would be written, how large, and whether it fits: from headers alone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from uitars_quant.recipe import FileType, Format, Recipe, Storage
from uitars_quant.sources.gguf_header import is_gguf
from uitars_quant.sources.names import is_vision
from uitars_quant.sources.projector import projector_of
from uitars_quant.sources.tensors import SLICE, Role, Source, Tensor, width
from uitars_quant.targets import compressed_tensors, gguf_file

_BASE: Final = 120_000_000
"""Bytes of the program and its libraries."""
_TORCH: Final = 250_000_000
_TOKENS: Final = 16 * 512

LLAMA_BITS: Final = {
    FileType.Q4_K_S: 4.6,
    FileType.Q4_K_M: 4.9,
    FileType.Q5_K_M: 5.7,
    FileType.Q6_K: 6.6,
    FileType.Q8_0: 8.5,
}
"""Bits per weight of llama.cpp's mixtures, about; matrices that fit no block of 256 take more."""


@dataclass(frozen=True)
class Plan:
    """The size of a result and of the work."""

    parameters: int
    source_bytes: int
    bytes: int
    """Of the tensors written."""
    counts: dict[Storage, int]
    """Tensors by how they are kept."""
    memory: int
    """Bytes needed at once, about."""
    disk: int
    """Bytes of the files that lie there at once, about."""

    @property
    def bits_per_weight(self) -> float:
        """Of all that is written."""
        return round(8 * self.bytes / self.parameters, 3) if self.parameters else 0.0


def make_plan(source: Source, recipe: Recipe) -> Plan:
    """Read nothing but what was read when the source was opened."""
    counts = dict.fromkeys(Storage, 0)
    parameters = 0
    for tensor in source.tensors.values():
        if recipe.format is Format.GGUF and is_vision(tensor.name):
            continue
        counts[recipe.storage(tensor)] += 1
        parameters += tensor.size
    written = _written(source, recipe)
    memory, disk = memory_needed(source, recipe), written + _beside(source, recipe)
    return Plan(parameters, source.bytes, written, counts, memory, disk)


def memory_needed(source: Source, recipe: Recipe) -> int:
    """Bytes at once: the largest slice in float32, its copies, and the program.

    With data also torch, the hidden states, and the moments of the widest input.
    """
    largest = max((min(tensor.size, SLICE) for tensor in source.tensors.values()), default=0)
    if not recipe.method.needs_data:
        return _BASE + 6 * 4 * largest
    matrices = [tensor for tensor in source.tensors.values() if tensor.role is Role.MATRIX]
    matrix = max((tensor.size for tensor in matrices), default=0)
    inputs = max((tensor.shape[1] for tensor in matrices), default=0)
    return _BASE + _TORCH + 8 * 4 * matrix + 5 * 8 * inputs**2 + 12 * 4 * _TOKENS * inputs


def _beside(source: Source, recipe: Recipe) -> int:
    """Bytes beside a GGUF file: the projector, and the 16-bit file that llama.cpp starts from."""
    if recipe.format is not Format.GGUF:
        return 0
    halves = (
        tensor.size
        for tensor in source.tensors.values()
        if is_vision(tensor.name) or recipe.file_type.by_llama
    )
    copied = projector_of(source.path) if is_gguf(source.path) else None
    return 2 * sum(halves) + (copied.stat().st_size if copied else 0)


def _written(source: Source, recipe: Recipe) -> int:
    """Bytes of the tensors of the result."""
    match recipe.format:
        case Format.COMPRESSED_TENSORS:
            return compressed_tensors.planned_bytes(source, recipe)
        case Format.GGUF if recipe.file_type.by_llama:
            size = sum(t.size for t in source.tensors.values() if not is_vision(t.name))
            return round(size * LLAMA_BITS[recipe.file_type] / 8)
        case Format.GGUF:
            return gguf_file.planned_bytes(source, recipe)
        case Format.ONNX:
            return round(sum(_onnx_bytes(tensor, recipe) for tensor in source.tensors.values()))


def _onnx_bytes(tensor: Tensor, recipe: Recipe) -> float:
    match recipe.storage(tensor):
        case Storage.FOUR_BITS:
            return tensor.size * (0.5 + 4 / recipe.group)
        case Storage.EIGHT_BITS:
            return tensor.size + 4 * tensor.shape[0]
        case Storage.SIXTEEN_BITS | Storage.PLAIN:
            return tensor.size * width(tensor.stored)
