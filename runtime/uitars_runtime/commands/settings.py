"""Variables that a command line may set for one program, and to what.

Only those that change how a program shows what it reads. An encoding other than UTF-8 or none is
left out: some have a backslash or a slash as half of a character, so that sed and awk would read
their programs in another way than they are read here. No value is a path.
"""

from __future__ import annotations

import re
from typing import Final

_LOCALE = r"C|POSIX|(?:C|[a-z]{2,3}_[A-Z]{2})\.(?:UTF-8|utf8)"
_CATEGORIES = "ALL|COLLATE|CTYPE|MEASUREMENT|MESSAGES|MONETARY|NUMERIC|PAPER|TIME"
_LANGUAGE = "[a-z]{2,3}(?:_[A-Z]{2})?"
_ZONE = r"[A-Za-z]\w*(?:[/+-]\w+){0,3}"
_SETTING: Final = re.compile(
    rf"(?:LANG|LC_(?:{_CATEGORIES}))=(?:{_LOCALE})"
    rf"|LANGUAGE={_LANGUAGE}(?::{_LANGUAGE})*"
    rf"|TZ={_ZONE}"
    r"|COLUMNS=\d{1,4}"
    r"|NO_COLOR=1",
    re.ASCII,
)
_QUOTED: Final = re.compile(r"""([A-Z_]+=)(["'])([^"']*)\2""")


SEPARATORS: Final = "IFS="
"""Begin of the one setting that only `read` may have: what parts its words."""
_SEPARATORS: Final = re.compile(r"""IFS=(?:["']?(?P<sign>[,:;|\t-]?)["']?)""")


def setting(text: str) -> str | None:
    """NAME=VALUE without the quotes around the value, as it stands before a program; None for what
    could change more than how things are shown."""
    if parting := _SEPARATORS.fullmatch(text):
        return f"{SEPARATORS}'{parting['sign']}'"
    quoted = _QUOTED.fullmatch(text)
    plain = f"{quoted[1]}{quoted[3]}" if quoted else text
    return plain if _SETTING.fullmatch(plain) else None
