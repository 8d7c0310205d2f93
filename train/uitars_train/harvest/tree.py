"""What the programs of a display tell of their widgets (AT-SPI): all that can be seen of it.

More than the product asks for: descriptions, labels, rows and columns, and there is time to listen.
Not here: whether the pixels show it (`confirming.py`).
"""

# jeepney is typed in part only.
# pyright: reportUnknownVariableType=false, reportUnknownMemberType=false
from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final

import msgspec
from jeepney import DBusAddress, Message, Properties, new_method_call
from jeepney.io.blocking import open_dbus_connection

from uitars_runtime.desktop.accessibility import Node, bus_address
from uitars_runtime.desktop.outline import ROLES, element_of
from uitars_runtime.desktop.walk import SHOWING, VISIBLE, Told, Walk, box_of
from uitars_runtime.element import Role
from uitars_runtime.eyes.naming import LABELLED
from uitars_runtime.geometry import common, holds, intersection_over_union
from uitars_runtime.types import Box, Point
from uitars_train.harvest import libreoffice
from uitars_train.harvest.records import Truth

if TYPE_CHECKING:
    from Xlib.display import Display

_PATIENCE: Final = 3.0
_MOST: Final = 5000
_ACCESSIBLE: Final = "org.a11y.atspi.Accessible"
_COMPONENT: Final = "org.a11y.atspi.Component"
_TEXT: Final = "org.a11y.atspi.Text"
_IN_WINDOW: Final = 1
"""Coordinates from the corner of the window (AtspiCoordType); all that GTK 4 knows."""
_LABELLED_BY: Final = 2
_COMBO, _MENU, _PASSWORD = 11, 33, 40
_SPIN: Final = 52
_EDITABLE, _EXPANDED = 7, 10
NAMES: Final = {
    **{7: "check box", 8: "check menu item", 10: "column header", 11: "combo box", 29: "label"},
    **{32: "list item", 33: "menu", 35: "menu item", 37: "page tab", 40: "password text"},
    **{43: "push button", 44: "radio button", 45: "radio menu item", 48: "scroll bar"},
    **{51: "slider", 52: "spin button", 56: "table cell", 57: "table column header"},
    **{60: "terminal", 61: "text", 62: "toggle button", 73: "paragraph", 79: "entry"},
    **{83: "heading", 88: "link", 91: "tree item", 116: "static", 129: "push button menu"},
}
"""AtspiRole (atspi-constants.h) in words, of all that is kept."""
_STATES: Final = {
    **{5: "collapsed", 7: "editable", 9: "expandable", 10: "expanded", 13: "has tool tip"},
    **{16: "modal", 17: "multi line", 20: "pressed", 22: "selectable"},
}
_CLASS: Final = re.compile(r"(?:Gtk|Adw|Granite)[A-Z]\w+")
"""What GTK 4 calls a widget that its program gave no name."""
_CELLS: Final = frozenset({32, 56, 91})
_COVERS: Final = 0.6
"""Overlap from which an object is the whole of a window."""
_NEARLY: Final = 0.1
"""By how much less than another it may overlap: a dialog can be as large as what it lies over."""


def read(
    display: Display,
    windows: Sequence[Box],
    popups: Sequence[Box],
    origin: Point | None = None,
    pixels: float = 1.0,
    toolkit: str = "",
) -> list[Truth]:
    """The widgets that no window lies over, in device pixels.

    `windows`, and the `popups` over them: the topmost last. `origin`: of the active window, where
    the programs know places in their windows only.
    """
    address = bus_address(display)
    if not address:
        return []
    with open_dbus_connection(bus=address) as connection:
        shown = SHOWING if origin is None else VISIBLE
        walk = Walk(connection, patience=_PATIENCE, most=_MOST, shown=shown)
        told = [one for one, _ in walk.collect(lambda _one: None)]
        if origin is not None:
            told = _in_window(walk, told)
        if toolkit == libreoffice.TOOLKIT:
            told = libreoffice.mended(told)
        told = [one._replace(box=_placed(one.box, origin or Point(0, 0), pixels)) for one in told]
        free = [
            one for one in uncovered(told, windows, popups) if one.role in ROLES and one.box.area
        ]
        said = walk.ask(dict(_questions(free)))
    names = {one.node: one.name for one in told}
    found = [(one, truth) for one in free if (truth := _truth(one, said, names))]
    return _with_words(_in_rows(found))


_Question = tuple[Node, str]


def _in_window(walk: Walk, told: Sequence[Told]) -> list[Told]:
    """The same with the places that they have in their windows."""
    asked: dict[Node, Message] = {
        one.node: new_method_call(_at(one.node, _COMPONENT), "GetExtents", "u", (_IN_WINDOW,))
        for one in told
    }
    boxes = {node: box_of(body) for node, body in walk.ask(asked).items()}
    return [one._replace(box=box) for one in told if (box := boxes.get(one.node))]


def _placed(box: Box, origin: Point, pixels: float) -> Box:
    return Box(
        round(box.left * pixels) + origin.x,
        round(box.top * pixels) + origin.y,
        round(box.right * pixels) + origin.x,
        round(box.bottom * pixels) + origin.y,
    )


def uncovered(
    told: Sequence[Told], windows: Sequence[Box], popups: Sequence[Box]
) -> Iterable[Told]:
    """What is not under another window: at its middle nothing lies, or what it is a part of. The
    entries of a closed drop-down list are nowhere."""
    by_node = {one.node: one for one in told}
    covers = [*windows, *popups]
    whole = [one for one in told if one.within not in by_node]
    nearest = {box: _likeness(whole, box) for box in covers}
    for one in told:
        above = list(_above(one, by_node))
        if any(other.role == _COMBO and not other.has(_EXPANDED) for other in above[1:]):
            # Qt does not say that a list is open; its window does.
            seen = (common(one.box, view.box) for view in above[1:] if _is_window(view, popups))
            if one.role in _CELLS and (inside := next(seen, None)) is not None:
                yield one._replace(box=inside)
            continue
        over = [box for box in covers if box.contains(one.box.center)]
        # GTK tells of the entries of a menu, not of the window that they are drawn in.
        if (
            not over
            or any(other.role in (_MENU, _COMBO) for other in above[1:])
            or _likeness(above, over[-1]) >= max(_COVERS, nearest[over[-1]] - _NEARLY)
        ):
            yield one


def _likeness(objects: Sequence[Told], window: Box) -> float:
    """Overlap of a window and the object that is most like it."""
    return max((intersection_over_union(one.box, window) for one in objects), default=0.0)


def _is_window(one: Told, windows: Sequence[Box]) -> bool:
    return any(intersection_over_union(one.box, window) >= _COVERS for window in windows)


def _above(one: Told | None, by_node: dict[Node, Told]) -> Iterator[Told]:
    """An object and all that it lies in, the innermost first."""
    while one is not None:
        yield one
        one = by_node.get(one.within)


def _questions(shown: Sequence[Told]) -> Iterable[tuple[_Question, Message]]:
    for one in shown:
        whole = _at(one.node, _ACCESSIBLE)
        role = ROLES[one.role]
        if role is not Role.TEXT:
            yield (one.node, "description"), Properties(whole).get("Description")
        if role is Role.FIELD and one.role != _PASSWORD:
            text = new_method_call(_at(one.node, _TEXT), "GetText", "ii", (0, 400))
            yield (one.node, "text"), text
        if role in LABELLED:
            yield (one.node, "relations"), new_method_call(whole, "GetRelationSet")


def _truth(one: Told, said: dict[_Question, Any], names: dict[Node, str]) -> Truth | None:
    text = said.get((one.node, "text"))
    if one.role == _SPIN:
        # Qt tells of its numbers as if they could not be written.
        one = one._replace(states=one.states | 1 << _EDITABLE)
    element = element_of(one, str(text[0]) if text else "", Point(0, 0))
    if element is None:
        return None
    if _CLASS.fullmatch(element.name):
        element = msgspec.structs.replace(element, name="", text="")
    label = _label(said.get((one.node, "relations")), names)
    if label and (not element.name or one.role == _COMBO):
        element = msgspec.structs.replace(element, name=label)
    description = said.get((one.node, "description"))
    return Truth(
        element,
        NAMES[one.role],
        " ".join(str(description[0][1]).split()) if description else "",
        tuple(name for bit, name in _STATES.items() if one.has(bit)),
    )


def _label(relations: Any, names: dict[Node, str]) -> str:
    """The words of the label that says what it is for; empty where there is none."""
    for kind, targets in relations[0] if relations else ():
        if int(kind) == _LABELLED_BY:
            words = (names.get(Node(*target), "") for target in targets)
            return " ".join(" ".join(words).split())
    return ""


def _in_rows(found: Sequence[tuple[Told, Truth]]) -> list[Truth]:
    """Cells and headers with their places among what is visible of their table."""
    tables: dict[Node, list[Box]] = defaultdict(list)
    for one, truth in found:
        if one.role in _CELLS:
            tables[one.within].append(truth.element.box)
    placed: list[Truth] = []
    for one, truth in found:
        cells = tables.get(one.within, [])
        box = truth.element.box
        if cells and (one.role in _CELLS or truth.element.role is Role.HEADER):
            tops = _steps(cell.top for cell in cells)
            lefts = _steps(cell.left for cell in cells)
            row = _place(box.top, tops) if one.role in _CELLS else -1
            truth = msgspec.structs.replace(truth, row=row, column=_place(box.left, lefts))
        placed.append(truth)
    return placed


def _with_words(truths: Sequence[Truth]) -> list[Truth]:
    """Rows and buttons that are built of parts with the words on them, in the place of those."""
    words = [one for one in truths if one.element.role is Role.TEXT]
    taken: list[Truth] = []
    found: list[Truth] = []
    for one in truths:
        element = one.element
        if element.role in _BUILT and not element.name:
            inner = [part for part in words if holds(element.box, part.element.box)]
            text = " ".join(part.element.text for part in inner)
            element = msgspec.structs.replace(element, text=text, name=text)
            taken += inner
        found.append(msgspec.structs.replace(one, element=element))
    # Java tells of an open menu once more as what it opened from.
    left = {(one.element.box, one.told, one.element.name): one for one in found if one not in taken}
    return list(left.values())


_BUILT: Final = frozenset({Role.ITEM, Role.BUTTON, Role.TAB, Role.MENU_ITEM})
_SLACK: Final = 6
"""Pixels by which cells of one row or column may be out of line."""


def _steps(edges: Iterable[int]) -> list[int]:
    """Where rows or columns begin."""
    steps: list[int] = []
    for edge in sorted(edges):
        if not steps or edge - steps[-1] > _SLACK:
            steps.append(edge)
    return steps


def _place(edge: int, steps: Sequence[int]) -> int:
    return max((place for place, step in enumerate(steps) if step <= edge + _SLACK), default=0)


def _at(node: Node, interface: str) -> DBusAddress:
    return DBusAddress(node.path, node.owner, interface)
