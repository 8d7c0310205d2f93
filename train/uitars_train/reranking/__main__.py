"""`uitars-train reranker`: comparisons once, training, the product's file."""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Final

from uitars_runtime.cli.formats import written

if TYPE_CHECKING:
    from uitars_train.data.sample import Sample

COMPARISONS: Final = "comparisons-{}.jsonl"
"""Of the samples and the decoder that they are made with: others are compared anew."""


def main(argv: Sequence[str] | None = None) -> int:
    """Compare, train and write as the options say. Raises `UsageError`."""
    given = parser().parse_args(argv)
    from uitars_runtime.errors import UsageError
    from uitars_train.alone import alone
    from uitars_train.network.training import above_zero, check_run
    from uitars_train.reranking import candidates
    from uitars_train.reranking.export import export
    from uitars_train.reranking.training import Settings, train
    from uitars_train.reranking.weights import start

    above_zero(minutes=given.minutes)
    if given.symbolic < 0:
        raise UsageError(f"--symbolic cannot be {given.symbolic}.", "Give 0 or more.")
    out: Path = given.out
    check_run(out, resume=given.resume)
    begun = start(given.start)
    with alone(out):
        path = out / COMPARISONS.format(_made_of(given))
        if not path.exists():
            print(f"{_compare(given, path)} comparisons", flush=True)  # noqa: T201
        found = candidates.read(path)
        # What people say counts twice: asks by rule and the simulator's are as many, and plainer.
        found += [one for one in found if one.kind.startswith("said")]
        settings = Settings(out, given.minutes, seed=given.seed, resume=given.resume)
        export(train(begun, found, settings), out)
    return 0


def parser() -> argparse.ArgumentParser:
    """All options."""
    new = argparse.ArgumentParser(
        prog="uitars-train reranker",
        description="Train the network that compares the likeliest elements, and write its file.",
    )
    new.add_argument(
        "--start",
        type=Path,
        metavar="FOLDER",
        help="a BERT as Hugging Face keeps it, or exported files (default: the shipped ones)",
    )
    new.add_argument(
        "--own", type=Path, required=True, metavar="FILE", help="samples of `instructions`"
    )
    new.add_argument("--out", type=written, required=True, help="folder for checkpoint and file")
    new.add_argument("--minutes", type=float, required=True, help="wall time of training")
    new.add_argument("--symbolic", type=int, default=5000, help="steps of the simulator beside")
    new.add_argument("--seed", type=int, default=1)
    new.add_argument("--resume", action="store_true", help="go on from the folder's checkpoint")
    return new


def _made_of(options: argparse.Namespace) -> str:
    from uitars_runtime.backends.registry import NANO
    from uitars_train.evaluate import fingerprint

    told = f"{fingerprint.of_model(NANO)} {options.symbolic} {options.seed}"
    return fingerprint.of_bytes(told.encode(), fingerprint.of_files(options.own).encode())


def _compare(options: argparse.Namespace, path: Path) -> int:
    from uitars_runtime.backends.embedded.backend import default_folder
    from uitars_runtime.backends.embedded.network.decoder import Decoder
    from uitars_runtime.backends.embedded.network.encoder import sentence_encoder
    from uitars_train.reranking.candidates import comparisons, write

    encoder = sentence_encoder()
    decoder = Decoder(default_folder(), encoder)
    return write(path, comparisons(_samples(options), decoder, encoder))


def _samples(options: argparse.Namespace) -> Iterator[Sample]:
    from uitars_train.data.episodes import episodes
    from uitars_train.data.sample import read_episodes
    from uitars_train.data.stream import steps

    for episode in read_episodes(options.own):
        yield from episode
    yield from islice(steps(random.Random(options.seed), episodes(options.seed)), options.symbolic)
