"""Naming a secret without saying it: `<secret>NAME</secret>` in the text to type.

The notation is the one of browser-use and Playwright's MCP server, so that models know it. What it
stands for is known to vault.py alone, and only in the process of the hands.
"""

from __future__ import annotations

import re

import msgspec

_NAME = r"[A-Za-z0-9_.-]{1,64}"
_PLACEHOLDER = re.compile(rf"<secret>({_NAME})</secret>")


class Named(msgspec.Struct, frozen=True):
    """A secret's place in a text."""

    name: str


def is_name(text: str) -> bool:
    """Whether a secret can have this name."""
    return re.fullmatch(_NAME, text) is not None


def names_secret(text: str) -> bool:
    """Whether a secret is to be typed with this text."""
    return _PLACEHOLDER.search(text) is not None


def parts(text: str) -> list[str | Named]:
    """The text in order, with names where secrets belong; no empty parts."""
    pieces = _PLACEHOLDER.split(text)
    found = [Named(piece) if place % 2 else piece for place, piece in enumerate(pieces)]
    return [part for part in found if part != ""]
