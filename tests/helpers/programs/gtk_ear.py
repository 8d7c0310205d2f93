"""A GTK window that writes down what reaches it, one JSON object a line, in its own pixels.

python3 gtk_ear.py LOG [MONITOR]

MONITOR: the number of the one that the window covers.
"""

from __future__ import annotations

import json
import sys
from typing import Any

import gi

gi.require_version("Gtk", "3.0")
from gi.repository import Gdk, Gtk  # noqa: E402

KINDS = {
    Gdk.EventType.BUTTON_PRESS: "press",
    Gdk.EventType.BUTTON_RELEASE: "release",
    Gdk.EventType.MOTION_NOTIFY: "motion",
    Gdk.EventType.KEY_PRESS: "key",
    Gdk.EventType.KEY_RELEASE: "key up",
    Gdk.EventType.SCROLL: "scroll",
}


def main(log: str, monitor: str = "") -> None:
    heard_so_far: list[str] = []
    window = Gtk.Window(title="ear")
    area = Gtk.DrawingArea()
    window.add(area)
    area.add_events(Gdk.EventMask.ALL_EVENTS_MASK)

    def heard(widget: Gtk.Widget, event: Any) -> None:
        kind = KINDS.get(event.type)
        # What nobody takes goes on from the area to the window.
        if kind is None or kind.startswith("key") != (widget is window):
            return
        told: dict[str, Any] = {"kind": kind}
        if kind.startswith("key"):
            told["name"] = Gdk.keyval_name(event.get_keyval()[1])
        elif kind == "scroll":
            told["by"] = event.get_scroll_deltas()[1:]
        else:
            told["at"] = [event.get_coords()[1], event.get_coords()[2]]
            told["button"] = event.get_button()[1]
        with open(log, "a") as lines:
            lines.write(json.dumps(told) + "\n")
        if kind != "motion":
            # Who waits for an effect need not wait long.
            heard_so_far.append(kind)
            area.queue_draw()

    def drawn(_area: Gtk.DrawingArea, pen: Any) -> None:
        for number in range(9):
            pen.set_source_rgb(number / 9, len(heard_so_far) % 5 / 5, 0.6)
            pen.rectangle(40 * number, 40 * number, 30, 30)
            pen.fill()

    area.connect("draw", drawn)
    area.connect("event", heard)
    window.connect("event", heard)
    window.connect("destroy", Gtk.main_quit)
    if monitor:
        window.fullscreen_on_monitor(Gdk.Screen.get_default(), int(monitor))
    window.show_all()
    Gtk.main()


main(*sys.argv[1:])
