"""What is kept of a finished run or of one of its sub-goals.

An episode says what was intended, what came of it, what stood in the way, what was learned and
where. Where each part comes from is kept with it: only a person's own words are trusted.
"""

from __future__ import annotations

import enum
import re

import msgspec

from uitars_runtime.memory.words import words_of

_SPACE = re.compile(r"\s+")
_ASKED = re.compile(r"^Asked “(.+)”\. ", re.DOTALL)
# The colon of a time, an address or a path says nothing of what stands before it.
_SUBJECT = re.compile(
    r"^(.{2,80}?)\s*(?:=|:(?!(?<=\d:)\d|[/\\])|\s(?:is|are|was|were)\s)\s*(\S.*)$", re.DOTALL
)
_SHORT = re.compile("[a-z]{1,2}")
_ARTICLE = re.compile(r"^(?:the|a|an|my|your|our)\s+")


class Level(enum.StrEnum):
    """How much of a run an episode covers."""

    RUN = "run"
    GOAL = "goal"


class Origin(enum.StrEnum):
    """Whose words they are."""

    TRUSTED = "trusted"
    """A person's: the task, an answer to a question, an edit."""
    SCREEN = "screen"
    """The agent's, who may repeat what a screen or a tool said."""


class Source(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The steps an episode was made from, both ends included."""

    run: str
    first: int
    last: int


class Fact(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One thing learned."""

    text: str
    origin: Origin
    source: Source
    replaced_by: str = ""
    """The fact that contradicts this one and won; such a fact is shown, but not recalled."""

    @property
    def subject(self) -> str:
        """What the fact is about."""
        return subject_of(self.text)


class Episode(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One sub-goal or one run, possibly seen several times."""

    level: Level
    intention: str
    origin: Origin
    """Of the intention."""
    application: str = ""
    """Program it happened in, as the display names it; empty where that is not known."""
    window: str = ""
    succeeded: bool
    """Whether the last attempt did."""
    outcome: str
    ways: tuple[str, ...] = ()
    """The actions that led there, in words and in order; without coordinates, which go stale."""
    obstacles: tuple[str, ...] = ()
    facts: tuple[Fact, ...] = ()
    sources: tuple[Source, ...]
    """Newest first."""
    successes: int = 0
    failures: int = 0
    learned: float
    """When it was seen last, in seconds since 1970 (UTC)."""

    @property
    def key(self) -> str:
        """Episodes with the same key are one: same level, program and intention."""
        return f"{self.level}|{normal(self.application)}|{normal(self.intention)}"

    @property
    def valid_facts(self) -> tuple[Fact, ...]:
        """The facts that nothing newer or more trusted contradicts."""
        return tuple(fact for fact in self.facts if not fact.replaced_by)


def subject_of(fact: str) -> str:
    """What a fact is about (`total` in `The total is 42.`), of an answer the question; empty where
    that is not plain."""
    if asked := _ASKED.match(fact):
        return normal(asked[1])
    found = _SUBJECT.match(fact.strip())
    return normal(_ARTICLE.sub("", found[1].strip().casefold())) if found else ""


def words_about(fact: str) -> set[str]:
    """The words that say what a fact is about, without `of` and its like."""
    words = words_of(subject_of(fact))
    return {word for word in words if not _SHORT.fullmatch(word)}


def normal(text: str) -> str:
    """The text as it is compared: one case, single spaces, no full stop at the end."""
    return _SPACE.sub(" ", text).strip().rstrip(".!").casefold()
