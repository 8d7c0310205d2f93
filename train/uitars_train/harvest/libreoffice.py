"""Where LibreOffice's widgets are, mended: it tells the entries of its tool bars as many pixels too
high as its menu bar is, and its menus twice, once where they are.

Not here: widgets of other programs (`tree.py`).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Final

from uitars_runtime.desktop.accessibility import Node
from uitars_runtime.desktop.walk import Told
from uitars_runtime.geometry import moved
from uitars_runtime.types import Point

TOOLKIT: Final = "LibreOffice"
_MENU, _MENU_BAR, _TOOL_BAR = 33, 34, 63
_ENTRIES: Final = frozenset({43, 62, 129})
"""Push buttons, toggle buttons, push button menus (AtspiRole)."""


def mended(told: Sequence[Told]) -> list[Told]:
    """The same with one menu bar, and tool bars below it; as they are where it is told once."""
    bars: dict[Node, list[Told]] = defaultdict(list)
    for one in told:
        if one.role == _MENU and one.parent == _MENU_BAR:
            bars[one.within].append(one)
    if len(bars) < 2:
        return list(told)
    drawn = max(bars, key=lambda bar: bars[bar][0].box.height)
    down = Point(0, bars[drawn][0].box.height)
    twice = {one.node for bar, menus in bars.items() if bar != drawn for one in menus}
    return [
        one._replace(box=moved(one.box, down))
        if one.parent == _TOOL_BAR and one.role in _ENTRIES
        else one
        for one in told
        if one.node not in twice
    ]
