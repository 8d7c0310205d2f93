"""The shape of the memory file, as the ordered steps that lead to it.

A step that was released is never changed: what is wrong with it is put right by another one. The
file's `user_version` is the number of steps it has been through.
"""

from __future__ import annotations

import sqlite3

from uitars_runtime.errors import JournalError

MIGRATIONS: tuple[tuple[str, ...], ...] = (
    (
        # One episode as JSON; what is searched or compared stands beside it.
        """
        CREATE TABLE episodes (
            number  INTEGER PRIMARY KEY AUTOINCREMENT,
            key     TEXT NOT NULL UNIQUE,
            learned REAL NOT NULL,
            body    TEXT NOT NULL
        )
        """,
        "CREATE INDEX episodes_by_age ON episodes (learned)",
        """
        CREATE VIRTUAL TABLE words USING fts5 (
            intention, place, facts, rest,
            tokenize = "porter unicode61 remove_diacritics 2"
        )
        """,
        """
        CREATE TABLE sketches (
            number  INTEGER PRIMARY KEY AUTOINCREMENT,
            episode INTEGER NOT NULL REFERENCES episodes ON DELETE CASCADE,
            bits    BLOB NOT NULL
        )
        """,
        "CREATE INDEX sketches_by_episode ON sketches (episode)",
        """
        CREATE TABLE subjects (
            subject TEXT NOT NULL,
            episode INTEGER NOT NULL REFERENCES episodes ON DELETE CASCADE,
            PRIMARY KEY (subject, episode)
        ) WITHOUT ROWID
        """,
        "CREATE INDEX subjects_by_episode ON subjects (episode)",
    ),
    (
        # Many rows of `sketches` in one; see pages.py.
        """
        CREATE TABLE pages (
            first    INTEGER PRIMARY KEY,
            last     INTEGER NOT NULL,
            episodes BLOB NOT NULL,
            bits     BLOB NOT NULL
        )
        """,
        """
        CREATE TRIGGER pages_hold_what_is_there AFTER DELETE ON sketches BEGIN
            DELETE FROM pages WHERE first <= OLD.number AND last >= OLD.number;
        END
        """,
    ),
)


def migrate(connection: sqlite3.Connection) -> None:
    """Bring the file to the last step, all or nothing. Raises `JournalError` for a later shape."""
    done = _version(connection)
    if done > len(MIGRATIONS):
        raise JournalError(
            f"The memory has shape {done}; this version knows {len(MIGRATIONS)}.",
            "Use the version of uitars that wrote it, or move the file away.",
        )
    if done == len(MIGRATIONS):
        return
    connection.execute("BEGIN IMMEDIATE")
    try:
        # Another process may have done it between the look and the lock.
        for steps in MIGRATIONS[_version(connection) :]:
            for step in steps:
                connection.execute(step)
        connection.execute(f"PRAGMA user_version = {len(MIGRATIONS)}")
    except BaseException:
        connection.execute("ROLLBACK")
        raise
    connection.execute("COMMIT")


def _version(connection: sqlite3.Connection) -> int:
    return int(connection.execute("PRAGMA user_version").fetchone()[0])
