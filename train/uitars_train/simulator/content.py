"""What windows and pages hold besides controls: lists, tables, posts, mail, facts, coloured boxes.

Not here: fields (`forms.py`), bars and large areas (`bars.py`).
"""

from __future__ import annotations

from typing import Final

from uitars_runtime.backends.embedded.network.vocabulary import COLOURS
from uitars_runtime.element import Role
from uitars_runtime.types import Box
from uitars_train.simulator import lexicon
from uitars_train.simulator.builder import CELL, HEADER, LABEL, LINK, WindowBuilder
from uitars_train.simulator.controls import combo, text_line
from uitars_train.simulator.lexicon import some_value
from uitars_train.simulator.world import Widget

# Pixels, ours: where lists and tables end, how high rows are, what stands between things.
_RIGHT: Final = 20
_LIST, _SCROLLBAR = 220, 12
_AFTER: Final = 8
_GAP: Final = 12
_PICK, _BOX, _INSET = 40, 16, 3
"""The column of boxes to tick, such a box, and where it stands in a row."""
_PICK_ROW, _TABLE_ROW = 25, 26
_ACTIONS, _COLUMN_LEAST = 90, 80
"""What is kept free for buttons at the ends of rows, and the narrowest column."""
_LETTERS: Final = 4
"""Letters that every cell has room for."""
_CHOOSER: Final = 34
_POST, _ACTION = 70, 10
_ICON, _MAIL = 26, 44
_FIELD, _SECRET = 160, 180
_NUMBERS, _ACROSS, _DOWN, _A_ROW, _NUMBERS_HIGH = 12, 44, 48, 4, 150
"""Little boxes with numbers stand in so many cells of that size, so many of them in a row."""
_HIGHEST: Final = 60
"""Numbers on such boxes are lower."""


def listing(window: WindowBuilder) -> None:
    """A list with a view that may hide a part of it."""
    rng = window.rng
    labels = window.fresh("items", window.between("items"), "an item is invented")
    pitch = window.between("pixels of an item")
    cut = not window.long and window.maybe("a list is longer than its view")
    shown = min(len(labels), window.between("items in view")) if cut else len(labels)
    right = rng.choice((window.width - _RIGHT, window.margin + _LIST))
    top = window.y
    window.view = Box(window.margin, top, right, top + pitch * shown)
    for row, label in enumerate(labels):
        box = Box(window.margin, top + row * pitch, right, top + (row + 1) * pitch)
        widget = Widget(Role.ITEM, box, label, group="list")
        entries = rng.sample(
            lexicon.listing("context"), window.between("entries of an item's menu")
        )
        widget.options = tuple(sorted(entries))
        window.scrolls.append(widget)
    if window.maybe("an item is selected"):
        rng.choice(window.scrolls).selected = True
    if shown < len(labels):
        window.place(Role.SCROLLBAR, right, _SCROLLBAR, pitch * shown)
    window.y = top + pitch * shown + _AFTER


def checklist(window: WindowBuilder) -> None:
    """A table whose rows begin with a little box to tick; only the box turns."""
    window.place(Role.HEADER, window.margin, _PICK, HEADER, window.said("headers of ticks"))
    heads = _heads(window, window.chosen("columns of a checklist"))
    left = window.margin + _PICK
    wide = (window.width - _RIGHT - left) // len(heads)
    for column, name in enumerate(heads):
        window.place(Role.HEADER, left + column * wide, wide, HEADER, name)
    window.y += CELL
    role = Role.RADIO if window.maybe("a checklist has rings") else Role.CHECKBOX
    rows = window.between("rows of a checklist")
    for label in window.fresh("items", rows, "an item is invented"):
        if not window.room():
            break
        tick = window.place(role, window.margin + _AFTER, _BOX, _BOX, down=_INSET)
        tick.name, tick.group = label, "picks"
        tick.row = label if len(heads) > 1 else ""
        tick.checked = role is Role.CHECKBOX and window.maybe("a row is ticked")
        words = [label, *(_cell(window) for _ in heads[1:])]
        tick.cells = dict(zip(heads[1:], words[1:], strict=True))
        for column, text in enumerate(words):
            start = left + column * wide
            cell = window.place(Role.ITEM, start, wide - 4, CELL, text)
            cell.group = "rows" if column == 0 else f"cell{column}"
        window.y += _PICK_ROW
    window.y += _AFTER


def _heads(window: WindowBuilder, count: int) -> list[str]:
    return window.words.several("headers", count, "a header is invented")


def _cell(window: WindowBuilder) -> str:
    """A word or two, or a value."""
    if window.maybe("a cell holds words"):
        return window.words.invented()
    return some_value(window.words, window.rng.choice(("price", "date", "name", "city", "")))


def table(window: WindowBuilder) -> None:
    """Rows with several cells, and sometimes a button at the end of each."""
    heads = _heads(window, window.between("columns of a table"))
    room = window.width - window.margin - _ACTIONS
    wide = max(_COLUMN_LEAST, room // max(1, len(heads)))
    for column, head in enumerate(heads):
        window.place(Role.HEADER, window.margin + column * wide, wide, HEADER, head)
    window.y += CELL
    action = window.said("actions of rows") if window.maybe("rows have a button") else ""
    control = window.rng.choice((None, Role.FIELD, Role.CHECKBOX, Role.CHECKBOX))
    most, rows = max(_LETTERS, int(wide / window.pitch)), window.between("rows of a table")
    for row, label in enumerate(window.fresh("items", rows, "an item is invented")):
        cells = [label[:most], *(_cell(window)[:most] for _ in heads[1:])]
        for column, text in enumerate(cells):
            left = window.margin + column * wide
            window.place(Role.ITEM, left, wide - 2, CELL, text).group = f"row{row}"
        beside = dict(zip(heads[1:], cells[1:], strict=False))
        if control is not None and len(heads) > 1:
            beside.pop(heads[-1], None)
            _control(window, control, heads[-1], label).cells = beside
        if action:
            left = window.margin + len(heads) * wide
            button = window.place(Role.BUTTON, left, window.wide(action) + LINK, CELL, action)
            button.row, button.cells = label, beside
        window.y += _TABLE_ROW
        if not window.room():
            break
    window.y += _AFTER


def _control(window: WindowBuilder, role: Role, head: str, row: str) -> Widget:
    """The last cell of a row becomes a field or a tick."""
    cell = window.widgets.pop().box
    if role is Role.CHECKBOX:
        left = window.rng.choice((cell.left + _INSET, cell.center.x - _BOX // 2))
        placed = window.place(role, left, _BOX, _BOX, down=4)
        placed.checked = window.maybe("a row is ticked")
    else:
        box = (cell.left + 2, cell.top + 1, cell.right - 6, cell.bottom - 1)
        filled = window.maybe("a field of a table is filled")
        placed = window.put(role, box, some_value(window.words) if filled else "")
    placed.name, placed.row = head, row
    return placed


def chooser(window: WindowBuilder) -> None:
    """A list to choose from that has no label."""
    count = window.between("entries to choose from")
    widget = combo(window, window.margin, CELL, 30, count, "a choice is invented")
    widget.seen_as = window.role("a list without a label is taken for")
    window.y += _CHOOSER


def prose(window: WindowBuilder) -> None:
    """Lines of text with links in the middle of them."""
    rng = window.rng
    for _ in range(window.between("lines of prose")):
        words = [window.said("common") for _ in range(window.between("words of a line"))]
        linked = rng.randrange(len(words))
        pieces = [" ".join(words[:linked]), words[linked], " ".join(words[linked + 1 :])]
        left = window.margin
        for at, piece in enumerate(pieces):
            wide = window.wide(piece)
            if not piece or left + wide > window.width or not window.room():
                continue
            fresh = window.claimed(piece) and at == 1
            window.place(Role.LINK if fresh else Role.TEXT, left, wide, LABEL, piece)
            left += wide + 4
        window.y += window.line


def posts(window: WindowBuilder) -> None:
    """What people wrote, each with the same few buttons below."""
    rng = window.rng
    bare = window.maybe("actions of posts are pictures")
    if bare:
        count = window.between("actions of a post")
        actions = window.words.several("icons", count, "any label is invented")
    else:
        actions = rng.sample(lexicon.listing("actions of posts"), 3)
    for _ in range(window.between("posts")):
        if window.y + _POST > window.height:
            return
        author = rng.choice((f"@{lexicon.made_up(rng)}", window.said("first")))
        if not window.claimed(author):
            continue
        text_line(window, author)
        text_line(window, window.words.sentence())
        left = window.margin
        for action in actions:
            wide = LINK if bare else window.wide(action) + _ACTION
            if left + wide > window.width:
                break
            button = window.place(Role.BUTTON, left, wide, LINK, "" if bare else action)
            button.name, button.row = action, author
            if bare:
                button.icon, button.seen_as = action.replace(" ", "_"), Role.ICON
            left += wide + _ACTION
        window.y += window.line


def mailbox(window: WindowBuilder) -> None:
    """A row for each message: who wrote, what about, and little pictures at the end."""
    icons = window.rng.sample(lexicon.listing("actions of mail"), 2)
    group = f"mail{window.y}"
    for _ in range(window.between("messages")):
        if not window.room():
            return
        name = window.said("first")
        if not window.claimed(name):
            continue
        wide = window.width - _RIGHT - _ICON * len(icons) - window.margin
        row = window.place(Role.ITEM, window.margin, wide - 4, LINK, name)
        row.group = group
        about = window.words.sentence()[: max(_LETTERS, int(wide / window.pitch))]
        if window.maybe("a message shows what it is about"):
            window.place(Role.TEXT, window.margin, wide, LABEL, about, down=LINK)
        for index, icon in enumerate(icons):
            left = window.margin + wide + _ICON * index
            button = window.place(Role.BUTTON, left, LINK, LINK)
            button.icon, button.name, button.row = icon, icon, name
            button.seen_as = Role.ICON
        window.y += _MAIL


def facts(window: WindowBuilder) -> None:
    """Names and what they are, then a field to write into."""
    rng = window.rng
    left = window.margin + window.between("pixels of a fact's name")
    table = window.maybe("facts look like a table")
    for label in window.fresh("fields", window.between("facts")):
        if not window.room():
            return
        value = some_value(window.words, label)
        said = label + rng.choice(("", ":"))
        name = window.place(Role.TEXT, window.margin, window.wide(label), LABEL, said)
        told = window.label(value, left)
        told.row = label
        if table:
            name.seen_as = window.role("a fact in a cell is taken for")
            told.seen_as = window.role("a fact in a cell is taken for")
        window.y += window.chosen("pixels of a fact")
    window.y += 6
    widget = window.place(Role.FIELD, window.margin, _FIELD, CELL)
    named = window.maybe("the field below facts is named")
    widget.name = window.words.pick("fields") if named else ""
    window.y += _CHOOSER


def swatches(window: WindowBuilder) -> None:
    """Boxes that differ in their colour only."""
    rng = window.rng
    side = window.chosen("pixels of a coloured box")
    left = window.margin
    seen_as = window.role("a coloured box is taken for")
    for colour in rng.sample(COLOURS, window.between("coloured boxes")):
        if left + side > window.width:
            break
        widget = window.place(Role.BUTTON, left, side, side)
        widget.colour, widget.seen_as, widget.group = colour, seen_as, "swatch"
        left += side + window.chosen("pixels between coloured boxes")
    window.y += side + _GAP


def numbers(window: WindowBuilder) -> None:
    """Little boxes with numbers, all over the place."""
    rng = window.rng
    count = window.between("boxes with numbers")
    ordered = window.maybe("numbers begin at one")
    values = list(range(1, count + 1)) if ordered else rng.sample(range(1, _HIGHEST), count)
    rng.shuffle(values)
    for number, cell in zip(values, rng.sample(range(_NUMBERS), count), strict=True):
        left = window.margin + _ACROSS * (cell % _A_ROW) + window.between("pixels astray")
        down = _DOWN * (cell // _A_ROW) + window.between("pixels astray")
        widget = window.place(Role.BUTTON, left, CELL, CELL, str(number), down=down)
        widget.group = "number"
        widget.seen_as = window.role("a box with a number is taken for")
    window.y += _NUMBERS_HIGH


def twins(window: WindowBuilder) -> None:
    """A secret to be entered twice."""
    for label in ("Password", window.said("repeated secrets")):
        window.label(label)
        window.y += LINK
        field = window.place(Role.FIELD, window.margin, _SECRET, CELL)
        field.name, field.group = label, "twin"
        window.y += _CHOOSER
