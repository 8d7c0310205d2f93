# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false
# pyright: reportUnknownArgumentType=false
"""Builds Tk widgets from plans, classic or themed ones."""

from __future__ import annotations

import random
import tkinter as tk
from collections.abc import Mapping
from tkinter import ttk
from typing import Literal

from uitars_runtime.element import Role
from uitars_train.screens import plan
from uitars_train.screens.tk_truth import Truth

Widget = tk.Widget


def _state(disabled: bool) -> Literal["disabled", "normal"]:
    return "disabled" if disabled else "normal"


class Builder:
    """Builds one window into `root`; what `truth` cannot read from the widgets is noted there."""

    def __init__(
        self,
        root: tk.Tk,
        truth: Truth,
        icons: Mapping[str, str],
        accent: str,
        source: random.Random,
    ) -> None:
        self._root = root
        self._truth = truth
        self._icons = icons
        self._accent = accent
        self._random = source
        self._themed = source.random() < 0.5
        self._gap = source.choice((1, 2, 4, 6))
        self._pictures: list[tk.PhotoImage] = []
        self._variables: list[tk.Variable] = []
        self.focused: tk.Misc | None = None
        self.menus: list[tuple[tk.Menubutton, tk.Menu]] = []
        self.combos: list[ttk.Combobox] = []

    def window(self, window: plan.Window) -> None:
        """All that is on the window."""
        if window.menus:
            bar = tk.Frame(self._root)
            bar.pack(fill="x")
            for menu in window.menus:
                self._menu(bar, menu)
        if window.tools or window.tool_buttons:
            tools = self._frame(self._root)
            tools.pack(fill="x", padx=2, pady=2)
            for button in window.tool_buttons:
                self._button(tools, button).pack(side="left", padx=1)
            if window.tools:
                self._icon_row(tools, window.tools)
        if window.status:
            self._label(self._root, window.status).pack(side="bottom", fill="x")
        if window.footer:
            footer = self._frame(self._root)
            footer.pack(side="bottom", fill="x", padx=8, pady=6)
            side = self._random.choice(("left", "right"))
            for button in window.footer:
                self._button(footer, button).pack(
                    side="left" if side == "left" else "right", padx=3
                )
        body = self._frame(self._root)
        margin = self._random.choice((2, 6, 12))
        body.pack(fill="both", expand=True, padx=margin, pady=margin)
        for groups in window.columns:
            column = self._frame(body)
            column.pack(side="left", anchor="n", fill="both", expand=True, padx=5)
            for group in groups:
                self._group(column, group).pack(fill="x", anchor="w", pady=self._gap + 2)

    # ---------------------------------------------------------------- pieces

    def _frame(self, parent: tk.Misc) -> tk.Frame | ttk.Frame:
        return ttk.Frame(parent) if self._themed else tk.Frame(parent)

    def _label(self, parent: tk.Misc, text: str, anchor: Literal["w", "e"] = "w") -> Widget:
        if self._themed:
            return ttk.Label(parent, text=text, anchor=anchor, justify="left")
        return tk.Label(parent, text=text, anchor=anchor, justify="left")

    def _menu(self, bar: tk.Frame, menu: plan.Menu) -> None:
        button = tk.Menubutton(bar, text=menu.title)
        button.pack(side="left")
        below = tk.Menu(button, tearoff=False)
        for entry in menu.entries:
            state = _state(entry.disabled)
            if not entry.text:
                below.add_separator()
            elif entry.checked is not None:
                value = tk.BooleanVar(self._root, value=entry.checked)
                self._variables.append(value)
                below.add_checkbutton(label=entry.text, variable=value, state=state)
            else:
                below.add_command(label=entry.text, accelerator=entry.shortcut, state=state)
        button["menu"] = below
        self.menus.append((button, below))

    def _group(self, parent: tk.Misc, group: plan.Group) -> Widget:
        if not group.title:
            return self._panel(parent, group.panel)
        frame = tk.LabelFrame(parent, bd=self._random.choice((1, 2)))
        frame["labelwidget"] = self._label(frame, group.title)
        self._panel(frame, group.panel).pack(fill="both", expand=True, padx=6, pady=4)
        return frame

    def _panel(  # noqa: C901, PLR0912 - a line a kind
        self, parent: tk.Misc, panel: plan.Panel
    ) -> Widget:
        frame = self._frame(parent)
        match panel:
            case plan.Form():
                self._form(frame, panel)
            case plan.Checks():
                for item in panel.items:
                    self._place(self._check(frame, item), panel.vertical)
            case plan.Radios():
                self._radios(frame, panel)
            case plan.Buttons():
                for button in panel.items:
                    self._place(self._button(frame, button), panel.vertical)
            case plan.Icons():
                self._icon_row(frame, panel)
            case plan.Items():
                self._items(frame, panel)
            case plan.Tree() | plan.Table():
                self._rows(frame, panel)
            case plan.Pad():
                self._pad(frame, panel)
            case plan.Cards():
                for card in panel.rows:
                    self._card(frame, card)
            case plan.Search():
                self._search(frame, panel)
            case plan.Words():
                self._words(frame, panel)
            case plan.Links():
                for text in panel.items:
                    self._place(self._link(frame, text), panel.vertical)
            case plan.Sliders():
                self._sliders(frame, panel)
            case plan.Progress():
                self._label(frame, panel.label).pack(anchor="w")
                ttk.Progressbar(frame, value=panel.value, length=160).pack(anchor="w")
            case plan.Tabs():
                self._tabs(frame, panel)
        return frame

    def _place(self, widget: Widget, vertical: bool) -> None:
        if vertical:
            widget.pack(anchor="w", pady=self._gap // 2)
        else:
            widget.pack(side="left", padx=self._gap)

    # ---------------------------------------------------------------- controls

    def _form(self, frame: Widget, form: plan.Form) -> None:
        for index, field in enumerate(form.fields):
            widget = self._field(frame, field)
            label = self._label(frame, field.label + field.ending, "e" if form.align_right else "w")
            match form.labels:
                case plan.Labels.LEFT:
                    label.grid(row=index, column=0, sticky="ew", padx=3, pady=self._gap)
                    widget.grid(row=index, column=1, sticky="ew", padx=3, pady=self._gap)
                case plan.Labels.ABOVE:
                    label.grid(row=2 * index, column=0, sticky="w")
                    widget.grid(row=2 * index + 1, column=0, sticky="ew", pady=self._gap)
                case plan.Labels.PAIRS:
                    column = index % 2 * 2
                    label.grid(row=index // 2, column=column, sticky="w", padx=3)
                    widget.grid(row=index // 2, column=column + 1, padx=3, pady=self._gap)
                case plan.Labels.PLACEHOLDER:
                    label.destroy()
                    widget.grid(row=index, column=0, sticky="ew", pady=self._gap)

    def _field(self, parent: Widget, field: plan.Field) -> Widget:
        state: str = _state(field.disabled)
        wide = self._random.choice((14, 20, 26))
        widget: Widget
        match field.kind:
            case plan.Kind.LINE:
                text = field.value or field.placeholder
                widget = self._entry(parent, text, hint=not field.value)
                if field.secret and field.value:
                    widget["show"] = self._random.choice("•*")
            case plan.Kind.AREA:
                widget = tk.Text(parent, width=wide + 8, height=self._random.randint(2, 5))
                widget.insert("1.0", field.value)
            case plan.Kind.SPIN:
                widget = tk.Spinbox(parent, from_=0, to=999, width=8)
                widget.delete(0, "end")
                widget.insert(0, field.value)
            case plan.Kind.COMBO:
                widget = ttk.Combobox(parent, values=field.options, width=wide - 3)
                widget.set(field.value)
                if not field.disabled:
                    state = self._random.choice(("readonly", "normal"))
                    self.combos.append(widget)
        widget["state"] = state
        self._truth.names[widget] = field.label
        if field.focused:
            self.focused = widget
        return widget

    def _entry(self, parent: Widget, text: str, *, hint: bool) -> tk.Entry | ttk.Entry:
        """A field of one line; Tk has no placeholders, programs write grey words instead."""
        wide = max(self._random.choice((14, 20, 26)), len(text) + 1)
        if self._themed:
            widget: tk.Entry | ttk.Entry = ttk.Entry(parent, width=wide)
            if hint:
                widget.configure(foreground="#888888")
        else:
            widget = tk.Entry(parent, width=wide, bd=self._random.choice((1, 2)))
            if hint:
                widget.configure(fg="#888888")
        widget.insert(0, text)
        return widget

    def _check(self, parent: Widget, item: plan.Check) -> Widget:
        value = tk.BooleanVar(self._root, value=item.checked)
        self._variables.append(value)
        kind = ttk.Checkbutton if self._themed else tk.Checkbutton
        widget = kind(parent, text=item.text, variable=value)
        widget.configure(state=_state(item.disabled))
        self._truth.checked[widget] = item.checked
        return widget

    def _radios(self, frame: Widget, radios: plan.Radios) -> None:
        value = tk.StringVar(self._root, value=next(r.text for r in radios.items if r.checked))
        self._variables.append(value)
        kind = ttk.Radiobutton if self._themed else tk.Radiobutton
        for item in radios.items:
            widget = kind(frame, text=item.text, value=item.text, variable=value)
            widget.configure(state=_state(item.disabled))
            self._truth.checked[widget] = item.checked
            self._place(widget, radios.vertical)

    def _button(self, parent: tk.Misc, button: plan.Button) -> Widget:
        state = _state(button.disabled)
        if self._themed:
            return ttk.Button(parent, text=button.text, state=state)
        widget = tk.Button(parent, text=button.text, state=state)
        if button.accent:
            widget.configure(bg=self._accent, fg="white")
        if button.flat:
            widget.configure(relief="flat")
        return widget

    def _icon_row(self, frame: tk.Misc, icons: plan.Icons) -> None:
        for index, meaning in enumerate(icons.meanings):
            widget = self._icon(frame, meaning, icons.size, index == icons.disabled)
            widget.pack(side="left", padx=1)

    def _icon(
        self, parent: tk.Misc, meaning: str, size: int = 16, disabled: bool = False
    ) -> Widget:
        picture = tk.PhotoImage(master=self._root, file=self._icons[f"{meaning}@{size}"])
        self._pictures.append(picture)
        state = _state(disabled)
        widget: Widget
        if self._themed:
            widget = ttk.Button(parent, image=picture, state=state)
        else:
            widget = tk.Button(parent, image=picture, state=state)
        self._truth.icons[widget] = meaning
        return widget

    def _search(self, frame: Widget, search: plan.Search) -> None:
        entry = self._entry(frame, search.value or search.placeholder, hint=not search.value)
        entry.pack(side="left")
        self._truth.names[entry] = search.placeholder
        if search.focused:
            self.focused = entry
        button = (
            self._button(frame, search.button) if search.button else self._icon(frame, "search")
        )
        button.pack(side="left", padx=4)

    def _sliders(self, frame: Widget, sliders: plan.Sliders) -> None:
        for index, item in enumerate(sliders.items):
            self._label(frame, item.label).grid(row=index, column=0, sticky="w", padx=4)
            widget: Widget
            if self._themed:
                widget = ttk.Scale(frame, to=100, value=item.value, length=140)
            else:
                scale = tk.Scale(frame, to=100, orient="horizontal", length=140, showvalue=False)
                scale.set(item.value)
                widget = scale
            self._truth.names[widget] = item.label
            widget.grid(row=index, column=1, pady=3)

    # ---------------------------------------------------------------- words and rows

    def _words(self, frame: Widget, words: plan.Words) -> None:
        if words.heading:
            heading = self._label(frame, words.heading)
            size = self._random.choice((13, 15, 18))
            heading["font"] = ("DejaVu Sans", size, "bold")
            heading.pack(anchor="w")
        self._label(frame, "\n".join(words.lines)).pack(anchor="w")

    def _link(self, parent: Widget, text: str) -> Widget:
        widget = tk.Label(
            parent, text=text, anchor="w", fg="#2a62c9", font=("DejaVu Sans", 10, "underline")
        )
        self._truth.roles[widget] = Role.LINK
        return widget

    def _card(self, frame: Widget, card: plan.Card) -> None:
        row = self._frame(frame)
        row.pack(fill="x", pady=self._gap)
        self._label(row, card.title).pack(side="left")
        if card.detail:
            self._label(row, card.detail).pack(side="left", padx=10)
        for button in card.buttons:
            self._button(row, button).pack(side="right", padx=2)
        for meaning in card.icons:
            self._icon(row, meaning).pack(side="right", padx=1)

    def _pad(self, frame: Widget, pad: plan.Pad) -> None:
        self._entry(frame, pad.display, hint=False).grid(row=0, column=0, columnspan=4)
        for row, keys in enumerate(pad.rows):
            for column, key in enumerate(keys):
                widget = self._button(frame, plan.Button(key))
                widget["width"] = 4
                widget.grid(row=row + 1, column=column, sticky="ew", padx=1, pady=1)

    def _items(self, frame: Widget, items: plan.Items) -> None:
        high = len(items.items) if self._random.random() < 0.7 else 3
        view = tk.Listbox(frame, height=high, width=self._random.choice((20, 28)))
        view.insert("end", *items.items)
        if items.selected >= 0:
            view.selection_set(items.selected)
        view.pack(side="left")
        if high == 3:
            bar = ttk.Scrollbar(frame) if self._themed else tk.Scrollbar(frame)
            bar.pack(side="left", fill="y")
            bar.set(0, 0.5)

    def _rows(self, frame: Widget, rows: plan.Tree | plan.Table) -> None:
        match rows:
            case plan.Tree():
                view = ttk.Treeview(frame, show="tree", height=8)
                for index, (name, leaves) in enumerate(rows.branches):
                    branch = view.insert("", "end", text=name, open=index in rows.open)
                    for leaf in leaves:
                        view.insert(branch, "end", text=leaf)
            case plan.Table():
                columns = tuple(f"c{index}" for index in range(len(rows.headers)))
                view = ttk.Treeview(
                    frame, show="headings", columns=columns, height=len(rows.rows) + 1
                )
                for column, header in zip(columns, rows.headers, strict=True):
                    view.heading(column, text=header)
                    view.column(column, width=self._random.randint(90, 150))
                for cells in rows.rows:
                    view.insert("", "end", values=cells)
        if rows.selected >= 0:
            view.selection_set(view.get_children()[rows.selected])
        view.pack(anchor="w")

    def _tabs(self, frame: Widget, tabs: plan.Tabs) -> None:
        book = ttk.Notebook(frame)
        for index, label in enumerate(tabs.labels):
            page = self._frame(book)
            if index == tabs.current:
                for panel in tabs.content:
                    self._panel(page, panel).pack(anchor="w", padx=6, pady=4)
            book.add(page, text=label)
        book.tk.call(str(book), "select", tabs.current)
        book.pack(fill="both", expand=True)
