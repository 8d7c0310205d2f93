"""Harvesting: a real program is explored, its menus opened, its ticks seen in both states."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from uitars_runtime.element import Role
from uitars_train.cli import main
from uitars_train.harvest.catalogue import Entry
from uitars_train.harvest.gathering import Order, gather
from uitars_train.harvest.records import Does, Program, Screen
from uitars_train.harvest.store import SUFFIX, read

PROGRAMS = Path(__file__).parents[1] / "helpers" / "programs"
# These judge models, so nothing of them stays; any program does to try the tool.
CALCULATOR = Entry("galculator", "galculator", "galculator", "GTK3")
SETTINGS = Entry(
    "settings",
    "python3-gi",
    '/usr/bin/python3 -c \'import runpy, sys; sys.argv[1:] = ["0"];'
    ' runpy.run_path("$WORKSPACE/gtk_preferences.py", run_name="__main__")\'',
    "GTK3",
)


def harvested(entry: Entry, out: Path, screens: int) -> Program:
    order = Order(out, (entry,), rounds=1, screens=screens, seconds=120.0)
    (tried,) = gather(order)
    assert not tried.reason
    program = read(out / f"{entry.name}{SUFFIX}")
    assert tried.screens == len(program.screens)
    assert tried.elements == sum(len(screen.true) for screen in program.screens)
    # What was tried is not tried again.
    written = (out / f"{entry.name}{SUFFIX}").stat().st_mtime_ns
    assert list(gather(order)) == [tried]
    assert (out / f"{entry.name}{SUFFIX}").stat().st_mtime_ns == written
    return program


def led(program: Program, screen: Screen) -> list[tuple[Does, Role, str]]:
    """What led to a screen, in words."""
    before = program.screens[screen.before].true
    return [
        (deed.does, before[deed.element].element.role, before[deed.element].element.name)
        for deed in screen.deeds
    ]


def test_menus_of_a_real_program_are_opened_and_left_again(tmp_path: Path) -> None:
    program = harvested(CALCULATOR, tmp_path, screens=4)
    assert (program.toolkit, bool(program.version), program.screens[0].before) == ("GTK3", True, -1)
    opened = {
        way[2]: screen
        for screen in program.screens[1:]
        for way in led(program, screen)
        if way[:2] == (Does.CLICK, Role.MENU)
    }
    assert "Edit" in opened
    entries = {
        one.element.text
        for one in opened["Edit"].true
        if one.element.role is Role.MENU_ITEM and one.confirmed
    }
    assert any("Preferences" in entry for entry in entries), entries
    words = {element.text for element in opened["Edit"].seen}
    assert any("Preferences" in word for word in words), "what the eyes saw is kept as well"
    assert program.crops


def test_where_one_screen_is_asked_for_it_is_the_first(tmp_path: Path) -> None:
    (screen,) = harvested(CALCULATOR, tmp_path, screens=1).screens
    assert screen.before == -1


def test_ticks_are_seen_in_both_states(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "uitars_train.harvest.desk.SAMPLES",
        {"gtk_preferences.py": (PROGRAMS / "gtk_preferences.py").read_text("utf-8")},
    )
    program = harvested(SETTINGS, tmp_path, screens=3)
    states: dict[str, set[bool]] = {}
    for screen in program.screens:
        for one in screen.true:
            if one.element.role is Role.CHECKBOX and one.confirmed:
                states.setdefault(one.element.name, set()).add(one.element.checked)
    assert states["Show toolbar"] == {True, False}
    assert states["Beep"] == {True, False}


def test_a_program_that_shows_nothing_is_skipped_with_a_reason(tmp_path: Path) -> None:
    order = Order(tmp_path, (Entry("nothing", "coreutils", "false", "none"),), rounds=1)
    (tried,) = gather(order)
    assert tried.screens == 0
    assert "ended with code 1" in tried.reason
    assert not list(tmp_path.glob(f"*{SUFFIX}"))


def test_the_packages_of_the_list_are_told_for_installing_them(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["harvest", "programs", "--packages"]) == 0
    packages = capsys.readouterr().out.split()
    assert "tellico" in packages
    assert packages == sorted(set(packages))
    assert main(["harvest", "programs", "no-such-program"]) == 2


def test_figures_are_told_of_a_harvest_that_was_killed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    whole = {"name": "a", "turn": 0, "screens": 1, "elements": 2, "confirmed": 2, "seconds": 3.0}
    line = json.dumps({"key": "a 0", "result": whole | {"reason": ""}})
    (tmp_path / "tried.jsonl").write_text(f"{line}\n{line[:40]}")
    assert main(["harvest", "programs", "--figures", "--out", str(tmp_path)]) == 0
    assert "seconds    3.0 a screen" in capsys.readouterr().out


def test_the_menu_of_the_other_button_is_opened_and_left_again(tmp_path: Path) -> None:
    program = harvested(Entry("mousepad", "mousepad", "mousepad note.txt", "GTK3"), tmp_path, 3)
    ways = [led(program, screen) for screen in program.screens[1:]]
    (place,) = [at for at, way in enumerate(ways, 1) if way[0][0] is Does.RIGHT_CLICK]
    opened = program.screens[place].true
    assert any(one.element.role is Role.MENU_ITEM and one.confirmed for one in opened)
    # Left again: the next one was reached from the same window.
    assert program.screens[-1].before == program.screens[place].before


def test_a_tk_program_is_asked_from_inside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    script = """
import tkinter as tk
from tkinter import ttk
root = tk.Tk()
root.title("Harbour")
bar = tk.Menu(root)
boats = tk.Menu(bar, tearoff=False)
for name in ("Arrivals", "Departures"):
    boats.add_command(label=name)
bar.add_cascade(label="Boats", menu=boats)
root.config(menu=bar)
book = ttk.Notebook(root)
page = tk.Frame(book)
book.add(page, text="Berths")
book.add(tk.Frame(book), text="Tides")
book.pack()
loud = tk.BooleanVar(value=True)
tk.Checkbutton(page, text="Sound the horn", variable=loud).pack()
tk.Label(page, text="Captain").pack()
ttk.Entry(page).pack()
rows = ttk.Treeview(page, columns=("Length",), height=3)
rows.heading("#0", text="Name")
rows.heading("Length", text="Metres")
for name, length in (("Albatross", 12), ("Cormorant", 9)):
    rows.insert("", "end", text=name, values=(length,))
rows.pack()
tk.Button(page, text="Weigh anchor").pack()
root.mainloop()
"""
    monkeypatch.setattr("uitars_train.harvest.desk.SAMPLES", {"harbour.py": script})
    entry = Entry("harbour", "idle", "/usr/bin/python3 $WORKSPACE/harbour.py", "Tk")
    program = harvested(entry, tmp_path, screens=3)
    shown = {one.element.text: one for one in program.screens[0].true}
    assert shown["Sound the horn"].element.role is Role.CHECKBOX
    assert shown["Sound the horn"].element.checked
    assert shown["Boats"].element.role is Role.MENU
    assert (shown["Cormorant"].row, shown["Cormorant"].column) == (1, 0)
    assert (shown["9"].row, shown["9"].column) == (1, 1)
    assert shown["Metres"].element.role is Role.HEADER
    assert {text for text, one in shown.items() if one.element.role is Role.TAB} == {
        *("Berths", "Tides"),
    }
    assert all(one.confirmed for text, one in shown.items() if len(text) > 2)
    states = {
        one.element.checked
        for screen in program.screens
        for one in screen.true
        if one.element.text == "Sound the horn"
    }
    assert states == {True, False}
