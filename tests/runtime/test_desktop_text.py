"""Text arrives exactly: strings by layouts by toolkits, with the keyboard and by clipboard."""

from __future__ import annotations

import subprocess
from collections.abc import Generator

import pytest

from helpers.desks import until
from helpers.screens import Program, Screen, Terminal, wait_active
from uitars_runtime.desktop.layout import Layout
from uitars_runtime.desktop.release import MARK, borrowed_keycodes
from uitars_runtime.desktop.x11 import X11Desktop
from uitars_runtime.desktop.xserver import XServer
from uitars_runtime.types import Click, KeyDown, Outcome, Point, Press, Type

ASCII = "".join(map(chr, range(0x20, 0x7F)))
FEW = "é ß € 漢字 <ok> 😀"
_CAPS = 66
"""Where the Caps Lock key lies."""
MANY = "いろはにほへと ちりぬるを わかよたれそ — ñ Ç 👍🏽"


def focus(desktop: X11Desktop, program: Program) -> None:
    """Click into the program and go to the end of its text."""
    desktop.execute(Click(Point(*program.state["field"])), desktop.observe())
    wait_active(desktop.name, program)
    if not isinstance(program, Terminal):
        desktop.execute(Press(("ctrl", "end")), desktop.observe())


def enter(desktop: X11Desktop, program: Program, text: str) -> Outcome:
    """Type a line; returns once exactly that was added to the program's text, wherever the caret
    is: a program that is just given another layout may miss the key that goes to the end."""
    before, line = program.text, f"{text}\n"
    outcome = desktop.execute(Type(line), desktop.observe())
    assert outcome.ok, outcome.text
    until(lambda: len(program.text) >= len(before + line), f"text in full: {program.text!r}")
    assert program.text in (before[:at] + line + before[at:] for at in range(len(before) + 1))
    return outcome


def use_group(desktop: X11Desktop, group: int) -> None:
    """Switch to a group of the layout, as Caps Lock does with `grp:caps_toggle`."""
    for _ in range(4):
        if desktop.server.modifiers() >> 13 == group:
            return
        for down in (True, False):
            desktop.server.key(_CAPS, down=down)
        desktop.server.sync()
    pytest.fail(f"group {group} is not in use")


@pytest.mark.parametrize("toolkit", ["qt", "gtk", "tk", "xterm"])
@pytest.mark.parametrize("layout", ["us", "de", "fr"])
def test_text_arrives_exactly(
    desktop: X11Desktop,
    shared_screen: Screen,
    windows: dict[str, Program],
    toolkit: str,
    layout: str,
) -> None:
    shared_screen.use_layout(layout)
    focus(desktop, windows[toolkit])
    assert enter(desktop, windows[toolkit], ASCII).changed
    assert "keyboard" in enter(desktop, windows[toolkit], FEW).text


@pytest.mark.parametrize("toolkit", ["qt", "gtk", "tk", "xterm"])
@pytest.mark.parametrize("layout", ["us", "fr"])
def test_many_strange_characters_arrive_too(
    desktop: X11Desktop,
    shared_screen: Screen,
    windows: dict[str, Program],
    toolkit: str,
    layout: str,
) -> None:
    shared_screen.use_layout(layout)
    focus(desktop, windows[toolkit])
    assert "clipboard" in enter(desktop, windows[toolkit], MANY).text


@pytest.mark.parametrize(
    ("layout", "group", "text"),
    [
        ("us,de", 1, "zebra yacht @home [x] {y} 5 €"),
        ("us,de,fr", 1, "zebra é à ç @home"),
        ("us,de,fr", 2, "azqw m 5 é @€"),
        ("us,ru,de,fr", 3, "azqw m 5 é @€"),
    ],
)
def test_another_layout_group_in_use(
    desktop: X11Desktop,
    shared_screen: Screen,
    windows: dict[str, Program],
    layout: str,
    group: int,
    text: str,
) -> None:
    shared_screen.use_layout(layout, "-option", "grp:caps_toggle")
    try:
        focus(desktop, windows["qt"])
        use_group(desktop, group)
        enter(desktop, windows["qt"], text)
    finally:
        use_group(desktop, 0)
        shared_screen.use_layout("us", "-option", "")


def test_what_only_another_group_has_is_not_sought_in_the_one_in_use(
    desktop: X11Desktop, shared_screen: Screen, windows: dict[str, Program]
) -> None:
    shared_screen.use_layout("us,de")
    focus(desktop, windows["qt"])
    enter(desktop, windows["qt"], "5 € µ ²")


def test_plain_letters_arrive_with_a_layout_of_another_script(
    desktop: X11Desktop, shared_screen: Screen, windows: dict[str, Program]
) -> None:
    """More of them than a keyboard has spare keys, where nothing can be pasted."""
    shared_screen.use_layout("ru")
    try:
        focus(desktop, windows["xterm"])
        before = windows["xterm"].text
        secret = "The quick brown fox jumps over lazy dogs 0123"
        assert desktop.enter_secret(f"{secret}\n", desktop.observe(), lambda: "").ok
        until(lambda: len(windows["xterm"].text) > len(f"{before}{secret}"), "the text in full")
        assert windows["xterm"].text == f"{before}{secret}\n"
    finally:
        shared_screen.use_layout("us")


@pytest.mark.parametrize("option", ["", "shift:both_capslock,ctrl:nocaps"])
def test_caps_lock_changes_nothing_and_stays_on(
    desktop: X11Desktop, shared_screen: Screen, windows: dict[str, Program], option: str
) -> None:
    focus(desktop, windows["gtk"])
    shared_screen.use_layout("us", "-option", "", "-option", option)
    desktop.execute(Press(("capslock",)), desktop.observe())
    server = XServer(desktop.name)
    try:
        enter(desktop, windows["gtk"], "Mixed Case é É")
        assert server.modifiers() & 2
    finally:
        desktop.execute(Press(("capslock",)), desktop.observe())
        assert not server.modifiers() & 2
        server.close()
        shared_screen.use_layout("us", "-option", "")


@pytest.mark.parametrize("key", ["ctrl", "altgr"])
def test_no_text_while_a_modifier_is_down(
    desktop: X11Desktop, windows: dict[str, Program], key: str
) -> None:
    focus(desktop, windows["qt"])
    before = windows["qt"].text
    desktop.execute(KeyDown(key), desktop.observe())
    outcome = desktop.execute(Type("aq"), desktop.observe())
    assert not outcome.ok
    assert key in outcome.text
    assert windows["qt"].text == before


def test_control_characters_are_refused_before_anything_is_typed(
    desktop: X11Desktop, windows: dict[str, Program]
) -> None:
    focus(desktop, windows["qt"])
    before = windows["qt"].text
    outcome = desktop.execute(Type("abc\x1b"), desktop.observe())
    assert not outcome.ok
    assert "U+001B" in outcome.text
    assert windows["qt"].text == before


def test_closing_leaves_the_keyboard_map_as_it_was(
    shared_screen: Screen, windows: dict[str, Program]
) -> None:
    shared_screen.use_layout("us")
    server = XServer(shared_screen.name)
    before = _map(server)
    desktop = X11Desktop(shared_screen.name)
    focus(desktop, windows["tk"])
    enter(desktop, windows["tk"], "漢字 é")
    assert len(borrowed_keycodes(server.display)) == 3
    desktop.close()
    assert _map(server) == before
    server.close()


def test_a_marked_keycode_is_nobodys_stroke() -> None:
    layout = Layout({8: ((0x61, 0x41),), 9: ((0x010020AC, MARK),), 10: ()}, group=0)
    assert layout.find(MARK) is None
    assert layout.spare == [10]
    assert layout.owns(0x61)
    assert layout.find(0x010020AC) is not None
    assert not layout.owns(0x010020AC)


def _map(server: XServer) -> list[tuple[int, ...]]:
    rows = server.display.get_keyboard_mapping(8, 248)
    width = max(len(row) for row in rows)
    return [tuple(row) + (0,) * (width - len(row)) for row in rows]


@pytest.fixture
def clipboard(shared_screen: Screen) -> Generator[None]:
    """A person's text in the clipboard."""
    owner = subprocess.Popen(
        ["xclip", "-selection", "clipboard", "-i", "-quiet"],
        env=shared_screen.environment,
        stdin=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    assert owner.stdin is not None
    owner.stdin.write(b"mine \xc3\xa9")
    owner.stdin.close()
    until(lambda: _pasted(shared_screen) == "mine é", "the clipboard filled")
    yield
    owner.kill()
    owner.wait()


@pytest.mark.usefixtures("clipboard")
def test_pasting_gives_the_clipboard_back(
    desktop: X11Desktop, shared_screen: Screen, windows: dict[str, Program]
) -> None:
    focus(desktop, windows["gtk"])
    assert "clipboard" in enter(desktop, windows["gtk"], MANY).text
    assert _pasted(shared_screen) == "mine é"


def _pasted(screen: Screen) -> str:
    done = subprocess.run(
        ["xclip", "-selection", "clipboard", "-o"],
        env=screen.environment,
        capture_output=True,
        check=False,
    )
    return done.stdout.decode()
