"""An Android device worked through the real adb server; the device is ours (helpers/android)."""

from __future__ import annotations

import itertools
import random
import shutil
import socket
import threading
from collections.abc import Generator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from helpers.android.phone import HELPER, Phone
from helpers.android.programs import Settings as SettingsProgram
from helpers.android.server import Adb, adb_server, needs_adb
from helpers.desks import until
from uitars_runtime.desktop.android import input as touches
from uitars_runtime.desktop.android.desktop import AndroidDesktop
from uitars_runtime.desktop.android.device import AndroidDevice
from uitars_runtime.desktop.android.kind import ANDROID, awake
from uitars_runtime.desktop.android.programs import named, opened
from uitars_runtime.desktop.kind import Order
from uitars_runtime.element import Role
from uitars_runtime.errors import DesktopError, UsageError
from uitars_runtime.hands.portable import NoProcesses
from uitars_runtime.types import (
    Action,
    Button,
    Click,
    Direction,
    Drag,
    KeyDown,
    Move,
    Outcome,
    Point,
    Press,
    Scroll,
    Size,
    Type,
)

pytestmark = needs_adb
FIELD = Point(200, 110)


@pytest.fixture(scope="module")
def adb(tmp_path_factory: pytest.TempPathFactory) -> Generator[Adb]:
    with (
        pytest.MonkeyPatch.context() as patch,
        adb_server(tmp_path_factory.mktemp("adb"), patch) as server,
    ):
        yield server


@pytest.fixture
def phone(adb: Adb, tmp_path: Path) -> Generator[Phone]:
    made = Phone(tmp_path / "phone")
    adb.connect(made.serial)
    yield made
    made.close()
    adb("disconnect", made.serial)


@pytest.fixture
def desktop(phone: Phone) -> Generator[AndroidDesktop]:
    made = AndroidDesktop(AndroidDevice(phone.serial))
    yield made
    made.close()
    assert not list(phone.folder.iterdir()), "nothing of ours is left there"


def do(desktop: AndroidDesktop, action: Action) -> Outcome:
    return desktop.execute(action, desktop.observe())


def test_touches_and_keys_arrive_as_asked(phone: Phone, desktop: AndroidDesktop) -> None:
    phone.open("Board")
    for action in (
        Click(Point(10, 20)),
        Click(Point(300, 700), count=2),
        Click(Point(40, 50), Button.RIGHT),
        Drag(Point(1, 2), Point(300, 400)),
        Press(("enter",)),
        Press(("Page_Down",)),
        Press(("a",)),
        Press(("%",)),
    ):
        outcome = do(desktop, action)
        assert outcome.ok, outcome.text
        assert outcome.changed
    assert phone.log == [
        ("tap", 10, 20),
        ("tap", 300, 700),
        ("tap", 300, 700),
        ("swipe", 40, 50, 40, 50, touches.HOLD_MS),
        ("swipe", 1, 2, 300, 400, 500),
        ("key", "ENTER"),
        ("key", "PAGE_DOWN"),
        ("text", "a"),
        ("text", "%"),
    ]


def test_what_a_touch_screen_has_not_is_refused(phone: Phone, desktop: AndroidDesktop) -> None:
    seen = desktop.observe()
    for action, reason in (
        (Press(("ctrl", "c")), "no chords"),
        (Press(("capslock",)), "no key capslock"),
        (Press(("nonsense",)), "no key named"),
        (Click(Point(5, 5), Button.MIDDLE), "no such button"),
        (Click(Point(5, 5), Button.RIGHT, 2), "no such button"),
        (Click(Point(540, 5)), "outside the screen"),
        (Move(Point(5, 5)), "no pointer"),
        (KeyDown("a"), "no keys that could be held"),
        (Scroll(Point(5, 5), Direction.DOWN, 1), "no room"),
        (Type("Zürich"), "ADBKeyBoard would have to be installed"),
    ):
        outcome = desktop.execute(action, seen)
        assert not outcome.ok
        assert reason in outcome.text
    assert phone.log == []


def test_the_systems_own_buttons(phone: Phone, desktop: AndroidDesktop) -> None:
    phone.open("Notes")
    for keys in (("alt", "left"), ("super",), ("alt", "tab")):
        assert do(desktop, Press(keys)).ok
    assert phone.log == [("key", "BACK"), ("key", "HOME"), ("key", "APP_SWITCH")]
    assert phone.program is phone.home


def test_the_view_goes_where_it_is_scrolled(phone: Phone, desktop: AndroidDesktop) -> None:
    phone.open("Settings")
    program = phone.program
    assert isinstance(program, SettingsProgram)
    notch = 64 * phone.density // 160
    do(desktop, Scroll(Point(270, 480), Direction.DOWN, 12))
    assert program.offset == 12 * notch
    assert len(phone.log) > 1, "more than one swipe"
    do(desktop, Scroll(Point(270, 480), Direction.UP, 2))
    assert program.offset == 10 * notch


def test_a_notch_is_as_large_as_the_person_chose_to_see_things(
    phone: Phone, desktop: AndroidDesktop
) -> None:
    phone.open("Settings")
    phone.chosen_density = phone.density // 2
    program = phone.program
    assert isinstance(program, SettingsProgram)
    do(desktop, Scroll(Point(270, 480), Direction.DOWN, 4))
    assert program.offset == 4 * 64 * phone.chosen_density // 160


def test_a_command_line_that_cannot_be_read_is_told(phone: Phone, tmp_path: Path) -> None:
    order = Order(phone.serial, tmp_path, tmp_path, apps=("it's",))
    with pytest.raises(UsageError, match="is not a command line"):
        ANDROID.open(order, NoProcesses())


def test_a_turned_screen_and_another_size(phone: Phone, desktop: AndroidDesktop) -> None:
    phone.open("Board")
    seen = desktop.observe()
    phone.turned = True
    assert "changed size" in desktop.execute(Click(Point(5, 5)), seen).text
    assert desktop.observe().size == Size(960, 540)
    assert do(desktop, Click(Point(900, 500))).ok
    phone.turned, phone.override = False, (1080, 1920)
    assert desktop.observe().size == Size(540, 960)
    assert do(desktop, Click(Point(100, 200))).ok
    assert phone.log == [("tap", 900, 500), ("tap", 200, 400)]


def test_text_arrives_letter_by_letter(phone: Phone, desktop: AndroidDesktop) -> None:
    phone.open("Board")
    do(desktop, Click(FIELD))
    text = 'it\'s 100% "sure" %s $HOME `ls` \\ * ? [a] ~ -n;&|<>()\n\tend'
    assert do(desktop, Type(text)).ok
    assert phone.fields["board"] == text
    assert do(desktop, Type("x" * 9000)).ok
    assert phone.fields["board"] == text + "x" * 9000


@settings(
    max_examples=15,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(st.text(st.characters(min_codepoint=32, max_codepoint=126), min_size=1))
def test_any_text_of_ascii(phone: Phone, text: str) -> None:
    device = AndroidDevice(phone.serial)
    phone.fields["board"], phone.focus = "", "board"
    device.do(*touches.typed(text))
    assert phone.fields["board"] == text
    device.close()


def test_other_scripts_by_a_keyboard_on_the_device(phone: Phone, desktop: AndroidDesktop) -> None:
    phone.open("Board")
    before = phone.get("secure", "default_input_method")
    phone.keyboards.append(HELPER)
    do(desktop, Click(FIELD))
    text = "Zürich – Київ – 東京 – القاهرة 🙂 it's %s"
    assert do(desktop, Type(text)).ok
    assert phone.fields["board"] == text
    assert do(desktop, Type("東京" * 20_000)).ok
    assert phone.fields["board"] == text + "東京" * 20_000
    assert phone.get("secure", "default_input_method") == before


def test_what_the_program_says(phone: Phone, desktop: AndroidDesktop) -> None:
    phone.open("Settings")
    phone.override = (1080, 1920)
    told = {one.name: one for one in desktop.outline.read(desktop.observe())}
    assert told["Entry 3"].role is Role.TEXT
    switches = [one for one in desktop.outline.read(desktop.observe()) if one.checked]
    assert [(one.role, one.name) for one in switches] == [(Role.CHECKBOX, "Wi-Fi")]
    assert desktop.observe().size.contains(switches[0].box.center)
    do(desktop, Click(switches[0].box.center))
    assert phone.get("global", "wifi_on") == "0"
    phone.open("Bank")
    phone.fields["password"] = "secret"
    seen = desktop.observe()
    (field,) = desktop.outline.passwords(seen)
    assert field.contains(Point(100, 100)), "the picture is half of what touches are counted in"
    assert "secret" not in str(desktop.outline.read(seen))
    phone.silent_dump = True
    phone.open("Notes")
    assert desktop.outline.read(desktop.observe()) == ()


def test_programs_by_their_names(phone: Phone) -> None:
    device = AndroidDevice(phone.serial)
    opened(device, "Notes")
    opened(device, "com.android.settings")
    opened(device, "com.android.contacts/.People")
    opened(device, "https://example.org/?a=1&b=2;c")
    assert phone.log == [
        ("start", "org.example.notes"),
        ("start", "com.android.settings"),
        ("start", "com.android.contacts"),
        ("open", "https://example.org/?a=1&b=2;c"),
    ]
    with pytest.raises(UsageError, match="no program 'Calendar'"):
        opened(device, "Calendar")
    with pytest.raises(UsageError, match=r"nobody/\.Home cannot be opened: the device says"):
        opened(device, "nobody/.Home")
    packages = ("com.google.android.deskclock", "com.android.chrome", "org.chromium.chrome.beta")
    assert named("Clock", packages) == ("com.google.android.deskclock",)
    assert named("chrome", packages) == packages[1:]
    device.close()


def drops(seed: int, actions: int, drops: int) -> Generator[str]:
    """When the link breaks, and at which moment of an action."""
    chance = random.Random(seed)
    when = set(chance.sample(range(actions), drops))
    kinds = itertools.cycle(("before", "during", "after", "late"))
    return (next(kinds) if number in when else "" for number in itertools.count())


def worked_through_drops(phone: Phone, actions: int, broken: int) -> None:
    """Work the device while its link breaks so often; every action is in its log once."""
    phone.open("Board")
    desktop = AndroidDesktop(AndroidDevice(phone.serial))
    phone.services.faults = drops(20, actions, broken)
    expected: list[tuple[str | int, ...]] = []
    for number in range(actions):
        x, y = number % 500, 150 + number // 500
        action, logged = (
            (Click(Point(x, y)), ("tap", x, y)),
            (Type(f"n{number}"), ("text", f"n{number}")),
            (Press(("up",)), ("key", "DPAD_UP")),
        )[number % 3]
        outcome = do(desktop, action)
        assert outcome.ok, outcome.text
        expected.append(logged)
    assert phone.log == expected
    desktop.close()


def test_no_action_is_lost_or_done_twice(phone: Phone) -> None:
    worked_through_drops(phone, 16, 8)


@pytest.mark.drill
@pytest.mark.timeout(1800)
def test_a_thousand_actions_and_fifty_drops(phone: Phone) -> None:
    worked_through_drops(phone, 1000, 50)


@contextmanager
def another_server() -> Generator[int]:
    """Something that listens and is no adb server."""

    def answer() -> None:
        with suppress(OSError):
            connection = server.accept()[0]
            connection.recv(100)
            connection.sendall(b"HTTP/1.1 400 Bad Request\r\n")
            connection.close()

    with socket.create_server(("127.0.0.1", 0)) as server:
        threading.Thread(target=answer, daemon=True).start()
        yield server.getsockname()[1]


def test_a_device_that_cannot_be_worked_is_named(
    adb: Adb, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(UsageError, match="no Android device"):
        AndroidDevice()
    with pytest.raises(UsageError, match="no device 'R58'"):
        AndroidDevice("R58")
    one = Phone(tmp_path / "one")
    one.device.keys, one.device.allows = [], False
    with pytest.raises(UsageError, match="does not let this computer in"):
        AndroidDevice(one.serial)
    one.device.allows = True
    adb("disconnect", one.serial)
    until(lambda: one.serial not in adb("devices"), "it is let go")
    assert AndroidDevice(one.serial).serial == one.serial, "connected without being asked for"
    assert AndroidDevice().serial == one.serial
    assert len(one.device.keys) == 1
    other = Phone(tmp_path / "other")
    adb.connect(other.serial)
    with pytest.raises(UsageError, match="several Android devices") as several:
        AndroidDevice()
    assert one.serial in several.value.hint or other.serial in several.value.hint
    other.awake = "Asleep"
    with pytest.raises(UsageError, match="is off"):
        awake(AndroidDevice(other.serial))
    other.close()
    until(lambda: f"{other.serial}\tdevice" not in adb("devices"), "it is seen to be gone")
    with pytest.raises(UsageError, match=r"offline|no device"):
        AndroidDevice(other.serial)
    one.close()
    for phone in (one, other):
        adb("disconnect", phone.serial)
    monkeypatch.setenv("ANDROID_ADB_SERVER_PORT", "x")
    with pytest.raises(UsageError, match="no port"):
        AndroidDevice()
    with another_server() as port:
        monkeypatch.setenv("ANDROID_ADB_SERVER_PORT", str(port))
        with pytest.raises(UsageError, match="that is no adb server"):
            AndroidDevice()
    monkeypatch.setenv("ANDROID_ADB_SERVER_PORT", "1")
    monkeypatch.setenv("PATH", str(tmp_path))
    assert shutil.which("adb") is None
    with pytest.raises(UsageError, match="adb is not installed"):
        AndroidDevice()


def test_a_device_that_stays_away(adb: Adb, phone: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("uitars_runtime.desktop.android.device._BACK_SECONDS", 1.0)
    desktop = AndroidDesktop(AndroidDevice(phone.serial))
    seen = desktop.observe()
    phone.device.close()
    with pytest.raises(DesktopError, match="is gone") as error:
        desktop.execute(Click(Point(5, 5)), seen)
    assert error.value.gone
    desktop.close()
