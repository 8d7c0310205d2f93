"""Weights on disk: checkpoints that a run goes on from, exported files read back, layers put in.

Block expansion (Wu et al. 2024, LLaMA Pro, arXiv 2401.02415): a new layer is the copy of the one
that it follows and adds nothing at first, so that the model says what it said; what was learned
before stays as it is, to the bit also in the product's file, since nothing else is learned.

Not here: how it is learned (`training.py`), writing the product's files (`export.py`), making one
model of several (`merging/`).
"""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple, cast

import msgspec
import numpy as np
import onnx
import torch
from numpy.typing import NDArray
from onnx import numpy_helper
from torch import Tensor, nn
from torch.nn import functional

from uitars_runtime.backends.embedded.network.decoder import FILE, fingerprint
from uitars_runtime.backends.embedded.network.vocabulary import SPOKEN, TOKENS
from uitars_runtime.errors import UsageError
from uitars_train import replacing
from uitars_train.network.export import ANSWERS, SCALES
from uitars_train.network.model import Decoder, Layer, Shape
from uitars_train.network.quantization import unpack

_NAMED_ROWS: Final = {"table.weight": TOKENS, "say.weight": SPOKEN, "say.bias": SPOKEN}


_WIDENED: Final = ("sketch.weight", "numbers.weight")
"""Layers that gained inputs since: new ones stand last and start without effect."""


class Progress(msgspec.Struct, frozen=True):
    """How far a run has come."""

    step: int = 0
    seen: int = 0


def save(path: Path, model: Decoder, optimizer: torch.optim.Optimizer, progress: Progress) -> None:
    """Whole, or not at all. Raises `UsageError` where the disk does not take it."""
    replacing.save(path, state_of(model, optimizer, progress.step, progress.seen))


def state_of(
    model: Decoder, optimizer: torch.optim.Optimizer, step: int, seen: int
) -> dict[str, Any]:
    """What every checkpoint of a decoder holds."""
    return {
        "model": model.state_dict(),
        "optimizer": optimizer.state_dict(),
        "step": step,
        "seen": seen,
        "shape": msgspec.to_builtins(model.shape),
        "tokens": list(TOKENS),
        "spoken": list(SPOKEN),
    }


def load(path: Path) -> Decoder:
    """The model of a checkpoint, in the layout of this version. Raises `UsageError`."""
    state = state_in(path)
    model = Decoder(msgspec.convert(state["shape"], Shape))
    _fill(model, state, path)
    return model.eval()


def resume(path: Path, model: Decoder, optimizer: torch.optim.Optimizer) -> Progress:
    """Go on from a checkpoint; the optimizer starts anew where rows or inputs were added since.
    Raises `UsageError` for one of another size, and of `rl`, whose optimizer is another."""
    state = state_in(path)
    if msgspec.convert(state["shape"], Shape) != model.shape:
        raise UsageError(
            f"The checkpoint {path} is of another size.",
            "Give --start, --grown and --larger as it began with them.",
        )
    if "critic" in state:
        raise UsageError(
            f"The checkpoint {path} is of `rl`.", "Export it, and give the folder to --start."
        )
    fitted = _fill(model, state, path)
    same = all(fitted[name].shape == tensor.shape for name, tensor in state["model"].items())
    if same and state["tokens"] == list(TOKENS):
        optimizer.load_state_dict(state["optimizer"])
    return Progress(int(state["step"]), int(state["seen"]))


def state_in(path: Path) -> dict[str, Any]:
    """What a decoder's checkpoint holds. Raises `UsageError` where there is no checkpoint."""
    state = checkpoint(path)
    if not {"model", "shape", "tokens", "spoken"} <= state.keys():
        raise UsageError(f"{path} is no checkpoint of a decoder.", "`policy` and `rl` write such.")
    return state


def checkpoint(path: Path) -> dict[str, Any]:
    """What any checkpoint holds. Raises `UsageError` where there is none."""
    try:
        found: Any = torch.load(path, weights_only=True, map_location="cpu")
    except FileNotFoundError as error:
        raise UsageError(f"There is no checkpoint {path}.") from error
    except Exception as error:  # torch raises classes of its own for every kind of bad file
        raise UsageError(f"The checkpoint {path} cannot be read.") from error
    return cast("dict[str, Any]", found) if isinstance(found, dict) else {}


def _fill(model: Decoder, state: dict[str, Any], path: Path) -> dict[str, Tensor]:
    """Gives the model a checkpoint's weights; these. Raises `UsageError` where they do not fit."""
    try:
        fitted = _fitted(state, model)
        model.load_state_dict(fitted)
    except (KeyError, IndexError, RuntimeError) as error:
        raise UsageError(
            f"The checkpoint {path} is of other features than this version's.",
            "Train from nothing, or from weights of this version (--start).",
        ) from error
    return fitted


def _fitted(state: dict[str, Any], model: Decoder) -> dict[str, Tensor]:
    """The weights with every named row at its present place."""
    fitted: dict[str, Tensor] = {}
    start = model.state_dict()
    for name, tensor in state["model"].items():
        fitted[name] = tensor
        if name in _NAMED_ROWS:
            old = state["tokens"] if name == "table.weight" else state["spoken"]
            fitted[name] = _by_name(tensor, old, start[name], _NAMED_ROWS[name])
    for name in _WIDENED:
        gained = max(0, start[name].shape[1] - fitted[name].shape[1])
        fitted[name] = functional.pad(fitted[name], (0, gained))
    return fitted


def _by_name(tensor: Tensor, old: list[str], start: Tensor, names: tuple[str, ...]) -> Tensor:
    rows = start.clone()
    for index, name in enumerate(old):
        if name in names:
            rows[names.index(name)] = tensor[index]
    return rows


_WRITTEN: Final = {"match": "match.weight", "relation": "relation.weight"}
"""Parameters whose names in the file are others, since inputs of the graph have theirs."""
_LEFT: Final = ("numbers.bias", "tag.weight", "tag.bias")
"""What the file does not hold: the first is part of the table there."""

Arrays = Mapping[str, NDArray[Any]]


class Written(NamedTuple):
    """What an exported file holds."""

    facts: Mapping[str, str]
    arrays: Arrays


def written(path: Path) -> Written:
    """Raises `UsageError` where there is no file, or a broken one."""
    if not path.is_file():
        raise UsageError(f"The weights {path} are missing.", "Give a folder with exported weights.")
    try:
        model = onnx.ModelProto.FromString(path.read_bytes())
    except Exception as error:  # protobuf raises classes of its own for every kind of bad file
        raise UsageError(
            f"The weights {path} cannot be read: {error}", "Export them again."
        ) from error
    return Written(
        {entry.key: entry.value for entry in model.metadata_props},
        {tensor.name: numpy_helper.to_array(tensor) for tensor in model.graph.initializer},
    )


def read(folder: Path) -> Decoder:
    """The decoder of a folder that `export.py` wrote, in either precision.

    Raises `UsageError` where there is none, or one of another version.
    """
    facts, arrays = written(folder / FILE)
    if facts.get("fingerprint") != fingerprint():
        raise UsageError(
            f"The weights in {folder} were trained for other features than this version's.",
            "Start from weights of this version, or train from nothing.",
        )
    inner = arrays["layers.0.experts.up"].shape[1] // 2
    sizes = {name: int(facts[name]) for name in ("width", "layers", "heads", "experts", "chosen")}
    decoder = Decoder(Shape(**sizes, inner=inner, grown=int(facts.get("grown", "0"))))
    with torch.no_grad():
        decoder.numbers.bias.zero_()
    state = {**decoder.state_dict(), **_answers(decoder, arrays)}
    for name, start in decoder.state_dict().items():
        if name not in _LEFT and name.partition(".")[0] not in ANSWERS:
            called = _WRITTEN.get(name, name)
            state[name] = tensor_of(arrays, called, start.shape, _is_turned(decoder, name))
    decoder.load_state_dict(state)
    return decoder.eval()


def _is_turned(decoder: Decoder, name: str) -> bool:
    """Whether a matrix in floats is written with its inputs first."""
    path, _, kind = name.rpartition(".")
    return kind == "weight" and isinstance(decoder.get_submodule(path), nn.Linear)


def _answers(decoder: Decoder, arrays: Arrays) -> dict[str, Tensor]:
    """The layers that are written as one."""
    layers = [decoder.get_submodule(name) for name in ANSWERS]
    rows = [len(layer.get_parameter("bias")) for layer in layers]
    found: dict[str, Tensor] = {}
    for kind, shape in (("weight", (sum(rows), decoder.shape.width)), ("bias", (sum(rows),))):
        whole = tensor_of(arrays, f"answers.{kind}", shape, kind == "weight")
        for name, part in zip(ANSWERS, torch.split(whole, rows), strict=True):
            found[f"{name}.{kind}"] = part
    return found


def tensor_of(arrays: Arrays, name: str, shape: Sequence[int], turned: bool) -> Tensor:
    """Of an exported file, a weight in floats. `turned`: one in floats has its inputs first."""
    array = arrays[name]
    match array.dtype:
        case np.uint8:
            array = unpack(array, arrays[f"{name}{SCALES}"])
        case np.int8:
            array = array * arrays[f"{name}{SCALES}"]
        case _:
            array = array.T if turned else array
    return torch.tensor(np.asarray(array, np.float32)).reshape(*shape)


# --------------------------------------------------------------------------------- layers put in


def grown(model: Decoder, count: int) -> Decoder:
    """The model with `count` layers more, each behind as many of the others, of which alone a
    training changes anything. One that has so many already is gone on with.

    Raises `UsageError` for one that has another number of them, and for more than it has layers.
    """
    shape = model.shape
    if shape.grown not in (0, count):
        raise UsageError(
            f"These weights have {shape.grown} layers put in already, not {count}.",
            f"Give --grown {shape.grown}, or start from weights without such layers.",
        )
    if not 0 < count <= shape.layers - shape.grown:
        raise UsageError(
            f"{count} layers cannot be put between {shape.layers - shape.grown}.",
            f"Give --grown 1 to {shape.layers - shape.grown}.",
        )
    larger = model if shape.grown else _enlarged(model, count)
    _learn_alone(larger)
    return larger


def put_in(layers: int, count: int) -> list[int]:
    """Where the new ones stand among all, when `count` are put between `layers`, the first at 0."""
    return [(at + 1) * layers // count + at for at in range(count)]


def _enlarged(model: Decoder, count: int) -> Decoder:
    shape, half = model.shape, model.shape.heads // 2
    new = put_in(shape.layers, count)
    # Of every layer of the larger one, which of the model's it is: a new one is that before it.
    origin = [at - sum(place <= at for place in new) for at in range(shape.layers + count)]
    larger = copy.deepcopy(model)
    larger.shape = msgspec.structs.replace(shape, layers=len(origin), grown=count)
    larger.layers = nn.ModuleList(copy.deepcopy(model.layers[before]) for before in origin)
    with torch.no_grad():
        by_layer = model.relation.view(-1, shape.layers, half)
        larger.relation = nn.Parameter(by_layer[:, origin].flatten(1))
        larger.match = nn.Parameter(model.match[origin])
        for at in new:
            # It adds nothing any more, and can learn to.
            layer = cast("Layer", larger.layers[at])
            for adds in (layer.out.weight, layer.out.bias, layer.experts.down):
                adds.zero_()
    return larger


def _learn_alone(model: Decoder) -> None:
    """Nothing is learned but the layers that were put in, and the tags, which no file holds."""
    shape = model.shape
    model.requires_grad_(False)
    for at in put_in(shape.layers - shape.grown, shape.grown):
        model.layers[at].requires_grad_(True)
    model.tag.requires_grad_(True)
