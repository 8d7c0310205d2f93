"""A keyring for tests that other processes share: a file named by an environment variable.

Only for tests: the product refuses keyrings that are plain files.
"""

from __future__ import annotations

import json
import os
from pathlib import Path

from keyring.backend import KeyringBackend
from keyring.errors import PasswordDeleteError

PLACE = "UITARS_TEST_KEYRING"


class FileKeyring(KeyringBackend):
    """Chosen by `PYTHON_KEYRING_BACKEND=helpers.file_keyring.FileKeyring`."""

    priority = -1.0
    """Below that of no keyring at all: whoever names none is not to find this one."""

    def get_password(self, service: str, username: str) -> str | None:
        return self._read().get(f"{service}/{username}")

    def set_password(self, service: str, username: str, password: str) -> None:
        self._write({**self._read(), f"{service}/{username}": password})

    def delete_password(self, service: str, username: str) -> None:
        kept = self._read()
        if kept.pop(f"{service}/{username}", None) is None:
            raise PasswordDeleteError("no such password")
        self._write(kept)

    def _read(self) -> dict[str, str]:
        file = Path(os.environ[PLACE])
        return json.loads(file.read_text()) if file.exists() else {}

    def _write(self, kept: dict[str, str]) -> None:
        Path(os.environ[PLACE]).write_text(json.dumps(kept))
