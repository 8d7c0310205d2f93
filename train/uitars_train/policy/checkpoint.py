"""Checkpoints of a training run: weights, optimizer, progress, and the names of the rows.

Rows of embeddings and outputs are kept by the names of their tokens, so that a checkpoint from
before a token was added still starts a run (a warm start): its rows find their places, the rest
keeps its random start. Inputs that a sketch has gained since start without any effect.
Not here: the files that the product loads (`export.py`).
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import msgspec
import torch
from torch import Tensor
from torch.nn import functional

from uitars_runtime.backends.embedded.network.vocabulary import SPOKEN, TOKENS
from uitars_train.policy.model import Decoder, Shape

_NAMED_ROWS: Final = {"table.weight": TOKENS, "say.weight": SPOKEN, "say.bias": SPOKEN}


class Progress(msgspec.Struct, frozen=True):
    """How far a run has come."""

    step: int = 0
    seen: int = 0


def save(path: Path, model: Decoder, optimizer: torch.optim.Optimizer, progress: Progress) -> None:
    """Written whole, then renamed: a reader never meets half a file."""
    state = {
        "model": model.state_dict(),
        "optimizer": optimizer.state_dict(),
        "step": progress.step,
        "seen": progress.seen,
        "shape": msgspec.to_builtins(model.shape),
        "tokens": list(TOKENS),
        "spoken": list(SPOKEN),
    }
    part = path.with_suffix(".part")
    torch.save(state, part)
    part.replace(path)


def load(path: Path) -> Decoder:
    """The model of a checkpoint, in the layout of this version."""
    state = _read(path)
    model = Decoder(msgspec.convert(state["shape"], Shape))
    model.load_state_dict(_fitted(state, model))
    return model.eval()


def resume(path: Path, model: Decoder, optimizer: torch.optim.Optimizer) -> Progress:
    """Go on from a checkpoint; the optimizer starts anew where rows or inputs were added since."""
    state = _read(path)
    fitted = _fitted(state, model)
    model.load_state_dict(fitted)
    same = all(fitted[name].shape == tensor.shape for name, tensor in state["model"].items())
    if same and state["tokens"] == list(TOKENS):
        optimizer.load_state_dict(state["optimizer"])
    return Progress(int(state["step"]), int(state["seen"]))


def _read(path: Path) -> dict[str, Any]:
    state: dict[str, Any] = torch.load(path, weights_only=True, map_location="cpu")
    return state


def _fitted(state: dict[str, Any], model: Decoder) -> dict[str, Tensor]:
    """The weights with every named row at its present place."""
    fitted: dict[str, Tensor] = {}
    start = model.state_dict()
    for name, tensor in state["model"].items():
        fitted[name] = tensor
        if name in _NAMED_ROWS:
            old = state["tokens"] if name == "table.weight" else state["spoken"]
            fitted[name] = _by_name(tensor, old, start[name], _NAMED_ROWS[name])
    sketch = fitted["sketch.weight"]
    gained = start["sketch.weight"].shape[1] - sketch.shape[1]
    fitted["sketch.weight"] = functional.pad(sketch, (0, gained))
    return fitted


def _by_name(tensor: Tensor, old: list[str], start: Tensor, names: tuple[str, ...]) -> Tensor:
    rows = start.clone()
    for index, name in enumerate(old):
        if name in names:
            rows[names.index(name)] = tensor[index]
    return rows
