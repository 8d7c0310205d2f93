"""A world: entities with facts and relations, grown from a seed. The same seed gives the same one.

Nearly every third entity has another of its kind with nearly the same name.
"""

from __future__ import annotations

import datetime
import hashlib
import random
from collections import defaultdict
from collections.abc import Sequence
from functools import cached_property
from typing import Final

import msgspec

from uitars_train.browsing.names import near_name, new_name, slug
from uitars_train.browsing.schema import FOLLOWS, KINDS, Fact, Kind, relations_of, relations_to

Value = int | str
"""A number, a year or a word; a date as YYYY-MM-DD."""
_NEAR: Final = 0.3
"""Share of entities whose name was made from the one before."""
_TAUGHT: Final = 0.7
"""Share of people who had a teacher, where somebody is old enough."""
_BETWEEN: Final = 15
"""Years between teacher and pupil, at least."""
_SHOWN: Final = 16


class Entity(msgspec.Struct, frozen=True):
    """Something with a page of its own."""

    address: str
    kind: str
    name: str
    facts: dict[str, Value]
    links: dict[str, str]
    """By relation the address of its target."""
    near: str = ""
    """The address of the one with nearly the same name."""


class World:
    """All entities of one seed, by kind and then in the order of their names."""

    def __init__(self, seed: int, entities: Sequence[Entity]) -> None:
        self.seed = seed
        self.entities = tuple(entities)
        self._by_address = {one.address: one for one in entities}
        self._back: defaultdict[tuple[str, str], list[Entity]] = defaultdict(list)
        for one in entities:
            for relation, target in one.links.items():
                self._back[relation, target].append(one)

    def at(self, address: str) -> Entity | None:
        """The entity whose page that is."""
        return self._by_address.get(address)

    def of_kind(self, kind: str) -> list[Entity]:
        return [one for one in self.entities if one.kind == kind]

    def forward(self, entity: Entity, relation: str) -> Entity | None:
        """Where a relation leads; None where the entity has none."""
        return self._by_address.get(entity.links.get(relation, ""))

    def back(self, entity: Entity, relation: str) -> list[Entity]:
        """From where a relation leads to it."""
        return self._back.get((relation, entity.address), [])

    @cached_property
    def digest(self) -> str:
        """What it is told by: the same digest, the same pages and answers."""
        data = msgspec.json.encode(self.entities, order="sorted")
        return hashlib.sha256(data).hexdigest()[:_SHOWN]


def grow(seed: int) -> World:
    """The world of a seed."""
    chance = random.Random(f"world {seed}")
    grown: dict[str, list[Entity]] = {}
    taken: set[str] = set()
    for kind in KINDS.values():
        named = _names(kind, chance, taken)
        grown[kind.name] = _entities(kind, named, grown, chance)
    grown["region"] = [_with_capital(one, grown["town"], chance) for one in grown["region"]]
    entities = [one for kind in grown.values() for one in sorted(kind, key=lambda one: one.name)]
    return World(seed, entities)


def _names(kind: Kind, chance: random.Random, taken: set[str]) -> list[tuple[str, str]]:
    """Names of a kind, each with the one that it is near to."""
    named: list[tuple[str, str]] = []
    while len(named) < kind.count:
        lone = [name for name, near in named[-1:] if not near]
        near = lone[0] if lone and chance.random() < _NEAR else ""
        name = near_name(kind.name, near, chance) if near else new_name(kind.name, chance)
        if slug(name) not in taken:
            taken.add(slug(name))
            named.append((name, near))
    return named


def _entities(
    kind: Kind,
    named: Sequence[tuple[str, str]],
    grown: dict[str, list[Entity]],
    chance: random.Random,
) -> list[Entity]:
    def address(name: str) -> str:
        return f"/{kind.plural}/{slug(name)}" if name else ""

    near = dict(named) | {other: name for name, other in named if other}
    made: list[Entity] = []
    for name, _ in named:
        links: dict[str, str] = {}
        for relation in relations_of(kind.name):
            if relation.name not in ("capital", "teacher"):
                links[relation.name] = chance.choice(grown[relation.target]).address
        facts = _facts(kind, _since(kind, links, grown), chance)
        if kind.name == "person":
            older = [one for one in made if int(one.facts["born"]) + _BETWEEN <= int(facts["born"])]
            if older and chance.random() < _TAUGHT:
                links["teacher"] = chance.choice(older).address
        made.append(Entity(address(name), kind.name, name, facts, links, address(near[name])))
    return made


def _since(kind: Kind, links: dict[str, str], grown: dict[str, list[Entity]]) -> int:
    """The year from which an entity's own is counted."""
    if kind.name not in FOLLOWS:
        return 0
    person = links[FOLLOWS[kind.name]]
    return next(int(one.facts["born"]) for one in grown["person"] if one.address == person)


def _facts(kind: Kind, since: int, chance: random.Random) -> dict[str, Value]:
    facts: dict[str, Value] = {}
    for fact in kind.facts:
        facts[fact.name] = _value(fact, since, chance)
        if fact.form == "year":
            since = int(facts[fact.name])  # dates come after it
    return facts


def _value(fact: Fact, since: int, chance: random.Random) -> Value:
    match fact.form:
        case "word":
            return chance.choice(fact.words)
        case "number":
            return chance.randint(*fact.between)
        case "year":
            return since + chance.randint(*fact.between)
        case "date":
            year = since + chance.randint(*fact.between)
            day = datetime.date(year, 1, 1) + datetime.timedelta(chance.randrange(365))
            return day.isoformat()


def _with_capital(region: Entity, towns: Sequence[Entity], chance: random.Random) -> Entity:
    """A region with one of its towns for capital, if it has any."""
    inside = [one.address for one in towns if one.links["region"] == region.address]
    links = {"capital": chance.choice(inside)} if inside else {}
    return msgspec.structs.replace(region, links=links)


def shown(fact: Fact, value: Value) -> str:
    """A value as the pages write it, without its unit."""
    match fact.form:
        case "number":
            return f"{value:,}"
        case "date":
            day = datetime.date.fromisoformat(str(value))
            return f"{day.day} {day:%B} {day.year}"
        case _:
            return str(value)


def neighbours(world: World, entity: Entity) -> list[tuple[str, list[Entity]]]:
    """What leads to an entity, by relation; only what there is."""
    found = [(one.name, world.back(entity, one.name)) for one in relations_to(entity.kind)]
    return [(name, sources) for name, sources in found if sources]
