"""The shell action: command lines in the jail, one session a run, told to the model in plain text.

A session keeps the folder and the variables; each command has a jail of its own, so that nothing it
leaves in the background outlives it and a command that is killed takes nothing else along. What the
gate took for plain commands runs as the gate read it and with a clean environment: no function,
alias or variable of an earlier command can turn it into something else.
"""

from __future__ import annotations

import functools
import os
import secrets
import shlex
from collections.abc import Sequence
from pathlib import Path

import msgspec

from uitars_runtime.commands.classify import Parsed, classify
from uitars_runtime.risk import Risk
from uitars_runtime.tools.bare import run_bare
from uitars_runtime.tools.files import OutsideError, take
from uitars_runtime.tools.jail import Ended, Jail, JailError
from uitars_runtime.tools.ladder import rung
from uitars_runtime.tools.live import OUTPUT_BYTES, Watch, unwatched
from uitars_runtime.tools.plain import plain
from uitars_runtime.tools.rehearsal import Rehearsal, rehearse
from uitars_runtime.tools.walls.names import WALLS, WallName
from uitars_runtime.types import Outcome

SECONDS = 60.0
_STATE_BYTES = 96 * 1024
"""Variables and folder beyond this are not kept; the system limits the length of a command."""
_OWN = frozenset({b"_", b"OLDPWD", b"PWD", b"SHLVL", b"TMPDIR"})
"""Variables that every shell or wall sets by itself."""
_OF_BASH = frozenset(
    {
        *(b"BASHOPTS", b"BASH_ENV", b"BASH_XTRACEFD", b"ENV", b"POSIXLY_CORRECT", b"PS4"),
        *(b"PROMPT_COMMAND", b"SHELLOPTS"),
        # With these bash takes itself for one at the far end of a connection and reads .bashrc.
        *(b"SSH_CLIENT", b"SSH2_CLIENT"),
    }
)
"""Variables that have bash run something beside the command, or read it in another way."""
_BEFORE = b"OLDPWD="
_FUNCTION = b"BASH_FUNC_"
_OURS = frozenset(
    {
        *(b"builtin%%", b"cd%%", b"command%%", b"eval%%", b"exec%%", b"exit%%"),
        *(b"printf%%", b"set%%", b"trap%%"),
    }
)
"""Functions of these names would stand in the place of what a session itself does."""
_CLEAN = (b"HOME", b"LANG", b"PATH", b"TERM")
"""Variables of the jail; they are kept like others once a command changes them."""


class _State(msgspec.Struct, frozen=True):
    """What one command hands on to the next."""

    folder: str
    """Absolute."""
    before: str
    """The folder before that, which `cd -` goes back to."""
    variables: tuple[bytes, ...] = ()
    """NAME=VALUE, exported functions among them."""


class _Prepared(msgspec.Struct, frozen=True):
    """A command, made ready to run where the last one ended."""

    line: str
    name: str
    """The file in the workspace that it leaves its state in."""
    understood: bool
    """Whether the gate could read it."""


class ShellSession:
    """The shell of one run."""

    def __init__(self, workspace: Path, walls: Sequence[WallName] = WALLS) -> None:
        """`walls`: those that may be around commands, the best first."""
        self._workspace = workspace.resolve()
        self._walls = walls
        self._state = _State(str(self._workspace), str(self._workspace))
        self._judged: tuple[str, str, Parsed] | None = None
        self._tried: tuple[str, _Prepared, Rehearsal] | None = None

    @property
    def folder(self) -> str:
        """Where the next command starts, as an absolute path."""
        return self._state.folder

    def run(self, command: str, seconds: float = SECONDS, watch: Watch = unwatched) -> Outcome:
        """Run a command line where the last one ended.

        In the jail there is no terminal, no input, no network and no display. Where no jail can be
        built it runs without one: the gate has asked a person (`walled`).
        """
        if "\0" in command:
            return Outcome(ok=False, text="A command cannot hold a zero character.")
        try:
            prepared, ended = self._rehearsed(command)
        except JailError as error:
            return Outcome(ok=False, text=f"The command was tried, and {error}.")
        try:
            if ended is not None:
                watch(ended.output)
                outcome = _told(ended, seconds)
            else:
                outcome = self._run(prepared.line, seconds, watch)
        finally:
            left = self._taken(prepared.name)
        if left is not None:
            kept = self._with(left.variables) if prepared.understood else left.variables
            self._state = msgspec.structs.replace(left, variables=kept)
        return outcome

    @functools.cached_property
    def walled(self) -> bool:
        """Whether a jail that is enough is around commands, found by trying the ways out."""
        return rung(self._workspace, self._walls).walled

    def rehearse(self, command: str) -> str:
        """What a command line would change, from trying it, or why it was not tried; empty for one
        that cannot run."""
        if "\0" in command:
            return ""
        self.close()
        prepared = self._prepared(command)
        tried = rehearse(
            prepared.line, self._workspace, OUTPUT_BYTES, self._walls, leaving_out=prepared.name
        )
        self._tried = (command, prepared, tried)
        return tried.told

    def close(self) -> None:
        """Throw away what was tried and not run."""
        if self._tried is not None:
            self._tried[2].close()
            self._tried = None

    def _run(self, line: str, seconds: float, watch: Watch) -> Outcome:
        # What a person allowed although no wall is enough still gets the best one there is.
        walls = self._walls if self.walled else WALLS
        walled = rung(self._workspace, walls).walled
        return run_shell(line, self._workspace, seconds, watch, walls, walled=walled)

    def _rehearsed(self, command: str) -> tuple[_Prepared, Ended | None]:
        """The command, and what it left where it was tried last and could be taken over."""
        tried, self._tried = self._tried, None
        if tried is None:
            return self._prepared(command), None
        earlier, prepared, rehearsal = tried
        if earlier == command:
            return prepared, rehearsal.take_over()
        rehearsal.close()
        return self._prepared(command), None

    def _prepared(self, command: str) -> _Prepared:
        judged, self._judged = self._judged, None
        if judged is not None and judged[:2] == (command, self._state.folder):
            parsed = judged[2]
        else:
            parsed = classify(command, self._workspace, Path(self._state.folder))
        understood = parsed.risk is not Risk.S_OTHER
        variables = () if understood else self._state.variables
        name = f".uitars-shell-{secrets.token_hex(8)}"
        line = _line(parsed.script, self._state, variables, self._workspace, name)
        return _Prepared(line, name, understood)

    def _taken(self, name: str) -> _State | None:
        """What the command left; None where it was killed or replaced its shell."""
        try:
            data = take(name, self._workspace, _STATE_BYTES)
        except (OutsideError, OSError):
            return None
        folder, *variables = data.rstrip(b"\0").split(b"\0")
        kept = tuple(v for v in variables if _is_kept(v.partition(b"=")[0]))
        changed = kept if set(kept) != set(self._clean()) else ()
        place = os.fsdecode(folder)
        # A command can say anything of where it ends: what is no folder here would be another one
        # for who judges the next command than for who runs it.
        if not (os.path.isabs(place) and os.path.isdir(place)):
            place = str(self._workspace)
        before = (v.partition(b"=")[2] for v in variables if v.startswith(_BEFORE))
        return _State(os.path.normpath(place), os.fsdecode(next(before, folder)), changed)

    def read(self, command: str) -> Parsed:
        """What a command is, from where the session stands; it runs as it was read here."""
        parsed = classify(command, self._workspace, Path(self._state.folder))
        self._judged = (command, self._state.folder, parsed)
        return parsed

    @property
    def left(self) -> tuple[str, ...]:
        """Names of the functions and variables that earlier commands left. Any of them can make a
        command another one: programs listen to more variables than can be listed."""
        names = (v.partition(b"=")[0] for v in set(self._state.variables) - set(self._clean()))
        told = (
            f"{os.fsdecode(name.removeprefix(_FUNCTION).removesuffix(b'%%'))}()"
            if name.startswith(_FUNCTION)
            else os.fsdecode(name)
            for name in names
        )
        return tuple(sorted(told))

    def _with(self, variables: tuple[bytes, ...]) -> tuple[bytes, ...]:
        """What was left before, with what a command set that began without it."""
        clean = self._clean()
        new = [variable for variable in variables if variable not in clean]
        if not new:
            return self._state.variables
        both = (*(self._state.variables or clean), *new)
        return tuple({one.partition(b"=")[0]: one for one in both}.values())

    def _clean(self) -> tuple[bytes, ...]:
        """The variables of a jail in which nothing was changed."""
        values = (os.fsencode(self._workspace), b"C.UTF-8", b"/usr/bin:/bin", b"dumb")
        return tuple(b"%s=%s" % pair for pair in zip(_CLEAN, values, strict=True))


def _is_kept(name: bytes) -> bool:
    if name.startswith(_FUNCTION):
        return name.removeprefix(_FUNCTION) not in _OURS
    return name not in _OWN and name not in _OF_BASH


def run_shell(
    command: str,
    workspace: Path,
    seconds: float = SECONDS,
    watch: Watch = unwatched,
    walls: Sequence[WallName] = WALLS,
    *,
    walled: bool = True,
) -> Outcome:
    """Run one command line with the workspace as its only writable folder and nothing kept."""
    if "\0" in command:
        return Outcome(ok=False, text="A command cannot hold a zero character.")
    try:
        if walled:
            ended = Jail(workspace, walls=walls).run(command, seconds, OUTPUT_BYTES, watch)
        else:
            ended = run_bare(command, workspace, seconds, OUTPUT_BYTES, watch)
    except JailError as error:
        return Outcome(ok=False, text=f"The shell is not available: {error}.")
    return _told(ended, seconds)


def _told(ended: Ended, seconds: float) -> Outcome:
    """What a command left, in words the model can read."""
    text = plain(ended.output.decode(errors="replace"))
    if ended.dropped:
        text += f"\n[{ended.dropped} more bytes were dropped]"
    if ended.over:
        return Outcome(ok=False, text=f"{text}\n[ended because {ended.over}]".lstrip())
    if ended.code is None:
        return Outcome(ok=False, text=f"{text}\n[killed after {seconds:g} s]".lstrip())
    if ended.code != 0:
        return Outcome(ok=False, text=f"{text}\n[exit code {ended.code}]".lstrip())
    return Outcome(ok=True, text=text or "[no output]")


def _line(
    script: str, state: _State, variables: tuple[bytes, ...], workspace: Path, name: str
) -> str:
    """The command line that goes on where the last one ended and writes down where it ends."""
    written = shlex.quote(str(workspace / name))
    # The state is written last, also after `exit`; `env` shows what is exported.
    last = f"{{ printf '%s\\0' \"$PWD\"; /usr/bin/env -0; }} > {written}"
    inner = "\n".join(
        (
            # The folder may be gone, for example with the temporary files of another jail.
            f"cd -- {shlex.quote(state.folder)} || cd -- {shlex.quote(str(workspace))} || exit",
            f"OLDPWD={shlex.quote(state.before)}",
            f"trap {shlex.quote(last)} EXIT",
            "set -a",
            f"eval {shlex.quote(script)}",
        )
    )
    if not variables:
        return inner
    given = shlex.join(os.fsdecode(variable) for variable in variables)
    given = f'TMPDIR="${{TMPDIR:-/tmp}}" {given}'
    return f"exec /usr/bin/env -i {given} /bin/bash -c {shlex.quote(inner)}"
