"""What a task quotes: it is to be taken as it is written, and no word of it is an instruction."""

from __future__ import annotations

import re
from typing import Final

QUOTATION: Final = re.compile(
    r"\"[^\"]*\"|„[^“”]*[“”]|“[^”]*”|‘[^’]*’|(?<!\w)'[^']*'(?!\w)|«[^»]*»|»[^«]*«|「[^」]*」|『[^』]*』"
)


def masked(text: str, sign: str) -> str:
    """A text with a sign in place of every character of its quotations: all else stands where it
    stood."""
    return QUOTATION.sub(lambda found: sign * len(found[0]), text)
