"""How many instructions there are, of what kind, by whom.

Not here: reading them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from uitars_train.instructions.reading import Line
from uitars_train.instructions.records import PLACED, Tag


def table(lines: Sequence[Line]) -> str:
    """Counts by tag, style, author and program, in lines."""
    if not lines:
        return "no instructions\n"
    count = len(lines)
    items = [line.item for line in lines]
    placed = sum(bool(PLACED & set(item.tags)) for item in items)
    direct = sum(Tag.DIRECT in item.tags for item in items)
    screens = {(item.program, item.screen) for item in items}
    rows = [
        f"instructions  {count} on {len(screens)} screens",
        f"placed        {placed / count:.0%} rows, cells, relations, between, counted (a third)",
        f"by label      {direct / count:.0%}",
        f"way so far    {sum(bool(item.history) for item in items) / count:.0%} with steps before",
        f"steps         {_listed(Counter(_kind(line) for line in lines))}",
        f"tags          {_listed(Counter(tag.value for item in items for tag in item.tags))}",
        f"styles        {_listed(Counter(item.style.value for item in items))}",
        f"authors       {_listed(Counter(line.author for line in lines))}",
        f"programs      {_listed(Counter(item.program for item in items))}",
    ]
    return "\n".join(rows) + "\n"


def _kind(line: Line) -> str:
    return str(line.item.right[0].__struct_config__.tag)


def _listed(counts: Counter[str]) -> str:
    return ", ".join(f"{name} {count}" for name, count in counts.most_common())
