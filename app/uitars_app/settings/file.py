"""Changing the runtime's settings file without losing a person's own comments and order."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

import tomlkit
from PySide6.QtCore import QCoreApplication
from tomlkit.exceptions import TOMLKitError

from uitars_runtime import config, paths
from uitars_runtime.errors import UsageError
from uitars_runtime.journal_disk import write_own

translate = QCoreApplication.translate


def current() -> config.Settings:
    """What the file says, without the environment. Raises `UsageError`."""
    return config.load(environment={})


def change(name: str, value: object, table: str = "") -> None:
    """Set one setting in the file, or in a table of it; None goes back to the default.

    Raises `UsageError` for a value that cannot be, and then the file stays as it is.
    """
    file = paths.config_file()
    try:
        document = tomlkit.parse(file.read_text("utf-8") if file.is_file() else "")
    except (OSError, UnicodeDecodeError, TOMLKitError) as error:
        words = translate("SettingsFile", "The settings file {0} cannot be read: {1}.")
        hint = translate("SettingsFile", "Correct it or move it away.")
        raise UsageError(words.format(file, error), hint) from error
    place: Any = document.setdefault(table, tomlkit.table()) if table else document
    if value is not None:
        place[name] = value
    elif name in place:
        del place[name]
    text = tomlkit.dumps(document)
    _check(text)
    write_own(file, text.encode())


def problem(name: str, value: object) -> str:
    """Why a setting cannot have this value; empty when it can."""
    try:
        _check(tomlkit.dumps({name: value}))
    except UsageError as error:
        return error.title
    return ""


def _check(text: str) -> None:
    """The runtime's own strict reading of the whole file."""
    with tempfile.TemporaryDirectory(prefix="uitars-settings-") as folder:
        file = Path(folder) / "config.toml"
        file.write_text(text, "utf-8")
        try:
            config.load(environment={}, file=file)
        except UsageError as error:
            raise UsageError(error.title.replace(f" in {file}", ""), error.hint) from error
