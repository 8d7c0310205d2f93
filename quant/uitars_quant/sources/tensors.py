"""What every source offers: tensors under the names of the Hugging Face hub, read when asked.

A tensor is a name, a shape and a way to read it. Fused experts appear one by one, so nothing larger
than one matrix of one expert is ever read at once.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum
from math import prod
from pathlib import Path
from typing import Final

from uitars_quant.numerics.grid import Floats

Json = Mapping[str, object]

SLICE: Final = 1 << 20
"""Values of a tensor that are worked on at a time, about: they stay in a processor's cache."""


class Role(Enum):
    """What a tensor is for, as far as its size matters."""

    MATRIX = "matrix"
    """Multiplies with activations, in every step: four bits are for these."""
    TABLE = "table"
    """Words in and out: eight bits where the format has them."""
    OTHER = "other"
    """Norms, biases, routers, and all that sees: left as it is."""


@dataclass(frozen=True)
class Tensor:
    """A tensor that has not been read yet."""

    name: str
    """As on the hub: `model.layers.0.mlp.experts.3.up_proj.weight`."""
    shape: tuple[int, ...]
    """Matrices are (outputs, inputs)."""
    stored: str
    """Type in the source, as safetensors writes it: `BF16`, `F16`, `F32`, or a GGUF type."""
    rows: Callable[[int, int], Floats] = field(compare=False)
    """Rows of the first axis as float32; `SourceError` where the file is cut short."""

    role: Role = Role.OTHER

    def read(self) -> Floats:
        """All values as float32."""
        return self.rows(0, self.shape[0] if self.shape else 1)

    def slices(self, values: int = SLICE) -> Iterator[tuple[int, Floats]]:
        """First row and rows, about `values` numbers at a time."""
        count = self.shape[0] if self.shape else 1
        step = max(1, values // max(1, self.size // max(1, count)))
        for start in range(0, count, step):
            yield start, self.rows(start, min(start + step, count))

    @property
    def size(self) -> int:
        """Number of values."""
        return prod(self.shape)


@dataclass(frozen=True)
class Source:
    """A checkpoint: what it is, its tensors in the order of the network, and what goes with it."""

    path: Path
    config: Json
    """`config.json` of the hub, given or made from the source's own facts."""
    tensors: Mapping[str, Tensor]
    companions: tuple[Path, ...]
    """Tokenizer, chat template, processor: files that the result needs too."""
    vocabulary: Callable[[], Mapping[str, object]] = field(compare=False)
    """GGUF keys of the tokenizer, `tokenizer.*`; read when a GGUF file is written."""

    @property
    def name(self) -> str:
        """That of its folder, or of its file without the ending; of a hub's cache the model's."""
        if not self.path.is_dir():
            return plain(self.path.stem)
        folder = self.path.resolve()
        if folder.parent.name == "snapshots":  # models--ORG--NAME/snapshots/REVISION
            return plain(folder.parent.parent.name.rpartition("--")[2])
        return plain(folder.name)

    @property
    def bytes(self) -> int:
        """Size of the source's tensors, at their stored types' width."""
        return sum(tensor.size * width(tensor.stored) for tensor in self.tensors.values())


def plain(name: str) -> str:
    """A file's name as text that can be written: its bytes may be none."""
    return os.fsencode(name).decode(errors="replace")


def width(stored: str) -> int:
    """Bytes of a value of a plain type; 2 for what is packed (its 16-bit equivalent)."""
    return {"F32": 4, "F64": 8, "I64": 8, "I32": 4, "I8": 1, "U8": 1}.get(stored, 2)
