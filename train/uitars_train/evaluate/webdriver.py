"""The little of the WebDriver protocol that an evaluation needs: open a page, run a script in it.

The browser is a real window on a desktop; it is looked at and worked through that desktop, and only
asked over WebDriver what no picture can say: what the page wants and whether it was done.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import tempfile
from collections.abc import Generator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from typing import Any

import httpx

from uitars_runtime.errors import UsageError

_FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--window-position=0,0",
)
_PATIENCE = 60.0
"""Seconds a command may take."""
_INSTALL = "Install the packages chromium and chromium-driver."


class Browser:
    """One window of Chromium."""

    def __init__(self, client: httpx.Client, session: str) -> None:
        self._client = client
        self._path = f"/session/{session}"

    def open(self, address: str) -> None:
        self._post("url", url=address)

    def run(self, script: str, *arguments: object) -> Any:
        """The value that the body of a function returns."""
        return self._post("execute/sync", script=script, args=list(arguments))

    def quit(self) -> None:
        self._client.delete(self._path)

    def _post(self, command: str, **data: object) -> Any:
        return _value(self._client.post(f"{self._path}/{command}", json=data))


@contextmanager
def browser(environment: Mapping[str, str], options: Sequence[str]) -> Generator[Browser]:
    """A window on the display of `environment`; gone afterwards. Raises `UsageError` where there is
    no browser or it does not start."""
    driver, program = shutil.which("chromedriver"), shutil.which("chromium")
    if driver is None or program is None:
        raise UsageError("Chromium or its driver is not installed.", _INSTALL)
    with ExitStack() as stack:
        profile = stack.enter_context(
            tempfile.TemporaryDirectory(prefix="uitars-browser-", ignore_cleanup_errors=True)
        )
        process = stack.enter_context(
            subprocess.Popen(
                [driver, "--port=0"],
                env=dict(environment),
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                text=True,
            )
        )
        stack.callback(process.terminate)
        client = stack.enter_context(
            httpx.Client(base_url=_address(process), timeout=_PATIENCE, trust_env=False)
        )
        window = Browser(client, _session(client, program, profile, options))
        stack.callback(window.quit)
        yield window


def _address(driver: subprocess.Popen[str]) -> str:
    for line in driver.stdout or ():
        if found := re.search(r"started successfully on port (\d+)", line):
            return f"http://127.0.0.1:{found[1]}"
    raise UsageError("chromedriver did not start.", "Try `chromedriver --port=0` by hand.")


def _session(client: httpx.Client, program: str, profile: str, options: Sequence[str]) -> str:
    wanted = {
        "binary": program,
        "args": [*_FLAGS, f"--user-data-dir={profile}", *options],
        # Or a bar that says the browser is automated takes a third of a small window.
        "excludeSwitches": ["enable-automation"],
    }
    answer = client.post(
        "/session", json={"capabilities": {"alwaysMatch": {"goog:chromeOptions": wanted}}}
    )
    return str(_value(answer)["sessionId"])


def _value(answer: httpx.Response) -> Any:
    value = answer.json()["value"]
    if not answer.is_success:
        raise UsageError(f"Chromium refused a command: {value['message']}")
    return value
