"""A GTK window with a field for a password, one that turns what is typed into capitals, and a
button that only a picture shows; it writes down where they lie in the window.

    python3 gtk_fields.py PLACES [full]
"""

from __future__ import annotations

import json
import os
import sys

import gi

gi.require_version("Gtk", "3.0")
from gi.repository import GLib, Gtk  # noqa: E402

path = sys.argv[1]
window = Gtk.Window(title="fields")
window.set_default_size(400, 300)
box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=40, border_width=40)
password = Gtk.Entry(visibility=False, input_purpose=Gtk.InputPurpose.PASSWORD)
password.get_accessible().set_name("Passphrase")
capitals = Gtk.Entry()
capitals.connect("changed", lambda one: one.set_text(one.get_text().upper()))
button = Gtk.Button.new_from_icon_name("edit-delete", Gtk.IconSize.BUTTON)
button.get_accessible().set_name("Delete all notes")
widgets = {"password": password, "capitals": capitals, "button": button}
for widget in widgets.values():
    box.pack_start(widget, False, False, 0)
window.add(box)


def write() -> bool:
    places = {}
    for name, widget in widgets.items():
        size = widget.get_allocation()
        places[name] = widget.translate_coordinates(window, size.width // 2, size.height // 2)
    with open(f"{path}.part", "w") as part:
        json.dump(places, part)
    os.replace(f"{path}.part", path)
    return True


window.connect("destroy", Gtk.main_quit)
if "full" in sys.argv:
    window.fullscreen()
window.show_all()
GLib.timeout_add(100, write)
Gtk.main()
