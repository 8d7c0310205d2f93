"""What real bash makes of a command line, for comparison with what the gate read in it.

The programs aa, bb, cc and dd are functions that only write their words down, and so are test and
`[`, so that random lines can be given to bash.
"""

from __future__ import annotations

import os
import random
import subprocess
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from uitars_runtime.commands.line import HOLES, Command, UnreadableError
from uitars_runtime.commands.places import expanded
from uitars_runtime.commands.reading import read

NAMES = ("aa", "bb", "cc", "dd")
_KNOWN = frozenset({*NAMES, "test"})
FILES = ("x", "xy", "x1", ".hidden", "é")
TOKENS = (
    *(*NAMES, " ", " ", " ", "  ", "\t", "&&", "||", ";", "|", "\n", '"', "'", "x", "-x", "1"),
    *("#", "\\", "$", "{", "}", ",", "(", ")", "*", "?", "[", "]", "~", "=", "A=1", "!", "`", "<"),
    *(">", ">>", "&", "2>", "2>&1", "> x", "< x", "\u00a0", "\u2003", "\u00e9", "\x0b", "\x0c"),
    *("--", "%", "@", "^", ":", "$((", "))", '"a b"', "'c d'", "'\\'", "'a\\b'", "$'\\x61'", "if"),
    *(
        '"a\\|b"',
        '"\\""',
        '"\\\\',
        '\\\\"',
        '"\\$x"',
        '"\\`"',
        "\\'",
        "\\ ",
        "a\\ b",
        '\\"',
        " \\( ",
        " \\) ",
        "[ ",
        " ]",
        "[ x = x ]",
    ),
    *("for i in x 'y z'; do ", 'for i in "a"b"\ndo aa "$i"; done\n', ' "$i" ', "${i}", '"$i.x"'),
    *("; done", "; done; ", "{}", " \\; "),
    *("LC_ALL=C ", "TZ='UTC' ", "LANG=", "C", "test "),
    *('"a$"', '"$"', '"\\n"', '"a\\.b$"', '"\\', '\\n"', '$"'),
    *("then", "fi", "for", "do", "done", "{a,b}", "..", "<<E", "E", "\\\n", "time", "function"),
    *("$HOME", '"$HOME"', "${PWD}", '"${HOME}/x"', "~", "~/x", "HOME=", "PWD=", '"$', "$PWD/x"),
    *("$((1+2))", '"$((7 % -4)) $((2 ** 3))"', "$(( (1 + 2) * 3 ))", "$((", "-", "+", "2", "))"),
    *(
        "if aa; then ",
        "; then ",
        "; else ",
        "; elif bb; then ",
        "; fi",
        "\nfi\n",
        "{1..3}",
        "{3..1}",
    ),
    *(
        " <<< x",
        " <<< 'a b'",
        " <<<",
        "cc <<E\nx y\nE\n",
        "<<'E' | dd\nx\nE\n",
        "&> x",
        " >&2",
        ">&",
    ),
    *(" \\\n ", " \\*", " \\*.x "),
    *("[[", "case", "esac", "coproc", "\x7f", "\u200b", "\ufeff", "x*", "?y", "*/", "/dev/null"),
)
"""Pieces of random command lines: what plain commands are made of, and what has fooled parsers."""
AROUND = (
    *(
        "if @; then bb; fi",
        "if aa; then @; else @; fi; cc",
        "if aa | bb; then @\nfi",
        "if aa\nthen @; fi",
    ),
    *(
        "if aa; then bb; elif @; then cc; fi | dd",
        "for i in 1 {2..3}; do if @; then aa $i; fi; done",
    ),
    *(
        "cc <<E\n@\nE\n",
        "cc x << 'E' | dd\n@\nE\n",
        "cc <<E\n@\nE\nbb",
        'aa "@"',
        "cc <<< '@'",
        "( @ )",
    ),
)
"""Lines around another in the place of `@`."""


class DifferenceError(AssertionError):
    """Bash ran something else than what was read."""


def lines(seed: int) -> Iterator[str]:
    """Random command lines, for ever."""
    chance = random.Random(seed)
    while True:
        line = "".join(chance.choice(TOKENS) for _ in range(chance.randint(1, 9)))
        line = f"{chance.choice(NAMES)} {line}" if chance.random() < 0.7 else line
        yield chance.choice(AROUND).replace("@", line) if chance.random() < 0.2 else line


def compare(seed: int, wanted: int) -> int:
    """Give bash as many readable lines as wanted; returns how many commands it ran.

    Raises `DifferenceError`.
    """
    ran = done = 0
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place).resolve() / "folder"
        folder.mkdir()
        _tidy(folder)
        for line in lines(seed):
            if done == wanted:
                break
            try:
                commands = read(line, known={"HOME": str(folder), "PWD": str(folder)})
                predicted = [_words(one, folder) for one in commands if not one.sets]
            except UnreadableError:
                continue
            if any(words[0] not in _KNOWN or _is_left_open(words) for words in predicted):
                continue
            if any(one.sets.startswith("for ") for one in commands):
                continue
            done += 1
            ran += _check(line, commands, predicted, folder)
    return ran


def bash(line: str, folder: Path) -> list[tuple[str, ...]]:
    """The words of every command that bash runs."""
    reading, writing = os.pipe()
    # One write for each command, so that the two ends of a pipe do not write into each other.
    body = f'() {{ printf "%s\\0" "$FUNCNAME" "$@" $\'\\1\' >&{writing}; }}'
    environment = {f"BASH_FUNC_{name}%%": body for name in _KNOWN}
    environment["BASH_FUNC_[%%"] = '() { test "${@:1:$#-1}"; }'
    try:
        subprocess.run(
            ["/bin/bash", "--norc", "--noprofile", "-c", line],
            env={"PATH": "/nonexistent", "LC_ALL": "C.UTF-8", "HOME": str(folder), **environment},
            cwd=folder,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            pass_fds=(writing,),
            check=False,
            timeout=30,
        )
    finally:
        os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        written = pipe.read().decode()
    records = [record.split("\0")[:-1] for record in written.split("\1\0")[:-1]]
    return [tuple(record) for record in records]


def _check(
    line: str, commands: tuple[Command, ...], predicted: list[tuple[str, ...]], folder: Path
) -> int:
    ran = bash(line, folder)
    unexpected = Counter(ran) - Counter(predicted)
    if unexpected:
        raise DifferenceError(f"{line!r}: bash ran {ran}, read was {predicted}")
    # After a failed redirection, an `||` or in an `if`, bash runs less than all.
    may_run_less = any(one.redirects or one.before == "||" or one.begins for one in commands)
    if len(ran) != len(predicted) and not may_run_less:
        raise DifferenceError(f"{line!r}: bash ran only {ran}, read was {predicted}")
    redirects = [one for command in commands for one in command.redirects]
    targets = {
        os.path.relpath(folder / one.target, folder) for one in redirects if one.operator != "<<<"
    }
    made = {path.name for path in folder.iterdir()} - set(FILES)
    if made - targets:
        raise DifferenceError(f"{line!r}: bash wrote {made}, read was {targets}")
    if targets:
        _tidy(folder)
    return len(ran)


def _words(command: Command, folder: Path) -> tuple[str, ...]:
    place = str(folder)
    return tuple(text for word in command.words for text in expanded(word, place, place))


def _is_left_open(words: tuple[str, ...]) -> bool:
    """Whether only the shell knows some of them; `written_differences` compares those."""
    return any(map(HOLES.search, words))


def _tidy(folder: Path) -> None:
    for path in folder.iterdir():
        path.unlink()
    for name in FILES:
        (folder / name).write_bytes(b"")


def run(share: float) -> dict[str, int | float | str]:
    """50,000 random lines; a difference is raised with the line that shows it."""
    wanted = round(50_000 * share)
    return {"tried": wanted, "failed": 0, "commands": compare(seed=2, wanted=wanted)}
