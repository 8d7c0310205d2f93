"""Limits that ruff does not have: the length of files and of functions."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = [ROOT / name for name in ("app", "runtime", "quant", "train", "assets", "bench")]
FILES = sorted(path for package in PACKAGES for path in package.rglob("*.py"))
FILE_LINES = 400
FUNCTION_LINES = 50


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_file_is_one_idea(path: Path) -> None:
    source = path.read_text(encoding="utf-8")
    assert source.count("\n") <= FILE_LINES, f"{path.relative_to(ROOT)} is too long: split it"
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            lines = (node.end_lineno or node.lineno) - node.lineno + 1
            assert lines <= FUNCTION_LINES, f"{path.name}:{node.lineno} {node.name}: {lines} lines"
    if source.strip():
        assert ast.get_docstring(tree), f"{path.relative_to(ROOT)} does not say what it is for"
