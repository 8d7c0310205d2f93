"""A command line as plain commands, read by tree-sitter's grammar of bash.

What is read here means the same to bash, byte for byte; the differential drill in tests/drills
holds that. So everything that bash would still expand, apart from `*` and `?`, is refused, but for
variables whose value is known, and arithmetic of numbers.
"""

from __future__ import annotations

import functools
import re
import unicodedata
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Literal

import msgspec

from uitars_runtime.commands import heredoc
from uitars_runtime.commands.gaps import passed_over
from uitars_runtime.commands.loops import WHOLE, LoopError, body, count, parts
from uitars_runtime.commands.settings import setting
from uitars_runtime.commands.values import ValueUnknownError, value_of, with_values

if TYPE_CHECKING:
    from tree_sitter import Node, Parser

LONGEST = 4096
"""Characters of a command line; a longer one is a program, not a command."""

Connector = Literal["", "|", "&&", "||", ";"]
NOTHING: Mapping[str, str] = {}
Operator = Literal["<", ">", ">>", "2>", "2>>", "&>", "2>&1", ">&2", "<<<"]


class UnreadableError(Exception):
    """Not a plain command; says in one sentence why."""


class Word(msgspec.Struct, frozen=True):
    """One word without its quotes."""

    text: str
    pattern: bool = False
    """Whether bash would look for file names in its place."""


class Redirect(msgspec.Struct, frozen=True):
    """Where input comes from or an output goes."""

    operator: Operator
    target: str = ""
    """A file; for `<<<` the text itself; empty for `2>&1` and `>&2`."""

    @property
    def is_file(self) -> bool:
        return self.target != "" and self.operator != "<<<"


class Command(msgspec.Struct, frozen=True):
    """One program with its words; `before` is what stands between it and the command before."""

    words: tuple[Word, ...]
    redirects: tuple[Redirect, ...] = ()
    before: Connector = ""
    branch: str = ""
    """The word of an `if` that stands before it: `if`, `then`, `elif` or `else`."""
    last: bool = False
    """Whether `fi` stands behind it."""
    settings: tuple[str, ...] = ()
    """NAME=VALUE of variables that are set for this program alone, of those in `settings.py`."""


_EXPANDED = re.compile(r"[\[\]{}$`\\<>()&|;\"']")
"""Characters of an unquoted word that mean more than themselves somewhere in bash."""
_QUOTED = re.compile(r'"((?:[^"\\$`]|\\[^`!\n]|\$(?="\Z))*)"')
"""A string in double quotes that bash leaves alone but for its backslashes; a `$` before the last
quote is itself."""
_TILDE = re.compile(r"(?<![\w^~])~")
"""A tilde that may stand for a folder, and not for the end of a name or for an ancestor."""
_ESCAPED = re.compile(r'\\([$"\\])')
"""What loses its backslash between double quotes; before anything else one is itself."""
_ALONE = re.compile(r"(?<=[ \t])\\(?:[()!;*](?=[ \t\n]|\Z)|\*(?=[\w.-]))")
"""The words that find and expr take with a backslash; it is none of theirs."""
_BRACKETS = re.compile(r"\\(?:[()!;]|\*[\w.-]*)")
_CONTINUED = re.compile(r"""'[^']*'|"(?:[^"\\]|\\.)*"|(?P<blank>[ \t])\\\n""", re.DOTALL)
"""A line that goes on below, where a backslash is not between quotes."""
_CONDITION = re.compile(r"\[[ \t][^\n#]*[ \t]\]")
"""`[ ... ]` as one command, without a comment in it."""
_FILE_CONDITION = re.compile(
    r"\[(\[[ \t]+(?:![ \t]+)?-[defhLnprsSwxz][ \t]+"
    r"(?:\"[^\"\\\n]*\"|'[^'\n]*'|[\w./+-])+[ \t]+\])\]"
)
"""`[[ ... ]]` that asks of one file or text: there it is the same as `[ ... ]`."""
_MOST = 200
"""Commands that loops may become."""
_ENDS = (b"", b" ", b"\t", b"\n", b";", b"|", b"&")
"""What may stand behind it."""
_CONNECTORS: dict[str, Connector] = {"|": "|", "&&": "&&", "||": "||", ";": ";", "\n": ";"}
_STRUCTURE = ("program", "list", "pipeline")
_BRANCHES = frozenset({"if", "then", "elif", "else"})
_OPERATORS: dict[tuple[str, str], Operator] = {
    ("", "<"): "<",
    ("", "&>"): "&>",
    ("", ">"): ">",
    ("", ">>"): ">>",
    ("1", ">"): ">",
    ("1", ">>"): ">>",
    ("2", ">"): "2>",
    ("2", ">>"): "2>>",
}
"""A descriptor and an arrow as one operator."""
_JOINED: dict[tuple[str, str], Operator] = {
    ("2", "1"): "2>&1",
    ("", "2"): ">&2",
    ("1", "2"): ">&2",
}
"""Two descriptors around `>&`."""


Names = Callable[[Word], tuple[str, ...]]
"""What bash puts in the place of a pattern. May raise `UnreadableError`."""


def read(
    line: str, names: Names | None = None, known: Mapping[str, str] = NOTHING
) -> tuple[Command, ...]:
    """The commands of a line, at least one, in order; loops are written out. `names`: of files, for
    loops over patterns; without it these are refused. `known`: variables and their values, among
    them `PWD`, where it begins. Raises `UnreadableError`."""
    line = heredoc.as_string(line)
    if "#" not in line:  # in a comment a line does not go on
        line = _CONTINUED.sub(lambda found: found["blank"] or found[0], line)
    _check_characters(line)
    source = line.encode()
    root = _parser().parse(source).root_node
    if root.has_error or passed_over(root, source):
        raise UnreadableError("It is not a command line that can be read.")
    reader = _Reader(source, names, known)
    try:
        reader.visit(root)
    except LoopError as why:
        raise UnreadableError(f"It uses more of the shell than plain commands: {why}.") from None
    except ValueUnknownError:
        raise UnreadableError("It uses a value that only the shell knows.") from None
    except RecursionError:
        raise UnreadableError("It joins too many commands.") from None
    if not reader.commands:
        raise UnreadableError("It holds no command.")
    return tuple(reader.commands)


class _Reader:
    """Collects the commands of a syntax tree in the order of the text."""

    def __init__(self, source: bytes, names: Names | None, known: Mapping[str, str]) -> None:
        self._source, self._names, self._known = source, names, known
        self.commands: list[Command] = []
        self._connector: Connector = ""
        self._branch = ""

    def visit(self, node: Node) -> None:
        if node.type in _STRUCTURE:
            for child in node.children:
                self.visit(child)
        elif node.type in _CONNECTORS and not node.is_named:
            self._connector = _CONNECTORS[node.type]
        elif node.type == "command":
            self._add_command(node)
        elif node.type == "test_command":
            words = self._condition(node)
            self._add(Command(words, before=self._before()))
        elif node.type == "for_statement" and node.parent and node.parent.type == "program":
            self._write_out(node)
        elif node.type == "if_statement" and node.parent and node.parent.type == "program":
            before = len(self.commands)
            self._visit_branches(node)
            if any(one.words[0].text == "cd" for one in self.commands[before:]):
                raise UnreadableError("It changes the folder in the middle of a line.")
        elif node.type == "redirected_statement":
            self._visit_redirected(node)
        elif node.type == "comment":
            # Only bash knows where a comment ends; a quote in it must not hide what follows.
            if b"\\" in self._source:
                raise UnreadableError("It holds a comment and a backslash.")
        else:
            raise UnreadableError(f"It uses more of the shell than plain commands: {_named(node)}.")

    def _visit_branches(self, node: Node) -> None:
        """An `if`: what it asks for and what it may do are all commands of the line."""
        for child in node.children:
            if child.type in ("elif_clause", "else_clause"):
                self._visit_branches(child)
            elif child.type in _BRANCHES:
                self._branch = child.type
            elif child.type == "fi":
                self.commands.append(msgspec.structs.replace(self.commands.pop(), last=True))
            else:
                self.visit(child)

    def _write_out(self, node: Node) -> None:
        """A loop that nothing depends on: what it does each time, one after the other."""
        name, nodes, group = parts(node)
        if name in self._known:
            raise LoopError("a loop with a name that has a value")
        values = [
            value
            for one in nodes
            for value in count(self._text(one)) or self._expanded(self._word(one))
        ]
        if not values:
            raise LoopError("a loop over nothing")
        before = self._before()
        for value in values:
            written = body(group, name, value, self._source)
            first, *others = read(written, self._names, self._known_now())
            self.commands += [msgspec.structs.replace(first, before=before), *others]
            before = ";"
            if len(self.commands) > _MOST:
                raise LoopError("a loop that goes on too long")

    def _expanded(self, word: Word) -> tuple[str, ...]:
        if not word.pattern:
            return (word.text,)
        if self._names is None or self._moved():
            raise LoopError("a loop over files that are not known")
        return self._names(word)

    def _moved(self) -> bool:
        return any(one.words[0].text == "cd" for one in self.commands)

    def _known_now(self) -> Mapping[str, str]:
        gone = {"PWD"} if self._moved() else set[str]()
        return {name: value for name, value in self._known.items() if name not in gone}

    def _visit_redirected(self, node: Node) -> None:
        body, *redirects = node.children
        self.visit(body)
        if not self.commands:
            raise UnreadableError("It redirects nothing.")
        last = self.commands.pop()
        read_ones = tuple(self._redirect(redirect) for redirect in redirects)
        self.commands.append(msgspec.structs.replace(last, redirects=(*last.redirects, *read_ones)))

    def _add_command(self, node: Node) -> None:
        given = [one for one in node.children if one.type == "herestring_redirect"]
        words = [one for one in node.children if one.type != "variable_assignment"]
        settings = node.children[: len(node.children) - len(words)]
        if settings != node.children[: len(settings)] or not words:
            raise UnreadableError("It sets variables in an unusual way.")
        read_ones = tuple(map(self._setting, settings))
        plain = self._words([one for one in words if one not in given])
        texts = tuple(map(self._given, given))
        self._add(Command(plain, texts, self._before(), settings=read_ones))

    def _given(self, node: Node) -> Redirect:
        """`<<< TEXT`."""
        if [one.type for one in node.children[:-1]] != ["<<<"]:
            raise UnreadableError("It redirects something else than input and output.")
        word = self._word(node.children[-1])
        if word.pattern or not word.text:
            raise UnreadableError("It redirects something else than input and output.")
        return Redirect("<<<", word.text)

    def _setting(self, node: Node) -> str:
        found = setting(self._text(node))
        if found is None or self._source[node.end_byte : node.end_byte + 1] not in (b" ", b"\t"):
            raise UnreadableError("It sets a variable that could change what the command does.")
        return found

    def _condition(self, node: Node) -> tuple[Word, ...]:
        """The words of `[ ... ]` as those of `test`, which they are for bash, whatever the grammar
        makes of them."""
        text = self._text(node)
        if double := _FILE_CONDITION.fullmatch(text):
            text = double[1]
        behind = self._source[node.end_byte : node.end_byte + 1]
        if not _CONDITION.fullmatch(text) or behind not in _ENDS:
            raise UnreadableError("It holds a condition that is not one of plain words.")
        source = f"test{text[1:-1]}".encode()
        root = _parser().parse(source).root_node
        if root.has_error or [child.type for child in root.children] != ["command"]:
            raise UnreadableError("It holds a condition that is not one of plain words.")
        return _Reader(source, None, self._known_now())._words(root.children[0].children)

    def _add(self, command: Command) -> None:
        if not command.words[0].text or command.words[0].pattern:
            raise UnreadableError("It does not name its program.")
        branch, self._branch = self._branch, ""
        self.commands.append(msgspec.structs.replace(command, branch=branch))

    def _before(self) -> Connector:
        """What joins the next command to the last one; a line break or `;` where nothing does."""
        connector, self._connector = self._connector, ""
        return (connector or ";") if self.commands else ""

    def _words(self, nodes: list[Node]) -> tuple[Word, ...]:
        return tuple(
            self._word(node.children[0] if node.type == "command_name" else node) for node in nodes
        )

    def _word(self, node: Node) -> Word:
        text = self._text(node)
        match node.type:
            case "word" | "number":
                return self._bare(node)
            case "raw_string":
                return Word(text[1:-1])
            case "string":
                text = with_values(node, self._known_now())
                quoted = _QUOTED.fullmatch(text)
                if quoted is None:
                    raise UnreadableError("A string of it would be expanded by the shell.")
                return Word(_ESCAPED.sub(r"\1", quoted[1]))
            case "simple_expansion" | "expansion" | "arithmetic_expansion":
                value = value_of(text, self._known_now())
                if not WHOLE.fullmatch(value):
                    raise UnreadableError("A word of it would be expanded by the shell.")
                return Word(value)
            case "concatenation" if text == "{}":
                return Word(text)
            case "concatenation":
                parts = [self._word(child) for child in node.children]
                if any(part.pattern for part in parts):
                    raise UnreadableError("A pattern of it is partly quoted.")
                return Word("".join(part.text for part in parts))
            case _:
                raise UnreadableError(f"It uses more than plain words: {_named(node)}.")

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
        home = self._known.get("HOME", "~")
        # With something quoted behind it, it may be no tilde to bash.
        return home if node.parent and node.parent.type != "concatenation" else "~"

    def _redirect(self, node: Node) -> Redirect:
        if node.type != "file_redirect" or len(node.children) < 2:
            raise UnreadableError(f"It redirects in another way than to a file: {_named(node)}.")
        *descriptors, arrow, target = node.children
        number = "".join(self._text(descriptor) for descriptor in descriptors)
        joined = _JOINED.get((number, self._text(target))) if arrow.type == ">&" else None
        if joined is not None:
            return Redirect(joined)
        operator = _OPERATORS.get((number, arrow.type))
        if operator is None:
            raise UnreadableError("It redirects something else than input and output.")
        word = self._word(target)
        if word.pattern or not word.text:
            raise UnreadableError("It redirects in another way than to a file.")
        return Redirect(operator, word.text)

    def _text(self, node: Node) -> str:
        return self._source[node.start_byte : node.end_byte].decode()


def _check_characters(line: str) -> None:
    """Refuse what parser and bash could see differently: odd spaces, controls, backslashes.

    A backslash stands between quotes, or before a bracket that is a word; what it does there is
    found with the words, as `$` and backquote are.
    """
    if len(line) > LONGEST:
        raise UnreadableError(f"It is longer than {LONGEST} characters.")
    single = double = escaped = False
    for place, character in enumerate(line):
        # C: control, format, surrogate, private, unassigned; Z: separators.
        if character not in " \n\t" and unicodedata.category(character)[0] in "CZ":
            raise UnreadableError("It holds a character that cannot be seen.")
        if escaped:
            escaped = False
        elif character == "'" and not double:
            single = not single
        elif character == '"' and not single:
            double = not double
        elif character == "\\" and double:
            escaped = True
        elif character == "\\" and not single and not _ALONE.match(line, place):
            raise UnreadableError("It holds a backslash outside quotes.")


def _named(node: Node) -> str:
    return node.type.replace("_", " ") if node.is_named else repr(node.type)


@functools.cache
def _parser() -> Parser:
    import tree_sitter_bash
    from tree_sitter import Language, Parser

    return Parser(Language(tree_sitter_bash.language()))
