"""The phone: a screen drawn from its state, its system's commands, and a log of every action."""

from __future__ import annotations

import base64
import itertools
import os
import re
import socket
import threading
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from xml.sax.saxutils import quoteattr

from helpers.android.drawing import drawn
from helpers.android.programs import Board, Launcher, Program, Widget, everything
from helpers.android.services import Services
from helpers.android.transport import Device

COMMANDS = [
    "input",
    "screencap",
    "wm",
    "dumpsys",
    "uiautomator",
    "am",
    "ime",
    "settings",
    "cmd",
    "content",
    "getprop",
    "pm",
    "svc",
]
V2 = "shell_v2,cmd"
HELPER = "com.android.adbkeyboard/.AdbIME"
_KEYBOARD = "com.test.keyboard/.Plain"
_HOLD_MS = 500
_SLOP = 12

Said = tuple[int, bytes]


class FailedError(Exception):
    """A command that says what is wrong and ends with an exit code."""


class Phone:
    """A device that is switched on and waits for adb's server."""

    def __init__(self, folder: Path, *, features: str = V2, size: tuple[int, int] = (540, 960)):
        self.folder, self.card = folder / "tmp", folder / "sdcard"
        for made in (self.folder, self.card, folder / "bin"):
            made.mkdir(parents=True)
        self.size, self.density, self.override = size, 240, (0, 0)
        self.chosen_density = 0
        """What a person chose instead in the settings; 0 for nothing."""
        self.turned = False
        self.log: list[tuple[str | int, ...]] = []
        self.fields: dict[str, str] = defaultdict(str)
        self.contacts: list[tuple[str, str]] = []
        self.settings: dict[tuple[str, str], str] = {("global", "wifi_on"): "1"}
        self.focus = ""
        self.keyboards = [_KEYBOARD]
        self.put("secure", "default_input_method", _KEYBOARD)
        self.awake, self.silent_dump = "Awake", False
        self.programs = everything()
        self.home = Launcher()
        self.program: Program = self.home
        self._lock = threading.RLock()
        self._drawn: tuple[object, bytes] = (None, b"")
        self._listener = socket.create_server(("127.0.0.1", 0), backlog=64)
        threading.Thread(target=self._listen, daemon=True).start()
        self.services = Services(self.folder, self.card, self._environment(folder / "bin"))
        self.device = Device(self.services.serve, features)

    @property
    def serial(self) -> str:
        return self.device.serial

    @property
    def width(self) -> int:
        return self.logical[0]

    @property
    def height(self) -> int:
        return self.logical[1]

    @property
    def logical(self) -> tuple[int, int]:
        """What the system counts in: `wm size`, turned as the screen is."""
        wide, high = self.override if any(self.override) else self.size
        return (high, wide) if self.turned else (wide, high)

    def close(self) -> None:
        self.device.close()
        self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()

    def show(self, program: Program) -> None:
        with self._lock:
            self.program, self.focus = program, ""

    def open(self, title: str) -> None:
        self.show(next(one for one in self.programs if one.title == title))

    def get(self, space: str, key: str) -> str:
        return self.settings.get((space, key), "null")

    def put(self, space: str, key: str, value: str) -> None:
        self.settings[space, key] = value

    # ---------------------------------------------------------------- commands

    def _environment(self, programs: Path) -> dict[str, str]:
        for name in COMMANDS:
            (programs / name).symlink_to(Path(__file__).with_name("command"))
        return {
            "PATH": f"{programs}:{os.environ['PATH']}",
            "TMPDIR": str(self.folder),
            "UITARS_PHONE": str(self._listener.getsockname()[1]),
        }

    def _listen(self) -> None:
        while True:
            try:
                connection = self._listener.accept()[0]
            except OSError:
                return
            threading.Thread(target=self._answer, args=(connection,), daemon=True).start()

    def _answer(self, connection: socket.socket) -> None:
        with connection, connection.makefile("rb") as come:
            count = int(come.readline())
            data = b""
            while data.count(b"\0") < count:
                data += come.read1()
            words = [word.decode() for word in data.split(b"\0")[:count]]
            try:
                with self._lock:
                    said = self._call(words[0], words[1:])
            except (FailedError, ValueError, IndexError) as error:
                connection.sendall(b"1\n" + f"Error: {error}\n".encode())
                return
            connection.sendall(b"0\n" + (said if isinstance(said, bytes) else said.encode()))

    def _call(self, name: str, words: list[str]) -> str | bytes:
        calls: dict[str, Callable[[list[str]], str | bytes]] = {
            "input": self._input,
            "screencap": lambda _: self.png(),
            "wm": self._wm,
            "dumpsys": self._dumpsys,
            "uiautomator": self._dump,
            "am": self._am,
            "ime": self._ime,
            "settings": self._settings,
            "cmd": self._cmd,
            "pm": self._pm,
            "content": self._content,
            "svc": self._svc,
            "getprop": lambda _: "13\n",
        }
        return calls[name](words)

    def _input(self, words: list[str]) -> str:
        what, *rest = words
        if what == "tap":
            self._touch(*map(int, rest))
        elif what == "swipe":
            self._swipe(*map(int, rest))
        elif what == "text":
            self._enter(_sent(rest[0]), "text")
        elif what == "keyevent":
            for key in rest:
                self._key(key.removeprefix("KEYCODE_"))
        else:
            raise FailedError(f"Unknown command: {what}")
        return ""

    def _touch(self, x: int, y: int) -> None:
        self.log.append(("tap", x, y))
        widget = self._at(x, y)
        if widget is None or not widget.enabled:
            return
        if widget.key:
            self.focus = widget.key
        if widget.tap:
            widget.tap()

    def _swipe(self, x: int, y: int, to_x: int, to_y: int, ms: int = 300) -> None:
        self.log.append(("swipe", x, y, to_x, to_y, ms))
        if abs(to_x - x) <= _SLOP and abs(to_y - y) <= _SLOP:
            widget = self._at(x, y)
            if ms >= _HOLD_MS and widget and widget.hold:
                widget.hold()
        else:
            self.program.swiped(self, to_x - x, to_y - y)

    def _key(self, key: str) -> None:
        self.log.append(("key", key))
        match key:
            case "HOME":
                self.show(self.home)
            case "BACK" if not self.program.back(self):
                self.show(self.home)
            case "DEL":
                self.fields[self.focus] = self.fields[self.focus][:-1]
            case "ENTER":
                self.fields[self.focus] += "\n"
            case "TAB":
                self.fields[self.focus] += "\t"
            case _:
                pass

    def _enter(self, text: str, how: str) -> None:
        self.log.append((how, text))
        if self.focus:
            self.fields[self.focus] += text

    def _wm(self, words: list[str]) -> str:
        match words:
            case ["size"]:
                wide, high = self.size
                over = self.override
                more = f"Override size: {over[0]}x{over[1]}\n" if any(over) else ""
                return f"Physical size: {wide}x{high}\n{more}"
            case ["density"]:
                return f"Physical density: {self.density}\n"
            case _:
                raise FailedError(f"wm {words}")

    def _dumpsys(self, words: list[str]) -> str:
        if words[:1] == ["power"]:
            return f"Power Manager State:\n  mWakefulness={self.awake}\n"
        wide, high = self.logical
        of = self.program
        wide_built, high_built = self.size
        chosen = f"base={wide_built}x{high_built} {self.chosen_density}dpi "
        return (
            f"WINDOW MANAGER DISPLAY CONTENTS\n  Display: mDisplayId=0\n"
            f"    init={wide_built}x{high_built} {self.density}dpi mMinSizeOfResizeableTaskDp=220 "
            f"{chosen if self.chosen_density else ''}cur={wide}x{high} "
            f"app={wide}x{high} rng=1x1-2x2\n"
            f"  mCurrentFocus=Window{{1f2e3d u0 {of.package}/{of.package}{of.activity}}}\n"
            f"  mFocusedApp=ActivityRecord{{4c5b6a u0 {of.package}/{of.activity} t7}}\n"
        )

    def _dump(self, words: list[str]) -> str:
        if self.silent_dump:
            raise FailedError("could not get idle state.")
        nodes = "".join(map(self._node, self.program.widgets(self)))
        told = f"<?xml version='1.0' encoding='UTF-8' standalone='yes' ?><hierarchy>{nodes}"
        Path(words[1]).write_text(f"{told}</hierarchy>", encoding="utf-8")
        return f"UI hierchary dumped to: {words[1]}\n"

    def _node(self, widget: Widget) -> str:
        left, top, right, bottom = widget.bounds
        said = {
            "index": "0", "text": widget.text, "content-desc": widget.label,
            "resource-id": f"{self.program.package}:id/{widget.key}" if widget.key else "",
            "class": f"android.widget.{widget.kind}", "package": self.program.package,
            "checkable": widget.checked is not None, "checked": bool(widget.checked),
            "clickable": widget.clickable, "enabled": widget.enabled,
            "focusable": widget.clickable, "focused": bool(widget.key and widget.key == self.focus),
            "scrollable": widget.scrolls, "long-clickable": widget.hold is not None,
            "password": widget.password, "selected": False,
            "bounds": f"[{left},{top}][{right},{bottom}]",
        }  # fmt: skip
        words = " ".join(f"{name}={_quoted(value)}" for name, value in said.items())
        return f"<node {words}>{''.join(map(self._node, widget.inner))}</node>"

    def _am(self, words: list[str]) -> str:
        given = dict(itertools.pairwise(words))
        match words[0]:
            case "start":
                return self._start(given)
            case "broadcast":
                if self.get("secure", "default_input_method") == HELPER:
                    text = base64.b64decode(given["msg"]).decode()
                    self._enter(text, "broadcast")
                return "Broadcast completed: result=0\n"
            case "force-stop":
                if self.program.package == words[1]:
                    self.show(self.home)
                return ""
            case _:
                raise FailedError(f"Unknown command: {words[0]}")

    def _start(self, given: dict[str, str]) -> str:
        if address := given.get("-d"):
            self.log.append(("open", address))
            return f"Starting: Intent {{ dat={address} }}\n"
        package, _, activity = given["-n"].partition("/")
        for program in self.programs:
            if (package, activity) == (program.package, program.activity):
                self.log.append(("start", package))
                self.show(program)
                return f"Starting: Intent {{ cmp={given['-n']} }}\n"
        return f"Error: Activity class {{{given['-n']}}} does not exist.\n"

    def _ime(self, words: list[str]) -> str:
        match words:
            case ["list", *_]:
                return "\n".join(self.keyboards) + "\n"
            case ["set", name]:
                self.put("secure", "default_input_method", name)
                return f"Input method {name} selected for user #0\n"
            case _:
                return ""

    def _settings(self, words: list[str]) -> str:
        match words:
            case ["get", space, key]:
                return self.get(space, key) + "\n"
            case ["put", space, key, value]:
                self.put(space, key, value)
                return ""
            case _:
                raise FailedError("Unknown command")

    def _cmd(self, words: list[str]) -> str:
        if words[:2] == ["package", "query-activities"]:
            return "".join(f"{one.package}/{one.activity}\n" for one in self.programs)
        raise FailedError(f"Can't find service: {words[0]}")

    def _pm(self, words: list[str]) -> str:
        match words:
            case ["clear", _]:
                self.fields.clear()
                self.contacts.clear()
                return "Success\n"
            case _:
                raise FailedError("Unknown command")

    def _svc(self, words: list[str]) -> str:
        self.put("global", f"{words[0]}_on", {"enable": "1", "disable": "0"}[words[1]])
        return ""

    def _content(self, words: list[str]) -> str:
        rows = (
            f"Row: {number} display_name={name}, number={phone}\n"
            for number, (name, phone) in enumerate(self.contacts)
        )
        return "".join(rows) or "No result found.\n"

    # ---------------------------------------------------------------- the screen

    def _at(self, x: float, y: float) -> Widget | None:
        return _innermost(self.program.widgets(self), x, y)

    def png(self) -> bytes:
        """The screen now."""
        with self._lock:
            widgets = self.program.widgets(self)
            cells = len(self.log) if isinstance(self.program, Board) else 0
            state = (widgets, cells, self.logical, self.size, self.focus)
            if self._drawn[0] != state:
                self._drawn = state, drawn(self, widgets, cells)
            return self._drawn[1]


def _innermost(widgets: list[Widget], x: float, y: float) -> Widget | None:
    for widget in reversed(widgets):
        if widget.holds(x, y):
            found = _innermost([one for one in widget.inner if one.clickable], x, y)
            return found or widget
    return None


def _sent(text: str) -> str:
    """What `input text` makes of its word, as Android's InputShellCommand reads it."""
    signs, escaped, at = list(text), False, 0
    while at < len(signs):
        if escaped:
            escaped = False
            if signs[at] == "s":
                signs[at] = " "
                at -= 1
                del signs[at]
        if signs[at] == "%":
            escaped = True
        at += 1
    if not re.fullmatch(r"[ -~]*", "".join(signs)):
        raise FailedError("Attempt to get length of null array")
    return "".join(signs)


def _quoted(value: str | bool) -> str:
    return quoteattr(value if isinstance(value, str) else str(value).lower())
