"""A text given to a command on the lines below it, written as `<<< TEXT`, which means the same."""

from __future__ import annotations

import re
from typing import Final

_TEXT: Final = re.compile(
    r"""
    (?P<before>[\w ./|=,:+-]*[\w ]) << [ ]* (?P<quote>["']?) (?P<end>[A-Za-z]\w*) (?P=quote)
    (?P<behind>(?:[ ]*[|&;>][^<\n]*)?) \n
    (?P<text>(?:(?!(?P=end)\n)[^\n]*\n)+?)
    (?P=end) \n?
    """,
    re.VERBOSE | re.ASCII,
)
"""One such text, which ends the line; before it nothing that could quote the arrows."""
_EXPANDED: Final = re.compile(r"[$`\\]")


def as_string(line: str) -> str:
    """The line with such a text in it; itself where there is none, or more than can be told."""
    found = _TEXT.fullmatch(line)
    if found is None or (not found["quote"] and _EXPANDED.search(found["text"])):
        return line
    quoted = found["text"][:-1].replace("'", "'\"'\"'")
    return f"{found['before']}<<<'{quoted}'{found['behind']}"
