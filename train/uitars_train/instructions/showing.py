"""What a writer works from, as text: the programs, the screens of one, the elements of a screen.

Not here: the picture (`picturing.py`).
"""

from __future__ import annotations

import shlex
from collections import Counter
from collections.abc import Iterator, Sequence

import msgspec

from uitars_runtime.element import Element
from uitars_runtime.types import Button, Direction
from uitars_train.harvest.records import Deed, Does, Look, Program, Screen, Truth
from uitars_train.instructions.harvested import Harvest
from uitars_train.instructions.reading import Line
from uitars_train.instructions.records import DoClick, DoScroll, DoType, Past

_UNTOLD = ("selectable", "has tool tip", "multi line")
"""States that say nothing to a writer."""
_WIDE = 44
"""Characters of words in a table."""


def programs(harvest: Harvest, lines: Sequence[Line]) -> str:
    """Every program with its screens and how many instructions there are for it."""
    written = Counter(line.item.program for line in lines)
    rows = ["program                       toolkit       screens  instructions"]
    for name in harvest.names:
        one = harvest.program(name)
        count = len(one.screens)
        rows.append(f"{name:29} {one.toolkit:13} {count:7} {written[name]:13}")
    return "\n".join(rows) + "\n"


def screens(harvest: Harvest, name: str, lines: Sequence[Line]) -> str:
    """The screens of a program, with how each was reached and how many instructions it has."""
    program = harvest.program(name)
    written = Counter(line.item.screen for line in lines if line.item.program == name)
    rows = [f"{name} {program.version}, {program.toolkit}, {program.licence}"]
    for place, screen in enumerate(program.screens):
        count = written[place]
        mine = f"  {count} instructions" if count else ""
        rows.append(
            f"{place:4}  {len(screen.true):3} elements  {_look(program.looks[screen.look])}"
            f"  {_cut(screen.window, 30)}{mine}"
        )
        if screen.before >= 0:
            rows.append(f"      from {screen.before}: {_way(program, screen)}")
    return "\n".join(rows) + "\n"


def elements(harvest: Harvest, name: str, place: int, lines: Sequence[Line]) -> str:
    """The true elements of a screen with their numbers, how it was reached, what was written."""
    program, screen = harvest.program(name), harvest.screen(name, place)
    rows = [
        f"{name} {place}  mark {harvest.mark(name, place)}  window “{screen.window}”"
        f"  {_look(program.looks[screen.look])}"
    ]
    if screen.before >= 0:
        rows.append(f"from {screen.before}: {_way(program, screen)}")
        steps = msgspec.json.encode(_history(program, screen)).decode()
        rows.append(f'as history: "history":{steps}')
    rows.append(f"{'no':>4} {'role':9} {'words':{_WIDE}}  states, row and column, tip")
    rows += [_element(number, true) for number, true in enumerate(screen.true)]
    rows.append("? was not found by the eyes where the program says it is: look before you use it")
    said = [line for line in lines if (line.item.program, line.item.screen) == (name, place)]
    rows += [f"{line.where}  “{line.item.say}” → {_right(line)}" for line in said]
    return "\n".join(rows) + "\n"


def _right(line: Line) -> str:
    return " or ".join(msgspec.json.encode(one).decode() for one in line.item.right)


def _look(look: Look) -> str:
    told = f"{look.size.width}x{look.size.height} {look.scale:g}x"
    return f"{told} {'dark' if look.dark else 'light'} {look.language}".rstrip()


def _element(number: int, true: Truth) -> str:
    element = true.element
    mark = " " if true.confirmed else "?"
    words = _cut(_words(element), _WIDE)
    return f"{number:4}{mark}{element.role.value:9} {words:{_WIDE}}  {_more(true)}".rstrip()


def _words(element: Element) -> str:
    text, name = element.text.strip(), element.name.strip()
    if text and name and name != text:
        return f"{text} ({name})"
    return text or (f"({name})" if name else "")


def _more(true: Truth) -> str:
    element = true.element
    named = ("checked", "selected", "focused", "disabled")
    states = [name for name in named if getattr(element, name)]
    states += [one for one in true.states if one not in _UNTOLD]
    if true.row >= 0 or true.column >= 0:
        states.append(f"r{true.row} c{true.column}")
    if true.description and true.description != element.name:
        states.append(f"“{_cut(true.description, 60)}”")
    return ", ".join(states)


def _way(program: Program, screen: Screen) -> str:
    """What was done on the screen before, in words."""
    before = program.screens[screen.before]
    return ", ".join(
        f"{deed.does.value}{f' {shlex.quote(deed.text)}' if deed.text else ''} on {deed.element}"
        f" “{_cut(_words(before.true[deed.element].element), 30)}”"
        for deed in screen.deeds
    )


def _history(program: Program, screen: Screen) -> list[Past]:
    """The way from the screen before as an instruction writes it."""
    return [step for deed in screen.deeds for step in _past(deed, screen.before)]


def _past(deed: Deed, before: int) -> Iterator[Past]:
    match deed.does:
        case Does.CLICK:
            yield Past(DoClick(deed.element), before)
        case Does.RIGHT_CLICK:
            yield Past(DoClick(deed.element, Button.RIGHT), before)
        case Does.SCROLL:
            yield Past(DoScroll(Direction.DOWN, deed.element), before)
        case Does.TYPE:
            yield Past(DoType(deed.text), before)
        case Does.HOVER:
            pass


def _cut(text: str, most: int) -> str:
    flat = " ".join(text.split())
    return flat if len(flat) <= most else f"{flat[: most - 1]}…"
