# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false
# pyright: reportUnknownArgumentType=false
"""Draws plans with Tk: a drawing process as `drawing.py` asks for."""

from __future__ import annotations

import random
import sys
import time
import tkinter as tk
from tkinter import ttk

import msgspec
import mss

from uitars_runtime.element import Element, Role
from uitars_runtime.types import Box
from uitars_train.screens import plan
from uitars_train.screens.drawing import SCREEN, Drawing, Popup, Request
from uitars_train.screens.tk_build import Builder
from uitars_train.screens.tk_truth import Truth, box_of


def main() -> None:
    """Answers requests until the input ends."""
    with mss.MSS() as camera:
        for line in sys.stdin.buffer:
            request = msgspec.json.decode(line, type=Request)
            root = tk.Tk()
            try:
                drawing = draw(root, request)
                left, top = 0, 0
                area = {"left": left, "top": top, "width": SCREEN[0], "height": SCREEN[1]}
                pixels = camera.grab(area).rgb
            finally:
                root.destroy()
            sys.stdout.buffer.write(msgspec.json.encode(drawing) + b"\n" + pixels)
            sys.stdout.buffer.flush()


def draw(root: tk.Tk, request: Request) -> Drawing:
    """Shows the window of a request and reads the truth."""
    look, window = request.look, request.window
    _style(root, look)
    source = random.Random(int(look["seed"]))
    truth = Truth(root)
    builder = Builder(root, truth, request.icons, str(look["accent"]), source)
    builder.window(window)
    root.geometry("+0+0")
    root.update_idletasks()
    width = min(SCREEN[0], max(root.winfo_reqwidth(), request.width))
    height = min(SCREEN[1], max(root.winfo_reqheight(), request.height))
    root.geometry(f"{width}x{height}+0+0")
    _settle(root)
    root.focus_force()
    if builder.focused is not None:
        builder.focused.focus_force()
    _settle(root)
    popups = _popup(root, window, builder, truth)
    truth.read(root)
    return Drawing(box_of(root), tuple(truth.elements), popups)


def _style(root: tk.Tk, look: dict[str, str | int | float | bool]) -> None:
    background, ink, paper = str(look["background"]), str(look["ink"]), str(look["paper"])
    accent = str(look["accent"])
    root.tk_setPalette(background=background, foreground=ink, selectColor=paper)
    root.option_add("*Font", (str(look["font"]), int(look["size"])))
    root.option_add("*insertOffTime", 0)
    for kind in ("Entry", "Listbox", "Text", "Spinbox"):
        root.option_add(f"*{kind}.background", paper)
        root.option_add(f"*{kind}.foreground", ink)
        root.option_add(f"*{kind}.selectBackground", accent)
        root.option_add(f"*{kind}.selectForeground", "#ffffff")
    style = ttk.Style(root)
    style.theme_use(str(look["theme"]))
    style.configure(".", background=background, foreground=ink, fieldbackground=paper)
    style.configure(".", font=(str(look["font"]), int(look["size"])))
    style.configure("Treeview", background=paper, fieldbackground=paper, foreground=ink)
    style.configure("Treeview", rowheight=int(int(look["size"]) * 2.2))
    style.map("Treeview", background=[("selected", accent)], foreground=[("selected", "white")])
    style.map(".", foreground=[("disabled", "#888888")])
    style.map("TCombobox", fieldbackground=[("readonly", paper)], foreground=[("readonly", ink)])


def _settle(root: tk.Tk) -> None:
    """Lets Tk draw; the last call waits for the server to have drawn it."""
    end = time.monotonic() + 0.03
    while time.monotonic() < end:
        root.update()
        time.sleep(0.003)
    root.winfo_pointerxy()


def _popup(root: tk.Tk, window: plan.Window, builder: Builder, truth: Truth) -> tuple[Popup, ...]:
    if window.open_menu >= 0:
        button, menu = builder.menus[window.open_menu]
        box = box_of(button)
        truth.opened = button
        button.configure(state="active")
        menu.post(box.left, box.bottom)
        _settle(root)
        entries = [
            i
            for i in range(len(window.menus[window.open_menu].entries))
            if menu.type(i) != "separator"
        ]
        current = -1
        if 0 <= window.current_entry < len(entries):
            current = entries[window.current_entry]
            menu.activate(current)
            _settle(root)
        return (_menu_truth(menu, window.menus[window.open_menu], current),)
    if window.open_combo and builder.combos:
        return (_combo_popup(root, builder.combos[0]),)
    return ()


def _menu_truth(menu: tk.Menu, planned: plan.Menu, current: int) -> Popup:
    # Tk runs a posted menu as a clone on some systems; on X11 it is the menu's own window.
    box = box_of(menu)
    elements: list[Element] = []
    for index, entry in enumerate(planned.entries):
        if not entry.text:
            continue
        top = box.top + menu.yposition(index)
        last = index + 1 == len(planned.entries)
        bottom = box.bottom - 2 if last else box.top + menu.yposition(index + 1)
        elements.append(
            Element(
                box=Box(box.left, top, box.right, bottom),
                role=Role.MENU_ITEM,
                text=entry.text,
                name=entry.text,
                checked=bool(entry.checked),
                selected=index == current and not entry.disabled,
                disabled=entry.disabled,
            )
        )
    return Popup(box, tuple(elements))


def _combo_popup(root: tk.Tk, combo: ttk.Combobox) -> Popup:
    root.tk.call("ttk::combobox::Post", str(combo))
    _settle(root)
    window = str(root.tk.call("ttk::combobox::PopdownWindow", str(combo)))
    view = f"{window}.f.l"

    def measure(what: str, path: str) -> int:
        return int(root.tk.call("winfo", what, path))

    def box(path: str) -> Box:
        left, top = measure("rootx", path), measure("rooty", path)
        return Box(left, top, left + measure("width", path), top + measure("height", path))

    inside = box(view)
    elements: list[Element] = []
    for index, text in enumerate(combo["values"]):
        place = root.tk.splitlist(root.tk.call(view, "bbox", index))
        if place:
            top, high = inside.top + int(place[1]), int(place[3])
            elements.append(
                Element(
                    box=Box(inside.left, top, inside.right, top + high),
                    role=Role.MENU_ITEM,
                    text=str(text),
                    name=str(text),
                    selected=index == combo.current(),
                )
            )
    return Popup(box(window), tuple(elements))


if __name__ == "__main__":
    main()
