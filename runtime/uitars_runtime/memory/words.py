"""Texts as words, the same for what is kept and for what is asked.

Scripts without spaces between words become overlapping pairs of characters.
"""

from __future__ import annotations

import re

_WORD = re.compile(r"\w+")
_UNSPACED = re.compile("[\u0e00-\u0eff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff]+")


def words_of(text: str) -> list[str]:
    """The words in order, in one case."""
    return [part for word in _WORD.findall(text.casefold()) for part in _parts(word)]


def _parts(word: str) -> list[str]:
    if not _UNSPACED.search(word):
        return [word]
    parts: list[str] = []
    at = 0
    for run in _UNSPACED.finditer(word):
        if run.start() > at:
            parts.append(word[at : run.start()])
        text = run[0]
        parts.extend(text[i : i + 2] for i in range(max(1, len(text) - 1)))
        at = run.end()
    return [*parts, word[at:]] if at < len(word) else parts
