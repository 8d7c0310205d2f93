"""Whether a request says on or off of what it names: "untick News" and "no News" where the words
stand, for which no network is needed. Pure.

Not here: what people mean by other words (`network/form_reader.py`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from uitars_runtime.forms.asked import Deed
from uitars_runtime.forms.form import mention

_SWITCH: Final = r"(?:turn|switch|set|put)\b.*\b|_ (?:(?:is|are|should be|to) )?"
_ON: Final = re.compile(
    rf"\b(?:check|tick|select|mark|enable|activate|include|want|need|yes|with|(?:{_SWITCH})on)\b",
    re.IGNORECASE,
)
_OFF: Final = re.compile(
    rf"\b(?:un(?:tick|check|select|mark)|deselect|disable|deactivate|(?:{_SWITCH})off)\b",
    re.IGNORECASE,
)
_NOT: Final = re.compile(r"\b(?:no|not|never|without|don[’']?t)\b", re.IGNORECASE)
_YES: Final = re.compile(r"\byes\b", re.IGNORECASE)
_BETWEEN: Final = re.compile(r"[,;.!?\n]|\b(?:and|then|but|or)\b", re.IGNORECASE)
_GOES_ON: Final = ("and", "or")
"""Between things that one word is said of."""
_ALONE: Final = re.compile(r"(?:\W|_|\b(?:the|my|please|too|as well)\b)*", re.IGNORECASE)


def polarity(request: str, label: str) -> Deed | None:
    """On or off, as the clause says that has the label; where it has nothing else, as the one
    before it. None where it is not named once, or nothing clear is said."""
    found = [*re.finditer(mention(label), request, re.IGNORECASE)]
    if not label or len(found) != 1:
        return None
    for clause in _clauses(request, *found[0].span()):
        if _ALONE.fullmatch(clause) is None:
            return _said(clause)
    return None


def _clauses(request: str, start: int, end: int) -> Iterator[str]:
    """The clause around some words, without them, and those before it, the last one first."""
    breaks = [found.span() for found in _BETWEEN.finditer(request, 0, start)]
    behind = _BETWEEN.search(request, end)
    begins = breaks[-1][1] if breaks else 0
    yield f"{request[begins:start]}_{request[end : behind.start() if behind else len(request)]}"
    while breaks and request[slice(*breaks[-1])].lower() in _GOES_ON:
        end, _ = breaks.pop()
        yield request[breaks[-1][1] if breaks else 0 : end]


def _said(clause: str) -> Deed | None:
    on, off, not_so = (one.search(clause) is not None for one in (_ON, _OFF, _NOT))
    if off:
        return None if on or not_so else Deed.OFF
    if not_so:
        return None if _YES.search(clause) else Deed.OFF
    return Deed.ON if on else None
