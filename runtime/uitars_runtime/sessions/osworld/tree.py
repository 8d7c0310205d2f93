"""What the programs of a session say of themselves, as the XML that OSWorld's agents read."""

# jeepney is typed in part only.
# pyright: reportUnknownVariableType=false, reportUnknownMemberType=false
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final
from xml.etree.ElementTree import Element, SubElement, tostring

from jeepney import DBusAddress, Message, new_method_call
from jeepney.io.blocking import open_dbus_connection

from uitars_runtime.desktop.accessibility import bus_address
from uitars_runtime.desktop.managed import reached
from uitars_runtime.desktop.walk import Told, Walk

if TYPE_CHECKING:
    from Xlib.display import Display

    from uitars_runtime.desktop.accessibility import Node

_WORDS: Final = (
    "invalid accelerator-label alert animation arrow calendar canvas check-box check-menu-item"
    " color-chooser column-header combo-box date-editor desktop-icon desktop-frame dial dialog"
    " directory-pane drawing-area file-chooser filler focus-traversable font-chooser frame"
    " glass-pane html-container icon image internal-frame label layered-pane list list-item menu"
    " menu-bar menu-item option-pane page-tab page-tab-list panel password-text popup-menu"
    " progress-bar push-button radio-button radio-menu-item root-pane row-header scroll-bar"
    " scroll-pane separator slider spin-button split-pane status-bar table table-cell"
    " table-column-header table-row-header tearoff-menu-item terminal text toggle-button tool-bar"
    " tool-tip tree tree-table unknown viewport window extended header footer paragraph ruler"
    " application autocomplete editbar embedded entry chart caption document-frame heading page"
    " section redundant-object form link input-method-window table-row tree-item"
    " document-spreadsheet document-presentation document-text document-web document-email comment"
    " list-box grouping image-map notification info-bar level-bar title-bar block-quote audio video"
    " definition article landmark log marquee math rating timer static math-fraction math-root"
    " subscript superscript description-list description-term description-value footnote"
    " content-deletion content-insertion mark suggestion push-button-menu"
)
_NAMES: Final = _WORDS.split()
"""AtspiRole (atspi-constants.h) by number."""
_TERMINAL, _PASSWORD, _ENTRIES = 60, 40, (61, 73, 79)
_STATES: Final = {
    1: "active",
    4: "checked",
    7: "editable",
    8: "enabled",
    10: "expanded",
    11: "focusable",
    12: "focused",
    20: "pressed",
    22: "selectable",
    23: "selected",
    24: "sensitive",
    25: "showing",
    30: "visible",
}
"""Bits of an object's state (AtspiStateType) that are told."""
_AT: Final = "https://accessibility.ubuntu.example.org/ns"
_TEXT: Final = "org.a11y.atspi.Text"
_SECONDS, _MOST = 10.0, 20_000
"""What such a tree may take: those who ask for it wait for it."""


def tree_of(display: Display) -> str:
    """The whole tree; a root without children where no accessibility bus runs."""
    root = Element("desktop-frame", {"name": "main"})
    nodes: dict[Node, Element] = {}
    for told, text in _told(display):
        above = nodes.get(told.within)
        if above is None:
            above = nodes[told.within] = SubElement(root, "application")
        node = nodes[told.node] = SubElement(above, _tag(told.role), _said(told))
        node.text = _printable(str(text[0])) if text else ""
    return tostring(root, encoding="unicode")


def terminal_of(display: Display) -> str | None:
    """What stands in the terminal that has the keyboard, else in the first one; None where none is
    seen, or none says it."""
    told = [(one, text) for one, text in _told(display) if one.role == _TERMINAL and text]
    told.sort(key=lambda one: not one[0].has(12))
    return str(told[0][1][0]).rstrip() if told else None


def _told(display: Display) -> list[tuple[Told, Any]]:
    address = reached(lambda: bus_address(display))
    if not address:
        return []
    try:
        with open_dbus_connection(bus=address) as connection:
            return Walk(connection, patience=_SECONDS, most=_MOST).collect(_content)
    except OSError:
        return []  # the bus is gone


def _content(one: Told) -> Message | None:
    if one.role not in (_TERMINAL, *_ENTRIES):
        return None
    holder = DBusAddress(one.node.path, one.node.owner, _TEXT)
    return new_method_call(holder, "GetText", "ii", (0, -1))


def _tag(role: int) -> str:
    return _NAMES[role] if role < len(_NAMES) else "unknown"


def _said(told: Told) -> dict[str, str]:
    said = {f"{{{_AT}/state}}{name}": "true" for bit, name in _STATES.items() if told.has(bit)}
    box = told.box
    return {
        "name": _printable(told.name),
        **said,
        f"{{{_AT}/component}}screencoord": f"({box.left}, {box.top})",
        f"{{{_AT}/component}}size": f"({box.width}, {box.height})",
    }


def _printable(text: str) -> str:
    """Without the signs that XML cannot hold."""
    return "".join(
        sign for sign in text if sign in "\t\n" or (sign >= " " and sign not in "\ufffe\uffff")
    )
