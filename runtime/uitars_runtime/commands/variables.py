"""Which variables a line sets, and which of them have one value from there on."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from tree_sitter import Node

OF_SHELL: Final = frozenset("?#$")
"""Variables that every line has for itself."""
NAME: Final = re.compile(r"[a-z][a-z0-9_]*|[A-Z]", re.ASCII)
"""What a line may call its variables: no name that bash or a program listens to."""


def changing(root: Node) -> frozenset[str]:
    """Names that are set where it is not sure to happen, or to what nobody knows beforehand."""
    return frozenset(name for node in _nodes(root) for name in _changing(node))


def is_straight(assignment: Node) -> bool:
    """Whether a variable is set whatever happens, and in the shell of the line itself."""
    node = assignment
    parent = node.parent
    while parent and parent.type in ("list", "variable_assignments"):
        if parent.type == "list" and parent.children[0] != node:
            return False
        node, parent = parent, parent.parent
    return parent is not None and parent.type == "program"


def are_settings(node: Node) -> bool:
    """Whether it sets several variables, on which nothing else depends."""
    alone = node.parent is not None and node.parent.type == "program"
    return node.type == "variable_assignments" and alone


def _changing(node: Node) -> Iterator[str]:
    if node.type == "variable_assignment" and not is_straight(node):
        yield _text(node.children[0])
    elif node.type == "command" and "read" in (words := [*map(_text, node.children)]):
        yield from words


def _text(node: Node) -> str:
    return (node.text or b"").decode()


def _nodes(root: Node) -> Iterator[Node]:
    left = [root]
    while left:
        node = left.pop()
        left += node.children
        yield node
