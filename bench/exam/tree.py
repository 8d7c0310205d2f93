# pyright: basic, reportMissingImports=false
"""Prints what is visible in the accessibility tree of a display, as JSON; runs under the system's
Python, which has `gi`. Part of capture.py."""

from __future__ import annotations

import json
import sys
from typing import Any

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, GLib  # noqa: E402

STATES = ("checked", "focused", "selected", "sensitive", "expanded", "editable", "pressed")
MOST_CHILDREN = 300


def walk(node: Any, found: list[dict[str, Any]], depth: int) -> None:
    """Adds a node and what is in it; windows may vanish while they are read."""
    try:
        states = {state.value_nick for state in node.get_state_set().get_states()}
        if depth > 1 and "showing" not in states:
            return
        add(node, states, found)
        for index in range(min(node.get_child_count(), MOST_CHILDREN)):
            child = node.get_child_at_index(index)
            if child is not None:
                walk(child, found, depth + 1)
    except GLib.Error:
        return


def add(node: Any, states: set[str], found: list[dict[str, Any]]) -> None:
    component = node.get_component_iface()
    if component is None:
        return
    box = component.get_extents(Atspi.CoordType.SCREEN)
    if box.width < 1 or box.height < 1:
        return
    text = node.get_text_iface()
    found.append(
        {
            "role": node.get_role_name(),
            "name": node.get_name() or "",
            "text": Atspi.Text.get_text(text, 0, 200) if text else "",
            "box": [box.x, box.y, box.x + box.width, box.y + box.height],
            "states": [state for state in STATES if state in states],
        }
    )


def main() -> int:
    found: list[dict[str, Any]] = []
    desktop = Atspi.get_desktop(0)
    for index in range(desktop.get_child_count()):
        program = desktop.get_child_at_index(index)
        if program is not None:
            walk(program, found, 0)
    json.dump(found, sys.stdout)
    return 0


if __name__ == "__main__":
    sys.exit(main())
