"""What becomes of an episode that was known already, and of facts that contradict each other.

Trusted words win against what was read from a screen; among equals the newer wins. The loser stays
on record and says what replaced it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

import msgspec

from uitars_runtime.memory.episode import Episode, Fact, Origin, normal

MOST_OBSTACLES = 6
MOST_FACTS = 24
MOST_SOURCES = 12


def merged(old: Episode, new: Episode) -> Episode:
    """Both as one. Merging what was merged before changes nothing."""
    if set(new.sources) <= set(old.sources):
        return old
    later, earlier = (new, old) if new.learned >= old.learned else (old, new)
    facts = settled([*earlier.facts, *later.facts])[-MOST_FACTS:]
    if not later.successes + later.failures:
        # Of this one nobody knows whether it worked.
        later, earlier = earlier, later
    return msgspec.structs.replace(
        later,
        origin=Origin.TRUSTED if Origin.TRUSTED in (old.origin, new.origin) else Origin.SCREEN,
        window=later.window or earlier.window,
        ways=_best_ways(later, earlier),
        obstacles=_first_of_each([*later.obstacles, *earlier.obstacles])[:MOST_OBSTACLES],
        facts=facts,
        sources=tuple(dict.fromkeys([*later.sources, *earlier.sources]))[:MOST_SOURCES],
        successes=old.successes + new.successes,
        failures=old.failures + new.failures,
    )


def without_runs(episode: Episode, runs: Collection[str]) -> Episode | None:
    """What is left of an episode without what these runs alone taught; None for nothing."""
    sources = tuple(source for source in episode.sources if source.run not in runs)
    if episode.sources and not sources:
        return None
    facts = tuple(fact for fact in episode.facts if fact.source.run not in runs)
    return msgspec.structs.replace(episode, sources=sources, facts=facts)


def standing_again(episode: Episode, gone: Mapping[str, str]) -> Episode:
    """The episode where none of the facts that are `gone`, each with what had replaced it, replaces
    one of its own."""
    facts = tuple(
        msgspec.structs.replace(fact, replaced_by=_heir(fact, gone)) for fact in episode.facts
    )
    return msgspec.structs.replace(episode, facts=facts)


def _heir(fact: Fact, gone: Mapping[str, str]) -> str:
    """What replaces a fact, of all that did in turn the first that is not gone."""
    passed, heir = {fact.text}, fact.replaced_by
    while heir in gone and heir not in passed:
        passed.add(heir)
        heir = gone[heir]
    return "" if heir in passed else heir


def settled(facts: Sequence[Fact]) -> tuple[Fact, ...]:
    """Facts in the order they were learned; of those that contradict each other one stands."""
    kept: list[Fact] = []
    for fact in facts:
        same = next((old for old in kept if normal(old.text) == normal(fact.text)), None)
        if same is not None and not _learned_again(same, fact):
            continue
        kept = [old for old in kept if old is not same]
        loser = replaced(kept, fact)
        kept = [loser.get(index, old) for index, old in enumerate(kept)]
        winner = _standing(kept, fact)
        kept.append(msgspec.structs.replace(fact, replaced_by=winner.text) if winner else fact)
    return tuple(kept)


def _learned_again(old: Fact, new: Fact) -> bool:
    """Whether a fact that is known counts anew: a person says it, or it is true once more."""
    if new.replaced_by:
        return False
    return new.origin is Origin.TRUSTED or bool(old.replaced_by and new.source != old.source)


def replaced(old: Sequence[Fact], new: Fact) -> dict[int, Fact]:
    """The facts that `new` overrules, by their place, each saying what replaced it."""
    if new.replaced_by:
        return {}
    return {
        index: msgspec.structs.replace(fact, replaced_by=new.text)
        for index, fact in enumerate(old)
        if contradict(fact, new) and _overrules(new, fact)
    }


def contradict(one: Fact, other: Fact) -> bool:
    """Whether two valid facts say different things about one subject."""
    if one.replaced_by or other.replaced_by or not one.subject:
        return False
    return one.subject == other.subject and normal(one.text) != normal(other.text)


def _standing(old: Sequence[Fact], new: Fact) -> Fact | None:
    """The older fact that the newer one contradicts in vain."""
    return next((fact for fact in old if contradict(fact, new)), None)


def _overrules(new: Fact, old: Fact) -> bool:
    return new.origin is Origin.TRUSTED or old.origin is Origin.SCREEN


def _best_ways(later: Episode, earlier: Episode) -> tuple[str, ...]:
    """The shortest way that led there; without one, the last that was tried."""
    led = [episode.ways for episode in (later, earlier) if episode.succeeded and episode.ways]
    return min(led, key=len) if led else later.ways or earlier.ways


def _first_of_each(texts: Sequence[str]) -> tuple[str, ...]:
    first: dict[str, str] = {}
    for text in texts:
        first.setdefault(normal(text), text)
    return tuple(first.values())
