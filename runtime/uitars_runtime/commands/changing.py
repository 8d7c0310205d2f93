"""The programs that change the files they name, with every option that may be used with them."""

from __future__ import annotations

import re
from collections.abc import Mapping

from uitars_runtime.commands.options import Grammar, Kind, flags, values

WRITES: Mapping[str, Grammar] = {
    "chmod": Grammar(
        flags=flags("cfRv", "changes", "recursive", "verbose"),
        first=re.compile(r"0?[0-7]{3}|[ugoa]{0,4}[+=][rwxX]{1,4}"),
        least=2,
    ),
    "cp": Grammar(
        flags=flags(
            "adfiLnpPrRTuv",  # not `-l`, which makes a second name of the same file
            *("archive", "force", "interactive", "no-clobber", "recursive", "update", "verbose"),
            *("no-target-directory", "no-dereference"),
        ),
        values=values(Kind.PATH, "t", "target-directory"),
        least=1,
        follows=flags("aLrR", "archive", "recursive"),
    ),
    "ln": Grammar(flags=flags("fTv", "force", "verbose"), least=1),
    "mkdir": Grammar(
        flags=flags("pv", "parents", "verbose"),
        values=values(re.compile("0?[0-7]{3}"), "m", "mode"),
        least=1,
    ),
    "mv": Grammar(
        flags=flags(
            "finTuv",
            "force",
            "interactive",
            "no-clobber",
            "update",
            "verbose",
            "strip-trailing-slashes",
        ),
        values=values(Kind.PATH, "t", "target-directory"),
        least=1,
    ),
    "rm": Grammar(
        flags=flags("dfiIrRv", "dir", "force", "recursive", "verbose"),
        least=1,
    ),
    "rmdir": Grammar(
        flags=flags("pv", "parents", "verbose"),
        form=re.compile(r"(?!/|.*\.\.).*", re.DOTALL),  # with -p all folders on the way go, too
        least=1,
    ),
    "tee": Grammar(flags=flags("ai", "append"), least=0),
    "touch": Grammar(
        flags=flags("acfhm", "no-create"),
        values={**values(Kind.TEXT, "dt", "date", "time"), **values(Kind.PATH, "r", "reference")},
        least=1,
    ),
    "truncate": Grammar(
        flags=flags("co", "no-create"),
        values={
            "-s": re.compile(r"[+<>/%-]?\d{1,9}[KMkm]?B?"),
            "--size": re.compile(r"[+<>/%-]?\d{1,9}[KMkm]?B?"),
            **values(Kind.PATH, "r", "reference"),
        },
        least=1,
    ),
}
