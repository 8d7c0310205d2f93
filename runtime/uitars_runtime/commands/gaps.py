"""Blanks and signs that the grammar counts to no leaf of a syntax tree, or to the wrong one: it
passes over a lone `-` before `2>`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tree_sitter import Node


def start(node: Node) -> int:
    """Where a node begins. The grammar counts the blanks between two values in a string to the
    second."""
    text = node.text or b""
    return node.start_byte + len(text) - len(text.lstrip(b" \t\n"))


def passed_over(root: Node, source: bytes) -> bool:
    """Whether anything but blanks stands between the leaves."""
    place = 0
    for leaf in _leaves(root):
        if source[place : leaf.start_byte].strip(b" \t\n"):
            return True
        place = max(place, leaf.end_byte)
    return bool(source[place:].strip(b" \t\n"))


def _leaves(node: Node) -> Iterator[Node]:
    left = [node]
    while left:
        here = left.pop()
        if here.children:
            left += reversed(here.children)
        else:
            yield here
