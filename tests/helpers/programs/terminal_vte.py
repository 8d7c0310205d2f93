"""A terminal of a program that no list knows: GTK's VTE in a window. For the system's Python."""

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("Vte", "2.91")
from gi.repository import GLib, Gtk, Vte  # noqa: E402

window = Gtk.Window(title="Sheet")
terminal = Vte.Terminal()
terminal.spawn_async(
    Vte.PtyFlags.DEFAULT,
    None,
    ["/bin/sh"],
    None,
    GLib.SpawnFlags.DEFAULT,
    None,
    None,
    -1,
    None,
    None,
)
window.add(terminal)
window.connect("destroy", Gtk.main_quit)
window.show_all()
Gtk.main()
