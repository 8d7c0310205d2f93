"""`for NAME in WORDS; do ...; done` as what its body is each time: with a word in the place of the
name. What comes out is read like any other line, and it, not the loop, is what runs.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from tree_sitter import Node

WHOLE: Final = re.compile(r"[\w@%+=:,./-]+", re.ASCII)
"""What bash leaves as it is where a value stands without quotes."""
_COUNT: Final = re.compile(r"\{(0|[1-9]\d{0,2})\.\.(0|[1-9]\d{0,2})\}", re.ASCII)


class LoopError(Exception):
    """Not a loop that can be written out; says in a few words what it is."""


def parts(node: Node) -> tuple[str, list[Node], Node]:
    """The name, the words and the body of a loop. Raises `LoopError`."""
    kinds = [child.type for child in node.children]
    if kinds[:3] != ["for", "variable_name", "in"] or kinds[-1] != "do_group":
        raise LoopError("a loop of an unusual kind")
    name = (node.children[1].text or b"").decode()
    return name, [one for one in node.children[3:-1] if one.is_named], node.children[-1]


def count(text: str) -> tuple[str, ...]:
    """The numbers of `{FIRST..LAST}`; nothing for any other word."""
    found = _COUNT.fullmatch(text)
    if found is None:
        return ()
    first, last = int(found[1]), int(found[2])
    step = 1 if first <= last else -1
    return tuple(map(str, range(first, last + step, step)))


def body(group: Node, name: str, value: str, source: bytes) -> str:
    """The commands between `do` and `done`, with the value in the place of the name."""
    start, stop = group.children[0].end_byte, group.children[-1].start_byte
    quoted = "'" + value.replace("'", "'\"'\"'") + "'"
    text = source[start:stop]
    for node in sorted(_mentions(group, name), key=lambda one: -one.start_byte):
        inside = node.parent is not None and node.parent.type == "string"
        if not inside and not WHOLE.fullmatch(value):
            raise LoopError("a value in a loop without quotes")
        put = f'"{quoted}"' if inside else quoted  # which ends the string, and begins the next
        text = text[: node.start_byte - start] + put.encode() + text[node.end_byte - start :]
    return text.decode()


def _mentions(node: Node, name: str) -> Iterator[Node]:
    """`$NAME` and `${NAME}`."""
    for child in node.children:
        kinds = [one.type for one in child.children]
        plain = kinds in (["$", "variable_name"], ["${", "variable_name", "}"])
        if plain and (child.children[1].text or b"").decode() == name:
            yield child
        else:
            yield from _mentions(child, name)
