"""Lists, checklists and tables."""

from __future__ import annotations

from uitars_runtime.eyes.element import Role
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
    sheet.put(Role.HEADER, (sheet.margin, sheet.y, sheet.margin + 40, sheet.y + 22), "Pick")
    head = (sheet.margin + 40, sheet.y, sheet.width - 20, sheet.y + 22)
    sheet.put(Role.HEADER, head, sheet.words.pick(lexicon.HEADERS))
    sheet.y += 24
    radio = rng.random() < 0.3
    for label in sheet.fresh(lexicon.ITEMS, rng.randint(2, 7), 0.3):
        if not sheet.room():
            break
        left = sheet.margin + 8
        role = Role.RADIO if radio else Role.CHECKBOX
        tick = sheet.put(role, (left, sheet.y + 3, left + 16, sheet.y + 19))
        tick.name = label
        tick.group = "picks"
        tick.checked = not radio and rng.random() < 0.3
        row = sheet.put(Role.ITEM, (left + 30, sheet.y, sheet.width - 20, sheet.y + 24), label)
        row.group = "rows"
        sheet.y += 25
    sheet.y += 8


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
    control = rng.choice((None, None, Role.FIELD, Role.CHECKBOX))
    for row, label in enumerate(sheet.fresh(lexicon.ITEMS, rng.randint(2, 6), 0.3)):
        cells = [label, *(some_value(sheet.words) for _ in heads[1:])]
        for column, cell in enumerate(cells):
            left = sheet.margin + column * wide
            box = (left, sheet.y, left + wide - 2, sheet.y + 24)
            widget = sheet.put(Role.ITEM, box, cell[: max(4, int(wide / sheet.pitch))])
            widget.group = f"row{row}"
        if control is not None and len(heads) > 1:
            _control(sheet, control, heads[-1], label)
        if action:
            left = sheet.margin + len(heads) * wide
            box = (left, sheet.y, left + sheet.wide(action) + 18, sheet.y + 24)
            sheet.put(Role.BUTTON, box, action).row = label
        sheet.y += 26
        if not sheet.room():
            break
    sheet.y += 8


def _control(sheet: Sheet, role: Role, head: str, row: str) -> None:
    """The last cell of a row becomes a field or a tick."""
    rng, cell = sheet.rng, sheet.widgets.pop().box
    if role is Role.CHECKBOX:
        left = rng.choice((cell.left + 3, cell.center.x - 8))
        tick = sheet.put(role, (left, cell.top + 4, left + 16, cell.top + 20))
        tick.checked = rng.random() < 0.4
        tick.name, tick.row = head, row
        return
    box = (cell.left + 2, cell.top + 1, cell.right - 6, cell.bottom - 1)
    field = sheet.put(role, box, some_value(sheet.words) if rng.random() < 0.4 else "")
    field.name, field.row = head, row
