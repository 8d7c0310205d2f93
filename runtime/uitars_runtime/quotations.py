"""What a task quotes: it is to be taken as it is written, and no word of it is an instruction."""

from __future__ import annotations

import re
from typing import Final

QUOTATION: Final = re.compile(
    r"\"[^\"]*\"|„[^“”]*[“”]|“[^”]*”|‘[^’]*’|(?<!\w)'[^']*'(?!\w)|«[^»]*»|»[^«]*«|「[^」]*」|『[^』]*』"
)
