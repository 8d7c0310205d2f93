"""Going on from what an adapted encoder learned before, as its file tells it.

Not here: how the file is written (`adapted_export.py`).
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import numpy_helper
from torch import Tensor

from uitars_runtime.errors import UsageError
from uitars_train.encoder.adapted import SCALE, AdaptedEncoder


def start_from(model: AdaptedEncoder, file: Path, name: str) -> None:
    """Give a network the weights of its own that a file holds. `name`: as of `Writer`. Raises
    `UsageError` where it holds others."""
    try:
        graph = onnx.ModelProto.FromString(file.read_bytes()).graph
    except Exception as error:  # protobuf raises classes of its own for every kind of bad file
        raise UsageError(
            f"The weights {file} cannot be read: {error}", "Give a file that was exported."
        ) from error
    arrays = {one.name: one for one in graph.initializer}
    found: dict[str, Tensor] = {}
    for own, value in model.own().items():
        key = f"{name}.{own}"
        if key not in arrays:
            raise UsageError(f"{file} holds no “{key}”.", f"Give a file of the network “{name}”.")
        array = np.asarray(numpy_helper.to_array(arrays[key]), np.float32)
        if (scale := arrays.get(f"{key}.scale")) is not None:
            array = _scaled(array, numpy_helper.to_array(scale), own)
        if array.shape != tuple(value.shape):
            raise UsageError(f"“{key}” in {file} is of another size.", "Train from nothing.")
        found[own] = torch.tensor(array)
    model.load_state_dict(found, strict=False)


def _scaled(
    codes: np.ndarray[tuple[int, ...], np.dtype[np.float32]],
    scale: np.ndarray[tuple[int, ...], np.dtype[np.float32]],
    own: str,
) -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
    """Floats of eight bits, as they stand in the network: matrices of layers have their inputs
    last there, and an adapter's answer is multiplied on top."""
    if codes.ndim > 2:
        return codes * scale.reshape(-1, *[1] * (codes.ndim - 1))
    values = codes * scale
    if own.endswith(".up"):
        return values / SCALE
    return np.ascontiguousarray(values.T) if own.endswith(".weight") else values
