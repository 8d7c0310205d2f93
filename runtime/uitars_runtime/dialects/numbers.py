"""Points and boxes as models write them.

`(100,200)`, `[100, 200, 110, 210]`, `100 200`, `<point>100 200</point>`,
`<|box_start|>(100,200)<|box_end|>`, `<bbox>..</bbox>`, and JSON lists of numbers.
A box is clicked in its centre.
"""

from __future__ import annotations

import math
import re
from typing import TypeGuard, cast

from uitars_runtime.dialects.calls import excerpt
from uitars_runtime.dialects.coordinates import Codec, grid, to_point
from uitars_runtime.errors import DialectError
from uitars_runtime.types import Point, Size

_LONGEST = 200
"""Characters of the longest text that is looked at as a point."""
_MARKS = re.compile(r"</?(?:point|box|bbox)>|<\|box_start\|>|<\|box_end\|>|[()\[\]]")
_NUMBER = re.compile(r"[+-]?\d{1,12}(?:\.\d{0,12})?", re.ASCII)


def read_place(value: object, codec: Codec, size: Size) -> Point:
    """The pixel that a point or the centre of a box lies on. Raises `DialectError`."""
    numbers = read_numbers(value)
    if all(0 <= number <= 1 for number in numbers) and not all(map(float.is_integer, numbers)):
        across = grid(codec, size)
        raise DialectError(
            f"{excerpt(value)} are fractions of the screen.",
            f"Count {across.width} over its width and {across.height} over its height.",
        )
    match numbers:
        case (x, y):
            return to_point(codec, x, y, size)
        case (left, top, right, bottom):
            to_point(codec, left, top, size)  # a box must lie on the screen as a whole
            to_point(codec, right, bottom, size)
            return to_point(codec, (left + right) / 2, (top + bottom) / 2, size)
        case _:
            raise DialectError(
                f"{excerpt(value)} is not a point.",
                "A point is two numbers, x and y; a box is four: left, top, right, bottom.",
            )


def one_number(value: object) -> float:
    """The number that a value is or writes; not a number (NaN) where it is none."""
    if not isinstance(value, str | int | float) or isinstance(value, bool):
        return math.nan
    try:
        return float(value)
    except (ValueError, OverflowError):
        return math.nan


def read_numbers(value: object) -> tuple[float, ...]:
    """The numbers in a text or a JSON list. Raises `DialectError` where it holds anything else."""
    given = value  # keeps its declared type where `value` is narrowed
    if isinstance(value, str):
        return _from_text(value)
    if isinstance(value, dict):
        named = cast("dict[str, object]", value)
        if set(named) == {"x", "y"}:
            return _from_list([named["x"], named["y"]], named)
    if isinstance(value, list | tuple):
        items = cast("list[object]", value)
        return _from_list(list(items), items)
    raise _no_numbers(given)


def _from_text(text: str) -> tuple[float, ...]:
    if len(text) > _LONGEST:
        raise _no_numbers(text)
    pieces = _MARKS.sub(" ", text).replace(",", " ").replace(";", " ").split()
    if not all(_NUMBER.fullmatch(piece) for piece in pieces):
        raise _no_numbers(text)
    return tuple(float(piece) for piece in pieces)


def _from_list(items: list[object], value: object) -> tuple[float, ...]:
    numbers: list[float] = []
    for item in items:
        if not _is_number(item):
            raise _no_numbers(value)
        numbers.append(float(item))
    return tuple(numbers)


def _is_number(item: object) -> TypeGuard[str | float]:
    if isinstance(item, str):
        return _NUMBER.fullmatch(item.strip()) is not None
    return isinstance(item, int | float) and not isinstance(item, bool) and abs(item) < 1e12


def _no_numbers(value: object) -> DialectError:
    return DialectError(
        f"{excerpt(value)} is not a point.", "A point is two numbers, x and y, like 100 200."
    )
