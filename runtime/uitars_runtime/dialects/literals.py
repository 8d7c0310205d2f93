r"""Reads lines of Python that only call functions on literals: `pyautogui.click(x=1, y=2)`.

By hand and in linear time. A value is a string without a prefix, a number, True, False, None, or a
list or tuple of these; names, sums and nested calls are refused, so that nothing is ever computed.
Escapes are those of Python but for `\N`. Comments, imports, blank lines and fences are skipped.

Not here: what the functions mean (opencua.py).
"""

from __future__ import annotations

import re

import msgspec

from uitars_runtime.dialects.calls import excerpt
from uitars_runtime.errors import DialectError

MOST_CALLS = 50
_MOST_VALUES = 50
_HEAD = re.compile(r"([A-Za-z_]\w*+)\.([A-Za-z_]\w*+)\(", re.ASCII)
_NAME = re.compile(r"([A-Za-z_]\w*+)\s*+=(?!=)\s*+", re.ASCII)
_STRINGS = {
    quote: re.compile(rf"{quote}((?:[^\\{quote[0]}]|\\.|{inner})*+){quote}", re.DOTALL)
    for quote, inner in (
        ("\'\'\'", "\'(?!\'\')"), ('"""', '"(?!"")'), ("\'", "(?!)"), ('"', "(?!)"),
    )
}  # fmt: skip
_NUMBER = re.compile(r"[+-]?\d{1,20}(?:\.\d{0,20})?(?:e[+-]?\d{1,3})?(?![\w.])", re.ASCII)
_WORDS: dict[str, bool | None] = {"True": True, "False": False, "None": None}
_WORD = re.compile(r"(?:True|False|None)(?!\w)")
_ESCAPE = re.compile(
    r"\\(\n|x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|[0-7]{1,3}|.)", re.DOTALL
)
_ESCAPED = {
    "\n": "", "\\": "\\", "'": "'", '"': '"', "a": "\a", "b": "\b", "f": "\f", "n": "\n",
    "r": "\r", "t": "\t", "v": "\v",
}  # fmt: skip
_SKIPPED = re.compile(r"(?:[ \t;]*+(?:#[^\n]*+|import [\w, ]*+|```[a-z]*+)?\n)*+[ \t;]*+")
_SPACE = re.compile(r"\s*+")


class LiteralCall(msgspec.Struct, frozen=True):
    """`module.name(values..., named...)`."""

    module: str
    name: str
    values: tuple[object, ...] = ()
    named: dict[str, object] = {}


def read_literal_calls(text: str) -> tuple[LiteralCall, ...]:
    """All calls of a text that starts with one. Raises `DialectError` for anything else in it."""
    reader = _Reader(text)
    calls = [reader.call()]
    while reader.more() and len(calls) < MOST_CALLS:
        calls.append(reader.call())
    return tuple(calls)


def write_string(text: str) -> str:
    """A text as a Python string that is read back as it is."""
    for character, escape in (("\\", "\\\\"), ("'", "\\'"), ("\n", "\\n"), ("\r", "\\r")):
        text = text.replace(character, escape)
    return f"'{text}'"


class _Reader:
    """A text and how far it has been read."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.more()

    def more(self) -> bool:
        """Move to the next call; False at the end. Raises `DialectError` at anything else."""
        if match := _SKIPPED.match(self.text, self.at):
            self.at = match.end()
        rest = self.text[self.at : self.at + 10]
        ended = not rest or rest.startswith(("#", "```", "<|", "</"))
        if not ended and not _HEAD.match(self.text, self.at):
            raise self._unexpected()
        return not ended

    def call(self) -> LiteralCall:
        head = _HEAD.match(self.text, self.at)
        if head is None:
            raise self._unexpected()
        self.at = head.end()
        values: list[object] = []
        named: dict[str, object] = {}
        while not self._take(")"):
            self._argument(values, named)
            if not self._take(",") and not self.text.startswith(")", self.at):
                raise self._unexpected()
        end = self.text.find("\n", self.at)
        rest = self.text[self.at : end if end >= 0 else len(self.text)].strip(" \t\r`")
        if rest and not rest.startswith(("#", ";", "<|", "</")):
            raise self._unexpected()
        return LiteralCall(head.group(1), head.group(2), tuple(values), named)

    def _argument(self, values: list[object], named: dict[str, object]) -> None:
        name = _NAME.match(self.text, self.at)
        if len(values) + len(named) >= _MOST_VALUES or (named and not name):
            raise self._unexpected()
        if name is None:
            values.append(self._value())
        else:
            self.at = name.end()
            if name.group(1) in named:
                raise DialectError(f"{name.group(1)} is given twice.", "Give each argument once.")
            named[name.group(1)] = self._value()

    def _value(self, *, nested: bool = False) -> object:
        opening = self.text[self.at : self.at + 1]
        if opening and opening in "\"'":
            return self._string(opening)
        if opening and opening in "[(" and not nested:
            self.at += 1
            items: list[object] = []
            while not self._take("]" if opening == "[" else ")"):
                if len(items) >= _MOST_VALUES:
                    raise self._unexpected()
                items.append(self._value(nested=True))
                if not self._take(",") and self.text[self.at : self.at + 1] not in ("]", ")"):
                    raise self._unexpected()
            return items
        if number := _NUMBER.match(self.text, self.at):
            self.at = number.end()
            whole = number.group().lstrip("+-").isdigit()
            return int(number.group()) if whole else float(number.group())
        word = _WORD.match(self.text, self.at)
        if word is None:
            raise self._unexpected()
        self.at = word.end()
        return _WORDS[word.group()]

    def _string(self, opening: str) -> str:
        quote = opening * 3 if self.text.startswith(opening * 3, self.at) else opening
        match = _STRINGS[quote].match(self.text, self.at)
        if match is None:
            raise DialectError("A text does not end.", f"Close it with {quote}.")
        self.at = match.end()
        return _ESCAPE.sub(_character, match.group(1))

    def _take(self, sign: str) -> bool:
        if space := _SPACE.match(self.text, self.at):
            self.at = space.end()
        found = self.text.startswith(sign, self.at)
        if found:
            space = _SPACE.match(self.text, self.at + 1) if sign == "," else None
            self.at = space.end() if space else self.at + 1
        return found

    def _unexpected(self) -> DialectError:
        found = self.text[self.at : self.at + 40]
        return DialectError(
            f"The code cannot be read at {excerpt(found)}." if found else "The code breaks off.",
            "Write calls on lines of their own, with plain texts and numbers in them only.",
        )


def _character(match: re.Match[str]) -> str:
    code = match.group(1)
    if code in _ESCAPED:
        return _ESCAPED[code]
    if code[0] in "xuU" and len(code) > 1:
        number = int(code[1:], 16)
    elif code[0] in "01234567":
        number = int(code, 8)
    elif code == "N":
        raise DialectError(r"\N{...} is not read.", "Write the character itself.")
    else:
        return match.group()
    if number > 0x10FFFF:
        raise DialectError(f"{excerpt(match.group())} is no character.", "Write it itself.")
    return chr(number)
