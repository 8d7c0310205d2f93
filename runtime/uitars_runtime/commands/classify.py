"""The class of a command line, and the form in which it may run."""

from __future__ import annotations

import os
import shlex
from pathlib import Path

import msgspec

from uitars_runtime.commands import git
from uitars_runtime.commands.changing import WRITES
from uitars_runtime.commands.finding import Apart, taken_apart
from uitars_runtime.commands.options import Checked, Grammar, Kind, RefusedError, check
from uitars_runtime.commands.places import (
    all_inside,
    expanded,
    has_links,
    inside,
    program_path,
)
from uitars_runtime.commands.programs import READS
from uitars_runtime.commands.reading import Command, Redirect, UnreadableError, read
from uitars_runtime.risk import Risk

_NOWHERE = "/dev/null"
_MOVING = frozenset({"cp", "ln", "mv"})
_REMOVING = frozenset({"rm", "rmdir"})
"""Programs after which a path that was looked at before can mean another file."""


class Parsed(msgspec.Struct, frozen=True):
    """What a command line would do and how it may run."""

    risk: Risk
    """S-read, S-write or S-other."""
    reason: str
    """One sentence."""
    argv: tuple[str, ...] | None
    """The one plain command, to be run without a shell; None where it is not one."""
    script: str
    """For a shell: of plain commands, written anew from what was read, every word quoted, so that
    the shell cannot read it otherwise; the line itself where it was not understood."""


class _Plain(msgspec.Struct, frozen=True):
    """One command, understood."""

    argv: tuple[str, ...]
    risk: Risk
    script: str


def classify(command: str, workspace: Path, cwd: Path | None = None) -> Parsed:
    """Decide about a command line. `cwd`: where its shell stands; default the workspace.

    Runs nothing; reads names of files for patterns, links and programs.
    """
    root = os.path.realpath(workspace)
    folder = os.path.realpath(cwd) if cwd is not None else root
    try:
        known = {"HOME": root, "PWD": folder}  # as they are behind every wall
        commands = read(command, lambda word: expanded(word, root, folder), known)
        plain = _understand(commands, root, folder)
    except UnreadableError as why:
        return Parsed(Risk.S_OTHER, str(why), None, command)
    risk = Risk.S_WRITE if any(one.risk is Risk.S_WRITE for one in plain) else Risk.S_READ
    joined = zip(commands, plain, strict=True)
    script = "".join(
        f"{_joint(read_one)}{one.script}{'; fi' if read_one.last else ''}"
        for read_one, one in joined
    )
    first = commands[0]
    bare = not (first.redirects or first.settings or first.branch or first.words[0].text == "cd")
    alone = bare and len(plain) == 1
    doing = "change" if risk is Risk.S_WRITE else "read"
    names = ", ".join(dict.fromkeys(command.words[0].text for command in commands))
    reason = f"A known use of {names} that can only {doing} files of the workspace."
    return Parsed(risk, reason, plain[0].argv if alone else None, script)


def _understand(commands: tuple[Command, ...], root: str, folder: str) -> list[_Plain]:
    """Raises `UnreadableError` for what is not a known use of a known program."""
    if not inside(folder, root, folder):
        raise UnreadableError("It does not start in the workspace.")
    programs = [os.path.basename(command.words[0].text) for command in commands]
    moves = len(commands) > 1 and not (_MOVING | _REMOVING).isdisjoint(programs)
    plain: list[_Plain] = []
    for number, command in enumerate(commands):
        if command.words[0].text == "cd":
            if not _is_sure(commands, number) or (moves and number):
                raise UnreadableError("It changes the folder in the middle of a line.")
            one = _change_folder(command, root, folder)
            folder = os.path.realpath(os.path.join(folder, one.argv[1]))
        else:
            one = _understand_one(command, root, folder, moves=moves)
        plain.append(one)
    return plain


def _is_sure(commands: tuple[Command, ...], number: int) -> bool:
    """Whether a command runs whatever those before it did, and not in a pipe, so that it is known
    where the rest happens. A `cd` that fails ends the line."""
    piped = [command.before == "|" for command in commands[number : number + 2]]
    while commands[number].before == "&&" and commands[number - 1].words[0].text == "cd":
        number -= 1
    return commands[number].before in ("", ";") and not any(piped)


def _change_folder(command: Command, root: str, folder: str) -> _Plain:
    unusual = command.words[-1].pattern or command.redirects or command.settings
    if len(command.words) != 2 or unusual:
        raise UnreadableError("It changes the folder in an unusual way.")
    target = command.words[1].text
    if target.startswith("-") or not inside(target, root, folder):
        raise UnreadableError("It leaves the workspace.")
    if not os.path.isdir(os.path.join(folder, target)):
        raise UnreadableError(f"There is no folder {target!r}.")
    # -P: `link/..` is above what the link leads to, as for every other program.
    # What follows was judged from there and runs nowhere else.
    return _Plain(("cd", target), Risk.S_READ, f"cd -P -- {shlex.quote(target)} || exit")


def _understand_one(command: Command, root: str, folder: str, *, moves: bool) -> _Plain:
    name = command.words[0].text
    base = os.path.basename(name)
    grammar = READS.get(base) or WRITES.get(base)
    program = program_path(name)
    if grammar is None or program is None:
        raise UnreadableError(f"{base or name} is not a program that is known here.")
    if grammar.operands is not Kind.PATH and any(word.pattern for word in command.words):
        raise UnreadableError(f"{base} is given a pattern where it takes no files.")
    words = tuple(text for word in command.words[1:] for text in expanded(word, root, folder))
    begun, grammar, words = _begun(base, grammar, words, root, folder)
    apart = taken_apart(words) if base == "find" else Apart([*words], [*words])
    if apart.runs and moves:
        raise UnreadableError("find is used in an unknown way: what it finds may be moved.")
    try:
        checked = check(tuple(apart.own), grammar)
    except RefusedError as why:
        raise UnreadableError(f"{base} is used in an unknown way: {why}") from None
    files = [one for one in command.redirects if one.is_file and one.target != _NOWHERE]
    named = [*checked.paths, *apart.paths]
    touched = [one for one in named if base in WRITES or one != _NOWHERE]
    landing = _landing(touched, folder) if base == "cp" else []
    for file in (*touched, *landing, *(one.target for one in files)):
        if not inside(file, root, folder):
            raise UnreadableError(f"It reaches out of the workspace: {file!r}.")
        # A link that was moved, or that stood where something else is by now, leads elsewhere.
        if moves and has_links(file, folder, below=base in _MOVING):
            raise UnreadableError(f"It moves things in one line with a link: {file!r}.")
    if moves and base == "mv" and any(_is_above(one, folder) for one in _taken(checked)):
        raise UnreadableError("It moves the folder in which the rest of the line happens.")
    if apart.runs or grammar.follows is None or checked.options & grammar.follows:
        # A find that is told no place begins where it stands.
        for place in [*touched, folder] if base == "find" else touched or [folder]:
            if not all_inside(place, root, folder):
                raise UnreadableError(f"It may follow a link out of the workspace: {place!r}.")
    into_files = any(one.operator != "<" for one in files)
    writes = base in WRITES or into_files or bool(checked.options & grammar.writes)
    argv = (program, *begun, *apart.argv)
    redirects = map(_redirected, command.redirects)
    script = " ".join([*command.settings, shlex.join(argv), *redirects])
    return _Plain(argv, Risk.S_WRITE if writes else Risk.S_READ, script)


def _begun(
    base: str, grammar: Grammar, words: tuple[str, ...], root: str, folder: str
) -> tuple[tuple[str, ...], Grammar, tuple[str, ...]]:
    """What is put before the words of a command of git, what these may be, and they themselves."""
    use = git.taken_apart(words) if base == "git" else None
    if use is None:
        return (), grammar, words
    name, left = use
    repository = git.repository(folder, root)
    if repository is None:
        raise UnreadableError("The settings of the repository may have git run other programs.")
    return git.begun(name, repository), git.COMMANDS[name], left


def _taken(checked: Checked) -> list[str]:
    """What a use of mv takes away: all but the place it goes to."""
    named = checked.options & {"-t", "--target-directory"}
    return checked.operands if named else checked.operands[:-1]


def _is_above(path: str, folder: str) -> bool:
    """Whether a path, seen from a folder, is that folder or one around it: once it is moved, the
    way up leads elsewhere."""
    real = os.path.realpath(os.path.join(folder, path))
    return os.path.commonpath((real, folder)) == real


def _landing(paths: list[str], folder: str) -> list[str]:
    """Where copies would lie: a link that has the name of one already is written through."""
    places = [path for path in paths if os.path.isdir(os.path.join(folder, path))]
    names = {os.path.basename(path.rstrip("/")) for path in paths}
    return [os.path.join(place, name) for place in places for name in names]


def _redirected(redirect: Redirect) -> str:
    return redirect.operator + (shlex.quote(redirect.target) if redirect.target else "")


def _joint(command: Command) -> str:
    branch = f"{command.branch} " if command.branch else ""
    match command.before:
        case "":
            return branch
        case ";":
            return f"; {branch}"
        case operator:
            return f" {operator} {branch}"
