"""Forms that people wrote down, as web pages of many looks: labels beside their fields, above or
inside them, in tables, in frames; in the browser's own style or another one.

Each control says in `data-name` which one it is, for `web_truth.js`.
Not here: how the pages are looked at (`views.py`).
"""

from __future__ import annotations

import enum
import random
from collections.abc import Iterator
from html import escape
from typing import Final

from uitars_runtime.forms.form import FILLED, ON, Kind
from uitars_train.forms.written import Drawn, Form
from uitars_train.screens.screen import Split
from uitars_train.screens.web_look import random_sheet

APART: Final = "\N{INFORMATION SEPARATOR ONE}"
"""Between the number of a control and the entry of a group."""
LABEL: Final = "label "
"""Before the number of the control that words are the label of."""
_OWN_STYLE: Final = 0.4
"""How often a page has the browser's own style. All numbers here are ours."""
_FEW: Final = 5
"""Entries of a group that stand in one line at most."""
_SWITCH, _AREA, _NUMBER, _SECRET = 0.1, 0.3, 0.5, 0.7
"""How often a tick is a switch, a field for remarks has several lines, one for a number arrows, and
one for a password dots."""


class Labels(enum.Enum):
    """Where the words of a control stand."""

    BESIDE = enum.auto()
    ABOVE = enum.auto()
    INSIDE = enum.auto()
    """In the field itself, where it is empty."""
    COLUMN = enum.auto()
    """In a column of their own."""
    TABLE = enum.auto()
    """In a table with lines."""
    PAIRS = enum.auto()
    """Above, two fields in a row."""


class _Look:
    """How one page is made."""

    def __init__(self, source: random.Random) -> None:
        self.labels = source.choices(tuple(Labels), (3, 4, 1.5, 3, 1.5, 1.5))[0]
        self.colon = source.choice(("", "", "", ":", ":", " *"))
        self.wide = source.choice((12, 16, 20, 24, 30, 40))
        self.framed = source.random() < 0.4
        self.stacked = source.random() < 0.4
        self.switches = source.random() < _SWITCH
        self.right = source.random() < 0.3
        self.source = source


def page(form: Form, source: random.Random) -> str:
    """A form as a page."""
    look = _Look(source)
    rows = "".join(_rows(form, look))
    css = _style(look)
    head = f'<h1 data-role="text">{escape(form.title)}</h1>' if source.random() < 0.7 else ""
    title = f"<title>{escape(form.title)}</title>"
    return (
        f'<!doctype html><html><head><meta charset="utf-8">{title}<style>{css}</style></head>'
        f'<body>{head}<form autocomplete="off">{rows}</form></body></html>'
    )


def _style(look: _Look) -> str:
    source = look.source
    sheet = ""
    if source.random() >= _OWN_STYLE:
        sheet, _ = random_sheet(source, Split.TRAIN)
    gap = source.choice((4, 8, 12, 16))
    own = f".one{{margin:{gap}px 0}}.group{{border-width:1px}}"
    column = source.choice((120, 160, 200, 260))
    side = "right" if look.right else "left"
    match look.labels:
        case Labels.ABOVE | Labels.PAIRS:
            own += "label.of{display:block;margin-bottom:3px}"
        case Labels.COLUMN:
            own += f"label.of{{display:inline-block;width:{column}px;text-align:{side};"
            own += "padding-right:8px;box-sizing:border-box}"
        case Labels.TABLE:
            own += "td,th{border:1px solid #bbb;padding:6px}table{border-collapse:collapse}"
        case Labels.BESIDE | Labels.INSIDE:
            pass
    if look.labels is Labels.PAIRS:
        own += f".two{{display:grid;grid-template-columns:1fr 1fr;gap:{gap}px;max-width:720px}}"
    if source.random() < 0.3:
        paper = source.choice(("#fff", "#fafafa", "#f4f6f8", "#fffbe8"))
        own += f"body{{background:#dfe7ef}}form{{background:{paper};color:#222;padding:24px;"
        own += f"max-width:{source.choice((420, 560, 720))}px;margin:20px auto;border-radius:8px}}"
    return sheet + own


def _rows(form: Form, look: _Look) -> Iterator[str]:
    """What stands below each other; fields and buttons that follow each other are kept together."""
    together: list[str] = []
    kind = ""
    for number, one in enumerate(form.controls):
        this = _together(one, look)
        if this != kind:
            yield _joined(kind, together)
            together, kind = [], this
        together.append(_control(number, one, look))
    yield _joined(kind, together)


def _together(one: Drawn, look: _Look) -> str:
    if look.labels is Labels.TABLE:
        in_row = one.kind in FILLED or one.kind in (Kind.TICK, Kind.CHOICE)
        return "table" if in_row else one.kind.value
    if look.labels is Labels.PAIRS and one.kind in FILLED:
        return "two"
    if one.kind in (Kind.BUTTON, Kind.TAB, Kind.MENU):
        return "row"
    return "list" if one.kind is Kind.ITEM else "one"


def _joined(kind: str, rows: list[str]) -> str:
    if not rows:
        return ""
    match kind:
        case "table":
            return f"<table>{''.join(rows)}</table>"
        case "two":
            return f'<div class="two">{"".join(f"<div>{row}</div>" for row in rows)}</div>'
        case "row":
            return f'<p class="row">{" ".join(rows)}</p>'
        case "list":
            return f"<ul>{''.join(rows)}</ul>"
        case _:
            return "".join(f'<div class="one">{row}</div>' for row in rows)


def _control(number: int, one: Drawn, look: _Look) -> str:
    name, words = f'data-name="{number}"', escape(one.label)
    match one.kind:
        case Kind.FIELD | Kind.LIST | Kind.SLIDER:
            return _labelled(number, one, _filled(number, one, look), look)
        case Kind.TICK:
            return _tick(number, one, look)
        case Kind.CHOICE:
            return _group(number, one, look)
        case Kind.BUTTON:
            return f'<button type="button" data-role="button" {name}>{words}</button>'
        case Kind.LINK:
            return f'<a href="#" data-role="link" {name}>{words}</a>'
        case Kind.TAB | Kind.MENU:
            return f'<a data-role="{one.kind}" {name} style="padding:4px 10px">{words}</a>'
        case Kind.ITEM:
            return f'<li data-role="item" {name}>{words}</li>'
        case Kind.TEXT:
            return f'<span data-role="text" {name}>{words}</span>'


def _filled(number: int, one: Drawn, look: _Look) -> str:
    name, holds, source = f'data-name="{number}"', escape(one.holds), look.source
    if one.kind is Kind.LIST:
        options = "".join(
            f"<option{' selected' if entry == one.holds else ''}>{escape(entry)}</option>"
            for entry in (one.shown if one.holds else ("", *one.shown))
        )
        return f'<select data-role="combo" {name}>{options}</select>'
    if one.kind is Kind.SLIDER:
        value = one.holds if one.holds.isdigit() else "50"
        return f'<input type="range" data-role="slider" {name} value="{value}">'
    if source.random() < _AREA and one.is_long:
        return f'<textarea data-role="field" {name} rows="3" cols="{look.wide}">{holds}</textarea>'
    kind = "text"
    if source.random() < _NUMBER and one.holds.isdigit():
        kind = "number"
    if source.random() < _SECRET and one.is_secret:
        kind = "password"
    inside = ""
    if look.labels is Labels.INSIDE and not one.holds:
        inside = f'placeholder="{escape(one.label)}"'
    size = f'size="{look.wide}"' if kind != "number" else 'style="width:6em"'
    return f'<input type="{kind}" data-role="field" {name} value="{holds}" {size} {inside}>'


def _labelled(number: int, one: Drawn, control: str, look: _Look) -> str:
    if look.labels is Labels.INSIDE and one.kind is Kind.FIELD and not one.holds:
        return control
    words = escape(one.called) + look.colon
    if look.labels is Labels.TABLE:
        label = f'<span data-role="text" data-name="{LABEL}{number}">{words}</span>'
        return f"<tr><td>{label}</td><td>{control}</td></tr>"
    label = f'<label class="of" data-role="text" data-name="{LABEL}{number}">{words}</label>'
    return f"{label} {control}"


def _tick(number: int, one: Drawn, look: _Look) -> str:
    checked = "checked" if one.holds == ON else ""
    words = escape(one.label)
    if look.labels is Labels.TABLE:
        box = f'<input type="checkbox" data-role="checkbox" data-name="{number}" {checked}>'
        label = f'<span data-role="text" data-name="{LABEL}{number}">{words}</span>'
        return f"<tr><td>{label}</td><td>{box}</td></tr>"
    style = "switch" if look.switches else ""
    return (
        f'<label data-role="checkbox" data-name="{number}" class="{style}">'
        f'<input type="checkbox" {checked}><i class="mark"></i> {words}</label>'
    )


def _group(number: int, one: Drawn, look: _Look) -> str:
    gap = "<br>" if look.stacked or len(one.entries) > _FEW else " "
    entries = gap.join(
        f'<label data-role="radio" data-name="{number}{APART}{escape(entry)}">'
        f'<input type="radio" name="g{number}" {"checked" if entry == one.holds else ""}>'
        f" {escape(entry)}</label>"
        for entry in one.entries
    )
    words = escape(one.label)
    said = f'data-role="text" data-name="{LABEL}{number}"'
    if look.labels is Labels.TABLE:
        return f"<tr><td><span {said}>{words}</span></td><td>{entries}</td></tr>"
    if look.framed:
        return f'<fieldset class="group"><legend {said}>{words}</legend>{entries}</fieldset>'
    if look.labels in (Labels.BESIDE, Labels.COLUMN) and not look.stacked:
        return f'<label class="of" {said}>{words}</label> {entries}'
    return f"<span {said}>{words}</span><br>{entries}"
