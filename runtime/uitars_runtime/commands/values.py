"""What bash puts in the place of `$NAME`, `${NAME}` and `$((...))`, where that is known beforehand:
variables that nothing in the line sets, and arithmetic of numbers alone.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Final

from uitars_runtime.commands.gaps import start

if TYPE_CHECKING:
    from tree_sitter import Node

_KINDS: Final = (
    *("simple_expansion", "expansion", "arithmetic_expansion", "command_substitution"),
)
_PLAIN: Final = ('"', "$", "string_content")
_SPECIAL: Final = re.compile(rb'([$"\\])')
"""What needs a backslash between double quotes."""

_NUMBERS: Final = re.compile(r"[\d ()*/%+-]{1,80}", re.ASCII)
_OTHERWISE: Final = re.compile(r"\b0\d|\+\+|--|//", re.ASCII)
"""What bash reads in another way than Python: numbers to the base of eight, and signs that are one
to it."""
_NAME: Final = re.compile(r"\$?\b(?P<name>[A-Za-z_]\w*)\b", re.ASCII)
_CHANGED: Final = re.compile(
    r"""\$(?P<plain>[A-Za-z_]\w*|[?#$])
    | \$\{ \#? (?P<name>[A-Za-z_]\w*) \}
    | \$\{ (?P<cut>[A-Za-z_]\w*) (?: (?:\#\#?|%%?)[\w.*/?-]* | :-[\w./-]* | \^\^? | ,,?
        | :\d{1,9}(?: :\d{1,9})? | //?[\w.-]+/[\w.-]* ) \}""",
    re.VERBOSE | re.ASCII,
)
"""A value, its length, or what is left of it without a beginning or an end. Nothing in it is
reckoned or set."""
_MOST: Final = 2**63
_HIGHEST: Final = 64
"""The largest exponent worth reckoning."""


class ValueUnknownError(Exception):
    """Only the shell knows what would stand there."""


def value_of(text: str, known: Mapping[str, str]) -> str:
    """The value of `$NAME`, `${NAME}` or `$((...))`. Raises `ValueUnknownError`."""
    if text.startswith("$((") and text.endswith("))"):
        return _evaluated(_NAME.sub(lambda found: _number(found["name"], known), text[3:-2]))
    name = text[2:-1] if text.startswith("${") else text[1:]
    if name not in known:
        raise ValueUnknownError
    return known[name]


def changed_value(text: str) -> tuple[str, str]:
    """The name in `$NAME`, or in what may be cut of its value, and all of it between braces, so
    that nothing behind it joins the name. Raises `ValueUnknownError`."""
    found = _CHANGED.fullmatch(text)
    if found is None:
        raise ValueUnknownError
    plain, whole, cut = found["plain"], found["name"], found["cut"]
    return plain or whole or cut, f"${{{plain}}}" if plain else text


def with_values(string: Node, put: Callable[[Node], str]) -> str:
    """A string in double quotes with what is put in it. Raises `ValueUnknownError`."""
    text = string.text or b""
    shift = -string.start_byte
    for child in string.children:
        if child.type not in _KINDS:
            if child.type in _PLAIN:
                continue
            raise ValueUnknownError
        begin, stop = start(child) + shift, child.end_byte + shift
        if text[begin - 1 : begin] in (b"\\", b"$"):
            raise ValueUnknownError
        value = _SPECIAL.sub(rb"\\\1", put(child).encode())
        text = text[:begin] + value + text[stop:]
        shift += len(value) - (stop - begin)
    return text.decode()


def _number(name: str, known: Mapping[str, str]) -> str:
    value = known.get(name, "")
    if not re.fullmatch(r"0|[1-9]\d{0,17}", value, re.ASCII):
        raise ValueUnknownError
    return value


def _evaluated(text: str) -> str:
    """What the text between the brackets comes to, as bash reckons. Raises `ValueUnknownError`."""
    if not _NUMBERS.fullmatch(text) or _OTHERWISE.search(text):
        raise ValueUnknownError
    try:
        return str(_value(ast.parse(text.strip(), mode="eval").body))
    except (SyntaxError, ValueError, ZeroDivisionError):
        raise ValueUnknownError from None


def _value(node: ast.expr) -> int:
    """Raises `ValueError` for what bash reckons otherwise or not at all."""
    match node:
        case ast.Constant(value=int(number)):
            found = number
        case ast.UnaryOp(op=ast.UAdd() | ast.USub() as sign, operand=operand):
            if isinstance(operand, ast.BinOp) and isinstance(operand.op, ast.Pow):
                raise ValueError  # the sign belongs to the number there, and here to the power
            found = _value(operand) * (-1 if isinstance(sign, ast.USub) else 1)
        case ast.BinOp(left=left, op=operator, right=right):
            found = _reckoned(_value(left), operator, _value(right))
        case _:
            raise ValueError
    if not -_MOST < found < _MOST:
        raise ValueError
    return found


def _reckoned(left: int, operator: ast.operator, right: int) -> int:
    match operator:
        case ast.Add():
            return left + right
        case ast.Sub():
            return left - right
        case ast.Mult():
            return left * right
        case ast.Pow() if 0 <= right <= _HIGHEST:
            return int(left**right)
        case ast.Div() | ast.Mod():
            whole = abs(left) // abs(right) * (1 if (left < 0) == (right < 0) else -1)
            return whole if isinstance(operator, ast.Div) else left - whole * right
        case _:
            raise ValueError
