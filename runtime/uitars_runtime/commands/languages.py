"""What is harmless in the languages of sed and jq, as patterns that match all of a program.

Harmless: it reads what its command line names and nothing else, writes no file, runs nothing. Each
pattern looks at a program once, however it is written.
"""

from __future__ import annotations

import re
from typing import Final


def _between(end: str) -> str:
    """One sign of what stands between two ends, or a bracket expression, in which sed sees none.

    In a bracket expression a backslash stands only before what cannot close it, nor end more than
    itself: some seds see an end behind a backslash there, some see a member.
    """
    plain = rf"(?!{end})[^\n\\["
    member = rf"{plain}\]]|\[:[a-z]+:\]|\\[nrtsSwW./-]"
    return rf"(?:{plain}]|\\[^\n]|\[\^?+(?:{member})+\])"


_LINES: Final = rf"(?:\d+(?:~\d+)?|\$|/{_between('/')}*/)"
_SUBSTITUTION: Final = (
    r"s(?P<end>[/|,#@])"
    rf"{_between('(?P=end)')}+(?P=end){_between('(?P=end)')}*(?P=end)[gpI\d]*"
)
_EXCHANGE: Final = (
    r"y(?P<side>[/|,#@])(?:(?!(?P=side))[^\n\\])+(?P=side)(?:(?!(?P=side))[^\n\\])+(?P=side)"
)
_PLACE: Final = rf"(?:{_LINES}(?:,{_LINES})?!?)?"
SED: Final = re.compile(
    rf"(?:{_PLACE}(?:[pdq=GgHhxnN]|{_SUBSTITUTION}|{_EXCHANGE}) *(?:; *|(?=\Z)))*"
    rf"(?:(?<!\A)|{_PLACE}[aic] ?[^\n\\;]+)\Z"
)
"""Printing, deleting, exchanging and adding of lines, and substitutions: no `w`, no `e`, nothing
that reads a file. What is added ends the program."""
AWK_OPERAND: Final = re.compile(r"(?!OFMT=|CONVFMT=).*", re.DOTALL)
"""A file, or what awk sets before it opens the next one; not the two with which some awks print
numbers unseen."""
AWK_VALUE: Final = re.compile(rf"(?=[A-Za-z_]\w*=){AWK_OPERAND.pattern}")
"""What awk's `-v` sets before a program begins: what it names is text, and no program opens it."""
JQ: Final = re.compile(r"(?!.*(?<![.\w$])(?:import|include|modulemeta)\b).*", re.DOTALL)
"""Filters without modules, which may be any file that ends in `.jq` or `.json`."""
