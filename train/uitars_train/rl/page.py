"""One page that shows a run: a curve for each figure, light or dark as the reader has it, nothing
loaded from elsewhere."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from uitars_train.rl.dynamics import Point

_WIDE, _HIGH, _EDGE = 320, 130, 14
"""Pixels of a curve, and left free around it for its numbers."""
_ORDER: Final = (
    *("reward", "entropy", "steps to finish", "explained variance", "clipped above"),
    *("clipped below", "server to trainer, mean ratio", "server to trainer, largest gap"),
    *("weights truncated", "staleness", "rate", "steps a second", "policy loss", "critic loss"),
)
_STYLE: Final = """
:root { color-scheme: light dark; --ink: #1c2024; --paper: #fbfbfa; --faint: #6a7178;
  --card: #ffffff; --line: #dfe2e5; --curve: #2563b8; --value: #b86a14 }
@media (prefers-color-scheme: dark) { :root { --ink: #e6e8ea; --paper: #15181b;
  --faint: #9aa2aa; --card: #1e2226; --line: #343a40; --curve: #7fb2f5; --value: #e5a45a } }
body { margin: 2rem auto; max-width: 70rem; padding: 0 1rem; color: var(--ink);
  background: var(--paper); font: 15px/1.5 system-ui, sans-serif }
main { display: grid; grid-template-columns: repeat(auto-fill, minmax(20rem, 1fr)); gap: 1rem }
figure { margin: 0; padding: .8rem; background: var(--card); border: 1px solid var(--line);
  border-radius: 8px }
figcaption { display: flex; justify-content: space-between; gap: 1rem }
figcaption b { font-weight: 600 } figcaption span, p { color: var(--faint) }
svg { width: 100%; display: block } path { fill: none; stroke-width: 1.8 }
.policy { stroke: var(--curve) } .value { stroke: var(--value) }
.axis { stroke: var(--line); stroke-width: 1 } text { fill: var(--faint); font-size: 10px }
i { font-style: normal; border-bottom: 2px solid } i.v { border-color: var(--value) }
i.p { border-color: var(--curve) }
"""


def page(points: Sequence[Point]) -> str:
    """All curves of a run; without updates it says so."""
    names = {name for point in points for name in point.figures}
    shown = [*(n for n in _ORDER if n in names), *sorted(names - set(_ORDER))]
    curves = "".join(_figure(name, points) for name in shown)
    return (
        '<!doctype html><html lang="en"><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width">'
        f"<title>A run of reinforcement learning</title><style>{_STYLE}</style>"
        f"<h1>A run of reinforcement learning</h1><p>{_told(points)}</p>"
        f"<main>{curves}</main></html>"
    )


def _told(points: Sequence[Point]) -> str:
    if not points:
        return "No update was made yet."
    policy = sum(point.phase == "policy" for point in points)
    return (
        f"{len(points) - policy} updates of the critic alone (<i class=v>this colour</i>), then"
        f" {policy} of the policy (<i class=p>this one</i>), in"
        f" {points[-1].seconds / 60:.0f} minutes. Across: updates."
    )


def _figure(name: str, points: Sequence[Point]) -> str:
    known = [(p.update, p.figures[name], p.phase) for p in points if name in p.figures]
    values = [value for _, value, _ in known]
    low, high = min(values), max(values)
    first, last = known[0][0], known[-1][0]

    def at(update: int, value: float) -> str:
        across = _EDGE + (_WIDE - 2 * _EDGE) * (update - first) / max(1, last - first)
        share = (value - low) / (high - low) if high > low else 0.5
        return f"{across:.1f} {_HIGH - _EDGE - (_HIGH - 2 * _EDGE) * share:.1f}"

    lines = ""
    for phase in ("value", "policy"):
        way = [at(update, value) for update, value, of in known if of == phase]
        if way:
            # A line of one point is drawn by its round end.
            drawn = "L".join(way) if len(way) > 1 else f"{way[0]}h.1"
            lines += f'<path class="{phase}" stroke-linecap="round" d="M{drawn}"/>'
    base = _HIGH - _EDGE
    return (
        f"<figure><figcaption><b>{escape(name[0].upper() + name[1:])}</b>"
        f"<span>{values[-1]:.4g}</span></figcaption>"
        f'<svg viewBox="0 0 {_WIDE} {_HIGH}" role="img" aria-label="{escape(name)}:'
        f' {values[0]:.4g} to {values[-1]:.4g}">'
        f'<path class="axis" d="M{_EDGE} {base}H{_WIDE - _EDGE}"/>{lines}'
        f'<text x="{_EDGE}" y="10">{high:.4g}</text>'
        f'<text x="{_EDGE}" y="{_HIGH - 2}">{low:.4g}</text></svg></figure>'
    )
