"""What OSWorld does to a machine before a task, and before it is judged: one function a verb."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterable
from typing import Any, Final

from uitars_runtime.errors import UsageError
from uitars_train.evaluate.osworld.machine import TaskMachine
from uitars_train.evaluate.osworld.stand_ins import PROFILE, WINDOWS
from uitars_train.evaluate.osworld.tasks import Verb

Kept = dict[str, str]
"""What commands wrote, by the name under which the judge asks for it."""

_MICROSECONDS: Final = 1_000_000
_TO_1601: Final = 11_644_473_600
"""Seconds between the beginning of Chromium's time and that of Unix."""
_VISIT: Final = """\
import json, sqlite3, sys
with sqlite3.connect(sys.argv[1]) as base:
    for url, title, at in json.load(sys.stdin):
        key = base.execute(
            "INSERT INTO urls (url, title, visit_count, typed_count, last_visit_time, hidden)"
            " VALUES (?, ?, 1, 0, ?, 0)", (url, title, at)).lastrowid
        base.execute(
            "INSERT INTO visits (url, visit_time, from_visit, transition, segment_id,"
            " visit_duration) VALUES (?, ?, 0, 805306368, 0, 0)", (key, at))
base.close()
"""


def do(machine: TaskMachine, verbs: Iterable[Verb]) -> Kept:
    """All of them, in order. Raises `UsageError`, `DesktopError` where one cannot be done."""
    kept: Kept = {}
    for verb in verbs:
        VERBS[verb.type](machine, machine.placed(verb.parameters), kept)
    return kept


def _launch(machine: TaskMachine, said: dict[str, Any], _kept: Kept) -> None:
    machine.launch(said["command"], shell=_is(said.get("shell", False)))


def _execute(machine: TaskMachine, said: dict[str, Any], kept: Kept) -> None:
    ran = machine.command(said["command"], shell=_is(said.get("shell", False)))
    if "stdout" in said:
        kept[said["stdout"]] = ran.output.decode(errors="replace")


def _sleep(_machine: TaskMachine, said: dict[str, Any], _kept: Kept) -> None:
    time.sleep(float(said["seconds"]))


def _open(machine: TaskMachine, said: dict[str, Any], _kept: Kept) -> None:
    machine.launch(["xdg-open", said["path"]], shell=False)


def _activate(machine: TaskMachine, said: dict[str, Any], _kept: Kept) -> None:
    name = _window(said)
    if not machine.screen.activate(name, **_asked(said)):
        raise UsageError(f"No window is named {name!r}.")


def _close(machine: TaskMachine, said: dict[str, Any], _kept: Kept) -> None:
    machine.screen.close(_window(said), **_asked(said))


def _visit(machine: TaskMachine, said: dict[str, Any], _kept: Kept) -> None:
    """Pages that the browser is to remember. It makes its own file first."""
    machine.launch(["google-chrome"], shell=False)
    machine.end("chrome")
    now = time.time() + _TO_1601
    pages = [
        (
            one["url"],
            one["title"],
            int((now - one["visit_time_from_now_in_seconds"]) * _MICROSECONDS),
        )
        for one in said["history"]
    ]
    path = f"{machine.home}/{PROFILE}/Default/History"
    ran = machine.run(["python", "-c", _VISIT, path], json.dumps(pages).encode())
    if ran.code:
        raise UsageError(f"The browser's history cannot be written: {ran.error.strip()[-200:]}.")


VERBS: Final[dict[str, Callable[[TaskMachine, dict[str, Any], Kept], None]]] = {
    "launch": _launch,
    "execute": _execute,
    "command": _execute,
    "sleep": _sleep,
    "open": _open,
    "activate_window": _activate,
    "close_window": _close,
    "update_browse_history": _visit,
}
"""Those that need nothing from outside the machine."""


def _window(said: dict[str, Any]) -> str:
    name = str(said["window_name"])
    return WINDOWS.get(name, name)


def _asked(said: dict[str, Any]) -> dict[str, bool]:
    return {name: bool(said.get(name, False)) for name in ("strict", "by_class")}


def _is(shell: bool | str) -> bool:
    return shell if isinstance(shell, bool) else shell.lower() == "true"
