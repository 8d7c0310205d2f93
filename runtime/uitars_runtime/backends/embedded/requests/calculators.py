"""Sums for a calculator, by code: they are typed and entered as a person would.

The network works a keypad key by key, by the figures of a task, and misses one of several. Only
where a calculator is all that is open: elsewhere keys may go to another window. Not here: what
people call sums (`sums/`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

import msgspec

from uitars_runtime.backends.embedded.network.history import came_of
from uitars_runtime.backends.embedded.requests.entry import Entry, passage
from uitars_runtime.backends.embedded.requests.starting import Rest
from uitars_runtime.backends.embedded.situation import Came
from uitars_runtime.element import Element, Role
from uitars_runtime.sums.reckoning import numbers, results
from uitars_runtime.types import Finish, OpenWindow, Press, Type, Wait

_DIGITS: Final = frozenset("0123456789")
_SIGNS: Final = frozenset("+-−*×÷/=")
_SEEN: Final = 8
"""So many of the ten digits make a keypad, as eyes may miss some, ..."""
_SIGNED: Final = 2
"""... with so many of its signs: a calendar has digits alone."""
_ENTER: Final = Press(("enter",))
_LATE: Final = Wait(1.0)
"""Once where no result is read: some programs draw it a moment after the key."""
_FAILED: Final = (Came.FAILED, Came.REFUSED)
_VAIN: Final = (*_FAILED, Came.UNCHANGED)


def plan(
    rest: Rest, elements: Sequence[Element], windows: Sequence[OpenWindow] | None
) -> Entry | Rest | Finish:
    """What is done next of a part of a task that begins with a sum: its keys, or what is left for
    the network, or nothing more. All is the network's without a sum, and where it is not sure that
    a calculator has the keyboard."""
    programs = {one.application for one in windows or ()}
    if len(programs) != 1:
        return rest
    from uitars_runtime.sums.reading import clauses  # a lot of patterns

    parts = clauses(rest.task)
    if not parts or not parts[0].keys or not (_is_keypad(elements) or _is_calculator(programs)):
        return rest
    steps = rest.steps
    for part in parts:
        if not part.keys:
            said, before = rest.task[part.start : part.end], rest.offset + part.start
            return msgspec.structs.replace(rest, task=said, offset=before, steps=steps)
        first, *others = (Type(keys) for keys in _strokes(part.keys))
        actions: tuple[Type | Press, ...] = (first, *others, _ENTER)
        for action in actions:
            at = next((at for at, step in enumerate(steps) if step.action == action), None)
            if at is None:
                return Entry(action, passage(rest, part.start, part.end))
            if came_of(steps[at]) in (_VAIN if action is first else _FAILED):
                return rest
            steps = steps[at + 1 :]
    last = parts[-1]
    serves = passage(rest, last.start, last.end)
    result = _shown(last.keys, elements)
    if not result and not any(step.action == _LATE for step in steps):
        return Entry(_LATE, serves)
    other = next((read for read, one in numbers(elements) if one.role is Role.FIELD), "")
    if other and not result:
        return Finish("failure", f"The calculator shows {other} for “{serves.text}”.")
    return Finish(answer=result)


def _strokes(keys: str) -> Iterator[str]:
    """Keys in pieces without one twice: a button that shows itself pressed for a key (in GTK for a
    quarter of a second) does not take the same key meanwhile."""
    first = 0
    for at, key in enumerate(keys):
        if key in keys[first:at]:
            yield keys[first:at]
            first = at
    yield keys[first:]


def _shown(keys: str, elements: Sequence[Element]) -> str:
    """The result as the calculator shows it; empty where nothing reads what the sum comes to."""
    return max((read for read, _ in results(keys, elements)), key=len, default="")


def _is_keypad(elements: Sequence[Element]) -> bool:
    shown = {element.text for element in elements}
    return len(shown & _DIGITS) >= _SEEN and len(shown & _SIGNS) >= _SIGNED


def _is_calculator(programs: Iterable[str]) -> bool:
    from uitars_runtime.applications.categories import categories  # reads all entries

    return "Calculator" in categories(programs)
