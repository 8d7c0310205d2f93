"""The programs of the phone: what stands on their screens, and what touching it does."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from helpers.android.phone import Phone

Bounds = tuple[int, int, int, int]
ROW = 96


@dataclass
class Widget:
    """Something on the screen."""

    kind: str
    """The last part of its class: `Button`, `EditText`."""
    bounds: Bounds
    text: str = ""
    label: str = ""
    """Its content description."""
    key: str = ""
    """Of a field: where the phone keeps its text. Names it in the log."""
    checked: bool | None = None
    password: bool = False
    clickable: bool = True
    enabled: bool = True
    scrolls: bool = False
    tap: Callable[[], None] | None = None
    hold: Callable[[], None] | None = None
    inner: list[Widget] = field(default_factory=list["Widget"])

    def holds(self, x: float, y: float) -> bool:
        left, top, right, bottom = self.bounds
        return left <= x < right and top <= y < bottom


class Program:
    """One of them. `title`: as the launcher names it."""

    package = activity = title = ""

    def widgets(self, phone: Phone) -> list[Widget]:
        raise NotImplementedError

    def swiped(self, phone: Phone, across: int, down: int) -> None:
        """A finger went so far over it."""

    def back(self, phone: Phone) -> bool:
        """Whether it went back itself."""
        return False

    def _row(self, phone: Phone, number: int, shift: int = 0) -> Bounds:
        top = 80 + number * ROW + shift
        return 24, top, phone.width - 24, top + ROW - 16


class Launcher(Program):
    package, activity, title = "com.test.launcher", ".Home", "Home"

    def widgets(self, phone: Phone) -> list[Widget]:
        def opener(program: Program) -> Callable[[], None]:
            return lambda: phone.show(program)

        return [
            Widget("TextView", self._row(phone, number), one.title, tap=opener(one))
            for number, one in enumerate(phone.programs)
        ]


class Settings(Program):
    """Switches and a long list that scrolls."""

    package, activity, title = "com.android.settings", ".Settings", "Settings"
    names = (("wifi_on", "Wi-Fi"), ("bluetooth_on", "Bluetooth"), ("airplane_mode_on", "Airplane"))

    def __init__(self) -> None:
        self.offset = 0

    def widgets(self, phone: Phone) -> list[Widget]:
        def toggles(key: str) -> Callable[[], None]:
            return lambda: phone.put("global", key, "1" if phone.get("global", key) != "1" else "0")

        found: list[Widget] = []
        for number, (key, name) in enumerate(self.names):
            left, top, right, bottom = self._row(phone, number, -self.offset)
            on = phone.get("global", key) == "1"
            switch = Widget(
                "Switch", (right - 110, top, right, bottom), "ON" if on else "OFF", name,
                checked=on, tap=toggles(key),
            )  # fmt: skip
            words = Widget("TextView", (left, top, right - 120, bottom), name, clickable=False)
            found.append(Widget("LinearLayout", (left, top, right, bottom), tap=toggles(key),
                                inner=[words, switch]))  # fmt: skip
        for number in range(len(self.names), 30):
            bounds = self._row(phone, number, -self.offset)
            found.append(Widget("TextView", bounds, f"Entry {number}", clickable=False))
        shown = [one for one in found if one.bounds[3] > 0 and one.bounds[1] < phone.height]
        whole = (0, 0, phone.width, phone.height)
        return [Widget("ListView", whole, clickable=False, scrolls=True, inner=shown)]

    def swiped(self, phone: Phone, across: int, down: int) -> None:
        self.offset = min(max(0, self.offset - down), 30 * ROW - phone.height + 160)


class Notes(Program):
    """Writes a file on the card for each note."""

    package, activity, title = "org.example.notes", ".Editor", "Notes"

    def widgets(self, phone: Phone) -> list[Widget]:
        left, top, right, bottom = self._row(phone, 1)
        names = sorted(path.stem for path in phone.card.glob("Notes/*.txt"))
        return [
            Widget("EditText", self._row(phone, 0), phone.fields["title"], "Title", "title"),
            Widget("EditText", (left, top, right, bottom + 200), phone.fields["body"], "Note",
                   "body"),
            Widget("Button", self._row(phone, 5), "Save", tap=lambda: self._save(phone)),
            Widget("Button", self._row(phone, 6), "Delete all",
                   hold=lambda: self._clear(phone)),
            *(
                Widget("TextView", self._row(phone, 7 + number), name, clickable=False)
                for number, name in enumerate(names[:2])
            ),
        ]  # fmt: skip

    def _save(self, phone: Phone) -> None:
        folder = phone.card / "Notes"
        folder.mkdir(exist_ok=True)
        (folder / f"{phone.fields['title']}.txt").write_text(phone.fields["body"], encoding="utf-8")
        phone.fields.update(title="", body="")

    def _clear(self, phone: Phone) -> None:
        for path in phone.card.glob("Notes/*.txt"):
            path.unlink()


class Contacts(Program):
    package, activity, title = "com.android.contacts", ".People", "Contacts"

    def widgets(self, phone: Phone) -> list[Widget]:
        return [
            Widget("EditText", self._row(phone, 0), phone.fields["name"], "Name", "name"),
            Widget("EditText", self._row(phone, 1), phone.fields["number"], "Phone", "number"),
            Widget("Button", self._row(phone, 2), "Save", tap=lambda: self._save(phone)),
        ]

    def _save(self, phone: Phone) -> None:
        phone.contacts.append((phone.fields["name"], phone.fields["number"]))
        phone.fields.update(name="", number="")


class Bank(Program):
    """Asks for a password."""

    package, activity, title = "org.example.bank", ".SignIn", "Bank"

    def widgets(self, phone: Phone) -> list[Widget]:
        hidden = "•" * len(phone.fields["password"])
        return [
            Widget("EditText", self._row(phone, 0), phone.fields["user"], "User", "user"),
            Widget("EditText", self._row(phone, 1), hidden, "Password", "password", password=True),
            Widget("Button", self._row(phone, 2), "Sign in", enabled=bool(hidden)),
        ]


class Board(Program):
    """A cell for each action so far, of a colour of its own: every action changes the picture."""

    package, activity, title = "org.example.board", ".Board", "Board"

    def widgets(self, phone: Phone) -> list[Widget]:
        return [Widget("EditText", self._row(phone, 0), phone.fields["board"], "Words", "board")]


def everything() -> list[Program]:
    return [Settings(), Notes(), Contacts(), Bank(), Board()]
