"""Files and the output of commands over a connection, piece by piece: nothing is held whole.

A folder goes as a tar archive of its regular files.
"""

from __future__ import annotations

import codecs
import os
import stat
import tarfile
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO, Final, Protocol, cast

import msgspec

from uitars_runtime.errors import ErrorMessage, Stopped, UitarsError, UsageError
from uitars_runtime.sessions.bodies import Chunks
from uitars_runtime.sessions.files import opened, refused, written
from uitars_runtime.sessions.running import run
from uitars_runtime.tools.files import OutsideError, parent

TAR: Final = "application/x-tar"
_FILE: Final = "application/octet-stream"


class Begin(Protocol):
    """Writes the head of an answer: status, kind, length in bytes where it is known; `chunked`:
    whether it comes as `Chunks`."""

    def __call__(
        self, status: int, kind: str, length: int | None = None, /, *, chunked: bool = False
    ) -> None: ...


class Readable(Protocol):
    """Where bytes come from."""

    def read(self, count: int = -1, /) -> bytes: ...


def receive(body: Readable, name: str, workspace: Path, *, folder: bool) -> None:
    """A file, or the files of an archive, under this name in the workspace. Raises `UsageError`,
    and what reading the body raises."""
    try:
        if folder:
            _unpack(body, name, workspace)
        else:
            _keep(body, name, workspace, 0o644)
    except (ConnectionError, TimeoutError):
        raise
    except (OutsideError, OSError, tarfile.TarError) as error:
        raise refused(f"{name} cannot be put there", error) from error


def _unpack(body: Readable, name: str, workspace: Path) -> None:
    with tarfile.open(fileobj=cast("BinaryIO", body), mode="r|") as archive:
        for member in archive:
            if member.isdir():
                continue
            content = archive.extractfile(member) if member.isreg() else None
            if content is None:
                raise UsageError(f"{member.name} is no regular file.", "Leave it out.")
            _keep(content, f"{name}/{member.name}", workspace, member.mode & 0o777)


def _keep(content: Readable, name: str, workspace: Path, mode: int) -> None:
    with written(name, workspace, mode) as out:
        while data := content.read(1 << 16):
            out.write(data)


def send(name: str, workspace: Path, begin: Begin, out: BinaryIO) -> None:
    """A file of the workspace, or a folder as an archive. Raises `UsageError` before it begins."""
    try:
        with parent(name, workspace, create=False) as (folder, last):
            kind = os.stat(last, dir_fd=folder, follow_symlinks=False).st_mode
            if stat.S_ISDIR(kind):
                _send_folder(last, folder, begin, out)
            else:
                with opened(last, folder) as file:
                    size = os.fstat(file.fileno()).st_size
                    begin(200, _FILE, size)
                    _copy(file, out, size)
    except (ConnectionError, TimeoutError):
        raise
    except RecursionError as error:
        raise UsageError(f"{name} cannot be got: its folders are nested too deep.") from error
    except (OutsideError, OSError) as error:
        raise refused(f"{name} cannot be got", error) from error


def _send_folder(name: str, folder: int, begin: Begin, out: BinaryIO) -> None:
    begin(200, TAR, chunked=True)
    chunks = Chunks(out)
    with tarfile.open(fileobj=cast("BinaryIO", chunks), mode="w|") as archive:
        for root, _, files, descriptor in os.fwalk(name, dir_fd=folder, follow_symlinks=False):
            for file in sorted(files):
                with suppress(FileNotFoundError):  # gone meanwhile
                    _pack(archive, file, descriptor, os.path.relpath(f"{root}/{file}", name))
    chunks.end()


def _pack(archive: tarfile.TarFile, file: str, folder: int, name: str) -> None:
    """A file of an open folder under this name, where it is a regular one."""
    found = os.stat(file, dir_fd=folder, follow_symlinks=False)
    if stat.S_ISREG(found.st_mode):
        member = tarfile.TarInfo(name)
        member.size, member.mode = found.st_size, stat.S_IMODE(found.st_mode)
        member.mtime = found.st_mtime
        with opened(file, folder) as content:
            archive.addfile(member, content)


def _copy(file: BinaryIO, out: BinaryIO, size: int) -> None:
    """As much as was announced: what runs in the session may write to the file meanwhile."""
    while size and (data := file.read(min(size, 1 << 16))):
        out.write(data)
        size -= len(data)
    if size:
        raise ConnectionError("the file became shorter")


class Output:
    """What a command writes, as lines of JSON: `{"output": TEXT}`, `{"error": TEXT}`, and last
    `{"code", "limit"}`, or `{"kind", "title", "hint"}` where it could not be waited for."""

    def __init__(self, session: str, command: Sequence[str], given: str) -> None:
        """Raises `UsageError`."""
        if not command or any("\0" in word for word in command):
            raise UsageError("A command is missing.", 'For example: {"command": ["ls", "-l"]}')
        self._session = session
        self._command = command
        self._given = given
        self._begun = False

    def run(
        self,
        begin: Callable[[], object],
        write: Callable[[bytes], object],
        left: Callable[[], bool],
    ) -> None:
        """Run it to its end. `begin`: called before the first line. `left`: whether nobody reads.
        Raises `UitarsError` before it begins."""

        def line(value: object) -> None:
            if not self._begun:
                self._begun = True
                begin()
            write(msgspec.json.encode(value) + b"\n")

        def lines(name: str) -> tuple[Callable[[bytes], None], Callable[[], None]]:
            decoder = codecs.getincrementaldecoder("utf-8")("replace")

            def some(data: bytes) -> None:
                if text := decoder.decode(data):
                    line({name: text})

            def rest() -> None:
                if text := decoder.decode(b"", final=True):
                    line({name: text})

            return some, rest

        (out, out_ends), (err, err_ends) = lines("output"), lines("error")
        reading = os.memfd_create("input")
        try:
            with open(reading, "wb", closefd=False) as given:
                given.write(self._given.encode("utf-8", "replace"))
            os.lseek(reading, 0, os.SEEK_SET)
            ended = run(self._session, self._command, reading, out, err, left)
        except Stopped:
            raise ConnectionError("nobody waits for the command") from None
        except UitarsError as error:
            if not self._begun:
                raise
            line(ErrorMessage.of(error))
        else:
            out_ends()
            err_ends()
            line({"code": ended.code, "limit": ended.limit})
        finally:
            os.close(reading)
