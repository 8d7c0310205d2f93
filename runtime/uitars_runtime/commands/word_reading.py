"""The words of a command line: quotes, values that are known, and what only the shell can tell."""

from __future__ import annotations

import abc
import itertools
import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from uitars_runtime.commands import braces
from uitars_runtime.commands.arithmetic import names_in
from uitars_runtime.commands.gaps import start
from uitars_runtime.commands.line import (
    BARE,
    FILE,
    HOLES,
    QUOTED,
    Command,
    Hole,
    UnreadableError,
    Word,
)
from uitars_runtime.commands.loops import WHOLE
from uitars_runtime.commands.values import ValueUnknownError, changed_value, value_of, with_values

if TYPE_CHECKING:
    from tree_sitter import Node

_EXPANDED = re.compile(r"[\[\]{}$`\\<>()&|;\"']")
"""Characters of an unquoted word that mean more than themselves somewhere in bash."""
_QUOTED = re.compile(r'"((?:[^"\\$`]|\\[^`!\n]|\$(?="\Z))*)"')
"""A string in double quotes that bash leaves alone but for its backslashes; a `$` before the last
quote is itself."""
_TILDE = re.compile(r"(?<![\w^~])~")
"""A tilde that may stand for a folder, and not for the end of a name or for an ancestor."""
_ESCAPED = re.compile(r'\\([$"\\])')
"""What loses its backslash between double quotes; before anything else one is itself."""
_BRACKETS = re.compile(r"\\(?:[()!;]|\*[\w.-]*)")


class WordReader(abc.ABC):
    """Reads the words of a line, some of which hold commands themselves."""

    def __init__(self, source: bytes) -> None:
        self._source = source

    @abc.abstractmethod
    def _inner(self, node: Node) -> tuple[Command, ...]:
        """The commands of a substitution."""

    @abc.abstractmethod
    def _known_now(self) -> Mapping[str, str]:
        """Variables and their values."""

    @abc.abstractmethod
    def _is_lost(self, name: str) -> bool:
        """Whether nothing before sets such a variable, so that an earlier line may have, or only a
        loop that is written out."""

    def _words(self, nodes: list[Node]) -> tuple[Word, ...]:
        # The grammar parts what stands together before a backquote.
        if any(one.end_byte == other.start_byte for one, other in itertools.pairwise(nodes)):
            raise UnreadableError("It uses more than plain words: some stand together.")
        return tuple(word for node in nodes for word in self._expanded_braces(node))

    def _expanded_braces(self, node: Node) -> Iterator[Word]:
        found = braces.words(self._text(node)) if node.type != "command_name" else ()
        for text in found:
            yield Word(text, pattern="*" in text or "?" in text)
        if not found:
            yield self._word(node.children[0] if node.type == "command_name" else node)

    def _word(self, node: Node) -> Word:
        match node.type:
            case "word" | "number":
                return self._bare(node)
            case "==":
                return Word("==")
            case "raw_string":
                return Word(self._text(node)[1:-1])
            case "string":
                return self._string(node)
            case "simple_expansion" | "expansion" | "arithmetic_expansion":
                return self._value(node)
            case "command_substitution":
                return Word(BARE, holes=(self._hole(node),))
            case "process_substitution" if self._text(node).startswith("<("):
                return Word(FILE, holes=(self._hole(node),))
            case "concatenation" if self._text(node) in ("{}", "-I{}"):
                return Word(self._text(node))
            case "concatenation":
                return self._joined([self._word(child) for child in node.children])
            case _:
                raise UnreadableError(f"It uses more than plain words: {named(node)}.")

    def _string(self, node: Node) -> Word:
        holes: list[Hole] = []

        def put(child: Node) -> str:
            try:
                return value_of(self._text(child), self._known_now())
            except ValueUnknownError:
                holes.append(self._hole(child))
                return QUOTED

        quoted = _QUOTED.fullmatch(with_values(node, put))
        if quoted is None:
            raise UnreadableError("A string of it would be expanded by the shell.")
        return Word(_ESCAPED.sub(r"\1", quoted[1]), holes=tuple(holes))

    def _value(self, node: Node) -> Word:
        try:
            value = value_of(self._text(node), self._known_now())
        except ValueUnknownError:
            return Word(BARE, holes=(self._hole(node),))
        if WHOLE.fullmatch(value):
            return Word(value)
        if WHOLE.fullmatch(value.replace(" ", "")):  # it falls apart
            return Word(BARE, holes=(self._hole(node),))
        raise UnreadableError("A word of it would be expanded by the shell.")

    def _hole(self, node: Node) -> Hole:
        if node.type in ("command_substitution", "process_substitution"):
            if "\\" in self._text(node):
                raise UnreadableError("It holds a backslash outside quotes.")
            return Hole(commands=self._inner(node))
        names, value = names_in(self._text(node)), self._text(node)
        if not names:
            name, value = changed_value(self._text(node))
            names = frozenset({name})
        if any(map(self._is_lost, names)):
            raise ValueUnknownError
        return Hole(value)

    def _joined(self, parts: list[Word]) -> Word:
        """Words that stand together without a blank."""
        pattern = any(part.pattern for part in parts)
        text = "".join(part.text for part in parts)
        if pattern and not all(part.pattern or WHOLE.fullmatch(part.text) for part in parts):
            raise UnreadableError("A pattern of it is partly quoted.")
        if any(part.text == FILE for part in parts):
            raise UnreadableError("It uses more than plain words: a file among other text.")
        return Word(text, pattern, tuple(hole for part in parts for hole in part.holes))

    def _bare(self, node: Node) -> Word:
        """A word without quotes."""
        text = self._text(node)
        if _BRACKETS.fullmatch(text):
            return Word(text[1:])
        if text == "~" or text.startswith("~/"):
            text = self._home(node) + text[1:]
        if _EXPANDED.search(text) or _TILDE.search(text):
            raise UnreadableError("A word of it would be expanded by the shell.")
        return Word(text, pattern="*" in text or "?" in text)

    def _home(self, node: Node) -> str:
        home = self._known_now().get("HOME", "~")
        # With something quoted behind it, it may be no tilde to bash.
        return home if node.parent and node.parent.type != "concatenation" else "~"

    def _text(self, node: Node) -> str:
        return self._source[start(node) : node.end_byte].decode()


def unquoted(word: Word) -> Word:
    """The word where no value falls apart: what is given to a variable."""
    return Word(word.text.replace(BARE, QUOTED), word.pattern, word.holes)


def is_known(word: Word) -> bool:
    """Whether nothing in it is left to the shell."""
    return HOLES.search(word.text) is None and not word.pattern


def named(node: Node) -> str:
    """What a node of the syntax tree is, in words."""
    return node.type.replace("_", " ") if node.is_named else repr(node.type)
