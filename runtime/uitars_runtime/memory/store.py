"""Episodic memory on disk: one SQLite file that several runs may use at the same time.

What a method has returned from survives a crash and a power cut (write-ahead log, every commit
synced). Searching is search.py's business, judging what contradicts what merging.py's.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Collection, Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec

from uitars_runtime import paths
from uitars_runtime.errors import JournalError, UsageError
from uitars_runtime.memory.episode import Episode, Fact
from uitars_runtime.memory.merging import (
    contradict,
    merged,
    replaced,
    settled,
    standing_again,
    without_runs,
)
from uitars_runtime.memory.migrations import migrate
from uitars_runtime.memory.pages import Signatures, pack, read_signatures
from uitars_runtime.memory.words import words_of

CAPACITY = 100_000
"""Episodes kept; beyond it those that were seen last the longest ago are forgotten."""
_BUSY_SECONDS = 10.0
_SPECIFIC = 3
"""Words a subject needs to mean the same thing in another task: not `total`, but `phone of Ann`."""
_OF_THE_DISK = ("SQLITE_FULL", "SQLITE_READONLY", "SQLITE_IOERR", "SQLITE_CANTOPEN", "SQLITE_PERM")
"""Beginnings of what SQLite calls troubles that are not the file's own."""


class Stored(msgspec.Struct, frozen=True):
    """An episode and its number in this file."""

    number: int
    episode: Episode


class EpisodeStore:
    """Reads and writes episodes. Every method raises `JournalError` where the file fails."""

    def __init__(self, path: Path, capacity: int = CAPACITY) -> None:
        """Open the file, or make it. Only the user may read it."""
        self.path = path
        self._capacity = capacity
        with self._reporting():
            paths.make_private(path.parent)
            path.touch(mode=0o600)
            self._connection = sqlite3.connect(path, _BUSY_SECONDS, isolation_level=None)
        try:
            with self._reporting():
                self._connection.execute("PRAGMA journal_mode = WAL")
                self._connection.execute("PRAGMA synchronous = FULL")
                self._connection.execute("PRAGMA foreign_keys = ON")
                self._connection.execute("PRAGMA secure_delete = ON")
                migrate(self._connection)
        except BaseException:
            self._connection.close()
            raise

    def close(self) -> None:
        """Nothing can be asked afterwards."""
        self._connection.close()

    def __len__(self) -> int:
        return int(self.rows("SELECT count(*) FROM episodes")[0][0])

    def get(self, number: int) -> Episode | None:
        """The episode of this number, or None."""
        found = self.rows("SELECT body FROM episodes WHERE number = ?", (number,))
        return self._decoded(found[0][0]) if found else None

    def some(self, numbers: Sequence[int]) -> list[Stored]:
        """The episodes of these numbers, those that there are."""
        marks = ", ".join("?" * len(numbers))
        found = self.rows(
            f"SELECT number, body FROM episodes WHERE number IN ({marks})",  # noqa: S608
            tuple(numbers),
        )
        return [Stored(number, self._decoded(body)) for number, body in found]

    def all(self) -> Iterator[Stored]:
        """Every episode, newest first."""
        with self._reporting():
            rows = self._connection.execute(
                "SELECT number, body FROM episodes ORDER BY learned DESC, number DESC"
            )
            for number, body in rows:
                yield Stored(number, self._decoded(body))

    def rows(self, statement: str, values: tuple[object, ...] = ()) -> list[tuple[Any, ...]]:
        """What a query of a search finds; for reading only."""
        with self._reporting():
            return self._connection.execute(statement, values).fetchall()

    def signatures(self, after: int) -> Signatures:
        """The signatures that were written after the one of this number; for searching."""
        with self._reporting():
            return read_signatures(self._connection, after)

    def add(self, episodes: Iterable[Episode]) -> tuple[int, ...]:
        """Take episodes in, all or none, each merged with the one of its key; their numbers."""
        with self._changing():
            numbers = tuple(self._add(episode) for episode in episodes)
            self._forget_oldest()
            pack(self._connection)
        return numbers

    def replace(self, number: int, episode: Episode) -> None:
        """Put an edited episode in the place of the one of this number. Raises `UsageError` where
        it would be the same as another."""
        with self._forgetting():
            found = self.rows(
                "SELECT number FROM episodes WHERE key = ? AND number != ?", (episode.key, number)
            )
            if found:
                raise UsageError(
                    f"Episode {found[0][0]} is about the same.",
                    "Forget one of the two, or edit that.",
                )
            self._keep(lambda one: episode if one.number == number else one.episode)
            if (left := self.get(number)) is not None:
                left = msgspec.structs.replace(left, facts=settled(left.facts))
                self._write(number, self._without_contradictions(number, left))

    def forget(self, numbers: Iterable[int]) -> int:
        """Remove episodes and everything searched of them; returns how many there were."""
        gone = set(numbers)
        with self._forgetting():
            return self._keep(lambda one: None if one.number in gone else one.episode)

    def unlearn(self, runs: Collection[str]) -> int:
        """Remove what was learned from these runs alone; returns how many episodes are gone."""
        with self._forgetting():
            return self._keep(lambda one: without_runs(one.episode, runs))

    def _keep(self, left: Callable[[Stored], Episode | None]) -> int:
        """Keep of each episode what is left of it, None for nothing; returns how many are gone. The
        facts that theirs had replaced stand again."""
        kept: dict[int, Episode | None] = {}
        gone: dict[str, str] = {}
        said: set[str] = set()
        for one in self.all():
            episode = left(one)
            if episode is not None:
                said.update(fact.text for fact in episode.facts)
            if episode != one.episode:
                kept[one.number] = episode
                gone |= {fact.text: fact.replaced_by for fact in one.episode.facts}
        gone = {text: heir for text, heir in gone.items() if text not in said}
        for one in self.all():
            episode = kept.get(one.number, one.episode)
            if episode is not None and (again := standing_again(episode, gone)) != one.episode:
                kept[one.number] = again
        for number, episode in kept.items():
            if episode is None:
                self._remove(number)
            else:
                self._write(number, episode)
        return sum(episode is None for episode in kept.values())

    def _add(self, episode: Episode) -> int:
        row = self._connection.execute(
            "SELECT number, body FROM episodes WHERE key = ?", (episode.key,)
        ).fetchone()
        if row is None:
            return self._write(0, self._without_contradictions(0, episode))
        number, old = int(row[0]), self._decoded(row[1])
        whole = merged(old, episode)
        if whole == old:
            return number
        return self._write(number, self._without_contradictions(number, whole))

    def _write(self, number: int, episode: Episode) -> int:
        """Write an episode under its number, or under a fresh one where the number is 0."""
        from uitars_runtime.memory.signature import signature

        place = " ".join((episode.application, episode.window))
        facts = "\n".join(fact.text for fact in episode.valid_facts)
        rest = "\n".join((episode.outcome, *episode.ways, *episode.obstacles))
        body = msgspec.json.encode(episode).decode()
        execute = self._connection.execute
        if number:
            self._remove_index(number)
            execute(
                "UPDATE episodes SET key = ?, learned = ?, body = ? WHERE number = ?",
                (episode.key, episode.learned, body, number),
            )
        else:
            number = execute(
                "INSERT INTO episodes (key, learned, body) VALUES (?, ?, ?) RETURNING number",
                (episode.key, episode.learned, body),
            ).fetchone()[0]
        execute(
            "INSERT INTO words (rowid, intention, place, facts, rest) VALUES (?, ?, ?, ?, ?)",
            (
                number,
                *(" ".join(words_of(text)) for text in (episode.intention, place, facts, rest)),
            ),
        )
        bits = signature(f"{episode.intention}\n{facts}")
        execute("INSERT INTO sketches (episode, bits) VALUES (?, ?)", (number, bits))
        self._connection.executemany(
            "INSERT OR IGNORE INTO subjects (subject, episode) VALUES (?, ?)",
            [(subject, number) for subject in map(_specific, episode.valid_facts) if subject],
        )
        return number

    def _without_contradictions(self, number: int, episode: Episode) -> Episode:
        """The episode after its facts met those of others; the others' losers are written."""
        facts = list(episode.facts)
        for index, fact in enumerate(facts):
            for other in self._about(_specific(fact), number):
                old = self.get(other)
                if old is None or fact.replaced_by:
                    continue
                losers = replaced(old.facts, fact)
                if losers:
                    kept = tuple(losers.get(i, known) for i, known in enumerate(old.facts))
                    self._write(other, msgspec.structs.replace(old, facts=kept))
                elif winner := next((k for k in old.facts if contradict(k, fact)), None):
                    fact = msgspec.structs.replace(fact, replaced_by=winner.text)
            facts[index] = fact
        return msgspec.structs.replace(episode, facts=tuple(facts))

    def _about(self, subject: str, number: int) -> list[int]:
        rows = self._connection.execute(
            "SELECT episode FROM subjects WHERE subject = ? AND episode != ?", (subject, number)
        )
        return [row[0] for row in rows.fetchall()] if subject else []

    def _remove(self, number: int) -> None:
        self._remove_index(number)
        self._connection.execute("DELETE FROM episodes WHERE number = ?", (number,))

    def _remove_index(self, number: int) -> None:
        self._connection.execute("DELETE FROM words WHERE rowid = ?", (number,))
        self._connection.execute("DELETE FROM sketches WHERE episode = ?", (number,))
        self._connection.execute("DELETE FROM subjects WHERE episode = ?", (number,))

    def _forget_oldest(self) -> None:
        rows = self._connection.execute(
            "SELECT number FROM episodes ORDER BY learned DESC, number DESC LIMIT -1 OFFSET ?",
            (self._capacity,),
        ).fetchall()
        for (number,) in rows:
            self._remove(number)

    def _decoded(self, body: str) -> Episode:
        try:
            return msgspec.json.decode(body, type=Episode)
        except msgspec.DecodeError as error:
            raise JournalError(
                f"{self.path} holds no episode: {error}.", "It is damaged."
            ) from error

    @contextmanager
    def _changing(self) -> Generator[None]:
        """One transaction: everything or nothing."""
        with self._reporting():
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield
            except BaseException:
                self._connection.execute("ROLLBACK")
                raise
            self._connection.execute("COMMIT")

    @contextmanager
    def _forgetting(self) -> Generator[None]:
        """One transaction; no word that it takes away stays in the files."""
        with self._changing():
            yield
            # The word index keeps what is removed until its parts are put together.
            self._connection.execute("INSERT INTO words (words) VALUES ('optimize')")
        self.rows("PRAGMA wal_checkpoint(TRUNCATE)")

    @contextmanager
    def _reporting(self) -> Generator[None]:
        try:
            yield
        except (sqlite3.Error, OSError) as error:
            why = (error.strerror if isinstance(error, OSError) else None) or error
            raise JournalError(
                f"The memory {self.path} cannot be used: {why}.",
                f"{_way_on(error)}, or set memory to false.",
            ) from error


def _way_on(error: Exception) -> str:
    """What helps where a file is damaged does not help where its disk is full or takes nothing."""
    name = getattr(error, "sqlite_errorname", "")
    if isinstance(error, OSError) or name.startswith(_OF_THE_DISK):
        return "See that the disk has room and can be written to"
    return "Move the file away to begin anew"


def _specific(fact: Fact) -> str:
    """The subject where it means the same thing in every task; else the empty text."""
    subject = "" if fact.replaced_by else fact.subject
    return subject if len(subject.split()) >= _SPECIFIC else ""
