r"""Reads `verb(name='value', ...)` text into calls, by hand and in linear time.

Values are quoted (single, double, typographic, triple) or bare (`(1,2)`, `[1, 2]`, `<point>..`).
Newlines may stand inside quotes; `\n \t \r \' \" \\ \uXXXX` are escapes and any other backslash is
itself. An apostrophe inside single quotes need not be escaped where it cannot be the end.
Calls follow one another on lines of their own; prose after the last one is left alone.

Not here: what the verbs mean (verbs.py). Nothing is evaluated.
"""

from __future__ import annotations

import re

from uitars_runtime.dialects import aliases
from uitars_runtime.dialects.calls import Call, excerpt
from uitars_runtime.errors import DialectError

_CLOSERS = {"'": "'", '"': '"', "‘": "’‘", "’": "’", "“": "”“", "”": "”", "„": "“”", "«": "»"}
_CALL_START = re.compile(r"([A-Za-z_]\w*)[ ]?\(", re.ASCII)
_ARGUMENT_NAME = re.compile(r"([A-Za-z_]\w*+)\s*+=(?!=)", re.ASCII)
_AFTER_VALUE = re.compile(r"\s*+(?:\)|,\s*+(?:[A-Za-z_]\w*+\s*+=|['\"‘’“”„«]|\)))", re.ASCII)
_BARE_STOP = re.compile(r"[\[\](){},'\"\n]")
_LABEL = re.compile(r"\n[^\S\n]*+(?:Thought|Action|Observation)\s?[:：]")
_ESCAPE = re.compile(r"\\(u[0-9a-fA-F]{4}|.)", re.DOTALL)
_ESCAPED = {"n": "\n", "t": "\t", "r": "\r", "'": "'", '"': '"', "\\": "\\"}
_DOUBLY_ESCAPED_ENTER = re.compile(r"(?<!\\)\\\\n\Z")
_SPACE = re.compile(r"\s*+")
MOST_CALLS = 50
_NESTING = 20


def read_calls(text: str) -> tuple[Call, ...]:
    """All calls of a text that starts with one. Raises `DialectError` where a call is malformed."""
    scanner = _Scanner(_without_fence(text))
    calls = [scanner.call()]
    while scanner.at_call() and len(calls) < MOST_CALLS:
        calls.append(scanner.call())
    scanner.refuse_leftovers()
    return tuple(calls)


def starts_with_call(text: str) -> bool:
    """Whether the text begins like a call of some verb."""
    return _CALL_START.match(_without_fence(text)) is not None


def _without_fence(text: str) -> str:
    """The text without a Markdown fence or emphasis in front of it."""
    stripped = text.strip()
    if stripped.startswith("```"):
        return stripped.partition("\n")[2].strip()
    return stripped.lstrip("`*").lstrip()


class _Scanner:
    """A text and how far it has been read."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.repaired = False
        """Whether a quote inside a value was taken as part of it: then nothing may be left over."""

    def at_call(self) -> bool:
        """Whether another call begins on the next line with text; moves there if so."""
        line_end = self.text.find("\n", self.at)
        same_line = self.text[self.at : line_end if line_end >= 0 else len(self.text)]
        if same_line.strip(" \t\r;`*,"):
            return False
        space = _SPACE.match(self.text, self.at + len(same_line))
        following = space.end() if space else self.at
        match = _CALL_START.match(self.text, following)
        # Prose may hold brackets too: `Note (see above)`. A call has no space before them.
        if match is None or match.group().endswith(" ("):
            return False
        self.at = following
        return True

    def refuse_leftovers(self) -> None:
        rest = self.text[self.at :]
        line, _, _ = rest.partition("\n")
        label = _LABEL.search(rest)
        following = rest[: label.start()] if label else rest
        loose = line.strip(" \t\r;`*,.")
        if loose.startswith(("</", "<|")):  # end of turn marks and closing tags of other grammars
            loose = ""
        if loose or (self.repaired and following.strip("` \t\r\n")) or "')" in following:
            raise DialectError(
                f"There is text after the action: {excerpt(rest.strip())}.",
                r"End with the closing bracket, and write quotes inside quotes as \' or \".",
            )

    def call(self) -> Call:
        match = _CALL_START.match(self.text, self.at)
        if match is None:
            found = self.text[self.at :]
            raise DialectError(
                f"{excerpt(found)} is not an action." if found else "There is no action.",
                "Write one action as verb(name='value', name='value').",
            )
        name = match.group(1)
        self.at = match.end()
        arguments: dict[str, object] = {}
        self._skip_space()
        while not self._take(")"):
            key, value = self._argument(name)
            if key in arguments:
                if key:
                    raise DialectError(f"{name} has {key} twice.", "Give each argument once.")
                value = f"{arguments['']} {value}"  # hotkey('ctrl', 'c') and click(100, 200)
            arguments[key] = value
            self._skip_space()
            if not self._take(",") and not self.text.startswith(")", self.at):
                raise self._unexpected(name)
            self._skip_space()
        return Call(name, arguments)

    def _argument(self, verb: str) -> tuple[str, str]:
        key = ""
        match = _ARGUMENT_NAME.match(self.text, self.at)
        if match is not None:
            key = match.group(1)
            self.at = match.end()
            self._skip_space()
        opening = self.text[self.at : self.at + 1]
        if opening in _CLOSERS:
            raw = self._quoted(verb, opening)
            return key, _unescaped(raw, enter=aliases.verb(verb) == "type")
        return key, self._bare(verb)

    def _quoted(self, verb: str, opening: str) -> str:
        """The raw text between quotes; stands behind the closing one afterwards."""
        if self.text.startswith(opening * 3, self.at):
            closing = re.compile(rf"\\|{opening * 3}")
            self.at += 3
        else:
            closing = re.compile(rf"[\\{_CLOSERS[opening]}]")
            self.at += 1
        start = position = self.at
        while True:
            match = closing.search(self.text, position)
            if match is None:
                raise DialectError(
                    f"The text of {verb} has no closing {opening}.",
                    f"Close it, like {verb}(content='...').",
                )
            if match.group() == "\\":
                position = match.end() + 1
            elif _AFTER_VALUE.match(self.text, match.end()):
                self.at = match.end()
                return self.text[start : match.start()]
            else:
                self.repaired = True
                position = match.end()

    def _bare(self, verb: str) -> str:
        """An unquoted value: up to the comma or bracket that ends it."""
        start, depth = self.at, 0
        while match := _BARE_STOP.search(self.text, self.at):
            sign = match.group()
            if sign in "([{":
                depth += 1
            elif sign in ")]}" and depth:
                depth -= 1
            elif (sign in ",)" and not depth) or sign in "]}\n" or depth > _NESTING:
                self.at = match.start()
                break
            elif sign in "'\"":
                end = self.text.find(sign, match.end())
                if end < 0:
                    raise self._unexpected(verb)
                self.at = end + 1
                continue
            self.at = match.end()
        else:
            raise self._unexpected(verb)
        value = self.text[start : self.at].strip()
        if not value:
            raise self._unexpected(verb)
        return value

    def _unexpected(self, verb: str) -> DialectError:
        found = self.text[self.at : self.at + 40]
        return DialectError(
            f"{verb}(...) breaks off at {excerpt(found)}."
            if found
            else f"{verb}(...) has no closing bracket.",
            f"Write it as {verb}(name='value', name='value').",
        )

    def _skip_space(self) -> None:
        match = _SPACE.match(self.text, self.at)
        self.at = match.end() if match else self.at

    def _take(self, sign: str) -> bool:
        found = self.text.startswith(sign, self.at)
        self.at += found
        return found


def _unescaped(raw: str, *, enter: bool) -> str:
    # Models that escape twice mean the Enter key by a final \\n, never a backslash and an n.
    if enter:
        raw = _DOUBLY_ESCAPED_ENTER.sub(r"\\n", raw)
    text = _ESCAPE.sub(_character, raw)
    # A pair of \uD83D\uDE00 is one character; half a pair stays and is refused later.
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "surrogatepass")


def _character(match: re.Match[str]) -> str:
    code = match.group(1)
    if len(code) == 5:
        return chr(int(code[1:], 16))
    return _ESCAPED.get(code, match.group())


def quoted(text: str) -> str:
    """A text in single quotes that `read_calls` reads back as it is."""
    escaped = text.replace("\\", "\\\\").replace("'", "\\'")
    escaped = escaped.replace("\n", "\\n").replace("\t", "\\t").replace("\r", "\\r")
    if text.endswith("\\n"):  # not the Enter key that a doubly escaped \n stands for
        escaped = escaped[: -len("\\\\n")] + "\\u005cn"
    return f"'{escaped}'"
