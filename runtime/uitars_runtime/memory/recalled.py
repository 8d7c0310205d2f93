"""Episodes in words for a model, within a budget of tokens.

The words say whose they are. They are data: dialects quote each line they are given.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence

from uitars_runtime.memory.episode import Episode, Fact, Level, Origin
from uitars_runtime.memory.tokens import cut, tokens_of

_DAY = 86400.0
_INTENTION_TOKENS = 60
_PART_TOKENS = 90
LEAST_TOKENS = 40
"""An episode cut shorter than this says nothing."""


def in_words(episode: Episode, now: float | None = None) -> str:
    """One episode on one line, the most useful first. `now`: seconds since 1970."""
    days = int(((time.time() if now is None else now) - episode.learned) / _DAY)
    when = "today" if days < 1 else "1 day ago" if days == 1 else f"{days} days ago"
    what = "task" if episode.level is Level.RUN else "part of a task"
    where = f" in {episode.application}" if episode.application else ""
    worked = "worked" if episode.succeeded else "did not work"
    tried = episode.successes + episode.failures
    often = f" ({episode.successes} of {tried} times)" if tried > 1 else ""
    intention = cut(episode.intention, _INTENTION_TOKENS)
    parts = [f"Earlier {what}{where}, {when}: “{intention}” {worked}{often}."]
    parts += _facts(episode.valid_facts)
    if episode.ways:
        parts.append(cut(f"What was done: {'; '.join(episode.ways)}.", 2 * _PART_TOKENS))
    if episode.obstacles:
        parts.append(cut(f"In the way: {'; '.join(episode.obstacles)}.", _PART_TOKENS))
    if not episode.succeeded and episode.outcome:
        parts.append(cut(f"It ended: {episode.outcome}.", _PART_TOKENS))
    return " ".join(parts)


def within(texts: Iterable[str], tokens: int) -> list[str]:
    """The texts that fit, in order; the first that does not fit is cut and is the last."""
    kept: list[str] = []
    for text in texts:
        size = tokens_of(text)
        if size > tokens:
            if tokens >= LEAST_TOKENS:
                kept.append(cut(text, tokens))
            break
        kept.append(text)
        tokens -= size
    return kept


def _facts(facts: Sequence[Fact]) -> list[str]:
    said = [fact.text for fact in facts if fact.origin is Origin.TRUSTED]
    read = [fact.text for fact in facts if fact.origin is Origin.SCREEN]
    parts: list[str] = []
    if said:
        parts.append(cut(f"The person said: {' | '.join(reversed(said))}", _PART_TOKENS))
    if read:
        parts.append(cut(f"Noted from the screen: {' | '.join(reversed(read))}", _PART_TOKENS))
    return parts
