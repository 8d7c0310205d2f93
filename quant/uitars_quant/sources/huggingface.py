"""A folder as the Hugging Face hub has it: config.json, safetensors shards, tokenizer files."""

from __future__ import annotations

import fnmatch
import os
import re
from collections.abc import Iterable, Mapping
from functools import partial
from pathlib import Path
from typing import Any, Final, cast

from uitars_quant.errors import SourceError
from uitars_quant.sources import gptq_format, packed_format
from uitars_quant.sources.config import check_config, check_experts, number, text_config
from uitars_quant.sources.experts import Orientation, unfused
from uitars_quant.sources.foreign import companions, json_object, regular
from uitars_quant.sources.names import is_ahead, role
from uitars_quant.sources.safetensors import Slot, slots
from uitars_quant.sources.shapes import check_shape
from uitars_quant.sources.tensors import Source, Tensor
from uitars_quant.sources.tokenizer import vocabulary

_FAMILIES: Final = frozenset(
    (
        *("llama", "qwen2", "qwen3", "qwen3_moe", "qwen3_5", "qwen3_5_moe"),
        *("qwen2_vl", "qwen2_5_vl", "qwen3_vl", "qwen3_vl_moe"),
    )
)
_COMPANIONS: Final = (
    *("tokenizer*", "vocab.json", "merges.txt", "added_tokens.json", "special_tokens_map.json"),
    *("chat_template*", "*processor*.json", "generation_config.json", "LICENSE*"),
)
_CODES: Final = frozenset({"qweight", "weight_packed"})
_SCALES: Final = frozenset({"qzeros", "scales", "g_idx", "weight_scale", "weight_shape"})
_FLOATS: Final = {"F16": "F16", "BF16": "BF16", "F32": "F32", "F64": "F32"}
"""Types of weights, and as what they are read and kept."""
_NUMBERED: Final = re.compile(r"-of-(\d{1,9})\.safetensors$")
"""How the name of a shard ends: `-of-00004.safetensors`."""
_PICKLES: Final = ("*.bin", "*.pt", "*.pth", "*.pkl", "*.ckpt")


def is_of_checkpoint(name: str) -> bool:
    """Whether a file of this name belongs to a source or a result, of any format."""
    parts = ("*.safetensors", "*.gguf", "*.onnx", "*config.json", "*.index.json", *_COMPANIONS)
    return any(fnmatch.fnmatch(name, part) for part in (*parts, "*uitars-quantize.json"))


def open_folder(
    folder: Path, told: Orientation | None = None, *, quantized: bool = False
) -> Source:
    """The checkpoint in a folder; nothing but headers is read before it is asked for.

    `quantized`: also one that was made here, to look at.
    """
    if not os.path.lexists(folder / "config.json"):
        of_cache = sorted(folder.glob("snapshots/*/config.json"))
        meant = of_cache[0].parent if of_cache else "the folder of a checkpoint as a hub has it"
        raise SourceError(f"{folder} holds no config.json.", f"Give {meant}.")
    config = json_object(folder / "config.json", folder)
    check_config(config, folder / "config.json")
    family = str(config.get("model_type"))
    if family not in _FAMILIES:
        raise SourceError(
            f"config.json names the architecture {family!r}, which is not known here.",
            f"Known are: {', '.join(sorted(_FAMILIES))}.",
        )
    for name in ("hidden_size", "num_hidden_layers"):
        number(text_config(config), name)
    packing = _packing(config, quantized)  # Before the weights, whose types may not be known here.
    stored = _all_slots(folder)
    tensors = dict(_tensors(stored, config, told, packing))
    check_shape(tensors.values(), config, "config.json")
    return Source(
        folder,
        config,
        tensors,
        companions(folder, _COMPANIONS),
        partial(vocabulary, folder, config),
    )


def _tensors(
    stored: Mapping[str, Slot],
    config: Mapping[str, Any],
    told: Orientation | None,
    packing: Mapping[str, Any],
) -> Iterable[tuple[str, Tensor]]:
    packed = _packed(stored, packing)
    text = text_config(config)
    for name, slot in stored.items():
        stem, _, last = name.rpartition(".")
        if last == "inv_freq":  # Of older Llama checkpoints: it follows from the config.
            continue
        if f"{stem}.weight" in packed and last in _CODES | _SCALES | {"weight"}:
            if last not in _SCALES:
                yield f"{stem}.weight", packed[f"{stem}.weight"]
        elif (
            stem.endswith("mlp.experts")
            and not is_ahead(name)
            and last in {"gate_up_proj", "down_proj"}
        ):
            sizes = number(text, "hidden_size"), number(text, "moe_intermediate_size")
            check_experts(name, slot.shape[0] if len(slot.shape) == 3 else 0)
            for tensor in unfused(slot, *sizes, told):
                yield tensor.name, tensor
        else:
            if slot.stored not in _FLOATS:
                raise SourceError(
                    f"The tensor {name} holds whole numbers ({slot.stored}), which are no weights.",
                    "Start from the original.",
                )
            kind = _FLOATS[slot.stored]
            yield name, Tensor(name, slot.shape, kind, slot.floats, role(name, slot.shape))


def _packing(config: Mapping[str, Any], quantized: bool) -> Mapping[str, Any]:
    """How matrices were quantized before; `SourceError` where that is no source."""
    packing = cast("Mapping[str, Any]", config.get("quantization_config") or {})
    method = packing.get("quant_method")
    if method in {None, "gptq"} or (method == "compressed-tensors" and quantized):
        return packing
    raise SourceError(
        f"This checkpoint is already quantized ({method}).", "Start from the original."
    )


def _packed(stored: Mapping[str, Slot], packing: Mapping[str, Any]) -> dict[str, Tensor]:
    """Matrices that were quantized before; `SourceError` for codes that nobody speaks of."""
    match packing.get("quant_method"):
        case "gptq":
            return gptq_format.matrices(stored, packing)
        case "compressed-tensors":
            return packed_format.matrices(stored)
        case _:
            pass
    for name in stored:
        if name.rpartition(".")[2] in _CODES:
            raise SourceError(
                f"{name} holds packed codes, but config.json does not say quantization_config.",
                "Start from the original.",
            )
    return {}


def _all_slots(folder: Path) -> dict[str, Slot]:
    """Tensors of all shards, checked against the index where there is one."""
    index = folder / "model.safetensors.index.json"
    found: dict[str, Slot] = {}
    if index.exists():
        wanted = _weight_map(index)
        for shard in sorted(set(wanted.values())):
            if Path(shard).name != shard or not (folder / shard).exists():
                raise SourceError(
                    f"The index names the shard {shard[:80]!r}, which is not there: {folder}.",
                    "Fetch it again.",
                )
            _add(found, folder / shard)
        missing = sorted(set(wanted) - set(found))
        if missing:
            raise SourceError(f"The tensor {missing[0][:80]!r} of the index is in no shard.")
        return found
    files = sorted(folder.glob("*.safetensors"))
    for file in files:
        _check_number(file, files)
        _add(found, file)
    if not files:
        pickles = sorted(path.name for pattern in _PICKLES for path in folder.glob(pattern))
        if pickles:
            raise SourceError(
                f"{pickles[0]} is a pickle, which can run code when it is opened: it is not read.",
                "Convert it to safetensors where you trust it.",
            )
        raise SourceError(f"{folder} holds no safetensors file.")
    return found


def _check_number(file: Path, files: list[Path]) -> None:
    """`SourceError` where a shard's name speaks of more shards than are there."""
    told = _NUMBERED.search(file.name)
    if told is None:
        return
    alike = sum(other.name.endswith(told[0]) for other in files)
    if alike < int(told[1]):
        raise SourceError(
            f"Of the {int(told[1])} shards that {file.name} is one of, {alike} are there.",
            "Fetch the others again.",
        )


def _weight_map(index: Path) -> dict[str, str]:
    """Tensor -> shard, as the index says it."""
    told: object = json_object(index).get("weight_map", {})
    if not isinstance(told, dict):
        raise SourceError(f"{index} holds no map of weights.")
    wanted = cast("dict[str, object]", told)
    if not all(isinstance(shard, str) and shard.isprintable() for shard in wanted.values()):
        raise SourceError(f"{index} names a shard by something that is no name.")
    return cast("dict[str, str]", wanted)


def _add(found: dict[str, Slot], file: Path) -> None:
    """The tensors of another shard."""
    more = slots(regular(file, file.parent))
    if twice := sorted(set(found) & set(more)):
        raise SourceError(f"The tensor {twice[0]} is in two shards, the second is {file.name}.")
    found |= more
