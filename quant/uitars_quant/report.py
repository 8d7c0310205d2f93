"""What a run made and what it cost: for the terminal, as JSON, as a page (`page`)."""

from __future__ import annotations

import json
import sys
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from uitars_quant.clicks import Clicks, Pair
from uitars_quant.job import record_path
from uitars_quant.page import page
from uitars_quant.pipeline import TensorResult
from uitars_quant.recipe import Format, Recipe, Storage
from uitars_quant.sources import Source, open_source
from uitars_quant.sources.foreign import damage_told, json_object
from uitars_quant.targets.files import make_folder, write_whole

if TYPE_CHECKING:
    from uitars_quant.calibration.evaluation import Divergence
    from uitars_quant.calibration.examples import Seen


@dataclass(frozen=True)
class Report:
    """All of it."""

    facts: dict[str, Any]
    """As they were recorded beside the result."""
    results: tuple[TensorResult, ...]
    divergence: Divergence | None
    """From the source, where the network can be run and text was given."""
    clicks: Pair | None = None
    """Where the click test was asked for."""


def make(source: Source, recipe: Recipe, out: Path, held_out: Seen | None) -> Report:
    """Measure a result; `held_out` (sequences, length) was not calibrated with."""
    measured = None
    if held_out is not None and recipe.format is not Format.ONNX:
        from uitars_quant.calibration.evaluation import divergence

        result = open_source(out, quantized=True)
        measured = divergence(source, result, held_out, recipe.activations)
    facts = json_object(record_path(out))
    with damage_told(str(record_path(out))):
        return Report(facts, tuple(map(_result, facts["tensors"])), measured)


def _result(told: dict[str, Any]) -> TensorResult:
    """As the record tells it."""
    return TensorResult(
        told["name"],
        tuple(told["shape"]),
        Storage(told["storage"]),
        told["error"],
        told["product_error"],
        told["largest_input"],
        told["outlier"],
    )


def terminal(report: Report) -> str:
    """A few lines and the matrices that lost most."""
    facts = report.facts
    lines = [
        f"{facts['bytes'] / 1e6:.1f} MB, {facts['bits_per_weight']:.2f} bits per weight, "
        f"{facts['seconds']:.1f} s, peak memory {facts['peak_memory_mb']} MB"
    ]
    worst = sorted(report.results, key=loss, reverse=True)[:5]
    lines += [f"{100 * loss(one):7.2f} %  {one.name}" for one in worst]
    if report.divergence is not None:
        found = report.divergence
        lines.append(
            f"KL {found.kl:.4f}, same next word {100 * found.agreement:.1f} %, perplexity "
            f"{found.source_perplexity:.2f} -> {found.perplexity:.2f} ({found.tokens} tokens)"
        )
    if report.clicks is not None:
        lines.append(
            f"Clicks on named boxes: {_hits(report.clicks.before)} before, "
            f"{_hits(report.clicks.after)} after"
        )
    return "\n".join(lines) + "\n"


def _hits(clicks: Clicks | None) -> str:
    return (
        "not measured (a server runs it)"
        if clicks is None
        else (f"{clicks.hits} of {clicks.rounds}")
    )


def loss(result: TensorResult) -> float:
    """Of the product where it is known, else of the weights."""
    return result.error if result.product_error is None else result.product_error


def as_json(report: Report) -> dict[str, Any]:
    """All of it, as JSON."""
    found = report.divergence
    measured = None if found is None else vars(found)
    clicks = None if report.clicks is None else asdict(report.clicks)
    return {**report.facts, "divergence": measured, "clicks": clicks}


def tell(report: Report, out: Path, for_programs: Path | None, for_people: Path | None) -> None:
    """On the terminal, and in the files given. `SourceError` where somebody altered the record."""
    with damage_told(str(record_path(out))):
        lines = terminal(report)
        whole = page(report.facts, lines, report.results, loss)
    sys.stdout.write(lines)
    for file, text in (
        (for_programs, json.dumps(as_json(report), indent=1)),
        (for_people, whole),
    ):
        if file:
            make_folder(file.parent)
            write_whole(file, text.encode())
