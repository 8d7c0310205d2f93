"""The part that sees, as llama.cpp's projector file: float16 matrices, the rest float32.

It stays unrounded: it is small beside the decoder, and what it loses no later layer finds again.
The names are llama.cpp's (`clip.cpp`); a patch embedding over two frames becomes one matrix each.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import numpy as np

from uitars_quant.errors import SourceError, WriteError
from uitars_quant.numerics.grid import Floats
from uitars_quant.pipeline import check_finite
from uitars_quant.sources.names import is_vision
from uitars_quant.sources.tensors import Source, Tensor
from uitars_quant.sources.vision import normalisation, vision_config
from uitars_quant.targets.files import Place, PlannedFile
from uitars_quant.targets.packing import halves

ALIGNMENT: Final = 32
_F16_FILE: Final = 1
_PATCH_AXES: Final = 5
"""Of the patches' embedding, over two frames: out, colours, frames, rows, columns."""
_BLOCK: Final = re.compile(r"blocks\.(\d+)\.(.+)\.(weight|bias)$")
_DEEPSTACK: Final = re.compile(r"deepstack_merger_list\.(\d+)\.(.+)\.(weight|bias)$")
_BLOCK_PARTS: Final[Mapping[str, str]] = {
    "norm1": "ln1",
    "norm2": "ln2",
    "attn.qkv": "attn_qkv",
    "attn.proj": "attn_out",
    "mlp.linear_fc1": "ffn_up",
    "mlp.linear_fc2": "ffn_down",
    "mlp.gate_proj": "ffn_gate",
    "mlp.up_proj": "ffn_up",
    "mlp.down_proj": "ffn_down",
}
_TOP_PARTS: Final[Mapping[str, str]] = {
    "merger.norm": "v.post_ln",
    "merger.ln_q": "v.post_ln",
    "merger.linear_fc1": "mm.0",
    "merger.linear_fc2": "mm.2",
    "merger.mlp.0": "mm.0",
    "merger.mlp.2": "mm.2",
    "patch_embed.proj": "v.patch_embd",
    "pos_embed": "v.position_embd",
}
_DEEPSTACK_PARTS: Final = {"norm": "norm", "linear_fc1": "fc1", "linear_fc2": "fc2"}


@dataclass(frozen=True)
class _Entry:
    name: str
    kind: str
    shape: tuple[int, ...]
    read: Callable[[], Floats]

    @property
    def size(self) -> int:
        return int(np.prod(self.shape, dtype=np.int64)) * (2 if self.kind == "F16" else 4)


def check_mmproj(source: Source) -> None:
    """`SourceError` where the part that sees cannot be written; nothing is read or written."""
    from gguf import GGUFWriter

    found = {entry.name for entry in _entries(source)}
    try:
        _add_facts(GGUFWriter(None, "clip"), source)
    except KeyError as error:
        raise SourceError(
            f"config.json does not say {error.args[0]} of the part that sees."
        ) from error
    blocks = range(int(vision_config(source)["depth"]))
    needed = ["v.patch_embd", "mm.0", "mm.2"]
    needed += [f"v.blk.{block}.{part}" for block in blocks for part in ("ln1", "ln2", "attn_out")]
    needed += [f"v.deepstack.{level}.fc1" for level in _levels(source)]
    for name in needed:
        if f"{name}.weight" not in found:
            raise SourceError(
                f"The part that sees is not whole: it has nothing for llama.cpp's {name}.",
                "Fetch the checkpoint again.",
            )


def write_mmproj(path: Path, source: Source) -> Path:
    """Write the projector file of a source that sees."""
    entries = list(_entries(source))
    head = _head(source, entries)
    places: dict[str, Place] = {}
    offset = len(head)
    for entry in entries:
        places[entry.name] = Place(offset, entry.size)
        offset += entry.size + -entry.size % ALIGNMENT
    with PlannedFile(path, head, places, "mmproj", resume=False) as file:
        for entry in entries:
            values = entry.read()
            check_finite(entry.name, values)
            kept = halves(entry.name, values) if entry.kind == "F16" else values.astype("<f4")
            file.write(entry.name, kept.tobytes())
            file.finish_tensors(entry.name)
        file.publish()
    return path


def _entries(source: Source) -> Iterator[_Entry]:
    levels = _levels(source)
    split = str(source.config["model_type"]).startswith("qwen2")
    for tensor in source.tensors.values():
        if not is_vision(tensor.name):
            continue
        name = _name(tensor, levels)
        if name == "v.patch_embd.weight":
            if len(tensor.shape) != _PATCH_AXES:
                raise _no_place(tensor)
            shape: tuple[int, ...] = (tensor.shape[0], tensor.shape[1], *tensor.shape[3:])
            for frame, ending in enumerate(("", ".1")):
                yield _Entry(f"{name}{ending}", "F32", shape, _frame(tensor, frame))
        elif split and ".attn_qkv." in name:
            third = tensor.shape[0] // 3
            for index, which in enumerate("qkv"):
                part = name.replace("attn_qkv", f"attn_{which}")
                shape = (third, *tensor.shape[1:])
                yield _Entry(part, _kind(tensor, name), shape, _third(tensor, index))
        else:
            yield _Entry(name, _kind(tensor, name), tensor.shape, tensor.read)


def _levels(source: Source) -> list[int]:
    """Blocks from which the decoder's first layers see, too (DeepStack)."""
    return [int(n) for n in vision_config(source).get("deepstack_visual_indexes", ())]


def _name(tensor: Tensor, levels: list[int]) -> str:
    stem = tensor.name.split("visual.", 1)[-1]
    block = _BLOCK.match(stem)
    if block and block[2] in _BLOCK_PARTS:
        return f"v.blk.{block[1]}.{_BLOCK_PARTS[block[2]]}.{block[3]}"
    deep = _DEEPSTACK.match(stem)
    if deep and deep[2] in _DEEPSTACK_PARTS and int(deep[1]) < len(levels):
        return f"v.deepstack.{levels[int(deep[1])]}.{_DEEPSTACK_PARTS[deep[2]]}.{deep[3]}"
    part, _, last = stem.rpartition(".")
    if part not in _TOP_PARTS:
        raise _no_place(tensor)
    return f"{_TOP_PARTS[part]}.{last}"


def _no_place(tensor: Tensor) -> SourceError:
    return SourceError(
        f"The tensor {tensor.name} has no place in a projector file of llama.cpp.",
        "Use --format compressed-tensors.",
    )


def _kind(tensor: Tensor, name: str) -> str:
    return "F16" if len(tensor.shape) == 2 and "position" not in name else "F32"


def _frame(tensor: Tensor, frame: int) -> Callable[[], Floats]:
    return lambda: np.ascontiguousarray(tensor.read()[:, :, frame])


def _third(tensor: Tensor, index: int) -> Callable[[], Floats]:
    third = tensor.shape[0] // 3
    return lambda: tensor.rows(index * third, (index + 1) * third)


def head_of(writer: Any) -> bytes:
    """Keys and tensor places of a `GGUFWriter`, which lays them out in a file only."""
    try:
        with TemporaryDirectory() as folder:
            draft = Path(folder) / "head"
            writer.write_header_to_file(draft)
            writer.write_kv_data_to_file()
            writer.write_ti_data_to_file()
            writer.close()
            head = draft.read_bytes()
    except OSError as error:
        raise WriteError(
            f"No temporary file can be written ({error.strerror}).", "Set TMPDIR to a folder."
        ) from error
    return head + b"\0" * (-len(head) % ALIGNMENT)


def _head(source: Source, entries: list[_Entry]) -> bytes:
    """Keys and tensor places, as gguf's own writer lays them out."""
    from gguf import GGMLQuantizationType, GGUFType, GGUFWriter

    writer = GGUFWriter(None, "clip")
    writer.add_type(GGUFType.MMPROJ)
    writer.add_name(source.name)
    writer.add_file_type(_F16_FILE)
    _add_facts(writer, source)
    for entry in entries:
        kind = np.dtype(np.float16 if entry.kind == "F16" else np.float32)
        which = GGMLQuantizationType[entry.kind]
        writer.add_tensor_info(entry.name, entry.shape, kind, entry.size, raw_dtype=which)
    return head_of(writer)


def _add_facts(writer: Any, source: Source) -> None:
    from gguf import VisionProjectorType

    vision, family = vision_config(source), str(source.config["model_type"])
    patch = int(vision["patch_size"])
    mean, deviation = normalisation(source)
    writer.add_clip_has_vision_encoder(True)
    writer.add_vision_projection_dim(int(vision.get("out_hidden_size", vision["hidden_size"])))
    writer.add_vision_patch_size(patch)
    writer.add_vision_embedding_length(int(vision["hidden_size"]))
    writer.add_vision_feed_forward_length(int(vision["intermediate_size"]))
    writer.add_vision_block_count(int(vision["depth"]))
    writer.add_vision_head_count(int(vision["num_heads"]))
    writer.add_vision_image_mean(mean)
    writer.add_vision_image_std(deviation)
    writer.add_vision_spatial_merge_size(int(vision.get("spatial_merge_size", 2)))
    writer.add_vision_attention_layernorm_eps(1e-6)
    if family.startswith("qwen3"):
        side = round(int(vision["num_position_embeddings"]) ** 0.5)
        levels = _levels(source)
        writer.add_clip_projector_type(VisionProjectorType.QWEN3VL)
        writer.add_vision_image_size(side * patch)
        writer.add_vision_use_gelu(True)
        writer.add_vision_is_deepstack_layers([n in levels for n in range(int(vision["depth"]))])
        return
    writer.add_clip_projector_type(VisionProjectorType.QWEN25VL)
    writer.add_vision_image_size(40 * patch)
    writer.add_vision_use_silu(True)
    writer.add_vision_n_wa_pattern(_window_pattern(vision))


def _window_pattern(vision: Mapping[str, Any]) -> int:
    """Every n-th block looks at the whole picture; llama.cpp knows no other rhythm."""
    whole = [int(n) for n in vision.get("fullatt_block_indexes", ())]
    if not whole or whole != list(range(whole[0], int(vision["depth"]), whole[0] + 1)):
        raise SourceError(f"The blocks {whole} that see the whole picture have no steady rhythm.")
    return whole[0] + 1
