"""Questions with exactly one answer, for so many hops and a degree of obfuscation.

A question that has two answers in its world is never made: every part of its way is the only one
that fits. What one part of a description shows alone is dropped where two are wanted, as UI-TARS-2
drops attributes that reveal too much; of a year the ten years around it may be told. Nothing on the
way but its beginning is named, nor the answer.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator, Sequence
from decimal import Decimal
from pathlib import Path
from typing import Final, Literal

import msgspec

from uitars_runtime.errors import UsageError
from uitars_train.browsing.mistakes import mistakes, read
from uitars_train.browsing.queries import (
    Condition,
    FactIs,
    LinkIs,
    Named,
    Query,
    Step,
    answer,
    fitting,
    led,
    walk,
)
from uitars_train.browsing.routes import place, route
from uitars_train.browsing.schema import KINDS, RELATIONS, relations_of, relations_to
from uitars_train.browsing.wording import HOW, question
from uitars_train.browsing.world import Entity, World, grow
from uitars_train.options import contents
from uitars_train.rewards.answers import Items, Number, Reference, Text, plain

HOPS: Final = (1, 2, 3, 4)
DEGREES: Final = (0, 1, 2)
SEEDS: Final = range(2**31)
AnswerKind = Literal["number", "date", "name", "set"]
_KINDS: Final[tuple[AnswerKind, ...]] = ("number", "date", "name", "set")
_MOST_NAMES: Final = 5
_FEWEST_MISTAKES: Final = 2
_TRIES: Final = 4000
"""Draws for one question, after which the world is said to have no more."""


class Question(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One task on the pages of a world."""

    name: str
    seed: int
    digest: str
    """Of the world, so that pages of another version are not taken for these."""
    hops: int
    degree: int
    kind: AnswerKind
    task: str
    answer: str
    """As the pages write it."""
    reference: Reference
    mistakes: tuple[str, ...]
    """Answers that are nearly right."""
    route: tuple[str, ...]
    """The pages that prove the answer, from the first of the site."""
    place: str
    """Where on the last one it stands, by the id of the element."""
    query: Query


def make(
    seed: int,
    count: int,
    hops: Sequence[int] = HOPS,
    degrees: Sequence[int] = DEGREES,
) -> tuple[Question, ...]:
    """So many different ones in the world of a seed, of all hops and degrees as many.

    Raises `UsageError`.
    """
    if seed not in SEEDS:
        raise UsageError(f"The seed {seed} is not between 0 and {SEEDS[-1]}.")
    if count < 1:
        raise UsageError(f"{count} questions cannot be made.", "Ask for one or more.")
    _check("hops", hops, HOPS)
    _check("degrees", degrees, DEGREES)
    world, chance = grow(seed), random.Random(f"questions {seed}")
    made: dict[str, Question] = {}
    for wanted, degree in itertools.islice(
        itertools.cycle(itertools.product(hops, degrees)), count
    ):
        found = _new(world, wanted, degree, chance, made)
        made[found.task] = found
    return tuple(made.values())


def _check(what: str, given: Sequence[int], known: Sequence[int]) -> None:
    if not given or not set(given) <= set(known):
        said = ", ".join(map(str, given)) or "nothing"
        raise UsageError(f"There are {what} of {known[0]} to {known[-1]}, not {said}.")


def _new(
    world: World, hops: int, degree: int, chance: random.Random, made: dict[str, Question]
) -> Question:
    wanted = chance.choice(_KINDS)
    for _ in range(_TRIES):
        query = _drawn(world, hops, degree, wanted, chance)
        found = query and _question(world, query, wanted, chance, len(made))
        if found and found.task not in made:
            return found
    raise UsageError(
        f"The world of the seed {world.seed} has no more questions of {hops} hops and degree"
        f" {degree} after {len(made)} in all.",
        "Ask for fewer, or for those of several seeds.",
    )


def _question(
    world: World, query: Query, kind: AnswerKind, chance: random.Random, number: int
) -> Question | None:
    """The query as a task; None where it has not one answer, or gives it away."""
    way, right = walk(world, query), answer(world, query)
    if way is None or right is None:
        return None
    told, written = question(query, way), read(world, way[-1], query.asked)
    hidden = [one.name for one in way[1:]] if query.degree == 0 else [one.name for one in way]
    if any(plain(name) in plain(told) for name in (*hidden, *written.split(", "))):
        return None
    reference = _reference(kind, written)
    wrong = mistakes(world, query, way, reference, chance)
    if len(wrong) < _FEWEST_MISTAKES:
        return None
    return Question(
        name=f"{world.seed}-{number + 1:03}-hops{query.hops}-degree{query.degree}",
        seed=world.seed,
        digest=world.digest,
        hops=query.hops,
        degree=query.degree,
        kind=kind,
        task=f"{told} {HOW[kind]}",
        answer=written,
        reference=reference,
        mistakes=wrong,
        route=route(world, query, way),
        place=place(query),
        query=query,
    )


def _reference(kind: AnswerKind, written: str) -> Reference:
    match kind:
        case "number":
            return Number(Decimal(written.replace(",", "")))
        case "set":
            return Items(frozenset(written.split(", ")))
        case _:
            return Text(written)


def _drawn(
    world: World, hops: int, degree: int, kind: AnswerKind, chance: random.Random
) -> Query | None:
    """A query by chance; None where the way that was begun leads no further."""
    start = chance.choice(world.entities)
    way, steps = [start], list[Step]()
    for _ in range(hops - 1):
        onward = [
            (step, led(world, way[-1], step)[0])
            for step in _steps(way[-1])
            if len(led(world, way[-1], step)) == 1 and led(world, way[-1], step)[0] not in way
        ]
        if not onward:
            return None
        step, reached = chance.choice(onward)
        steps.append(step)
        way.append(reached)
    asked = list(_askable(world, way, kind))
    conditions = _described(world, start, degree, chance) if asked else None
    if conditions is None:
        return None
    return Query(start.kind, conditions, tuple(steps), chance.choice(asked))


def _steps(entity: Entity) -> list[Step]:
    forward = [Step(one.name) for one in relations_of(entity.kind)]
    return forward + [Step(one.name, back=True) for one in relations_to(entity.kind)]


def _askable(world: World, way: Sequence[Entity], kind: AnswerKind) -> Iterator[str | Step]:
    """What can be asked at the end of a way, for an answer of a kind."""
    last = way[-1]
    if kind in ("number", "date"):
        yield from (fact.name for fact in KINDS[last.kind].facts if fact.form == kind)
        return
    for step in _steps(last):
        found = led(world, last, step)
        if any(one in way for one in found) or step.back != (kind == "set"):
            continue
        if step.back and not (RELATIONS[step.relation].back_question and len(found) > 1):
            continue
        if 0 < len(found) <= _MOST_NAMES:
            yield step


def _described(
    world: World, entity: Entity, degree: int, chance: random.Random
) -> tuple[Condition, ...] | None:
    """Conditions that only this entity fits, as many as the degree says; None where there are
    none."""
    if degree == 0:
        return (Named(entity.name),)
    known = list(_conditions(world, entity))
    if degree > 1:
        known = [one for one in known if len(fitting(world, entity.kind, (one,))) > 1]
    ways = [
        some
        for some in itertools.combinations(known, degree)
        if len(fitting(world, entity.kind, some)) == 1
    ]
    return chance.choice(ways) if ways else None


def _conditions(world: World, entity: Entity) -> Iterator[Condition]:
    """All that can be said of an entity without its name."""
    for fact in KINDS[entity.kind].facts:
        value = entity.facts[fact.name]
        if fact.listed:
            yield FactIs(fact.name, value)
        if fact.form == "year":
            decade = int(value) // 10 * 10
            yield FactIs(fact.name, decade, decade + 9)
    for relation in relations_of(entity.kind):
        if (target := world.forward(entity, relation.name)) is not None:
            yield LinkIs(relation.name, target.name)


def write(questions: Sequence[Question], file: Path) -> None:
    """One a line. Raises `UsageError`."""
    data = b"".join(msgspec.json.encode(one, order="sorted") + b"\n" for one in questions)
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(data)
    except OSError as error:
        raise UsageError(f"{file} cannot be written: {error.strerror}.") from error


def read_questions(file: Path) -> tuple[Question, ...]:
    """Raises `UsageError` where the file is missing, holds none, or something else."""
    lines = contents(file).splitlines()
    try:
        found = tuple(msgspec.json.decode(line, type=Question) for line in lines)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise UsageError(
            f"{file} holds no questions: {error}.", "They are made by `uitars-train browsing make`."
        ) from error
    if not found:
        raise UsageError(f"{file} holds no question.")
    for name in {one.name for one in found if sum(one.name == other.name for other in found) > 1}:
        raise UsageError(f"{file} holds the question {name} twice.")
    for seed in {one.seed for one in found}:
        if {one.digest for one in found if one.seed == seed} != {grow(seed).digest}:
            raise UsageError(
                f"{file} was made in another world of the seed {seed} than there is now.",
                "Make it anew: `uitars-train browsing make`.",
            )
    return found
