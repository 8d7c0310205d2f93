"""What a form is to be given, in words that a person can say yes or no to. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from uitars_runtime.forms.asked import Deed, Meant, in_order
from uitars_runtime.forms.form import Control, Kind

_MOST: Final = 10
"""Things that a person reads through before saying yes."""


def told(request: str, form: Sequence[Control], meant: Sequence[Meant]) -> str | None:
    """A sentence for each control in the order in which they are worked; None for more than can be
    taken in at once."""
    said = [*_each(request, form, meant)]
    return " ".join(said) if 0 < len(said) <= _MOST else None


def _each(request: str, form: Sequence[Control], meant: Sequence[Meant]) -> Iterator[str]:
    for one in in_order(form, meant):
        control = form[one.control]
        match one.deed:
            case Deed.VALUE:
                yield f"“{control.label}”: “{request[one.start : one.end]}”."
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
