"""The way of pages that proves an answer, each linked from the one before, but for what is typed
into the search. Not here: what stands on the pages (`site.py`)."""

from __future__ import annotations

from typing import Final
from urllib.parse import urlencode

from uitars_train.browsing.queries import Named, Query, Step
from uitars_train.browsing.schema import KINDS
from uitars_train.browsing.world import Entity, World

HOME: Final = "/"
SEARCH: Final = "/search"
ON_A_PAGE: Final = 8
"""Entries of a list that is turned."""


def route(world: World, query: Query, way: tuple[Entity, ...]) -> tuple[str, ...]:
    """From the first page of the site to the one where the answer stands. What is named is found by
    the search, what is described in the list of its kind."""
    before: tuple[str, ...]
    match query.conditions:
        case (Named(name),):
            before = (HOME, SEARCH, f"{SEARCH}?{urlencode({'q': name})}")
        case _:
            before = (HOME, *_through_the_list(world, way[0]))
    return (*before, *(one.address for one in way))


def _through_the_list(world: World, entity: Entity) -> tuple[str, ...]:
    page = world.of_kind(entity.kind).index(entity) // ON_A_PAGE + 1
    first = f"/{KINDS[entity.kind].plural}/"
    return (first,) if page == 1 else (first, f"{first}?page={page}")


def place(query: Query) -> str:
    """The part of the last page where the answer stands, by its id there."""
    if isinstance(query.asked, Step):
        return f"{query.asked.relation}-of" if query.asked.back else query.asked.relation
    return query.asked
