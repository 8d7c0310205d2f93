"""The cache of keys and values, layer by layer, as the graph takes and gives it.

It never leaves these arrays: what was cached goes in, what it grew to comes out.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
_KINDS: Final = ("key", "value")


class Names(NamedTuple):
    """What the graph calls the cache of one layer."""

    past: tuple[str, ...]
    """Inputs: what was cached of the tokens before, (1, heads, P, size)."""
    grown: tuple[str, ...]
    """Outputs: the same and the tokens of this call, (1, heads, P + N, size)."""


class Cache(NamedTuple):
    """Keys and values of every layer, in the order of the names."""

    arrays: tuple[Floats, ...]

    @property
    def tokens(self) -> int:
        """How many tokens are in it."""
        return int(self.arrays[0].shape[2])

    def inputs(self) -> Mapping[str, Floats]:
        """What a call of the graph is given."""
        return dict(zip(_past(len(self.arrays) // len(_KINDS)), self.arrays, strict=True))


def cache_names(layer: int) -> Names:
    """The names of a layer, counted from 0."""
    return Names(
        tuple(f"past_{kind}_{layer}" for kind in _KINDS),
        tuple(f"{kind}_{layer}" for kind in _KINDS),
    )


@functools.cache
def _past(layers: int) -> tuple[str, ...]:
    return tuple(name for layer in range(layers) for name in cache_names(layer).past)


def output_names(layers: int) -> list[str]:
    """The outputs of the graph that are cache."""
    return [name for layer in range(layers) for name in cache_names(layer).grown]


def empty(layers: int, heads: int, size: int) -> Cache:
    """The cache before the first token."""
    return Cache((np.zeros((1, heads, 0, size), np.float32),) * (layers * len(_KINDS)))
