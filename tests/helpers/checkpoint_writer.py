"""A program that saves checkpoints, fills the disk and saves them again.

Usage: checkpoint_writer.py FOLDER. Prints for each, as a line of JSON, a `Saved`.
"""

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple, cast

import msgspec
import torch
from torch import nn

from helpers.journal_writer import fill_disk
from uitars_runtime.errors import UitarsError
from uitars_train.network import weights
from uitars_train.network.model import Decoder, Shape
from uitars_train.reranking import training as reranking
from uitars_train.reranking.model import CrossEncoder
from uitars_train.rl import saving
from uitars_train.rl.policy import Policy

SHAPE = Shape(width=64, layers=2, heads=4, experts=4, chosen=2, inner=32)


_ROOM = 64 * 1024
"""Bytes that are left: less than a checkpoint takes."""


class Saved(msgspec.Struct, frozen=True):
    """What became of a checkpoint that was to be replaced when the disk was full."""

    name: str
    said: str
    code: int
    """With which a command ends for that."""
    stays: bool
    """Whether the one before is as it was, and can be read."""
    files: tuple[str, ...]


class Kind(NamedTuple):
    """A checkpoint of one kind of training."""

    path: Path
    save: Callable[[], object]
    read: Callable[[], object]


def kinds(folder: Path) -> list[Kind]:
    decoder, encoder = Decoder(SHAPE), nn.Linear(300, 300)
    policy = Policy(decoder, "shared")
    optimizer, other = (torch.optim.AdamW(one.parameters()) for one in (decoder, policy))
    for group in other.param_groups:
        group["highest"] = 1e-3
    path = {name: folder / f"{name}.pt" for name in ("policy", "rl", "weights", "reranker")}
    return [
        Kind(
            path["policy"],
            lambda: weights.save(path["policy"], decoder, optimizer, weights.Progress(1, 2)),
            lambda: weights.resume(path["policy"], decoder, optimizer),
        ),
        Kind(
            path["rl"],
            lambda: saving.save(path["rl"], policy, other, saving.Progress(1)),
            lambda: saving.resume(path["rl"], policy, other),
        ),
        Kind(
            path["weights"],
            lambda: saving.publish(path["weights"], policy, 1),
            saving.Published(path["weights"]).read,
        ),
        Kind(
            path["reranker"],
            lambda: reranking.save(cast("CrossEncoder", encoder), path["reranker"]),
            lambda: encoder.load_state_dict(torch.load(path["reranker"], weights_only=True)),
        ),
    ]


def main() -> None:
    folder = Path(sys.argv[1])
    found = kinds(folder)
    for one in found:
        one.save()
    other = folder / "other"
    fill_disk(other)
    os.truncate(other, other.stat().st_size - _ROOM)
    for one in found:
        sys.stdout.buffer.write(msgspec.json.encode(saved(one)) + b"\n")


def saved(kind: Kind) -> Saved:
    """Saves it once more."""
    before = kind.path.read_bytes()
    said, code = "", 0
    try:
        kind.save()
    except UitarsError as error:
        said, code = str(error), error.exit_code
    kind.read()
    files = tuple(sorted(os.listdir(kind.path.parent)))
    return Saved(kind.path.name, said, code, kind.path.read_bytes() == before, files)


if __name__ == "__main__":
    main()
