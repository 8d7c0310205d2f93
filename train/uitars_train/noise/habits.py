"""How often eyes have a habit that holds for a whole program, and how such habits show.

Judged from looks at real programs while the eyes were made, not measured: a habit is a property of
a program's style, and drawn screens have but the styles that we gave them. Not here: single
errors, which are measured (`rates.py`).
"""

from __future__ import annotations

from typing import Final

from uitars_runtime.element import Role

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
