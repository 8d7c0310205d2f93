"""What is not to be: the parts of an answer that refuse something.

Found in the words alone; what is in quotes is a label or a text and refuses nothing. Not here: what
becomes of it (`asking.py`).
"""

from __future__ import annotations

import re
from typing import Final

from uitars_runtime.backends.embedded.requests.language import read_tables
from uitars_runtime.quotations import QUOTATION

_FORMS: Final = {
    name: "|".join(forms)
    for name, forms in read_tables("refusals.toml", dict[str, tuple[str, ...]]).items()
}


def _pattern(form: str) -> re.Pattern[str]:
    """A pattern with those that it names put in."""
    while (whole := re.sub(r"<(\w+)>", lambda name: f"(?:{_FORMS[name[1]]})", form)) != form:
        form = whole
    return re.compile(form, re.IGNORECASE | re.DOTALL)


_BETWEEN: Final = _pattern("<between>")
_REFUSED: Final = _pattern("<refused>")
_UNFINISHED: Final = _pattern("<unfinished>")
_EMPTY: Final = _pattern("(?:<opening> ?)*")
_NAMED: Final = _pattern(
    r"\b(?:(?:<named>) (?:<no>|no|none|stop|wrong|n)|(?:<valued>) (?:no|none))\b"
)


def besides(said: str) -> str:
    """What an answer says besides what it refuses: all of it where it refuses nothing."""
    plain = _without_quoted(said)
    marks = [mark.span() for mark in _BETWEEN.finditer(plain)]
    starts = (0, *(end for _, end in marks))
    parts = list(zip(starts, (*(start for start, _ in marks), len(said)), strict=True))
    kept: list[str] = []
    for start, end in parts:
        part = _NAMED.sub("_", plain[start:end])
        if _UNFINISHED.fullmatch(part):
            break
        if not _REFUSED.fullmatch(part):
            kept.append(said[start:end])
    if len(kept) == len(parts):
        return said
    return ", ".join(part for part in kept if not _EMPTY.fullmatch(part))


def _without_quoted(text: str) -> str:
    """As long as the text, with quotes in place of all between them."""
    return QUOTATION.sub(lambda quotation: '"' * len(quotation[0]), text)
