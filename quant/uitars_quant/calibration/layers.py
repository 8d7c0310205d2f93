"""Quantizing with data: the decoder is gone through layer by layer.

What every matrix sees is computed with the original weights, one layer at a time. Scales that suit
rounding are then searched and moved between neighbours, so that the network stays the same: into
the norm before a matrix, or into the rows of the matrix before it.

    input norm -> q, k, v        rows of v -> o        (heads that share a key share their scales)
    second norm -> gate, up (of all experts) and the router        rows of up -> down

An expert that few tokens chose is judged by tokens that did not choose it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import numpy as np
import torch
from torch.nn import functional

from uitars_quant.calibration.examples import Seen, as_examples
from uitars_quant.calibration.facts import Facts, facts
from uitars_quant.calibration.forward import attention, routed
from uitars_quant.calibration.products import product_for
from uitars_quant.calibration.statistics import Gathering, Statistics
from uitars_quant.calibration.weights import Decoder, StoredLayer
from uitars_quant.numerics.activations import Activations
from uitars_quant.numerics.gptq import Course, course, gptq
from uitars_quant.numerics.grid import Floats, Quantized, quantize
from uitars_quant.numerics.scaling import (
    STRENGTHS,
    activation_error,
    activation_scale,
    best_scale,
    product_error,
    scaled_error,
    smooth_scale,
)
from uitars_quant.numerics.search import least_error
from uitars_quant.pipeline import Squares, Target, TensorResult, alone, check_finite, in_order
from uitars_quant.progress import Progress
from uitars_quant.recipe import Method, Recipe, Storage
from uitars_quant.sources.names import layer_name
from uitars_quant.sources.tensors import Source, Tensor

_FEW = 64
"""Tokens below which an expert's own inputs say too little."""
_SEARCHED_ROWS = 96
"""Rows of a matrix that the search for scales looks at."""
_JUDGED_ROWS = 64
"""Rows of a matrix that the report's error of the product is taken from."""
_SEARCHED_EXPERTS = 8
"""Experts of a layer that the search for their common scales looks at."""
_BATCH = 4
"""Sequences worked on at a time."""


def with_data(
    source: Source, recipe: Recipe, target: Target, progress: Progress, seen: Seen
) -> list[TensorResult]:
    """Every layer by what it sees of examples, or of tokens (sequences, length) alone."""
    shape, decoder, examples = facts(source.config), Decoder(source), as_examples(seen)
    progress.begin(sum(tensor.size for tensor in source.tensors.values()))
    results: list[TensorResult] = []
    for tensor in in_order(source):
        if layer_name(tensor.name) is None:
            if not target.is_done(tensor):
                results.append(alone(tensor, recipe, target))
            progress.advance(tensor.size, tensor.name)
    hidden, places = examples.hidden(decoder), examples.places()
    with torch.no_grad():
        for number in range(shape.layers):
            tensors = decoder.layer(number)
            work = LayerWork(shape, tensors, recipe, target)
            hidden = examples.deepened(number, work.run(hidden, places))
            results += work.results
            size = sum(tensor.size for tensor in tensors.values())
            progress.advance(size, f"layer {number}")
    progress.end()
    return results


class _Inputs:
    """The inputs that matrices share, after they were scaled."""

    def __init__(self, seen: Statistics, scale: Floats) -> None:
        self.seen, self.scale = seen, scale
        self.moments = seen.moments / scale[:, None] / scale
        self._course: Course | None = None

    def course(self, group: int) -> Course:
        """The order and factor of GPTQ; made once."""
        if self._course is None:
            self._course = course(self.moments, group)
        return self._course


class LayerWork:
    """One layer: look, scale, round, write, and hand on what the next layer sees."""

    def __init__(
        self, shape: Facts, tensors: Mapping[str, Tensor], recipe: Recipe, target: Target
    ) -> None:
        self._shape, self._tensors = shape, tensors
        self._recipe, self._target = recipe, target
        self._product = product_for(tensors)
        self._done = all(target.is_done(tensor) for tensor in tensors.values())
        self._written: set[str] = set()
        self.results: list[TensorResult] = []

    def run(self, hidden: torch.Tensor, places: torch.Tensor) -> torch.Tensor:
        """Work on the layer; its output for hidden (sequences, tokens, width)."""
        hidden = self._attention(hidden, places)
        hidden = self._mixture(hidden)
        if not self._done:
            for part, tensor in self._tensors.items():
                if part not in self._written:
                    self._plain(part, tensor.read())
        return hidden

    # ---------------------------------------------------------------- attention

    def _attention(self, hidden: torch.Tensor, places: torch.Tensor) -> torch.Tensor:
        shape = self._shape
        gathered = {part: Gathering() for part in ("self_attn.q_proj", "self_attn.o_proj")}
        layer = StoredLayer(self._tensors, watched=gathered, product=self._product)
        parts = [
            attention(shape, layer, hidden[at : at + _BATCH], places[at : at + _BATCH])
            for at in range(0, len(hidden), _BATCH)
        ]
        if self._done:
            return hidden + torch.cat(parts)
        seen = gathered["self_attn.q_proj"].result()
        spoken = gathered["self_attn.o_proj"].result()
        names = [f"self_attn.{part}_proj" for part in "qkv"]
        scale = self._scale([layer.matrix(name).numpy() for name in names], seen)
        scale = self._into_norm("input_layernorm.weight", scale)
        out = layer.matrix("self_attn.o_proj").numpy()
        out_scale = self._scale([out], spoken, self._tied)
        grouped = out_scale.reshape(shape.key_heads, -1, shape.head_size)
        rows = np.ascontiguousarray(grouped[:, 0]).reshape(-1)
        inputs = _Inputs(seen, scale)
        matrices = {name: layer.matrix(name).numpy() for name in names}
        self._matrices(matrices, inputs, {names[2]: rows})
        self._matrices({"self_attn.o_proj": out}, _Inputs(spoken, out_scale))
        return hidden + torch.cat(parts)

    def _tied(self, values: Floats) -> Floats:
        """Inputs of o that come from one row of v share a scale: that of their mean."""
        shape = self._shape
        heads = values.reshape(shape.key_heads, -1, shape.head_size)
        return np.broadcast_to(heads.mean(1, keepdims=True), heads.shape).reshape(-1)

    # ---------------------------------------------------------------- mixture

    def _mixture(self, hidden: torch.Tensor) -> torch.Tensor:
        shape = self._shape
        layer = StoredLayer(self._tensors, product=self._product)
        weight = layer.vector("post_attention_layernorm.weight")
        if weight is None:
            raise ValueError("the layer has no second norm")
        normed = functional.rms_norm(hidden, (shape.width,), weight, shape.epsilon)
        flat = normed.reshape(-1, shape.width)
        stems = ["mlp"]
        odds = chosen = None
        if "mlp.gate.weight" in self._tensors:
            odds, chosen = routed(shape, layer, flat)
            stems = [f"mlp.experts.{number}" for number in range(shape.experts)]
        inputs = None
        if not self._done:
            gathering = Gathering()
            gathering.add(flat)
            seen = gathering.result()
            inputs = _Inputs(seen, self._common_scale(layer, stems, seen))
        mixed = torch.zeros_like(flat)
        for number, stem in enumerate(stems):
            if odds is None or chosen is None:
                mixed = self._gated(layer, stem, flat, flat, inputs)
                continue
            tokens, rank = (chosen == number).nonzero(as_tuple=True)
            looked_at = flat[tokens] if len(tokens) >= _FEW else flat[:: max(1, len(flat) // 1024)]
            result = self._gated(layer, stem, flat[tokens], looked_at, inputs)
            mixed.index_add_(0, tokens, result * odds[tokens, rank, None])
        return hidden + mixed.reshape(hidden.shape)

    def _common_scale(self, layer: StoredLayer, stems: Sequence[str], seen: Statistics) -> Floats:
        """Of all that reads the second norm; moved into it, and into the router's columns."""
        looked_at = stems[:: max(1, len(stems) // _SEARCHED_EXPERTS)]
        names = [f"{stem}.{part}_proj" for stem in looked_at for part in ("gate", "up")]
        searched = [layer.matrix(name).numpy() for name in names]
        scale = self._into_norm("post_attention_layernorm.weight", self._scale(searched, seen))
        if "mlp.gate.weight" in self._tensors:
            self._plain("mlp.gate.weight", self._tensors["mlp.gate.weight"].read() * scale)
        return scale

    def _gated(
        self,
        layer: StoredLayer,
        stem: str,
        values: torch.Tensor,
        looked_at: torch.Tensor,
        inputs: _Inputs | None,
    ) -> torch.Tensor:
        """Write a gated network; its output for `values`, statistics from `looked_at`."""
        gate, up, down = (layer.matrix(f"{stem}.{part}_proj") for part in ("gate", "up", "down"))

        def inner(values: torch.Tensor) -> torch.Tensor:
            gated = functional.silu(layer.multiply(f"{stem}.gate_proj", values, gate))
            return gated * layer.multiply(f"{stem}.up_proj", values, up)

        made = inner(values)
        if inputs is not None:
            gathering = Gathering()
            gathering.add(made if looked_at is values else inner(looked_at))
            between = gathering.result()
            down_scale = self._scale([down.numpy()], between)
            both = {f"{stem}.gate_proj": gate.numpy(), f"{stem}.up_proj": up.numpy()}
            self._matrices(both, inputs, {f"{stem}.up_proj": down_scale})
            after = {f"{stem}.down_proj": down.numpy()}
            self._matrices(after, _Inputs(between, down_scale))
        return layer.multiply(f"{stem}.down_proj", made, down)

    # ---------------------------------------------------------------- scaling and rounding

    def _scale(
        self,
        matrices: Sequence[Floats],
        seen: Statistics,
        tied: Callable[[Floats], Floats] = np.asarray,
    ) -> Floats:
        """The common scale (inputs,) of matrices; ones without scaling.

        `tied` makes inputs alike that have to share a scale.
        """
        size = len(seen.magnitude)
        if not self._recipe.method.scales_inputs or size % self._recipe.group:
            return np.ones(size, np.float32)
        if self._recipe.method is Method.SMOOTHQUANT:
            heaviest = np.max([np.abs(matrix).max(0) for matrix in matrices], axis=0)
            return smooth_scale(tied(seen.peak), tied(heaviest))
        known = tied(seen.magnitude)
        candidates = [activation_scale(known, strength) for strength in STRENGTHS]
        sampled = [matrix[:: max(1, len(matrix) // _SEARCHED_ROWS)] for matrix in matrices]
        errors = [sum(self._error(rows, scale, seen) for rows in sampled) for scale in candidates]
        return best_scale(candidates, errors)

    def _error(self, matrix: Floats, scale: Floats, seen: Statistics) -> float:
        """Of the product, from four-bit weights and from the engine's eight-bit activations."""
        weights = scaled_error(matrix, scale, seen.moments, self._recipe.group)
        if self._recipe.activations is Activations.EXACT:
            return weights
        return weights + activation_error(matrix, scale, seen.sample, self._recipe.activations)

    def _into_norm(self, part: str, scale: Floats) -> Floats:
        """Divide a norm by a scale; the scale that its rounded weights really stand for."""
        if not self._recipe.method.scales_inputs:
            return scale
        tensor = self._tensors[part]
        weight = tensor.read()
        kept = self._recipe.float_type(tensor.stored).round(weight / scale)
        self._plain(part, kept)
        usable = (kept != 0) & np.isfinite(kept)
        return np.where(usable, weight / np.where(usable, kept, 1), 1).astype(np.float32)

    def _plain(self, part: str, values: Floats) -> None:
        tensor = self._tensors[part]
        check_finite(tensor.name, values)
        self._target.put(tensor, values)
        self._target.finish(tensor, None)
        self._written.add(part)

    def _matrices(
        self,
        matrices: Mapping[str, Floats],
        inputs: _Inputs,
        divided: Mapping[str, Floats] | None = None,
    ) -> None:
        """Write matrices of the same inputs, which are scaled; `divided`: outputs, by what."""
        four: dict[str, Floats] = {}
        for name, matrix in matrices.items():
            tensor = self._tensors[f"{name}.weight"]
            check_finite(tensor.name, matrix)
            scaled = matrix * inputs.scale
            rows = (divided or {}).get(name)
            if rows is not None:
                scaled /= rows[:, None]
                if f"{name}.bias" in self._tensors:
                    self._plain(f"{name}.bias", self._tensors[f"{name}.bias"].read() / rows)
            match self._recipe.storage(tensor):
                case Storage.FOUR_BITS:
                    four[name] = scaled
                case Storage.EIGHT_BITS:
                    self._put(f"{name}.weight", scaled, self._recipe.finer(tensor, scaled), inputs)
                case Storage.SIXTEEN_BITS | Storage.PLAIN:
                    self._plain(f"{name}.weight", scaled)
        if four:
            self._round(four, inputs)

    def _round(self, scaled: Mapping[str, Floats], inputs: _Inputs) -> None:
        """Matrices that share their inputs are rounded as one."""
        first = self._tensors[f"{next(iter(scaled))}.weight"]
        kept, group = self._recipe.scale_type(first.stored), self._recipe.group
        whole = np.concatenate(list(scaled.values()))
        if self._recipe.method.compensates:
            rounded = gptq(whole, inputs.course(group), kept)
        else:
            power = np.ascontiguousarray(np.diagonal(inputs.moments))
            rounded = quantize(whole, least_error(whole, group, kept, power))
        start = 0
        for name, matrix in scaled.items():
            own = slice(start, start + len(matrix))
            start += len(matrix)
            value = Quantized(rounded.codes[own], rounded.scales[own])
            self._put(f"{name}.weight", matrix, value, inputs)

    def _put(self, part: str, scaled: Floats, value: Quantized, inputs: _Inputs) -> None:
        tensor = self._tensors[part]
        self._target.put(tensor, value)
        result = self._judged(tensor, scaled, value, inputs)
        self._target.finish(tensor, result)
        self._written.add(part)
        self.results.append(result)

    def _judged(
        self, tensor: Tensor, scaled: Floats, value: Quantized, inputs: _Inputs
    ) -> TensorResult:
        meant, squares = value.meant(), Squares()
        squares.add(scaled, meant)
        some = slice(None, None, max(1, len(scaled) // _JUDGED_ROWS))
        whole = product_error(scaled[some], inputs.moments)
        difference = np.asarray(meant[some] - scaled[some], np.float32)
        lost = product_error(difference, inputs.moments)
        return TensorResult(
            tensor.name,
            tensor.shape,
            self._recipe.storage(tensor),
            squares.relative,
            float(np.sqrt(lost / whole)) if whole > 0 else 0.0,
            float(inputs.seen.peak.max()),
            inputs.seen.outlier,
        )
