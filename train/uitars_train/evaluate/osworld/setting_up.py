"""What OSWorld does to a machine before a task, and before it is judged: one function a verb. Those
of `ANYWHERE` are WindowsAgentArena's, too."""

from __future__ import annotations

import json
import time
from collections.abc import Iterable
from typing import Any, Final

from uitars_runtime.errors import UsageError
from uitars_train.evaluate.osworld.host import Host, Kept, M, NoWindowError, Verbs
from uitars_train.evaluate.osworld.machine import TaskMachine
from uitars_train.evaluate.osworld.stand_ins import PROFILE
from uitars_train.evaluate.osworld.tasks import Verb

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


def do(machine: M, verbs: Iterable[Verb], known: Verbs[M], *, judging: bool = False) -> Kept:
    """All of them, in order. Raises `UsageError`, `DesktopError` where one cannot be done.

    `judging`: a window that the player closed is no reason not to judge what it left.
    """
    kept: Kept = {}
    for verb in verbs:
        try:
            known[verb.type](machine, machine.placed(verb.parameters), kept)
        except NoWindowError:
            if not judging:
                raise
        except (KeyError, TypeError, ValueError) as error:
            raise UsageError(f"The set-up {verb.type!r} is not understood: {error!r}.") from error
    return kept


def _launch(machine: Host, said: dict[str, Any], _kept: Kept) -> None:
    machine.launch(said["command"], shell=_is(said.get("shell", False)))


def _execute(machine: Host, said: dict[str, Any], kept: Kept) -> None:
    ran = machine.command(said["command"], shell=_is(said.get("shell", False)))
    if "stdout" in said:
        kept[said["stdout"]] = ran.output.decode(errors="replace")


def _sleep(_machine: Host, said: dict[str, Any], _kept: Kept) -> None:
    time.sleep(float(said["seconds"]))


def _open(machine: Host, said: dict[str, Any], _kept: Kept) -> None:
    machine.open(said["path"])


def _activate(machine: Host, said: dict[str, Any], _kept: Kept) -> None:
    name = str(said["window_name"])
    if not machine.activate(name, **_asked(said)):
        raise NoWindowError(f"No window is named {name!r}.")


def _close(machine: Host, said: dict[str, Any], _kept: Kept) -> None:
    machine.close_window(str(said["window_name"]), **_asked(said))


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


ANYWHERE: Final[Verbs[Host]] = {
    "launch": _launch,
    "execute": _execute,
    "command": _execute,
    "sleep": _sleep,
    "open": _open,
    "activate_window": _activate,
    "close_window": _close,
}
"""Those that any machine can do."""
VERBS: Final[Verbs[TaskMachine]] = {**ANYWHERE, "update_browse_history": _visit}
"""Those that need nothing from outside the machine."""


def _asked(said: dict[str, Any]) -> dict[str, bool]:
    return {name: bool(said.get(name, False)) for name in ("strict", "by_class")}


def _is(shell: bool | str) -> bool:
    return shell if isinstance(shell, bool) else shell.lower() == "true"
