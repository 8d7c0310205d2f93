# pyright: basic, reportMissingImports=false
"""Builds lists, trees and tables of plans with GTK 3; runs under the system's Python."""

from __future__ import annotations

import random
from typing import Any

import gi

gi.require_version("Gtk", "3.0")
from gi.repository import GdkPixbuf, Gtk  # noqa: E402

ROW_ICONS = ("folder", "file", "image", "music", "video", "user", "home", "mail", "trash")
"""Meanings of the pictures that stand before rows."""


def scrolled(child: Any, height: int) -> Any:
    """The widget in a frame of at least `height` pixels that scrolls."""
    area = Gtk.ScrolledWindow()
    area.set_min_content_height(height)
    area.set_propagate_natural_width(True)
    area.set_overlay_scrolling(False)
    area.set_shadow_type(Gtk.ShadowType.IN)
    area.add(child)
    return area


class Views:
    """Builds the views of one window."""

    def __init__(self, icons: dict[str, str], source: random.Random) -> None:
        self._icons = icons
        self._random = source

    def _rows(self, store: Any, titles: list[str], selected: int, height: int) -> Any:
        view = Gtk.TreeView(model=store)
        view.set_headers_visible(titles != [""])
        sorted_by = self._random.randrange(len(titles)) if self._random.random() < 0.35 else -1
        for index, title in enumerate(titles):
            column = Gtk.TreeViewColumn(title)
            if index == 0:
                self._adorn(column)
            words = Gtk.CellRendererText()
            column.pack_start(words, True)
            column.add_attribute(words, "text", index)
            column.set_resizable(True)
            column.set_sort_indicator(index == sorted_by)
            column.set_sort_order(self._random.choice((0, 1)))
            view.append_column(column)
        if selected >= 0:
            view.get_selection().select_path(Gtk.TreePath.new_from_indices([selected]))
        area = scrolled(view, height)
        area.set_overlay_scrolling(self._random.random() < 0.5)
        return area

    def _adorn(self, column: Any) -> None:
        """A tick box or a picture before the words of some lists; both differ from row to row."""
        kind = self._random.random()
        seed = self._random.random()
        if kind < 0.2:
            tick = Gtk.CellRendererToggle()
            column.pack_start(tick, False)
            column.set_cell_data_func(tick, _ticked, seed)
        elif kind < 0.55:
            picture = Gtk.CellRendererPixbuf()
            meanings = self._random.sample(ROW_ICONS, 3)
            drawn = [
                GdkPixbuf.Pixbuf.new_from_file(self._icons[f"{meaning}@16"]) for meaning in meanings
            ]
            column.pack_start(picture, False)
            column.set_cell_data_func(picture, _pictured, drawn)

    def items(self, items: dict[str, Any]) -> Any:
        """A list."""
        store = Gtk.ListStore(str)
        for text in items["items"]:
            store.append([text])
        return self._rows(store, [""], items["selected"], 26 * len(items["items"]))

    def tree(self, tree: dict[str, Any]) -> Any:
        """A tree of two levels."""
        store = Gtk.TreeStore(str)
        for name, leaves in tree["branches"]:
            branch = store.append(None, [name])
            for leaf in leaves:
                store.append(branch, [leaf])
        area = self._rows(store, [""], tree["selected"], 170)
        for index in tree["open"]:
            area.get_child().expand_row(Gtk.TreePath.new_from_indices([index]), True)
        return area

    def table(self, table: dict[str, Any]) -> Any:
        """A table with headers."""
        store = Gtk.ListStore(*[str] * len(table["headers"]))
        for row in table["rows"]:
            store.append(row)
        return self._rows(store, table["headers"], table["selected"], 26 * len(table["rows"]) + 30)


def is_ticked(path: str, seed: float) -> bool:
    """Whether the box of a row is ticked: by chance, yet always the same."""
    return random.Random(f"{path} {seed}").random() < 0.5


def _ticked(_column: Any, cell: Any, store: Any, row: Any, seed: float) -> None:
    cell.set_active(is_ticked(store.get_path(row).to_string(), seed))


def _pictured(_column: Any, cell: Any, store: Any, row: Any, drawn: list[Any]) -> None:
    path = store.get_path(row)
    cell.set_property("pixbuf", drawn[path.get_indices()[-1] % len(drawn)])
