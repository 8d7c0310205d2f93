"""A window of settings as GTK programs have one: pages, tick boxes below each other, a spin button.

python3 gtk_preferences.py PAGE [left]      the page in front: 0, 1 or 2; where the tabs are
"""

from __future__ import annotations

import sys

import gi

gi.require_version("Gtk", "3.0")
from gi.repository import Gtk  # noqa: E402

TICKS = {"Show toolbar": True, "Ask whether to save": False, "Make backups": True, "Beep": False}


def page() -> Gtk.Box:
    box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=8, margin=12)
    for words, on in TICKS.items():
        box.add(Gtk.CheckButton(label=words, active=on))
    row = Gtk.Box(spacing=8)
    row.add(Gtk.Label(label="Tab width:"))
    row.add(Gtk.SpinButton(adjustment=Gtk.Adjustment(value=8, lower=1, upper=32, step_increment=1)))
    box.add(row)
    return box


def main() -> None:
    window = Gtk.Window(title="Settings")
    side = Gtk.PositionType.LEFT if "left" in sys.argv else Gtk.PositionType.TOP
    book = Gtk.Notebook(tab_pos=side)
    for words in ("General", "Editor", "Plugins"):
        book.append_page(page(), Gtk.Label(label=words))
    window.add(book)
    window.connect("destroy", Gtk.main_quit)
    window.show_all()
    book.set_current_page(int(sys.argv[1]))
    Gtk.main()


if __name__ == "__main__":
    main()
