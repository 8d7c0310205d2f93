"""What the shell does itself, without a program: reading a line, saying what a name means."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from uitars_runtime.commands.options import Grammar, Kind, flags
from uitars_runtime.commands.variables import NAME

BUILTINS: Final[Mapping[str, Grammar]] = {
    ":": Grammar(operands=Kind.TEXT, plain=True, anything=True),
    "command": Grammar(
        operands=Kind.TEXT,
        known=lambda words: words[:1] in (("-v",), ("-V",)),
        flags=flags("vV"),
    ),
    # Into nothing but variables that no program listens to.
    "read": Grammar(flags=flags("r"), operands=re.compile(rf"_|{NAME.pattern}", re.ASCII), least=1),
    "type": Grammar(flags=flags("apt"), operands=Kind.TEXT),
}
