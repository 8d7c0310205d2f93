"""Settings in GTK that write what they hold into state.json: for the bench of endings.

For the system's Python, which has PyGObject.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import gi

gi.require_version("Gtk", "3.0")
from gi.repository import Gtk  # noqa: E402

STATE: dict[str, object] = {}


def keep(name: str, value: object) -> None:
    STATE[name] = value
    Path("state.json").write_text(json.dumps(STATE), "utf-8")


def row(box: Gtk.Box, words: str, widget: Gtk.Widget) -> None:
    line = Gtk.Box(spacing=12)
    line.add(Gtk.Label(label=words))
    line.pack_start(widget, False, False, 0)
    box.add(line)


def tick(box: Gtk.Box, words: str, *, on: bool) -> None:
    check = Gtk.CheckButton(label=words, active=on)
    check.connect("toggled", lambda one: keep(words, one.get_active()))
    keep(words, on)
    box.add(check)


def chosen(radio: Gtk.RadioButton) -> None:
    if radio.get_active():
        keep("Size", radio.get_label())


def applied(said: Gtk.Label) -> None:
    said.set_text("Settings applied")
    keep("applied", True)


def general() -> Gtk.Box:
    box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=10, margin=14)
    tick(box, "Spell checking", on=True)
    tick(box, "Auto-save", on=False)
    switch = Gtk.Switch(active=False)
    switch.connect("notify::active", lambda one, _: keep("Night mode", one.get_active()))
    keep("Night mode", False)
    row(box, "Night mode", switch)
    for words, text in (("Nickname", "guest"), ("E-mail", "")):
        entry = Gtk.Entry(text=text)
        entry.connect("changed", lambda one, words=words: keep(words, one.get_text()))
        keep(words, text)
        row(box, words, entry)
    combo = Gtk.ComboBoxText()
    for words in ("English", "French", "German"):
        combo.append_text(words)
    combo.set_active(0)
    combo.connect("changed", lambda one: keep("Language", one.get_active_text()))
    keep("Language", "English")
    row(box, "Language", combo)
    spin = Gtk.SpinButton(adjustment=Gtk.Adjustment(value=8, lower=1, upper=32, step_increment=1))
    spin.connect("value-changed", lambda one: keep("Tab width", one.get_value_as_int()))
    keep("Tab width", 8)
    row(box, "Tab width", spin)
    first = None
    for words in ("Small", "Medium", "Large"):
        radio = Gtk.RadioButton(label=words, group=first)
        first = first or radio
        radio.connect("toggled", chosen)
        box.add(radio)
    keep("Size", "Small")
    said = Gtk.Label(label="Nothing applied yet")
    button = Gtk.Button(label="Apply")
    button.connect("clicked", lambda _: applied(said))
    box.add(button)
    box.add(said)
    return box


def sound() -> Gtk.Box:
    box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=10, margin=14)
    tick(box, "Mute", on=False)
    tick(box, "Startup sound", on=True)
    scale = Gtk.Scale.new_with_range(Gtk.Orientation.HORIZONTAL, 0, 100, 10)
    scale.set_size_request(260, -1)
    scale.set_value(30)
    scale.connect("value-changed", lambda one: keep("Volume", one.get_value()))
    keep("Volume", 30)
    row(box, "Volume", scale)
    return box


def about(window: Gtk.Window) -> None:
    keep("about", True)
    said = Gtk.MessageDialog(transient_for=window, buttons=Gtk.ButtonsType.CLOSE, text="Panel 1.0")
    said.set_title("About Panel")
    said.run()
    said.destroy()
    keep("about", False)


def bars() -> dict[str, Gtk.Widget]:
    """A row of buttons and a line of words, by the entries of the menu that show them."""
    tools = Gtk.Box(spacing=6, margin=6)
    for words in ("New", "Find", "Print"):
        tools.add(Gtk.Button(label=words))
    return {"Toolbar": tools, "Status bar": Gtk.Label(label="Ready to work", margin=6)}


def menus(window: Gtk.Window, parts: dict[str, Gtk.Widget]) -> Gtk.MenuBar:
    bar = Gtk.MenuBar()
    for title, names in (("View", ("Toolbar", "Status bar")), ("Help", ("Contents", "About"))):
        entry, menu = Gtk.MenuItem(label=title), Gtk.Menu()
        entry.set_submenu(menu)
        bar.append(entry)
        for name in names:
            if title == "View":
                item = Gtk.CheckMenuItem(label=name, active=True)
                item.connect("toggled", lambda one: keep(one.get_label(), one.get_active()))
                item.connect(
                    "toggled", lambda one: parts[one.get_label()].set_visible(one.get_active())
                )
                keep(name, True)
            else:
                item = Gtk.MenuItem(label=name)
            if name == "About":
                item.connect("activate", lambda _: about(window))
            menu.append(item)
    return bar


def main() -> None:
    window = Gtk.Window(title="Panel")
    box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
    parts = bars()
    box.add(menus(window, parts))
    box.add(parts["Toolbar"])
    book = Gtk.Notebook()
    book.append_page(general(), Gtk.Label(label="General"))
    book.append_page(sound(), Gtk.Label(label="Sound"))
    book.connect("switch-page", lambda _book, _page, at: keep("page", at))
    keep("page", 0)
    box.add(book)
    box.add(parts["Status bar"])
    window.add(box)
    window.connect("destroy", Gtk.main_quit)
    window.show_all()
    book.set_current_page(1 if "sound" in sys.argv else 0)
    Gtk.main()


if __name__ == "__main__":
    main()
