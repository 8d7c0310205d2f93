"""Every command that says something says it as JSON when it is asked to."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from helpers.runs import write_run
from uitars_app.__main__ import main
from uitars_app.completion import whole
from uitars_runtime.types import Note

SILENT = {("mcp",), ("completion",)}
"""One speaks a protocol of its own, the other writes for shells."""


def commands(
    parser: argparse.ArgumentParser, path: tuple[str, ...] = ()
) -> Iterator[tuple[tuple[str, ...], argparse.ArgumentParser]]:
    below = [action.choices for action in parser._actions if isinstance(action.choices, dict)]
    if not below:
        yield path, parser
    for choices in below:
        for name, one in choices.items():
            yield from commands(one, (*path, name))


def test_every_command_takes_the_one_flag() -> None:
    found = dict(commands(whole("uitars")))
    assert len(found) > 20
    without = {
        path
        for path, parser in found.items()
        if not {"--json", "--output-format"} <= set(parser._option_string_actions)
    }
    assert without == SILENT


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setenv("UITARS_HOME", str(tmp_path / "home"))
    folder = tmp_path / "home" / "data" / "runs" / "20260102-030405-006-0a0b0c0d"
    write_run(folder, [Note("x"), None])
    return folder.name


@pytest.mark.parametrize(
    ("given", "keys"),
    [
        (("replay", "last"), {"run", "task", "steps", "ending", "exit_code"}),
        (("replay", "last", "--html", "page.html"), {"page"}),
        (("export", "last", "--format", "training", "-o", "out"), {"out"}),
        (("memory", "learn", "last"), {"episodes"}),
        (("memory", "export", "memory.jsonl"), {"out", "episodes"}),
        (("memory", "forget", "--all"), {"forgotten"}),
        (("forget", "last"), {"runs", "memories"}),
        (("release", "last", "--licence", "CC0-1.0"), {"run", "released", "licence"}),
        (("release", "last", "--withdraw"), {"run", "released"}),
        (("models",), {"models", "free_bytes"}),
        (("policy", "explain", "--shell", "ls"), {"decision", "rule"}),
        (("policy", "revoke", "--all"), {"revoked"}),
        (("audit", "verify"), {"entries"}),
    ],
)
def test_what_it_says_is_one_value(
    run: str,
    given: tuple[str, ...],
    keys: set[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main([*given, "--json"]) == 0
    assert keys <= json.loads(capsys.readouterr().out).keys()
