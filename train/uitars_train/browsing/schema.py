"""What a world consists of: kinds of entities, facts, relations, and the words for each.

A listed fact stands in the lists of a site and describes an entity; any other stands on the page of
the entity alone and is asked for.
"""

from __future__ import annotations

from typing import Final, Literal

import msgspec

Form = Literal["word", "year", "number", "date"]


class Fact(msgspec.Struct, frozen=True):
    """Something about an entity that is no other entity."""

    name: str
    label: str
    form: Form
    told: str
    """The question for it, or where it is listed the clause that describes by it."""
    unit: str = ""
    between: tuple[int, int] = (0, 0)
    """Bounds of a number; of a year or date in years after what it follows (`world.py`)."""
    words: tuple[str, ...] = ()

    @property
    def listed(self) -> bool:
        return self.form in ("word", "year")


class Kind(msgspec.Struct, frozen=True):
    """A kind of entities, a site of its own."""

    name: str
    plural: str
    called: str
    """An entity by its name, in a sentence."""
    noun: str
    count: int
    facts: tuple[Fact, ...]

    def fact(self, name: str) -> Fact:
        return next(one for one in self.facts if one.name == name)

    @property
    def word(self) -> Fact:
        """The fact that its lists can be narrowed by."""
        return next(one for one in self.facts if one.form == "word")


class Relation(msgspec.Struct, frozen=True):
    """From each entity of one kind to one of another; shown on the pages of both."""

    name: str
    source: str
    target: str
    label: str
    phrase: str
    """The target, told by the source."""
    question: str
    clause: str
    """Describes the source by the target's name."""
    back_label: str
    back_phrase: str
    """The source, told by the target, where it is the only one."""
    back_question: str
    """All sources of a target."""


def _word(name: str, label: str, told: str, words: str) -> Fact:
    return Fact(name, label, "word", told, words=tuple(words.split()))


def _year(name: str, label: str, told: str, low: int, high: int) -> Fact:
    return Fact(name, label, "year", told, between=(low, high))


def _number(name: str, label: str, told: str, low: int, high: int, unit: str = "") -> Fact:
    return Fact(name, label, "number", told, unit, (low, high))


def _date(name: str, label: str, told: str, low: int, high: int) -> Fact:
    return Fact(name, label, "date", told, between=(low, high))


KINDS: Final = {
    kind.name: kind
    for kind in (
        Kind(
            *("region", "regions", "the region of {}", "region", 6),
            (
                _word(
                    *("landscape", "Landscape", "whose landscape is mostly {}"),
                    "moor forest marsh heath",
                ),
                _year("united", "United", "that was united in {}", 1400, 1600),
                _number("area", "Area", "What is the area of {}", 900, 40_000, "km²"),
                _number(
                    "summit",
                    "Highest summit",
                    "How high is the highest summit of {}",
                    210,
                    3900,
                    "m",
                ),
                _date(
                    "anthem", "Anthem adopted", "On what date was the anthem of {} adopted", 60, 240
                ),
            ),
        ),
        Kind(
            *("town", "towns", "the town of {}", "town", 22),
            (
                _word(
                    "trade",
                    "Chief trade",
                    "whose chief trade is {}",
                    "glass wool salt slate paper rope",
                ),
                _year("founded", "Founded", "that was founded in {}", 1180, 1560),
                _number("population", "Population", "What is the population of {}", 900, 240_000),
                _number("elevation", "Elevation", "At what elevation does {} lie", 3, 980, "m"),
                _date(
                    "charter",
                    "Town charter",
                    "On what date did {} receive its town charter",
                    20,
                    130,
                ),
            ),
        ),
        Kind(
            *("person", "people", "{}", "person", 40),
            (
                _word(
                    *("profession", "Profession", "whose profession is {}"),
                    "painter botanist surveyor composer printer astronomer",
                ),
                _year("born", "Year of birth", "who was born in {}", 1690, 1860),
                _date("died", "Died", "On what date did {} die", 52, 88),
                _number("letters", "Surviving letters", "How many letters of {} survive", 11, 2900),
            ),
        ),
        Kind(
            *("book", "books", "the book “{}”", "book", 34),
            (
                _word(
                    "genre", "Genre", "whose genre is {}", "novel travelogue atlas almanac essay"
                ),
                _year("published", "Published", "that was published in {}", 22, 46),
                _number("pages", "Pages", "How many pages does {} have", 64, 1290),
                _date("forbidden", "Ban lifted", "On what date was the ban of {} lifted", 2, 60),
            ),
        ),
        Kind(
            *("ship", "ships", "the ship {}", "ship", 28),
            (
                _word(
                    "rig", "Rig", "whose rig is that of a {}", "brig schooner barque cutter ketch"
                ),
                _year("launched", "Launched", "that was launched in {}", 20, 40),
                _number("length", "Length", "What length in metres does {} have", 14, 97, "m"),
                _number("crew", "Crew", "How many people are the crew of {}", 6, 310),
                _date(
                    "retired", "Out of service", "On what date was {} taken out of service", 5, 48
                ),
            ),
        ),
        Kind(
            *("museum", "museums", "the museum {}", "museum", 18),
            (
                _word(
                    "subject", "Subject", "whose subject is {}", "clocks maps fossils looms bells"
                ),
                _year("opened", "Opened", "that was opened in {}", 28, 50),
                _number(
                    "visitors",
                    "Visitors a year",
                    "How many visitors a year does {} have",
                    700,
                    190_000,
                ),
                _number("rooms", "Rooms", "How many rooms does {} have", 4, 86),
                _date("rebuilt", "Rebuilt", "On what date was {} rebuilt", 8, 90),
            ),
        ),
    )
}
"""By name, each after those that its years follow."""

RELATIONS: Final = {
    relation.name: relation
    for relation in (
        Relation(
            *("region", "town", "region", "Region"),
            *("the region in which {} lies", "In which region does {} lie"),
            *("that lies in {}", "Towns", "the only town in {}", "Which towns lie in {}"),
        ),
        Relation(
            *("capital", "region", "town", "Capital"),
            *("the capital of {}", "Which town is the capital of {}"),
            *("whose capital is {}", "Capital of", "the region whose capital is {}", ""),
        ),
        Relation(
            *("home", "person", "town", "Home town"),
            *("the home town of {}", "Which town is the home town of {}"),
            *("whose home town is {}", "People from here", "the only person from {}"),
            "Which people have their home town in {}",
        ),
        Relation(
            *("teacher", "person", "person", "Teacher"),
            *("the teacher of {}", "Who was the teacher of {}"),
            *(
                "whose teacher was {}",
                "Pupils",
                "the only pupil of {}",
                "Who were the pupils of {}",
            ),
        ),
        Relation(
            *("author", "book", "person", "Author"),
            *("the author of {}", "Who is the author of {}"),
            *("whose author is {}", "Books written", "the only book by {}"),
            "Which books were written by {}",
        ),
        Relation(
            *("setting", "book", "town", "Set in"),
            *("the town in which {} is set", "In which town is {} set"),
            *("that is set in {}", "Books set here", "the only book that is set in {}"),
            "Which books are set in {}",
        ),
        Relation(
            *("captain", "ship", "person", "Captain"),
            *("the captain of {}", "Who was the captain of {}"),
            *("whose captain was {}", "Ships commanded", "the only ship commanded by {}"),
            "Which ships were commanded by {}",
        ),
        Relation(
            *("port", "ship", "town", "Home port"),
            *("the home port of {}", "Which town is the home port of {}"),
            *("whose home port is {}", "Ships at home here", "the only ship at home in {}"),
            "Which ships have their home port in {}",
        ),
        Relation(
            *("place", "museum", "town", "Town"),
            *("the town in which {} stands", "In which town does {} stand"),
            *("that stands in {}", "Museums", "the only museum in {}", "Which museums stand in {}"),
        ),
        Relation(
            *("founder", "museum", "person", "Founder"),
            *("the founder of {}", "Who was the founder of {}"),
            *("whose founder was {}", "Museums founded", "the only museum founded by {}"),
            "Which museums were founded by {}",
        ),
    )
}
FOLLOWS: Final = {"book": "author", "ship": "captain", "museum": "founder"}
"""By kind the relation whose target is born before: years are counted from then."""


def relations_of(kind: str) -> tuple[Relation, ...]:
    """Those that an entity of a kind has."""
    return tuple(one for one in RELATIONS.values() if one.source == kind)


def relations_to(kind: str) -> tuple[Relation, ...]:
    """Those that lead to an entity of a kind."""
    return tuple(one for one in RELATIONS.values() if one.target == kind)
