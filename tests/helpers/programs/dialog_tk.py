"""A Tk dialog for drills, as dialog_gtk.py; it tells nothing of its widgets."""

import json
import sys
import threading
import tkinter
from tkinter import ttk

root = tkinter.Tk(className="Asking")
root.withdraw()
current = []


def say(**what):
    sys.stdout.write(json.dumps(what) + "\n")
    sys.stdout.flush()


def do(number, deed):
    if deed:
        say(deed=deed, number=number)


def made(window, row, control, number):
    kind, label = control["kind"], control["label"]

    def work(*_):
        do(number, control["deed"])

    if kind == "entry":
        widget = tkinter.Entry(window, width=40)
        widget.pack(anchor="w")
    elif kind == "page":
        widget = tkinter.Text(window, width=40, height=4)
        widget.pack(anchor="w")
    elif kind == "combo":
        widget = ttk.Combobox(window, values=["Never", label, "Ask each time"], state="readonly")
        widget.current(1)
        widget.bind("<<ComboboxSelected>>", work)
        widget.pack(anchor="w")
    else:
        at = label.find("&")
        plain = label.replace("&", "")
        widget = tkinter.Button(row, text=plain, underline=at, command=work)
        wide = control.get("wide", False)
        widget.pack(side="left", padx=10, fill="x", expand=wide)
        if at >= 0:
            letter = plain[at].lower()
            if letter.isascii():
                window.bind(f"<Alt-{letter}>", lambda _: widget.invoke())
        if control["default"]:
            window.bind("<Return>", lambda _: widget.invoke())
    return widget


def show(screen):
    while current:
        current.pop().destroy()
    window = tkinter.Toplevel(root)
    current.append(window)
    window.title(screen["title"])
    window.geometry("520x300+40+60")
    for line in screen["lines"]:
        tkinter.Label(window, text=line).pack(anchor="w")
    row = tkinter.Frame(window, pady=16)
    widgets = [made(window, row, control, screen["number"]) for control in screen["controls"]]
    row.pack(fill="x")
    for widget, control in zip(widgets, screen["controls"], strict=True):
        if control.get("focus"):
            widget.focus_force()
    appear(screen, widgets, window, 200)


def appear(screen, widgets, window, looks):
    """Once it has the keyboard it is drawn a moment later."""
    if looks and not (window.winfo_viewable() and window.focus_displayof()):
        root.after(50, appear, screen, widgets, window, looks - 1)
    else:
        root.after(250, shown, screen, widgets)


def shown(screen, widgets):
    places = [
        [w.winfo_rootx(), w.winfo_rooty(), w.winfo_width(), w.winfo_height()] for w in widgets
    ]
    say(shown=screen["number"], places=places)


def listen():
    for line in sys.stdin:
        root.after(0, show, json.loads(line))
    root.after(0, root.destroy)


threading.Thread(target=listen, daemon=True).start()
root.mainloop()
