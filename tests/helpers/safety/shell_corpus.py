"""The two lists of command lines in tests/data/shell, and a workspace they speak of."""

from __future__ import annotations

import json
from pathlib import Path

DATA = Path(__file__).parents[2] / "data" / "shell"
HOSTILE: dict[str, list[str]] = json.loads((DATA / "hostile.json").read_text("utf-8"))
PLAIN: list[str] = json.loads((DATA / "plain.json").read_text("utf-8"))


def make_workspace(place: Path) -> Path:
    """Some files in `place/workspace`, and a secret beside them."""
    workspace = place / "workspace"
    (workspace / "src").mkdir(parents=True)
    (workspace / "src" / "main.py").write_text("def main() -> None: ...\n")
    (workspace / "notes.txt").write_text("hello world\n" * 20)
    (workspace / "my file.txt").write_text("x\n")
    (workspace / "data.json").write_text('{"name": "x", "items": [{"name": 1}]}\n')
    (place / "secret.txt").write_text("secret\n")
    return workspace


def add_ways_out(workspace: Path) -> None:
    """Links that lead out of the workspace."""
    (workspace / "outside").symlink_to("/etc")
    (workspace / "link-to-secret").symlink_to(workspace.parent / "secret.txt")
