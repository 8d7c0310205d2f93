"""Changing a part of a text file of the workspace, and showing what changed as a diff."""

from __future__ import annotations

import difflib
import re
from collections.abc import Sequence
from pathlib import Path

from uitars_runtime.escaping import visible
from uitars_runtime.tools.files import WRITE_BYTES, bytes_of, read_text, write_file
from uitars_runtime.types import Outcome

_SHOWN = 4000
"""Characters of a diff that are told."""
_LINES = 1000
"""Lines that are compared with each other."""
_AROUND = 3
_HUNK = re.compile(r"@@ -(\d+)(,\d+)? \+(\d+)(,\d+)? @@")


def edit_file(path: str, old: str, new: str, workspace: Path, *, every: bool = False) -> Outcome:
    """Put `new` in the place of `old`, which must be there once, or with `every` at least once."""
    if not old:
        return Outcome(ok=False, text="Say which text to replace; to make a file use write_file.")
    text = read_text(path, workspace)
    if isinstance(text, Outcome):
        return text
    if "\r\n" in text and text.count("\n") == text.count("\r\n") and "\r" not in old + new:
        # Models write lines as they end here; the file's lines keep the end that all of them have.
        old, new = old.replace("\n", "\r\n"), new.replace("\n", "\r\n")
    count = text.count(old)
    if count == 0:
        return Outcome(ok=False, text=f"{path} does not hold that text. Read it first.")
    if count > 1 and not every:
        return Outcome(ok=False, text=f"{path} holds that text {count} times. Say more of it.")
    # A few letters in a long file can be a great many: the size is reckoned before they are made.
    size = _bytes(text) + count * (_bytes(new) - _bytes(old))
    if size > WRITE_BYTES:
        said = f"{path} would become {size} bytes; {WRITE_BYTES} are allowed."
        return Outcome(ok=False, text=said)
    changed = text.replace(old, new)
    outcome = write_file(path, changed, workspace)
    if not outcome.ok:
        return outcome
    return Outcome(ok=True, text=f"{outcome.text}\n{difference(path, text, changed)}".rstrip())


def replacement(path: str, text: str, workspace: Path) -> str:
    """What writing a file would change, for a question."""
    shown, old = visible(path), read_text(path, workspace)
    if isinstance(old, str):
        ends = "" if old == text else f"Only the ends of lines of {shown} would change."
        return difference(shown, old, text) or ends
    size = bytes_of(path, workspace)
    told = "" if size is None else f"It would replace {shown}: {size} bytes, not shown here.\n"
    return told + difference(shown, "", text)


def difference(path: str, old: str, new: str) -> str:
    """A unified diff, cut where it is long; empty for the same text."""
    before, after = old.splitlines(), new.splitlines()
    if before == after:
        return ""
    # What is equal at both ends is not searched; what is left must not take long.
    first = _equal(before, after)
    last = _equal(before[first:][::-1], after[first:][::-1])
    start, end = max(0, first - _AROUND), max(0, last - _AROUND)
    before, after = before[start : len(before) - end], after[start : len(after) - end]
    if max(len(before), len(after)) > _LINES:
        return f"[{len(before)} lines became {len(after)}, from line {start + 1} on]"
    heads = f"--- a/{path}", f"+++ b/{path}"
    lines = difflib.unified_diff(before, after, lineterm="", n=_AROUND)
    shown = "\n".join((*heads, *(_moved(line, start) for line in list(lines)[2:])))
    if len(shown) <= _SHOWN:
        return shown
    return f"{shown[:_SHOWN]}\n[{len(shown) - _SHOWN} more characters of the diff]"


def _bytes(text: str) -> int:
    return len(text.encode("utf-8", "surrogatepass"))


def _equal(one: Sequence[str], other: Sequence[str]) -> int:
    """How many lines at the beginning are the same."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((at for at, (left, right) in pairs if left != right), min(len(one), len(other)))


def _moved(line: str, by: int) -> str:
    """The head of a hunk with the numbers that its lines have in the whole text."""
    found = _HUNK.fullmatch(line)
    if found is None:
        return line
    first, second = int(found[1]) + by, int(found[3]) + by
    return f"@@ -{first}{found[2] or ''} +{second}{found[4] or ''} @@"
