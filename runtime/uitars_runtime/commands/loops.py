"""`for NAME in WORDS; do ...; done` as what its body is each time: with a word in the place of the
name. What comes out is read like any other line, and it, not the loop, is what runs.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Final

from uitars_runtime.commands.gaps import start

if TYPE_CHECKING:
    from tree_sitter import Node

WHOLE: Final = re.compile(r"[\w@%+=:,./-]+", re.ASCII)
"""What bash leaves as it is where a value stands without quotes."""


class LoopError(Exception):
    """Not a loop that can be written out; says in a few words what it is."""


def parts(node: Node) -> tuple[str, list[Node], Node]:
    """The name, the words and the body of a loop. Raises `LoopError`."""
    kinds = [child.type for child in node.children]
    if kinds[:3] != ["for", "variable_name", "in"] or kinds[-1] != "do_group":
        raise LoopError("a loop of an unusual kind")
    name = (node.children[1].text or b"").decode()
    return name, [one for one in node.children[3:-1] if one.is_named], node.children[-1]


def can_be_put_in(group: Node, name: str, values: Iterable[str]) -> bool:
    """Whether values can stand in a body where the name is: it has no more of the name than `$NAME`
    and `${NAME}`, and these in quotes where a value would fall apart."""
    quoted = all(map(_is_quoted, _mentions(group, name)))
    whole = all(map(WHOLE.fullmatch, values))
    return (quoted or whole) and not _mentions_otherwise(group, name)


def sets_again(group: Node, name: str) -> bool:
    """Whether a loop in a body has the same name."""
    found = group.type == "for_statement" and (group.children[1].text or b"").decode() == name
    return found or any(sets_again(child, name) for child in group.children)


def _mentions_otherwise(group: Node, name: str) -> bool:
    if group.type == "variable_name":
        return (group.text or b"").decode() == name
    return any(
        _mentions_otherwise(child, name) for child in group.children if not _is_plain(child, name)
    )


def _is_quoted(node: Node) -> bool:
    return node.parent is not None and node.parent.type == "string"


def body(group: Node, name: str, value: str, source: bytes) -> str:
    """The commands between `do` and `done`, with the value in the place of the name."""
    first, stop = group.children[0].end_byte, group.children[-1].start_byte
    quoted = "'" + value.replace("'", "'\"'\"'") + "'"
    text = source[first:stop]
    for node in sorted(_mentions(group, name), key=lambda one: -one.start_byte):
        # In a string it ends that, and begins the next.
        put = f'"{quoted}"' if _is_quoted(node) else quoted
        text = text[: start(node) - first] + put.encode() + text[node.end_byte - first :]
    return text.decode()


def _mentions(node: Node, name: str) -> Iterator[Node]:
    """`$NAME` and `${NAME}`."""
    for child in node.children:
        if _is_plain(child, name):
            yield child
        else:
            yield from _mentions(child, name)


def _is_plain(node: Node, name: str) -> bool:
    kinds = [one.type for one in node.children]
    plain = kinds in (["$", "variable_name"], ["${", "variable_name", "}"])
    return plain and (node.children[1].text or b"").decode() == name
