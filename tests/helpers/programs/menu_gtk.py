"""A small GTK window whose menu lies outside it: notes each entry that was chosen in a file.

For the system's Python. Its argument: the file.
"""

import sys

import gi

gi.require_version("Gdk", "3.0")
gi.require_version("Gtk", "3.0")
from gi.repository import Gdk, Gtk  # noqa: E402

ENTRIES = ("_Open", "_Rename", "_Copy", "Pr_operties", "_View", "Co_lour", "_Delete all notes")


def chosen(_entry, label):
    with open(sys.argv[1], "a") as file:
        file.write(label + "\n")


def ask(place):
    menu.popup_at_widget(place, Gdk.Gravity.SOUTH_WEST, Gdk.Gravity.NORTH_WEST, None)
    return True


window = Gtk.Window(title="Notes")
window.set_default_size(220, 80)
menu = Gtk.Menu()
for text in ENTRIES:
    entry = Gtk.MenuItem.new_with_mnemonic(text)
    entry.connect("activate", chosen, text)
    menu.append(entry)
menu.show_all()
window.add(Gtk.Label(label="A note"))
window.connect("popup-menu", ask)
window.show_all()
Gtk.main()
