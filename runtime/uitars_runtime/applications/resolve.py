"""From a person's words to the program they mean.

Names go before purposes, purposes before descriptions; among several the chosen default wins, then
what shows a window of its own and stands in menus. Whoever is asked and what is started is not
decided here.
"""

from __future__ import annotations

import difflib
import os
from collections.abc import Iterable, Sequence
from typing import Final

import msgspec

from uitars_runtime.applications.application import Application
from uitars_runtime.applications.defaults import Defaults, chosen, type_of
from uitars_runtime.applications.descriptions import FILLERS, Descriptions, tokens
from uitars_runtime.applications.desktop_files import installed
from uitars_runtime.applications.purposes import PURPOSES, Purpose

_CJK_FILLERS: Final = ("应用程序", "应用", "程序", "软件")
_LIKE: Final = 0.6
"""How alike a name must be to be called near."""
_NEAR: Final = 4
"""How many programs are named where none is meant."""


class Found(msgspec.Struct, frozen=True):
    """A program that words mean."""

    application: Application
    named: bool
    """Whether they are its name or kind; otherwise they only describe it."""


class Near(msgspec.Struct, frozen=True):
    """No program is meant; those whose names come nearest."""

    names: tuple[str, ...]
    kind: bool = False
    """Whether the words are a kind of program, of which none is there."""


class Catalogue:
    """The programs of a machine as words for them see them."""

    def __init__(self, applications: Iterable[Application], defaults: Defaults) -> None:
        self._all = tuple(applications)
        self._defaults = defaults
        self._descriptions = Descriptions(self._all)

    def resolve(self, words: str) -> Found | Near:
        """The program that a person means by `words`."""
        forms = [said for said in dict.fromkeys((_joined(words), _bare(words))) if said]
        for said in forms:
            named = self._named(said)
            if named is not None:
                return Found(named, True)
        if any(_purpose(said) for said in forms):
            return Near((), True)
        described = self._descriptions.best(words)
        return Near(self._near(words)) if described is None else Found(described, False)

    def for_file(self, path: str) -> Application | None:
        """The program that opens a file, by its kind."""
        kind = type_of(path)
        fitting = [item for item in self._all if kind in item.types]
        if not fitting and kind.startswith("text/"):
            kind = "text/plain"
            fitting = [item for item in self._all if kind in item.types]
        return self._preferred(fitting, kind) or _plainest(fitting)

    def _named(self, said: str) -> Application | None:
        same = [item for item in self._all if said in _called(item)]
        if same:
            return _plainest(same)
        purpose = _purpose(said)
        if purpose is not None:
            return self._for_purpose(purpose)
        # A word of one language may be another program's name in a second one: kinds go first.
        for keys in (("GenericName",), ("Name", "X-GNOME-FullName")):
            told = [item for item in self._all if said in _told(item, keys)]
            if told:
                return _plainest(told)
        return None

    def _for_purpose(self, purpose: Purpose) -> Application | None:
        for kind in purpose.types:
            preferred = self._preferred(self._all, kind)
            if preferred is not None:
                return preferred
        fitting = [item for item in self._all if purpose.categories <= item.categories]
        words = set(map(_joined, purpose.words))
        called = [item for item in self._all if words & _told(item, ("GenericName",))]
        exact = [item for item in called if item in fitting]
        plainest = _plainest(exact or fitting or called)
        return plainest or self._descriptions.best(purpose.words[0])

    def _preferred(self, among: Sequence[Application], kind: str) -> Application | None:
        """The one that a person or the system chose for a type."""
        for name in self._defaults.get(kind, ()):
            for item in among:
                if name in (item.id, item.program) or _runs(item, name):
                    return item
        return None

    def _near(self, words: str) -> tuple[str, ...]:
        names = {_joined(item.name): item.name for item in self._all if not item.hidden}
        close = difflib.get_close_matches(_bare(words), names, _NEAR, _LIKE)
        touching = (item.name for item in self._descriptions.touching(words))
        return tuple(dict.fromkeys([*(names[name] for name in close), *touching]))[:_NEAR]


def of_this_machine() -> Catalogue:
    """What is installed now and what this person chose, by this process's environment."""
    return Catalogue(installed(os.environ), chosen(os.environ))


def _purpose(said: str) -> Purpose | None:
    return next((one for one in PURPOSES if said in map(_joined, one.words)), None)


def _joined(words: str) -> str:
    """Words as they are compared: no case, marks or spaces."""
    return "".join(tokens(words))


def _bare(words: str) -> str:
    """The same without the words around a name."""
    said = "".join(word for word in tokens(words) if word not in FILLERS)
    for filler in _CJK_FILLERS:
        said = said.removesuffix(filler) or said
    return said


def _called(item: Application) -> set[str]:
    """Its name untranslated, that of its executable and those of its entry."""
    last = item.id.rpartition(".")[2]
    return {_joined(name) for name in (item.name, item.program, item.id, last)}


def _told(item: Application, keys: Sequence[str]) -> set[str]:
    return {_joined(value) for key in keys for value in item.told(key)}


def _runs(item: Application, executable: str) -> bool:
    """Whether an alternative's executable is that of the entry, link or not."""
    return os.path.basename(os.path.realpath(f"/usr/bin/{item.program}")) == executable


def _plainest(among: Sequence[Application]) -> Application | None:
    """The one that a person most likely means."""
    return min(
        among,
        key=lambda item: (item.terminal, item.hidden, len(item.exec), item.id),
        default=None,
    )
