"""The page of each address of a world: a first page, a list of each kind that is turned and can be
narrowed, a page of each entity, and a search for names. Pure; each kind looks another way, and each
seed deals the looks anew. Not here: who serves them (`serving.py`)."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Final
from urllib.parse import parse_qs, urlencode, urlsplit

from uitars_train.browsing import looks
from uitars_train.browsing.looks import Line, Row, link
from uitars_train.browsing.routes import HOME, ON_A_PAGE, SEARCH
from uitars_train.browsing.schema import KINDS, RELATIONS, Kind, relations_of
from uitars_train.browsing.world import Entity, World, neighbours, shown
from uitars_train.rewards.answers import plain

_LONGEST: Final = 200
"""Characters of what is searched for; more are not read."""


class Site:
    """All pages of a world."""

    def __init__(self, world: World) -> None:
        self.world = world
        chance = random.Random(f"looks {world.seed}")
        kinds = list(KINDS)
        chance.shuffle(kinds)
        self._look: dict[str, looks.Look] = {
            kind: looks.LOOKS[at % len(looks.LOOKS)] for at, kind in enumerate(kinds)
        }
        self._list_look: dict[str, looks.ListLook] = {
            kind: looks.LIST_LOOKS[at % len(looks.LIST_LOOKS)] for at, kind in enumerate(kinds)
        }
        self._colour = {kind: at for at, kind in enumerate(kinds)}
        self._kind_of = {f"/{kind.plural}/": kind for kind in KINDS.values()}
        self._above = (
            (HOME, "Home"),
            *((address, kind.plural.title()) for address, kind in self._kind_of.items()),
            (SEARCH, "Search"),
        )

    def page(self, address: str) -> bytes | None:
        """The page of an address, with what follows its question mark; None where there is none."""
        try:
            parts = urlsplit(address)
        except ValueError:
            return None
        asked = {name: values[-1] for name, values in parse_qs(parts.query).items()}
        if parts.path == HOME:
            return self._home()
        if parts.path == SEARCH:
            return self._search(asked.get("q", "")[:_LONGEST], asked.get("page", "1"))
        if (kind := self._kind_of.get(parts.path)) is not None:
            return self._list(kind, asked.get(kind.word.name, ""), asked.get("page", "1"))
        entity = self.world.at(parts.path)
        return None if entity is None else self._about(entity)

    def missing(self) -> bytes:
        """What is shown where there is no page."""
        return self._whole("Not found", looks.headed("Not found", "There is no such page."), 0)

    def found(self, text: str) -> list[Entity]:
        """What a search finds: names with the most of the words, in the order of the world."""
        words = set(plain(text).split())
        counted = [(len(words & set(plain(one.name).split())), one) for one in self.world.entities]
        most = max((count for count, _ in counted), default=0)
        return [one for count, one in counted if count == most] if most else []

    def _whole(self, title: str, body: str, colour: int) -> bytes:
        return looks.page(title, body, self._above, colour)

    def _home(self) -> bytes:
        told = "".join(
            f"<li>{link(address, kind.plural.title())} – {kind.count} pages</li>"
            for address, kind in self._kind_of.items()
        )
        search = f"<p>{link(SEARCH, 'Search')} for a name.</p>"
        title = "Collected registers"
        return self._whole(title, f"{looks.headed(title)}<ul>{told}</ul>{search}", 0)

    def _search(self, text: str, number: str) -> bytes:
        body = f"{looks.headed('Search')}{looks.field(SEARCH, text)}"
        if text:
            rows = [Row(one.address, one.name, (one.kind,)) for one in self.found(text)]
            body += self._turned(
                rows, ("Kind",), "bullets", f"{SEARCH}?{urlencode({'q': text})}", number
            )
        return self._whole("Search", body, 0)

    def _list(self, kind: Kind, only: str, number: str) -> bytes:
        listed = [fact for fact in kind.facts if fact.listed]
        rows = [
            Row(one.address, one.name, tuple(shown(fact, one.facts[fact.name]) for fact in listed))
            for one in self.world.of_kind(kind.name)
            if not only or one.facts[kind.word.name] == only
        ]
        first = f"/{kind.plural}/"
        narrow = ", ".join(
            link(f"{first}?{urlencode({kind.word.name: word})}", word) for word in kind.word.words
        )
        title = f"{kind.plural.title()}: {only}" if only else kind.plural.title()
        here = f"{first}?{urlencode({kind.word.name: only})}" if only else first
        body = looks.headed(title, f"{kind.word.label}: {narrow}")
        columns = [fact.label for fact in listed]
        body += self._turned(rows, columns, self._list_look[kind.name], here, number)
        return self._whole(title, body, self._colour[kind.name])

    def _turned(
        self,
        rows: Sequence[Row],
        columns: Sequence[str],
        look: looks.ListLook,
        here: str,
        number: str,
    ) -> str:
        """One page of a list; a number that is none of its pages shows the first."""
        count = max(1, -(-len(rows) // ON_A_PAGE))
        mark = "&" if "?" in here else "?"
        addresses = [here, *(f"{here}{mark}page={at}" for at in range(2, count + 1))]
        pages = {str(at): at - 1 for at in range(1, count + 1)}
        current = pages.get(number, 0)
        part = rows[current * ON_A_PAGE : (current + 1) * ON_A_PAGE]
        return looks.listing(look, columns, part) + looks.turning(addresses, current)

    def _about(self, entity: Entity) -> bytes:
        kind = KINDS[entity.kind]
        lines = [
            Line(fact.name, fact.label, shown(fact, entity.facts[fact.name]), fact.unit)
            for fact in kind.facts
        ]
        lines += [
            Line(relation.name, relation.label, link(target.address, target.name))
            for relation in relations_of(entity.kind)
            if (target := self.world.forward(entity, relation.name)) is not None
        ]
        lists = [
            Line(
                f"{name}-of",
                RELATIONS[name].back_label,
                ", ".join(link(one.address, one.name) for one in sources),
            )
            for name, sources in neighbours(self.world, entity)
        ]
        near = self.world.at(entity.near)
        note = f"Not to be taken for {link(near.address, near.name)}." if near else ""
        body = looks.about(self._look[entity.kind], entity.name, note, lines, lists)
        return self._whole(entity.name, body, self._colour[entity.kind])
