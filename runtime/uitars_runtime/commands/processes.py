"""Which uses of ps show no environment of a process.

`-e` is all processes to it. When anything in its words is wrong it reads all of them once more in
the way of BSD, where an `e` in any word adds the environments.
"""

from __future__ import annotations

import re
from typing import Final

_KEYS = "|".join(
    (
        *("pid", "ppid", "pgid", "sid", "uid", "gid", "user", "group", "euser", "ruser"),
        *("tty", "tt", "stat", "state", "s", "ni", "nice", "pri", "psr", "c", "pcpu", "%cpu"),
        *("pmem", "%mem", "rss", "rsz", "vsz", "sz", "time", "cputime", "etime", "etimes"),
        *("start", "lstart", "stime", "comm", "ucmd", "cmd", "args", "command", "nlwp", "lwp"),
    )
)
_COLUMNS = rf"(?:{_KEYS})=?(?:,(?:{_KEYS})=?)*"
_CHOICE = r"-[eA]\n|-p\n\d{1,7}\n|-C\n[\w.-]{1,15}\n"
_SURE: Final = re.compile(
    rf"(?:-ef?|-fe|-eF|-el|(?:{_CHOICE})*-e?o\n{_COLUMNS}|(?:{_CHOICE})*-f|-C\n[\w.-]{{1,15}})\n"
    rf"(?:--sort=[+-]?(?:{_KEYS})\n|--no-headers\n)*"
)
"""Words, each with an end of line behind it, in which nothing is wrong."""


def shows_no_environment(words: tuple[str, ...]) -> bool:
    """Whether ps shows none, whichever way it reads these words."""
    if not any("e" in word and not word.startswith("--") for word in words):
        return True
    return _SURE.fullmatch("".join(f"{word}\n" for word in words)) is not None
