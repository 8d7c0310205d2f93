"""Lists, checklists and tables."""

from __future__ import annotations

from uitars_runtime.element import Role
from uitars_runtime.types import Box
from uitars_train.policy import lexicon
from uitars_train.policy.sections import Sheet
from uitars_train.policy.values import some_value
from uitars_train.policy.world import Widget


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
