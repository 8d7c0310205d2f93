# pyright: basic, reportMissingImports=false
"""Reads the truth from live GTK 3 widgets; runs under the system's Python, which has `gi`."""

from __future__ import annotations

from typing import Any

import gi

gi.require_version("Gtk", "3.0")
from gi.repository import Gtk  # noqa: E402


class Truth:
    """Elements of the window that is shown."""

    def __init__(self) -> None:
        self.elements: list[dict[str, Any]] = []
        self.names: dict[Any, str] = {}
        """What a person calls a widget that does not say it itself."""
        self.icons: dict[Any, str] = {}
        """What the picture on a button means."""
        self.area: list[float] | None = None
        """What can be seen of the scrolled contents that are being read."""

    def add(self, widget: Any, box: list[float], role: str, text: str, **state: Any) -> None:
        """Adds one element; `box` is left, top, right, bottom on the display."""
        whole = (box[2] - box[0]) * (box[3] - box[1])
        if self.area is not None:
            box = clip(box, self.area)
        width, height = box[2] - box[0], box[3] - box[1]
        if width < 3 or height < 3 or width * height < 0.8 * whole:
            return
        text = text or ""
        name = state.pop("name", "") or self.names.get(widget, "") or text.rstrip(":* ") or text
        self.elements.append(
            {
                "box": dict(zip(("left", "top", "right", "bottom"), map(int, box), strict=True)),
                "role": role,
                "text": text,
                "name": name,
                "disabled": not widget.is_sensitive(),
                "focused": widget.has_focus(),
                **state,
            }
        )

    def read(self, widget: Any) -> None:
        """Adds a visible widget and what is in it."""
        if not widget.get_mapped():
            return
        for kind, reader in READERS:
            if isinstance(widget, kind):
                reader(self, widget)
                return
        if isinstance(widget, Gtk.Container):
            widget.forall(self.read)


def root_box(widget: Any) -> list[float]:
    """Left, top, right, bottom of a widget on the display."""
    size = widget.get_allocation()
    left, top = widget.translate_coordinates(widget.get_toplevel(), 0, 0)
    _, x, y = widget.get_toplevel().get_window().get_origin()
    return [left + x, top + y, left + x + size.width, top + y + size.height]


def read_label(truth: Truth, label: Any) -> None:
    if label.get_text().strip() == "":
        return
    box = root_box(label)
    if label in truth.names:
        truth.add(label, box, "link", label.get_text())
        return
    # Offsets are those of the layout in the coordinates of the window the label draws into.
    own = label.get_allocation()
    left, top = label.get_layout_offsets()
    layout = label.get_layout()
    lines = label.get_text().split("\n")
    walk = layout.get_iter()
    for line in lines:
        _, extent = walk.get_line_extents()
        x = box[0] + left - own.x + extent.x / 1024
        y = box[1] + top - own.y + extent.y / 1024
        wide, high = extent.width / 1024, extent.height / 1024
        if line.strip() and not layout.is_ellipsized():
            role = "title" if label.get_style_context().has_class("title") else "text"
            truth.add(label, [x, y, x + wide, y + high], role, line)
        walk.next_line()


def read_button(truth: Truth, button: Any) -> None:
    meaning = truth.icons.get(button)
    state: dict[str, Any] = {}
    if isinstance(button, Gtk.ToggleButton):
        state["checked"] = button.get_active()
    if meaning:
        name = meaning.replace("_", " ")
        truth.add(button, root_box(button), "icon", "", name=name, icon=meaning, **state)
    elif label_of(button):
        truth.add(button, root_box(button), "button", label_of(button), **state)


def label_of(widget: Any) -> str:
    """The words of the first label in a widget."""
    if isinstance(widget, Gtk.Label):
        return str(widget.get_text())
    found: list[str] = []
    if isinstance(widget, Gtk.Container):
        widget.forall(lambda child: found.append(label_of(child)))
    return next((text for text in found if text), "")


def read_check(truth: Truth, button: Any) -> None:
    box = root_box(button)
    _, natural = button.get_preferred_width()
    box[2] = min(box[2], box[0] + natural)
    role = "radio" if isinstance(button, Gtk.RadioButton) else "checkbox"
    truth.add(button, box, role, button.get_label(), checked=button.get_active())


def read_switch(truth: Truth, switch: Any) -> None:
    truth.add(switch, root_box(switch), "checkbox", "", checked=switch.get_active())


def read_entry(truth: Truth, entry: Any) -> None:
    text = entry.get_text()
    if not entry.get_visibility():
        text = "•" * len(text)
    truth.add(entry, root_box(entry), "field", text or entry.get_placeholder_text() or "")


def read_spin(truth: Truth, spin: Any) -> None:
    box = root_box(spin)
    high = box[3] - box[1]
    if spin.get_orientation() == Gtk.Orientation.HORIZONTAL and box[2] - box[0] > 4 * high:
        # Its two buttons are squares at the right end, each as wide as the widget is high.
        plus = [box[2] - high, box[1], box[2], box[3]]
        minus = [box[2] - 2 * high, box[1], box[2] - high, box[3]]
        truth.add(spin, [box[0], box[1], box[2] - 2 * high, box[3]], "field", spin.get_text())
        truth.add(spin, minus, "icon", "", name="remove", icon="remove", focused=False)
        truth.add(spin, plus, "icon", "", name="add", icon="add", focused=False)
        return
    truth.add(spin, box, "field", spin.get_text())


def read_area(truth: Truth, view: Any) -> None:
    buffer = view.get_buffer()
    text = buffer.get_text(*buffer.get_bounds(), False)
    frame = view.get_parent()
    truth.add(view, root_box(frame), "field", text)


def read_combo(truth: Truth, combo: Any) -> None:
    """A closed list; one that can be typed into is a field and an arrow."""
    if not combo.get_has_entry():
        truth.add(combo, root_box(combo), "combo", combo.get_active_text())
        return
    entry, box = combo.get_child(), root_box(combo)
    inner = root_box(entry)
    truth.names[entry] = truth.names.get(combo, "")
    truth.add(entry, [box[0], box[1], inner[2], box[3]], "field", entry.get_text())
    arrow = [inner[2], box[1], box[2], box[3]]
    truth.add(combo, arrow, "icon", "", name="down", icon="down", focused=False)


def read_notebook(truth: Truth, book: Any) -> None:
    for number in range(book.get_n_pages()):
        page = book.get_nth_page(number)
        label = book.get_tab_label(page)
        if label.get_mapped():
            box = root_box(label)
            box = [box[0] - 8, box[1] - 4, box[2] + 8, box[3] + 4]
            current = number == book.get_current_page()
            truth.add(label, box, "tab", label_of(label), selected=current, focused=False)
            if isinstance(label, Gtk.Container):
                for cross in label.get_children():
                    if isinstance(cross, Gtk.Button):
                        truth.read(cross)
    truth.read(book.get_nth_page(book.get_current_page()))


def read_menu_bar(truth: Truth, bar: Any) -> None:
    for item in bar.get_children():
        state = bool(item.get_state_flags() & Gtk.StateFlags.PRELIGHT)
        truth.add(item, root_box(item), "menu", item.get_label(), selected=state)


def read_frame(truth: Truth, frame: Any) -> None:
    if frame.get_label_widget():
        truth.read(frame.get_label_widget())
    if frame.get_child():
        truth.read(frame.get_child())


def read_rows(truth: Truth, view: Any) -> None:
    """Lists, trees and tables."""
    store = view.get_model()
    area = root_box(view)
    columns = view.get_columns()
    if view.get_headers_visible():
        for column in columns:
            header = column.get_button()
            truth.add(header, clip(root_box(header), area), "header", column.get_title())

    ticks = [c for c in columns[0].get_cells() if isinstance(c, Gtk.CellRendererToggle)]

    def add_row(_store: Any, path: Any, row: Any) -> None:
        for index, column in enumerate(columns):
            cell = view.get_cell_area(path, column)
            if not cell.height:
                continue
            x, y = view.convert_bin_window_to_widget_coords(cell.x, cell.y)
            whole = [area[0] + x, area[1] + y, area[0] + x + cell.width, area[1] + y + cell.height]
            box = clip(whole, area)
            if box[3] - box[1] > 0.6 * cell.height and box[2] - box[0] > 0.6 * cell.width:
                chosen = view.get_selection().path_is_selected(path)
                text = store.get_value(row, index)
                state: dict[str, Any] = {}
                if ticks and index == 0:
                    column.cell_set_cell_data(store, row, False, False)
                    state["checked"] = ticks[0].get_active()
                role = "checkbox" if state else "item"
                truth.add(view, box, role, text, selected=chosen, focused=False, **state)

    store.foreach(add_row)


def clip(box: list[float], area: list[float]) -> list[float]:
    return [
        max(box[0], area[0]),
        max(box[1], area[1]),
        min(box[2], area[2]),
        min(box[3], area[3]),
    ]


def read_scroller(truth: Truth, scroller: Any) -> None:
    outside = truth.area
    area = root_box(scroller)
    truth.area = area if outside is None else clip(area, outside)
    truth.read(scroller.get_child())
    truth.area = outside
    bar = scroller.get_vscrollbar()
    if not scroller.get_overlay_scrolling() and bar and bar.get_mapped():
        truth.add(bar, root_box(bar), "scrollbar", "")


def read_scale(truth: Truth, scale: Any) -> None:
    truth.add(scale, root_box(scale), "slider", "")


def read_progress(truth: Truth, bar: Any) -> None:
    truth.add(bar, root_box(bar), "other", bar.get_text() if bar.get_show_text() else "")


READERS = (
    (Gtk.CheckButton, read_check),
    (Gtk.Button, read_button),
    (Gtk.Switch, read_switch),
    (Gtk.SpinButton, read_spin),
    (Gtk.Entry, read_entry),
    (Gtk.TextView, read_area),
    (Gtk.ComboBoxText, read_combo),
    (Gtk.Notebook, read_notebook),
    (Gtk.MenuBar, read_menu_bar),
    (Gtk.Frame, read_frame),
    (Gtk.TreeView, read_rows),
    (Gtk.ScrolledWindow, read_scroller),
    (Gtk.Scale, read_scale),
    (Gtk.ProgressBar, read_progress),
    (Gtk.Label, read_label),
)
