"""Fields with their labels: forms, rows of preferences, groups whose fields bear the same names.

Not here: bars and large areas (`bars.py`), lists and tables (`content.py`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from uitars_runtime.element import Role
from uitars_train.simulator import lexicon
from uitars_train.simulator.canvas import Sheet, text_line
from uitars_train.simulator.lexicon import some_value
from uitars_train.simulator.world import Widget

_UNITS: Final = ("px", "MB", "%", "seconds", "minutes", "km", "(optional)", "required", "...", "?")
_CELLS: Final = (Role.ITEM, Role.ITEM, Role.HEADER, Role.TEXT, Role.BUTTON, Role.LINK)
"""What the label of a field is taken for where it stands in a cell of a table."""
_ANSWERS: Final = (
    *(("Yes", "No"), ("Yes", "No"), ("Yes", "No", "Not sure"), ("On", "Off"), ("Low", "High")),
    *(("Never", "Sometimes", "Always"), ("None", "Some", "All"), ("Left", "Right")),
)


def form(sheet: Sheet, count: int) -> None:
    """Fields with labels from the list."""
    labels = sheet.fresh(lexicon.FIELDS, count)
    if len(labels) > 1 and sheet.width > 460 and sheet.rng.random() < 0.2:
        _columns(sheet, labels)
    else:
        labelled_fields(sheet, labels)


def labelled_fields(sheet: Sheet, labels: Sequence[str]) -> None:
    """A field for each label, one below the other."""
    rng = sheet.rng
    style = rng.choice(("left", "left", "left", "right", "right", "above", "above", "inside"))
    widest = max((sheet.wide(label) for label in labels), default=0)
    column = sheet.margin + widest + 14
    mark = rng.choice(("", "", ":", ":", " *"))
    cells = rng.random() < 0.15
    for label in labels:
        if not sheet.room():
            return
        beside = style in ("left", "right")
        left = min(column if beside else sheet.margin, sheet.width - 70)
        if beside or style == "above":
            start = column - 14 - sheet.wide(label) if style == "right" else sheet.margin
            top = sheet.y + 4 if beside else sheet.y
            box = (start, top, start + sheet.wide(label), top + 16)
            named = sheet.put(Role.TEXT, box, label + mark)
            named.seen_as = rng.choice(_CELLS) if cells else None
            sheet.y += 0 if beside else 20
        many = rng.random() < 0.06
        high = sheet.line * 3 if many else min(sheet.line - 2, 30)
        right = max(left + 60, min(sheet.width - 12, left + rng.randint(90, 600)))
        widget = sheet.put(Role.FIELD, (left, sheet.y, right, sheet.y + high))
        widget.name, widget.many_lines = label, many
        _content(sheet, widget, style == "inside")
        if right + 60 < sheet.width and rng.random() < 0.12:
            unit = rng.choice(_UNITS)
            after = (right + 6, sheet.y + 4, right + 8 + sheet.wide(unit), sheet.y + 20)
            sheet.put(Role.TEXT, after, unit)
        sheet.y += high + rng.randint(4, 14)


def _content(sheet: Sheet, field: Widget, inside: bool) -> None:
    """What stands in a field: its label as a hint, a value, another hint, or nothing."""
    rng = sheet.rng
    if inside:
        field.text, field.placeholder = field.name, True
    elif rng.random() < 0.22:
        field.text = some_value(sheet.words, field.name)
    elif rng.random() < 0.06:
        field.text, field.placeholder = sheet.words.sentence(), True


def _columns(sheet: Sheet, labels: Sequence[str]) -> None:
    """Two fields side by side, each with its label above or to the left."""
    rng = sheet.rng
    above = rng.random() < 0.6
    half = (sheet.width - 2 * sheet.margin) // 2
    for index, label in enumerate(labels):
        if not sheet.room():
            return
        left = sheet.margin + half * (index % 2)
        wide = sheet.wide(label)
        top = sheet.y if above else sheet.y + 4
        sheet.put(Role.TEXT, (left, top, left + wide, top + 16), label + rng.choice(("", ":")))
        start = left if above else left + wide + 8
        top = sheet.y + 20 if above else sheet.y
        widget = sheet.put(Role.FIELD, (start, top, max(start + 50, left + half - 16), top + 26))
        widget.name = label
        _content(sheet, widget, False)
        if index % 2 or index == len(labels) - 1:
            sheet.y += (20 if above else 0) + 26 + rng.randint(6, 14)


def questions(sheet: Sheet, count: int) -> None:
    """Questions below each other, with the same answers to choose from."""
    rng = sheet.rng
    known = rng.random() < 0.6
    answers = rng.choice(_ANSWERS) if known else tuple(sheet.fresh(lexicon.RADIOS, 3))
    beside = rng.random() < 0.5
    for title in sheet.fresh(lexicon.FIELDS, count, 0.6):
        if not sheet.room() or len(answers) < 2:
            return
        text_line(sheet, title + rng.choice(("", ":", "?")))
        if beside:
            sheet.y -= sheet.line
        left = sheet.margin + (sheet.wide(title) + 24 if beside else rng.choice((0, 12)))
        group = f"question{sheet.y}"
        made: list[Widget] = []
        for answer in answers:
            if made and left + sheet.wide(answer) + 24 > sheet.width:
                left, sheet.y = made[0].box.left, sheet.y + sheet.line
            right = min(sheet.width, left + sheet.wide(answer) + 24)
            widget = sheet.put(Role.RADIO, (left, sheet.y, right, sheet.y + 20), answer)
            widget.group, widget.row = group, title
            made.append(widget)
            left = right + 14
        if rng.random() < 0.4:
            rng.choice(made).checked = True
        sheet.y += sheet.line


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
