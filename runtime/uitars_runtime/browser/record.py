"""What a browser's host leaves in its folder for those who want to ask the browser."""

from __future__ import annotations

from typing import Final

import msgspec

RECORD: Final = "browser.json"
"""The file, written once the host listens."""


class Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What others are told of a host; with the token, so only the user may read it."""

    socket: str
    endpoint: str = ""
    """Address for clients of the DevTools protocol, with its token; empty where there is none."""
