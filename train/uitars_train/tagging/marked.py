"""Requests with what their words mean marked: `[cut: no more {l:eggs}] please`.

`train/instructions/edits` holds them, a request a line, one file an author; its README says what is
marked. Not here: what is learned from them (`training.py`).
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

import msgspec

from uitars_runtime.edits.asked import Op, Slot
from uitars_runtime.errors import UsageError
from uitars_train.instructions import reading

FOLDER: Final = reading.FOLDER / "edits"
_OPENS: Final = re.compile(rf"\[(?P<op>{'|'.join(Op)}): ?|\{{(?P<slot>{'|'.join(Slot)}):")
_MARKS: Final = re.compile(r"[{}]|\[\w+:")
_OTHER_WORDS: Final = 0.7
"""How often the words of a slot are exchanged for others of its kind."""
_SMALL: Final = 0.7
"""How often such begin with a small letter where those before did."""
_REFERENCES: Final = re.compile(
    r"\b(?:line|row|last|first|it|them|him|her|that|this|one|both|two)\b", re.IGNORECASE
)
"""What stays: others would not be such."""
_NAMING: Final = (Slot.LINE, Slot.BELOW, Slot.ABOVE, Slot.OTHER_LINE)


class Span(msgspec.Struct, frozen=True):
    """Letters of a request that are an op or a slot."""

    kind: Op | Slot
    start: int
    end: int


class Marked(msgspec.Struct, frozen=True):
    """A request without its marks, and these."""

    text: str
    spans: tuple[Span, ...]


def read(folder: Path = FOLDER) -> dict[str, list[Marked]]:
    """All requests by author. Raises `UsageError` for a line whose marks do not fit."""
    return {path.stem: list(_read(path)) for path in reading.files_of([folder], ".txt")}


def _read(path: Path) -> Iterator[Marked]:
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        try:
            yield parsed(line)
        except ValueError as error:
            raise UsageError(
                f"{path}:{number} is no marked request: {error}.",
                "See the README beside it: [op: words {slot:words}].",
            ) from error


def parsed(line: str) -> Marked:
    """Raises `ValueError` where marks are not closed, or lie in each other wrongly."""
    text = ""
    spans: list[Span] = []
    opened: list[tuple[Op | Slot, int]] = []
    at = 0
    while at < len(line):
        if found := _OPENS.match(line, at):
            kind: Op | Slot = Op(found["op"]) if found["op"] else Slot(found["slot"])
            if any(isinstance(one, Slot) or isinstance(kind, Op) for one, _ in opened):
                raise ValueError(f"{found[0]} inside of another")
            opened.append((kind, len(text)))
            at = found.end()
            continue
        if opened and line[at] == ("]" if isinstance(opened[-1][0], Op) else "}"):
            kind, start = opened.pop()
            spans.append(Span(kind, start, len(text)))
        else:
            text += line[at]
        at += 1
    if opened or _MARKS.search(text):
        raise ValueError("a mark is not closed, or unknown")
    return Marked(text, tuple(sorted(spans, key=lambda span: span.start)))


def varied(requests: Sequence[Marked], count: int, rng: random.Random) -> list[Marked]:
    """So many of the requests with other words in their slots, taken from each other."""
    pool: dict[Slot, list[str]] = {}
    for one in requests:
        for span in one.spans:
            if (kind := _exchangeable(one, span)) is not None:
                pool.setdefault(kind, []).append(one.text[span.start : span.end])
    return [_varied(rng.choice(requests), pool, rng) for _ in range(count)]


def _exchangeable(one: Marked, span: Span) -> Slot | None:
    """Whose words may stand in its place."""
    if span.kind not in (Slot.NEW, Slot.OLD, *_NAMING):
        return None
    if _REFERENCES.search(one.text[span.start : span.end]):
        return None
    return Slot.LINE if span.kind in _NAMING else Slot(span.kind)


def _varied(one: Marked, pool: dict[Slot, list[str]], rng: random.Random) -> Marked:
    text, spans, moved = one.text, list(one.spans), 0
    for number, span in enumerate(one.spans):
        kind = _exchangeable(one, span)
        if kind is None or rng.random() >= _OTHER_WORDS:
            continue
        start, end = span.start + moved, span.end + moved
        words = rng.choice(pool[kind])
        if text[start : start + 1].islower() and rng.random() < _SMALL:
            words = words[:1].lower() + words[1:]
        by = len(words) - (end - start)
        text = text[:start] + words + text[end:]
        spans = [
            _stretched(other, start, end, by) if at != number else Span(span.kind, start, end + by)
            for at, other in enumerate(spans)
        ]
        moved += by
    return Marked(text, tuple(spans))


def _stretched(span: Span, start: int, end: int, by: int) -> Span:
    """A span after the letters from `start` to `end` became so many more."""
    return Span(
        span.kind,
        span.start + by if span.start >= end else span.start,
        span.end + by if span.end >= end else span.end,
    )
