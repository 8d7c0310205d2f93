"""Selections: all formats come back, large ones too, and nobody's new content is lost."""

from __future__ import annotations

import pytest

from helpers.screens import Screen
from uitars_runtime.desktop.clipboard import Clipboard, text_content, way_into
from uitars_runtime.desktop.refused import Refused
from uitars_runtime.desktop.selection_owner import SelectionOwner
from uitars_runtime.desktop.selection_reader import Content, Flavour, read_selection

RICH: Content = {
    "UTF8_STRING": Flavour("UTF8_STRING", "Grüße".encode()),
    "text/html": Flavour("text/html", "<b>Grüße</b>".encode()),
    "image/png": Flavour("image/png", bytes(range(256)) * 4000),
    "application/x-empty": Flavour("application/x-empty", b""),
}


def test_every_format_is_read_back_in_full(shared_screen: Screen) -> None:
    owner = SelectionOwner(shared_screen.name, RICH)
    assert read_selection(shared_screen.name) == RICH
    owner.close()
    assert read_selection(shared_screen.name) == {}


def test_a_paste_gives_all_formats_back(shared_screen: Screen) -> None:
    mine = SelectionOwner(shared_screen.name, RICH)
    clipboard = Clipboard(shared_screen.name)
    seen: list[Content] = []

    def program_pastes() -> None:
        seen.append(read_selection(shared_screen.name))

    assert clipboard.paste("漢字", "CLIPBOARD", program_pastes)
    assert seen[0]["UTF8_STRING"].data.decode() == "漢字"
    assert read_selection(shared_screen.name) == RICH
    assert not mine.owns()
    mine.close()
    clipboard.close()


def test_a_program_that_does_not_paste_is_noticed(shared_screen: Screen) -> None:
    clipboard = Clipboard(shared_screen.name)
    assert not clipboard.paste("x", "CLIPBOARD", lambda: None)
    assert read_selection(shared_screen.name) == {}
    clipboard.close()


def test_a_paste_that_is_refused_gives_all_formats_back(shared_screen: Screen) -> None:
    mine = SelectionOwner(shared_screen.name, RICH)
    clipboard = Clipboard(shared_screen.name)

    def somebody_objects() -> None:
        raise Refused("a person is using the mouse or the keyboard.")

    with pytest.raises(Refused):
        clipboard.paste("x", "CLIPBOARD", somebody_objects)
    assert read_selection(shared_screen.name) == RICH
    mine.close()
    clipboard.close()


def test_what_a_person_copies_meanwhile_stays(shared_screen: Screen) -> None:
    mine = SelectionOwner(shared_screen.name, RICH)
    clipboard = Clipboard(shared_screen.name)
    newer: list[SelectionOwner] = []

    def somebody_copies() -> None:
        read_selection(shared_screen.name)
        newer.append(SelectionOwner(shared_screen.name, text_content("newer")))

    clipboard.paste("x", "CLIPBOARD", somebody_copies)
    assert read_selection(shared_screen.name)["STRING"].data == b"newer"
    for owner in (*newer, mine):
        owner.close()
    clipboard.close()


def test_other_programs_read_what_is_given_back(shared_screen: Screen) -> None:
    owner = SelectionOwner(shared_screen.name, RICH)
    assert shared_screen.call("xclip", "-o", "-selection", "clipboard") == "Grüße"
    listed = shared_screen.call("xclip", "-o", "-selection", "clipboard", "-t", "TARGETS").split()
    assert set(RICH) <= set(listed)
    owner.close()


@pytest.mark.parametrize(
    ("wm_class", "keys"),
    [
        ("XTerm", ("shift", "insert")),
        ("Gnome-terminal", ("ctrl", "shift", "v")),
        ("Gedit", ("ctrl", "v")),
        ("", ("ctrl", "v")),
    ],
)
def test_terminals_are_pasted_into_their_way(wm_class: str, keys: tuple[str, ...]) -> None:
    assert way_into(wm_class).keys == keys
