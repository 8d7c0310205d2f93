"""The model's ONNX files: opened with errors that say what to do, proven to be computed in eight
bits here, and the cache of keys and values as the decoder's graph takes and gives it.

`numerics.onnx` holds one 4-bit matrix product and one layer of 4-bit experts on fixed numbers, and
for both the results that follow from rounding the activations to 8 bits (per block of 32,
absmax/127) and from not rounding them. The two differ by a hundredth, either kind of arithmetic by
a hundred-thousandth, so the results say which one ran.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from uitars_runtime.errors import ModelError
from uitars_runtime.held_once import HeldOnce
from uitars_runtime.onnx_session import Device, computes_on, device, open_session
from uitars_runtime.shipped import MODELS, shipped

NUMERICS: Final = "numerics.onnx"
OPERATORS: Final = ("product", "experts")
_CLOSE: Final = 1e-3
_KINDS: Final = ("key", "value")
"""What is cached of every layer."""

HIDDEN: Final = np.float32(-1e4)
"""What is added to the score of a token that is not to be seen: nothing is left of its share."""

Floats = NDArray[np.float32]


class _Wanted(NamedTuple):
    """All that makes one session differ from another."""

    path: Path
    written: int
    """When, in nanoseconds: a file that was written again is another one."""
    size: int
    threads: int
    as_written: bool
    device: Device


def open_weights(path: Path, threads: int = 1, *, as_written: bool = False) -> Any:
    """A session with the weights of a file, the one that is open already where there is one.

    `threads`: one for a decoder, whose token takes a fraction of a millisecond: a second thread
    would be woken for every layer. `as_written`: nothing is reckoned beforehand.

    Raises `ModelError` where the file is missing or cannot be read, and for one of the package that
    is not as it was shipped.
    """
    try:
        found = path.stat()
    except OSError as error:
        raise ModelError(
            f"The weights {path} are missing.",
            "Install the package again, or train and export with `uitars-train export`.",
        ) from error
    return _session(_Wanted(path, found.st_mtime_ns, found.st_size, threads, as_written, device()))


def open_beside(path: Path, base: Path, threads: int = 1) -> Any:
    """A session with a file of the package whose weights lie in another one, its base, in the same
    folder. Raises `ModelError` as above."""
    for one in (path, base):
        shipped(one.relative_to(MODELS).as_posix())
    return open_session(str(path), threads=threads)


def _load(wanted: _Wanted) -> Any:
    path = wanted.path
    ours = path.is_relative_to(MODELS)
    weights = shipped(path.relative_to(MODELS).as_posix()) if ours else str(path)
    try:
        return open_session(weights, threads=wanted.threads, as_written=wanted.as_written)
    except ModelError:
        raise
    except Exception as error:  # onnxruntime raises classes of its own for every kind of bad file
        raise ModelError(
            f"The weights {path} cannot be loaded: {error}",
            "onnxruntime 1.31 or 1.32 is needed; the file may also be damaged.",
        ) from error


_session: HeldOnce[_Wanted, Any] = HeldOnce(_load)


# ------------------------------------------------------------------------------- eight bits


def eight_bit_activations(folder: Path) -> bool:
    """Whether both operators round activations to 8 bits. Raises `ModelError` for wrong numbers."""
    return not exact_operators(folder)[1]


def exact_operators(folder: Path) -> tuple[Literal["cpu", "cuda"], tuple[str, ...]]:
    """The device that computes, and which operators do not round activations to 8 bits on it.

    Raises `ModelError` for wrong numbers.
    """
    # Reckoned beforehand, the fixed numbers would be the processor's on every device.
    session = open_weights(folder / NUMERICS, as_written=True)
    names = [f"{name}_{kind}" for name in OPERATORS for kind in ("computed", "rounded", "exact")]
    found: list[Any] = session.run(names, {})
    values = dict(zip(names, found, strict=True))
    exact = tuple(name for name in OPERATORS if not _rounded(name, values))
    return computes_on(session), exact


def _rounded(name: str, values: dict[str, Any]) -> bool:
    computed = values[f"{name}_computed"]
    if _distance(computed, values[f"{name}_rounded"]) < _CLOSE:
        return True
    if _distance(computed, values[f"{name}_exact"]) < _CLOSE:
        return False
    raise ModelError(
        f"onnxruntime computes the 4-bit operator '{name}' wrongly on this machine.",
        "Use onnxruntime 1.31 or 1.32, or a model on a server.",
    )


def _distance(computed: Any, expected: Any) -> float:
    """Relative root mean square difference."""
    difference = np.asarray(computed, np.float64) - np.asarray(expected, np.float64)
    return float(np.sqrt((difference**2).mean() / (np.asarray(expected, np.float64) ** 2).mean()))


# --------------------------------------------------------------------------------- the cache


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


def empty_cache(layers: int, heads: int, size: int) -> Cache:
    """The cache before the first token."""
    return Cache((np.zeros((1, heads, 0, size), np.float32),) * (layers * len(_KINDS)))
