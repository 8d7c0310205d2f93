"""What the programs of a machine say is on its screen: its accessibility tree as elements."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from uitars_runtime.desktop.told_tree import root_of
from uitars_runtime.element import Element, Role
from uitars_runtime.errors import DesktopError
from uitars_runtime.types import Box

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from xml.etree.ElementTree import Element as Node

    from uitars_runtime.desktop.osworld.machine import Machine
    from uitars_runtime.frame import Frame

ROLES: Final[dict[str, Role]] = {
    "check-box": Role.CHECKBOX,
    "check-menu-item": Role.MENU_ITEM,
    "column-header": Role.HEADER,
    "combo-box": Role.COMBO,
    "entry": Role.FIELD,
    "heading": Role.TEXT,
    "label": Role.TEXT,
    "link": Role.LINK,
    "list-item": Role.ITEM,
    "menu": Role.MENU,
    "menu-item": Role.MENU_ITEM,
    "page-tab": Role.TAB,
    "paragraph": Role.TEXT,
    "password-text": Role.FIELD,
    "push-button": Role.BUTTON,
    "push-button-menu": Role.BUTTON,
    "radio-button": Role.RADIO,
    "radio-menu-item": Role.MENU_ITEM,
    "scroll-bar": Role.SCROLLBAR,
    "slider": Role.SLIDER,
    "spin-button": Role.FIELD,
    "static": Role.TEXT,
    "table-cell": Role.ITEM,
    "text": Role.FIELD,
    "toggle-button": Role.BUTTON,
    "tree-item": Role.ITEM,
    # As Windows names them.
    "button": Role.BUTTON,
    "checkbox": Role.CHECKBOX,
    "combobox": Role.COMBO,
    "edit": Role.FIELD,
    "hyperlink": Role.LINK,
    "listitem": Role.ITEM,
    "menuitem": Role.MENU_ITEM,
    "radiobutton": Role.RADIO,
    "splitbutton": Role.BUTTON,
    "tabitem": Role.TAB,
    "treeitem": Role.ITEM,
}
"""The tag of an object -> role; others are structure, not things to point at."""
_PAIR = re.compile(r"\(\s*(-?\d+)\s*,\s*(-?\d+)\s*\)")


class MachineOutline:
    """Implements `Outline` of the hands."""

    def __init__(self, machine: Machine, scale: Callable[[], float]) -> None:
        """`scale`: pixels of the picture for each unit that the machine counts in."""
        self._machine = machine
        self._scale = scale

    def read(self, seen: Frame, /) -> tuple[Element, ...]:
        """The visible widgets inside a screenshot; empty where the machine says nothing."""
        try:
            tree = self._machine.tree()
        except DesktopError:
            return ()  # a screenshot can do without; whether the machine lives it says itself
        screen = Box(0, 0, seen.size.width, seen.size.height)
        return elements_of(tree, screen, self._scale())


def elements_of(tree: str, screen: Box, scale: float = 1.0) -> tuple[Element, ...]:
    """The visible things of a tree that lie on the screen, in pixels of the picture; empty for what
    is no tree. `scale`: pixels for each unit that the tree counts in."""
    root = root_of(tree)
    if root is None:
        return ()
    found = (_element(node, scale) for node in root.iter())
    return tuple(one for one in found if one is not None and screen.contains(one.box.center))


def _element(node: Node, scale: float) -> Element | None:
    role = ROLES.get(node.tag.rpartition("}")[2].lower())
    said = {name.rpartition("}")[2]: value for name, value in node.attrib.items()}
    box = _box(said, scale)
    if role is None or box is None or not (_is(said, "visible") and _is(said, "showing", "true")):
        return None
    name = " ".join(said.get("name", "").split())
    text = (node.text or "").strip()
    if role is Role.TEXT and not (name or text):
        return None
    return Element(
        box,
        role,
        text=text if role is Role.FIELD else text or name,
        name=name,
        checked=_is(said, "checked"),
        selected=_is(said, "selected"),
        focused=_is(said, "focused"),
        disabled=not _is(said, "enabled", "true"),
    )


def _is(said: Mapping[str, str], state: str, unsaid: str = "false") -> bool:
    return said.get(state, unsaid).lower() == "true"


def _box(said: Mapping[str, str], scale: float) -> Box | None:
    place, size = (
        _PAIR.fullmatch(said.get("screencoord", "")),
        _PAIR.fullmatch(said.get("size", "")),
    )
    if place is None or size is None:
        return None
    left, top, width, height = *map(int, place.groups()), *map(int, size.groups())
    if width <= 0 or height <= 0:
        return None
    sides = (left, top, left + width, top + height)
    return Box(*(round(side * scale) for side in sides))
