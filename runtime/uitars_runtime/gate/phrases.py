"""Looking for listed words and phrases in a line: a table instead of one long pattern.

A line and the phrases are expected folded (`words.py`); what the phrases mean is not known here.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

_TOKEN = re.compile(r"\w+")
_IN_A_WORD = re.compile(r"\w")
JOINED = "\u3000"
"""Scripts from here on are written without spaces, or with endings on their words."""


class Phrases:
    """Some phrases, found as whole words; those of scripts without spaces are found anywhere."""

    def __init__(self, phrases: Iterable[str]) -> None:
        self._all = frozenset(phrases)
        self._by_first_word: dict[str, list[str]] = {}
        self._joined: list[str] = []
        for phrase in sorted(self._all, key=len, reverse=True):
            if phrase >= JOINED:
                self._joined.append(phrase)
            elif first := _TOKEN.match(phrase):
                self._by_first_word.setdefault(first[0], []).append(phrase)

    def __contains__(self, line: str) -> bool:
        """Whether one of them is the whole line."""
        return line in self._all

    def search(self, line: str) -> str | None:
        """The first one that the line holds, of several there the longest."""
        span = self._span(line)
        return None if span is None else line[span[0] : span[1]]

    def begin(self, line: str) -> bool:
        """Whether the line begins with one of them."""
        span = self._span(line)
        return span is not None and span[0] == 0

    def cut_from(self, line: str) -> str:
        """The line without any of them."""
        while (span := self._span(line)) is not None:
            line = f"{line[: span[0]]} . {line[span[1] :]}"
        return line

    def _span(self, line: str) -> tuple[int, int] | None:
        """Where the first one begins and ends."""
        spans = [span for span in (self._spaced_span(line), self._joined_span(line)) if span]
        return min(spans, default=None)

    def _spaced_span(self, line: str) -> tuple[int, int] | None:
        for token in _TOKEN.finditer(line):
            begin = token.start()
            for phrase in self._by_first_word.get(token[0], ()):
                end = begin + len(phrase)
                if line.startswith(phrase, begin) and not _IN_A_WORD.match(line, end):
                    return begin, end
        return None

    def _joined_span(self, line: str) -> tuple[int, int] | None:
        if not line or max(line) < JOINED:
            return None
        found = ((line.find(phrase), len(phrase)) for phrase in self._joined)
        places = [(at, -length) for at, length in found if at >= 0]
        if not places:
            return None
        at, length = min(places)
        return at, at - length
