"""`[[ ... ]]` as `[ ... ]`, where both mean the same."""

from __future__ import annotations

import re
from typing import Final

_SINGLE: Final = re.compile(r"\[([ \t][^\n#]*[ \t])\]")
"""As one command, without a comment in it."""
_LEFT: Final = r"\$(?:\w+|\([^\"'`\\\n()]+\))"
_PART: Final = rf"(?:(?:\"[^\"\\\n]*\"|'[^'\n]*'|[\w./+-])+|{_LEFT})"
_NUMBER: Final = r"(?:'?-?(?:0|[1-9]\d*)'?|\$\w+)"
_DOUBLE: Final = re.compile(
    rf"""\[\[(?P<words>[ \t]+(?:![ \t]+)?(?:
        -[defhLnprsSwxz][ \t]+{_PART}
        | {_PART}[ \t]+(?:==?|!=)[ \t]+{_PART}
        | (?P<counts>{_NUMBER}[ \t]+-(?:eq|ne|lt|le|gt|ge)[ \t]+{_NUMBER})
    )[ \t]+)\]\]""",
    re.VERBOSE,
)
"""One that asks of one file or text, or compares two."""
_VALUE: Final = re.compile(rf"(?<=[ \t])({_LEFT})(?=[ \t])")
_NAMES: Final = re.compile(r"\$(\w+)")


def in_single_brackets(text: str) -> str | None:
    """What stands in a condition, as in `[ ... ]`; None for what means more."""
    double = _DOUBLE.fullmatch(text)
    if double and double["counts"]:
        return _NAMES.sub(r'"$((\1))"', double["words"])  # there bash reckons
    if double:
        return _VALUE.sub(r'"\1"', double["words"])  # there no value falls apart
    single = _SINGLE.fullmatch(text)
    return single[1] if single else None
