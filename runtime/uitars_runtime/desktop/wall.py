"""The wall around programs of a private desktop: bubblewrap, and Landlock where the kernel has it.

They see the system read-only, a home folder and temporary files of the desktop's own, the
workspace, what the person named on the command line, and the display; offline no network. Unlike
commands (tools/jail.py) they keep the process and memory namespaces of the X server: graphics,
accessibility and the gate's facts about windows need them.
"""

from __future__ import annotations

import os
import shutil
import stat
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Literal
from urllib.parse import unquote

from uitars_runtime.errors import DesktopError, UsageError
from uitars_runtime.own_programs import OwnProgram, command, frozen
from uitars_runtime.temporary import made_temporary_folder

Programs = Literal["open", "walled", "offline"]
"""What is around the programs of a sandbox: nothing; a wall; a wall, and no network either."""

_SYSTEM = (
    *("bin", "dev", "etc", "gnu", "lib", "lib32", "lib64", "libx32", "nix", "opt", "proc"),
    *("sbin", "snap", "sys", "usr", "var"),
)
"""Folders at the root that are seen; every other one is hidden."""
_HIDDEN = ("/var/tmp", "/var/mail", "/var/spool")  # noqa: S108
_SECRET = ("/etc/shadow", "/etc/gshadow", "/etc/ssl/private", "/etc/ssh")
"""What root could read."""
_LOOKS = (
    *(".fonts", ".icons", ".themes"),
    *(".local/share/fonts", ".local/share/icons", ".local/share/themes"),
)
"""Folders of the person's home that are seen in the desktop's: how things look."""
_NETWORK = "--unshare-net"
_ANY, _OWN = "any", "own"
"""What the launcher of walls/scoped.py is told of the network."""
_SYSTEM_PROGRAMS = ("/usr/local/bin", "/usr/bin", "/bin", "/usr/games")


def wall(programs: Programs, folder: Path, workspace: Path, display: str) -> tuple[str, ...]:
    """The beginning of a command line that starts a program inside; empty for `open`.

    `folder`: the sandbox's own, with its home, its bus and its cookie. Raises `UsageError` for a
    workspace that has everything in it, `DesktopError` where bubblewrap is not installed; see
    `trial` for what else may keep it from being built.
    """
    if programs == "open":
        return ()
    if workspace.resolve() == Path("/"):
        raise UsageError(
            "The workspace is all of this machine, which is walled off.",
            "Name a folder inside, or set programs to open.",
        )
    bubblewrap = shutil.which("bwrap")
    if bubblewrap is None:
        raise _unbuilt("bubblewrap is not installed", "Install it (sudo apt install bubblewrap)")
    argv = [*_scope(bubblewrap, programs), bubblewrap, "--die-with-parent", "--unshare-user"]
    argv += ["--cap-drop", "ALL"]
    if programs == "offline":
        argv.append(_NETWORK)
    argv += ["--ro-bind", "/", "/", "--dev", "/dev", "--setenv", "PATH", _search_path()]
    for place in sorted(_hidden()):
        argv += ["--tmpfs", place]
    for secret in filter(os.path.exists, _SECRET):
        hiding = ("--tmpfs",) if os.path.isdir(secret) else ("--ro-bind", "/dev/null")
        argv += [*hiding, secret]
    argv += _shown(folder, display)
    argv += ["--bind", str(workspace), str(workspace)]
    return (*argv, "--chdir", str(workspace), "--")


def offline(around: Sequence[str]) -> tuple[str, ...]:
    """The same wall without a network."""
    if not around or _NETWORK in around:
        return tuple(around)
    at = around.index("--unshare-user")
    own = tuple(_OWN if word == _ANY else word for word in around[:at])
    return (*own, _NETWORK, *around[at:])


def with_named(around: Sequence[str], argv: Sequence[str], workspace: Path) -> tuple[str, ...]:
    """The same wall with the files and folders let in that a person named on a command line.

    Raises `UsageError` for a folder that would let in everything.
    """
    if not around:
        return ()
    binds: list[str] = []
    for word in argv:
        path = _named(word)
        if path is None or not path.exists() or path.is_relative_to(workspace):
            continue
        real = path.resolve()
        if Path.home().resolve().is_relative_to(real):
            raise UsageError(
                f"{word!r} names all your files, which are walled off.",
                "Name a file or a folder inside, or set programs to open.",
            )
        if not _is_system(real):
            binds += ["--bind", str(real), str(path)]
    return (*around[:-3], *binds, *around[-3:])


def named_inside(name: str, program: str) -> str:
    """How a program that was found as `program` is called behind the wall: by its name alone where
    it was found in a place that is hidden there, such as a link in the person's home."""
    return program if _is_seen(program) else name


def expanded(argv: Sequence[str]) -> list[str]:
    """A person's words with their home folder in the place of `~`."""
    return [os.path.expanduser(word) if word.startswith("~/") else word for word in argv]


def _named(word: str) -> Path | None:
    """The absolute path that a word of a command line names: itself, an option's value, an
    address of a file."""
    for text in (word, word.partition("=")[2]):
        if text.startswith("file:///"):
            text = unquote(text.removeprefix("file://").partition("#")[0].partition("?")[0])
        if text.startswith("/") and "\0" not in text:
            return Path(text)
    return None


def _hidden() -> Iterator[str]:
    """Every folder that is not the system's."""
    for entry in os.scandir("/"):
        if entry.name not in _SYSTEM and entry.is_dir(follow_symlinks=False):
            yield entry.path
    for place in (*_HIDDEN, str(Path.home())):
        if os.path.isdir(place) and not os.path.islink(place) and _is_system(Path(place)):
            yield place


def _search_path() -> str:
    """The person's places of programs that are there behind the wall, and the system's."""
    own = [place for place in os.environ.get("PATH", "").split(":") if _is_seen(place)]
    return ":".join(dict.fromkeys((*own, *_SYSTEM_PROGRAMS)))


def _is_seen(place: str) -> bool:
    path = Path(place)
    if any(path.is_relative_to(installed) for installed in _installed()):
        return True
    hidden = any(path.is_relative_to(place) for place in (*_HIDDEN, Path.home()))
    return _is_system(path) and not hidden


def _is_system(path: Path) -> bool:
    return len(path.parts) > 1 and path.parts[1] in _SYSTEM


def _shown(folder: Path, display: str) -> Iterator[str]:
    """What is seen all the same, in the order in which it is laid over the rest."""
    names = Path("/etc/resolv.conf").resolve()
    if names.exists() and not _is_system(names):
        yield from ("--ro-bind", str(names), str(names))
    yield from ("--bind", str(made_temporary_folder(folder)), "/tmp")  # noqa: S108
    for place in sorted(_installed()):
        yield from ("--ro-bind", place, place)
    socket = f"/tmp/.X11-unix/X{display.removeprefix(':').partition('.')[0]}"  # noqa: S108
    yield from ("--ro-bind", socket, socket)
    for own in ("home", "run"):
        yield from ("--bind", str(folder / own), str(folder / own))
    for given in ("authority", "openbox.xml"):
        yield from ("--ro-bind-try", str(folder / given), str(folder / given))
    for looks in _LOOKS:
        yield from ("--ro-bind-try", str(Path.home() / looks), str(folder / "home" / looks))


def _installed() -> set[str]:
    """Where this package and its interpreter lie, when that is hidden: its own windows need it."""
    places = {Path(sys.prefix), Path(sys.base_prefix), Path(__file__).parents[2]}
    if frozen():
        places.add(Path(sys.executable).parent)
    home = Path.home()
    return {
        str(place)
        for place in places
        if not _is_system(place) and not home.is_relative_to(place) and place.is_dir()
    }


def _scope(bubblewrap: str, programs: Programs) -> tuple[str, ...]:
    """A launcher that keeps programs from signals to processes outside, and offline from sockets
    that know no namespaces; empty where the kernel cannot."""
    from uitars_runtime.tools.walls import ruleset, seccomp

    privileged = os.stat(bubblewrap).st_mode & stat.S_ISUID  # it would lose what it lives from
    if ruleset.missing() or seccomp.missing() or privileged:
        return ()
    network = _OWN if programs == "offline" else _ANY
    return command(OwnProgram.SCOPED_WALL, network)


def trial(around: Sequence[str]) -> None:
    """Build the wall once around nothing, to hear what keeps it from being built. Raises
    `DesktopError` with that; nothing where it can be built."""
    if not around:
        return
    built = subprocess.run(
        [*around, "true"],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        env={"PATH": "/usr/bin:/bin"},
        check=False,
    )
    if built.returncode:
        said = " ".join(built.stderr.decode(errors="replace").split())
        why = said or f"bubblewrap ended with {built.returncode}"
        raise _unbuilt(why, "Allow user namespaces")


def _unbuilt(why: str, mend: str) -> DesktopError:
    return DesktopError(
        f"Programs cannot be walled off from your files here: {why}.",
        f'{mend}, or let them see your files: programs = "open" in the settings'
        " (UITARS_PROGRAMS=open for one run).",
    )
