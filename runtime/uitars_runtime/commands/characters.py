"""Characters of a command line that its parser and bash could see differently."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

from uitars_runtime.commands.line import UnreadableError

LONGEST: Final = 4096
"""Characters of a command line; a longer one is a program, not a command."""
_ALONE: Final = re.compile(r"(?<=[ \t])\\(?:[()!;*](?=[ \t\n]|\Z)|\*(?=[\w.-]))")
"""The words that find and expr take with a backslash; it is none of theirs."""

_STRING: Final = r"""'[^']*'|"(?:[^"\\]|\\.)*\""""
_CONTINUED: Final = re.compile(rf"{_STRING}|(?P<blank>[ \t])\\\n|\\.", re.DOTALL)
"""A line that goes on below, where a backslash is not between quotes."""
_ESCAPED: Final = re.compile(rf"{_STRING}|\\(?P<sign>[ '\"])|\\.|(?P<open>['\"])", re.DOTALL)
_IN_QUOTES: Final = {" ": "' '", "'": '"\'"', '"': "'\"'"}


def without_backslashes(line: str) -> str:
    """The line as bash reads it, with fewer backslashes outside quotes: what goes on below stands
    in one line, and a blank or a quote stands in quotes."""
    # In a comment a line does not go on, and in what the shell puts in quotes begin anew.
    if any(sign in line for sign in ("#", "$(", "`")):
        return line
    line = _CONTINUED.sub(lambda found: found["blank"] or found[0], line)
    never_closed = any(found["open"] for found in _ESCAPED.finditer(line))
    if never_closed or any(sign in line for sign in ("<<", "$'")):
        return line
    return _ESCAPED.sub(lambda found: _IN_QUOTES.get(found["sign"], found[0]), line)


def check_characters(line: str) -> None:
    """Refuse what parser and bash could see differently: odd spaces, controls, backslashes.

    A backslash stands between quotes, or before a bracket that is a word; what it does there is
    found with the words, as `$` and backquote are.
    """
    if len(line) > LONGEST:
        raise UnreadableError(f"It is longer than {LONGEST} characters.")
    single = double = escaped = False
    for place, character in enumerate(line):
        # C: control, format, surrogate, private, unassigned; Z: separators.
        if character not in " \n\t" and unicodedata.category(character)[0] in "CZ":
            raise UnreadableError("It holds a character that cannot be seen.")
        if escaped:
            escaped = False
        elif character == "'" and not double:
            single = not single
        elif character == '"' and not single:
            double = not double
        elif character == "\\" and double:
            escaped = True
        elif character == "\\" and not single and not _ALONE.match(line, place):
            raise UnreadableError("It holds a backslash outside quotes.")
