"""Goals in lists and tables: an entry of a list or menu, a row told by a cell or by its place.

Not here: what tables look like (`simulator/content.py`), counting on the whole screen
(`place_goals.py`).
"""

from __future__ import annotations

from typing import Final

from uitars_runtime.backends.embedded.rules.ordinals import first_cells
from uitars_runtime.element import Role
from uitars_train.simulator import lexicon
from uitars_train.simulator.world import Widget, World, element
from uitars_train.tasks.goals import Choose, Clause, Goal, Press, Through, Turn
from uitars_train.tasks.phrasing import LISTS, Manner, called

_BY_VALUE: Final = 0.12
"""Share of lists that are told by what they show."""


def choice_goal(world: World, widget: Widget, manner: Manner) -> Goal:
    """An entry of a combo or a menu, or only opening the menu."""
    rng = manner.rng
    name = manner.label(called(widget))
    if widget.role is Role.MENU and rng.random() < 0.15:
        return manner.ask(Press("openmenu", widget), {"X": name})
    option = rng.choice(widget.options).partition(":")[0]
    entries = {entry.partition(":")[0] for entry in widget.options}
    if "Save" in entries and rng.random() < 0.3:
        option = "Save"
    slots = {"X": name, "V": manner.label(option)}
    if widget.role is Role.COMBO:
        if rng.random() < _BY_VALUE and not manner.held_wordings and is_single(world, widget.text):
            told = {"X": manner.value(widget.text), "V": manner.label(option)}
            return manner.ask(Choose("refill", widget, option), told)
        combos = [w for w, _ in world.visible() if w.role is Role.COMBO]
        alone = len(combos) == 1 and (not widget.name or rng.random() < 0.3)
        if not alone and not widget.name:
            return manner.ask(Press("press", widget), {"X": name})
        return manner.ask(Choose("onlycombo" if alone else "combo", widget, option), slots)
    if widget.nested and rng.random() < 0.25:
        option = rng.choice(sorted(widget.nested))
    inner = widget.nested.get(option)
    if inner:
        path = (option, rng.choice(inner))
        slots = {"X": name, "V": manner.label(path[0]), "W": manner.label(path[1])}
        return manner.ask(Through("submenu", widget, path), slots)
    said = lexicon.shorthands().get(option, ())
    # A button or an icon of that name would do as well: then the menu has to be named.
    shown = {called(w).lower() for w, _ in world.visible()}
    if said and option.rstrip(".").lower() not in shown and rng.random() < 0.4:
        return Choose("menu", widget, option, clause=Clause(rng.choice(said)))
    return manner.ask(Choose("menu", widget, option), slots)


PLACES: Final = tuple(zip(LISTS["places"], LISTS["places in short"], strict=True))
_BY_PLACE: Final = 0.15
_BY_CELL: Final = 0.45


def row_tick(world: World, tick: Widget, manner: Manner) -> Goal:
    """A box or ring of a row to be on, or a box to be off."""
    wanted = tick.role is Role.RADIO or manner.rng.random() < 0.5
    kind = "rowcheck" if wanted else "rowuncheck"
    goal = Turn(kind, tick, wanted)
    which, slots = _which(world, tick, manner)
    if not which:
        plain = tick.name == tick.row and manner.rng.random() < 0.4
        kind = kind.removeprefix("row") if plain else kind
        slots = {"X": slots["R"]}
    goal.kind = "rowplace" if which == "place" else kind
    return manner.ask(goal, slots, kind + which)


def row_button(world: World, button: Widget, manner: Manner) -> Goal:
    """One of many like buttons."""
    goal = Press("rowbutton", button)
    which, slots = _which(world, button, manner)
    goal.kind = "rowplace" if which == "place" else goal.kind
    return manner.ask(goal, {"X": manner.label(called(button)), **slots}, f"rowbutton{which}")


def row_itself(world: World, cell: Widget, manner: Manner) -> Goal | None:
    """A row to be selected by one of its cells; None where its column has no header."""
    head = _head(world, cell)
    if not head:
        return None
    goal = Turn("item", cell)
    which, slots = _by_cell(head, cell.text, manner)
    return manner.ask(goal, slots, f"row{which}")


def cell_of(world: World, widget: Widget, manner: Manner) -> str:
    """The words that name a widget's row: its first cell, or another one that is the only such."""
    cells = [text for text in widget.cells.values() if is_single(world, text)]
    if cells and manner.rng.random() < _BY_CELL:
        return manner.rng.choice(cells)
    return widget.row


def _which(world: World, widget: Widget, manner: Manner) -> tuple[str, dict[str, str]]:
    """How the row is told, as the end of the wording's kind, and the slots for it."""
    rng = manner.rng
    if manner.held_wordings:
        return "", {"R": manner.label(widget.row)}
    place, last = _place(world, widget)
    if place is not None and rng.random() < _BY_PLACE:
        said = "last" if last and rng.random() < 0.5 else rng.choice(PLACES[place])
        return "place", {"O": said, "N": rng.choice(LISTS["nouns of rows"])}
    single = [(head, text) for head, text in widget.cells.items() if is_single(world, text)]
    if single and rng.random() < _BY_CELL:
        head, text = rng.choice(single)
        return _by_cell(head, text, manner)
    return "", {"R": manner.label(widget.row)}


def _by_cell(head: str, text: str, manner: Manner) -> tuple[str, dict[str, str]]:
    """A row told by a cell and its column, or by the cell alone (`the needs paint one`)."""
    slots = {"H": manner.label(head), "R": manner.label(text)}
    if manner.rng.random() < 0.5:
        return "whose", slots
    del slots["H"]
    return "such", slots


def is_single(world: World, text: str) -> bool:
    """Whether one thing on the screen has these words, and only one."""
    low = text.lower()
    seen = [widget for widget, _ in world.visible()]
    return bool(low) and sum(low in f"{w.text}\n{called(w)}".lower() for w in seen) == 1


def _place(world: World, widget: Widget) -> tuple[int | None, bool]:
    """Which row of its table it is in, from 0, and whether that is the last one; None where the
    rows cannot be counted."""
    heights = [cell.box.center.y for cell in first_in_rows(world)]
    middle = widget.box.center.y
    level = [at for at, height in enumerate(heights) if abs(height - middle) < 8]
    if len(level) != 1 or level[0] >= len(PLACES):
        return None, False
    return level[0], level[0] == len(heights) - 1


def first_in_rows(world: World) -> list[Widget]:
    """The first cells of the rows of a table, from above; none where there is no table."""
    seen = world.visible()
    cells = first_cells([element(widget, box, focused=False) for widget, box in seen])
    return [seen[at][0] for at in cells]


def _head(world: World, cell: Widget) -> str:
    """The header of the column in which a cell stands; empty where there is none."""
    heads = [w for w, _ in world.visible() if w.role is Role.HEADER and w.text]
    x, y = cell.box.center.x, cell.box.center.y
    above = [w for w in heads if w.box.left <= x < w.box.right and w.box.bottom <= y]
    return max(above, key=lambda w: w.box.top).text if above else ""
