"""A GTK window whose half under the pointer lights up; nothing that is pressed there does anything.

python3 gtk_glow.py
"""

from __future__ import annotations

from typing import Any

import gi

gi.require_version("Gtk", "3.0")
from gi.repository import Gdk, Gtk  # noqa: E402


def main() -> None:
    window = Gtk.Window(title="glow")
    area = Gtk.DrawingArea()
    window.add(area)
    area.add_events(Gdk.EventMask.ALL_EVENTS_MASK)
    pointed = [-1]

    def moved(_area: Gtk.DrawingArea, event: Any) -> None:
        half = int(event.x > area.get_allocated_width() / 2)
        if half != pointed[0]:
            pointed[0] = half
            area.queue_draw()

    def drawn(_area: Gtk.DrawingArea, pen: Any) -> None:
        width, height = area.get_allocated_width() / 2, area.get_allocated_height()
        for half in range(2):
            pen.set_source_rgb(0.2, 0.9 if half == pointed[0] else 0.3, 0.2 + half / 2)
            pen.rectangle(width * half, 0, width, height)
            pen.fill()

    area.connect("draw", drawn)
    area.connect("motion-notify-event", moved)
    window.connect("destroy", Gtk.main_quit)
    window.show_all()
    Gtk.main()


main()
