"""GGUF files for llama.cpp: Q4_0 matrices, 8-bit tables, everything else in float32.

Or matrices and tables in 16 bits, for what llama.cpp rounds itself (`llama_quantizer`).

Experts lie in one tensor per layer; each is written to its place as it comes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, cast

import numpy as np
from numpy.typing import NDArray

from uitars_quant.calibration.facts import Facts, facts
from uitars_quant.errors import SourceError, WriteError
from uitars_quant.numerics.grid import Floats, Quantized
from uitars_quant.pipeline import TensorResult, results_of
from uitars_quant.recipe import FileType, Recipe, Storage
from uitars_quant.sources.config import number, text_config
from uitars_quant.sources.gguf_file import FAMILIES, PARTS, TOP, rope_rows
from uitars_quant.sources.gguf_header import is_gguf
from uitars_quant.sources.names import is_vision, layer_name
from uitars_quant.sources.projector import projector_of
from uitars_quant.sources.tensors import Source, Tensor
from uitars_quant.sources.vision import deepstack, sees
from uitars_quant.targets.files import (
    Place,
    PlannedFile,
    check_free,
    copy_whole,
    identity,
    made_here,
    make_folder,
)
from uitars_quant.targets.mmproj import ALIGNMENT, check_mmproj, head_of, write_mmproj
from uitars_quant.targets.packing import halves, q4_0, q8_0

_TOOL: Final = "uitars.quantize"
"""Key of a file that was made here."""
_BYTES: Final = {"Q4_0": 18 / 32, "Q8_0": 34 / 32, "F16": 2, "F32": 4}
_KINDS: Final = {
    Storage.FOUR_BITS: "Q4_0",
    Storage.EIGHT_BITS: "Q8_0",
    Storage.SIXTEEN_BITS: "F16",
    Storage.PLAIN: "F32",
}
_FLOATS: Final[Mapping[str, Any]] = {"F16": np.dtype(np.float16), "F32": np.dtype(np.float32)}
_EXPERT: Final = re.compile(r"^mlp\.experts\.(\d+)\.(gate|up|down)_proj\.weight$")
_DENSE: Final = re.compile(r"mlp\.(gate|up|down)_proj\.weight")
"""Without experts; llama.cpp knows no layer of it in a mixture."""
_BIASES: Final = re.compile(r"(self_attn\.o|mlp\.(gate|up|down))_proj\.bias")
"""llama.cpp reads these in the family `llama` alone."""
_ARCHITECTURES: Final = {
    **{family: name for name, family in FAMILIES.items()},
    "qwen2_vl": "qwen2vl",
}


@dataclass(frozen=True)
class _Entry:
    """A tensor of the file: of one of the source, or of all experts of a layer."""

    name: str
    kind: str
    shape: tuple[int, ...]
    parts: tuple[Tensor, ...]

    @property
    def size(self) -> int:
        return int(np.prod(self.shape, dtype=np.int64) * _BYTES[self.kind])


class GgufFile:
    """Writes the decoder of a checkpoint into one file."""

    def __init__(
        self,
        path: Path,
        source: Source,
        recipe: Recipe,
        *,
        resume: bool,
        beside: Path | None = None,
    ) -> None:
        """`beside`: the folder of the files that go along; None for that of `path`."""
        self._recipe, self._source = recipe, source
        self._facts = facts(source.config)
        if sees(source):
            check_mmproj(source)
        self._projector = projector_of(source.path) if is_gguf(source.path) else None
        self._eyes = (beside or path.parent) / f"mmproj-{path.name}"
        self._check_own((beside or path.parent) / path.name, path.with_name(f"{path.name}.part"))
        make_folder(path.parent)
        entries = list(_entries(source, recipe))
        head = _head(source, recipe, entries)
        places: dict[str, Place] = {}
        offset = len(head)
        for entry in entries:
            size = entry.size // len(entry.parts)
            for index, tensor in enumerate(entry.parts):
                places[tensor.name] = Place(offset + index * size, size)
            offset += entry.size + -entry.size % ALIGNMENT
        self._known = frozenset(places)
        plan = recipe.plan() + identity(source)
        self.files = [PlannedFile(path, head, places, plan, resume=resume)]

    def is_done(self, tensor: Tensor) -> bool:
        """Whether an earlier run wrote it, or it has no place here (the part that sees)."""
        return tensor.name not in self._known or tensor.name in self.files[0].done

    def put(self, tensor: Tensor, value: Quantized | Floats, row: int = 0) -> None:
        """Write rows of a tensor, from `row` on: codes and scales, or plain numbers."""
        data = self._encoded(tensor, value)
        heads, size = self._turning_heads(tensor.name), data.shape[1]
        if not heads:
            self.files[0].write(tensor.name, data.tobytes(), row * size)
            return
        places = np.argsort(rope_rows(np.arange(tensor.shape[0]), heads))
        for place, line in zip(places[row:], data, strict=False):
            self.files[0].write(tensor.name, line.tobytes(), int(place) * size)

    def _encoded(self, tensor: Tensor, value: Quantized | Floats) -> NDArray[np.uint8]:
        """(rows, bytes)."""
        storage = self._recipe.storage(tensor)
        match value:
            case Quantized():
                return q8_0(value) if storage is Storage.EIGHT_BITS else q4_0(value)
            case _ if storage is Storage.SIXTEEN_BITS:
                return halves(tensor.name, value).view(np.uint8)
            case _:
                return value.reshape(len(value), -1).astype("<f4").view(np.uint8)

    def finish(self, tensor: Tensor, result: TensorResult | None) -> None:
        """All rows of a tensor were put."""
        self.files[0].finish_tensors(tensor.name, told=None if result is None else result.told())

    def earlier(self) -> list[TensorResult]:
        """Results of the run that this one goes on with."""
        return results_of(self.files[0].told)

    def publish(self) -> list[Path]:
        """Give the file its name; the files written."""
        # What goes along comes first: where it has no room, the file can be gone on with.
        written = self.put_beside()
        self.files[0].give_name()
        return [self.files[0].path, *written]

    def forget(self) -> None:
        """The result is on record: its note goes."""
        self.files[0].publish()

    def put_beside(self) -> list[Path]:
        """Write the part that sees, or copy the source's own; the files written."""
        if sees(self._source):
            return [write_mmproj(self._eyes, self._source)]
        if self._projector is None:
            return []
        if not self._is_there(self._projector):
            copy_whole(self._projector, self._eyes)
        return [self._eyes]

    def _is_there(self, projector: Path | None) -> bool:
        """Whether the source's projector lies where that of the result goes."""
        return projector is not None and projector.resolve() == self._eyes.resolve()

    def _check_own(self, result: Path, begun: Path) -> None:
        """`WriteError` where a file lies that was not made here, and would be written over."""
        check_free(result)
        foreign = result if result.is_file() and not made_here(result, _TOOL, 4096) else None
        # Nothing in a projector says who made it; one of ours lies beside what it belongs to.
        if not (result.exists() or begun.exists() or self._is_there(self._projector)):
            foreign = self._eyes if self._eyes.exists() else None
        if foreign is not None:
            raise WriteError(f"{foreign} was not made here.", "Remove it, or give another -o.")

    def close(self) -> None:
        """Leave what is unfinished for a later run."""
        self.files[0].close()

    def _turning_heads(self, name: str) -> int:
        """Heads whose rows llama.cpp keeps in pairs; 0 where it does not."""
        if self._facts.family != "llama":
            return 0
        if "self_attn.q_proj." in name:
            return self._facts.heads
        return self._facts.key_heads if "self_attn.k_proj." in name else 0


def check(source: Source, recipe: Recipe) -> None:
    """`SourceError` for a part that sees, words or a shape that the files cannot tell."""
    if sees(source):
        check_mmproj(source)
    _head(source, recipe, list(_entries(source, recipe)))


def planned_bytes(source: Source, recipe: Recipe) -> int:
    """Size of the tensors of the file."""
    return sum(entry.size for entry in _entries(source, recipe))


def _entries(source: Source, recipe: Recipe) -> Iterator[_Entry]:
    top = {hub.removeprefix("model."): name for name, hub in TOP.items()}
    parts = {hub: name for name, hub in PARTS.items()}
    stacked: dict[str, dict[int, Tensor]] = {}
    shape = facts(source.config)
    experts = shape.experts
    for tensor in source.tensors.values():
        if is_vision(tensor.name):
            continue
        kind = _KINDS[recipe.storage(tensor)]
        found = layer_name(tensor.name)
        if found is None:
            stem = tensor.name.removeprefix("model.").removeprefix("language_model.")
            yield _Entry(_known(top, stem, tensor), kind, tensor.shape, (tensor,))
            continue
        expert = _EXPERT.match(found.part)
        if not _is_read(shape, found.part):
            raise _no_place(tensor)
        if expert is None:
            stem, _, last = found.part.rpartition(".")
            name = f"blk.{found.layer}.{_known(parts, stem, tensor)}.{last}"
            yield _Entry(name, kind, tensor.shape, (tensor,))
            continue
        name = f"blk.{found.layer}.ffn_{expert[2]}_exps.weight"
        siblings = stacked.setdefault(name, {})
        siblings[int(expert[1])] = tensor
        if len(siblings) == experts:
            if len({recipe.storage(sibling) for sibling in siblings.values()}) > 1:
                raise SourceError(
                    f"The experts of {name} lie in one tensor of one type.",
                    "Give --keep-8bit a pattern that fits all of them or none.",
                )
            ordered = tuple(siblings[number] for number in range(experts))
            yield _Entry(name, kind, (experts, *tensor.shape), ordered)
            del stacked[name]


def _is_read(shape: Facts, part: str) -> bool:
    """Whether llama.cpp takes a file of this family with such a part in a layer."""
    if _DENSE.fullmatch(part):
        return not shape.experts
    return shape.family == "llama" or not _BIASES.fullmatch(part)


def _known(names: Mapping[str, str], stem: str, tensor: Tensor) -> str:
    if stem not in names:
        raise _no_place(tensor)
    return names[stem]


def _no_place(tensor: Tensor) -> SourceError:
    return SourceError(
        f"The tensor {tensor.name} has no place in a GGUF file of this family.",
        "Use --format compressed-tensors.",
    )


def _head(source: Source, recipe: Recipe, entries: list[_Entry]) -> bytes:
    """Keys and tensor places, as gguf's own writer lays them out."""
    from gguf import GGMLQuantizationType, GGUFWriter, LlamaFileType

    shape = facts(source.config)
    architecture = _ARCHITECTURES[shape.family]
    writer = GGUFWriter(None, architecture)
    writer.add_name(source.name)
    writer.add_string(_TOOL, recipe.plan())
    ours = recipe.file_type is FileType.Q4_0
    writer.add_file_type(LlamaFileType.MOSTLY_Q4_0 if ours else LlamaFileType.MOSTLY_F16)
    writer.add_quantization_version(2)
    _add_shape(writer, architecture, shape, source)
    words = source.vocabulary()
    _check_words(words, entries)
    _add_words(writer, words)
    for entry in entries:
        kind = GGMLQuantizationType[entry.kind]
        if entry.kind in _FLOATS:
            writer.add_tensor_info(entry.name, entry.shape, _FLOATS[entry.kind], entry.size)
        else:
            row = (*entry.shape[:-1], int(entry.shape[-1] * _BYTES[entry.kind]))
            writer.add_tensor_info(entry.name, row, np.dtype(np.uint8), entry.size, raw_dtype=kind)
    return head_of(writer)


def _add_shape(writer: Any, architecture: str, shape: Facts, source: Source) -> None:
    text = text_config(source.config)
    writer.add_context_length(int(text.get("max_position_embeddings") or 32768))
    writer.add_embedding_length(shape.width)
    writer.add_block_count(shape.layers)
    writer.add_feed_forward_length(int(text.get("intermediate_size") or 0))
    writer.add_head_count(shape.heads)
    writer.add_head_count_kv(shape.key_heads)
    writer.add_key_length(shape.head_size)
    writer.add_value_length(shape.head_size)
    writer.add_rope_freq_base(shape.rope_base)
    writer.add_layer_norm_rms_eps(shape.epsilon)
    if architecture == "llama":
        writer.add_rope_dimension_count(shape.head_size)
        writer.add_vocab_size(number(text, "vocab_size"))
    if shape.experts:
        writer.add_expert_count(shape.experts)
        writer.add_expert_used_count(shape.chosen)
        writer.add_expert_feed_forward_length(number(text, "moe_intermediate_size"))
    if shape.sections:
        writer.add_rope_dimension_sections([*shape.sections, 0])
    if architecture.startswith("qwen3vl"):
        writer.add_num_deepstack_layers(deepstack(source))


def _check_words(words: Mapping[str, object], entries: list[_Entry]) -> None:
    """`SourceError` where the table has not a row for every word: llama.cpp does not load that."""
    count = len(cast("list[str]", words.get("tokenizer.ggml.tokens", ())))
    rows = next((one.shape[0] for one in entries if one.name == "token_embd.weight"), count)
    if rows != count:
        raise SourceError(f"The tokenizer has {count} words, their table {rows} rows.")


def _add_words(writer: Any, words: Mapping[str, object]) -> None:
    """The keys `tokenizer.*`."""
    for key, value in words.items():
        match value:
            case bool():
                writer.add_bool(key, value)
            case str():
                writer.add_string(key, value)
            case int():
                writer.add_uint32(key, value)
            case float():
                writer.add_float32(key, value)
            case _:
                writer.add_array(key, value)
