"""The words of a task: tokens with their places, so that every argument can be copied by pointing.

Not here: what words mean. Numbers and sums are cut into characters, chords into keys, everything
else stays whole (`ada@example.org` is one word), because a pointer can then name any part a person
could want pressed or typed.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

import msgspec

_OPENERS: Final = {
    **{'"': '"', "'": "'", "“": "”", "‘": "’", "«": "»", "`": "`"},
    **{"„": "“”", "‚": "‘’", "»": "«", "「": "」", "『": "』"},
}
"""What opens a quotation, with all that may close it."""
QUOTES: Final = "".join(sorted({*_OPENERS, *"".join(_OPENERS.values())}))
_LEADING: Final = QUOTES + "([{<"
_TRAILING: Final = QUOTES + ")]}>.,;:!?…"
_SUM: Final = re.compile(r"[\d+\-*/×÷=.,%^()−]*\d[\d+\-*/×÷=.,%^()−]*")
_CHORD: Final = re.compile(
    r"(?:ctrl|control|alt|shift|super|meta|cmd|win)(?:[+\-][^\s+\-]+)+", re.IGNORECASE
)


class Word(msgspec.Struct, frozen=True):
    """A token of the task: `task[start:end] == text`."""

    text: str
    start: int
    end: int
    quoted: bool = False
    """Inside a pair of quotes (the quotes themselves are not)."""
    opens: bool = False
    closes: bool = False
    glued: bool = False
    """Follows the word before it without a space."""


@lru_cache(maxsize=16)
def split_words(task: str) -> tuple[Word, ...]:
    """Cut a task into words. Joined with the text between them they give the task back."""
    pieces: list[tuple[int, int]] = []
    for match in re.finditer(r"\S+", task):
        pieces.extend(_cut(match.group(), match.start()))
    opens = _pair_quotes(task, pieces)
    closes = set(opens.values())
    words: list[Word] = []
    closing = before = -1
    for start, end in pieces:
        words.append(
            Word(
                task[start:end],
                start,
                end,
                quoted=start < closing,
                opens=start in opens,
                closes=start in closes,
                glued=start == before,
            )
        )
        closing, before = opens.get(start, closing), end
    return tuple(words)


def with_notes(task: str, notes: Sequence[str]) -> tuple[str, tuple[Word, ...], int]:
    """The task followed by notes, the words of both, and how many of them are of the notes."""
    words = asked = split_words(task)
    for note in notes:
        before = len(task) + 1
        words += tuple(
            msgspec.structs.replace(word, start=word.start + before, end=word.end + before)
            for word in split_words(note)
        )
        task = f"{task}\n{note}"
    return task, words, len(words) - len(asked)


def _cut(chunk: str, offset: int) -> list[tuple[int, int]]:
    """Cut one run of non-spaces: punctuation off both ends, sums and chords into their parts."""
    first, last = 0, len(chunk)
    while first < last and chunk[first] in _LEADING:
        first += 1
    while last > first and chunk[last - 1] in _TRAILING:
        last -= 1
    core = chunk[first:last]
    spans = [(index, index + 1) for index in range(first)]
    if _CHORD.fullmatch(core):
        parts = list(re.finditer(r"[^+\-]+|[+\-]", core))
        spans += [(first + part.start(), first + part.end()) for part in parts]
    elif _SUM.fullmatch(core):
        spans += [(index, index + 1) for index in range(first, last)]
    elif core:
        # `File>Save` and `File/Open` name two things, a path or an address one.
        cuts = re.finditer(r"[^>→|]+|[>→|]+", core)
        spans += [(first + part.start(), first + part.end()) for part in cuts]
    spans += [(index, index + 1) for index in range(last, len(chunk))]
    return [(offset + start, offset + end) for start, end in spans]


def _pair_quotes(task: str, pieces: list[tuple[int, int]]) -> dict[int, int]:
    """Which quote opens and which closes it, as offsets; apostrophes inside words are no quotes."""
    marks = [start for start, end in pieces if end - start == 1 and task[start] in QUOTES]
    opens: dict[int, int] = {}
    closing = -1
    for index, start in enumerate(marks):
        if start > closing:
            later = (at for at in marks[index + 1 :] if task[at] in _OPENERS.get(task[start], ""))
            end = next(later, None)
            if end is not None:
                opens[start] = closing = end
    return opens


def joined(words: Sequence[Word]) -> str:
    """Words with one blank where they stand apart; numbers are whole again."""
    return "".join(word.text if word.glued else f" {word.text}" for word in words).strip()
