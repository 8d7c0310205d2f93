"""What a run made and what it cost: for the terminal, as JSON, as one HTML page with plots.

The page is whole by itself: plots are SVG, nothing is loaded.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from uitars_quant.clicks import Clicks, Pair
from uitars_quant.job import Summary, record
from uitars_quant.pipeline import TensorResult
from uitars_quant.recipe import Format, Recipe
from uitars_quant.sources import Source, open_source
from uitars_quant.targets.files import write_whole

if TYPE_CHECKING:
    from uitars_quant.calibration.evaluation import Divergence
    from uitars_quant.calibration.examples import Seen

_WIDTH: Final = 960
_HEIGHT: Final = 220


@dataclass(frozen=True)
class Report:
    """All of it."""

    facts: dict[str, Any]
    results: tuple[TensorResult, ...]
    divergence: Divergence | None
    """From the source, where the network can be run and text was given."""
    clicks: Pair | None = None
    """Where the click test was asked for."""


def make(
    source: Source, recipe: Recipe, summary: Summary, out: Path, held_out: Seen | None
) -> Report:
    """Measure a result; `held_out` (sequences, length) was not calibrated with."""
    measured = None
    if held_out is not None and recipe.format is not Format.ONNX:
        from uitars_quant.calibration.evaluation import divergence

        result = open_source(out, quantized=True)
        measured = divergence(source, result, held_out, recipe.activations)
    quantized = tuple(one for one in summary.results if one.storage.rounded)
    return Report(record(source, recipe, summary), quantized, measured)


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


def write_json(report: Report, file: Path) -> None:
    """Write the report for programs."""
    write_whole(file, json.dumps(as_json(report), indent=1).encode())


def write_html(report: Report, file: Path) -> None:
    """Write the report for people."""
    facts = report.facts
    rows = "".join(
        f"<tr><td>{escape(one.name)}</td><td>{one.storage.value}</td>"
        f"<td>{100 * one.error:.2f}</td><td>{_percent(one.product_error)}</td>"
        f"<td>{'' if one.outlier is None else f'{one.outlier:.0f}'}</td></tr>"
        for one in report.results
    )
    errors = [100 * loss(one) for one in report.results]
    outliers = [one.outlier for one in report.results if one.outlier is not None]
    page = _PAGE.format(
        title=escape(f"{facts['source']} as {facts['format']}, {facts['method']}"),
        summary=escape(terminal(report)),
        errors=_bars(errors, "error, %"),
        outliers=_bars(outliers, "outliers: largest over mean activation") if outliers else "",
        rows=rows,
    )
    write_whole(file, page.encode())


def _percent(value: float | None) -> str:
    return "" if value is None else f"{100 * value:.2f}"


def _bars(values: list[float], title: str) -> str:
    """A bar for every matrix, in the order of the network."""
    highest = max(values, default=0) or 1
    step = _WIDTH / max(1, len(values))
    bars = "".join(
        f'<rect x="{index * step:.1f}" y="{_HEIGHT - 200 * value / highest:.1f}" '
        f'width="{max(0.6, step - 0.6):.1f}" height="{200 * value / highest:.1f}"/>'
        for index, value in enumerate(values)
    )
    return (
        f'<h2>{escape(title)} (highest {highest:.3g})</h2><svg viewBox="0 0 {_WIDTH} {_HEIGHT}" '
        f'role="img" aria-label="{escape(title)}">{bars}</svg>'
    )


_PAGE: Final = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>{title}</title>
<style>
body {{ font: 15px/1.5 system-ui, sans-serif; max-width: 1000px; margin: 2rem auto; }}
svg {{ width: 100%; fill: #2f6fab; background: #f4f6f8; }}
table {{ border-collapse: collapse; width: 100%; }}
td, th {{ text-align: right; padding: 2px 8px; border-bottom: 1px solid #ddd; }}
td:first-child, th:first-child {{ text-align: left; font-family: monospace; }}
</style>
<h1>{title}</h1><pre>{summary}</pre>{errors}{outliers}
<table><tr><th>matrix</th><th>kept in</th><th>weights, %</th><th>product, %</th><th>outliers</th>
</tr>{rows}</table></html>
"""
