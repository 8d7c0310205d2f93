"""What programs are for, as the menus of the system file them."""

from __future__ import annotations

import functools
import os
import re
from collections.abc import Iterable, Mapping
from typing import Final

from uitars_runtime.applications.desktop_files import installed
from uitars_runtime.commands.openings import runs_scripts

_SYSTEM: Final = {"XDG_DATA_HOME": "/usr/share", "XDG_DATA_DIRS": "/usr/local/share"}
"""A person's own folder is left out: what a program writes there could hide what is said here."""
_BETWEEN: Final = re.compile(r"[^\w.-]+")


def categories(called: Iterable[str]) -> frozenset[str]:
    """The registered categories of all programs that are called so: by the path of an executable,
    by its name, or by the class of a window, of one or several words."""
    filed = _filed()
    names = {part.casefold() for name in called for part in (name, *_BETWEEN.split(name))}
    return frozenset[str]().union(*(filed.get(name, ()) for name in names))


@functools.cache
def _filed() -> Mapping[str, frozenset[str]]:
    """Categories by the name of a program and by that of its entry."""
    found: dict[str, frozenset[str]] = {}
    for one in installed({**os.environ, **_SYSTEM}):
        # Of what an interpreter is given only the entry's own name tells.
        program = "" if runs_scripts(one.program) else one.program
        for name in {program.casefold(), one.id.rpartition(".")[2].casefold()} - {""}:
            found[name] = found.get(name, frozenset()) | one.categories
    return found
