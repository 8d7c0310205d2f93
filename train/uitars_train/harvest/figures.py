"""How much a harvest holds, counted from its files."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import msgspec

from uitars_train.harvest.gathering import TRIED, Tried
from uitars_train.harvest.store import SUFFIX, read_all


class Figures(msgspec.Struct, frozen=True):
    """Counts over all programs."""

    programs: int
    screens: int
    true: int
    """Widgets that the programs told of, on all screens."""
    confirmed: int
    seen: int
    crops: int
    size: int
    """Of the files, in bytes."""
    seconds: float
    """That the rounds with screens took."""
    roles: dict[str, int]
    """Confirmed widgets by role."""
    toolkits: dict[str, int]
    """Programs by toolkit."""
    looks: dict[str, int]
    """Screens by what is told of their look."""


def of(folder: Path) -> Figures:
    """Counts what lies in a folder."""
    roles: Counter[str] = Counter()
    toolkits: Counter[str] = Counter()
    looks: Counter[str] = Counter()
    screens = true = seen = crops = 0
    for program in read_all(folder):
        toolkits[program.toolkit] += 1
        crops += len(program.crops)
        for screen in program.screens:
            look = program.looks[screen.look]
            screens += 1
            true += len(screen.true)
            seen += len(screen.seen)
            roles.update(one.element.role.value for one in screen.true if one.confirmed)
            looks.update(_words(look.dark, look.scale, look.font, look.language))
            looks[f"{look.size.width}x{look.size.height}"] += 1
    files = list(folder.glob(f"*{SUFFIX}"))
    return Figures(
        len(files),
        screens,
        true,
        sum(roles.values()),
        seen,
        crops,
        sum(path.stat().st_size for path in files),
        sum(one.seconds for one in tried(folder) if one.screens),
        dict(roles.most_common()),
        dict(toolkits.most_common()),
        dict(looks.most_common()),
    )


def _words(dark: bool, scale: float, font: str, language: str) -> list[str]:
    return ["dark" if dark else "light", f"{scale:g}x", font, language or "en"]


def tried(folder: Path) -> list[Tried]:
    """What came of each round; of a line that a killed harvest did not end nothing is told."""

    class Line(msgspec.Struct):
        result: Tried

    path = folder / TRIED
    whole = path.read_bytes().rpartition(b"\n")[0] if path.exists() else b""
    return [msgspec.json.decode(line, type=Line).result for line in whole.splitlines()]


def table(folder: Path) -> str:
    """The figures in lines."""
    found = of(folder)
    screens = max(found.screens, 1)
    lines = [
        f"programs   {found.programs}",
        f"screens    {found.screens}",
        f"told       {found.true}, confirmed {found.confirmed / max(found.true, 1):.1%}",
        f"seen       {found.seen}",
        f"crops      {found.crops}",
        f"size       {found.size / 1e6:.2f} MB, {found.size / screens:.0f} bytes a screen",
        f"seconds    {found.seconds / screens:.1f} a screen",
        f"roles      {_listed(found.roles)}",
        f"toolkits   {_listed(found.toolkits)}",
        f"looks      {_listed(found.looks)}",
    ]
    return "\n".join(lines) + "\n"


def _listed(counts: dict[str, int]) -> str:
    return ", ".join(f"{name} {count}" for name, count in counts.items())
