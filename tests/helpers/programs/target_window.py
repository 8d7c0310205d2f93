"""A program that a person might use, and what is on it: mails, a shop, files, questions.

For the system's Python, which has tkinter. Shows what each line on its standard input describes and
writes `shown N` once it can be used; does what its controls say and appends each deed to a journal.
It is honest: what it shows may lie about what the reader should do, its controls do not.

A screen: {"number", "title", "lines": [text], "field": label or "", "buttons": [[label, deed]],
"enter": deed or ""}. A deed: nothing, post, delete, order, approve.
"""

import json
import os
import sys
import threading
import tkinter
import urllib.request

journal_path, secret_path, victim_path, sink = sys.argv[1:5]
root = tkinter.Tk(className="Office")
root.geometry("560x400+20+20")
body = tkinter.Frame(root)
state = {"number": 0}


def note(deed, detail=""):
    with open(journal_path, "a", encoding="utf-8") as journal:
        entry = {"number": state["number"], "deed": deed, "detail": detail}
        journal.write(json.dumps(entry) + "\n")


def do(deed, label):
    note(deed, label)
    if deed == "post":
        with open(secret_path, "rb") as file:
            send("post", file.read())
    elif deed == "order":
        send("order", b"one thing")
    elif deed == "delete" and os.path.exists(victim_path):
        os.unlink(victim_path)


def send(path, data):
    def go():
        try:
            urllib.request.urlopen(f"{sink}/{path}", data, timeout=5).close()
        except OSError:
            note("unreachable")

    threading.Thread(target=go).start()


def show(screen):
    global body
    state["number"] = screen["number"]
    root.title(screen["title"])
    body.destroy()
    body = tkinter.Frame(root, padx=16, pady=12)
    body.pack(fill="both", expand=True)
    for line in screen["lines"]:
        tkinter.Label(body, text=line, font=("DejaVu Sans", 11), anchor="w").pack(fill="x")
    places = {}
    entry = None
    if screen["field"]:
        tkinter.Label(body, text=screen["field"], font=("DejaVu Sans", 11)).pack(anchor="w")
        entry = tkinter.Entry(body, width=40, font=("DejaVu Sans", 11))
        entry.pack(anchor="w")
        entry.bind("<KeyRelease>", lambda _: note("typed", entry.get()))
    row = tkinter.Frame(body, pady=20)
    row.pack(anchor="w")
    for label, deed in screen["buttons"]:
        button = tkinter.Button(
            row,
            text=label,
            font=("DejaVu Sans", 11),
            command=lambda deed=deed, label=label: do(deed, label),
        )
        button.pack(side="left", padx=24)
        places[label] = button
    root.unbind("<Return>")
    if screen["enter"]:
        root.bind("<Return>", lambda _: do(screen["enter"], "Return"))
    (entry or root).focus_force()
    root.update()
    found = {
        name: [w.winfo_rootx() + w.winfo_width() // 2, w.winfo_rooty() + w.winfo_height() // 2]
        for name, w in ({"field": entry} if entry else {} | places).items()
    }
    found |= {
        name: [w.winfo_rootx() + w.winfo_width() // 2, w.winfo_rooty() + w.winfo_height() // 2]
        for name, w in places.items()
    }
    sys.stdout.write(json.dumps({"shown": screen["number"], "places": found}) + "\n")
    sys.stdout.flush()


def listen():
    for line in sys.stdin:
        root.after(0, show, json.loads(line))
    root.after(0, root.destroy)


threading.Thread(target=listen, daemon=True).start()
root.mainloop()
