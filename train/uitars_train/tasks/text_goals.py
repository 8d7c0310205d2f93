"""Goals in a text that is open: a line more, a word less, another word everywhere, another name.

They take the ways that editors share: keys that move the caret and mark, a double click on a word,
the menus with their dialogs. Not here: what is written into an empty text (`generation.py`), how
the dialogs look (`simulator/dialogs.py`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from uitars_runtime.backends.embedded.network.vocabulary import Act
from uitars_runtime.element import Role
from uitars_train.simulator import dialogs
from uitars_train.simulator.dialogs import Asks
from uitars_train.simulator.lexicon import listing, shorthands, some_value
from uitars_train.simulator.world import Widget, World
from uitars_train.tasks.goals import (
    Choose,
    Clause,
    Fill,
    Goal,
    Press,
    Several,
    Wish,
    filled_as_said,
    reach,
)
from uitars_train.tasks.phrasing import LISTS, Manner

EDITING: Final = frozenset(LISTS["kinds that change a text"])
"""Kinds of goals that change a text or write one: those of the specialist."""

Keys = tuple[str, ...]
Struck = Keys | str
"""Keys pressed together, or the slot of the clause whose text is typed."""


@dataclass(slots=True)
class Edit(Goal):
    """Press and type one after the other in the text: where the caret is, or on what the mouse
    marks there."""

    page: Widget
    keys: tuple[Struck, ...]
    word: str = ""
    """What is marked, as it stands in the text; the clause says it in its slot X. Empty: nothing
    is, and a text that has the focus already is not clicked."""
    act: Act = Act.CLICK
    """How it is marked: a word by two presses of the mouse, a line by keys from a click on."""

    def wish(self, world: World) -> Wish | None:
        struck = self.count(world, "press") + self.count(world, "type")
        if not struck:
            if not self._caret_is_there(world):
                return reach(world, Wish(self.act, self.page, inside=self.word))
            if not self.page.text and self.keys[: len(_TO_THE_END)] == _TO_THE_END:
                self.keys = self.keys[len(_TO_THE_END) :]
        if struck == len(self.keys):
            return None
        match self.keys[struck]:
            case str() as slot:
                return Wish(Act.TYPE, text=self.clause.spans[slot])
            case keys:
                return Wish(Act.HOTKEY, keys=keys)

    def _caret_is_there(self, world: World) -> bool:
        there = world.marked if self.act is Act.DOUBLE else world.line
        return world.focus is self.page and (not self.word or there == self.word)


# --------------------------------------------------------------------------- what is asked for


Maker = Callable[[Widget, World, Manner], Goal | None]

_TO_THE_END: Final[tuple[Keys, ...]] = (("ctrl", "end"), ("enter",))
"""Begins a line below all others."""
_WHOLE_LINE: Final = (("home",), ("shift", "end"), ("delete",), ("delete",))
"""From a click into it on; what is left is an empty line, which goes too."""
_LEAST: Final = 3
"""Letters of a word that is told by itself."""


def _line(page: Widget, world: World, manner: Manner) -> Goal:
    """A line more, at the end or at the beginning."""
    last = manner.rng.random() < 0.7
    kind = "lastline" if last else "firstline"
    above: tuple[Struck, ...] = (("ctrl", "home"), "V", ("enter",)) if page.text else ("V",)
    keys: tuple[Struck, ...] = (*_TO_THE_END, "V") if last else above
    return manner.ask(Edit(kind, page, keys), {"V": _text(manner)})


def _lines(page: Widget, world: World, manner: Manner) -> Goal:
    """Two or three lines, below what stands there."""
    kind, others = manner.rng.choice((("twolines", ("W",)), ("threelines", ("W", "U"))))
    keys: list[Struck] = [*_TO_THE_END, "V"]
    for slot in others:
        keys += [("enter",), slot]
    return manner.ask(
        Edit(kind, page, tuple(keys)), {slot: _text(manner) for slot in ("V", *others)}
    )


def _text(manner: Manner) -> str:
    rng = manner.rng
    if rng.random() < 0.5:
        return manner.quoted(" ".join(_thing(manner) for _ in range(rng.choice((1, 1, 2)))), 0.35)
    return manner.quoted(manner.words.sentence(), 0.9)


def _thing(manner: Manner) -> str:
    return manner.rng.choice(listing("common")).lower()


def _emptied(page: Widget, world: World, manner: Manner) -> Goal | None:
    if not page.text:
        return None
    return manner.ask(Edit("emptydocument", page, (("ctrl", "a"), ("delete",))), {})


def _doubled(page: Widget, world: World, manner: Manner) -> Goal | None:
    if not page.text:
        return None
    keys = (("ctrl", "a"), ("ctrl", "c"), ("ctrl", "end"), ("ctrl", "v"))
    return manner.ask(Edit("doubletext", page, keys), {})


def _another_word(page: Widget, world: World, manner: Manner) -> Goal | None:
    """One word for another, or a word away."""
    words = [word for word in _words(page) if page.text.lower().count(word.lower()) == 1]
    if not words:
        return None
    word, away = manner.rng.choice(words), manner.rng.random() < 0.35
    slots = {"X": manner.quoted(word, 0.5), "V": manner.quoted(_thing(manner), 0.5)}
    struck: Struck = ("delete",) if away else "V"
    kind = "deleteword" if away else "replaceword"
    return manner.ask(Edit(kind, page, (struck,), word, Act.DOUBLE), slots)


def _words(page: Widget) -> list[str]:
    """Words of a text that can be told by themselves."""
    words = page.text.replace("\n", " ").split(" ")
    return [word for word in words if word.isalpha() and len(word) >= _LEAST]


def _line_away(page: Widget, world: World, manner: Manner) -> Goal | None:
    lines = [line for line in page.text.split("\n") if len(line) >= _LEAST]
    lines = [line for line in lines if page.text.count(line) == 1]
    if len(lines) < 2:
        return None
    line = manner.rng.choice(lines)
    goal = Edit("deleteline", page, _WHOLE_LINE, line)
    return manner.ask(goal, {"X": manner.quoted(line, 0.4)})


def _another_name(page: Widget, world: World, manner: Manner) -> Goal | None:
    """The text goes into a file of another name."""
    menu = _menu(world, "File")
    if menu is None:
        return None
    name = manner.rng.choice(listing("names of files")).lower()
    asks = dialogs.names_file(world, manner.words)
    entry = manner.rng.choice(listing("entries for another name"))
    filled = Fill("saveas", asks.fields[0], name, direct=True)
    goal = _by_dialog(world, menu, entry, asks, filled)
    return manner.ask(goal, {"V": manner.quoted(name, 0.35)})


def _everywhere(page: Widget, world: World, manner: Manner) -> Goal | None:
    """A word for another one, as often as it stands there."""
    menu = _menu(world, "Search") or _menu(world, "Edit")
    words = _words(page)
    if menu is None or not words:
        return None
    word, other = manner.rng.choice(words), _thing(manner)
    asks = dialogs.replaces(world, manner.words)
    found, instead = asks.fields
    entry = manner.rng.choice(listing("entries that replace"))
    filled = Fill("replaceall", found, word, slot="X"), Fill("replaceall", instead, other)
    goal = _by_dialog(world, menu, entry, asks, *filled)
    return manner.ask(goal, {"X": manner.quoted(word, 0.5), "V": manner.quoted(other, 0.5)})


def _menus(world: World) -> list[Widget]:
    shown = [widget for widget, _ in world.visible() if widget.role is Role.MENU]
    return [menu for menu in shown if world.find(menu) is not None]


def _menu(world: World, title: str) -> Widget | None:
    return next((menu for menu in _menus(world) if menu.text == title), None)


def _by_dialog(world: World, menu: Widget, entry: str, asks: Asks, *filled: Fill) -> Several:
    """Fields of a dialog, which an entry of a menu opens from now on, then its button."""
    _offer(menu, entry, 4)
    world.entry_opens[(menu.id, entry)] = asks.surface
    kind = filled[0].kind
    return Several(kind, [Choose("menu", menu, entry), *filled, Press(kind, asks.button)])


def _offer(menu: Widget, entry: str, place: int) -> None:
    """The menu has the entry there, or at its end; one of the same words goes."""
    others = [option for option in menu.options if _bare(option) != _bare(entry)]
    menu.options = (*others[:place], entry, *others[place:])


def _bare(option: str) -> str:
    """An entry without its chord."""
    return option.partition(":")[0]


def new_thing(world: World, manner: Manner) -> Goal | None:
    """Something new that a dialog asks the name of."""
    menus = _menus(world)
    if not menus:
        return None
    thing = manner.rng.choice(listing("things with names"))
    name = manner.words.invented() if manner.rng.random() < 0.6 else _thing(manner)
    asks = dialogs.names_thing(world, manner.words, thing)
    opener = manner.rng.choice(("New {}...", "Add {}...", "New {}", "Create {}..."))
    menu, entry = manner.rng.choice(menus), opener.format(thing)
    filled = Fill("newthing", asks.fields[0], name, direct=True)
    goal = _by_dialog(world, menu, entry, asks, filled)
    return manner.ask(goal, {"V": manner.quoted(name, 0.5), "X": thing.lower()})


def message(shown: list[Widget], manner: Manner) -> Goal | None:
    """A message to somebody in one breath, sent at the end."""
    parts = {widget.group: widget for widget in shown if widget.group in dialogs.LETTER}
    if len(parts) != len(dialogs.LETTER):
        return None
    to, subject, text, sends = (parts[name] for name in dialogs.LETTER)
    values = (
        some_value(manner.words, "email"),
        _thing(manner).capitalize(),
        manner.words.sentence(),
    )
    slots = {
        slot: manner.quoted(value, chance)
        for slot, value, chance in zip("VWU", values, (0.15, 0.5, 0.7), strict=True)
    }
    clause = manner.say("message", slots)
    filled = filled_as_said("message", clause, zip(slots, (to, subject, text), values, strict=True))
    return Several("message", [*filled, Press("message", sends)], clause=clause)


MAKERS: Final[tuple[tuple[Maker, float], ...]] = (
    (_line, 3.5),
    (_lines, 2.0),
    (_another_word, 9.0),
    (_line_away, 5.0),
    (_emptied, 1.0),
    (_doubled, 0.5),
    (_another_name, 2.0),
    (_everywhere, 4.0),
)
"""How often each is asked for, beside the others."""
_ANEW: Final = 0.5
"""Share of emptied texts that are begun anew."""
_SAVED: Final = 0.6
"""Share of edits that are to be saved."""


def edits(page: Widget, world: World, manner: Manner) -> list[Goal]:
    """One or two things to do in an open text, often saved then."""
    rng = manner.rng
    makers, weights = zip(*MAKERS, strict=True)
    chosen = rng.choices(makers, weights, k=rng.choice((1, 1, 1, 2)))
    if chosen[0] is _emptied:
        chosen = [_emptied, rng.choice((_line, _lines))] if rng.random() < _ANEW else [_emptied]
    goals: list[Goal] = []
    for make in chosen:
        if goals and goals[-1].kind == "saveas":
            break
        goal = make(page, world, manner)
        if goal is not None:
            goals.append(goal)
    if goals and goals[-1].kind != "saveas" and rng.random() < _SAVED:
        goals += _saved(world, manner)
    return goals


def _saved(world: World, manner: Manner) -> list[Goal]:
    """The text is saved by the menu, unless a button or picture would do it as well."""
    menu = _menu(world, "File")
    shown = {(w.name or w.text or w.icon).lower() for w, _ in world.visible()}
    if menu is None or "save" in shown:
        return []
    if "Save" not in map(_bare, menu.options):
        _offer(menu, "Save:Ctrl+S", 2)
    return [Choose("menu", menu, "Save", clause=Clause(manner.rng.choice(shorthands()["Save"])))]
