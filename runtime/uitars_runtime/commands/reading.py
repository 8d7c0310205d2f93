"""A command line as plain commands, read by tree-sitter's grammar of bash.

What is read here means the same to bash, byte for byte; the differential drill in tests/drills
holds that. What only the shell can tell (`$(...)`, a variable that a loop reads) stays a gap in its
word, and a gap is let through only where any text at all does no harm (`options.py`). Everything
else that bash would still expand, apart from `*` and `?`, is refused.
"""

from __future__ import annotations

import functools
import itertools
import re
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING

import msgspec

from uitars_runtime.commands import heredoc
from uitars_runtime.commands.arithmetic import check_arithmetic
from uitars_runtime.commands.characters import check_characters, without_backslashes
from uitars_runtime.commands.conditions import in_single_brackets
from uitars_runtime.commands.gaps import passed_over
from uitars_runtime.commands.line import (
    FILE,
    HOLES,
    Command,
    Connector,
    Operator,
    Redirect,
    UnreadableError,
    Word,
)
from uitars_runtime.commands.loops import LoopError, body, can_be_put_in, parts, sets_again
from uitars_runtime.commands.settings import setting
from uitars_runtime.commands.values import ValueUnknownError
from uitars_runtime.commands.variables import NAME, OF_SHELL, are_settings, changing, is_straight
from uitars_runtime.commands.word_reading import WordReader, is_known, named, unquoted

if TYPE_CHECKING:
    from tree_sitter import Node, Parser

NOTHING: Mapping[str, str] = {}
_PATTERN = re.compile(r"[*?\[]")
_MOST = 200
"""Commands that loops may become, and turns of all loops together."""
_DEEPEST = 8
"""Loops within each other that are written out: each is read as often as there are some around."""
_ENDS = (b"", b" ", b"\t", b"\n", b";", b"|", b"&", b")", b"`")
"""What may stand behind a condition."""
_CONNECTORS: dict[str, Connector] = {"|": "|", "&&": "&&", "||": "||", ";": ";", "\n": ";"}
_STRUCTURE = ("program", "list", "pipeline")
_COMPOUND = frozenset(
    {"compound_statement", "if_statement", "negated_command", "subshell", "while_statement"}
)
_PARTS_OF_COMPOUND = frozenset({"do_group", "elif_clause", "else_clause"})
_OPENING = frozenset({"(", "{", "if", "then", "elif", "else", "while", "until", "do", "!"})
_CLOSING = {")": " )", "}": "; }", "fi": "; fi", "done": "; done"}
_SEQUENCES = _PARTS_OF_COMPOUND | {"program", "compound_statement", "if_statement", "subshell"}
"""Where a loop that is written out stands as it is; elsewhere in braces."""
_OPERATORS: dict[tuple[str, str], Operator] = {
    **{("", "<"): "<", ("", "&>"): "&>", ("", ">"): ">", ("", ">>"): ">>"},
    **{("1", ">"): ">", ("1", ">>"): ">>", ("2", ">"): "2>", ("2", ">>"): "2>>"},
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
    commands = _read(heredoc.as_string(line), names, known, None)
    try:
        check_arithmetic(commands)
    except ValueUnknownError:
        raise UnreadableError("It uses a value that only the shell knows.") from None
    return commands


def _read(
    line: str, names: Names | None, known: Mapping[str, str], around: _Reader | None
) -> tuple[Command, ...]:
    """`around`: the reader of the line in which this is what a loop does once."""
    line = without_backslashes(line)
    check_characters(line)
    source = line.encode()
    root = _parser().parse(source).root_node
    if root.has_error or passed_over(root, source):
        raise UnreadableError("It is not a command line that can be read.")
    reader = _Reader(source, names, known, changing(root))
    if around is not None:
        reader.inside(around)
    try:
        reader.visit(root)
    except LoopError as why:
        raise UnreadableError(f"It uses more of the shell than plain commands: {why}.") from None
    except ValueUnknownError:
        raise UnreadableError("It uses a value that only the shell knows.") from None
    except RecursionError:
        raise UnreadableError("It joins too many commands.") from None
    return tuple(reader.read_commands())


class _Reader(WordReader):
    """Collects the commands of a syntax tree in the order of the text."""

    def __init__(
        self,
        source: bytes,
        names: Names | None,
        known: Mapping[str, str],
        changing: frozenset[str],
    ) -> None:
        """`changing`: variables whose value depends on what happens."""
        super().__init__(source)
        self._names, self._changing = names, changing
        self._known = {name: known[name] for name in known if name not in changing}
        self.commands: list[Command] = []
        self._connector: Connector = ""
        self._begins: tuple[str, ...] = ()
        self._set, self._lost = OF_SHELL, set[str]()
        self._away = False
        self._turns, self._depth = itertools.count(1), 0

    def read_commands(self) -> list[Command]:
        """At least one."""
        if not self.commands or self._begins:
            raise UnreadableError("It holds no command.")
        return self.commands

    def visit(self, node: Node) -> None:
        if node.type in _STRUCTURE or are_settings(node):
            for child in node.children:
                self.visit(child)
        elif node.type in _CONNECTORS and not node.is_named:
            self._connector = _CONNECTORS[node.type]
        elif node.type == "command":
            self._add_command(node)
        elif node.type == "test_command":
            self._add(Command(self._condition(node)))
        elif node.type == "for_statement":
            self._visit_loop(node)
        elif node.type in _COMPOUND:
            self._visit_compound(node)
        elif node.type == "redirected_statement":
            self._visit_redirected(node)
        elif node.type == "variable_assignment":
            self._assign(node)
        # Only bash knows where a comment ends; a quote in it must not hide what follows.
        elif node.type != "comment" or b"\\" in self._source:
            raise UnreadableError(f"It uses more of the shell than plain commands: {named(node)}.")

    def _visit_compound(self, node: Node) -> None:
        """What stands between brackets, in an `if` or in a `while`: all of it are commands of the
        line, with what is opened before them and closed behind them."""
        before, opened = len(self.commands), self._begins.count("(")
        for child in node.children:
            if child.type in _PARTS_OF_COMPOUND:
                self._visit_compound(child)
            elif child.type in _OPENING and not child.is_named:
                self._begins += (child.type,)
            elif child.type in _CLOSING and not child.is_named:
                self._close(_CLOSING[child.type])
            else:
                self.visit(child)
        if node.type != "subshell":
            _check_stays(self.commands[before:], opened)

    def _close(self, end: str | Redirect) -> None:
        if not self.commands or self._begins:
            raise UnreadableError("It holds no command.")
        last = self.commands.pop()
        self.commands.append(msgspec.structs.replace(last, ends=(*last.ends, end)))

    def _visit_loop(self, node: Node) -> None:
        name, nodes, group = parts(node)
        if name in self._known or not NAME.fullmatch(name):
            raise LoopError("a loop with a name that has a value")
        words = self._words(nodes)
        if not self._write_out(node, name, words, group):
            patterns = any(_PATTERN.search(word.text) for word in words if not word.pattern)
            if patterns or sets_again(group, name):
                raise LoopError("a loop of an unusual kind")
            self._add(Command(words, sets=f"for {name} in "))
            self._visit_compound(group)

    def _write_out(self, node: Node, name: str, words: Iterable[Word], group: Node) -> bool:
        """A loop that nothing depends on: what it does each time, one after the other. Whether it
        is one."""
        if any(word.holes for word in words) or name in self._changing:
            return False
        values = [value for word in words for value in self._expanded(word)]
        if not values:
            raise LoopError("a loop over nothing")
        if self._depth > _DEEPEST:
            raise LoopError("a loop that goes on too long")
        if not can_be_put_in(group, name, values):
            return False
        begins, before = self._taken_begins(), self._before()
        written: list[Command] = []
        for value in values:
            once = body(group, name, value, self._source)
            first, *others = _read(once, self._names, self._known_now(), self)
            written += [msgspec.structs.replace(first, before=before), *others]
            before = ";"
            if max(len(self.commands) + len(written), next(self._turns)) > _MOST:
                raise LoopError("a loop that goes on too long")
        self._lost.add(name)
        apart = node.parent is not None and node.parent.type not in _SEQUENCES
        if apart:
            _check_stays(written)
            begins += ("{",)
        written[0] = msgspec.structs.replace(written[0], begins=(*begins, *written[0].begins))
        self.commands += written
        if apart:
            self._close(_CLOSING["}"])
        return True

    def _expanded(self, word: Word) -> tuple[str, ...]:
        if not word.pattern:
            return (word.text,)
        if self._names is None or self._moved():
            raise LoopError("a loop over files that are not known")
        return self._names(word)

    def _moved(self) -> bool:
        return self._away or any(one.name == "cd" for one in self.commands)

    def inside(self, around: _Reader) -> _Reader:
        """Itself, with what is known of the line around it."""
        self._set, self._lost = around._set_now(), around._lost
        self._away, self._turns = around._moved(), around._turns
        self._depth = around._depth + 1
        return self

    def _known_now(self) -> Mapping[str, str]:
        gone = {"PWD"} if self._moved() else set[str]()
        return {name: value for name, value in self._known.items() if name not in gone}

    def _set_now(self) -> frozenset[str]:
        return self._set.union(*(one.given for one in self.commands))

    def _is_lost(self, name: str) -> bool:
        return name in self._lost or name not in self._set_now()

    def _other(self, source: bytes) -> _Reader:
        """A reader of what stands inside, which knows the same."""
        return _Reader(source, self._names, self._known_now(), self._changing).inside(self)

    def _inner(self, node: Node) -> tuple[Command, ...]:
        reader = self._other(self._source)
        children = node.children[1:-1]
        if [child.type for child in children] == ["file_redirect"]:  # `$(< FILE)`
            return (Command((Word("cat"),), (self._redirect(children[0]),)),)
        for child in children:
            reader.visit(child)
        return tuple(reader.read_commands())

    def _visit_redirected(self, node: Node) -> None:
        body, *redirects = node.children
        self.visit(body)
        if not self.commands or (self.commands[-1].sets and not self.commands[-1].ends):
            raise UnreadableError("It redirects nothing.")
        for one in redirects:
            here = one.type == "herestring_redirect"
            redirect = self._here_string(one) if here else self._redirect(one)
            if self.commands[-1].ends:
                self._close(redirect)
            else:
                last = self.commands.pop()
                added = (*last.redirects, redirect)
                self.commands.append(msgspec.structs.replace(last, redirects=added))

    def _assign(self, node: Node) -> None:
        """`NAME=VALUE`. Known from here on, where it is sure to happen."""
        kinds = [child.type for child in node.children]
        name = self._text(node.children[0])
        if kinds[:2] != ["variable_name", "="] or not NAME.fullmatch(name):
            raise UnreadableError("It sets variables in an unusual way.")
        value = unquoted(self._word(node.children[2])) if kinds[2:] else Word("")
        told = is_straight(node) and is_known(value) and name not in self._changing
        # Where it is used without quotes, bash would look for files.
        unusual = value.pattern or (not told and _PATTERN.search(value.text))
        if unusual or FILE in value.text or name in self._lost:
            raise UnreadableError("It sets variables in an unusual way.")
        self._add(Command((value,), sets=f"{name}="))
        if told:
            self._known[name] = value.text
        else:
            self._known.pop(name, None)

    def _add_command(self, node: Node) -> None:
        here = [one for one in node.children if one.type == "herestring_redirect"]
        words = [one for one in node.children if one.type != "variable_assignment"]
        settings = node.children[: len(node.children) - len(words)]
        if settings != node.children[: len(settings)] or not words:
            raise UnreadableError("It sets variables in an unusual way.")
        read_ones = tuple(map(self._setting, settings))
        plain = self._words([one for one in words if one not in here])
        said = [word.text for word in plain]
        if said[:1] == ["time"] and len(said) > 1 and self._connector != "|":
            plain, said = plain[1:], said[1:]
            self._begins += ("time",)
        if said[:1] == ["read"] and not self._changing.issuperset(said):
            raise UnreadableError("It sets variables in an unusual way.")  # unseen until now
        self._add(Command(plain, tuple(map(self._here_string, here)), settings=read_ones))

    def _here_string(self, node: Node) -> Redirect:
        """`<<< TEXT`."""
        if [one.type for one in node.children[:-1]] != ["<<<"]:
            raise UnreadableError("It redirects something else than input and output.")
        word = unquoted(self._word(node.children[-1]))
        if word.pattern or not word.text or FILE in word.text:
            raise UnreadableError("It redirects something else than input and output.")
        return Redirect("<<<", word.text, word.holes)

    def _setting(self, node: Node) -> str:
        found = setting(self._text(node))
        if found is None or self._source[node.end_byte : node.end_byte + 1] not in (b" ", b"\t"):
            raise UnreadableError("It sets a variable that could change what the command does.")
        return found

    def _condition(self, node: Node) -> tuple[Word, ...]:
        """The words of `[ ... ]` as those of `test`, which they are for bash, whatever the grammar
        makes of them."""
        words = in_single_brackets(self._text(node))
        if words is None or self._source[node.end_byte : node.end_byte + 1] not in _ENDS:
            raise UnreadableError("It holds a condition that is not one of plain words.")
        source = f"test{words}".encode()
        root = _parser().parse(source).root_node
        if root.has_error or [child.type for child in root.children] != ["command"]:
            raise UnreadableError("It holds a condition that is not one of plain words.")
        reader = self._other(source)
        return reader._words(root.children[0].children)

    def _add(self, command: Command) -> None:
        first = command.words[0] if command.words else Word("")
        if not command.sets and (not first.text or first.pattern or HOLES.search(first.text)):
            raise UnreadableError("It does not name its program.")
        begins, before = self._taken_begins(), self._before()
        self.commands.append(msgspec.structs.replace(command, begins=begins, before=before))

    def _taken_begins(self) -> tuple[str, ...]:
        begins, self._begins = self._begins, ()
        return begins

    def _before(self) -> Connector:
        """What joins the next command to the last one; a line break or `;` where nothing does."""
        connector, self._connector = self._connector, ""
        return (connector or ";") if self.commands else ""

    def _redirect(self, node: Node) -> Redirect:
        if node.type != "file_redirect" or len(node.children) < 2:
            raise UnreadableError(f"It redirects in another way than to a file: {named(node)}.")
        *descriptors, arrow, target = node.children
        number = "".join(self._text(descriptor) for descriptor in descriptors)
        joined = _JOINED.get((number, self._text(target))) if arrow.type == ">&" else None
        if joined is not None:
            return Redirect(joined)
        operator = _OPERATORS.get((number, arrow.type))
        if operator is None:
            raise UnreadableError("It redirects something else than input and output.")
        word = self._word(target)
        if word.pattern or not word.text or HOLES.search(word.text):
            raise UnreadableError("It redirects in another way than to a file.")
        return Redirect(operator, word.text)


def _check_stays(commands: Iterable[Command], opened: int = 0) -> None:
    """Refuse a `cd` outside of round brackets: whether it happens is not known. `opened`: how many
    of those before the first command are around all of them."""
    depth = -opened
    for one in commands:
        depth += one.begins.count("(")
        if one.name == "cd" and depth == 0:
            raise UnreadableError("It changes the folder in the middle of a line.")
        depth -= one.ends.count(" )")


@functools.cache
def _parser() -> Parser:
    import tree_sitter_bash
    from tree_sitter import Language, Parser

    return Parser(Language(tree_sitter_bash.language()))
