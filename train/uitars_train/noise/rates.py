"""How often the eyes err: single errors as measured, habits of whole programs as judged.

`uitars-train eyes rates` looks at screens with truth through the package's eyes and writes the
measured ones, `rates.json`, which says how it was made. Habits were judged from looks at real
programs while the eyes were made: a habit is a property of a program's style, and drawn screens
have but the styles that we gave them. Not here: how the errors show (`eyes.py`, `errors.py`).
"""

from __future__ import annotations

from importlib.resources import files
from typing import Final

import msgspec

from uitars_runtime.element import Role

FILE: Final = "rates.json"


class RoleRates(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What becomes of elements of one role, as shares of `n` that were on the screens."""

    n: int
    missed: float
    """Nothing is seen at their place."""
    taken: dict[Role, float]
    """Something of another role is seen there, the likeliest first."""


class Rates(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What `uitars-train eyes rates` measured."""

    how: str
    screens: int
    roles: dict[Role, RoleRates]
    wrong_states: dict[str, float]
    """Share of elements seen in their role whose state is told wrongly, by state and by how it is
    in truth: `checked off`, `tab selected on`."""
    misread: float
    """Share of texts that are not read as they stand, case and blanks ignored."""

    def missed(self, role: Role) -> float:
        """Share that is not seen; of a role that was too rare to measure, that of all roles."""
        known = self.roles.get(role)
        if known is not None:
            return known.missed
        count = sum(rates.n for rates in self.roles.values())
        return sum(rates.missed * rates.n for rates in self.roles.values()) / count

    def taken(self, role: Role) -> dict[Role, float]:
        """What a role is taken for; nothing for one that was too rare to measure."""
        known = self.roles.get(role)
        return {} if known is None else known.taken

    def wrong(self, state: str, held: bool) -> float:
        """Share of elements whose state is told wrongly, by how it is in truth."""
        return self.wrong_states[f"{state} {'on' if held else 'off'}"]


MEASURED: Final = msgspec.json.decode(
    files("uitars_train.noise").joinpath(FILE).read_bytes(), type=Rates
)

# --------------------------------------------------------------------------- habits, judged

LEVELS: Final = (0.0, 1.0, 1.0, 1.0, 1.6)
"""Factors of every measured rate: without fault, as measured, in unfamiliar programs."""
LEAST: Final = 1e-6
"""What is divided by where a level is 0."""
CAREFUL: Final = 0.3
"""The factor at most where things are to be counted."""
FLAT: Final = (0.0, 0.0, 0.0, 0.4, 0.9)
NAMELESS: Final = 0.25
APART: Final = 0.3
MARKS: Final = 0.5
BLANK: Final = 0.5
INSIDE: Final = 0.5
LOST: Final = (0.0, 0.0, 0.0, 0.0, 0.15, 0.6)
ENTRIES: Final = (Role.MENU_ITEM,) * 4 + (Role.ITEM, Role.ITEM, Role.ITEM, Role.TEXT)
COLUMNS: Final = (Role.TAB, Role.TAB, Role.TEXT, Role.TEXT, Role.ITEM)
LETTERS: Final = (0.0, 0.0, 0.0, 0.0, 0.5)
FRAMES: Final = 0.3
MERGES: Final = (0.0, 0.0, 0.0, 0.6, 0.95)
COLOURED: Final = 0.8
PICTURES: Final = (0, 0, 0, 0, 1, 2, 6)
STRANGE: Final = 0.3
NOTICE: Final = 0.12
"""Share of screens on which the task itself is written."""

JUMBLED: Final = 0.1
"""Share of looks whose order is not that of reading."""
JUMBLE: Final = 60
"""Pixels by which heights are then mistaken."""
JUMBLES: Final = 3
"""How often they are."""
JUNK: Final = (0, 0, 0, 1, 1, 2, 3, 5)
"""How many things are seen that are not there."""
ENTRIES_ALIKE: Final = 0.85
"""Share of the entries of open menus that follow the habit."""
CELLS_NAMED: Final = 0.4
"""Share of the controls in cells that go by the words right beside them."""
ICONS_NAMELESS: Final = 0.8
"""Share of icons whose tool tip nobody tells."""
ENTRIES_CHECKED: Final = 0.1
"""Share of entries that look ticked."""
TITLES_SELECTED: Final = 0.3
HINTS_JOINED: Final = 0.2
"""Share of menu entries that are read together with their short cut."""
FIELDS_SPLIT: Final = 0.06
"""Share of filled fields whose words are seen by themselves."""
LINES_SPLIT: Final = 0.03
"""Share of lines of several words that are read as two."""
SYMBOLS_UNREAD: Final = 0.15
"""Share of single signs that are not read."""
MISREADINGS: Final = {"letter": 0.35, "lost": 0.5, "joined": 0.75, "behind": 0.85}
"""Of texts that are misread, up to which share a letter is taken for another, one is lost, blanks
are lost, and a sign stands behind; else one stands before."""
FIELD_NAMES: Final = {"own": 0.05, "none": 0.07, "marked": 0.13}
"""Up to which share a field is named by its own words, by none, or with a mark behind its name."""
REACH: Final = 3
"""Pixels by which every edge of a box is off at most."""
WORDS_ONLY: Final = 0.4
"""Share of rows and buttons of which only the words are found."""
COLOURS_WRONG: Final = 0.06
COLOURS_OF_PLAIN: Final = 0.12
"""Share of things of no colour that are told one."""
DOUBLED: Final = {Role.COMBO: 0.12, Role.FIELD: 0.05, Role.BUTTON: 0.05, Role.TAB: 0.04}
"""Share of controls of which something inside is seen as a thing of its own."""
WORDS_INSIDE: Final = 0.7
"""Share of these that are read, too."""
BARE: Final = 0.5
"""Share of these whose control then has no words itself."""
TICKS_NAMED: Final = 0.7
"""Share of ticks seen apart from their labels that are named by them all the same."""
