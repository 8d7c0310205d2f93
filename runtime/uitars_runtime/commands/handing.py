"""Commands that hand others their words or their input, written as what comes to the same.

`find ... | xargs PROGRAM` is what `find ... -exec PROGRAM {} +` does, but that no name of a file
falls apart on the way. Any other xargs takes words from anywhere, and so runs only what may be
given any words at all. Without a terminal less writes what it is given.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

import msgspec

from uitars_runtime.commands.line import BARE, Command, Redirect, Word
from uitars_runtime.commands.options import Grammar, Kind, flags, values
from uitars_runtime.commands.places import program_path
from uitars_runtime.commands.programs import READS

_SHOWN: Final = re.compile(r"-[eEFgGiIMnNqQrRsSX]+|\+(?:G|\d+)")
"""How a pager shows it on a terminal."""
_FILE: Final = "{}"
_JOINS: Final = frozenset({"-o", "-or"})
_ANYTHING: Final = frozenset(name for name, grammar in READS.items() if grammar.anything)
_PRINTING: Final = frozenset({"-ls", "-printf", "-print", "-print0", "-exec", "-quit"})
_UNHEARD: Final = (Redirect("2>", "/dev/null"),)
_OPTION: Final = re.compile(
    r"(?P<zero>-0|--null)|-r|--no-run-if-empty|(?P<single>-[nL]1|-I\{\})", re.ASCII
)
XARGS: Final = Grammar(
    flags=flags("0r", "null", "no-run-if-empty"),
    values={
        **values(Kind.NUMBER, "nL"),
        **values(Kind.TEXT, "d"),
        "-I": re.compile(r"\{\}"),  # in the name of no program
    },
    first=re.compile("|".join(f"/usr/bin/{name}" for name in sorted(_ANYTHING))),
    operands=Kind.TEXT,
    leading=True,
)
"""With words from anywhere."""


def merged(commands: Sequence[Command]) -> tuple[Command, ...]:
    """The commands of a line, with a pager and an xargs as what they come to."""
    found: list[Command] = []
    for number, one in enumerate(commands):
        made = _paged(one) if one.name == "less" else _filled(one)
        if made.name == "xargs":
            handed = _handed(found[-1], made) if found and made.before == "|" else None
            if handed is not None and (
                handed.words[-1].text == "+" or not _is_asked(handed, commands[number + 1 :])
            ):
                found[-1] = handed
                continue
            made = _with_path(made)
        found.append(made)
    return tuple(found)


def _is_asked(find: Command, others: Sequence[Command]) -> bool:
    """Whether something depends on how it ends: with `;` find does not tell how others ended."""
    return bool(find.begins) or any(one.before in ("&&", "||") for one in others[:1])


def _paged(pager: Command) -> Command:
    words = [word for word in pager.words[1:] if not _SHOWN.fullmatch(word.text)]
    if any(word.text.startswith(("+", "-")) and word.text != "-" for word in words):
        return pager
    return msgspec.structs.replace(pager, words=(Word("cat"), *words))


def _filled(command: Command) -> Command:
    """`PROGRAM $(find ...)` as that find."""
    last = command.words[-1:] if command.name and command.name not in _ANYTHING else ()
    for word in last:
        inner = word.holes[0].commands if word.text == BARE else ()
        xargs = msgspec.structs.replace(
            command, words=(Word("xargs"), *command.words[:-1]), begins=()
        )
        handed = _handed(inner[0], xargs) if len(inner) == 1 else None
        if handed is not None:
            return msgspec.structs.replace(handed, before=command.before, begins=command.begins)
    return command


def _handed(find: Command, xargs: Command) -> Command | None:
    """Both as one find; None where that would not be the same."""
    apart = _taken_apart([word.text for word in xargs.words[1:]])
    plain = not any(word.pattern or word.holes for word in xargs.words)
    alone = not (find.ends or xargs.begins or find.settings or xargs.settings)
    quiet = all(one in _UNHEARD for one in find.redirects)
    fed = any(one.operator in ("<", "<<<") for one in xargs.redirects)
    if find.name != "find" or apart is None or fed or not (plain and alone and quiet):
        return None
    zero, end, program = apart
    told = find.words[-1].text == "-print0"
    asked = [*find.words[: len(find.words) - told]]
    if told != zero or any(one.text in _PRINTING for one in asked):
        return None
    if any(one.text in _JOINS for one in asked):
        asked = _in_brackets(asked)
    words = (*asked, *map(Word, ("-exec", *program, end)))
    redirects = (*find.redirects, *xargs.redirects)
    return msgspec.structs.replace(find, words=words, redirects=redirects, ends=xargs.ends)


def _taken_apart(words: list[str]) -> tuple[bool, str, list[str]] | None:
    """Of an xargs: whether names end in a zero byte, how find ends what it runs, and that itself
    with the place of the name in it."""
    zero = single = placed = False
    left = list(words)
    while left and left[0].startswith("-"):
        option = left.pop(0)
        if option in ("-n", "-L", "-I") and left:
            option += left.pop(0)
        known = _OPTION.fullmatch(option)
        if known is None:
            return None
        zero = zero or known["zero"] is not None
        single = single or known["single"] is not None
        placed = placed or option == f"-I{_FILE}"
    if not left or ";" in left or (placed and left[0] == _FILE):
        return None
    if [word for word in left if _FILE in word] != [_FILE] * placed:
        return None
    return zero, ";" if single else "+", left if placed else [*left, _FILE]


def _in_brackets(words: list[Word]) -> list[Word]:
    """The words of a find, its conditions as one."""
    first = next(
        (place for place, word in enumerate(words) if word.text.startswith(("-", "(", "!"))),
        len(words),
    )
    return [*words[:first], Word("("), *words[first:], Word(")")]


def _with_path(xargs: Command) -> Command:
    """With the path of the program that it runs, where that is one of the system."""
    words = list(xargs.words)
    place = 1
    while place < len(words) and words[place].text.startswith("-"):
        place += 2 if words[place].text in ("-n", "-L", "-I", "-d") else 1
    named = place < len(words) and not words[place].holes
    program = program_path(words[place].text) if named else None
    if program is not None:
        words[place] = Word(program)
    return msgspec.structs.replace(xargs, words=tuple(words))
