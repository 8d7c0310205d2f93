"""Checkpoints: the files of a session and the command lines of its open programs, kept by content.

A checkpoint is a manifest; what its files hold lies beside it under the hash of it, once for all
checkpoints. Nothing of a process's memory is in it. Every byte is hashed when it is saved and again
before it is restored.
"""

from __future__ import annotations

import hashlib
import os
import re
import secrets
import shutil
import stat
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import BinaryIO, Final

import msgspec

from uitars_runtime import paths
from uitars_runtime.errors import UsageError

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")
_MANIFEST: Final = "manifest.json"
_CHUNK: Final = 1 << 20
_FICLONE: Final = 0x40049409
"""Shares a file's blocks with another one until either is changed (ioctl_ficlone(2))."""


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One file, folder or link. Of a folder `content` is empty, of a link it is where it leads, of
    a file the hash."""

    root: str
    path: str
    mode: int
    """Type and permissions, as of stat."""
    changed: int
    """Nanoseconds since 1970."""
    content: str = ""


class Manifest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A checkpoint."""

    roots: dict[str, str]
    """Where `workspace` and `home` were."""
    programs: tuple[str, ...]
    """Command lines of those that had windows."""
    entries: tuple[Entry, ...]


class _Sealed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is on disk."""

    hash: str
    manifest: msgspec.Raw


def save(session: str, name: str, roots: Mapping[str, Path], programs: tuple[str, ...]) -> Path:
    """Keep these folders under a name; what was kept under it before is replaced. Raises
    `UsageError`."""
    folder = _folder(session, name)
    try:
        objects = _objects()
        paths.make_private(objects)
        entries = tuple(
            entry for root, place in roots.items() for entry in _saved(root, place, objects)
        )
    except OSError as error:
        raise UsageError(f"The session cannot be kept: {error}.") from error
    places = {root: str(place) for root, place in roots.items()}
    data = msgspec.json.encode(Manifest(places, programs, entries))
    sealed = msgspec.json.encode(_Sealed(_hash(data), msgspec.Raw(data)))
    paths.make_private(folder)
    beside = folder / f".{secrets.token_hex(4)}"
    with beside.open("xb") as writing:
        writing.write(sealed)
        writing.flush()
        # The one file that is written through: content that is lost with the machine's power is
        # noticed by its hash before anything is restored.
        os.fsync(writing.fileno())
    beside.replace(folder / _MANIFEST)
    return folder


def load(session: str, name: str) -> Manifest:
    """A checkpoint, every byte of it checked. Raises `UsageError`, which names the file that is
    damaged."""
    file = _folder(session, name) / _MANIFEST
    try:
        sealed = msgspec.json.decode(file.read_bytes(), type=_Sealed)
        if _hash(bytes(sealed.manifest)) != sealed.hash:
            raise _damaged(file)
        manifest = msgspec.json.decode(sealed.manifest, type=Manifest)
    except FileNotFoundError as error:
        there = ", ".join(names(session)) or "none"
        raise UsageError(
            f"There is no checkpoint {name!r} of the session {session}.", f"There is {there}."
        ) from error
    except (OSError, msgspec.DecodeError) as error:
        raise _damaged(file) from error
    objects = _objects()
    for entry in manifest.entries:
        if stat.S_ISREG(entry.mode) and not _is_whole(place := _object(objects, entry.content)):
            raise _damaged(place, f"It holds {entry.root}/{entry.path}.")
    return manifest


def names(session: str) -> list[str]:
    """The checkpoints of a session."""
    return sorted(file.parent.name for file in (_store() / session).glob(f"*/{_MANIFEST}"))


def restore(manifest: Manifest, root: str, place: Path) -> None:
    """Fill an empty folder with what was kept of a root. Raises `OSError`."""
    place.mkdir(mode=0o700, exist_ok=True)
    objects = _objects()
    folders: list[tuple[Path, Entry]] = []
    for entry in manifest.entries:
        if entry.root != root:
            continue
        target = place / entry.path
        match stat.S_IFMT(entry.mode):
            case stat.S_IFDIR:
                target.mkdir(mode=0o700, exist_ok=True)
                folders.append((target, entry))
            case stat.S_IFLNK:
                target.symlink_to(entry.content)
            case _:
                _copy(_object(objects, entry.content), target)
                _set(target, entry)
    # What is put into a folder changes it.
    for target, entry in reversed(folders):
        _set(target, entry)


def _saved(root: str, place: Path, objects: Path) -> Iterator[Entry]:
    """Files, folders and links below a place; each folder before what is in it."""
    for folder, below, files in os.walk(place):
        for name in sorted([*below, *files]):
            path = Path(folder, name)
            try:
                found = path.lstat()
                content = _content(path, found, objects)
            except FileNotFoundError:
                continue  # gone meanwhile
            if content is not None:
                where = str(path.relative_to(place))
                yield Entry(root, where, found.st_mode, found.st_mtime_ns, content)


def _content(path: Path, found: os.stat_result, objects: Path) -> str | None:
    """What an entry says of its content, which is kept; None for what is no file (a socket)."""
    match stat.S_IFMT(found.st_mode):
        case stat.S_IFDIR:
            return ""
        case stat.S_IFLNK:
            return os.readlink(path)
        case stat.S_IFREG:
            return _keep(path, found.st_size, objects)
        case _:
            return None


def _keep(path: Path, size: int, objects: Path) -> str:
    """Put a file's content among the objects; its hash."""
    known = _hash_of(path)
    # One that a machine without power left shorter than it was written is replaced.
    if _length(_object(objects, known)) == size:
        return known
    beside = objects / f".{secrets.token_hex(8)}"
    try:
        # What was copied counts, also where the file was written to in between.
        kept = _copied(path, beside)
        place = _object(objects, kept)
        place.parent.mkdir(mode=0o700, exist_ok=True)
        beside.replace(place)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise
    return kept


def _copied(source: Path, target: Path) -> str:
    """Copy a file; the hash of what was copied."""
    with source.open("rb") as reading, target.open("xb+") as writing:
        if _shares(reading, writing):
            return hashlib.file_digest(writing, "sha256").hexdigest()
        found = hashlib.sha256()
        while chunk := reading.read(_CHUNK):
            found.update(chunk)
            writing.write(chunk)
        return found.hexdigest()


def _copy(source: Path, target: Path) -> None:
    with source.open("rb") as reading, target.open("xb") as writing:
        if not _shares(reading, writing):
            shutil.copyfileobj(reading, writing, _CHUNK)


def _shares(reading: BinaryIO, writing: BinaryIO) -> bool:
    """Let an empty file have the blocks of another one, where the file system can."""
    import fcntl

    try:
        fcntl.ioctl(writing.fileno(), _FICLONE, reading.fileno())
    except OSError:
        return False
    return True


def _set(target: Path, entry: Entry) -> None:
    target.chmod(stat.S_IMODE(entry.mode))
    os.utime(target, ns=(entry.changed, entry.changed))


def _hash(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def _hash_of(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _is_whole(place: Path) -> bool:
    """Whether what is kept under a hash still has it."""
    try:
        return _hash_of(place) == place.name
    except OSError:
        return False


def _store() -> Path:
    return paths.data_folder() / "checkpoints"


def _objects() -> Path:
    return _store() / "objects"


def _object(objects: Path, content: str) -> Path:
    return objects / content[:2] / content


def _length(place: Path) -> int:
    """Of a file in bytes; -1 where there is none."""
    try:
        return place.stat().st_size
    except FileNotFoundError:
        return -1


def _folder(session: str, name: str) -> Path:
    """Raises `UsageError` for what is no name."""
    if _NAME.fullmatch(name) is None:
        raise UsageError(
            f"{name!r} is no name of a checkpoint.", "Letters, digits, dots and dashes are."
        )
    return _store() / session / name


def _damaged(file: Path, more: str = "") -> UsageError:
    return UsageError(f"The checkpoint is damaged: {file}.", more or "It cannot be restored.")
