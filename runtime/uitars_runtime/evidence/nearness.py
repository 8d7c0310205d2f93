"""Which control a clause of a task means, whatever its wording: the nearest in meaning of all.

A sentence encoder lays clauses and names beside each other. What is read by a grammar does not come
here; what came about is not asked here (effects.py).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from difflib import SequenceMatcher
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol

from uitars_runtime.element import Element, Role
from uitars_runtime.evidence.words import plain, same

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_LONGEST: Final = 80
"""Characters of a name that are compared."""
_ALIKE: Final = 0.9
"""Share of equal characters from which two looks read the same name."""
_NAMED: Final = frozenset(Role) - {Role.SCROLLBAR, Role.OTHER}


class Encoder(Protocol):
    """Texts as vectors of unit length."""

    def vectors(self, texts: Sequence[str], /) -> NDArray[np.float32]: ...


class Ranked(NamedTuple):
    """How near a clause is to what was worked, and to everything else that was on the screen."""

    own: float
    rest: float


class Nearness:
    """Clauses beside all names that were on the screens of a run."""

    def __init__(self, encoder: Encoder, elements: Iterable[Element]) -> None:
        self._encoder = encoder
        self._names = tuple(
            dict.fromkeys(name for one in elements if one.role in _NAMED for name in names_of(one))
        )

    def ranked(self, clause: str, own: Sequence[str], value: str = "") -> Ranked:
        """`own`: the names of what was worked; `value`: what it was given, which is no rival."""
        mine = {plain(name) for name in own} - {""}
        rest = [name for name in self._names if not _same_thing(name, {*mine, plain(value)})]
        return Ranked(self._nearest(clause, sorted(mine)), self._nearest(clause, rest))

    def _nearest(self, clause: str, names: Sequence[str]) -> float:
        if not names or not clause.strip():
            return 0.0
        return float((self._encoder.vectors(names) @ self._encoder.vectors([clause])[0]).max())


def names_of(element: Element) -> tuple[str, ...]:
    """All that a control goes by; what stands in a field is not its name."""
    texts = [element.name, element.icon.replace("_", " ")]
    if element.role not in (Role.FIELD, Role.COMBO):
        texts.append(element.text)
    found = (plain(text)[:_LONGEST] for text in texts)
    return tuple(dict.fromkeys(name for name in found if any(map(str.isalpha, name))))


def _same_thing(name: str, own: set[str]) -> bool:
    """Whether a name is that of what was worked, read a little otherwise."""
    return any(
        same(name, mine) or SequenceMatcher(None, name, mine, autojunk=False).ratio() >= _ALIKE
        for mine in own
    )
