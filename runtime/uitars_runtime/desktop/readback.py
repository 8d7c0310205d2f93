"""Reading what stands in the field with the keyboard focus, where a program says it (AT-SPI)."""

from __future__ import annotations

import msgspec

from uitars_runtime.desktop.accessibility import Accessibility, Node, Tree
from uitars_runtime.desktop.widget import PASSWORD


class Field(msgspec.Struct, frozen=True):
    """The focused field and its text."""

    node: Node
    text: str


def read_field(accessibility: Accessibility, pid: int) -> Field | None:
    """The focused field of that process; None where it cannot be known."""
    return accessibility.ask(pid, _field)


def _field(tree: Tree) -> Field | None:
    node = tree.focused()
    widget = tree.widget(node)
    if node is None or widget is None or widget.role == PASSWORD:
        return None
    text = tree.text(node)
    return None if text is None else Field(node, text)


def arrived(before: Field | None, after: Field | None, text: str) -> bool | None:
    """Whether exactly `text` was put into the field, in place of a selection or of nothing.

    None where that is not known: no field could be read, or the focus moved on.
    """
    if before is None or after is None or before.node != after.node:
        return None
    start = after.text.find(text)
    while start >= 0:
        rest = after.text[start + len(text) :]
        kept = start + len(rest) <= len(before.text)
        if kept and before.text.startswith(after.text[:start]) and before.text.endswith(rest):
            return True
        start = after.text.find(text, start + 1)
    return False
