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
from typing import Final

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
        entries = tuple(entry for root, place in roots.items() for entry in _saved(root, place))
    except OSError as error:
        raise UsageError(f"The session cannot be kept: {error}.") from error
    places = {root: str(place) for root, place in roots.items()}
    data = msgspec.json.encode(Manifest(places, programs, entries))
    sealed = msgspec.json.encode(_Sealed(_hash(data), msgspec.Raw(data)))
    paths.make_private(folder)
    beside = folder / f".{secrets.token_hex(4)}"
    beside.write_bytes(sealed)
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
    for entry in manifest.entries:
        if stat.S_ISREG(entry.mode) and not _is_whole(entry.content):
            place = _object(entry.content)
            raise _damaged(place, f"It holds {entry.root}/{entry.path}.")
    return manifest


def names(session: str) -> list[str]:
    """The checkpoints of a session."""
    return sorted(file.parent.name for file in (_store() / session).glob(f"*/{_MANIFEST}"))


def restore(manifest: Manifest, root: str, place: Path) -> None:
    """Fill an empty folder with what was kept of a root. Raises `OSError`."""
    place.mkdir(mode=0o700, exist_ok=True)
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
                _copy(_object(entry.content), target)
                _set(target, entry)
    # What is put into a folder changes it.
    for target, entry in reversed(folders):
        _set(target, entry)


def _saved(root: str, place: Path) -> Iterator[Entry]:
    """Files, folders and links below a place; each folder before what is in it."""
    for folder, below, files in os.walk(place):
        for name in sorted([*below, *files]):
            path = Path(folder, name)
            try:
                found = path.lstat()
                content = _content(path, found.st_mode)
            except FileNotFoundError:
                continue  # gone meanwhile
            if content is not None:
                where = str(path.relative_to(place))
                yield Entry(root, where, found.st_mode, found.st_mtime_ns, content)


def _content(path: Path, mode: int) -> str | None:
    """What an entry says of its content, which is kept; None for what is no file (a socket)."""
    match stat.S_IFMT(mode):
        case stat.S_IFDIR:
            return ""
        case stat.S_IFLNK:
            return os.readlink(path)
        case stat.S_IFREG:
            return _keep(path)
        case _:
            return None


def _keep(path: Path) -> str:
    """Put a file's content among the objects; its hash."""
    known = _hash_of(path)
    if _object(known).exists():
        return known
    place = _object(known).parent
    paths.make_private(place)
    beside = place / f".{secrets.token_hex(8)}"
    _copy(path, beside)
    # What was copied counts, also where the file was written to in between.
    kept = _hash_of(beside)
    paths.make_private(_object(kept).parent)
    beside.replace(_object(kept))
    return kept


def _copy(source: Path, target: Path) -> None:
    """A copy that shares the blocks of its source where the file system can."""
    import fcntl

    with source.open("rb") as reading, target.open("xb") as writing:
        try:
            fcntl.ioctl(writing.fileno(), _FICLONE, reading.fileno())
        except OSError:
            shutil.copyfileobj(reading, writing, _CHUNK)


def _set(target: Path, entry: Entry) -> None:
    target.chmod(stat.S_IMODE(entry.mode))
    os.utime(target, ns=(entry.changed, entry.changed))


def _hash(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def _hash_of(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _is_whole(content: str) -> bool:
    """Whether what is kept under a hash still has it."""
    try:
        return _hash_of(_object(content)) == content
    except OSError:
        return False


def _store() -> Path:
    return paths.data_folder() / "checkpoints"


def _object(content: str) -> Path:
    return _store() / "objects" / content[:2] / content


def _folder(session: str, name: str) -> Path:
    """Raises `UsageError` for what is no name."""
    if _NAME.fullmatch(name) is None:
        raise UsageError(
            f"{name!r} is no name of a checkpoint.", "Letters, digits, dots and dashes are."
        )
    return _store() / session / name


def _damaged(file: Path, more: str = "") -> UsageError:
    return UsageError(f"The checkpoint is damaged: {file}.", more or "It cannot be restored.")
