"""Episodes in words for a model, within a budget of tokens.

The words say whose they are. They are data: dialects quote each line they are given.
"""

from __future__ import annotations

import re
import time
from collections.abc import Iterable, Sequence

from uitars_runtime.memory.episode import Episode, Fact, Level, Origin, words_about
from uitars_runtime.memory.tokens import cut, tokens_of
from uitars_runtime.memory.words import words_of

_DAY = 86400.0
_INTENTION_TOKENS = 60
_PART_TOKENS = 90
_EARLIER = ("Earlier task", "Earlier part of a task")
BEFORE = "Before, steps "
"""How a text about this run's own earlier steps begins."""
_SAID, _NOTED = "The person said: ", "Noted from the screen: "
_DONE, _IN_THE_WAY, _ENDED = "What was done: ", "In the way: ", "It ended: "
_BETWEEN = " | "
_FACTS = re.compile(
    f"(?:{_SAID}|{_NOTED})(.+?)(?= (?:{_NOTED}|{_DONE}|{_IN_THE_WAY}|{_ENDED})|$)", re.DOTALL
)
LEAST_TOKENS = 40
"""An episode cut shorter than this says nothing."""


def in_words(episode: Episode, now: float | None = None) -> str:
    """One episode on one line, the most useful first. `now`: seconds since 1970."""
    days = int(((time.time() if now is None else now) - episode.learned) / _DAY)
    when = "today" if days < 1 else "1 day ago" if days == 1 else f"{days} days ago"
    what = _EARLIER[episode.level is not Level.RUN]
    where = f" in {episode.application}" if episode.application else ""
    tried = episode.successes + episode.failures
    worked = "worked" if episode.succeeded else "did not work"
    if not tried:
        worked = "ended, and nobody saw whether it worked"
    often = f" ({episode.successes} of {tried} times)" if tried > 1 else ""
    intention = cut(episode.intention, _INTENTION_TOKENS)
    parts = [f"{what}{where}, {when}: “{intention}” {worked}{often}."]
    parts += _facts(episode.valid_facts)
    if episode.ways:
        parts.append(_listed(_DONE, episode.ways, 2 * _PART_TOKENS))
    if episode.obstacles:
        parts.append(_listed(_IN_THE_WAY, episode.obstacles, _PART_TOKENS))
    if not episode.succeeded and episode.outcome:
        parts.append(_listed(_ENDED, (episode.outcome,), _PART_TOKENS))
    return " ".join(parts)


def _listed(heading: str, sentences: Sequence[str], tokens: int) -> str:
    """Sentences, whole or not, as one that ends with one full stop."""
    return cut(f"{heading}{'; '.join(each.rstrip(' .') for each in sentences)}.", tokens)


def facts_for(task: str, recalled: Iterable[str]) -> list[str]:
    """For a model that reads short facts only: the notes of this run as they are, then the facts of
    earlier episodes about something that the task names: all of it, or where there is no such fact
    the half of it."""
    notes: list[str] = []
    facts: dict[str, float] = {}
    asked = set(words_of(task))
    for text in recalled:
        if not text.startswith((*_EARLIER, BEFORE)):
            notes.append(text)
            continue
        for part in _FACTS.findall(text):
            for fact in part.split(_BETWEEN):
                about = words_about(fact)
                if about and not fact.endswith("…"):
                    facts.setdefault(fact, len(asked & about) / len(about))
    least = 1.0 if 1.0 in facts.values() else 0.5
    return notes + [fact for fact, named in facts.items() if named >= least]


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
        parts.append(cut(f"{_SAID}{_BETWEEN.join(reversed(said))}", _PART_TOKENS))
    if read:
        parts.append(cut(f"{_NOTED}{_BETWEEN.join(reversed(read))}", _PART_TOKENS))
    return parts
