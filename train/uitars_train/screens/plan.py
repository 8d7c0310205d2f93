"""What is on a window, in words and without a toolkit: every toolkit draws the same plans.

Plans are plain values that go to drawing processes as JSON. How things look (colours, fonts,
spacing) is each toolkit's own affair.
"""

from __future__ import annotations

import enum

import msgspec


class Labels(enum.StrEnum):
    """Where the words of a field stand."""

    LEFT = "left"
    ABOVE = "above"
    PLACEHOLDER = "placeholder"
    """Inside the empty field only."""
    PAIRS = "pairs"
    """Left, two fields in a row."""


class Kind(enum.StrEnum):
    """What a field is."""

    LINE = "line"
    AREA = "area"
    SPIN = "spin"
    COMBO = "combo"


class Button(msgspec.Struct, frozen=True):
    text: str
    icon: str = ""
    """Drawn left of the words; a meaning of `icon_meanings.ICONS`."""
    accent: bool = False
    flat: bool = False
    disabled: bool = False


class Field(msgspec.Struct, frozen=True):
    label: str
    kind: Kind
    value: str = ""
    """What is in it; for a combo one of `options`, for a spin box a whole number from 0 to 999."""
    placeholder: str = ""
    options: tuple[str, ...] = ()
    ending: str = ""
    """What the label on the screen ends with, for example a colon."""
    disabled: bool = False
    focused: bool = False
    secret: bool = False


class Check(msgspec.Struct, frozen=True):
    text: str
    checked: bool = False
    disabled: bool = False


class Entry(msgspec.Struct, frozen=True):
    """One line of a menu; without words it is a separator."""

    text: str = ""
    shortcut: str = ""
    icon: str = ""
    checked: bool | None = None
    """None: cannot be checked."""
    disabled: bool = False


class Menu(msgspec.Struct, frozen=True):
    title: str
    entries: tuple[Entry, ...]


class Form(msgspec.Struct, frozen=True, tag=True):
    fields: tuple[Field, ...]
    labels: Labels
    align_right: bool = False


class Checks(msgspec.Struct, frozen=True, tag=True):
    items: tuple[Check, ...]
    vertical: bool = True


class Radios(msgspec.Struct, frozen=True, tag=True):
    """Exactly one is checked."""

    items: tuple[Check, ...]
    vertical: bool = True


class Buttons(msgspec.Struct, frozen=True, tag=True):
    items: tuple[Button, ...]
    vertical: bool = False


class Icons(msgspec.Struct, frozen=True, tag=True):
    """Buttons without words; `meanings` of `icon_meanings.ICONS`."""

    meanings: tuple[str, ...]
    size: int = 22
    pressed: int = -1
    disabled: int = -1


class Items(msgspec.Struct, frozen=True, tag=True):
    items: tuple[str, ...]
    selected: int = -1


class Tree(msgspec.Struct, frozen=True, tag=True):
    """Two levels; branches whose index is in `open` show their leaves."""

    branches: tuple[tuple[str, tuple[str, ...]], ...]
    open: tuple[int, ...]
    selected: int = -1
    """Index of a branch."""


class Table(msgspec.Struct, frozen=True, tag=True):
    headers: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    selected: int = -1
    """Index of a row."""


class Pad(msgspec.Struct, frozen=True, tag=True):
    """A calculator's keys, row by row, under its display."""

    display: str
    rows: tuple[tuple[str, ...], ...]


class Card(msgspec.Struct, frozen=True):
    title: str
    detail: str
    buttons: tuple[Button, ...]
    icons: tuple[str, ...] = ()


class Cards(msgspec.Struct, frozen=True, tag=True):
    """Rows of words, each with the same buttons at its end."""

    rows: tuple[Card, ...]


class Search(msgspec.Struct, frozen=True, tag=True):
    placeholder: str
    value: str = ""
    button: Button | None = None
    """Without one, a magnifying glass is drawn as an icon button."""
    focused: bool = False


class Words(msgspec.Struct, frozen=True, tag=True):
    """A heading (may be empty) over lines of plain text."""

    heading: str
    lines: tuple[str, ...]


class Links(msgspec.Struct, frozen=True, tag=True):
    items: tuple[str, ...]
    vertical: bool = True


class Slider(msgspec.Struct, frozen=True):
    label: str
    value: int
    """0 to 100."""
    disabled: bool = False


class Sliders(msgspec.Struct, frozen=True, tag=True):
    items: tuple[Slider, ...]


class Progress(msgspec.Struct, frozen=True, tag=True):
    label: str
    value: int
    """0 to 100."""


Simple = (
    Form
    | Checks
    | Radios
    | Buttons
    | Icons
    | Items
    | Tree
    | Table
    | Pad
    | Cards
    | Search
    | Words
    | Links
    | Sliders
    | Progress
)


class Tabs(msgspec.Struct, frozen=True, tag=True):
    labels: tuple[str, ...]
    current: int
    content: tuple[Simple, ...]


Panel = Simple | Tabs


class Group(msgspec.Struct, frozen=True):
    """A panel, in a frame with a title where it has one."""

    panel: Panel
    title: str = ""


class Window(msgspec.Struct, frozen=True):
    title: str
    columns: tuple[tuple[Group, ...], ...]
    menus: tuple[Menu, ...] = ()
    open_menu: int = -1
    """Index of the menu that is open; at most one of this and `open_combo` is used."""
    current_entry: int = -1
    """Index of the entry of the open menu or combo that the pointer is on."""
    open_combo: bool = False
    """The first enabled combo on the window shows its list."""
    tools: Icons | None = None
    tool_buttons: tuple[Button, ...] = ()
    footer: tuple[Button, ...] = ()
    status: str = ""
    scrolls: bool = False
    """A vertical scroll bar beside the content."""
    dialog: bool = False
