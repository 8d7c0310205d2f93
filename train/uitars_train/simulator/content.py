"""What windows and pages hold besides controls: lists, tables, posts, mail, facts, coloured boxes.

Not here: fields (`forms.py`), bars and large areas (`bars.py`).
"""

from __future__ import annotations

from uitars_runtime.backends.embedded.network.vocabulary import COLOURS
from uitars_runtime.element import Role
from uitars_runtime.types import Box
from uitars_train.simulator import lexicon
from uitars_train.simulator.canvas import Sheet, links, text_line
from uitars_train.simulator.lexicon import some_value
from uitars_train.simulator.world import Widget


def listing(sheet: Sheet) -> None:
    """A list with a view that may hide a part of it."""
    rng = sheet.rng
    labels = sheet.fresh(lexicon.ITEMS, rng.randint(3, 16), 0.3)
    context = lexicon.listing(lexicon.CONTEXT)
    pitch = rng.randint(20, 30)
    cut = not sheet.long and rng.random() < 0.35
    shown = min(len(labels), rng.randint(3, 14)) if cut else len(labels)
    right = rng.choice((sheet.width - 20, sheet.margin + 220))
    top = sheet.y
    sheet.view = Box(sheet.margin, top, right, top + pitch * shown)
    for row, label in enumerate(labels):
        box = Box(sheet.margin, top + row * pitch, right, top + (row + 1) * pitch)
        widget = Widget(Role.ITEM, box, label, group="list")
        widget.options = tuple(sorted(rng.sample(context, rng.randint(3, 7))))
        sheet.scrolls.append(widget)
    if rng.random() < 0.4:
        rng.choice(sheet.scrolls).selected = True
    if shown < len(labels):
        sheet.put(Role.SCROLLBAR, (right, top, right + 12, top + pitch * shown))
    sheet.y = top + pitch * shown + 8


def checklist(sheet: Sheet) -> None:
    """A table whose rows begin with a little box to tick; only the box turns."""
    rng = sheet.rng
    head = rng.choice(("Pick", "Use", "", "On", "Buy", "Enabled", "Done"))
    sheet.put(Role.HEADER, (sheet.margin, sheet.y, sheet.margin + 40, sheet.y + 22), head)
    heads = sheet.words.several(lexicon.HEADERS, rng.choice((1, 1, 2, 2, 3)), 0.1)
    left = sheet.margin + 40
    wide = (sheet.width - 20 - left) // len(heads)
    for column, name in enumerate(heads):
        start = left + column * wide
        sheet.put(Role.HEADER, (start, sheet.y, start + wide, sheet.y + 22), name)
    sheet.y += 24
    role = Role.RADIO if rng.random() < 0.3 else Role.CHECKBOX
    for label in sheet.fresh(lexicon.ITEMS, rng.randint(2, 7), 0.3):
        if not sheet.room():
            break
        box = (sheet.margin + 8, sheet.y + 3, sheet.margin + 24, sheet.y + 19)
        tick = sheet.put(role, box)
        tick.name, tick.group = label, "picks"
        tick.row = label if len(heads) > 1 else ""
        tick.checked = role is Role.CHECKBOX and rng.random() < 0.4
        words = [label, *(_cell(sheet) for _ in heads[1:])]
        tick.cells = dict(zip(heads[1:], words[1:], strict=True))
        for column, text in enumerate(words):
            start = left + column * wide
            cell = sheet.put(Role.ITEM, (start, sheet.y, start + wide - 4, sheet.y + 24), text)
            cell.group = "rows" if column == 0 else f"cell{column}"
        sheet.y += 25
    sheet.y += 8


def _cell(sheet: Sheet) -> str:
    """A word or two, or a value."""
    rng = sheet.rng
    if rng.random() < 0.5:
        return sheet.words.invented()
    return some_value(sheet.words, rng.choice(("price", "date", "name", "city", "")))


def table(sheet: Sheet) -> None:
    """Rows with several cells, and sometimes a button at the end of each."""
    rng = sheet.rng
    columns = rng.randint(2, 4)
    heads = sheet.words.several(lexicon.HEADERS, columns, 0.1)
    wide = max(80, (sheet.width - sheet.margin - 90) // max(1, len(heads)))
    for column, head in enumerate(heads):
        left = sheet.margin + column * wide
        sheet.put(Role.HEADER, (left, sheet.y, left + wide, sheet.y + 22), head)
    sheet.y += 24
    action = (
        rng.choice(("Edit", "Delete", "Remove", "Open", "View", "")) if rng.random() < 0.6 else ""
    )
    control = rng.choice((None, Role.FIELD, Role.CHECKBOX, Role.CHECKBOX))
    for row, label in enumerate(sheet.fresh(lexicon.ITEMS, rng.randint(2, 6), 0.3)):
        most = max(4, int(wide / sheet.pitch))
        cells = [label[:most], *(_cell(sheet)[:most] for _ in heads[1:])]
        for column, cell in enumerate(cells):
            left = sheet.margin + column * wide
            box = (left, sheet.y, left + wide - 2, sheet.y + 24)
            sheet.put(Role.ITEM, box, cell).group = f"row{row}"
        beside = dict(zip(heads[1:], cells[1:], strict=False))
        if control is not None and len(heads) > 1:
            beside.pop(heads[-1], None)
            placed = _control(sheet, control, heads[-1], label)
            placed.cells = beside
        if action:
            left = sheet.margin + len(heads) * wide
            box = (left, sheet.y, left + sheet.wide(action) + 18, sheet.y + 24)
            button = sheet.put(Role.BUTTON, box, action)
            button.row, button.cells = label, beside
        sheet.y += 26
        if not sheet.room():
            break
    sheet.y += 8


def _control(sheet: Sheet, role: Role, head: str, row: str) -> Widget:
    """The last cell of a row becomes a field or a tick."""
    rng, cell = sheet.rng, sheet.widgets.pop().box
    if role is Role.CHECKBOX:
        left = rng.choice((cell.left + 3, cell.center.x - 8))
        tick = sheet.put(role, (left, cell.top + 4, left + 16, cell.top + 20))
        tick.checked = rng.random() < 0.4
        tick.name, tick.row = head, row
        return tick
    box = (cell.left + 2, cell.top + 1, cell.right - 6, cell.bottom - 1)
    field = sheet.put(role, box, some_value(sheet.words) if rng.random() < 0.4 else "")
    field.name, field.row = head, row
    return field


UNMARKED = (Role.HEADER, Role.BUTTON, Role.TAB, Role.ITEM, Role.TEXT, Role.TEXT, Role.LINK)


def navigation(sheet: Sheet) -> None:
    """The links of a site in a row."""
    rng = sheet.rng
    left = sheet.margin
    gap = rng.choice((4, 6, 8, 14, 24))
    for label in sheet.fresh(lexicon.LINKS, rng.randint(3, 6), 0.3):
        right = left + sheet.wide(label)
        if right > sheet.width:
            break
        sheet.put(Role.LINK, (left, sheet.y, right, sheet.y + 18), label)
        left = right + gap
    sheet.y += sheet.line


def chooser(sheet: Sheet) -> None:
    """A list to choose from that has no label."""
    rng = sheet.rng
    options = sheet.words.several(lexicon.CHOICES, rng.randint(3, 10), 0.4)
    wide = max(sheet.wide(option) for option in options) + 30
    right = min(sheet.width - 6, sheet.margin + wide)
    box = (sheet.margin, sheet.y, right, sheet.y + 24)
    widget = sheet.put(Role.COMBO, box, rng.choice(options))
    widget.options = tuple(options)
    widget.seen_as = rng.choice((Role.COMBO, Role.BUTTON, Role.FIELD))
    sheet.y += 34


def prose(sheet: Sheet) -> None:
    """Lines of text with links in the middle of them."""
    rng = sheet.rng
    for _ in range(rng.randint(2, 5)):
        words = [rng.choice(lexicon.listing(lexicon.COMMON)) for _ in range(rng.randint(3, 6))]
        linked = rng.randrange(len(words))
        pieces = [" ".join(words[:linked]), words[linked], " ".join(words[linked + 1 :])]
        left = sheet.margin
        for at, piece in enumerate(pieces):
            right = left + sheet.wide(piece)
            if not piece or right > sheet.width or not sheet.room():
                continue
            fresh = at == 1 and piece.lower() not in sheet.used
            sheet.used.add(piece.lower())
            role = Role.LINK if fresh else Role.TEXT
            sheet.put(role, (left, sheet.y, right, sheet.y + 16), piece)
            left = right + 4
        sheet.y += sheet.line


def folds(sheet: Sheet) -> None:
    """Headings that unfold what lies below them, one at a time."""
    rng = sheet.rng
    count = rng.choice((1, 1, 2, 3, 4))
    marks = [f"Section #{index + 1}" for index in range(count)]
    labels = marks if rng.random() < 0.4 else sheet.fresh(lexicon.TABS, count, 0.5)
    seen_as = rng.choice(UNMARKED)
    group = f"fold{sheet.y}"
    for label in labels:
        box = (sheet.margin, sheet.y, sheet.width - 20, sheet.y + 24)
        head = sheet.put(Role.TAB, box, label)
        head.group, head.seen_as = group, seen_as
        sheet.y += 28
        sheet.page = label
        if rng.random() < 0.7:
            links(sheet, rng.randint(1, 3))
        text_line(sheet, sheet.words.sentence())
        sheet.page = ""
        if not sheet.room():
            return


def posts(sheet: Sheet) -> None:
    """What people wrote, each with the same few buttons below."""
    rng = sheet.rng
    bare = rng.random() < 0.5
    actions = (
        sheet.words.several(lexicon.ICONS, rng.randint(2, 4), 0.0)
        if bare
        else list(rng.sample(("Reply", "Like", "Share", "Retweet", "More", "Follow", "Delete"), 3))
    )
    for _ in range(rng.randint(2, 5)):
        if sheet.y + 70 > sheet.height:
            return
        author = rng.choice(
            (f"@{lexicon.made_up(rng)}", rng.choice(lexicon.listing(lexicon.FIRST)))
        )
        if author.lower() in sheet.used:
            continue
        sheet.used.add(author.lower())
        text_line(sheet, author)
        text_line(sheet, sheet.words.sentence())
        left = sheet.margin
        for action in actions:
            wide = 18 if bare else sheet.wide(action) + 10
            if left + wide > sheet.width:
                break
            box = (left, sheet.y, left + wide, sheet.y + 18)
            button = sheet.put(Role.BUTTON, box, "" if bare else action)
            button.name, button.row = action, author
            if bare:
                button.icon, button.seen_as = action.replace(" ", "_"), Role.ICON
            left += wide + 10
        sheet.y += sheet.line


def mailbox(sheet: Sheet) -> None:
    """A row for each message: who wrote, what about, and little pictures at the end."""
    rng = sheet.rng
    icons = rng.sample(("delete", "star", "reply", "archive", "bookmark", "edit"), 2)
    group = f"mail{sheet.y}"
    for _ in range(rng.randint(2, 7)):
        if not sheet.room():
            return
        name = rng.choice(lexicon.listing(lexicon.FIRST))
        if name.lower() in sheet.used:
            continue
        sheet.used.add(name.lower())
        ends = sheet.width - 20 - 26 * len(icons)
        row = sheet.put(Role.ITEM, (sheet.margin, sheet.y, ends - 4, sheet.y + 18), name)
        row.group = group
        about = sheet.words.sentence()[: max(4, int((ends - sheet.margin) / sheet.pitch))]
        if rng.random() < 0.6:
            under = (sheet.margin, sheet.y + 18, ends, sheet.y + 34)
            sheet.put(Role.TEXT, under, about)
        for index, icon in enumerate(icons):
            left = ends + 26 * index
            button = sheet.put(Role.BUTTON, (left, sheet.y, left + 18, sheet.y + 18))
            button.icon, button.name, button.row = icon, icon, name
            button.seen_as = Role.ICON
        sheet.y += 44


def facts(sheet: Sheet) -> None:
    """Names and what they are, then a field to write into."""
    rng = sheet.rng
    left = sheet.margin + rng.randint(90, 160)
    cells = (Role.ITEM, Role.FIELD, Role.HEADER, Role.COMBO, Role.TEXT)
    table = rng.random() < 0.4
    for label in sheet.fresh(lexicon.FIELDS, rng.randint(2, 6)):
        if not sheet.room():
            return
        value = some_value(sheet.words, label)
        box = (sheet.margin, sheet.y, sheet.margin + sheet.wide(label), sheet.y + 16)
        name = sheet.put(Role.TEXT, box, label + rng.choice(("", ":")))
        box = (left, sheet.y, left + sheet.wide(value), sheet.y + 16)
        told = sheet.put(Role.TEXT, box, value)
        told.row = label
        if table:
            name.seen_as, told.seen_as = rng.choice(cells), rng.choice(cells)
        sheet.y += rng.choice((18, 24))
    sheet.y += 6
    widget = sheet.put(Role.FIELD, (sheet.margin, sheet.y, sheet.margin + 160, sheet.y + 24))
    widget.name = sheet.words.pick(lexicon.FIELDS) if rng.random() < 0.4 else ""
    sheet.y += 34


def swatches(sheet: Sheet) -> None:
    """Boxes that differ in their colour only."""
    rng = sheet.rng
    side = rng.choice((24, 36, 50, 90))
    left = sheet.margin
    seen_as = rng.choice((Role.OTHER, Role.ICON, Role.BUTTON, Role.FIELD))
    for colour in rng.sample(COLOURS, rng.randint(2, 5)):
        if left + side > sheet.width:
            break
        box = (left, sheet.y, left + side, sheet.y + side)
        widget = sheet.put(Role.BUTTON, box)
        widget.colour, widget.seen_as, widget.group = colour, seen_as, "swatch"
        left += side + rng.choice((4, 12, 30))
    sheet.y += side + 12


def numbers(sheet: Sheet) -> None:
    """Little boxes with numbers, all over the place."""
    rng = sheet.rng
    count = rng.randint(2, 6)
    chosen = list(range(1, count + 1)) if rng.random() < 0.6 else rng.sample(range(1, 60), count)
    rng.shuffle(chosen)
    high = 150
    cells = rng.sample(range(12), count)
    for number, cell in zip(chosen, cells, strict=True):
        left = sheet.margin + 44 * (cell % 4) + rng.randint(0, 12)
        top = sheet.y + 48 * (cell // 4) + rng.randint(0, 12)
        widget = sheet.put(Role.BUTTON, (left, top, left + 24, top + 24), str(number))
        widget.group = "number"
        widget.seen_as = rng.choice((Role.TEXT, Role.BUTTON, Role.TEXT))
    sheet.y += high


def twins(sheet: Sheet) -> None:
    """A secret to be entered twice."""
    rng = sheet.rng
    marks = ("Verify password", "Confirm password", "Repeat password", "Password again")
    labels = ("Password", rng.choice(marks))
    for label in labels:
        box = (sheet.margin, sheet.y, sheet.margin + sheet.wide(label), sheet.y + 16)
        sheet.put(Role.TEXT, box, label)
        sheet.y += 18
        field = sheet.put(Role.FIELD, (sheet.margin, sheet.y, sheet.margin + 180, sheet.y + 24))
        field.name, field.group = label, "twin"
        sheet.y += 34
