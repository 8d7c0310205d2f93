"""Which awk programs only read what their command line names and print.

A program is read word by word, so that what stands in its texts and expressions is not taken for
code. The awks differ in where an expression in slashes begins and ends and in what they know beside
POSIX; what any of them could read otherwise is refused, and so is each name that is not known here
and could be more than a variable.
"""

from __future__ import annotations

import re
from typing import Final

import msgspec

_MEMBER = r"\[:[a-z]+:\]|[^][/\\\n\"]|\\[^][\n\"]"
_EXPRESSION: Final = re.compile(
    rf'/(?!=)(?:[^][/\\\n"]|\\[^\n"]|\[\^?+(?:{_MEMBER})+\])+/',
)
"""An expression in slashes. Without quotes: were it a division after all, texts stay texts. Without
an open bracket or a bare slash in one: only some awks see the end of the expression there."""
_TOKEN: Final = re.compile(
    r"""
    (?P<blank>[ \t]+)
    | (?P<text>"(?:[^"\\\n]|\\[^"\n])*"|"(?:[^"\\\n>|]|\\[^\n>|])*")
    | (?P<number>(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)
    | (?P<name>[A-Za-z_]\w*)(?P<called>[ \t]*\()?
    | (?P<open>[(\[{])
    | (?P<close>[)\]}])
    | (?P<more>>(?!>))
    | (?P<end>[;\n])
    | (?P<division>/(?!=))
    | (?P<sign>&& | \|\|(?!\|) | !~ | [!=<*%^+-]=? | [~,?$] | :(?!:))
    """,
    re.VERBOSE | re.ASCII,
)
"""One word of a program: no `|` alone, no `>>`, no `@`, no comment, no line that goes on, and no
`>` or `|` in a text with a quote of its own."""
_PAIRS: Final = {")": "(", "]": "[", "}": "{"}
_BEFORE_EXPRESSION: Final = frozenset(
    {"", "{", "}", ";", "\n", "(", ",", "~", "!~", "!", "&&", "||"}
)
"""After these a slash cannot divide, in any awk."""
_CONTROL: Final = frozenset({"for", "if", "while"})
_PRINTING: Final = frozenset({"print", "printf"})
_FUNCTIONS: Final = frozenset(
    {
        *("atan2", "cos", "exp", "gensub", "gsub", "index", "int", "length", "log", "match"),
        *("mktime", "rand", "sin", "split", "sprintf", "sqrt", "srand", "strftime", "strtonum"),
        *("sub", "substr", "systime", "tolower", "toupper"),
    }
)
_CALLED: Final = _FUNCTIONS | _CONTROL | _PRINTING | {"exit"}
"""Names that a bracket may follow: no call that leaves the program, none of its own making."""
_WORDS: Final = frozenset(
    {
        *("BEGIN", "END", "break", "continue", "delete", "do", "else", "exit", "in", "length"),
        *("next", *_PRINTING),
    }
)
_VARIABLES: Final = frozenset(
    {
        *("FIELDWIDTHS", "FILENAME", "FNR", "FPAT", "FS", "IGNORECASE", "NF", "NR", "OFS", "ORS"),
        *("RLENGTH", "RS", "RSTART", "RT", "SUBSEP"),
    }
)
_OWN: Final = re.compile(r"_?[A-Za-z]|_?[A-Za-z]\w*[a-z]\w*|_?[a-z]\w*")
"""What a program may call its variables: those of awk itself have capitals only."""
_TAKEN: Final = (
    _FUNCTIONS
    | _CONTROL
    | _WORDS
    | {
        *("asort", "asorti", "bindtextdomain", "case", "close", "dcgettext", "dcngettext"),
        *("default", "extension", "fflush", "func", "function", "getline", "include", "load"),
        *("namespace", "nextfile", "patsplit", "return", "stopme", "switch", "system"),
    }
)
"""What some awk knows under a name that a variable could have."""


def only_prints(program: str) -> bool:
    """Whether a program, in any awk, writes no file, runs nothing and opens no other file."""
    reading = _Reading()
    place = 0
    while place < len(program):
        found = None
        if reading.before in _BEFORE_EXPRESSION:
            found = _EXPRESSION.match(program, place)
        if found is not None:
            reading.before = "text"
        else:
            found = _TOKEN.match(program, place)
            if found is None or not reading.take(found):
                return False
        place = found.end()
    return not reading.opened


class _Reading(msgspec.Struct):
    """Where in a program the reading stands."""

    before: str = ""
    """The sign or the word before; `operand` after what can be divided, `text` after a text or an
    expression, `control` after the brackets of `if` and its like."""
    opened: list[str] = []
    """The brackets around; `control(` is one of `if` and its like."""

    def take(self, found: re.Match[str]) -> bool:
        """Whether what was found may stand here; keeps it as what was before."""
        word = found.group()
        match found.lastgroup:
            case "blank":
                return True
            case "text":
                self.before = "text"
            case "number":
                self.before = "operand"
            case "name" | "called":
                return self._take_name(found["name"], called=found["called"] is not None)
            case "open":
                return self._open(word, word)
            case "close":
                return self._close(word)
            case "end":
                self.before = word
                return word == ";" or self.opened[-1:] in ([], ["{"])
            case "more":
                self.before = word
                return self._compares()
            case "division":
                divides = self.before == "operand"
                self.before = word
                return divides
            case _:
                self.before = word
        return True

    def _compares(self) -> bool:
        """Whether `>` compares here: between round brackets and outside of blocks; behind what is
        printed it would name a file."""
        return "{" not in self.opened or any(one.endswith("(") for one in self.opened)

    def _take_name(self, name: str, *, called: bool) -> bool:
        # `for (print > "file"; ...)` prints between round brackets.
        if name in _PRINTING and self.opened[-1:] != ["{"]:
            return False
        if called:
            return name in _CALLED and self._open("(", "control(" if name in _CONTROL else "(")
        if name in _VARIABLES or (_OWN.fullmatch(name) and name not in _TAKEN):
            self.before = "operand"
            return True
        self.before = name
        return name in _WORDS

    def _open(self, sign: str, kept: str) -> bool:
        # A block stands in blocks only; what looks otherwise was read wrongly.
        if sign == "{" and self.opened[-1:] not in ([], ["{"]):
            return False
        self.before = sign
        self.opened.append(kept)
        return True

    def _close(self, sign: str) -> bool:
        kept = self.opened.pop() if self.opened else ""
        self.before = "control" if kept == "control(" else "}" if sign == "}" else "operand"
        return kept.removeprefix("control") == _PAIRS[sign]
