"""What is known on a session of mutter by the word of its programs: the field with the keyboard and
what arrived there, always; what lies at a place, where one window fills the screen alone.
"""

from __future__ import annotations

import json
from collections.abc import Generator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from helpers.compositors import Session, await_window, mutter_session
from helpers.desks import until
from helpers.screens import PROGRAMS
from uitars_runtime.desktop.wayland.desktop import WaylandDesktop
from uitars_runtime.gate.target_rules import findings
from uitars_runtime.hands.wayland import WaylandSurroundings
from uitars_runtime.risk import Risk
from uitars_runtime.types import Click, Point, Press, Type

pytestmark = pytest.mark.drill
COMPOSITOR = mutter_session


class Fields:
    """The program's window, with the desktop that it is on."""

    def __init__(self, desktop: WaylandDesktop, places: Path) -> None:
        self.desktop = desktop
        self.surroundings = WaylandSurroundings(desktop)
        self._places = places

    def place(self, name: str) -> Point:
        """Where a widget lies in the window."""
        return Point(*json.loads(self._places.read_text())[name])


@contextmanager
def fields(session: Session, tmp_path: Path, *how: str) -> Generator[Fields]:
    places = tmp_path / "places.json"
    program = ("/usr/bin/python3", str(PROGRAMS / "gtk_fields.py"), str(places), *how)
    with session.running(*program), closing(WaylandDesktop(session.socket)) as desktop:
        await_window(desktop, "fields")
        until(places.exists, "the places of its fields")
        yield Fields(desktop, places)


def test_a_field_for_a_password_is_known_by_its_focus(inside: Session, tmp_path: Path) -> None:
    with fields(inside, tmp_path) as shown:
        facts = shown.surroundings.facts(Type("x"))
        assert (facts.role, facts.name) == ("password text", "Passphrase")
        assert (facts.window, facts.spot) == ("fields", None)
        assert Risk.R4 in {risk for risk, _ in findings(Type("x"), facts)}


def test_what_arrived_is_read_back(inside: Session, tmp_path: Path) -> None:
    with fields(inside, tmp_path) as shown:
        desktop = shown.desktop
        desktop.execute(Press(("tab",)), desktop.observe())
        changed = desktop.execute(Type("hello"), desktop.observe())
        assert "not what arrived" in changed.text
        kept = desktop.execute(Type("WORLD"), desktop.observe())
        assert "arrived exactly" in kept.text


def test_a_window_somewhere_says_nothing_of_a_place(inside: Session, tmp_path: Path) -> None:
    with fields(inside, tmp_path) as shown:
        facts = shown.surroundings.facts(Click(shown.place("button")))
        assert (facts.name, facts.pid, facts.spot) == ("", None, None)
        assert not shown.desktop.outline.passwords(shown.desktop.observe())


def test_where_one_window_fills_the_screen_alone_places_are_known(
    inside: Session, tmp_path: Path
) -> None:
    with fields(inside, tmp_path, "full") as shown:
        desktop = shown.desktop
        until(lambda: desktop.windows.all()[0].corner is not None, "it fills the screen")
        click = Click(shown.place("button"))
        facts = shown.surroundings.facts(click)
        assert (facts.role, facts.name) == ("push button", "Delete all notes")
        assert facts.spot is not None
        assert facts.spot.contains(click.at)
        assert Risk.R2 in {risk for risk, _ in findings(click, facts)}
        (box,) = desktop.outline.passwords(desktop.observe())
        assert box.contains(shown.place("password"))
        with inside.running("mousepad", str(tmp_path / "note.txt")):
            until(lambda: len(desktop.windows.all()) == 2, "another window")
            assert shown.surroundings.facts(click).name == ""
            assert not desktop.outline.passwords(desktop.observe())
        until(lambda: len(desktop.windows.all()) == 1, "it is alone again")
        assert shown.surroundings.facts(click).name == "Delete all notes"
