"""A command that ran on a copy of the workspace, and waits for a decision.

The copy lies in the jail where the workspace would lie. Taking it over makes the same changes in
the workspace, in a jail again, so that no link can lead them elsewhere.
"""

from __future__ import annotations

import os
import stat
import tempfile
import weakref
from collections.abc import Iterable
from pathlib import Path

from uitars_runtime.tools.allowance import Allowance
from uitars_runtime.tools.changes import paths
from uitars_runtime.tools.jail import Ended, Jail, JailError
from uitars_runtime.tools.walls.bubblewrap import BESIDE
from uitars_runtime.trees import remove

_KINDS = (stat.S_IFREG, stat.S_IFDIR, stat.S_IFLNK)
_TAKING_SECONDS = 60.0
_ALLOWED = Allowance(tasks=1024, memory=2 << 30, disk=1 << 30)
"""What may be taken before anybody said yes."""
_COPY = f"cp -a -- {BESIDE}/. ."
_TAKE_OVER = f"""set -e
xargs -0 -r rm -rf -- < {BESIDE}/gone
while IFS= read -r -d '' folder; do
  mkdir -p -- "$folder"
  chmod --reference="{BESIDE}/copy/$folder" -- "$folder"
done < {BESIDE}/folders
place=$PWD
cd {BESIDE}/copy
xargs -0 -r cp --no-dereference --preserve=mode,timestamps,xattr --parents -t "$place" -- \\
  < {BESIDE}/files
"""

_Marks = dict[str, tuple[int, ...]]
"""By which one sees that a path was touched."""


class Trial:
    """Runs the command; then either `take_over` or `close` it. Raises `OSError`, `JailError`."""

    def __init__(self, command: str, workspace: Path, seconds: float, cap: int) -> None:
        self._workspace = workspace
        self._place = Path(tempfile.mkdtemp(prefix="uitars-rehearsal-"))
        self._remove = weakref.finalize(self, remove, self._place)
        self.copy = self._place / "copy"
        try:
            self._seen = _marks(workspace)
            self.copy.mkdir(mode=0o700)
            # From inside a jail no link leads out, also one that is put there meanwhile.
            copying = Jail(workspace, self.copy, beside=workspace, allowance=_ALLOWED)
            copying.run(_COPY, _TAKING_SECONDS, 1024)
            before = _marks(self.copy)
            if before.keys() != self._seen.keys():
                raise JailError("the workspace could not be copied whole")
            jail = Jail(workspace, self.copy, allowance=_ALLOWED)
            self.ended = jail.run(command, seconds, cap)
            after = self._left = _marks(self.copy)
        except BaseException:
            self.close()
            raise
        either = before.keys() | after.keys()
        self.touched = {path for path in either if before.get(path) != after.get(path)}
        """Paths that the command added, changed or deleted, relative to the workspace."""

    def take_over(self) -> Ended | None:
        """Make the changes in the workspace; None where somebody else changed it meanwhile, or they
        cannot be made one by one. Raises `JailError` when only some could be made."""
        try:
            if self.ended.code is None or self.ended.over or _marks(self._workspace) != self._seen:
                return None
            if _marks(self.copy) != self._left:
                return None
            if not all(_is_simple(self.copy / path) for path in self.touched):
                return None
            self._write_lists()
            jail = Jail(self._workspace, beside=self._place)
            done = jail.run(_TAKE_OVER, _TAKING_SECONDS, 1024)
        finally:
            self.close()
        if done.code != 0:
            said = done.output.decode(errors="replace").strip()
            raise JailError(f"not every change could be made: {said}")
        return self.ended

    def close(self) -> None:
        """Throw the copy away."""
        self._remove()

    def _write_lists(self) -> None:
        """What is to be removed, made and copied; what becomes of another kind is removed first."""
        kinds = {
            path: (_kind(self._workspace / path), _kind(self.copy / path)) for path in self.touched
        }
        gone = [p for p, (old, new) in kinds.items() if old and (old != new or new == stat.S_IFLNK)]
        folders = [p for p, (_, new) in kinds.items() if new == stat.S_IFDIR]
        files = [p for p, (_, new) in kinds.items() if new in (stat.S_IFREG, stat.S_IFLNK)]
        for name, listed in (("gone", gone), ("folders", folders), ("files", files)):
            (self._place / name).write_bytes(_list(listed))


def _list(listed: Iterable[str]) -> bytes:
    return b"".join(os.fsencode(path) + b"\0" for path in sorted(listed))


def _kind(path: Path) -> int:
    """Zero where there is nothing."""
    return stat.S_IFMT(path.lstat().st_mode) if os.path.lexists(path) else 0


def _is_simple(path: Path) -> bool:
    """Whether copying it makes the same of it: no second name, no pipe, no device."""
    if not os.path.lexists(path):
        return True
    found = path.lstat()
    return (
        stat.S_IFMT(found.st_mode) in _KINDS
        and (stat.S_ISDIR(found.st_mode) or found.st_nlink == 1)
        and not found.st_mode & (stat.S_ISUID | stat.S_ISGID)
    )


def _marks(root: Path) -> _Marks:
    """Everything below the root; a folder by its rights alone, for its content has marks itself."""
    marks: _Marks = {}
    for path in paths(root):
        found = os.lstat(root / path)
        if stat.S_ISDIR(found.st_mode):
            marks[path] = (found.st_ino, found.st_mode)
        else:
            marks[path] = (found.st_ino, found.st_mode, found.st_size, found.st_ctime_ns)
    return marks
