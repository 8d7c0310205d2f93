"""Which text keys can enter."""

from __future__ import annotations

from uitars_runtime.desktop.refused import Refused

CONTROLS = {"\n": "enter", "\t": "tab"}
"""Characters that are keys of their own."""


def lines(text: str) -> str:
    """The text with one kind of line ending."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


def typeable(text: str) -> str:
    """The text as it can be typed. Raises `Refused` for what is no character."""
    text = lines(text)
    for character in text:
        code = ord(character)
        if character in CONTROLS:
            continue
        if code < 0x20 or 0x7F <= code <= 0x9F or 0xD800 <= code <= 0xDFFF:
            raise Refused(f"the character U+{code:04X} cannot be typed; use press for keys.")
    return text
