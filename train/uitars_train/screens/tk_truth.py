# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false
# pyright: reportUnknownArgumentType=false
"""Reads the truth from live Tk widgets, classic and themed."""

from __future__ import annotations

import tkinter as tk
from tkinter import font as fonts
from tkinter import ttk

from uitars_runtime.element import Element, Role
from uitars_runtime.types import Box


class Truth:
    """Elements of the window that is shown; what widgets cannot say themselves is noted here."""

    def __init__(self, window: tk.Misc) -> None:
        self._window = window
        self.elements: list[Element] = []
        self.names: dict[tk.Misc, str] = {}
        self.icons: dict[tk.Misc, str] = {}
        self.checked: dict[tk.Misc, bool] = {}
        self.roles: dict[tk.Misc, Role] = {}
        """Overrides what the class of a widget says."""
        self.opened: tk.Misc | None = None
        """The menu button whose menu is open."""

    def add(
        self,
        widget: tk.Misc,
        box: Box,
        role: Role,
        text: str = "",
        *,
        selected: bool = False,
    ) -> None:
        """Adds one element; `box` is on the display."""
        if box.width < 3 or box.height < 3:
            return
        icon = self.icons.get(widget, "")
        name = self.names.get(widget, "") or icon.replace("_", " ") or text.rstrip(":* ") or text
        self.elements.append(
            Element(
                box=box,
                role=self.roles.get(widget, role),
                text=text,
                name=name,
                checked=self.checked.get(widget, False),
                selected=selected,
                focused=role is Role.FIELD and str(self._window.tk.call("focus")) == str(widget),
                disabled="disabled" in _state(widget),
                icon=icon,
            )
        )

    def read(self, widget: tk.Misc) -> None:
        """Adds a visible widget and what is in it."""
        if not widget.winfo_viewable():
            return
        self._read_one(widget)
        if isinstance(widget, ttk.Combobox):
            return  # Its list is no widget that tkinter knows.
        for child in widget.winfo_children():
            if not isinstance(child, tk.Menu | tk.Toplevel):
                self.read(child)

    def _read_one(self, widget: tk.Misc) -> None:  # noqa: C901, PLR0912 - one line a class
        box = box_of(widget)
        match widget:
            case tk.Checkbutton() | ttk.Checkbutton():
                self.add(widget, _natural(widget), Role.CHECKBOX, str(widget["text"]))
            case tk.Radiobutton() | ttk.Radiobutton():
                self.add(widget, _natural(widget), Role.RADIO, str(widget["text"]))
            case tk.Menubutton():
                chosen = widget is self.opened
                self.add(widget, box, Role.MENU, str(widget["text"]), selected=chosen)
            case tk.Button() | ttk.Button():
                role = Role.ICON if widget in self.icons else Role.BUTTON
                self.add(widget, box, role, str(widget["text"]))
            case ttk.Combobox():
                self.add(widget, box, Role.COMBO, widget.get())
            case tk.Entry() | ttk.Entry() | tk.Spinbox():
                text = widget.get()
                shown = str(widget["show"]) if not isinstance(widget, tk.Spinbox) else ""
                self.add(widget, box, Role.FIELD, shown * len(text) if shown else text)
            case tk.Text():
                self.add(widget, box, Role.FIELD, widget.get("1.0", "end-1c"))
            case tk.Label() | ttk.Label():
                self._label(widget, box)
            case tk.Listbox():
                self._list(widget, box)
            case ttk.Treeview():
                self._rows(widget, box)
            case ttk.Notebook():
                self._tabs(widget, box)
            case tk.Scale() | ttk.Scale():
                self.add(widget, box, Role.SLIDER)
            case tk.Scrollbar() | ttk.Scrollbar():
                self.add(widget, box, Role.SCROLLBAR)
            case ttk.Progressbar():
                self.add(widget, box, Role.OTHER)
            case _:
                pass

    def _label(self, label: tk.Label | ttk.Label, box: Box) -> None:
        text = str(label["text"])
        if not text:
            return
        font = fonts.Font(root=label, font=label["font"] or "TkDefaultFont")
        lines, high = text.split("\n"), int(font.metrics("linespace"))
        top = box.top + (box.height - high * len(lines)) // 2
        for index, line in enumerate(lines):
            wide = min(font.measure(line), box.width)
            left = box.left + (int(label.winfo_reqwidth()) - wide) // 2
            if len(lines) > 1 or str(label["anchor"]) == "w":
                left = box.left + max(0, int(label.winfo_reqwidth()) - _widest(font, lines)) // 2
            elif str(label["anchor"]) == "e":
                left = box.right - wide - 2
            y = top + index * high
            self.add(label, Box(left, y, left + wide, y + high), Role.TEXT, line)

    def _list(self, view: tk.Listbox, box: Box) -> None:
        chosen = {int(row) for row in view.tk.splitlist(view.tk.call(str(view), "curselection"))}
        for index in range(view.size()):
            place = view.bbox(index)
            if place:
                x, y, _, high = place
                row = Box(box.left + x, box.top + y, box.right - x, box.top + y + high)
                if row.bottom <= box.bottom:
                    self.add(view, row, Role.ITEM, str(view.get(index)), selected=index in chosen)

    def _rows(self, view: ttk.Treeview, box: Box) -> None:
        columns = tuple(view["columns"])
        shown = columns or ("#0",)
        for item in _all_items(view, ""):
            chosen = item in view.selection()
            values = view.item(item, "values") if columns else (view.item(item, "text"),)
            for column, text in zip(shown, values, strict=True):
                place = view.bbox(item, column)
                if place:
                    x, y, wide, high = place
                    right = min(box.right, box.left + x + wide)
                    cell = Box(box.left + x, box.top + y, right, box.top + y + high)
                    if cell.bottom <= box.bottom and cell.width > 0.8 * wide:
                        self.add(view, cell, Role.ITEM, str(text), selected=chosen)
        left = box.left
        for column in columns:
            wide = int(view.column(column, "width"))
            first = view.bbox(view.get_children()[0], column)
            if first and left + wide <= box.right + 2:
                header = Box(left, box.top, min(left + wide, box.right), box.top + first[1])
                self.add(view, header, Role.HEADER, str(view.heading(column, "text")))
            left += wide

    def _tabs(self, book: ttk.Notebook, box: Box) -> None:
        spans: dict[int, list[int]] = {}
        for x in range(0, box.width, 2):
            found = book.tk.call(str(book), "identify", "tab", x, 12)
            if str(found) != "":
                spans.setdefault(int(found), []).append(x)
        call = book.tk.call
        current = int(call(str(book), "index", "current"))
        page = book.nametowidget(str(call(str(book), "select")))
        bottom = box_of(page).top
        for index, places in spans.items():
            tab = Box(box.left + places[0], box.top, box.left + places[-1] + 2, bottom)
            text = str(call(str(book), "tab", index, "-text"))
            self.add(book, tab, Role.TAB, text, selected=index == current)


def box_of(widget: tk.Misc) -> Box:
    """Where a widget is on the display."""
    left, top = widget.winfo_rootx(), widget.winfo_rooty()
    return Box(left, top, left + widget.winfo_width(), top + widget.winfo_height())


def _natural(widget: tk.Misc) -> Box:
    """A check or radio button without the empty rest of its row."""
    box = box_of(widget)
    return Box(box.left, box.top, min(box.right, box.left + widget.winfo_reqwidth()), box.bottom)


def _widest(font: fonts.Font, lines: list[str]) -> int:
    return max(font.measure(line) for line in lines)


def _state(widget: tk.Misc) -> str:
    return str(widget.cget("state")) if "state" in widget.keys() else ""  # noqa: SIM118


def _all_items(view: ttk.Treeview, parent: str) -> list[str]:
    items: list[str] = []
    for item in view.get_children(parent):
        items += [item, *_all_items(view, item)]
    return items
