"""What is harmless in the languages of awk, sed and jq, as patterns that match all of a program.

Harmless: it reads what its command line names and nothing else, writes no file, runs nothing. Each
pattern looks at a program once, however it is written.
"""

from __future__ import annotations

import re
from typing import Final


def _between(end: str) -> str:
    """One sign of what stands between two ends, or a bracket expression, in which sed sees none."""
    plain = rf"(?!{end})[^\n\\["
    return rf"(?:{plain}]|\\[^\n]|\[\^?+(?:{plain}\]]|\[:[a-z]+:\])+\])"


_LINES: Final = rf"(?:\d+|\$|/{_between('/')}*/)"
_SUBSTITUTION: Final = (
    r"s(?P<end>[/|,#@])"
    rf"{_between('(?P=end)')}+(?P=end){_between('(?P=end)')}*(?P=end)[gpI\d]*"
)
SED: Final = re.compile(
    rf"(?:(?:{_LINES}(?:,{_LINES})?!?)?(?:[pdq=]|{_SUBSTITUTION}) *(?:; *|\Z))+"
)
"""Printing and deleting of lines, and substitutions: no `w`, no `e`, nothing that reads a file."""
AWK: Final = re.compile(
    r"(?!.*(?:system|getline|close|fflush|ENVIRON|nextfile|include|load|ARGV|SYMTAB|\\\n))"
    r"[^{}|@]*(\{[^{}|@>]*\}\s*+)?([A-Za-z]*+\s*+\{[^{}|@>]*\}\s*+)*",
    re.DOTALL,
)
"""Patterns and blocks without a pipe, a file or a call that leaves the program, nor another list of
files or a line that goes on; `>` compares only before the first block, elsewhere it would write."""
AWK_VALUE: Final = re.compile(r"[A-Za-z_]\w*=.*")
"""What `-v` sets before a program begins: what it names is text, and no program opens it."""
JQ: Final = re.compile(r"(?!.*(?<![.\w$])(?:import|include|modulemeta)\b).*", re.DOTALL)
"""Filters without modules, which may be any file that ends in `.jq` or `.json`."""
