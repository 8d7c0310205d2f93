"""`[[ ... ]]` as `[ ... ]`, where both mean the same."""

from __future__ import annotations

import re
from typing import Final

_SINGLE: Final = re.compile(r"\[([ \t][^\n#]*[ \t])\]")
"""As one command, without a comment in it."""
_NAME: Final = "[A-Za-z_][A-Za-z0-9_]*"
_VALUE: Final = rf"\$(?:{_NAME}|\([^\"'`\\\n()]+\))"
_TEXT: Final = r"(?:\"[^\"\\\n]*\"|'[^'\n]*'|[\w./+-])+"
_PART: Final = rf"(?:{_TEXT}|{_VALUE})"
_NUMBER: Final = rf"(?:'?-?(?:0|[1-9]\d*)'?|\${_NAME})"
_DOUBLE: Final = re.compile(
    rf"""\[\[(?P<words>[ \t]+(?:![ \t]+)?(?:
        -[defhLnprsSwxz][ \t]+{_PART}
        | {_PART}[ \t]+(?:==?|!=)[ \t]+{_TEXT}
        | (?P<counts>{_NUMBER}[ \t]+-(?:eq|ne|lt|le|gt|ge)[ \t]+{_NUMBER})
    )[ \t]+)\]\]""",
    re.VERBOSE,
)
"""One that asks of one file or text, or compares two: on the right a value would be a pattern."""
_VALUES: Final = re.compile(rf"\"[^\"]*\"|'[^']*'|({_VALUE})")
_NAMES: Final = re.compile(rf"\$({_NAME})")


def in_single_brackets(text: str) -> str | None:
    """What stands in a condition, as in `[ ... ]`; None for what means more."""
    double = _DOUBLE.fullmatch(text)
    if double and double["counts"]:
        return _NAMES.sub(r'"$((\1))"', double["words"])  # there bash reckons
    if double:
        return _VALUES.sub(_in_quotes, double["words"])  # there no value falls apart
    single = _SINGLE.fullmatch(text)
    return single[1] if single else None


def _in_quotes(found: re.Match[str]) -> str:
    return f'"{found[1]}"' if found[1] else found[0]
