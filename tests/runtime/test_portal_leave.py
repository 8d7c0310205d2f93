"""Leave that lasts, and the key that stops the agent: what newer portals than Debian 12's have."""

from __future__ import annotations

import stat
import threading
from collections.abc import Generator
from contextlib import closing
from pathlib import Path

import pytest

from helpers.desks import until
from helpers.portals import Portal, newer_portal, session_bus
from uitars_runtime import paths
from uitars_runtime.desktop.kind import Order
from uitars_runtime.desktop.wayland.kind import open_session
from uitars_runtime.desktop.wayland.portal import bus
from uitars_runtime.desktop.wayland.portal.session import Session
from uitars_runtime.errors import DesktopError
from uitars_runtime.guard.link import Guard
from uitars_runtime.hands.portable import NoProcesses

KEPT = "portal.token"


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(paths.HOME_VARIABLE, str(tmp_path / "home"))
    return tmp_path / "home"


@pytest.fixture
def portal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Generator[Portal]:
    with newer_portal(tmp_path) as running:
        monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", running.address)
        yield running


def work() -> None:
    """A session as a run has it."""
    with closing(bus.Portal()) as portal:
        Session(portal)


def test_leave_that_lasts_is_asked_for_once(portal: Portal) -> None:
    kept = paths.state_folder() / KEPT
    tokens: list[str] = []
    for _ in range(3):
        work()
        tokens.append(kept.read_text())
    assert portal.asked("leave") == 1
    given = portal.options("SelectDevices")
    assert [one.get("restore_token") for one in given] == [None, *tokens[:2]]
    assert all(one["persist_mode"] == 2 for one in given)
    # Screens are part of the same leave, which the portal refuses to be asked for twice.
    assert not any("persist_mode" in one for one in portal.options("SelectSources"))
    assert len(set(tokens)) == 3
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    assert [one.name for one in kept.parent.iterdir()] == [KEPT]


def test_with_our_state_removed_the_person_is_asked_again(portal: Portal) -> None:
    work()
    (paths.state_folder() / KEPT).unlink()
    work()
    assert portal.asked("leave") == 2


def test_a_token_that_the_portal_took_back_is_given_up_for_a_new_one(portal: Portal) -> None:
    work()
    kept = paths.state_folder() / KEPT
    kept.write_text("6e5ad5b6-4d4a-4fd3-93bd-4d9b7c9a86ee")
    work()
    assert portal.asked("leave") == 2
    work()
    assert portal.asked("leave") == 2


def test_leave_for_once_keeps_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with newer_portal(tmp_path, remember=False) as portal:
        monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", portal.address)
        for _ in range(2):
            work()
        assert portal.asked("leave") == 2
    assert not (paths.state_folder() / KEPT).exists()


def test_hands_that_are_started_again_ask_the_person(portal: Portal, tmp_path: Path) -> None:
    """They may have ended what the first hands were allowed."""
    work()
    order = Order("", tmp_path, tmp_path, again=True)
    with pytest.raises(DesktopError):
        open_session(str(tmp_path / "wayland-9"), order, NoProcesses())
    work()
    assert portal.asked("leave") == 2


def test_the_key_that_a_person_gave_stops_the_agent(portal: Portal) -> None:
    with Guard() as guard:
        assert guard.link.listen() == "Super+Esc"
        # Hands that are started again do not ask the person again.
        assert guard.link.listen() == "Super+Esc"
        assert portal.asked("key") == 1
        guard.link.beat()
        halted: list[bool] = []
        waiting = threading.Thread(target=lambda: halted.append(guard.await_halt()))
        waiting.start()
        portal.press()
        waiting.join()
        assert halted == [True]


@pytest.mark.parametrize("lost", ["session", "portal"])
def test_with_nobody_listening_for_it_nothing_is_done(portal: Portal, lost: str) -> None:
    with Guard() as guard:
        assert guard.link.listen()
        guard.link.beat()
        if lost == "session":
            portal.end()
        else:
            portal.process.kill()

        def refused() -> bool:
            try:
                guard.link.beat()
            except DesktopError as error:
                return "kill gesture" in error.title
            return False

        until(refused, "the guard says that nobody listens")


def test_without_a_portal_there_is_no_key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with session_bus(tmp_path) as address:
        monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", address)
        with Guard() as guard:
            assert guard.link.listen() == ""
            guard.link.beat()
