"""A GTK dialog for drills: shows what each line on standard input describes, says what was pressed.

For the system's Python. A line: {"number", "title", "lines", "controls": [{"kind", "label", "name",
"default", "deed"}]}; kinds: button, image, entry, page, combo. Printed: {"shown", "places"} and
{"deed", "number"}.
"""

import json
import sys
import threading

import gi

gi.require_version("Gtk", "3.0")
from gi.repository import GLib, Gtk  # noqa: E402

current = {"window": None, "number": -1}


def say(**what):
    sys.stdout.write(json.dumps(what) + "\n")
    sys.stdout.flush()


def do(_widget, number, deed):
    if deed:
        say(deed=deed, number=number)


def made(control, number):
    kind, deed = control["kind"], control["deed"]
    if kind == "entry":
        widget = Gtk.Entry(activates_default=True)
    elif kind == "page":
        widget = Gtk.TextView()
        widget.set_size_request(300, 70)
    elif kind == "combo":
        widget = Gtk.ComboBoxText()
        for text in (control["label"], "Ask each time", "Never"):
            widget.append_text(text)
        widget.set_active(0)
        widget.connect("changed", do, number, deed)
    elif kind == "image":
        widget = Gtk.Button.new_from_icon_name("emblem-default", Gtk.IconSize.BUTTON)
        widget.connect("clicked", do, number, deed)
    else:
        widget = Gtk.Button.new_with_mnemonic(control["label"].replace("&", "_"))
        widget.connect("clicked", do, number, deed)
    if control["name"]:
        widget.get_accessible().set_name(control["name"])
    if control["default"]:
        widget.set_can_default(True)
    return widget


def show(screen):
    if current["window"] is not None:
        current["window"].destroy()
    window = current["window"] = Gtk.Window(title=screen["title"])
    box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=10, border_width=14)
    for line in screen["lines"]:
        box.add(Gtk.Label(label=line, xalign=0))
    row = Gtk.Box(spacing=14)
    widgets = []
    for control in screen["controls"]:
        widget = made(control, screen["number"])
        widgets.append(widget)
        if control["kind"] in ("button", "image"):
            row.pack_start(widget, control.get("wide", False), True, 0)
        else:
            box.add(widget)
    box.add(row)
    window.add(box)
    window.set_default_size(520, 300)
    window.show_all()
    for widget, control in zip(widgets, screen["controls"], strict=True):
        if control["default"]:
            widget.grab_default()
        if control.get("focus"):
            widget.grab_focus()
    window.present()
    appear(screen, widgets, window, 200)


def appear(screen, widgets, window, looks):
    """Once it has the keyboard it is drawn a moment later."""
    if looks and not window.is_active():
        GLib.timeout_add(50, appear, screen, widgets, window, looks - 1)
    else:
        GLib.timeout_add(250, shown, screen, widgets, window)
    return False


def shown(screen, widgets, window):
    places = []
    for widget in widgets:
        origin = window.get_window().get_origin()
        left, up = widget.translate_coordinates(window, 0, 0)
        size = widget.get_allocation()
        places.append([origin[1] + left, origin[2] + up, size.width, size.height])
    say(shown=screen["number"], places=places)
    return False


def listen():
    for line in sys.stdin:
        GLib.idle_add(show, json.loads(line))
    GLib.idle_add(Gtk.main_quit)


threading.Thread(target=listen, daemon=True).start()
Gtk.main()
