"""Whether the screen is locked, asked on buses of the test's own."""

from __future__ import annotations

import subprocess
import threading
from collections.abc import Generator
from contextlib import contextmanager

import pytest
from jeepney import DBusAddress, MessageType, message_bus, new_method_call, new_method_return
from jeepney.io.blocking import DBusConnection, Proxy, open_dbus_connection

from uitars_app.saved.unlocked import screen_locked


@pytest.fixture
def bus(monkeypatch: pytest.MonkeyPatch) -> Generator[str]:
    """A bus with nobody on it, as session and as system bus."""
    command = ["dbus-daemon", "--session", "--nofork", "--nopidfile", "--print-address"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as daemon:
        assert daemon.stdout is not None
        address = daemon.stdout.readline().strip()
        monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", address)
        monkeypatch.setenv("DBUS_SYSTEM_BUS_ADDRESS", address)
        yield address
        daemon.terminate()


@contextmanager
def answering(address: str, name: str, signature: str, body: tuple[object, ...]) -> Generator[None]:
    """A program of this name that answers every question like this."""
    connection = open_dbus_connection(bus=address)
    Proxy(message_bus, connection).RequestName(name)
    thread = threading.Thread(target=_serve, args=(connection, signature, body))
    thread.start()
    try:
        yield
    finally:
        with open_dbus_connection(bus=address) as other:
            end = new_method_call(DBusAddress("/end", name, name), "End")
            other.send_and_get_reply(end)
        thread.join()
        connection.close()


def _serve(connection: DBusConnection, signature: str, body: tuple[object, ...]) -> None:
    while True:
        message = connection.receive()
        if message.header.message_type is not MessageType.method_call:
            continue
        connection.send(new_method_return(message, signature, body))
        if message.header.fields.get(3) == "End":
            return


@pytest.mark.parametrize("locked", [True, False])
@pytest.mark.parametrize("whose", ["freedesktop", "gnome", "xfce", "mate", "cinnamon"])
def test_a_screen_saver_is_believed(bus: str, whose: str, locked: bool) -> None:
    with answering(bus, f"org.{whose}.ScreenSaver", "b", (locked,)):
        assert screen_locked() is locked


@pytest.mark.parametrize("locked", [True, False])
def test_the_session_is_believed(bus: str, locked: bool) -> None:
    with answering(bus, "org.freedesktop.login1", "v", (("b", locked),)):
        assert screen_locked() is locked


def test_one_that_does_not_answer_hides_no_other(bus: str) -> None:
    silent = open_dbus_connection(bus=bus)
    Proxy(message_bus, silent).RequestName("org.freedesktop.ScreenSaver")
    with answering(bus, "org.gnome.ScreenSaver", "b", (True,)):
        assert screen_locked()
    silent.close()


def test_where_nobody_is_asked_nothing_is_locked(bus: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert not screen_locked()
    for address in ("unix:path=/nowhere", "disabled:", "", "tcp:host=localhost,port=1"):
        monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", address)
        monkeypatch.setenv("DBUS_SYSTEM_BUS_ADDRESS", address)
        assert not screen_locked()
