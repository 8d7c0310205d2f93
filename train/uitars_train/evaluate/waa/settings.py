"""What Windows' settings say, read from its registry by PowerShell. Not run on Windows."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from uitars_train.evaluate.osworld.host import Getters, Kept
from uitars_train.evaluate.waa.machine import WAAMachine

_USER: Final = r"HKCU:\Software\Microsoft\Windows\CurrentVersion"
_NIGHT_LIGHT: Final = (
    rf"{_USER}\CloudStore\Store\DefaultAccount\Current"
    r"\default$windows.data.bluelightreduction.settings"
    r"\windows.data.bluelightreduction.settings"
)
_STORAGE: Final = rf"{_USER}\StorageSense\Parameters\StoragePolicy"
_TIME_ZONE: Final = "Get-TimeZone | Select-Object -Property DisplayName | ConvertTo-Json"
_ON_AT, _START_AT, _NO_SCHEDULE = 24, 28, 202
"""In the bytes of the night light: whether it is on, its first hour, and what stands there where it
has none."""


class _Zone(msgspec.Struct, frozen=True):
    shown: str = msgspec.field(name="DisplayName")


def _notifications_off(machine: WAAMachine, _said: dict[str, Any], _kept: Kept) -> str:
    return str(_value(machine, rf"{_USER}\PushNotifications", "ToastEnabled") == "0")


def _no_background(machine: WAAMachine, _said: dict[str, Any], _kept: Kept) -> str:
    return str(not _value(machine, r"HKCU:\Control Panel\Desktop", "WallPaper"))


def _storage_sense(machine: WAAMachine, _said: dict[str, Any], _kept: Kept) -> str | None:
    on = _value(machine, _STORAGE, "01") == "1"
    return _value(machine, _STORAGE, "2048") if on else None


def _time_zone(machine: WAAMachine, _said: dict[str, Any], _kept: Kept) -> str | None:
    told = _asked(machine, _TIME_ZONE)
    return msgspec.json.decode(told, type=_Zone).shown if told else None


def _night_light(machine: WAAMachine, _said: dict[str, Any], _kept: Kept) -> object:
    """Whether it is on, and from when to when it is where it has a schedule."""
    data = list(map(int, _value(machine, _NIGHT_LIGHT, "Data").split()))
    if len(data) <= _START_AT or data[_ON_AT] != 1:
        return False
    if data[_START_AT] == _NO_SCHEDULE:
        return [True]
    start, after = _time(data, _START_AT)
    end, _ = _time(data, after)
    return [True, start, end]


def _time(data: list[int], at: int) -> tuple[str, int]:
    """The time that begins there, and where the next one does. A minute is written where it is not
    0: after a byte that is not 0."""
    hour = data[at]
    minute = data[at + 2] if data[at + 1] else 0
    half, shown = ("AM", hour) if hour < 12 else ("PM", hour - 12)
    return f"{shown:02}:{minute:02} {half}", at + (7 if minute else 5)


def _value(machine: WAAMachine, path: str, name: str) -> str:
    """Of the registry; empty where there is none."""
    return _asked(machine, f"Get-ItemPropertyValue -Path '{path}' -Name '{name}'")


def _asked(machine: WAAMachine, line: str) -> str:
    ran = machine.command(["powershell", "-NoProfile", "-Command", line], shell=False)
    return "" if ran.code else ran.output.decode(errors="replace").strip()


SETTINGS: Final[Getters[WAAMachine]] = {
    "system_notifications": _notifications_off,
    "desktop_background": _no_background,
    "storage_sense_run_frequency": _storage_sense,
    "system_timezone": _time_zone,
    "night_light_state": _night_light,
}
"""By WindowsAgentArena's names, some of which ask for the opposite of what they say."""
