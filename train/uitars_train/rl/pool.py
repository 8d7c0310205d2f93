"""The pool of finished episodes: a folder, one file each, so that a killed process loses only what
it had not finished.

Actors put, one learner takes. A file stays until a checkpoint holds what was learned from it.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterable
from pathlib import Path
from typing import Final

import msgspec

from uitars_runtime.errors import UsageError
from uitars_train.rl.traces import Finished, Lesson, Trace

_SUFFIX: Final = ".trace"
_DECODER: Final[msgspec.msgpack.Decoder[Finished]] = msgspec.msgpack.Decoder(Finished)


class Terms(msgspec.Struct, frozen=True):
    """When an update may start, and on what."""

    least: int = 48
    """Finished episodes of its own that an update starts from. Ours."""
    staleness: int = 4
    """Updates that lie between a step and its use, at most. Ours."""

    def __post_init__(self) -> None:
        if self.least < 1:
            raise UsageError(
                f"An update cannot start from {self.least} episodes: the pool would be empty.",
                "Give 1 or more to --least.",
            )
        if self.staleness < 0:
            raise UsageError(
                f"The staleness cannot be {self.staleness}.",
                "Give 0 (only what the present weights did) or more to --staleness.",
            )


class Taken(msgspec.Struct, frozen=True):
    """What an update works on."""

    played: tuple[Trace, ...] = ()
    shown: tuple[Lesson, ...] = ()
    names: tuple[str, ...] = ()
    """Of their files."""

    def with_more(self, more: Taken) -> Taken:
        """Both together."""
        return Taken(
            (*self.played, *more.played), (*self.shown, *more.shown), (*self.names, *more.names)
        )


class Pool:
    """The folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._taken: set[str] = set()
        self._read: dict[str, Finished] = {}
        self.stale = 0
        """Episodes that were too old to learn from, so far."""
        folder.mkdir(parents=True, exist_ok=True)

    def put(self, finished: Finished) -> None:
        """Written whole, then renamed."""
        name = uuid.uuid4().hex
        part = self._folder / f"{name}.part"
        part.write_bytes(msgspec.msgpack.encode(finished))
        part.replace(self._folder / f"{name}{_SUFFIX}")

    def sweep(self) -> None:
        """Without what killed actors began to write."""
        for part in self._folder.glob("*.part"):
            part.unlink(missing_ok=True)

    def names(self) -> list[str]:
        """Of the files that nobody took yet."""
        there = sorted(path.stem for path in self._folder.glob(f"*{_SUFFIX}"))
        return [name for name in there if name not in self._taken]

    def waiting(self) -> int:
        """How many episodes nobody took yet."""
        return len(self.names())

    def take(self, terms: Terms, version: int, group: int = 1) -> Taken | None:
        """All that is finished, where that is enough; None while it is not. Groups of `group`
        episodes are taken whole."""
        fresh: dict[str, Trace] = {}
        lessons: dict[str, Lesson] = {}
        for name in self.names():
            match self._finished(name):
                case Trace(oldest=oldest) if version - oldest > terms.staleness:
                    self.stale += 1
                    self.drop([name])
                case Trace() as trace:
                    fresh[name] = trace
                case Lesson() as lesson:
                    lessons[name] = lesson
        whole = _whole(fresh, group)
        if len(whole) < terms.least:
            return None
        names = (*whole, *lessons)
        self._taken.update(names)
        for name in names:
            del self._read[name]
        return Taken(tuple(whole.values()), tuple(lessons.values()), names)

    def drop(self, names: Iterable[str]) -> None:
        """They are learned from, and that is on disk."""
        for name in names:
            (self._folder / f"{name}{_SUFFIX}").unlink(missing_ok=True)
            self._read.pop(name, None)
            self._taken.discard(name)

    def _finished(self, name: str) -> Finished:
        if name not in self._read:
            data = (self._folder / f"{name}{_SUFFIX}").read_bytes()
            self._read[name] = _DECODER.decode(data)
        return self._read[name]


def _whole(fresh: dict[str, Trace], group: int) -> dict[str, Trace]:
    """Without those of groups that are not complete."""
    if group == 1:
        return fresh
    members: dict[str, int] = {}
    for trace in fresh.values():
        members[trace.group] = members.get(trace.group, 0) + 1
    return {name: trace for name, trace in fresh.items() if members[trace.group] >= group}
