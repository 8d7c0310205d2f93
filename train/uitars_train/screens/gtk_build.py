# pyright: basic, reportMissingImports=false
"""Builds GTK 3 widgets from plans that came as JSON; runs under the system's Python."""

from __future__ import annotations

import random
from typing import Any

import gi

from uitars_train.screens.gtk_truth import Truth
from uitars_train.screens.gtk_views import ROW_ICONS, Views, scrolled

gi.require_version("Gtk", "3.0")
from gi.repository import Gtk, Pango  # noqa: E402


class Builder:
    """Builds one window; what `truth` cannot read from the widgets is noted there."""

    def __init__(self, truth: Truth, icons: dict[str, str], source: random.Random) -> None:
        self._truth = truth
        self._icons = icons
        self._random = source
        self._views = Views(icons, source)
        self.focused: Any = None
        self.menu_items: list[Any] = []
        self.combos: list[Any] = []

    def content(self, window: dict[str, Any]) -> Any:
        """All that is on the window."""
        outer = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
        if window["menus"]:
            outer.add(self._menu_bar(window["menus"]))
        if window["tools"] or window["tool_buttons"]:
            outer.add(self._tool_bar(window))
        body = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=self._random.choice((4, 10)))
        body.set_border_width(self._random.choice((0, 6, 12, 18)))
        columns = Gtk.Box(spacing=self._random.choice((6, 12, 24)))
        columns.set_homogeneous(self._random.random() < 0.3)
        for groups in window["columns"]:
            column = Gtk.Box(
                orientation=Gtk.Orientation.VERTICAL, spacing=self._random.choice((4, 8, 14))
            )
            stretch = self._random.random() < 0.6
            for group in groups:
                column.pack_start(self._group(group), False, stretch, 0)
            columns.pack_start(column, stretch, stretch, 0)
        body.pack_start(columns, True, True, 0)
        if window["footer"]:
            body.pack_end(self._footer(window["footer"]), False, False, 0)
        if window["scrolls"]:
            body = scrolled(body, 300)
        outer.pack_start(body, True, True, 0)
        if window["status"]:
            bar = self._label(window["status"])
            bar.set_margin_start(6)
            outer.pack_end(bar, False, False, 2)
        return outer

    def header_bar(self, title: str) -> Any:
        """A title bar of the window's own."""
        bar = Gtk.HeaderBar(title=title)
        for meaning in self._random.sample(("menu", "search", "back", "add"), 2):
            if f"{meaning}@16" in self._icons:
                bar.pack_start(self.icon_button(meaning, 16))
        bar.pack_end(self.icon_button("close", 16))
        return bar

    # ---------------------------------------------------------------- around the content

    def _menu_bar(self, menus: list[dict[str, Any]]) -> Any:
        bar = Gtk.MenuBar()
        for menu in menus:
            item = Gtk.MenuItem(label=menu["title"])
            below = Gtk.Menu()
            for entry in menu["entries"]:
                below.append(self._menu_entry(entry))
            item.set_submenu(below)
            below.show_all()
            bar.append(item)
            self.menu_items.append(item)
        return bar

    def _menu_entry(self, entry: dict[str, Any]) -> Any:
        if not entry["text"]:
            return Gtk.SeparatorMenuItem()
        if entry["checked"] is not None:
            item = Gtk.CheckMenuItem(label=entry["text"])
            item.set_active(entry["checked"])
            item.set_draw_as_radio(self._random.random() < 0.3)
        else:
            item = Gtk.ImageMenuItem(label=entry["text"])
            if entry["icon"]:
                item.set_image(Gtk.Image.new_from_file(self._icons[f"{entry['icon']}@16"]))
                item.set_always_show_image(True)
        if entry["shortcut"]:
            key, modifiers = Gtk.accelerator_parse(_accelerator(entry["shortcut"]))
            item.get_child().set_accel(key, modifiers)
        item.set_sensitive(not entry["disabled"])
        return item

    def _tool_bar(self, window: dict[str, Any]) -> Any:
        bar = Gtk.Box(spacing=self._random.choice((0, 2, 6)))
        bar.get_style_context().add_class("toolbar")
        for button in window["tool_buttons"]:
            bar.add(self._button(button))
        if window["tools"]:
            for button in self._icon_buttons(window["tools"], flat=True):
                bar.add(button)
        return bar

    def _footer(self, buttons: list[dict[str, Any]]) -> Any:
        box = Gtk.Box(spacing=self._random.choice((4, 6, 12)))
        box.set_halign(self._random.choice((Gtk.Align.END, Gtk.Align.START, Gtk.Align.CENTER)))
        if self._random.random() < 0.3:
            box.set_halign(Gtk.Align.FILL)
            box.set_homogeneous(True)
        for button in buttons:
            box.pack_start(self._button(button), True, True, 0)
        return box

    # ---------------------------------------------------------------- panels

    def _group(self, group: dict[str, Any]) -> Any:
        panel = self._panel(group["panel"])
        if not group["title"]:
            return panel
        panel.set_border_width(8)
        frame = Gtk.Frame(label=group["title"])
        if self._random.random() < 0.4:
            frame.set_shadow_type(Gtk.ShadowType.NONE)
        frame.add(panel)
        return frame

    def _panel(self, panel: dict[str, Any]) -> Any:
        return PANELS[panel["type"]](self, panel)

    def _label(self, text: str) -> Any:
        label = Gtk.Label(label=text)
        label.set_xalign(0)
        return label

    def _row(self, widgets: list[Any], vertical: bool) -> Any:
        direction = Gtk.Orientation.VERTICAL if vertical else Gtk.Orientation.HORIZONTAL
        box = Gtk.Box(orientation=direction, spacing=self._random.choice((2, 4, 6, 10)))
        for widget in widgets:
            box.pack_start(widget, False, False, 0)
        return box

    def _form(self, form: dict[str, Any]) -> Any:
        grid = Gtk.Grid()
        grid.set_column_spacing(self._random.choice((4, 8, 12)))
        grid.set_row_spacing(self._random.choice((2, 6, 10)))
        for index, field in enumerate(form["fields"]):
            widget = self._field(field)
            widget.set_hexpand(True)
            label = self._label(field["label"] + field["ending"])
            match form["labels"]:
                case "left":
                    label.set_xalign(1 if form["align_right"] else 0)
                    grid.attach(label, 0, index, 1, 1)
                    grid.attach(widget, 1, index, 1, 1)
                case "above":
                    grid.attach(label, 0, 2 * index, 1, 1)
                    grid.attach(widget, 0, 2 * index + 1, 1, 1)
                case "pairs":
                    grid.attach(label, index % 2 * 2, index // 2, 1, 1)
                    grid.attach(widget, index % 2 * 2 + 1, index // 2, 1, 1)
                case _:
                    grid.attach(widget, 0, index, 1, 1)
        return grid

    def _field(self, field: dict[str, Any]) -> Any:
        holder = None
        match field["kind"]:
            case "spin":
                widget = Gtk.SpinButton.new_with_range(0, 999, 1)
                widget.set_value(int(field["value"]))
            case "combo":
                kind = self._random.random()
                widget = Gtk.ComboBoxText.new_with_entry() if kind < 0.2 else Gtk.ComboBoxText()
                for option in field["options"]:
                    widget.append_text(option)
                if kind < 0.88:
                    widget.set_active(field["options"].index(field["value"]))
                if not field["disabled"]:
                    self.combos.append(widget)
            case "area":
                widget = Gtk.TextView()
                widget.get_buffer().set_text(field["value"])
                widget.set_wrap_mode(Gtk.WrapMode.WORD)
                holder = scrolled(widget, self._random.randint(50, 120))
                holder.set_overlay_scrolling(True)
            case _:
                widget = Gtk.Entry(text=field["value"], placeholder_text=field["placeholder"])
                widget.set_visibility(not field["secret"])
        widget.set_sensitive(not field["disabled"])
        self._truth.names[widget] = field["label"]
        if field["focused"]:
            self.focused = widget
        return holder or widget

    def _checks(self, checks: dict[str, Any]) -> Any:
        return self._row([self._check(item) for item in checks["items"]], checks["vertical"])

    def _check(self, item: dict[str, Any]) -> Any:
        widget = Gtk.CheckButton(label=item["text"])
        widget.set_active(item["checked"])
        widget.set_sensitive(not item["disabled"])
        if self._random.random() < 0.15:
            switch = Gtk.Switch(active=item["checked"], sensitive=not item["disabled"])
            self._truth.names[switch] = item["text"]
            return self._row([self._label(item["text"]), switch], False)
        return widget

    def _radios(self, radios: dict[str, Any]) -> Any:
        widgets: list[Any] = []
        for item in radios["items"]:
            widget = Gtk.RadioButton.new_with_label_from_widget(
                widgets[0] if widgets else None, item["text"]
            )
            widget.set_sensitive(not item["disabled"])
            widgets.append(widget)
        for widget, item in zip(widgets, radios["items"], strict=True):
            if item["checked"]:
                widget.set_active(True)
        return self._row(widgets, radios["vertical"])

    def _buttons(self, buttons: dict[str, Any]) -> Any:
        return self._row([self._button(item) for item in buttons["items"]], buttons["vertical"])

    def _button(self, button: dict[str, Any]) -> Any:
        widget = Gtk.Button(label=button["text"])
        if button["icon"]:
            widget.set_image(Gtk.Image.new_from_file(self._icons[f"{button['icon']}@16"]))
            widget.set_always_show_image(True)
        widget.set_sensitive(not button["disabled"])
        if button["accent"]:
            style = self._random.choice(("suggested-action", "destructive-action"))
            widget.get_style_context().add_class(style)
        if button["flat"]:
            widget.set_relief(Gtk.ReliefStyle.NONE)
        return widget

    def _icon_panel(self, icons: dict[str, Any]) -> Any:
        return self._row(self._icon_buttons(icons, flat=self._random.random() < 0.4), False)

    def _icon_buttons(self, icons: dict[str, Any], flat: bool) -> list[Any]:
        widgets: list[Any] = []
        for index, meaning in enumerate(icons["meanings"]):
            widget = self.icon_button(meaning, icons["size"], toggle=index == icons["pressed"])
            widget.set_sensitive(index != icons["disabled"])
            if flat:
                widget.set_relief(Gtk.ReliefStyle.NONE)
            widgets.append(widget)
        return widgets

    def icon_button(self, meaning: str, size: int, toggle: bool = False) -> Any:
        """A button with a picture and no words."""
        widget = Gtk.ToggleButton(active=True) if toggle else Gtk.Button()
        widget.set_image(Gtk.Image.new_from_file(self._icons[f"{meaning}@{size}"]))
        self._truth.icons[widget] = meaning
        return widget

    def _pad(self, pad: dict[str, Any]) -> Any:
        grid = Gtk.Grid(column_homogeneous=True, row_homogeneous=True)
        grid.set_column_spacing(self._random.choice((0, 2, 4, 8)))
        grid.set_row_spacing(self._random.choice((0, 2, 4, 8)))
        display = Gtk.Entry(text=pad["display"])
        display.set_alignment(1)
        grid.attach(display, 0, 0, 4, 1)
        for row, keys in enumerate(pad["rows"]):
            for column, key in enumerate(keys):
                grid.attach(Gtk.Button(label=key), column, row + 1, 1, 1)
        return grid

    def _cards(self, cards: dict[str, Any]) -> Any:
        rows: list[Any] = []
        for card in cards["rows"]:
            row = self._row([self._label(card["title"])], False)
            row.set_spacing(12)
            if card["detail"]:
                row.pack_start(self._label(card["detail"]), False, False, 0)
            for button in card["buttons"]:
                row.pack_end(self._button(button), False, False, 0)
            for meaning in card["icons"]:
                row.pack_end(self.icon_button(meaning, 16), False, False, 0)
            rows.append(row)
        return self._row(rows, True)

    def _search(self, search: dict[str, Any]) -> Any:
        kind = Gtk.SearchEntry if self._random.random() < 0.5 else Gtk.Entry
        entry = kind(text=search["value"], placeholder_text=search["placeholder"])
        self._truth.names[entry] = search["placeholder"]
        if search["focused"]:
            self.focused = entry
        button = search["button"]
        return self._row(
            [entry, self._button(button) if button else self.icon_button("search", 16)], False
        )

    def _words(self, words: dict[str, Any]) -> Any:
        text = self._label("\n".join(words["lines"]))
        if not words["heading"]:
            return self._row([text], True)
        heading = self._label(words["heading"])
        style = Pango.AttrList()
        style.insert(Pango.attr_scale_new(self._random.uniform(1.0, 1.9)))
        style.insert(Pango.attr_weight_new(self._random.choice((Pango.Weight.BOLD, 400))))
        heading.set_attributes(style)
        return self._row([heading, text], True)

    def _links(self, links: dict[str, Any]) -> Any:
        widgets: list[Any] = []
        for text in links["items"]:
            label = self._label("")
            label.set_markup(f'<a href="about:">{text.replace("&", "&amp;")}</a>')
            self._truth.names[label] = text
            widgets.append(label)
        return self._row(widgets, links["vertical"])

    def _sliders(self, sliders: dict[str, Any]) -> Any:
        grid = Gtk.Grid(column_spacing=10, row_spacing=4)
        for index, item in enumerate(sliders["items"]):
            scale = Gtk.Scale.new_with_range(Gtk.Orientation.HORIZONTAL, 0, 100, 1)
            scale.set_value(item["value"])
            scale.set_draw_value(False)
            scale.set_hexpand(True)
            scale.set_size_request(120, -1)
            scale.set_sensitive(not item["disabled"])
            self._truth.names[scale] = item["label"]
            grid.attach(self._label(item["label"]), 0, index, 1, 1)
            grid.attach(scale, 1, index, 1, 1)
        return grid

    def _progress(self, progress: dict[str, Any]) -> Any:
        bar = Gtk.ProgressBar(fraction=progress["value"] / 100)
        bar.set_show_text(self._random.random() < 0.5)
        return self._row([self._label(progress["label"]), bar], True)

    def _tabs(self, tabs: dict[str, Any]) -> Any:
        book = Gtk.Notebook()
        kind = self._random.random()
        for index, label in enumerate(tabs["labels"]):
            page = self._row([], True)
            page.set_border_width(10)
            if index == tabs["current"]:
                for panel in tabs["content"]:
                    page.pack_start(self._panel(panel), False, False, 0)
            book.append_page(page, self._tab(label, kind))
        book.show_all()
        book.set_current_page(tabs["current"])
        return book

    def _tab(self, text: str, kind: float) -> Any:
        """What is on a tab: words, some with a cross after or a picture before them."""
        label = Gtk.Label(label=text)
        if kind > 0.5:
            return label
        box = Gtk.Box(spacing=self._random.choice((2, 4, 8)))
        box.add(label)
        if kind < 0.3:
            cross = self.icon_button("close", 16)
            cross.set_relief(Gtk.ReliefStyle.NONE)
            box.add(cross)
        else:
            picture = Gtk.Image.new_from_file(self._icons[f"{self._random.choice(ROW_ICONS)}@16"])
            box.add(picture)
            box.reorder_child(picture, 0)
        box.show_all()
        return box


def _accelerator(shortcut: str) -> str:
    """`Ctrl+Shift+A` as GTK writes it."""
    *modifiers, key = shortcut.split("+")
    return "".join(f"<{name}>" for name in modifiers) + key


PANELS = {
    "Form": Builder._form,
    "Checks": Builder._checks,
    "Radios": Builder._radios,
    "Buttons": Builder._buttons,
    "Icons": Builder._icon_panel,
    "Items": lambda builder, panel: builder._views.items(panel),
    "Tree": lambda builder, panel: builder._views.tree(panel),
    "Table": lambda builder, panel: builder._views.table(panel),
    "Pad": Builder._pad,
    "Cards": Builder._cards,
    "Search": Builder._search,
    "Words": Builder._words,
    "Links": Builder._links,
    "Sliders": Builder._sliders,
    "Progress": Builder._progress,
    "Tabs": Builder._tabs,
}
"""How the panels of `plan.py` are built, by their tags."""
