"""Preferences as desktops draw them: rows of a name and a control far to its right, and groups
whose fields bear the same names.

Not here: forms with labels close to their fields (`forms.py`).
"""

from __future__ import annotations

from typing import Final

from uitars_runtime.element import Role
from uitars_train.policy import lexicon
from uitars_train.policy.sections import Sheet
from uitars_train.policy.values import some_value
from uitars_train.policy.world import Widget

_CONTROLS: Final = (Role.CHECKBOX, Role.CHECKBOX, Role.COMBO, Role.FIELD, Role.BUTTON)
_GROUPS: Final = (
    *(("Billing", "Shipping"), ("Sender", "Recipient"), ("From", "To"), ("Home", "Work")),
    *(("Left", "Right"), ("Input", "Output"), ("Source", "Destination"), ("Old", "New")),
    *(
        ("Header", "Footer"),
        ("Day", "Night"),
        ("Horizontal", "Vertical"),
        ("Portrait", "Landscape"),
    ),
    *(("Local", "Remote"), ("Incoming", "Outgoing"), ("Minimum", "Maximum"), ("Before", "After")),
)


def preference_rows(sheet: Sheet, count: int) -> None:
    """A name at the left of each row, a switch, list, number or button at its right end."""
    rng = sheet.rng
    mixed = rng.random() < 0.5
    role = rng.choice(_CONTROLS)
    for _ in range(count):
        if not sheet.room():
            return
        role = rng.choice(_CONTROLS) if mixed else role
        labels = sheet.fresh(lexicon.CHECKS if role is Role.CHECKBOX else lexicon.FIELDS, 1)
        if labels and sheet.wide(labels[0]) + 160 < sheet.width:
            _row(sheet, labels[0], role)


def _row(sheet: Sheet, label: str, role: Role) -> None:
    rng = sheet.rng
    box = (sheet.margin, sheet.y + 5, sheet.margin + sheet.wide(label), sheet.y + 21)
    sheet.put(Role.TEXT, box, label)
    if rng.random() < 0.2:
        sheet.y += 20
        below = sheet.words.sentence()[:40]
        box = (sheet.margin, sheet.y + 5, sheet.margin + sheet.wide(below), sheet.y + 19)
        sheet.put(Role.TEXT, box, below)
        sheet.y -= 10
    right = sheet.width - rng.randint(10, 24)
    widths = {Role.CHECKBOX: (16, 48), Role.COMBO: (90, 150), Role.FIELD: (50, 130)}
    left = right - rng.randint(*widths.get(role, (60, 120)))
    widget = sheet.put(role, (left, sheet.y, right, sheet.y + 26))
    widget.name = label
    match role:
        case Role.CHECKBOX:
            widget.checked = rng.random() < 0.5
        case Role.COMBO:
            widget.options = tuple(sheet.words.several(lexicon.CHOICES, rng.randint(3, 7), 0.2))
            widget.text = rng.choice(widget.options)
        case Role.FIELD:
            widget.text = str(rng.randint(0, 500)) if rng.random() < 0.7 else ""
            if rng.random() < 0.6:
                _steppers(sheet, widget)
        case _:
            widget.text = rng.choice(("Change...", "Edit", "Choose...", "Set", "Configure"))
            widget.row = label
    sheet.y += rng.randint(32, 44)


def _steppers(sheet: Sheet, field: Widget) -> None:
    """The two little buttons of a field for numbers, inside its right end or above each other."""
    rng, box = sheet.rng, field.box
    names = rng.choice((("down", "up"), ("remove", "add")))
    if rng.random() < 0.5:
        for index, name in enumerate(reversed(names)):
            left = box.right - 18 * (index + 1)
            sheet.put(Role.ICON, (left, box.top + 4, left + 16, box.bottom - 4)).icon = name
        return
    middle = box.center.y
    places = ((box.top + 1, middle - 1), (middle + 1, box.bottom - 1))
    for (top, bottom), name in zip(places, reversed(names), strict=True):
        sheet.put(Role.ICON, (box.right - 16, top, box.right - 2, bottom)).icon = name


def twin_groups(sheet: Sheet, count: int) -> None:
    """Two groups with titles, below or beside each other; their fields bear the same names."""
    rng = sheet.rng
    labels = sheet.words.several(lexicon.FIELDS, min(count, 3), 0.3)
    half = sheet.width // 2 if sheet.width > 480 and rng.random() < 0.4 else 0
    top, deepest = sheet.y, sheet.y
    for at, title in enumerate(rng.choice(_GROUPS)):
        sheet.y = top if half else sheet.y
        left = sheet.margin + at * half
        shown = title + rng.choice(("", "", ":", " address", " settings"))
        sheet.put(Role.TEXT, (left, sheet.y, left + sheet.wide(shown), sheet.y + 16), shown)
        sheet.y += sheet.line
        column = left + 24 + max(map(sheet.wide, labels))
        for label in labels:
            if sheet.room() and column + 60 < sheet.width:
                _member(sheet, label, title, left + 10, column)
        deepest = max(deepest, sheet.y)
    sheet.y = deepest + 6


def _member(sheet: Sheet, label: str, title: str, left: int, column: int) -> None:
    """One field of a group, with its label."""
    rng, top = sheet.rng, sheet.y
    sheet.put(Role.TEXT, (left, top + 4, left + sheet.wide(label), top + 20), label)
    right = min(sheet.width - 12, column + rng.randint(60, 200))
    field = sheet.put(Role.FIELD, (column, top, right, top + 26))
    field.name, field.row = label, title
    field.text = some_value(sheet.words, label) if rng.random() < 0.3 else ""
    sheet.y += sheet.line
