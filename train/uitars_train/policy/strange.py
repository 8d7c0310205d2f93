"""What the eyes take things for in programs of a kind that they were not made from.

There a tab in front looks like words, cells of one row like different things. Not here: single
errors, which happen in every program (`noise.py`).
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Final

from uitars_runtime.element import Role
from uitars_train.policy.world import Widget

_FRONT: Final = (Role.TEXT, Role.TEXT, Role.TEXT, Role.BUTTON, Role.TITLE, Role.LINK)
"""What a tab in front is taken for; the others are seen as tabs."""
_TAKEN: Final[Mapping[Role, tuple[float, tuple[Role, ...]]]] = {
    Role.ITEM: (0.5, (Role.TEXT, Role.TEXT, Role.MENU_ITEM, Role.LINK, Role.BUTTON)),
    Role.COMBO: (0.3, (Role.TAB, Role.BUTTON, Role.BUTTON, Role.FIELD, Role.ITEM)),
    Role.RADIO: (0.25, (Role.CHECKBOX, Role.CHECKBOX, Role.ICON)),
    Role.CHECKBOX: (0.15, (Role.RADIO, Role.ICON, Role.BUTTON)),
    Role.BUTTON: (0.15, (Role.TAB, Role.ITEM, Role.TEXT, Role.COMBO, Role.MENU)),
    Role.TEXT: (0.08, (Role.BUTTON, Role.TITLE, Role.LINK, Role.ITEM)),
    Role.TAB: (0.1, (Role.BUTTON, Role.TEXT, Role.MENU)),
    Role.MENU: (0.1, (Role.TAB, Role.BUTTON, Role.TEXT)),
    Role.HEADER: (0.15, (Role.ITEM, Role.BUTTON, Role.MENU, Role.TEXT)),
    Role.FIELD: (0.1, (Role.COMBO, Role.BUTTON, Role.ITEM)),
}
_IN_FRONT: Final = 0.6


def strange_role(widget: Widget, role: Role, fixed: random.Random) -> Role:
    """What a widget is taken for; mostly what it is."""
    if widget.role is Role.TAB and widget.selected and fixed.random() < _IN_FRONT:
        return fixed.choice(_FRONT)
    share, others = _TAKEN.get(role, (0.0, (role,)))
    return fixed.choice(others) if fixed.random() < share else role
