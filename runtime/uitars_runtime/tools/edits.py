"""Changing a part of a text file of the workspace, and showing what changed as a diff."""

from __future__ import annotations

import difflib
from pathlib import Path

from uitars_runtime.tools.files import read_text, write_file
from uitars_runtime.types import Outcome

_SHOWN = 4000
"""Characters of a diff that are told."""


def edit_file(path: str, old: str, new: str, workspace: Path, *, every: bool = False) -> Outcome:
    """Put `new` in the place of `old`, which must be there once, or with `every` at least once."""
    if not old:
        return Outcome(ok=False, text="Say which text to replace; to make a file use write_file.")
    text = read_text(path, workspace)
    if isinstance(text, Outcome):
        return text
    count = text.count(old)
    if count == 0:
        return Outcome(ok=False, text=f"{path} does not hold that text. Read it first.")
    if count > 1 and not every:
        return Outcome(ok=False, text=f"{path} holds that text {count} times. Say more of it.")
    changed = text.replace(old, new)
    outcome = write_file(path, changed, workspace)
    if not outcome.ok:
        return outcome
    return Outcome(ok=True, text=f"{outcome.text}\n{difference(path, text, changed)}".rstrip())


def difference(path: str, old: str, new: str) -> str:
    """A unified diff, cut where it is long; empty for the same text."""
    lines = difflib.unified_diff(
        old.splitlines(), new.splitlines(), f"a/{path}", f"b/{path}", lineterm=""
    )
    shown = "\n".join(lines)
    if len(shown) <= _SHOWN:
        return shown
    return f"{shown[:_SHOWN]}\n[{len(shown) - _SHOWN} more characters of the diff]"
