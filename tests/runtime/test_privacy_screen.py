"""What a person hides is black before a screenshot leaves the hands; the hands keep the whole."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import numpy as np

from helpers.desks import sandbox_hands, until
from helpers.fakes import frame
from helpers.screens import running, screen, window_manager
from uitars_runtime.desktop.window import WindowInfo
from uitars_runtime.desktop.windows import Windows
from uitars_runtime.desktop.xserver import XServer
from uitars_runtime.element import Element, Role
from uitars_runtime.frame import Frame
from uitars_runtime.hands.concealing import Concealer
from uitars_runtime.hands.hidden_windows import HiddenWindows
from uitars_runtime.privacy.settings import PrivacySettings
from uitars_runtime.types import Box, Click, Decision, OpenWindow, Place, Point

TOKEN = "ghp_" + "a1B2" * 9
WHERE = Box(10, 10, 50, 30)


def told(text: str, box: Box) -> Element:
    return Element(box, Role.FIELD, text=text, name=text)


def test_regions_are_black_and_what_lies_in_them_is_not_told() -> None:
    seen = Frame(frame(1).pixels, told=(told("in", WHERE), told("out", Box(60, 60, 70, 70))))
    concealer = Concealer(PrivacySettings(hide_regions=((0, 0, 55, 40),)))
    shown = concealer.shown(seen)
    assert not shown.pixels[:40, :55].any()
    assert np.array_equal(shown.pixels[40:], seen.pixels[40:])
    assert [one.text for one in shown.told] == ["out"]
    assert seen.pixels[:40, :55].any()


def test_a_place_that_hangs_over_the_edge_is_hidden_as_far_as_it_goes() -> None:
    seen = frame(2)
    shown = Concealer(PrivacySettings(), [lambda _seen: [Box(-20, -20, 5, 5)]]).shown(seen)
    assert not shown.pixels[:5, :5].any()
    assert np.array_equal(shown.pixels[5:, 5:], seen.pixels[5:, 5:])


def test_where_nothing_is_hidden_the_screenshot_is_the_same() -> None:
    seen = frame(3)
    assert Concealer(PrivacySettings()).shown(seen) is seen


def test_texts_and_titles_lose_their_secrets() -> None:
    concealer = Concealer(PrivacySettings(), (), HiddenWindows(lambda: (), ("vault",)).among)
    assert TOKEN not in concealer.text(f"It says {TOKEN}.")
    assert TOKEN not in concealer.place(Place("Editor", f"{TOKEN} - Editor")).window
    assert concealer.place(Place("Vault", "my keys")) == Place("Vault", "(hidden)")
    assert (
        TOKEN
        not in concealer.shown(Frame(frame(1).pixels, told=(told(TOKEN, WHERE),))).told[0].text
    )
    everything = Concealer(PrivacySettings(hide_secrets=False))
    assert everything.text(TOKEN) == TOKEN


def test_the_address_of_a_page_goes_with_a_window_that_is_hidden() -> None:
    bank, other = (
        OpenWindow(1, "My Bank - Chromium", "chromium"),
        OpenWindow(2, "notes", "mousepad"),
    )
    concealer = Concealer(PrivacySettings(), (), HiddenWindows(lambda: (), ("*bank*",)).among)
    pixels, page = frame(1).pixels, "https://bank.example/account/1234"
    hidden = concealer.shown(Frame(pixels, windows=(bank, other), address=page))
    assert hidden.address == ""
    assert [one.title for one in hidden.windows or ()] == ["(hidden)", "notes"]
    assert concealer.shown(Frame(pixels, windows=(other,), address=page)).address == page


def test_a_look_asks_once_which_windows_are_open_for_all_titles() -> None:
    """Each asking is a round trip for every window, and the last one counts."""
    asked: list[int] = []
    vault = WindowInfo(1, "My keys", "vault", 7, Box(0, 0, 9, 9))

    def open_now() -> tuple[WindowInfo, ...]:
        asked.append(1)
        return (vault,)

    hidden = HiddenWindows(open_now, ("*/vault",), lambda _pid: "/usr/bin/vault")
    windows = tuple(OpenWindow(number, f"note {number}", "editor") for number in range(9))
    seen = Frame(
        frame(1).pixels,
        windows=(*windows, OpenWindow(9, vault.title, vault.wm_class)),
        address="https://example.org/",
    )
    shown = Concealer(PrivacySettings(), (), hidden.among).shown(seen)
    assert len(asked) == 1
    assert [one.title for one in shown.windows or ()][-2:] == ["note 8", "(hidden)"]
    assert shown.address == ""


def test_a_secret_that_was_typed_is_left_out_by_its_words() -> None:
    concealer = Concealer(PrivacySettings(hide_secrets=False))
    assert concealer.text("open sesame!") == "open sesame!"
    concealer.revealed("cave", "open sesame")
    assert concealer.text("open sesame!") == "<secret>cave</secret>!"
    shown = concealer.shown(Frame(frame(1).pixels, told=(told("open sesame", WHERE),)))
    assert shown.told[0].text == shown.told[0].name == "<secret>cave</secret>"


def test_nothing_is_left_of_a_secret_that_begins_with_another() -> None:
    concealer = Concealer(PrivacySettings(hide_secrets=False))
    concealer.revealed("pin", "7391")
    concealer.revealed("bank", "7391-horse")
    concealer.revealed("place", "bank")
    concealer.revealed("nothing", "")
    hidden = "<secret>bank</secret>, <secret>pin</secret>, <secret>place</secret>"
    assert concealer.text("7391-horse, 7391, bank") == hidden


def test_windows_are_hidden_by_title_class_or_program() -> None:
    # A screen of its own: no other terminal may be on it.
    with (
        screen() as own,
        window_manager(own),
        # Without a shell, which gives its terminal another title.
        running(own, "xterm", "-T", "My Vault", "-e", "sleep", "1000"),
        closing(XServer(own.name)) as server,
    ):
        windows = Windows(server.display)
        until(lambda: any(one.title == "My Vault" for one in windows.all()), "the window")
        window = next(one for one in windows.all() if one.title == "My Vault")
        for pattern in ("my vault", "xterm", "*/xterm", "*vault*"):
            hidden = HiddenWindows(windows.all, (pattern,))
            assert hidden.find(frame(1)) == [window.box], pattern
            place = Place(window.wm_class, window.title)
            assert hidden.among((place, Place("other", "something else"))) == {place}, pattern
        assert HiddenWindows(windows.all, ("firefox",)).find(frame(1)) == []
        assert HiddenWindows(windows.all, ()).find(frame(1)) == []


def test_a_window_that_closes_behind_the_screenshot_is_hidden_on_it() -> None:
    with (
        screen() as own,
        window_manager(own),
        closing(XServer(own.name)) as server,
    ):
        windows = Windows(server.display)
        for pattern in ("my vault", "*/xterm"):
            hidden = HiddenWindows(windows.all, (pattern,))
            concealer = Concealer(PrivacySettings(), [hidden.find], hidden.among, hidden.look)
            with running(own, "xterm", "-T", "My Vault", "-e", "sleep", "1000"):
                until(lambda: any(one.title == "My Vault" for one in windows.all()), "the window")
                vault = next(one for one in windows.all() if one.title == "My Vault")
                concealer.look()
            until(lambda: all(one.title != "My Vault" for one in windows.all()), "its end")
            taken = np.full((600, 800, 3), 200, np.uint8)
            seen = Frame(taken, windows=(OpenWindow(1, vault.title, vault.wm_class),))
            shown = concealer.shown(seen)
            middle = vault.box.center
            assert not shown.pixels[middle.y, middle.x].any(), pattern
            assert [one.title for one in shown.windows or ()] == ["(hidden)"], pattern
            concealer.look()
            assert concealer.shown(Frame(taken)).pixels[middle.y, middle.x].any(), pattern


def test_the_hands_still_know_their_target_under_what_is_hidden(tmp_path: Path) -> None:
    privacy = PrivacySettings(hide_windows=("xterm",))
    with sandbox_hands(tmp_path, apps=("xterm",), privacy=privacy) as hands:
        for _ in range(20):
            seen = hands.observe()
            performed = hands.perform(Click(Point(320, 240)), seen)
            if performed.outcome.ok:
                break
        assert performed.outcome.ok, performed
        assert not seen.pixels[200:280, 250:390].any()
        assert performed.place.window == "(hidden)"
        assert performed.verdict is not None
        assert performed.verdict.decision is Decision.ALLOW
