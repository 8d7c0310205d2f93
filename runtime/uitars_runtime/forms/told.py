"""What a form is to be given, in words that a person can say yes or no to. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from uitars_runtime.forms.asked import Deed
from uitars_runtime.forms.form import Control, Kind
from uitars_runtime.intent import MEANT

_MOST: Final = 10
"""Things that a person reads through before saying yes."""
_SENTENCE: Final = re.compile(
    r"(?:“(?P<filled>[^“”]+)”: “(?P<value>[^“”]+)”|(?P<verb>Empty|Untick|Tick|Choose|Press) "
    r"“(?P<label>[^“”]+)”)\.(?: |$)"
)


def told(wanted: Sequence[tuple[Control, Deed, str]]) -> str | None:
    """A sentence for each control, what is to become of it, and what it is to hold; None for more
    than can be taken in at once, and for what quotes would part."""
    said = [*_each(wanted)]
    words = " ".join(said)
    # What is told is read again: quotes within would part it otherwise.
    return words if 0 < len(said) <= _MOST and len(understood(words) or ()) == len(said) else None


def _each(wanted: Sequence[tuple[Control, Deed, str]]) -> Iterator[str]:
    for control, deed, value in wanted:
        match deed:
            case Deed.VALUE:
                yield f"“{control.label}”: “{value}”."
            case Deed.EMPTY:
                yield f"Empty “{control.label}”."
            case Deed.OFF:
                yield f"Untick “{control.label}”."
            case Deed.ON if control.kind is Kind.TICK:
                yield f"Tick “{control.label}”."
            case Deed.ON if control.kind is Kind.CHOICE:
                yield f"Choose “{control.label}”."
            case Deed.ON:
                yield f"Press “{control.label}”."
            case Deed.NOTHING:
                pass


def is_plan(question: str) -> bool:
    """Whether a question is about what was told so."""
    return question.endswith(MEANT) and understood(question) is not None


def understood(said: str) -> list[tuple[str, Deed, str]] | None:
    """What was told so, as labels, what is to become of each and what it is to hold, whether it was
    asked if it is meant or not; None for other words, and for such that can be read in two ways."""
    found: list[tuple[str, Deed, str]] = []
    at, said = 0, said.removesuffix(MEANT).strip()
    while one := _SENTENCE.match(said, at):
        if one["verb"] is None:
            found.append((one["filled"], Deed.VALUE, one["value"]))
        else:
            deed = {"Empty": Deed.EMPTY, "Untick": Deed.OFF}.get(one["verb"], Deed.ON)
            found.append((one["label"], deed, ""))
        at = one.end()
    return found if found and at == len(said) else None
