"""What is harmless in the languages of awk, sed and jq, as patterns that match all of a program.

Harmless: it reads what its command line names and nothing else, writes no file, runs nothing. Each
pattern looks at a program once, however it is written.
"""

from __future__ import annotations

import re
from typing import Final

SED: Final = re.compile(
    r"(\d+|\$)(,(\d+|\$))?[pdq=]"
    r"|/[^/\n\\]*/[pdq]"
    r"|s/[^/\n\\]+/[^/\n\\]*/[gpI\d]*"
)
"""Printing and deleting of lines, and one substitution: no `w`, no `e`, no second command."""
AWK: Final = re.compile(
    r"(?!.*(?:system|getline|close|fflush|ENVIRON|nextfile|include|load|ARGV|SYMTAB))"
    r"[^{}|@\\]*(\{[^{}|@>\\]*\}\s*+)?([A-Za-z]*+\s*+\{[^{}|@>\\]*\}\s*+)*",
    re.DOTALL,
)
"""Patterns and blocks without a pipe, a file or a call that leaves the program, nor another list of
files; `>` compares only before the first block, elsewhere it would write."""
JQ: Final = re.compile(r"(?!.*(?<![.\w$])(?:import|include|modulemeta)\b).*", re.DOTALL)
"""Filters without modules, which may be any file that ends in `.jq` or `.json`."""
