"""The results of sums that stand on the screen, as words that can be typed.

`12 x 3 =` asks for 36. Reckoning is left to this code; where the result goes is the model's choice.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Final

from uitars_runtime.backends.embedded.rules.answers import answer
from uitars_runtime.backends.embedded.rules.texts import same_row
from uitars_runtime.element import Element

_SUM: Final = re.compile(
    r"(-?\d+(?:\.\d+)?(?:\s*[-+*/x×÷–−]\s*-?\d+(?:\.\d+)?)+)\s*=\s*\??$",
    re.IGNORECASE,
)
_PARTS: Final = re.compile(r"\d+(?:\.\d+)?|\S")
_SIGNS: Final = {"x": "*", "X": "*", "×": "*", "÷": "/", "–": "-", "−": "-"}
_Step = Callable[[Fraction, Fraction], Fraction]
_FIRST: Final[dict[str, _Step]] = {"*": operator.mul, "/": lambda one, other: one / other}
_THEN: Final[dict[str, _Step]] = {"+": operator.add, "-": operator.sub}
_NAMES: Final = ("answer", "result", "solution", "sum")
_PLACES: Final = 6
"""Decimal places of a result that has endlessly many."""


def with_results(elements: Sequence[Element], task: str) -> tuple[Element, ...]:
    """The elements, and the result of each sum that ends in an equals sign and nothing behind it.

    It is called what the task calls it: the answer, the result.
    """
    said = task.lower()
    name = next((name for name in _NAMES if name in said), _NAMES[0])
    results: list[Element] = []
    for row in same_row(elements):
        found = _SUM.search(row.text)
        result = reckoned(found[1]) if found else None
        if result is not None:
            results.append(answer(elements, row.box, result, name))
    return (*elements, *results)


def reckoned(expression: str) -> str | None:
    """What a sum of numbers comes to; None where it divides by nought."""
    parts = [found[0] for found in _PARTS.finditer(expression)]
    parts = [_SIGNS.get(part, part) for part in parts]
    numbers, signs = [_number(parts)], list[str]()
    while parts:
        sign = parts.pop(0)
        number = _number(parts)
        if sign not in _FIRST:
            numbers.append(number)
            signs.append(sign)
        elif sign == "/" and number == 0:
            return None
        else:
            numbers[-1] = _FIRST[sign](numbers[-1], number)
    total = numbers[0]
    for sign, number in zip(signs, numbers[1:], strict=True):
        total = _THEN[sign](total, number)
    return _written(total)


def _number(parts: list[str]) -> Fraction:
    """The number that the parts begin with, taken from them."""
    first = parts.pop(0)
    return -Fraction(parts.pop(0)) if first == "-" else Fraction(first)


def _written(number: Fraction) -> str:
    if number.denominator == 1:
        return str(number.numerator)
    return f"{float(number):.{_PLACES}f}".rstrip("0").rstrip(".")
