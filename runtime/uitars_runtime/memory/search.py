"""Which episodes bear on a task: words, letters, place and age.

Candidates come from two indexes: the word index (FTS5, the task's rarest words first) and the
signatures (Hamming distance over all episodes). Both give a share between 0 and 1; their mean is
raised a little by the same program and lowered by age. What stays below a threshold is not
recalled: an unrelated memory costs tokens and misleads.
"""

from __future__ import annotations

import math
import time
from typing import TYPE_CHECKING

import msgspec
import numpy as np

from uitars_runtime.memory.episode import Episode, normal, words_about
from uitars_runtime.memory.signature import BYTES, cosine, distances, signature
from uitars_runtime.memory.store import EpisodeStore, Stored
from uitars_runtime.memory.words import words_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

RELEVANT = 0.3
"""The least relevance of an episode that is recalled; see bench/memory.py."""
_ROWS = 1000
"""Rows of the word index that one search may score; common words are left out first."""
_CANDIDATES = 64
_MOST_NEAREST = 4 * _CANDIDATES
"""Episodes that are equally near; of more than these the newest are taken."""
_JUDGED = 24
"""Candidates that are read from disk."""
_SATURATION = 2.2
"""The most that one word adds to FTS5's score beyond its rarity: k1 + 1."""
_SAME_PLACE = 0.08
_HALF_LIFE_DAYS = 90.0
_AGE_WEIGHT = 0.3
"""How much of an episode's relevance age can take away."""
_ANSWERS = 0.45
"""The least relevance of an episode with a fact about something that the query names, whatever the
rest of the query is about."""
_WEIGHTS = "4.0, 2.0, 3.0, 1.0"
"""Of intention, place, facts and the rest in the word index."""


class Query(msgspec.Struct, frozen=True):
    """What is looked for."""

    text: str
    application: str = ""
    without_run: str = ""
    """A run whose own episodes are left out."""


class Found(msgspec.Struct, frozen=True):
    """An episode that bears on a query."""

    stored: Stored
    relevance: float
    """0 to about 1."""


class Search:
    """Finds episodes of one store; follows what other processes write to it."""

    def __init__(self, store: EpisodeStore) -> None:
        self._store = store
        self._last = 0
        self._episodes: NDArray[np.int64] = np.zeros(0, np.int64)
        self._signatures: NDArray[np.uint64] = np.zeros((BYTES // 8, 0), np.uint64)
        self._places: NDArray[np.int64] = np.zeros(0, np.int64)
        """Of each episode's number, where its newest signature stands; -1 for none."""

    def find(self, query: Query, limit: int = 5, least: float = RELEVANT) -> tuple[Found, ...]:
        """The most relevant episodes, best first, at most `limit`."""
        self._load()
        lexical = self._by_words(query.text)
        alike = self._by_letters(query.text, lexical)
        relevance = {
            number: (lexical.get(number, 0.0) + max(0.0, alike.get(number, 0.0))) / 2
            for number in {*lexical, *alike}
        }
        # Place and age change the order, but little: only what is near the top can come out there.
        near = sorted(relevance, key=lambda number: -relevance[number])[:_JUDGED]
        found = [
            Found(stored, _judged(stored.episode, relevance[stored.number], query))
            for stored in self._store.some(near)
            if not any(source.run == query.without_run for source in stored.episode.sources)
        ]
        kept = [item for item in found if item.relevance >= least]
        return tuple(sorted(kept, key=lambda item: -item.relevance)[:limit])

    def _by_words(self, text: str) -> dict[int, float]:
        """Number -> share of the query's weight that an episode holds, for the best of them."""
        total = len(self._episodes)
        bound, rows, first = 0.0, 0, 0
        chosen: list[str] = []
        for count, word in sorted((self._count(word), word) for word in set(words_of(text))):
            rows += count
            if rows > _ROWS:
                if chosen:
                    break
                first = self._newest(word)
            bound += _SATURATION * _rarity(count, total)
            if count:
                chosen.append(word)
        if not chosen:
            return {}
        # The weights are constants of this module.
        scored = self._store.rows(
            f"SELECT rowid, bm25(words, {_WEIGHTS}) AS score FROM words"  # noqa: S608
            " WHERE words MATCH ? AND rowid >= ? ORDER BY score LIMIT ?",
            (" OR ".join(f'"{word}"' for word in chosen), first, _CANDIDATES),
        )
        return {number: min(1.0, -score / bound) for number, score in scored}

    def _newest(self, word: str) -> int:
        """Where the newest `_ROWS` episodes with a word that is everywhere begin."""
        found = self._store.rows(
            "SELECT rowid FROM words WHERE words MATCH ? ORDER BY rowid DESC LIMIT 1 OFFSET ?",
            (f'"{word}"', _ROWS),
        )
        return int(found[0][0])

    def _count(self, word: str) -> int:
        """Episodes with this word, as far as it matters."""
        found = self._store.rows(
            "SELECT count(*) FROM (SELECT 1 FROM words WHERE words MATCH ? LIMIT ?)",
            (f'"{word}"', _ROWS + 1),
        )
        return int(found[0][0])

    def _by_letters(self, text: str, others: dict[int, float]) -> dict[int, float]:
        """Number -> cosine, for the most alike and for those that the words brought up."""
        if not len(self._episodes):
            return {}
        apart = distances(signature(text), self._signatures)
        numbers = self._episodes[_nearest(apart)].tolist()
        places = {number: self._place(number) for number in {*numbers, *others}}
        return {number: cosine(int(apart[place])) for number, place in places.items() if place >= 0}

    def _place(self, number: int) -> int:
        return int(self._places[number]) if number < len(self._places) else -1

    def _load(self) -> None:
        """Take in the signatures that were written since the last look."""
        fresh = self._store.signatures(self._last)
        if not fresh.episodes:
            return
        self._last = fresh.last
        columns = np.frombuffer(fresh.bits, np.uint64).reshape(-1, BYTES // 8).T
        episodes = np.frombuffer(fresh.episodes, np.int64)
        self._episodes = np.concatenate((self._episodes, episodes))
        self._signatures = np.concatenate((self._signatures, columns), axis=1)
        self._places = np.full(int(self._episodes.max()) + 1, -1, np.int64)
        # Of an edited episode the newest signature counts: it is the last one here.
        self._places[self._episodes] = np.arange(len(self._episodes))


def _judged(episode: Episode, relevance: float, query: Query) -> float:
    """The relevance with age and place taken into account."""
    if _answers(episode, set(words_of(query.text))):
        relevance = max(relevance, _ANSWERS)
    days = max(0.0, time.time() - episode.learned) / 86400
    relevance *= 1 - _AGE_WEIGHT * (1 - 0.5 ** (days / _HALF_LIFE_DAYS))
    if query.application and normal(query.application) == normal(episode.application):
        relevance += _SAME_PLACE
    return relevance


def _answers(episode: Episode, asked: set[str]) -> bool:
    """Whether it holds a fact about the person themselves or about something specific that is asked
    for: not about `the total`, which is another one in every task."""
    for fact in episode.valid_facts:
        about = words_about(fact.text)
        own = fact.text.casefold().startswith("my ")
        if len(about) >= (1 if own else 2) and about <= asked:
            return True
    return False


def _nearest(apart: NDArray[np.uint16]) -> NDArray[np.intp]:
    """Places of the smallest distances, all of those that are as near as the last one taken."""
    counts = np.cumsum(np.bincount(apart))
    limit = int(np.searchsorted(counts, min(_CANDIDATES, len(apart))))
    return np.flatnonzero(apart <= limit)[-_MOST_NEAREST:]


def _rarity(count: int, total: int) -> float:
    """What FTS5 calls the inverse document frequency of a word."""
    return max(1e-6, math.log((total - count + 0.5) / (count + 0.5)))
