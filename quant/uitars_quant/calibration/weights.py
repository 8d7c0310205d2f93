"""A decoder layer of a source, for the forward: matrices are read when they are multiplied with."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

import torch

from uitars_quant.calibration.arrays import to_torch
from uitars_quant.calibration.products import Product, exact
from uitars_quant.errors import SourceError
from uitars_quant.numerics.activations import Activations
from uitars_quant.sources.names import layer_name
from uitars_quant.sources.tensors import Source, Tensor


class Decoder:
    """Finds a source's decoder tensors by layer and part."""

    def __init__(self, source: Source) -> None:
        self._layers: dict[int, dict[str, Tensor]] = {}
        self._top: dict[str, Tensor] = {}
        for tensor in source.tensors.values():
            found = layer_name(tensor.name)
            if found is not None:
                self._layers.setdefault(found.layer, {})[found.part] = tensor
            else:
                self._top[tensor.name.split(".", 1)[-1].removeprefix("language_model.")] = tensor
                self._top[tensor.name] = tensor

    def layer(self, number: int) -> Mapping[str, Tensor]:
        """A layer's tensors by part: `self_attn.q_proj.weight`."""
        if number not in self._layers:
            raise SourceError(f"The source has no tensors of layer {number}.")
        return self._layers[number]

    def top(self, name: str) -> Tensor:
        """`embed_tokens.weight` or `norm.weight`."""
        if name not in self._top:
            raise SourceError(f"The source has no tensor {name}.")
        return self._top[name]

    def output(self) -> Tensor:
        """The matrix from states to words; where none is stored, the table of words is it."""
        return self._top.get("lm_head.weight") or self.top("embed_tokens.weight")


class Watcher(Protocol):
    """Looks at what a matrix multiplies with."""

    def add(self, values: torch.Tensor) -> None:
        """values (tokens, inputs), some at a time."""
        ...


class StoredLayer:
    """A layer as it is stored; can take statistics and simulate eight-bit activations."""

    def __init__(
        self,
        tensors: Mapping[str, Tensor],
        activations: Activations = Activations.EXACT,
        watched: Mapping[str, Watcher] | None = None,
        product: Product = exact,
    ) -> None:
        """`watched`: who is shown the inputs of a part; `product`: how it multiplies."""
        self._tensors = tensors
        self._activations = activations
        self._watched = watched or {}
        self._product = product
        self._matrices: dict[str, torch.Tensor] = {}

    def has(self, part: str) -> bool:
        """Whether the layer has a tensor."""
        return part in self._tensors

    def vector(self, part: str) -> torch.Tensor | None:
        """A norm's weight or a bias; None where the layer has none."""
        tensor = self._tensors.get(part)
        return None if tensor is None else to_torch(tensor.read())

    def matrix(self, part: str) -> torch.Tensor:
        """(outputs, inputs); matrices of attention stay in memory, those of experts do not."""
        if part not in self._matrices:
            found = to_torch(self._tensors[f"{part}.weight"].read())
            if not part.startswith("self_attn"):
                return found
            self._matrices[part] = found
        return self._matrices[part]

    def multiply(
        self, part: str, values: torch.Tensor, matrix: torch.Tensor | None = None
    ) -> torch.Tensor:
        """values (tokens, inputs) @ matrix' + bias; `matrix`: where it was read before."""
        if part in self._watched:
            self._watched[part].add(values)
        if self._activations is not Activations.EXACT and part != "mlp.gate":
            values = to_torch(self._activations.round(values.numpy()))
        product = exact if part == "mlp.gate" else self._product
        matrix = self.matrix(part) if matrix is None else matrix
        result, bias = product(values, matrix), self.vector(f"{part}.bias")
        return result if bias is None else result + bias
