"""Which files a GGUF model consists of, and whether they fit this machine. Reads no weights."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from uitars_runtime.errors import ModelError, UsageError

MAGIC = b"GGUF"
_TYPE = re.compile(r"(?<![a-z0-9])(bf16|fp?16|fp?32|i?q\d(_(\d|k|s|m|l|xs|xxs|nl))*)(?![a-z0-9])")
"""How a name tells the type of numbers; files that differ in that alone are of one model."""
_SPARE = 512 << 20
"""Bytes for buffers and everything else of this process."""


class ModelFiles(NamedTuple):
    """The language model and the projector that lets it see."""

    weights: Path
    projector: Path


def find(weights: Path) -> ModelFiles:
    """The files of a model. Raises `UsageError` for no model, `ModelError` without a projector.

    The projector lies beside the model and has `mmproj` in its name; among several it is the one
    whose name says most of the model's name and least else, the larger one of several types.
    """
    check(weights)
    if "mmproj" in weights.name.lower():
        raise UsageError(f"{weights} is a projector, not a model.", "Name the model beside it.")
    beside = [
        file
        for file in sorted(weights.parent.glob("*"))
        if re.search(r"mmproj.*\.gguf$", file.name.lower()) and file != weights
    ]
    if not beside:
        raise ModelError(
            f"There is no projector (mmproj*.gguf) beside {weights}, so the model could not see.",
            "Put the mmproj file of the same model into the same folder.",
        )
    nearest, *others = of_model(weights.name, [file.name for file in beside])
    if others:
        raise ModelError(
            f"No name tells which of {nearest[0]} and {others[0][0]} is the projector of "
            f"{weights}.",
            f"Rename its own to mmproj-{weights.name}, or give the model a folder of its own.",
        )
    projector = max(map(weights.with_name, nearest), key=lambda file: file.stat().st_size)
    check(projector)
    return ModelFiles(weights, projector)


def of_model(weights: str, projectors: Sequence[str]) -> list[list[str]]:
    """Names of the projectors that say most of the model's and least else, by the model that they
    are of."""
    ours, named = _words(weights), dict[frozenset[str], list[str]]()
    for name in projectors:
        named.setdefault(_words(name), []).append(name)
    ranks = {theirs: len(ours & theirs) - len(theirs - ours) for theirs in named}
    return [names for theirs, names in named.items() if ranks[theirs] == max(ranks.values())]


def check(file: Path) -> None:
    """Whether this is a GGUF file at all. Raises `UsageError`."""
    if file.exists() and not file.is_file():
        raise UsageError(f"{file} is no regular file.", "Name a GGUF file or a folder.")
    try:
        with file.open("rb") as stream:
            magic = stream.read(4)
    except OSError as error:
        raise UsageError(
            f"The model file {file} cannot be read: {error.strerror}.", "Check the path."
        ) from error
    if magic != MAGIC:
        raise UsageError(f"{file} is no GGUF file.", "It may be cut off or of another format.")


def shards(weights: Path) -> list[Path]:
    """All files of a model that was split (`…-00001-of-00003.gguf`), else the one."""
    stem, of, count = weights.stem.rpartition("-of-")
    name, dash, _ = stem.rpartition("-")
    if not (of and dash and count.isdigit()):
        return [weights]
    return sorted(weights.parent.glob(f"{name}-*-of-{count}{weights.suffix}"))


def check_memory(files: ModelFiles, cache_bytes: int) -> None:
    """Refuse a model that cannot fit, before anything is loaded. Raises `ModelError`.

    `cache_bytes`: what the context needs. Where the system does not say what is free, it fits.
    """
    needed = sum(file.stat().st_size for file in (*shards(files.weights), files.projector))
    needed += cache_bytes + _SPARE
    free = available_memory()
    if free is not None and needed > free:
        raise ModelError(
            f"{files.weights.name} needs {_gigabytes(needed)}, and {_gigabytes(free)} are free.",
            "Use a smaller model or fewer bits (uitars-quantize), or a server on another machine.",
        )


def available_memory() -> int | None:
    """Bytes that programs could still take; None where the system does not say (not Linux)."""
    try:
        lines = Path("/proc/meminfo").read_text("ascii").splitlines()
    except OSError:
        return None
    found = next((line.split() for line in lines if line.startswith("MemAvailable:")), None)
    return None if found is None else int(found[1]) << 10


def _gigabytes(size: int) -> str:
    return f"{size / 1e9:.1f} GB"


def _words(name: str) -> frozenset[str]:
    """Of a file's name, without types."""
    named = _TYPE.sub("", Path(name).stem.lower())
    return frozenset(word for word in re.split(r"[-_.]", named) if word not in ("", "mmproj"))
