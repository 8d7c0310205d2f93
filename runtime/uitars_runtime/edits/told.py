"""What changes of a text come to, in words that a person can say yes or no to. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from uitars_runtime.edits.changes import Change, Cut, Exchange, Put, Restore, Store, Whole, changed

_MOST: Final = 4
"""Changes that a person reads through before saying yes."""
_LONG: Final = 60
"""Letters of a line that tell which it is."""


def told(lines: Sequence[str], changes: Sequence[Change]) -> str | None:
    """A sentence for each in their order, with the lines they are about; None for more than can
    be taken in at once."""
    said = [*_each(lines, changes)]
    return " ".join(said) if 0 < len(said) <= _MOST else None


def _each(lines: Sequence[str], changes: Sequence[Change]) -> Iterator[str]:
    now = [*lines]
    gone: list[str] = []
    for change in changes:
        if isinstance(change, Cut):
            gone.insert(0, now[change.at])  # several go from the last one up
        else:
            yield from _deleted(gone)
            gone = []
            yield _one(now, change)
        now = changed(now, change)
    yield from _deleted(gone)


def _deleted(gone: Sequence[str]) -> Iterator[str]:
    if gone:
        yield f"Delete {_quoted(gone)}."


def _one(lines: Sequence[str], change: Put | Exchange | Whole | Restore | Store) -> str:
    match change:
        case Put(at=at, lines=more):
            return f"Write {_quoted(more)}{_where(lines, at)}."
        case Exchange(at=at):
            after = changed(lines, change)[at]
            return f"Turn {_quoted([lines[at]])} into {_quoted([after])}."
        case Whole(lines=()):
            return "Empty the text."
        case Whole(lines=new):
            return f"Make {_quoted(new)} all of the text."
        case Restore():
            return "Take the last change back."
        case Store(name=""):
            return "Save."
        case Store(name=name):
            return f"Save it as {_quoted([name])}."


def _where(lines: Sequence[str], at: int) -> str:
    if not any(lines):
        return ""
    if at == 0:
        return " at the top"
    if not any(lines[at:]):
        return " at the end"
    return f" below {_quoted([lines[at - 1]])}" if lines[at - 1] else f" as line {at + 1}"


def _quoted(texts: Sequence[str]) -> str:
    quoted = [f"“{_short(text)}”" if text else "an empty line" for text in texts]
    return " and ".join(filter(None, (", ".join(quoted[:-1]), quoted[-1])))


def _short(text: str) -> str:
    return text if len(text) <= _LONG else f"{text[: _LONG - 1]}…"
