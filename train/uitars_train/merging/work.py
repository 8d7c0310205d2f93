"""`uitars-train merge` at work: models are read, shares found, weights added, files written."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final, Literal

import msgspec

from uitars_runtime.backends.registry import NANO
from uitars_runtime.errors import UsageError
from uitars_runtime.replacing import can_be_written
from uitars_train.merging.arithmetic import Weights, dare, interpolated, ties
from uitars_train.merging.lines import Line, draw, lines_between, table
from uitars_train.merging.measure import (
    SYMBOLIC,
    Domain,
    Measured,
    domain_named,
    mean_loss,
    measured,
)
from uitars_train.merging.simplex import Shares, search
from uitars_train.network.export import Precision, export
from uitars_train.network.model import Decoder
from uitars_train.network.weights import load, read
from uitars_train.options import place
from uitars_train.replacing import save_report

Method = Literal["linear", "ties", "dare"]
REPORT: Final = "merge.json"
PICTURE: Final = "lines.png"
MERGED: Final = "merged"
"""Stands in the report for what was made of the models."""


class Order(msgspec.Struct, frozen=True):
    """What to merge, and how."""

    models: tuple[str, ...]
    """Checkpoints, folders with exported weights, or `nano`."""
    out: Path
    alphas: tuple[float, ...] = ()
    """Empty: alike, or searched."""
    search: bool = False
    domains: tuple[str, ...] = ()
    """As `measure.domain_named` reads them; where none is given and something has to be measured,
    the symbolic desktop."""
    steps: int = 500
    """Of each domain, at most."""
    method: Method = "linear"
    start: str = NANO
    """Where the models come from, for `ties` and `dare`."""
    density: float = 0.5
    """Of the differences that `ties` and `dare` keep; ours, the papers try many."""
    seed: int = 1
    """Of what `dare` drops."""
    lines: int = 0
    """Places on the line between any two models that are measured; 0 for none."""
    precision: Precision = "w4a8"

    @property
    def names(self) -> tuple[str, ...]:
        """Of the models, short where that tells them apart, from what is made of them, too."""
        short = tuple(Path(model).stem for model in self.models)
        if len({*short, MERGED}) > len(short):
            return short
        return tuple(f"./{model}" if model == MERGED else model for model in self.models)


class Report(msgspec.Struct, frozen=True):
    """What was merged (`merge.json`)."""

    models: tuple[str, ...]
    method: Method
    alphas: tuple[float, ...]
    found: dict[str, dict[str, Measured]]
    """By model, then by domain; the last is what was written, in 32 bits."""


def open_model(told: str) -> Decoder:
    """The model of a checkpoint or of a folder. Raises `UsageError`."""
    path = place(told)
    if path.is_dir():
        return read(path)
    if not path.is_file():
        raise UsageError(f"There is no model {told}.", "Give a checkpoint, or a folder of weights.")
    return load(path)


class Merging:
    """Models that are open, and one more of their shape that is written over."""

    def __init__(self, order: Order) -> None:
        """Raises `UsageError`."""
        if len(order.models) < 2:
            raise UsageError("One model has nothing beside it.", "Give two models or more.")
        if len(set(order.models)) < len(order.models):
            raise UsageError("A model is named twice.", "Give each once; --weights says its share.")
        self._order = order
        opened = [open_model(told) for told in order.models]
        self._scratch = opened[0]
        self._weights: list[Weights] = [_copied(model) for model in opened]
        self._start = {} if order.method == "linear" else open_model(order.start).state_dict()

    def merged(self, alphas: Sequence[float]) -> Decoder:
        """The model of some shares; the one that was given before is lost. Raises `UsageError`."""
        order, models = self._order, self._weights
        match order.method:
            case "linear":
                found = interpolated(models, alphas)
            case "ties":
                found = ties(self._start, models, alphas, order.density)
            case "dare":
                found = dare(self._start, models, alphas, order.density, order.seed)
        self._scratch.load_state_dict(found)
        return self._scratch.eval()

    def best(self, domains: Sequence[Domain]) -> tuple[float, ...]:
        """The shares with the least loss, as the mean over domains."""

        def loss(shares: Shares) -> float:
            model = self.merged([float(share) for share in shares])
            return mean_loss([measured(model, one) for one in domains])

        return tuple(float(share) for share in search(loss, len(self._weights)))

    def each(self, domains: Sequence[Domain]) -> dict[str, dict[str, Measured]]:
        """Every model as it was given, on every domain."""
        found: dict[str, dict[str, Measured]] = {}
        for name, weights in zip(self._order.names, self._weights, strict=True):
            self._scratch.load_state_dict(weights)
            found[name] = {one.name: measured(self._scratch, one) for one in domains}
        return found

    def lines(self, domains: Sequence[Domain]) -> list[Line]:
        """What lies between any two of them."""
        named = dict(zip(self._order.names, self._weights, strict=True))
        return lines_between(named, self._scratch, domains, self._order.lines)


def merge(order: Order) -> Iterator[str]:
    """Merge, measure, write the product's files, the report and the lines; tells what it found.
    Raises `UsageError`."""
    if order.steps < 1:
        raise UsageError(f"On {order.steps} steps nothing is measured.", "Give --steps 1 or more.")
    if order.lines and order.lines < 2:
        raise UsageError("A line has two ends.", "Give --lines 2 or more.")
    if len({told.partition("=")[0] for told in order.domains}) < len(order.domains):
        raise UsageError("Two domains have one name.", "Give each --domain a name of its own.")
    if order.out.resolve() in {place(told).resolve() for told in (*order.models, order.start)}:
        raise UsageError("What is merged would overwrite one of its models.", "Give another --out.")
    can_be_written(order.out / REPORT)
    merging = Merging(order)
    usual = (SYMBOLIC,) if order.search or order.lines else ()
    domains = [domain_named(told, order.steps) for told in order.domains or usual]
    even = (1 / len(order.models),) * len(order.models)
    alphas = merging.best(domains) if order.search else order.alphas or even
    merging.merged(alphas)  # what cannot be merged is told before anything is measured or written
    found = merging.each(domains)
    if order.lines:
        lines = merging.lines(domains)
        draw(lines, order.out / PICTURE)
        yield table(lines)
    model = merging.merged(alphas)
    found[MERGED] = {one.name: measured(model, one) for one in domains}
    export(model, order.out, order.precision)
    report = Report(order.models, order.method, alphas, found)
    save_report(order.out / REPORT, report)
    yield _told(report)


def _told(report: Report) -> str:
    shares = " + ".join(
        f"{alpha:g} {Path(name).stem}"
        for alpha, name in zip(report.alphas, report.models, strict=True)
    )
    rows = [f"{report.method}: {shares}"]
    for name, domains in report.found.items():
        told = (f"{key} {one.loss:.3f} {one.share:.1%}" for key, one in domains.items())
        rows.append(f"  {name:14} " + "   ".join(told))
    return "\n".join(rows if report.found[MERGED] else rows[:1]) + "\n"


def _copied(model: Decoder) -> Weights:
    return {name: weight.clone() for name, weight in model.state_dict().items()}
