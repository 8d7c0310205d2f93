"""What processes are called and what they use, as the kernel tells it."""

from __future__ import annotations

from pathlib import Path

from uitars_runtime.guard.processes import descendants


def memory_of(pid: int) -> int:
    """Its proportional share in bytes; 0 for one that is gone."""
    try:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    except OSError:
        return 0
    return next((1024 * int(line.split()[1]) for line in lines if line.startswith("Pss:")), 0)


def name_of(pid: int) -> str:
    """What a program is called; one behind a wall, not the wall."""
    for one in (pid, *descendants(pid)):
        try:
            # The kernel cuts a name after 15 bytes, be it inside a letter.
            called = Path(f"/proc/{one}/comm").read_text(errors="ignore").strip()
        except OSError:
            continue  # gone since
        if called != "bwrap":
            return called
    return "A program"


def parent_of(pid: int) -> int:
    """0 for one that is gone."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text(errors="ignore")
        return int(stat.rpartition(")")[2].split()[1])
    except OSError:
        return 0
