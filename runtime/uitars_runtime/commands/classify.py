"""The class of a command line, and the form in which it may run."""

from __future__ import annotations

import os
import shlex
from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec

from uitars_runtime.commands import git
from uitars_runtime.commands.builtins import BUILTINS
from uitars_runtime.commands.changing import WRITES
from uitars_runtime.commands.finding import Apart, taken_apart
from uitars_runtime.commands.handing import XARGS, merged
from uitars_runtime.commands.line import FILE, Command, Hole, Redirect, UnreadableError, Word
from uitars_runtime.commands.options import Checked, Grammar, Kind, RefusedError, check
from uitars_runtime.commands.places import (
    all_inside,
    expanded,
    has_links,
    inside,
    program_path,
)
from uitars_runtime.commands.programs import READS
from uitars_runtime.commands.reading import read
from uitars_runtime.commands.settings import SEPARATORS
from uitars_runtime.commands.startup_files import Change, first_startup_file
from uitars_runtime.commands.writing import PLAINLY, joint, quoted, redirected
from uitars_runtime.risk import Risk

_NOWHERE = "/dev/null"
_LONGEST = 96 * 1024
"""Bytes of a script; the system limits one word of a command to 128 KiB."""
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
    changes: tuple[Change, ...] = ()


class _Place(msgspec.Struct, frozen=True):
    """Where a command runs."""

    root: str
    folder: str
    moves: bool
    """Whether its line takes files elsewhere."""

    def expanded(self, word: Word) -> tuple[str, ...]:
        """The file names in the place of a pattern."""
        return expanded(word, self.root, self.folder)

    def check(self, files: Iterable[str], *, below: bool = False) -> None:
        """Raises `UnreadableError` for a file that is not, or may not stay, in the workspace."""
        for file in files:
            if not inside(file, self.root, self.folder):
                raise UnreadableError(f"It reaches out of the workspace: {file!r}.")
            # A link that was moved, or that stood where something else is by now, leads elsewhere.
            if self.moves and has_links(file, self.folder, below=below):
                raise UnreadableError(f"It moves things in one line with a link: {file!r}.")


def classify(command: str, workspace: Path, cwd: Path | None = None) -> Parsed:
    """Decide about a command line. `cwd`: where its shell stands; default the workspace.

    Runs nothing; reads names of files for patterns, links and programs.
    """
    root = os.path.realpath(workspace)
    folder = os.path.realpath(cwd) if cwd is not None else root
    try:
        known = {"HOME": root, "PWD": folder}  # as they are behind every wall
        commands = merged(read(command, lambda word: expanded(word, root, folder), known))
        plain = _understand(commands, root, folder)
        found = first_startup_file([change for one in plain for change in one.changes], root)
        if found is not None:
            raise UnreadableError(f"It changes what something runs by itself later: {found!r}.")
    except UnreadableError as why:
        return Parsed(Risk.S_OTHER, str(why), None, command)
    except RecursionError:
        return Parsed(Risk.S_OTHER, "It joins too many commands.", None, command)
    risk = Risk.S_WRITE if _changes(plain) else Risk.S_READ
    script = "".join(one.script for one in plain)
    if len(shlex.quote(script).encode()) > _LONGEST:
        return Parsed(Risk.S_OTHER, "It joins too many commands.", None, command)
    first = commands[0]
    left = any(map(_leaves_to_shell, commands))
    bare = not (left or first.redirects or first.settings or first.begins or first.ends)
    alone = bare and len(plain) == 1 and first.name not in {"cd", *BUILTINS}
    doing = "change" if risk is Risk.S_WRITE else "read"
    names = ", ".join(dict.fromkeys(one.name for one in commands if one.name)) or "the shell"
    reason = f"A known use of {names} that can only {doing} files of the workspace."
    written = PLAINLY + script if left else script
    return Parsed(risk, reason, plain[0].argv if alone else None, written)


def _changes(plain: list[_Plain]) -> bool:
    return any(one.risk is Risk.S_WRITE for one in plain)


def _leaves_to_shell(command: Command) -> bool:
    """Whether a command sets or holds what only the shell knows."""
    given = [*command.redirects, *(one for one in command.ends if isinstance(one, Redirect))]
    held = any(word.holes for word in command.words) or any(one.holes for one in given)
    return held or bool(command.sets) or command.name == "read"


def _understand(
    commands: tuple[Command, ...], root: str, folder: str, *, moves: bool = False
) -> list[_Plain]:
    """Raises `UnreadableError` for what is not a known use of a known program. `moves`: whether
    something around them takes files elsewhere."""
    if not inside(folder, root, folder):
        raise UnreadableError("It does not start in the workspace.")
    programs = [os.path.basename(command.name) for command in commands]
    around_moves = moves
    moves = moves or (len(commands) > 1 and not (_MOVING | _REMOVING).isdisjoint(programs))
    plain: list[_Plain] = []
    around: list[str] = []
    for number, command in enumerate(commands):
        around += [folder] * command.begins.count("(")
        if command.name == "cd":
            if not _is_sure(commands, number) or (moves and (number or around_moves)):
                raise UnreadableError("It changes the folder in the middle of a line.")
            one = _change_folder(command, root, folder)
            folder = os.path.realpath(os.path.join(folder, one.argv[1]))
        elif command.sets:
            one = _set(command, _Place(root, folder, moves))
        else:
            one = _understand_one(command, _Place(root, folder, moves))
        for end in command.ends:
            folder = around.pop() if end == " )" else folder
            one = _ended(one, end, _Place(root, folder, moves))
        plain.append(msgspec.structs.replace(one, script=joint(command) + one.script))
    return plain


def _ended(one: _Plain, end: str | Redirect, place: _Place) -> _Plain:
    """A command with what is closed behind it."""
    if isinstance(end, str):
        return msgspec.structs.replace(one, script=one.script + end)
    written = _check_files([end], place)
    risk = Risk.S_WRITE if written else one.risk
    script = f"{one.script} {redirected(end, _filled(end.holes, place))}"
    changes = (*one.changes, Change(place.folder, written))
    return msgspec.structs.replace(one, risk=risk, script=script, changes=changes)


def _set(command: Command, place: _Place) -> _Plain:
    """Variables, or the words of a loop."""
    words = [text for word in command.words for text in place.expanded(word)]
    holes = _filled([hole for word in command.words for hole in word.holes], place)
    return _Plain((), Risk.S_READ, command.sets + quoted(words, holes))


def _filled(holes: Iterable[Hole], place: _Place) -> Iterator[str]:
    """What stands for holes in a shell. Raises `UnreadableError` for commands that do more than
    read."""
    for hole in holes:
        if hole.value:
            yield hole.value
            continue
        inner = _understand(merged(hole.commands), place.root, place.folder, moves=place.moves)
        if _changes(inner):
            raise UnreadableError("It uses more than plain words: a command that changes files.")
        yield f"$( {''.join(one.script for one in inner)} )"


def _check_files(redirects: Iterable[Redirect], place: _Place) -> tuple[str, ...]:
    """The files that redirections change; all of theirs must be in the workspace."""
    files = [one for one in redirects if one.is_file and one.target != _NOWHERE]
    place.check([one.target for one in files])
    return tuple(one.target for one in files if one.operator != "<")


def _is_sure(commands: tuple[Command, ...], number: int) -> bool:
    """Whether a command runs whatever those before it did, and not in a pipe, so that it is known
    where the rest happens: of the line, or of what stands between the same round brackets. A `cd`
    that fails ends both."""
    if any(command.before == "|" for command in commands[number + 1 : number + 2]):
        return False
    while "(" not in commands[number].begins:
        if commands[number].before != "&&":
            return commands[number].before in ("", ";")
        number -= 1
        if commands[number].name != "cd" or commands[number].ends:
            return False
    return True


def _change_folder(command: Command, root: str, folder: str) -> _Plain:
    unusual = command.words[-1].pattern or command.redirects or command.settings
    held = any(word.holes for word in command.words)
    unknown = held or command.begins[-1:] not in ((), ("(",))
    if len(command.words) != 2 or unusual or unknown:
        raise UnreadableError("It changes the folder in an unusual way.")
    target = command.words[1].text
    if target.startswith("-") or not inside(target, root, folder):
        raise UnreadableError("It leaves the workspace.")
    if not os.path.isdir(os.path.join(folder, target)):
        raise UnreadableError(f"There is no folder {target!r}.")
    # -P: `link/..` is above what the link leads to, as for every other program.
    # What follows was judged from there and runs nowhere else.
    return _Plain(("cd", target), Risk.S_READ, f"cd -P -- {shlex.quote(target)} || exit")


def _understand_one(command: Command, place: _Place) -> _Plain:
    name = command.name
    base = os.path.basename(name)
    grammar = READS.get(base) or WRITES.get(base) or (XARGS if base == "xargs" else None)
    program = program_path(name)
    if name in BUILTINS:
        grammar, program = BUILTINS[name], name
    if grammar is None or program is None:
        raise UnreadableError(f"{base or name} is not a program that is known here.")
    listed = grammar.operands is Kind.PATH or grammar.anything
    if not listed and any(word.pattern for word in command.words):
        raise UnreadableError(f"{base} is given a pattern where it takes no files.")
    if name != "read" and any(one.startswith(SEPARATORS) for one in command.settings):
        raise UnreadableError("It sets a variable that could change what the command does.")
    words = tuple(text for word in command.words[1:] for text in place.expanded(word))
    begun, grammar, words = _begun(base, grammar, words, place)
    apart = taken_apart(words) if base == "find" else Apart([*words], [*words])
    if apart.runs and place.moves:
        raise UnreadableError("find is used in an unknown way: what it finds may be moved.")
    try:
        checked = check(tuple(apart.own), grammar)
    except RefusedError as why:
        raise UnreadableError(f"{base} is used in an unknown way: {why}") from None
    writes = base in WRITES or bool(checked.options & grammar.writes)
    if writes and any(FILE in word for word in words):
        raise UnreadableError(f"{base} is used in an unknown way: it changes what is no file.")
    named = [*checked.paths, *apart.paths]
    touched = [one for one in named if base in WRITES or one != _NOWHERE]
    place.check(touched, below=base in _MOVING)
    change = Change(place.folder, tuple(touched if writes else ()))
    if base in _MOVING:
        change = _moved(base, checked, place)
    if apart.runs or grammar.follows is None or checked.options & grammar.follows:
        # A find that is told no place begins where it stands.
        begins = [*touched, place.folder] if base == "find" else touched or [place.folder]
        for one in begins:
            if not all_inside(one, place.root, place.folder):
                raise UnreadableError(f"It may follow a link out of the workspace: {one!r}.")
    written = _check_files(command.redirects, place)
    risk = Risk.S_WRITE if writes or written else Risk.S_READ
    argv = (program, *begun, *apart.argv)
    changes = (change, Change(place.folder, written))
    return _Plain(argv, risk, _script(command, argv, place), changes)


def _script(command: Command, argv: tuple[str, ...], place: _Place) -> str:
    """One command for a shell."""
    given = [hole for redirect in command.redirects for hole in redirect.holes]
    filled = _filled([*(hole for word in command.words for hole in word.holes), *given], place)
    words = quoted(argv, filled)
    redirects = [redirected(one, filled) for one in command.redirects]
    return " ".join([*command.settings, words, *redirects])


def _begun(
    base: str, grammar: Grammar, words: tuple[str, ...], place: _Place
) -> tuple[tuple[str, ...], Grammar, tuple[str, ...]]:
    """What is put before the words of a command of git, what these may be, and they themselves."""
    use = git.taken_apart(words) if base == "git" else None
    if use is None:
        return (), grammar, words
    name, left = use
    repository = git.repository(place.folder, place.root)
    if repository is None:
        raise UnreadableError("The settings of the repository may have git run other programs.")
    return git.begun(name, repository), git.COMMANDS[name], left


def _moved(base: str, checked: Checked, place: _Place) -> Change:
    """What a use of cp, ln or mv changes: of cp not what is only copied."""
    given = checked.paths[: len(checked.paths) - len(checked.operands)]  # the place behind `-t`
    *sources, to = [*checked.operands, *given]
    if not sources:  # ln makes it where it stands
        sources, to = [to], "."
    if base == "mv" and place.moves and any(_is_above(one, place.folder) for one in sources):
        raise UnreadableError("It moves the folder in which the rest of the line happens.")
    landing = [to]
    if os.path.isdir(os.path.join(place.folder, to)):
        landing = [os.path.join(to, os.path.basename(one.rstrip("/"))) for one in sources]
    if base == "cp":
        place.check(landing)  # a link that has the name already is written through
        return Change(place.folder, tuple(landing), tuple(sources), to)
    return Change(place.folder, (*sources, *landing), tuple(sources), to)


def _is_above(path: str, folder: str) -> bool:
    """Whether a path, seen from a folder, is that folder or one around it: once it is moved, the
    way up leads elsewhere."""
    real = os.path.realpath(os.path.join(folder, path))
    return os.path.commonpath((real, folder)) == real
