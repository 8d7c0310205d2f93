"""Layers that are put between those of trained weights, and are learned alone.

Block expansion (Wu et al. 2024, LLaMA Pro, arXiv 2401.02415): a new layer is the copy of the one
that it follows and adds nothing at first, so that the model says what it said; what was learned
before stays as it is, to the bit also in the product's file, since nothing else is learned. Not
here: how it is learned (`training.py`), the layers themselves (`model.py`).
"""

from __future__ import annotations

import copy
from typing import cast

import msgspec
import torch
from torch import nn

from uitars_runtime.errors import UsageError
from uitars_train.network.model import Decoder, Layer


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
