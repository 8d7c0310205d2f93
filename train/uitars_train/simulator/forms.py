"""Fields with their labels: forms, rows of preferences, groups whose fields bear the same names.

Not here: bars and large areas (`bars.py`), lists and tables (`content.py`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from uitars_runtime.element import Role
from uitars_train.simulator.builder import CONTROL, LABEL, TICK, WindowBuilder
from uitars_train.simulator.controls import text_line
from uitars_train.simulator.lexicon import some_value
from uitars_train.simulator.world import Widget

_WIDTHS: Final = {
    Role.CHECKBOX: (16, 48),
    Role.COMBO: (90, 150),
    Role.FIELD: (50, 130),
    Role.BUTTON: (60, 120),
}
"""How wide what ends a row of preferences is, in pixels: from a box to tick to a switch, and what
forms give the others."""

# Pixels, ours.
_TWO_COLUMNS, _TWO_GROUPS = 460, 480
"""Widths of windows from which fields, and groups of them, may stand side by side."""
_GAP: Final = 14
_NARROW, _RIGHT, _LEAST = 70, 12, 60
"""How close to the right edge a field may begin and end, and how narrow it may be."""
_HIGHEST, _LINES = 30, 3
"""The highest field for one line, and how many lines as high one for several is."""
_ABOVE: Final = 20
"""What a label above its field takes."""
_AFTER: Final = 60
"""What a unit behind a field needs."""
_GUTTER: Final = 16
_RING: Final = 24
_ROW_LEAST: Final = 160
_SUBTITLE, _SUBTITLE_HIGH = 40, 14
"""Letters of the words below a name, and their height."""
_STEPPER, _STEPPER_INSET = 18, 16
_INDENT: Final = 10


def form(window: WindowBuilder, count: int) -> None:
    """Fields with labels from the list."""
    labels = window.fresh("fields", count)
    wide = len(labels) > 1 and window.width > _TWO_COLUMNS
    if wide and window.maybe("fields stand in two columns"):
        _columns(window, labels)
    else:
        labelled_fields(window, labels)


CARD: Final = {"card name": "person", "card mail": "email", "card phone": "phone"}
"""The groups of the fields of a card, and the kinds of values that belong there."""


def card(window: WindowBuilder) -> None:
    """What somebody is called and how they are reached."""
    names = [window.said(f"names of {group}") for group in CARD]
    for field, group in zip(labelled_fields(window, names), CARD, strict=False):
        field.group, field.many_lines = group, False


def labelled_fields(window: WindowBuilder, labels: Sequence[str]) -> list[Widget]:
    """A field for each label, one below the other, as far as there is room."""
    made: list[Widget] = []
    style = window.said("places of labels")
    column = window.margin + max(map(window.wide, labels), default=0) + _GAP
    mark = window.said("marks of labels")
    cells = window.maybe("labels stand in cells")
    for label in labels:
        if not window.room():
            break
        beside = style in ("left", "right")
        left = min(column if beside else window.margin, window.width - _NARROW)
        if beside or style == "above":
            wide = window.wide(label)
            start = column - _GAP - wide if style == "right" else window.margin
            down = 4 if beside else 0
            named = window.place(Role.TEXT, start, wide, LABEL, label + mark, down=down)
            named.seen_as = window.role("a label in a cell is taken for") if cells else None
            window.y += 0 if beside else _ABOVE
        made.append(_labelled_field(window, label, left, inside=style == "inside"))
    return made


def _labelled_field(window: WindowBuilder, label: str, left: int, *, inside: bool) -> Widget:
    many = window.maybe("a field has several lines")
    high = window.line * _LINES if many else min(window.line - 2, _HIGHEST)
    end = min(window.width - _RIGHT, left + window.between("pixels of a field"))
    right = max(left + _LEAST, end)
    widget = window.place(Role.FIELD, left, right - left, high)
    widget.name, widget.many_lines = label, many
    _content(window, widget, inside)
    if right + _AFTER < window.width and window.maybe("a unit stands behind a field"):
        unit = window.said("units")
        window.place(Role.TEXT, right + 6, window.wide(unit) + 2, LABEL, unit, down=4)
    window.y += high + window.between("pixels between fields")
    return widget


def _content(window: WindowBuilder, field: Widget, inside: bool) -> None:
    """What stands in a field: its label as a hint, a value, another hint, or nothing."""
    if inside:
        field.text, field.placeholder = field.name, True
    elif window.maybe("a field has a value"):
        field.text = some_value(window.words, field.name)
    elif window.maybe("an empty field has a hint"):
        field.text, field.placeholder = window.words.sentence(), True


def _columns(window: WindowBuilder, labels: Sequence[str]) -> None:
    """Two fields side by side, each with its label above or to the left."""
    above = window.maybe("labels in columns stand above")
    half = (window.width - 2 * window.margin) // 2
    for index, label in enumerate(labels):
        if not window.room():
            return
        left, wide = window.margin + half * (index % 2), window.wide(label)
        said = label + window.rng.choice(("", ":"))
        window.place(Role.TEXT, left, wide, LABEL, said, down=0 if above else 4)
        start = left if above else left + wide + 8
        right = max(start + 50, left + half - _GUTTER)
        down = _ABOVE if above else 0
        widget = window.place(Role.FIELD, start, right - start, CONTROL, down=down)
        widget.name = label
        _content(window, widget, False)
        if index % 2 or index == len(labels) - 1:
            window.y += down + CONTROL + window.between("pixels between rows of fields")


def questions(window: WindowBuilder, count: int) -> None:
    """Questions below each other, with the same answers to choose from."""
    known = window.maybe("answers are usual ones")
    answers = window.said("answers").split("/") if known else window.fresh("radios", 3)
    beside = window.maybe("answers stand beside their question")
    for title in window.fresh("fields", count, "a question is invented"):
        if not window.room() or len(answers) < 2:
            return
        text_line(window, title + window.rng.choice(("", ":", "?")))
        if beside:
            window.y -= window.line
        left = window.margin
        left += window.wide(title) + _RING if beside else window.chosen("indents of answers")
        group = f"question{window.y}"
        made: list[Widget] = []
        for answer in answers:
            wide = window.wide(answer) + _RING
            if made and left + wide > window.width:
                left, window.y = made[0].box.left, window.y + window.line
            right = min(window.width, left + wide)
            widget = window.put(Role.RADIO, (left, window.y, right, window.y + TICK), answer)
            widget.group, widget.row = group, title
            made.append(widget)
            left = right + _GAP
        if window.maybe("a question is answered"):
            window.rng.choice(made).checked = True
        window.y += window.line


def preference_rows(window: WindowBuilder, count: int) -> None:
    """A name at the left of each row, a switch, list, number or button at its right end."""
    mixed = window.maybe("controls of rows are mixed")
    role = window.role("what ends a row of preferences")
    for _ in range(count):
        if not window.room():
            return
        role = window.role("what ends a row of preferences") if mixed else role
        labels = window.fresh("checks" if role is Role.CHECKBOX else "fields", 1)
        if labels and window.wide(labels[0]) + _ROW_LEAST < window.width:
            _row(window, labels[0], role)


def _row(window: WindowBuilder, label: str, role: Role) -> None:
    window.label(label, down=5)
    if window.maybe("a preference is explained"):
        below = window.words.sentence()[:_SUBTITLE]
        wide = window.wide(below)
        window.place(Role.TEXT, window.margin, wide, _SUBTITLE_HIGH, below, down=5 + _ABOVE)
        window.y += _ABOVE // 2
    right = window.width - window.between("pixels behind a row")
    left = right - window.rng.randint(*_WIDTHS[role])
    widget = window.place(role, left, right - left, CONTROL)
    widget.name = label
    match role:
        case Role.CHECKBOX:
            widget.checked = window.maybe("a switch is on")
        case Role.COMBO:
            count = window.between("entries of a list in a row")
            options = window.words.several("choices", count, "an entry in a row is invented")
            widget.options = tuple(options)
            widget.text = window.rng.choice(widget.options)
        case Role.FIELD:
            filled = window.maybe("a field of a row is filled")
            widget.text = str(window.between("numbers in fields")) if filled else ""
            if window.maybe("a number has its two buttons"):
                _steppers(window, widget)
        case _:
            widget.text = window.said("buttons of rows")
            widget.row = label
    window.y += window.between("pixels of a row of preferences")


def _steppers(window: WindowBuilder, field: Widget) -> None:
    """The two little buttons of a field for numbers, inside its right end or above each other."""
    box = field.box
    names = window.rng.choice((("up", "down"), ("add", "remove")))
    if window.maybe("the two buttons stand side by side"):
        for index, name in enumerate(names):
            left = box.right - _STEPPER * (index + 1)
            at = (left, box.top + 4, left + _STEPPER_INSET, box.bottom - 4)
            window.put(Role.ICON, at).icon = name
        return
    middle = box.center.y
    places = ((box.top + 1, middle - 1), (middle + 1, box.bottom - 1))
    for (top, bottom), name in zip(places, names, strict=True):
        at = (box.right - _STEPPER_INSET, top, box.right - 2, bottom)
        window.put(Role.ICON, at).icon = name


def twin_groups(window: WindowBuilder, count: int) -> None:
    """Two groups with titles, below or beside each other; their fields bear the same names."""
    labels = window.words.several("fields", min(count, 3), "a field in groups is invented")
    beside = window.width > _TWO_GROUPS and window.maybe("groups stand side by side")
    half = window.width // 2 if beside else 0
    top, deepest = window.y, window.y
    for at, title in enumerate(window.said("pairs of groups").split("/")):
        window.y = top if half else window.y
        left = window.margin + at * half
        window.label(title + window.rng.choice(("", "", ":", " address", " settings")), left)
        window.y += window.line
        column = left + _RING + max(map(window.wide, labels))
        for label in labels:
            if window.room() and column + _LEAST < window.width:
                _member(window, label, title, left + _INDENT, column)
        deepest = max(deepest, window.y)
    window.y = deepest + 6


def _member(window: WindowBuilder, label: str, title: str, left: int, column: int) -> None:
    """One field of a group, with its label."""
    window.label(label, left, down=4)
    end = column + window.between("pixels of a field in a group")
    right = min(window.width - _RIGHT, end)
    field = window.place(Role.FIELD, column, right - column, CONTROL)
    field.name, field.row = label, title
    filled = window.maybe("a field in a group is filled")
    field.text = some_value(window.words, label) if filled else ""
    window.y += window.line
