"""What the keys of a sum come to, and where a screen reads it. To the last figure shown."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Final

from uitars_runtime.element import Element, Role

_NUMBER: Final = re.compile(r"-?\d+(?:\.\d+)?")


def results(keys: str, elements: Sequence[Element]) -> Iterator[tuple[str, Element]]:
    """Where what a sum comes to is read, rounded to the figures that are shown; nowhere where it
    cannot be reckoned."""
    try:
        value = worth(keys)
    except (SyntaxError, ZeroDivisionError):
        return
    for read, element in numbers(elements):
        if _is(read, value):
            yield read, element


def numbers(elements: Sequence[Element]) -> Iterator[tuple[str, Element]]:
    """Where a number is read, with a comma as either of what it may be. A button that reads so is a
    key."""
    for element in elements:
        said = element.text.replace("−", "-").lstrip("= ")
        for read in dict.fromkeys((said.replace(",", ""), said.replace(",", "."))):
            if element.role is not Role.BUTTON and _NUMBER.fullmatch(read):
                yield read, element


def worth(keys: str) -> Fraction:
    """What keys come to. Raises `SyntaxError` for what is no sum, `ZeroDivisionError`."""
    return _reckoned(ast.parse(keys, mode="eval").body)


def _is(read: str, value: Fraction) -> bool:
    figures = len(read.partition(".")[2])
    return abs(Fraction(read) - value) <= Fraction(1, 2 * 10**figures)


def _reckoned(said: ast.expr) -> Fraction:
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
