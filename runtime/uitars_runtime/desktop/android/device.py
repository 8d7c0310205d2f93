"""One device: questions that may be asked again, and actions that are done once.

The link of a device breaks: a cable moves, a network sleeps. It is waited for and taken up again.
"""

from __future__ import annotations

import re
import secrets
import time
from contextlib import suppress

from uitars_runtime.desktop.android import once
from uitars_runtime.desktop.android.choosing import chosen, reach, ready
from uitars_runtime.desktop.android.server import AdbError, AdbServer
from uitars_runtime.desktop.refused import Refused
from uitars_runtime.errors import DesktopError, UsageError

_BACK_SECONDS = 30.0
"""How long a device that went away is waited for."""
_DONE_SECONDS = 60.0
"""How long an action that was begun may take."""
_PAUSE = 0.1
_LOST_TRIES = 20
"""How often a token that is not there is looked for: a command may be between two of its lines."""
UNKNOWN = "The device did not say whether that was done: look at its screen."


class AndroidDevice:
    """Raises `DesktopError`, `gone` where the device went away for good."""

    def __init__(self, serial: str = "") -> None:
        """`serial`: of the device; empty for the only one. Raises `UsageError`."""
        self._server = AdbServer()
        try:
            self.serial = chosen(self._server, serial)
        except AdbError as error:
            title = f"No device can be asked for at {self._server.place}: {error.title}."
            raise UsageError(title, "Does the command work: adb devices?") from error
        except DesktopError as error:
            raise UsageError(error.title, error.hint) from error
        self._token = ""
        self._number = 1

    def ask(self, command: str) -> bytes:
        """What a command writes that changes nothing. Raises `Refused` where it fails."""
        output, code = self._sent(command)
        if code:
            words = " ".join(output.decode(errors="replace").split())
            raise Refused(f"the device says: {words[:200] or f'code {code}'}")
        return output

    def told(self, command: str) -> str:
        """The same as text; empty where the command fails."""
        try:
            return self.ask(command).decode(errors="replace")
        except Refused:
            return ""

    def do(self, *steps: str) -> str:
        """Run commands in order, once, whatever becomes of the link; what they say. Raises
        `Refused` where one fails."""
        self._prepare()
        command = once.doing(self._token, self._number, steps)
        deadline, lost = time.monotonic() + _DONE_SECONDS, 0
        while True:
            found = once.told(self._sent(command)[0])
            lost += found.state == "lost"
            if found.state == "done":
                self._number += 1
                return _went_well(found)
            if time.monotonic() > deadline or lost > _LOST_TRIES:
                # Another token for what follows: this one may still be taken by that command.
                self._token, self._number = "", 1
                return UNKNOWN
            time.sleep(_PAUSE)

    def close(self) -> None:
        """Leave nothing of ours there, where it can be reached."""
        if self._token and ready(self._server, self.serial):
            with suppress(AdbError):  # it may go away at this very moment
                self._server.execute(self.serial, once.removing(self._token))
        self._token = ""

    def _prepare(self) -> None:
        if not self._token:
            token = secrets.token_hex(6)
            if b"ready" not in self._sent(once.preparing(token))[0]:
                raise DesktopError(
                    f"The device {self.serial} keeps no file for us.", "Is its storage full?"
                )
            self._token = token

    def _sent(self, command: str) -> tuple[bytes, int]:
        """The whole output of a command that may be sent again, and its exit code."""
        deadline = time.monotonic() + _BACK_SECONDS
        while True:
            try:
                answer = once.whole(self._server.execute(self.serial, once.ending(command)))
                if answer is not None:
                    return answer
                problem = "it hung up"
            except AdbError as error:
                problem = str(error)
            self._await(deadline, problem)

    def _await(self, deadline: float, problem: str) -> None:
        """Wait until the device is there again."""
        while True:
            if time.monotonic() > deadline:
                raise DesktopError(
                    f"The device {self.serial} is gone: {problem}.",
                    "Connect it again; what was asked of it last may have been done.",
                    gone=True,
                )
            try:
                reach(self._server, self.serial)
                if ready(self._server, self.serial):
                    return
            except AdbError as error:
                problem = str(error)
            time.sleep(_PAUSE)


def _went_well(found: once.Told) -> str:
    if found.code or re.search(r"^Error", found.said, re.MULTILINE):
        words = " ".join(found.said.split())
        raise Refused(f"the device says: {words[:200] or f'code {found.code}'}")
    return found.said
