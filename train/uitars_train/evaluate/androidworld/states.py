"""The state of a device: brought about before a task, read after it."""

from __future__ import annotations

import base64
import re
import shlex

from uitars_runtime.desktop.android.device import UNKNOWN, AndroidDevice
from uitars_runtime.desktop.refused import Refused
from uitars_runtime.errors import UitarsError
from uitars_train.evaluate.androidworld.tasks import AndroidTask, Expected

_LONGEST = 20_000
"""Bytes of a file that goes over in one command."""


class UnpreparedError(Exception):
    """A task that cannot be set up here; no failure of whoever plays."""


def set_up(task: AndroidTask, device: AndroidDevice) -> None:
    """Raises `UnpreparedError`, `DesktopError`."""
    for path, text in task.files.items():
        data = text.encode()
        if len(data) > _LONGEST:
            raise UnpreparedError(f"the file {path} is longer than {_LONGEST} bytes")
        place, folder = shlex.quote(path), shlex.quote(path.rpartition("/")[0] or "/")
        coded = base64.b64encode(data).decode()
        _do(device, f"mkdir -p {folder} && echo {coded} | base64 -d >{place}")
    for command in task.setup:
        _do(device, command)


def tear_down(task: AndroidTask, device: AndroidDevice) -> str:
    """What could not be put back; empty where all was. One command that fails keeps no other from
    being done."""
    left: list[str] = []
    for command in task.teardown:
        try:
            _do(device, command)
        except (UnpreparedError, UitarsError) as error:
            left.append(str(error))
    return " ".join(left)


def done(task: AndroidTask, device: AndroidDevice, answer: str) -> bool:
    """Whether the device's state, and the answer where one is asked for, say so."""
    if task.answer and not re.search(task.answer, answer):
        return False
    return all(_holds(one, device.told(one.command).strip()) for one in task.judge)


def _holds(one: Expected, told: str) -> bool:
    if one.equals is not None:
        return told == one.equals.strip()
    if one.matches is not None:
        return re.search(one.matches, told) is not None
    return one.lacks is not None and one.lacks not in told


def _do(device: AndroidDevice, command: str) -> None:
    try:
        if device.do(command) == UNKNOWN:
            raise UnpreparedError(f"the device did not say what became of: {command[:80]}")
    except Refused as refusal:
        raise UnpreparedError(f"{command[:80]}: {refusal}") from refusal
