"""Turns plans into HTML; roles, names and icon meanings go into `data-` attributes."""

from __future__ import annotations

import base64
import random
from collections.abc import Iterable, Mapping
from html import escape
from pathlib import Path

from uitars_train.screens import plan

ROW_ICONS = ("folder", "file", "image", "music", "video", "user", "home", "mail", "trash")
"""Meanings of the pictures that stand before rows."""
ALWAYS = (*ROW_ICONS, "close", "down")
"""Meanings of icons that a page draws though no plan names them, at 16 pixels."""


class Page:
    """Writes one page."""

    def __init__(self, icons: Mapping[str, str], css: str, source: random.Random) -> None:
        """`icons`: PNG files by `meaning@size`."""
        self._icons = icons
        self._css = css
        self._random = source
        self._radios = 0
        self._open_combo = False
        self._current = -1
        self._switches = source.random() < 0.15
        self._row_icons = source.random() < 0.3
        self._row_ticks = source.random() < 0.15
        self._closable_tabs = source.random() < 0.25
        self._sorted = source.random() < 0.3

    def html(self, window: plan.Window) -> str:
        """The whole page of a plan."""
        self._open_combo = window.open_combo
        self._current = window.current_entry
        columns = "".join(
            f'<div class="column">{"".join(self._group(g) for g in groups)}</div>'
            for groups in window.columns
        )
        tools = "".join(self._button(b) for b in window.tool_buttons)
        if window.tools:
            tools += self._icon_row(window.tools)
        parts = (
            f'<h1 data-role="text">{escape(window.title)}</h1>'
            if self._random.random() < 0.6
            else "",
            self._navigation(window),
            f'<div class="row tools">{tools}</div>' if tools else "",
            f'<main class="row">{columns}</main>',
            f'<div class="row footer">{"".join(self._button(b) for b in window.footer)}</div>',
            self._text(window.status) if window.status else "",
        )
        body = "".join(parts)
        return (
            f'<!doctype html><html><head><meta charset="utf-8"><style>{self._css}</style></head>'
            f"<body>{body}</body></html>"
        )

    # ---------------------------------------------------------------- pieces

    @staticmethod
    def _text(words: str, tag: str = "span") -> str:
        return f'<{tag} data-role="text">{escape(words)}</{tag}>'

    @staticmethod
    def _attributes(**values: object) -> str:
        """`data-` and plain attributes; False and None leave one out, True gives it no value."""
        parts: list[str] = []
        for name, value in values.items():
            key = name.rstrip("_").replace("_", "-")
            if value is True:
                parts.append(key)
            elif value is not None and value is not False:
                parts.append(f'{key}="{escape(str(value))}"')
        return " ".join(parts)

    def _image(self, meaning: str, size: int) -> str:
        data = base64.b64encode(Path(self._icons[f"{meaning}@{size}"]).read_bytes()).decode()
        return f'<img src="data:image/png;base64,{data}" width="{size}" height="{size}" alt="">'

    def _navigation(self, window: plan.Window) -> str:
        if not window.menus:
            return ""
        entries: list[str] = []
        for index, menu in enumerate(window.menus):
            is_open = index == window.open_menu
            below = ""
            if is_open:
                rows = [entry for entry in menu.entries if entry.text]
                below = self._drop_down(
                    (entry.text, bool(entry.checked), entry.disabled) for entry in rows
                )
            mark = self._attributes(data_role="menu", data_selected="1" if is_open else None)
            entries.append(f"<li><a {mark}>{escape(menu.title)}</a>{below}</li>")
        return f"<nav><ul>{''.join(entries)}</ul></nav>"

    def _drop_down(self, entries: Iterable[tuple[str, bool, bool]]) -> str:
        rows: list[str] = []
        for index, (text, checked, disabled) in enumerate(entries):
            mark = self._attributes(
                class_="current" if index == self._current else None,
                data_role="menu_item",
                data_name=text,
                data_selected="1" if index == self._current else None,
                data_checked="1" if checked else None,
                data_disabled="1" if disabled else None,
            )
            rows.append(f"<div {mark}>{'✓ ' if checked else ''}{escape(text)}</div>")
        return f'<div class="drop">{"".join(rows)}</div>'

    def _group(self, group: plan.Group) -> str:
        title = self._text(group.title, self._random.choice(("h2", "h3"))) if group.title else ""
        style = "card" if title else ""
        return f'<section class="{style}">{title}{self._panel(group.panel)}</section>'

    def _panel(self, panel: plan.Panel) -> str:  # noqa: C901, PLR0911, PLR0912 - a line a kind
        match panel:
            case plan.Form():
                rows = "".join(self._field(f, panel.labels) for f in panel.fields)
                return f'<div class="form {panel.labels}">{rows}</div>'
            case plan.Checks():
                return self._row((self._choice(c, "checkbox") for c in panel.items), panel.vertical)
            case plan.Radios():
                self._radios += 1
                return self._row((self._choice(c, "radio") for c in panel.items), panel.vertical)
            case plan.Buttons():
                return self._row((self._button(b) for b in panel.items), panel.vertical)
            case plan.Icons():
                return self._row((self._icon_row(panel),), False)
            case plan.Items():
                return self._items(panel)
            case plan.Tree():
                return self._tree(panel)
            case plan.Table():
                return self._table(panel)
            case plan.Pad():
                return self._pad(panel)
            case plan.Cards():
                return "".join(self._card(card) for card in panel.rows)
            case plan.Search():
                return self._search(panel)
            case plan.Words():
                heading = self._text(panel.heading, "h2") if panel.heading else ""
                return heading + self._text(" ".join(panel.lines), "p")
            case plan.Links():
                return self._row(
                    (f'<a href="#" data-role="link">{escape(t)}</a>' for t in panel.items),
                    panel.vertical,
                )
            case plan.Sliders():
                return "".join(self._slider(item) for item in panel.items)
            case plan.Progress():
                bar = f'<progress data-role="other" value="{panel.value}" max="100"></progress>'
                return f"<p>{self._text(panel.label)} {bar}</p>"
            case plan.Tabs():
                return self._tabs(panel)

    @staticmethod
    def _row(items: Iterable[str], vertical: bool) -> str:
        return f'<div class="{"stack" if vertical else "row"}">{"".join(items)}</div>'

    # ---------------------------------------------------------------- controls

    def _field(self, field: plan.Field, labels: plan.Labels) -> str:
        common = self._attributes(
            data_role="combo" if field.kind is plan.Kind.COMBO else "field",
            data_name=field.label,
            disabled=field.disabled,
            autofocus=field.focused,
        )
        match field.kind:
            case plan.Kind.LINE:
                kind = "password" if field.secret else "text"
                rest = self._attributes(type=kind, value=field.value, placeholder=field.placeholder)
                control = f"<input {common} {rest}>"
            case plan.Kind.SPIN:
                control = f'<input {common} type="number" value="{field.value}">'
            case plan.Kind.AREA:
                control = f'<textarea {common} rows="3">{escape(field.value)}</textarea>'
            case plan.Kind.COMBO:
                options = "".join(
                    f"<option{' selected' if option == field.value else ''}>{escape(option)}"
                    for option in field.options
                )
                chance = self._random.random()
                if chance < 0.12:
                    return self._editable(field, labels)
                if chance > 0.88:
                    options = f"<option></option>{options.replace(' selected', '')}"
                below = ""
                if self._open_combo and not field.disabled:
                    self._open_combo = False
                    below = self._drop_down((option, False, False) for option in field.options)
                control = f'<span class="combo"><select {common}>{options}</select>{below}</span>'
        return self._labelled(field, labels, control)

    def _labelled(self, field: plan.Field, labels: plan.Labels, control: str) -> str:
        if labels is plan.Labels.PLACEHOLDER:
            return f"<div>{control}</div>"
        return f"<div>{self._text(field.label + field.ending, 'label')} {control}</div>"

    def _editable(self, field: plan.Field, labels: plan.Labels) -> str:
        """A list that can be typed into: a field and an arrow."""
        mark = self._attributes(
            data_role="field", data_name=field.label, value=field.value, disabled=field.disabled
        )
        arrow = self._icon("down", 16, disabled=field.disabled)
        return self._labelled(field, labels, f'<span class="editable"><input {mark}>{arrow}</span>')

    def _choice(self, check: plan.Check, kind: str) -> str:
        rest = self._attributes(
            type=kind,
            name=f"r{self._radios}" if kind == "radio" else None,
            checked=check.checked,
            disabled=check.disabled,
        )
        style = "switch" if self._switches and kind == "checkbox" else ""
        return (
            f'<label data-role="{kind}" class="{style}"><input {rest}><i class="mark"></i>'
            f"{escape(check.text)}</label>"
        )

    def _button(self, button: plan.Button) -> str:
        icon = self._image(button.icon, 16) + " " if button.icon else ""
        style = "accent" if button.accent else "flat" if button.flat else ""
        mark = self._attributes(data_role="button", class_=style, disabled=button.disabled)
        return f"<button {mark}>{icon}{escape(button.text)}</button>"

    def _icon_row(self, icons: plan.Icons) -> str:
        return "".join(
            self._icon(meaning, icons.size, index == icons.disabled, index == icons.pressed)
            for index, meaning in enumerate(icons.meanings)
        )

    def _icon(self, meaning: str, size: int, disabled: bool = False, pressed: bool = False) -> str:
        mark = self._attributes(
            class_="icon pressed" if pressed else "icon",
            data_role="icon",
            data_icon=meaning,
            data_name=meaning.replace("_", " "),
            data_checked="1" if pressed else None,
            disabled=disabled,
        )
        return f"<button {mark}>{self._image(meaning, size)}</button>"

    def _slider(self, item: plan.Slider) -> str:
        mark = self._attributes(
            type="range",
            data_role="slider",
            data_name=item.label,
            value=item.value,
            disabled=item.disabled,
        )
        return f"<p>{self._text(item.label)} <input {mark}></p>"

    def _search(self, search: plan.Search) -> str:
        mark = self._attributes(
            data_role="field",
            data_name=search.placeholder,
            value=search.value,
            placeholder=search.placeholder,
            autofocus=search.focused,
        )
        button = self._button(search.button) if search.button else self._icon("search", 16)
        return f'<div class="row"><input {mark}>{button}</div>'

    # ---------------------------------------------------------------- rows of things

    def _item(self, text: str, selected: bool) -> str:
        mark = self._attributes(
            class_="current" if selected else None,
            data_role="item",
            data_selected="1" if selected else None,
        )
        picture = self._image(self._random.choice(ROW_ICONS), 16) + " " if self._row_icons else ""
        return f"<li {mark}>{picture}{escape(text)}</li>"

    def _items(self, items: plan.Items) -> str:
        rows = (self._item(text, i == items.selected) for i, text in enumerate(items.items))
        return f'<ul class="list">{"".join(rows)}</ul>'

    def _tree(self, tree: plan.Tree) -> str:
        rows: list[str] = []
        for index, (name, leaves) in enumerate(tree.branches):
            rows.append(self._item(name, index == tree.selected))
            if index in tree.open:
                inner = "".join(self._item(leaf, False) for leaf in leaves)
                rows.append(f'<ul class="list">{inner}</ul>')
        return f'<ul class="list">{"".join(rows)}</ul>'

    def _table(self, table: plan.Table) -> str:
        order = self._random.choice(("up", "down"))
        by = self._random.randrange(len(table.headers)) if self._sorted else -1
        head = "".join(
            f'<th data-role="header" class="{order if index == by else ""}">{escape(text)}</th>'
            for index, text in enumerate(table.headers)
        )
        tick = self._row_ticks
        rows: list[str] = []
        for index, cells in enumerate(table.rows):
            chosen = index == table.selected
            mark = self._attributes(data_role="item", data_selected="1" if chosen else None)
            inner = "".join(f"<td {mark}>{escape(text)}</td>" for text in cells)
            if tick:
                box = self._attributes(
                    type="checkbox",
                    data_role="checkbox",
                    data_name=cells[0],
                    checked=self._random.random() < 0.5,
                )
                inner = f"<td><input {box}></td>{inner}"
            rows.append(f'<tr class="{"current" if chosen else ""}">{inner}</tr>')
        head = f"<th></th>{head}" if tick else head
        return f"<table><thead><tr>{head}</tr></thead><tbody>{''.join(rows)}</tbody></table>"

    def _pad(self, pad: plan.Pad) -> str:
        keys = "".join(
            f'<button data-role="button">{escape(key)}</button>' for row in pad.rows for key in row
        )
        display = f'<input data-role="field" value="{escape(pad.display)}">'
        return f'<div class="pad">{display}{keys}</div>'

    def _card(self, card: plan.Card) -> str:
        detail = self._text(card.detail) if card.detail else ""
        buttons = "".join(self._button(button) for button in card.buttons)
        icons = "".join(self._icon(meaning, 16) for meaning in card.icons)
        return f'<div class="row entry">{self._text(card.title)}{detail}{buttons}{icons}</div>'

    def _tabs(self, tabs: plan.Tabs) -> str:
        labels = "".join(
            "<li "
            + self._attributes(
                class_="current" if index == tabs.current else None,
                data_role="tab",
                data_selected="1" if index == tabs.current else None,
            )
            + f">{escape(label)}{self._icon('close', 16) if self._closable_tabs else ''}</li>"
            for index, label in enumerate(tabs.labels)
        )
        content = "".join(self._panel(panel) for panel in tabs.content)
        return f'<ul class="tabs">{labels}</ul><div class="page">{content}</div>'
