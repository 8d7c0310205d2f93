"""The grammar of a program's options and operands, and the check of words against it.

Programs that use getopt accept options anywhere before `--`, short ones joined, values attached or
apart. Only options that are listed pass, so that what is read here is what the program reads. An
abbreviation of a long option is not listed and does not pass.
"""

from __future__ import annotations

import enum
import re
from collections.abc import Callable, Mapping

import msgspec

from uitars_runtime.commands.line import BARE, FILE, HOLES, QUOTED


class Kind(enum.Enum):
    """What a value or an operand is."""

    TEXT = enum.auto()
    """Words that name nothing: a pattern, a text to print."""
    PATH = enum.auto()
    """A file or folder that is read, or changed by a program of class S-write."""
    NUMBER = enum.auto()
    """A count, with a sign or a unit where the program knows them."""


Value = Kind | re.Pattern[str] | Callable[[str], bool]
"""What a value must be; a pattern must match all of it, a function say yes to it."""

_NUMBER = re.compile(r"[+-]?\d{1,18}(\.\d{1,9})?[A-Za-z]{0,3}")
_DIGITS = re.compile(r"-\d{1,9}")


class Grammar(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that may stand after a program's name."""

    flags: frozenset[str] = frozenset()
    """Options without a value: `-l`, `--all`; also `--color` where its value can be left out."""
    values: Mapping[str, Value] = {}
    """Options with a value."""
    optional: Mapping[str, Value] = {}
    """Options whose value can only be attached: `--color=auto`, `-Iseconds`."""
    pairs: frozenset[str] = frozenset()
    """Long options with two values that name nothing: `--arg NAME TEXT`."""
    first: Value | None = None
    """What the first operand is, where it differs: the pattern of grep."""
    given_first: frozenset[str] = frozenset()
    """Options that take the place of the first operand: `grep -e PATTERN`."""
    operands: Value = Kind.PATH
    form: re.Pattern[str] = re.compile(r".*", re.DOTALL)
    """What operands look like that name a file to the program, and nothing else."""
    least: int = 0
    most: int = 1000
    """How many operands there may be, the first included."""
    digits: bool = False
    """Whether `-20` is a count."""
    whole: bool = False
    """Whether an option is always one whole word, as with find: `-name`, `!`."""
    plain: bool = False
    """Whether no word is an option, as with echo."""
    writes: frozenset[str] = frozenset()
    """Options with which the program changes a file."""
    follows: frozenset[str] | None = frozenset()
    """Options with which the program follows links that it finds below a folder; None where it
    always does."""
    apart: frozenset[str] = frozenset()
    """Short options that nothing may be joined to: their program reads the rest of such a word
    differently, as the suffix of `sed -i` or not at all."""
    leading: bool = False
    """Whether everything behind the first operand is an operand."""
    comparing: frozenset[str] = frozenset()
    """Words that make paths of those on both sides."""
    anything: bool = False
    """Whether it only prints or compares, whatever words it is given."""
    known: Callable[[tuple[str, ...]], bool] | None = None
    """Whether all words together are a known use, where one of them changes what others mean."""


def flags(letters: str, *names: str) -> frozenset[str]:
    """Short options by their letters, long ones by their names."""
    return frozenset([f"-{letter}" for letter in letters] + [f"--{name}" for name in names])


def values(kind: Value, letters: str, *names: str) -> dict[str, Value]:
    """Options that take a value of this kind."""
    return dict.fromkeys(flags(letters, *names), kind)


class RefusedError(Exception):
    """The words do not fit the grammar; says in one sentence why."""


class Checked(msgspec.Struct):
    """What the words were understood as."""

    paths: list[str] = []
    options: set[str] = set()
    operands: list[str] = []


def check(words: tuple[str, ...], grammar: Grammar) -> Checked:
    """Read the words after a program's name. Raises `RefusedError`."""
    if grammar.known is not None and not grammar.known(words):
        raise RefusedError("its words together are no known use.")
    checked = Checked()
    if any(map(HOLES.search, words)):
        words = _without_holes(words, grammar)
    if not grammar.comparing.isdisjoint(words):
        checked.paths += words  # which of them it compares is not worth telling apart
    left = list(words)
    while left:
        word = left.pop(0)
        if grammar.plain or word == "-" or not (word.startswith("-") or _is_whole(word, grammar)):
            if word.startswith(QUOTED):
                raise RefusedError("a word of it is known to the shell alone and may be an option.")
            checked.operands.append(word)
            if grammar.leading:
                checked.operands += left
                break
        elif word == "--" and not grammar.whole:
            checked.operands += left
            break
        elif grammar.digits and _DIGITS.fullmatch(word):
            continue
        elif grammar.whole or word.startswith("--"):
            _check_long(word, left, grammar, checked)
        else:
            _check_short(word, left, grammar, checked)
    _check_operands(grammar, checked)
    return checked


def _without_holes(words: tuple[str, ...], grammar: Grammar) -> tuple[str, ...]:
    """Words as they are checked where some are left to the shell: what may be anything is any text.
    Raises `RefusedError`."""
    if grammar.anything:
        return tuple("x" if HOLES.search(word) else word for word in words)
    if grammar.known is not None or any(BARE in word for word in words):
        raise RefusedError("a word of it is known to the shell alone.")
    return words


def _is_whole(word: str, grammar: Grammar) -> bool:
    return grammar.whole and word in grammar.flags


def _check_long(word: str, left: list[str], grammar: Grammar, checked: Checked) -> None:
    name, attached, value = word.partition("=")
    if grammar.whole:
        name, attached, value = word, "", ""
    checked.options.add(name)
    if attached:
        kind = grammar.values.get(name) or grammar.optional.get(name)
        if kind is None:
            raise RefusedError(f"its option {name} is not a listed one.")
        _check_value(value, kind, checked)
    elif name in grammar.values:
        if not left:
            raise RefusedError(f"its option {name} lacks a value.")
        _check_value(left.pop(0), grammar.values[name], checked)
    elif name in grammar.pairs and len(left) > 1:
        del left[:2]
    elif name not in grammar.flags and name not in grammar.optional:
        raise RefusedError(f"its option {name} is not a listed one.")


def _check_short(word: str, left: list[str], grammar: Grammar, checked: Checked) -> None:
    letters = word[1:]
    while letters:
        name, letters = f"-{letters[0]}", letters[1:]
        checked.options.add(name)
        if letters and name in grammar.apart:
            raise RefusedError(f"something is joined to its option {name}.")
        if letters and not HOLES.sub("", letters):
            raise RefusedError(f"what is joined to its option {name} may be nothing.")
        if name in grammar.values:
            if not letters and not left:
                raise RefusedError(f"its option {name} lacks a value.")
            _check_value(letters or left.pop(0), grammar.values[name], checked)
            return
        if letters and name in grammar.optional:
            _check_value(letters, grammar.optional[name], checked)
            return
        if name not in grammar.flags and name not in grammar.optional:
            raise RefusedError(f"its option {name} is not a listed one.")


def _check_operands(grammar: Grammar, checked: Checked) -> None:
    operands = checked.operands
    if not grammar.least <= len(operands) <= grammar.most:
        raise RefusedError("it has too few or too many words.")
    first = None if checked.options & grammar.given_first else grammar.first
    for number, operand in enumerate(operands):
        kind = first if number == 0 and first is not None else grammar.operands
        if operand == FILE and kind is Kind.PATH:
            continue
        if kind is grammar.operands and not grammar.form.fullmatch(operand):
            raise RefusedError(f"{operand!r} is more to it than the name of a file.")
        _check_value(operand, kind, checked)


def _check_value(value: str, kind: Value, checked: Checked) -> None:
    if HOLES.search(value) and kind is not Kind.TEXT:
        raise RefusedError("a word of it that is more than a text is known to the shell alone.")
    match kind:
        case Kind.TEXT:
            pass
        case Kind.PATH:
            checked.paths.append(value)
        case Kind.NUMBER:
            if not _NUMBER.fullmatch(value):
                raise RefusedError(f"{value!r} is not a number.")
        case re.Pattern():
            if not kind.fullmatch(value):
                raise RefusedError(f"{value!r} is not what it may be given.")
        case allows:
            if not allows(value):
                raise RefusedError(f"{value!r} is not what it may be given.")
