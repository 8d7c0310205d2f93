"""Bars of menus, icons and tabs, and the large areas below them: documents and keypads."""

from __future__ import annotations

from typing import Final

from uitars_runtime.element import Role
from uitars_train.simulator import lexicon
from uitars_train.simulator.canvas import Sheet, checks, plain_buttons, radios, text_line
from uitars_train.simulator.forms import form
from uitars_train.simulator.lexicon import some_value
from uitars_train.simulator.world import COLUMN

_BELOW: Final = 0.35
"""Share of tabs that stand below each other."""


def menubar(sheet: Sheet) -> None:
    rng = sheet.rng
    rest = [title for title in lexicon.menus() if title not in ("File", "Edit", "Help")]
    chosen = ["File", *(["Edit"] if rng.random() < 0.8 else [])]
    chosen += rng.sample(rest, rng.randint(0, 5)) + (["Help"] if rng.random() < 0.8 else [])
    left = 6
    for title in chosen:
        entries = lexicon.menus()[title]
        count = min(len(entries), rng.randint(3, 18))
        kept = [entries[i] for i in sorted(rng.sample(range(len(entries)), count))]
        for _ in range(rng.choice((0, 0, 0, 1, 2, 4))):
            near = sheet.words.variant(rng.choice(kept).partition(":")[0])
            kept.insert(rng.randint(0, len(kept)), rng.choice((near, sheet.words.invented())))
        kept = list({entry.partition(":")[0].lower(): entry for entry in kept}.values())
        right = left + sheet.wide(title) + 12
        if right > sheet.width:
            break
        widget = sheet.put(Role.MENU, (left, sheet.y, right, sheet.y + 22), title)
        widget.options = tuple(kept)
        if rng.random() < 0.35:
            for entry in rng.sample(kept, min(len(kept), rng.choice((1, 1, 2)))):
                inner = sheet.words.several(lexicon.CONTEXT, rng.randint(2, 5), 0.5)
                widget.nested[entry.partition(":")[0]] = tuple(inner)
        sheet.used.add(title.lower())
        left = right + 2
    sheet.y += 28


def toolbar(sheet: Sheet) -> None:
    rng = sheet.rng
    left = 8
    side = rng.choice((20, 24, 28, 34))
    for icon in sheet.words.several(lexicon.ICONS, rng.randint(3, 9), 0.0):
        if left + side > sheet.width:
            break
        sheet.put(Role.ICON, (left, sheet.y, left + side, sheet.y + side)).icon = icon.replace(
            " ", "_"
        )
        left += side + rng.choice((2, 6, 10))
    sheet.y += side + 8


def tabs(sheet: Sheet) -> None:
    """Tabs beside or below each other; what follows is on the selected one, with a few controls on
    the others."""
    rng = sheet.rng
    labels = sheet.fresh(lexicon.TABS, rng.randint(2, 6))
    placed = _column(sheet, labels) if rng.random() < _BELOW else _row(sheet, labels)
    if not placed:
        return
    current = rng.choice(placed)
    shown = [widget for widget in sheet.widgets if widget.role is Role.TAB]
    for widget in shown:
        widget.selected = widget.text == current
    top, deepest = sheet.y, max(widget.box.bottom for widget in shown)
    for page in placed:
        sheet.page, sheet.y = page, top
        rng.choice((checks, radios, form, plain_buttons))(sheet, rng.randint(1, 3))
        deepest = max(deepest, sheet.y)
    sheet.page, sheet.first_page, sheet.y = "", current, deepest


def _row(sheet: Sheet, labels: list[str]) -> list[str]:
    """Tabs side by side; those for which there was room."""
    left = sheet.margin
    placed: list[str] = []
    for label in labels:
        right = left + sheet.wide(label) + 22
        if right > sheet.width:
            break
        sheet.put(Role.TAB, (left, sheet.y, right, sheet.y + 26), label).group = f"tab{sheet.y}"
        placed.append(label)
        left = right + 2
    sheet.y += 34
    return placed


def _column(sheet: Sheet, labels: list[str]) -> list[str]:
    """Tabs below each other at the left edge; their pages are to the right of them."""
    wide = max((sheet.wide(label) for label in labels), default=0) + 20
    if sheet.width < wide + 180:
        return _row(sheet, labels)
    pitch = sheet.rng.randint(24, 46)
    group = f"{COLUMN}{sheet.y}"
    for place, label in enumerate(labels):
        top = sheet.y + place * pitch
        sheet.put(Role.TAB, (4, top, 4 + wide, top + pitch - 2), label).group = group
    sheet.margin = wide + 16
    return labels


def browser_bar(sheet: Sheet) -> None:
    """Tabs, arrows and the address of a browser."""
    rng = sheet.rng
    title = sheet.words.invented()
    sheet.put(Role.TAB, (8, sheet.y - 24, 60 + sheet.wide(title), sheet.y), title).selected = True
    left = 10
    for icon in ("back", "forward", "refresh"):
        sheet.put(Role.ICON, (left, sheet.y + 4, left + 24, sheet.y + 28)).icon = icon
        left += 32
    box = (left + 10, sheet.y + 2, max(left + 80, sheet.width - 90), sheet.y + 30)
    address = sheet.put(
        Role.FIELD, box, some_value(sheet.words, "url") if rng.random() < 0.8 else ""
    )
    address.name = rng.choice(("Address bar", "Address bar", "Address and search bar", "URL"))
    box = (sheet.width - 36, sheet.y + 4, sheet.width - 12, sheet.y + 28)
    sheet.put(Role.ICON, box).icon = rng.choice(("menu", "more"))
    sheet.y += 44


def document(sheet: Sheet) -> None:
    """A large area to write in."""
    rng = sheet.rng
    left = rng.choice((0, 2, 24))
    bottom = max(sheet.y + 80, min(sheet.height, sheet.y + rng.randint(100, 700)))
    widget = sheet.put(Role.FIELD, (left, sheet.y, sheet.width - 4, bottom))
    widget.many_lines = True
    if rng.random() < 0.5:
        lines = (sheet.words.sentence() for _ in range(rng.choice((1, 1, 2, 3, 4))))
        widget.text = "\n".join(lines)
    sheet.y = bottom
    if rng.random() < 0.5:
        right = sheet.width - 4
        sheet.put(Role.SCROLLBAR, (right - 14, widget.box.top + 4, right, bottom - 4))
    if rng.random() < 0.35:
        hint = rng.choice(("Search...", "Find", "Search", "Type to search"))
        box = (6, sheet.y + 2, max(80, sheet.width // 2), sheet.y + 26)
        bar = sheet.put(Role.FIELD, box, hint)
        bar.name, bar.placeholder = hint.rstrip("."), True
        sheet.put(Role.ICON, (box[2] + 4, sheet.y + 4, box[2] + 24, sheet.y + 24)).icon = "down"
        sheet.y += 32
    if rng.random() < 0.4:
        text = rng.choice(
            ("Ln 1, Col 1", "Line: 1 Column: 0", "Encoding: UTF-8", "INS", "Lines: 1")
        )
        text_line(sheet, text)


def keypad(sheet: Sheet) -> None:
    """The keys of a calculator or a phone below a display."""
    rng = sheet.rng
    sheet.put(Role.FIELD, (6, sheet.y, sheet.width - 6, sheet.y + 40), "0").name = rng.choice(
        ("", "Display", "Result")
    )
    sheet.y += 50
    times, over = rng.choice((("*", "/"), ("×", "÷"), ("x", "/"), ("*", "÷")))
    rows = [["7", "8", "9", over], ["4", "5", "6", times], ["1", "2", "3", "-"]]
    rows.append(rng.choice((["0", ".", "=", "+"], ["0", ".", "+", "="], ["0", "+/-", "+", "="])))
    if rng.random() < 0.6:
        extra = ["C", "AC", "CE", "MR", "MC", "M+", "(", ")", "%", "sqrt", "sin", "cos", "ln"]
        for _ in range(rng.randint(1, 3)):
            rows.insert(rng.choice((0, len(rows))), rng.sample(extra, 4))
    wide = (sheet.width - 12) // 4
    high = rng.randint(26, 52)
    for row in rows:
        for column, label in enumerate(row):
            left = 6 + column * wide
            box = (left, sheet.y, left + wide - 4, sheet.y + high - 4)
            sheet.put(Role.BUTTON, box, label)
        sheet.y += high
