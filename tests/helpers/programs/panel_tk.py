"""The same in Tk, which tells nothing of its widgets: what is seen of it is read from pixels."""

from __future__ import annotations

import json
import tkinter
from collections.abc import Callable
from pathlib import Path
from tkinter import ttk

STATE: dict[str, object] = {}


def keep(name: str, value: object) -> None:
    STATE[name] = value
    Path("state.json").write_text(json.dumps(STATE), "utf-8")


def tick(box: tkinter.Misc, words: str, *, on: bool) -> None:
    held = tkinter.BooleanVar(box, on)
    held.trace_add("write", lambda *_: keep(words, held.get()))
    keep(words, on)
    tkinter.Checkbutton(box, text=words, variable=held).pack(anchor="w", padx=12, pady=3)


def line(
    box: tkinter.Misc,
    words: str,
    text: str,
    make: Callable[[tkinter.Misc, tkinter.StringVar], tkinter.Widget],
) -> None:
    row = tkinter.Frame(box)
    tkinter.Label(row, text=words, width=10, anchor="w").pack(side="left")
    held = tkinter.StringVar(box, text)
    held.trace_add("write", lambda *_: keep(words, held.get()))
    keep(words, text)
    make(row, held).pack(side="left")
    row.pack(anchor="w", padx=12, pady=3)


def entry(row: tkinter.Misc, held: tkinter.StringVar) -> tkinter.Widget:
    return tkinter.Entry(row, textvariable=held, width=24)


def combo(row: tkinter.Misc, held: tkinter.StringVar) -> tkinter.Widget:
    names = ("English", "French", "German")
    return ttk.Combobox(row, textvariable=held, width=24, values=names, state="readonly")


def spin(row: tkinter.Misc, held: tkinter.StringVar) -> tkinter.Widget:
    return tkinter.Spinbox(row, textvariable=held, width=24, from_=1, to=32)


def main() -> None:
    root = tkinter.Tk()
    root.title("Panel")
    tick(root, "Spell checking", on=True)
    tick(root, "Auto-save", on=False)
    line(root, "Nickname", "guest", entry)
    line(root, "E-mail", "", entry)
    line(root, "Language", "English", combo)
    line(root, "Tab width", "8", spin)
    size = tkinter.StringVar(root, "Small")
    size.trace_add("write", lambda *_: keep("Size", size.get()))
    keep("Size", "Small")
    for words in ("Small", "Medium", "Large"):
        button = tkinter.Radiobutton(root, text=words, value=words, variable=size)
        button.pack(anchor="w", padx=12)
    said = tkinter.Label(root, text="Nothing applied yet")

    def apply() -> None:
        said.configure(text="Settings applied")
        keep("applied", True)

    tkinter.Button(root, text="Apply", command=apply).pack(anchor="w", padx=12, pady=6)
    said.pack(anchor="w", padx=12, pady=3)
    root.mainloop()


if __name__ == "__main__":
    main()
