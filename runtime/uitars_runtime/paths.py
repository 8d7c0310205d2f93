"""Where things lie on this machine: settings, data, cache, state, and the folder of each run.

`platformdirs` decides for the name `uitars`; the environment variable `UITARS_HOME` moves all of it
below one folder. Where nobody knows the home that it lies in, each place raises `UsageError`. Only
names and creation of folders live here; what is written into a run folder is the business of
`journal.py`.
"""

from __future__ import annotations

import datetime
import os
import secrets
from collections.abc import Callable, Sequence
from pathlib import Path

from uitars_runtime.errors import JournalError, UsageError

HOME_VARIABLE = "UITARS_HOME"
TRIES = "best-of"
"""The folder beside run folders that holds a folder of runs for each task tried several times."""
_NAME = "uitars"
_PRIVATE = 0o700


def config_folder() -> Path:
    """Settings a person may edit."""
    import platformdirs

    return _place("config", platformdirs.user_config_path)


def data_folder() -> Path:
    """What is kept: the records of runs."""
    import platformdirs

    return _place("data", platformdirs.user_data_path)


def cache_folder() -> Path:
    """What can be made again."""
    import platformdirs

    return _place("cache", platformdirs.user_cache_path)


def state_folder() -> Path:
    """What a program remembers between starts: logs, sockets, window positions."""
    import platformdirs

    return _place("state", platformdirs.user_state_path)


def config_file() -> Path:
    """The settings file; it need not exist."""
    return config_folder() / "config.toml"


def runs_folder() -> Path:
    """The folder that holds the run folders."""
    return data_folder() / "runs"


def new_run_folder(root: Path | None = None) -> Path:
    """Create and return an empty folder for one run below `root` (default: `runs_folder()`).

    Its name is the run's id: UTC time to the millisecond, then four random bytes, so that names
    sort by time and two runs never share one. Only the user may read it. Raises `JournalError`.
    """
    parent = root or runs_folder()
    instant = datetime.datetime.now(datetime.UTC)
    run = f"{instant:%Y%m%d-%H%M%S}-{instant.microsecond // 1000:03d}-{secrets.token_hex(4)}"
    try:
        make_private(parent)
        folder = parent.resolve() / run
        folder.mkdir(mode=_PRIVATE)
    except OSError as error:
        raise JournalError(
            f"No folder for a run can be made in {parent}: {error.strerror or error}.",
            f"Choose another place with --run-dir or {HOME_VARIABLE}.",
        ) from error
    return folder


def begun_by(reference: str, names: Sequence[str]) -> str | None:
    """The name meant by itself, its unique beginning, or `last`, of names from the oldest on; None
    where there is none. Raises `UsageError` where more than one begins so."""
    if reference == "last" and names:
        return names[-1]
    found = [name for name in names if reference and name.startswith(reference)]
    if len(found) == 1 or found.count(reference) == 1:
        return min(found, key=len)
    if not found:
        return None
    known = ", ".join(found[-3:])
    raise UsageError(f"{reference!r} begins {len(found)} runs.", f"Say more of one: {known}.")


def new_tries_folder(root: Path | None = None) -> Path:
    """Create and return an empty folder for the runs of one task that is tried several times."""
    return new_run_folder((root or runs_folder()) / TRIES)


def make_private(folder: Path) -> None:
    """Create a folder, where it is missing, and the missing ones above it, for the user alone.
    Raises `OSError`."""
    for missing in reversed([folder, *folder.parents]):
        missing.mkdir(mode=_PRIVATE, exist_ok=True)


def _place(kind: str, usual: Callable[..., Path]) -> Path:
    """Below the folder that the environment names, else where `usual` says."""
    home = os.environ.get(HOME_VARIABLE)
    try:
        if home:
            return Path(home).expanduser().absolute() / kind
        return usual(_NAME, appauthor=False)
    except RuntimeError as error:
        whose = f"the home folder in {HOME_VARIABLE}={home}" if home else "your home folder"
        raise UsageError(f"Nobody knows {whose}.", f"Set {HOME_VARIABLE}=DIR.") from error
