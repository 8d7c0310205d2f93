"""Whether a result says what its source says.

Every tensor of the source must be there, in its shape, and mean nearly the same. Methods that scale
inputs multiply columns and rows; such factors change nothing of the network, so they are taken out
before weights are compared. What reads a norm has the factors that the norm lost; those between two
matrices are found by least squares in the rows of the first, and the columns of the second must
have lost the same.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final, cast

import numpy as np

from uitars_quant.calibration.facts import facts
from uitars_quant.errors import VerificationError
from uitars_quant.numerics.grid import Floats
from uitars_quant.recipe import Method
from uitars_quant.sources.config import text_config
from uitars_quant.sources.foreign import json_object
from uitars_quant.sources.gguf_header import is_gguf
from uitars_quant.sources.names import is_vision, layer_name
from uitars_quant.sources.tensors import Role, Source, Tensor
from uitars_quant.targets.compressed_tensors import described
from uitars_quant.targets.files import digest, recorded

LIMIT: Final = 0.25
"""Relative error of a four-bit matrix from which on something must be wrong."""
_PLAIN_LIMIT: Final = 0.02
_BEYOND: Final = tuple(np.float32(65504 * code) for code in (7, 8, 127))
"""What a weight becomes whose scale would have to be larger than any in 16 bits."""
_COARSE: Final = frozenset({"Q4", "Q5", "Q6"})
"""How the names of llama.cpp's types begin that keep words, too, in fewer than eight bits."""
_READS: Final = (
    ("input_layernorm.weight", re.compile(r"self_attn\.[qkv]_proj\.weight")),
    (
        "post_attention_layernorm.weight",
        re.compile(r"mlp\.(gate|(experts\.\d+\.)?(gate|up)_proj)\.weight"),
    ),
)
"""A norm and what reads it."""
_ROWS: Final = re.compile(r"(self_attn\.v|mlp\.(experts\.\d+\.)?up)_proj\.weight")
_COLUMNS: Final = re.compile(r"(self_attn\.o|mlp\.(experts\.\d+\.)?down)_proj\.weight")
"""Their columns have the factors that those rows lost."""
_LOSES: Final = re.compile(r"(input|post_attention)_layernorm\.weight")
"""What may have lost any factors, so that only signs are compared."""
_BIASES: Final = re.compile(r"(self_attn\.v|mlp\.up)_proj\.bias")
"""They lost what the rows of their weights lost, as far as these tell it."""


@dataclass(frozen=True)
class Compared:
    """A tensor of the source and what the result made of it."""

    name: str
    stored: str
    error: float
    """Relative, after factors were taken out."""


def verify(result: Source, source: Source, *, moved: bool = True) -> list[Compared]:
    """All tensors compared; `VerificationError` for the first that is missing or wrong, and for a
    config of another network. `moved`: whether factors may have moved between layers."""
    _check_told(result, source)
    compared: list[Compared] = []
    for tensor in source.tensors.values():
        if is_vision(tensor.name) and is_gguf(result.path):
            continue  # It lies in a file of its own.
        found = _found(result, tensor.name)
        if found is None:
            raise VerificationError(f"The tensor {tensor.name} is not in the result.")
        if found.shape != tensor.shape:
            raise VerificationError(
                f"The tensor {tensor.name} has the shape {found.shape}, its source {tensor.shape}."
            )
        error = compare(tensor, found, _columns(tensor, source, result) if moved else None)
        rounded = tensor.role is Role.MATRIX or found.stored[:2] in _COARSE
        rounded = rounded or (moved and _is_lost_with_rows(tensor))
        limit = LIMIT if rounded else _PLAIN_LIMIT
        if not error < limit:
            raise VerificationError(
                f"The tensor {tensor.name} differs from its source by {100 * error:.1f} %."
            )
        compared.append(Compared(tensor.name, found.stored, error))
    return compared


def _check_told(result: Source, source: Source) -> None:
    """`VerificationError` where the result is said to be another network than its source."""
    if source.config["model_type"] == "embedded":
        return
    told, expected = (
        _network(one.config) if is_gguf(result.path) else dict(_flat(described(one.config)))
        for one in (result, source)
    )
    for name, value in expected.items():
        if not name.startswith("quantization_config") and told.get(name) != value:
            raise VerificationError(
                f"The result says that {name} is {told.get(name)}, its source {value}."
            )


def _flat(config: Mapping[str, object]) -> Iterator[tuple[str, object]]:
    """What a config says, and its parts, under their whole names: `text_config.hidden_size`."""
    for name, value in config.items():
        if isinstance(value, dict):
            inner = cast("dict[str, object]", value)
            yield from ((f"{name}.{part}", told) for part, told in _flat(inner))
        else:
            yield name, value


def _network(config: Mapping[str, object]) -> dict[str, object]:
    """What a GGUF file tells of a network, with its numbers in 32 bits and its families' names."""
    told: dict[str, object] = {
        name: float(np.float32(value)) if isinstance(value, float) else value
        for name, value in vars(facts(config)).items()
    }
    if told["family"] == "qwen2_vl":
        told["family"] = "qwen2_5_vl"
    return told


def check_hashes(out: Path, record: Path) -> None:
    """`VerificationError` where a file is not the one that was recorded when it was written."""
    folder = out if out.is_dir() else out.parent
    for name, expected in recorded(record).items():
        if Path(name).name != name or not (folder / name).is_file():
            raise VerificationError(f"The file {name} is missing.")
        if digest(folder / name) != expected:
            raise VerificationError(f"The file {name} is not the one that was written.")


def may_have_moved(record: Path) -> bool:
    """Whether a result's method may have moved factors between layers: not where its record names
    one that moves none."""
    still = [method.value for method in Method if not method.scales_inputs]
    return not record.is_file() or json_object(record).get("method") not in still


def compare(tensor: Tensor, found: Tensor, columns: Floats | None) -> float:
    """Relative error of a result's tensor. `columns`: what they are multiplied by first, 0 where
    nothing tells it; None where no factor was moved."""
    name = layer_name(tensor.name)
    part = "" if name is None or columns is None else name.part
    if _LOSES.fullmatch(part):
        differ = np.not_equal(np.sign(found.read()), np.sign(tensor.read()))
        return float(differ.mean())
    difference = whole = 0.0
    for original, meant in _pieces(tensor, found):
        if found.stored != tensor.stored and np.isin(np.abs(meant), _BEYOND).any():
            raise VerificationError(
                f"The tensor {tensor.name} holds weights too large for the result's scales."
            )
        if columns is not None and not columns.all():
            columns = np.where(columns, columns, fitting(original, meant, 0))
        if columns is not None:
            meant = np.asarray(meant * columns, np.float32)
        if _ROWS.fullmatch(part):
            meant = meant * fitting(original, meant, 1)
        difference += float(np.square(meant - original, dtype=np.float64).sum())
        whole += float(np.square(original, dtype=np.float64).sum())
    return float(np.sqrt(difference / whole)) if whole else float(difference > 0)


def fitting(original: Floats, meant: Floats, axis: int) -> Floats:
    """Factors above 0 of rows (1) or columns (0) by which `meant` is nearest to `original`; 1 where
    there is none."""
    power = np.square(meant, dtype=np.float64).sum(axis, keepdims=True)
    overlap = (meant * original).sum(axis, keepdims=True, dtype=np.float64)
    usable = (power > 0) & (overlap > 0)
    return np.where(usable, overlap / np.where(usable, power, 1), 1).astype(np.float32)


def _columns(tensor: Tensor, source: Source, result: Source) -> Floats:
    """Factors of the columns, as for `compare`: what the norm or the rows before a matrix lost, or
    the rows that a bias is of; ones for all that is neither."""
    name = layer_name(tensor.name)
    if name is None:
        return np.ones(1, np.float32)
    root = tensor.name.removesuffix(name.part)
    for norm, reads in _READS:
        pair = _pair(f"{root}{norm}", source, result)
        if pair and reads.fullmatch(name.part):
            original, meant = (one.read() for one in pair)
            usable = (original != 0) & (meant != 0)
            return np.where(usable, meant / np.where(usable, original, 1), 1)
    if _COLUMNS.fullmatch(name.part):
        before = name.part.replace("attn.o_", "attn.v_").replace(".down_", ".up_")
        pair = _pair(f"{root}{before}", source, result)
        if pair:
            return _lost_by_rows(tensor.shape[1], pair, source, result)
    pair = _pair(tensor.name.removesuffix("bias") + "weight", source, result)
    own = _pair(tensor.name, source, result)
    if pair and own and _is_lost_with_rows(tensor):
        alone = fitting(own[0].read()[None], own[1].read()[None], 0)[0]
        return np.where(pair[1].read().any(1), _row_factors(pair, source, result), alone)
    return np.ones(1, np.float32)


def _is_lost_with_rows(tensor: Tensor) -> bool:
    name = layer_name(tensor.name)
    return name is not None and _BIASES.fullmatch(name.part) is not None


def _row_factors(pair: tuple[Tensor, Tensor], source: Source, result: Source) -> Floats:
    """By what the rows of a result's matrix are multiplied to be nearest to the source's."""
    original, meant = (one.read() for one in pair)
    return fitting(original, meant * _columns(pair[0], source, result), 1)[:, 0]


def _lost_by_rows(
    inputs: int, pair: tuple[Tensor, Tensor], source: Source, result: Source
) -> Floats:
    """Factors of a matrix' columns: its inputs are what the rows of the one before it make."""
    lost = np.where(pair[1].read().any(1), 1 / _row_factors(pair, source, result), 0)
    text = text_config(source.config)
    heads = text.get("num_key_value_heads") or text.get("num_attention_heads") or 1
    if inputs == len(lost):
        return lost
    if inputs % len(lost) or len(lost) % heads:
        return np.ones(1, np.float32)
    # Heads that share a key share the rows of v, too.
    return np.repeat(lost.reshape(heads, -1), inputs // len(lost), 0).reshape(-1)


def _pair(name: str, source: Source, result: Source) -> tuple[Tensor, Tensor] | None:
    """A tensor in both, where it has one shape."""
    before, after = _found(source, name), _found(result, name)
    return (before, after) if before and after and before.shape == after.shape else None


def _pieces(tensor: Tensor, found: Tensor) -> Iterator[tuple[Floats, Floats]]:
    if tensor.role is Role.MATRIX or not tensor.shape:
        yield tensor.read(), found.read()
        return
    for start, original in tensor.slices():
        yield original, found.rows(start, start + len(original))


def _found(source: Source, name: str) -> Tensor | None:
    """A tensor, also of a format that has one name for all roots."""
    renamed = name.replace("model.language_model.", "model.")
    return source.tensors.get(name) or source.tensors.get(renamed)
