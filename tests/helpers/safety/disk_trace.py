"""What a program did to files, from its system calls, and what a cut of power would leave of it.

A write counts once its file was synced, a new name once its file or its folder was; what is pending
is kept, torn at a sector, or lost, at random. Traced by strace, so that it is the product's own
code that is judged, SQLite included.
"""

from __future__ import annotations

import random
import re
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

_SECTOR = 512
_CALLS = "openat,write,pwrite64,ftruncate,fsync,fdatasync,rename,renameat,renameat2,unlink,lseek"
_LINE = re.compile(r"(\d+) +(\w+)\((.*)\) += (-?\d+)(?:<(.*?)>)?")
_UNFINISHED = re.compile(r"(\d+) +(.*) <unfinished \.\.\.>$")
_RESUMED = re.compile(r"(\d+) +<\.\.\. \w+ resumed>(.*)$")
_DESCRIPTOR = re.compile(r"^(-?\d+|AT_FDCWD)<([^>]*)>")
_STRING = re.compile(r'"((?:\\x[0-9a-f]{2})*)"')


class Write(msgspec.Struct, frozen=True):
    file: int
    offset: int
    data: bytes


class Truncate(msgspec.Struct, frozen=True):
    file: int
    size: int


class Sync(msgspec.Struct, frozen=True):
    file: int


class Name(msgspec.Struct, frozen=True):
    """A name that begins to lead to a file; None: it leads nowhere any more."""

    path: str
    file: int | None


class SyncFolder(msgspec.Struct, frozen=True):
    path: str


class Acknowledge(msgspec.Struct, frozen=True):
    """The program told somebody that something is kept."""

    words: str


Event = Write | Truncate | Sync | Name | SyncFolder | Acknowledge


def trace(argv: Sequence[str], root: Path, env: dict[str, str]) -> list[Event]:
    """Run a program; what it did below `root`, and what it wrote to its standard output."""
    log = root.parent / "trace"
    options = ["-f", "-y", "-xx", "-s", "100000000", "-e", f"trace={_CALLS}", "-o", str(log)]
    subprocess.run(["strace", *options, *argv], env=env, check=True, stdout=subprocess.PIPE)
    with log.open() as lines:
        return list(_Reader(str(root)).events(lines))


class _Reader:
    """Follows descriptors, offsets and names through the calls."""

    def __init__(self, root: str) -> None:
        self._root = root
        self._names: dict[str, int] = {}
        self._sizes: list[int] = []
        self._offsets: dict[int, int] = {}
        self._appending: set[int] = set()

    def events(self, lines: Iterator[str]) -> Iterator[Event]:
        begun: dict[str, str] = {}
        for line in lines:
            text = line.rstrip("\n")
            if found := _UNFINISHED.match(text):
                begun[found[1]] = found[2]
                continue
            if found := _RESUMED.match(text):
                text = f"{found[1]} {begun.pop(found[1])}{found[2]}"
            if (call := _LINE.match(text)) and int(call[4]) >= 0:
                yield from self._event(call[2], call[3], int(call[4]))

    def _event(self, name: str, arguments: str, result: int) -> Iterator[Event]:
        given = _DESCRIPTOR.match(arguments)
        descriptor = int(given[1]) if given and given[1] != "AT_FDCWD" else -1
        path = _plain(given[2]) if given else ""
        strings = [_plain(found) for found in _STRING.findall(arguments)]
        match name:
            case "openat":
                yield from self._opened(strings[0], arguments, result)
            case "write" if descriptor == 1:
                yield from (Acknowledge(words) for words in strings[0].splitlines())
            case "write" | "pwrite64" if self._known(path):
                yield self._written(name, descriptor, path, arguments, result)
            case "lseek":
                self._offsets[descriptor] = result
            case "ftruncate" if self._known(path):
                size = int(arguments.rsplit(", ", 1)[1])
                self._sizes[self._names[path]] = size
                yield Truncate(self._names[path], size)
            case "fsync" | "fdatasync":
                if self._known(path):
                    yield Sync(self._names[path])
                elif path.startswith(self._root):
                    yield SyncFolder(path)
            case "rename" | "renameat" | "renameat2" if strings[0] in self._names:
                file = self._names.pop(strings[0])
                self._names[strings[1]] = file
                yield Name(strings[1], file)
                yield Name(strings[0], None)
            case "unlink" if strings[0] in self._names:
                del self._names[strings[0]]
                yield Name(strings[0], None)
            case _:
                return

    def _opened(self, path: str, arguments: str, descriptor: int) -> Iterator[Event]:
        if not path.startswith(self._root) or "O_DIRECTORY" in arguments:
            return
        self._offsets[descriptor] = 0
        self._appending.discard(descriptor)
        if "O_APPEND" in arguments:
            self._appending.add(descriptor)
        if "O_CREAT" in arguments and path not in self._names:
            self._names[path] = len(self._sizes)
            self._sizes.append(0)
            yield Name(path, self._names[path])
        elif "O_TRUNC" in arguments and path in self._names:
            self._sizes[self._names[path]] = 0
            yield Truncate(self._names[path], 0)

    def _written(self, call: str, descriptor: int, path: str, arguments: str, count: int) -> Write:
        file = self._names[path]
        data = bytes.fromhex(_STRING.findall(arguments)[0].replace("\\x", ""))[:count]
        if call == "pwrite64":
            offset = int(arguments.rsplit(", ", 1)[1])
        elif descriptor in self._appending:
            offset = self._sizes[file]
        else:
            offset = self._offsets[descriptor]
            self._offsets[descriptor] += count
        self._sizes[file] = max(self._sizes[file], offset + count)
        return Write(file, offset, data)

    def _known(self, path: str) -> bool:
        # SQLite makes the -shm file anew from the log after a crash.
        return path in self._names and not path.endswith("-shm")


def cut(events: Sequence[Event], at: int, chance: random.Random, place: Path, root: Path) -> None:
    """Lay out below `place` what was on the disk when power went after `at` events."""
    disk = _Disk()
    for event in events[:at]:
        disk.take(event)
    disk.lose_power(chance)
    for path, content in disk.files():
        target = place / Path(path).relative_to(root)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)


class _Disk:
    """What would survive, and what is still on its way."""

    def __init__(self) -> None:
        self._names: dict[str, int] = {}
        self._contents: dict[int, bytearray] = {}
        self._new_names: list[Name] = []
        self._changes: dict[int, list[Write | Truncate]] = {}

    def take(self, event: Event) -> None:
        match event:
            case Write(file=file) | Truncate(file=file):
                self._changes.setdefault(file, []).append(event)
            case Sync(file=file):
                for change in self._changes.pop(file, []):
                    _apply(self._contents, change)
                self._settle([name for name in self._new_names if name.file == file])
            case Name():
                self._new_names.append(event)
            case SyncFolder(path=folder):
                self._settle([n for n in self._new_names if n.path.rpartition("/")[0] == folder])
            case Acknowledge():
                pass

    def lose_power(self, chance: random.Random) -> None:
        """Of the names on their way the first few arrive, of the changes some, also in part."""
        self._settle(self._new_names[: chance.randint(0, len(self._new_names))])
        for changes in self._changes.values():
            for change in _survivors(changes, chance):
                _apply(self._contents, change)

    def files(self) -> Iterator[tuple[str, bytes]]:
        for path, file in self._names.items():
            if not path.endswith("-shm"):
                yield path, bytes(self._contents.get(file, b""))

    def _settle(self, names: Sequence[Name]) -> None:
        for name in names:
            self._new_names.remove(name)
            if name.file is None:
                self._names.pop(name.path, None)
            else:
                self._names[name.path] = name.file


def _survivors(
    changes: Sequence[Write | Truncate], chance: random.Random
) -> Iterator[Write | Truncate]:
    """Half of what was not synced stays, a tenth of it in part."""
    for change in changes:
        luck = chance.random()
        if luck < 0.5:
            yield change
        elif luck < 0.6 and isinstance(change, Write) and len(change.data) > _SECTOR:
            kept = _SECTOR * chance.randint(1, len(change.data) // _SECTOR)
            yield Write(change.file, change.offset, change.data[:kept])


def _apply(contents: dict[int, bytearray], change: Write | Truncate) -> None:
    content = contents.setdefault(change.file, bytearray())
    match change:
        case Write(offset=offset, data=data):
            content.extend(bytes(max(0, offset + len(data) - len(content))))
            content[offset : offset + len(data)] = data
        case Truncate(size=size):
            del content[size:]
            content.extend(bytes(size - len(content)))


def _plain(text: str) -> str:
    return bytes.fromhex(text.replace("\\x", "")).decode(errors="surrogateescape")
