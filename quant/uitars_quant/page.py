"""The report as one HTML page with plots. It is whole by itself: SVG, and nothing is loaded."""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from typing import Any, Final

from uitars_quant.pipeline import TensorResult

_WIDTH: Final = 960
_HEIGHT: Final = 200


def page(
    facts: dict[str, Any],
    summary: str,
    results: tuple[TensorResult, ...],
    loss: Callable[[TensorResult], float],
) -> str:
    """`facts`: the record of the run; `loss`: a matrix' error as a part of one."""
    source, result, method = (escape(str(facts[key])) for key in ("source", "format", "method"))
    losses = [(one.name, 100 * loss(one)) for one in results]
    outliers = [(one.name, one.outlier) for one in results if one.outlier is not None]
    return _PAGE.format(
        title=f"{source} as {result}, {method}",
        summary=escape(summary),
        errors=_bars(losses, "Error of every matrix, %"),
        outliers=_bars(outliers, "Outliers: largest over mean activation") if outliers else "",
        rows="".join(_row(one) for one in results),
    )


def _row(one: TensorResult) -> str:
    product = None if one.product_error is None else 100 * one.product_error
    numbers = (
        _number(100 * one.error, 2),
        _number(product, 2),
        _number(one.largest, 1),
        _number(one.outlier, 0),
    )
    cells = "".join(f"<td>{cell}</td>" for cell in (one.storage.value, *numbers))
    return f"<tr><td>{escape(one.name)}</td>{cells}</tr>\n"


def _number(value: float | None, digits: int) -> str:
    return "" if value is None else f"{value:.{digits}f}"


def _bars(values: list[tuple[str, float]], title: str) -> str:
    """A bar for every matrix, in the order of the network; pointing at one tells its name."""
    highest = max((value for _, value in values), default=0) or 1
    step = _WIDTH / max(1, len(values))
    bars = "".join(
        f'<rect x="{index * step:.1f}" y="{_HEIGHT * (1 - value / highest):.1f}" '
        f'width="{max(0.6, step - 0.6):.1f}" height="{_HEIGHT * value / highest:.1f}">'
        f"<title>{escape(name)}: {value:.4g}</title></rect>"
        for index, (name, value) in enumerate(values)
    )
    lines = "".join(
        f'<line x1="0" x2="{_WIDTH}" y1="{_HEIGHT * part}" y2="{_HEIGHT * part}"/>'
        for part in (0, 0.5, 1)
    )
    return (
        f"<figure><figcaption>{escape(title)}</figcaption><div>"
        f"<ol><li>{highest:.3g}</li><li>{highest / 2:.3g}</li><li>0</li></ol>"
        f'<svg viewBox="0 0 {_WIDTH} {_HEIGHT}" preserveAspectRatio="none" role="img" '
        f'aria-label="{escape(title)}, highest {highest:.3g}">{lines}{bars}</svg></div></figure>'
    )


_PAGE: Final = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>{title}</title>
<meta name="viewport" content="width=device-width">
<style>
:root {{ color-scheme: light dark; --bar: #2f6fab; --line: #8886; }}
@media (prefers-color-scheme: dark) {{ :root {{ --bar: #7fb2e5; }} }}
body {{ font: 15px/1.5 system-ui, sans-serif; max-width: 1000px; margin: 2rem auto;
  padding: 0 1rem; }}
h1 {{ font-size: 1.4rem; overflow-wrap: anywhere; }}
pre, .wide {{ overflow-x: auto; }}
figure {{ margin: 1.5rem 0; }}
figcaption {{ font-weight: 600; margin-bottom: .5rem; }}
figure div {{ display: flex; gap: .5rem; height: 200px; }}
figure ol {{ list-style: none; margin: -.7em 0; padding: 0; min-width: 3.5em; text-align: right;
  display: flex; flex-direction: column; justify-content: space-between; }}
svg {{ flex: 1; min-width: 0; height: 100%; fill: var(--bar); overflow: visible; }}
line {{ stroke: var(--line); vector-effect: non-scaling-stroke; }}
table {{ border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }}
td, th {{ text-align: right; padding: 2px 8px; border-bottom: 1px solid var(--line);
  vertical-align: bottom; }}
td {{ white-space: nowrap; }}
td:first-child, th:first-child {{ text-align: left; font-family: monospace; }}
</style>
<h1>{title}</h1><pre>{summary}</pre>{errors}{outliers}
<p>Weights: the error of the matrix alone. Product: of what comes out of it, with the inputs of the
calibration; those inputs' largest value, and how many times the mean that is.</p>
<div class="wide"><table><tr><th>matrix</th><th>kept in</th><th>weights, %</th><th>product, %</th>
<th>largest input</th><th>over mean</th></tr>
{rows}</table></div></html>
"""
