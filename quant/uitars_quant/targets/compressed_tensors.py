"""Checkpoints in the format compressed-tensors, which vLLM reads.

`pack-quantized` keeps four bits; the preset that is named W4A8 would keep them in bytes. Which
activations an engine rounds is part of the file, and each piece of hardware runs another one, so a
checkpoint is stamped for the hardware it is meant for (`Hardware`):

any      int8 activations per token, as the format writes W4A8 down
gpu      16-bit activations: Ampere and Ada run these weights with Marlin kernels
cpu      the same file; vLLM rounds activations by itself on Intel AMX and AMD Zen
hopper   float8 activations per token, groups of 128
arm      codes in whole bytes (`int-quantized`), int8 activations per token
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Final

import numpy as np

from uitars_quant.errors import SourceError, WriteError
from uitars_quant.numerics.grid import Floats, FloatType, Quantized, bfloat16_bits
from uitars_quant.pipeline import TensorResult, results_of
from uitars_quant.recipe import Hardware, Recipe, Storage
from uitars_quant.sources.gguf_header import is_gguf
from uitars_quant.sources.names import is_vision, layer_name
from uitars_quant.sources.tensors import Json, Source, Tensor
from uitars_quant.sources.vision import sees
from uitars_quant.sources.words import hub_files
from uitars_quant.targets.files import (
    NOTE,
    RECORD,
    Place,
    PlannedFile,
    copy_whole,
    identity,
    made_here,
    make_folder,
    remove_earlier,
    write_whole,
)
from uitars_quant.targets.packing import octets, pairs

INDEX: Final = "model.safetensors.index.json"
SHARD: Final = 5_000_000_000
"""Bytes in a shard, about."""
_TOOL: Final = "uitars-quantize"
"""Key in the head of a shard."""
_WIDTHS: Final = {"BF16": 2, "F16": 2, "F32": 4, "I32": 4, "I8": 1, "I64": 8}

_JOINED: Final = re.compile(
    r"(?<=\.self_attn\.)[qkv]_proj\.weight$|(?<=\.mlp\.experts\.).+"
    r"|((?<=\.mlp\.)|(?<=\.shared_expert\.))(gate|up)_proj\.weight$"
    r"|(?<=\.linear_attn\.in_proj_)(qkv|z)\.weight$"
)
"""What tells apart the names of matrices that vLLM loads as one layer."""
_EXPERTS: Final = r"re:.*\.mlp\.experts\.\d+\..*"

Entry = tuple[str, str, tuple[int, ...]]
"""Name, type and shape of a stored tensor."""


def check(source: Source, recipe: Recipe) -> None:
    """`SourceError` for what the engine does not run: sizes of groups, bits, mixed layers."""
    if recipe.hardware is Hardware.HOPPER and recipe.group != 128:
        raise SourceError("vllm-hopper runs groups of 128 only.", "Add --group-size 128.")
    if recipe.eight_bits and recipe.hardware in {Hardware.CPU, Hardware.ARM}:
        raise SourceError(
            f"vLLM runs four bits only on {recipe.hardware.value}.", "Leave out --keep-8bit."
        )
    kept: dict[str, Storage] = {}
    for tensor in source.tensors.values():
        joined = _JOINED.sub("", tensor.name)
        if kept.setdefault(joined, recipe.storage(tensor)) is not recipe.storage(tensor):
            raise SourceError(
                f"vLLM joins {tensor.name} with others into one layer, which is of one type.",
                "Give --keep-8bit a pattern, and a --group-size, that fits all of them or none.",
            )


class CompressedTensors:
    """Writes one checkpoint folder."""

    def __init__(self, folder: Path, source: Source, recipe: Recipe, *, resume: bool) -> None:
        self.folder = folder
        self._source, self._recipe = source, recipe
        # Made before the work, so that what cannot be is said before it.
        of_keys = is_gguf(source.path)
        self._words = hub_files(source) if of_keys else {}
        shards = _shards(source, recipe)
        names = [
            f"model-{index:05}-of-{len(shards):05}.safetensors"
            if len(shards) > 1
            else "model.safetensors"
            for index in range(1, len(shards) + 1)
        ]
        make_folder(folder)
        _check_apart(
            folder, names, (Path("config.json"), *source.companions, *map(Path, self._words))
        )
        plan = recipe.plan() + identity(source)
        self._where: dict[str, PlannedFile] = {}
        self._weights: dict[str, str] = {}
        self.files: list[PlannedFile] = []
        try:
            for name, tensors in zip(names, shards, strict=True):
                head, places = _layout(tensors, recipe)
                planned = PlannedFile(folder / name, head, places, plan, resume=resume)
                self.files.append(planned)
                self._weights |= dict.fromkeys(places, name)
                self._where |= dict.fromkeys((tensor.name for tensor in tensors), planned)
        except BaseException:
            self.close()  # The room that earlier shards claimed is given back.
            raise

    def is_done(self, tensor: Tensor) -> bool:
        """Whether an earlier run wrote it."""
        entries = stored_entries(tensor, self._recipe)
        return {name for name, _, _ in entries} <= self._where[tensor.name].done

    def put(self, tensor: Tensor, value: Quantized | Floats, row: int = 0) -> None:
        """Write rows of a tensor, from `row` on: codes and scales, or plain numbers."""
        file = self._where[tensor.name]
        stem = tensor.name.removesuffix(".weight")
        shape = np.array(tensor.shape, "<i8").tobytes()
        kind = _scale_kind(tensor, self._recipe)
        written: dict[str, bytes] = {}
        match value:
            case Quantized() if self._recipe.storage(tensor) is Storage.EIGHT_BITS:
                written[f"{stem}.weight_packed"] = octets(value).tobytes()
                written[f"{stem}.weight_scale"] = encode(value.scales, kind)
                written[f"{stem}.weight_shape"] = shape
            case Quantized() if self._recipe.hardware is Hardware.ARM:
                written[f"{stem}.weight"] = value.codes.tobytes()
                written[f"{stem}.weight_scale"] = encode(value.scales, kind)
            case Quantized():
                written[f"{stem}.weight_packed"] = pairs(value).tobytes()
                written[f"{stem}.weight_scale"] = encode(value.scales, kind)
                written[f"{stem}.weight_shape"] = shape
            case _:
                written[tensor.name] = encode(value, _plain_kind(tensor))
        rows = (
            len(value.codes) if isinstance(value, Quantized) else max(1, len(np.atleast_1d(value)))
        )
        for name, data in written.items():
            whole = name.endswith(".weight_shape")
            file.write(name, data, 0 if whole else row * (len(data) // rows))

    def finish(self, tensor: Tensor, result: TensorResult | None) -> None:
        """All rows of a tensor were put."""
        file, told = self._where[tensor.name], None if result is None else result.told()
        for name, _, _ in stored_entries(tensor, self._recipe):
            file.finish_tensors(name, told=told)

    def earlier(self) -> list[TensorResult]:
        """Results of the run that this one goes on with, one for every tensor of the file."""
        return results_of(told for file in self.files for told in file.told)

    def publish(self) -> list[Path]:
        """Give everything its name; the files written."""
        size = sum(file.complete().stat().st_size for file in self.files)
        told = dict(self._words)
        if len(self.files) > 1:
            index = {"metadata": {"total_size": size}, "weight_map": self._weights}
            told[INDEX] = json.dumps(index, indent=1).encode()
        config = described(self._source.config)
        config["quantization_config"] = configuration(self._source, self._recipe)
        told["config.json"] = json.dumps(config, indent=2).encode()
        # Shards come last: where the rest has no room, they can be gone on with.
        for companion in self._source.companions:
            copy_whole(companion, self.folder / companion.name)
        for name, data in told.items():
            write_whole(self.folder / name, data)
        for file in self.files:
            file.give_name()
        beside = [*(companion.name for companion in self._source.companions), *told]
        names = [*(file.path.name for file in self.files), *beside]
        remove_earlier(self.folder, names)
        return [self.folder / name for name in names]

    def forget(self) -> None:
        """The result is on record: notes go."""
        for file in self.files:
            file.publish()

    def close(self) -> None:
        """Leave what is unfinished for a later run."""
        for file in self.files:
            file.close()


def _check_apart(folder: Path, names: list[str], beside: Iterable[Path]) -> None:
    """`WriteError` where something else lies there: it would be read too, or be written over.
    `names`: of the shards; `beside`: what goes along, of which a link to the source's is replaced.
    """
    kept = {*names, INDEX} if len(names) > 1 else set(names)
    shards = sorted(folder.glob("*.safetensors"))
    for file in (*shards, folder / INDEX):
        ours = file.name == INDEX or made_here(file, f'"{_TOOL}"', 100)
        if file.exists() and not (file.name in kept and ours):
            raise _of_another(file)
    # Nothing in these says who wrote them; ours lie beside what they belong to.
    begun = any(folder.glob(f"*.safetensors{NOTE}"))
    if shards or begun or (folder / RECORD).exists():
        return
    for file in beside:
        there = folder / file.name
        if there.exists() and there.resolve() != file.resolve():
            raise _of_another(there)


def _of_another(file: Path) -> WriteError:
    return WriteError(f"{file} is of another checkpoint.", "Remove it, or give another -o.")


def planned_bytes(source: Source, recipe: Recipe) -> int:
    """Size of the tensors of a checkpoint."""
    return sum(
        _bytes(entry)
        for tensor in source.tensors.values()
        for entry in stored_entries(tensor, recipe)
    )


def stored_entries(tensor: Tensor, recipe: Recipe) -> list[Entry]:
    """What a tensor becomes in the file."""
    storage = recipe.storage(tensor)
    if storage is Storage.PLAIN:
        return [(tensor.name, _plain_kind(tensor), tensor.shape)]
    stem = tensor.name.removesuffix(".weight")
    rows, inputs = tensor.shape
    scale = (f"{stem}.weight_scale", _scale_kind(tensor, recipe), (rows, inputs // recipe.group))
    if recipe.hardware is Hardware.ARM and storage is Storage.FOUR_BITS:
        return [(f"{stem}.weight", "I8", tensor.shape), scale]
    words = inputs // (8 if storage is Storage.FOUR_BITS else 4)
    packed = (f"{stem}.weight_packed", "I32", (rows, words))
    return [packed, scale, (f"{stem}.weight_shape", "I64", (2,))]


def described(config: Json) -> dict[str, object]:
    """config.json, but for the quantization. Experts one by one are known to transformers in
    Qwen3-MoE, which the text of Qwen3-VL-MoE is, but not in that by its own name: it would put
    random numbers in their place."""
    told, text = dict(config), config.get("text_config")
    if config["model_type"] == "qwen3_vl_moe" and isinstance(text, dict):
        told["text_config"] = {**text, "model_type": "qwen3_moe"}
    return told


def configuration(source: Source, recipe: Recipe) -> dict[str, Any]:
    """The key `quantization_config` of config.json."""
    stored = {tensor.name: recipe.storage(tensor) for tensor in source.tensors.values()}
    plain = [
        _module(source, name)
        for name, kept in stored.items()
        if kept is Storage.PLAIN
        and len(source.tensors[name].shape) == 2
        and "norm" not in name
        and "embed" not in name
        and not is_vision(name)
    ]
    if sees(source):
        plain.append("re:.*visual.*")  # Engines have it under roots of their own.
    layout = "int-quantized" if recipe.hardware is Hardware.ARM else "pack-quantized"
    kinds = [
        (_layers(source, stored, kept), bits, form)
        for kept, bits, form in (
            (Storage.FOUR_BITS, 4, layout),
            (Storage.EIGHT_BITS, 8, "pack-quantized"),
        )
        if kept in stored.values()
    ]
    # vLLM asks for a class of layers before the names of those that it joins, as q, k and v.
    groups = {
        f"group_{index}": _group(layers if kinds[1:] else ["Linear"], bits, recipe, form)
        for index, (layers, bits, form) in enumerate(kinds)
    }
    if "lm_head.weight" not in stored:
        plain.append("lm_head")
    return {
        "quant_method": "compressed-tensors",
        "format": layout,
        "quantization_status": "compressed",
        "config_groups": groups,
        "ignore": plain,
        "kv_cache_scheme": None,
    }


def _layers(source: Source, stored: Mapping[str, Storage], which: Storage) -> list[str]:
    """The layers that are kept so. Experts that are all alike are one pattern: by such a one
    transformers, which joins them again, finds their group."""
    names = [name for name, kept in stored.items() if kept is which]
    others = [name for name in names if not _is_expert(name)]
    alike = len({kept for name, kept in stored.items() if _is_expert(name)}) == 1
    if not alike or len(others) == len(names):
        return [_module(source, name) for name in names]
    return [*(_module(source, name) for name in others), _EXPERTS]


def _is_expert(name: str) -> bool:
    found = layer_name(name)
    return found is not None and found.part.startswith("mlp.experts.")


def _module(source: Source, name: str) -> str:
    """The layer of a weight as engines call it: older files of what sees leave out one root."""
    stem = name.removesuffix(".weight")
    return re.sub(r"^model\.layers", "model.language_model.layers", stem) if sees(source) else stem


def _group(targets: list[str], bits: int, recipe: Recipe, layout: str) -> dict[str, Any]:
    weights = {
        "num_bits": bits,
        "type": "int",
        "symmetric": True,
        "strategy": "group",
        "group_size": recipe.group,
        "dynamic": False,
    }
    activations: dict[str, Any] | None = None
    # vLLM has float8 activations for four bits only.
    float8 = recipe.hardware is Hardware.HOPPER
    if recipe.hardware not in {Hardware.GPU, Hardware.CPU} and not (float8 and bits == 8):
        activations = {
            "num_bits": 8,
            "type": "float" if float8 else "int",
            "symmetric": True,
            "strategy": "token",
            "dynamic": True,
        }
    return {
        "targets": targets,
        "format": layout,
        "weights": weights,
        "input_activations": activations,
        "output_activations": None,
    }


def encode(values: Floats, kind: str) -> bytes:
    """float32 as the bytes of a stored type."""
    match kind:
        case "BF16":
            return bfloat16_bits(values).astype("<u2").tobytes()
        case "F16":
            return FloatType.FLOAT16.round(values).astype("<f2").tobytes()
        case _:
            return values.astype("<f4").tobytes()


def _plain_kind(tensor: Tensor) -> str:
    """The source's type; what was quantized or of another width becomes float16."""
    return tensor.stored if tensor.stored in {"BF16", "F16", "F32"} else "F16"


def _scale_kind(tensor: Tensor, recipe: Recipe) -> str:
    return "BF16" if recipe.scale_type(tensor.stored) is FloatType.BFLOAT16 else "F16"


def _shards(source: Source, recipe: Recipe) -> list[list[Tensor]]:
    shards: list[list[Tensor]] = [[]]
    size = 0
    for tensor in source.tensors.values():
        grows = sum(_bytes(entry) for entry in stored_entries(tensor, recipe))
        if size and size + grows > SHARD:
            shards.append([])
            size = 0
        shards[-1].append(tensor)
        size += grows
    return shards


def _bytes(entry: Entry) -> int:
    _, kind, shape = entry
    return int(np.prod(shape, dtype=np.int64)) * _WIDTHS[kind]


def _layout(tensors: list[Tensor], recipe: Recipe) -> tuple[bytes, Mapping[str, Place]]:
    """The header of a shard and where its tensors lie."""
    entries = [entry for tensor in tensors for entry in stored_entries(tensor, recipe)]
    told = {"format": "pt", _TOOL: recipe.plan()}
    header: dict[str, Any] = {"__metadata__": told}
    offset = 0
    for name, kind, shape in entries:
        end = offset + _bytes((name, kind, shape))
        header[name] = {"dtype": kind, "shape": list(shape), "data_offsets": [offset, end]}
        offset = end
    text = json.dumps(header, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)
    head = len(text).to_bytes(8, "little") + text
    places = {
        name: Place(len(head) + entry["data_offsets"][0], int(np.diff(entry["data_offsets"])[0]))
        for name, entry in header.items()
        if name != "__metadata__"
    }
    return head, places
