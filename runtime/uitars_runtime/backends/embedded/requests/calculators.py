"""Sums for a calculator, by code: they are typed and entered as a person would.

The network works a keypad key by key, by the figures of a task, and misses one of several. Only
where a calculator is all that is open: elsewhere keys may go to another window. Not here: what
people call sums (`sums.py`).
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Final

import msgspec

from uitars_runtime.backends.embedded.network.history import came_of
from uitars_runtime.backends.embedded.requests.starting import Rest
from uitars_runtime.backends.embedded.situation import Came
from uitars_runtime.dialects.embedded import write_reply
from uitars_runtime.element import Element, Role
from uitars_runtime.grounding import Grounding, Passage
from uitars_runtime.protocols import Completion
from uitars_runtime.types import Finish, OpenWindow, Press, Type

_DIGITS: Final = frozenset("0123456789")
_SIGNS: Final = frozenset("+-−*×÷/=")
_SEEN: Final = 8
"""So many of the ten digits make a keypad, as eyes may miss some, ..."""
_SIGNED: Final = 2
"""... with so many of its signs: a calendar has digits alone."""
_NUMBER: Final = re.compile(r"-?\d+(?:\.\d+)?")
_LONGEST: Final = 300
"""Characters in which a sum is asked for; a longer task would be searched for long."""
_ENTER: Final = Press(("enter",))
_FAILED: Final = (Came.FAILED, Came.REFUSED)
_VAIN: Final = (*_FAILED, Came.UNCHANGED)


class Entry(msgspec.Struct, frozen=True):
    """A sum's next keys."""

    action: Type | Press
    serves: Passage


def plan(
    rest: Rest, elements: Sequence[Element], windows: Sequence[OpenWindow] | None
) -> Entry | Rest | Finish:
    """What is done next of a part of a task that begins with a sum: its keys, or what is left for
    the network, or nothing more. All is the network's without a sum, and where it is not sure that
    a calculator has the keyboard."""
    programs = {one.application for one in windows or ()}
    if len(programs) != 1:
        return rest
    from uitars_runtime.backends.embedded.requests.sums import clauses  # a lot of patterns

    parts = clauses(rest.task) if len(rest.task) <= _LONGEST else []
    if not parts or not parts[0].keys or not (_is_keypad(elements) or _is_calculator(programs)):
        return rest
    steps = rest.steps
    for part in parts:
        said = rest.task[part.start : part.end]
        if not part.keys:
            before = rest.offset + part.start
            return msgspec.structs.replace(rest, task=said, offset=before, steps=steps)
        first, *others = (Type(keys) for keys in _strokes(part.keys))
        actions: tuple[Type | Press, ...] = (first, *others, _ENTER)
        for action in actions:
            at = next((at for at, step in enumerate(steps) if step.action == action), None)
            if at is None:
                start = rest.offset + part.start
                return Entry(action, Passage(start, start + len(said), said))
            if came_of(steps[at]) in (_VAIN if action is first else _FAILED):
                return rest
            steps = steps[at + 1 :]
    return Finish(answer=_shown(parts[-1].keys, elements))


def say(entry: Entry) -> Completion:
    """The reply."""
    doing = "type" if isinstance(entry.action, Type) else "enter"
    thought = f"“{entry.serves.text}” is a sum for the calculator, so {doing} it."
    return Completion(write_reply(thought, entry.action), grounding=Grounding(entry.serves))


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
    """The result as the calculator shows it; empty where what is read is not what the sum comes
    to, to the last figure shown."""
    try:
        result = _reckoned(ast.parse(keys, mode="eval").body)
    except (SyntaxError, ZeroDivisionError):
        return ""
    read = (
        element.text.replace(",", "").replace("−", "-").lstrip("= ")
        for element in elements
        if element.role is not Role.BUTTON
    )
    return max(
        (one for one in read if _NUMBER.fullmatch(one) and _is(one, result)), key=len, default=""
    )


def _is(read: str, value: Fraction) -> bool:
    """Whether a number is a value, rounded to the figures it has."""
    figures = len(read.partition(".")[2])
    return abs(Fraction(read) - value) <= Fraction(1, 2 * 10**figures)


def _reckoned(said: ast.expr) -> Fraction:
    """Raises `SyntaxError` for what is no sum, `ZeroDivisionError`."""
    match said:
        case ast.Constant(value=int() | float() as value):
            return Fraction(str(value))
        case ast.BinOp(left=first, op=sign, right=second):
            left, right = _reckoned(first), _reckoned(second)
        case _:
            raise SyntaxError
    match sign:
        case ast.Add():
            return left + right
        case ast.Sub():
            return left - right
        case ast.Mult():
            return left * right
        case ast.Div():
            return left / right
        case _:
            raise SyntaxError


def _is_keypad(elements: Sequence[Element]) -> bool:
    shown = {element.text for element in elements}
    return len(shown & _DIGITS) >= _SEEN and len(shown & _SIGNS) >= _SIGNED


def _is_calculator(programs: Iterable[str]) -> bool:
    from uitars_runtime.applications.categories import categories  # reads all entries

    return "Calculator" in categories(programs)
