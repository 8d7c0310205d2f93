"""Numbers in the simulator and in its noise have names: what nobody named is counted.

Named is what stands in an assignment of a module or of a class. 0, 1 and 2 are counting words.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOMS = Path(__file__).parents[2] / "train" / "uitars_train"
MOST = {"noise": 43, "simulator": 623}
"""How many stand there without a name, at most. Lower it, never raise it."""
COUNTING = {0, 1, 2}


@pytest.mark.parametrize("room", MOST)
def test_numbers_have_names(room: str) -> None:
    found = [
        f"{path.name}:{line}: {value}"
        for path in sorted((ROOMS / room).glob("*.py"))
        for line, value in nameless(path.read_text(encoding="utf-8"))
    ]
    assert len(found) <= MOST[room], "\n".join(found)


def test_a_number_without_a_name_is_found() -> None:
    assert [*nameless("A = 7\nclass B:\n    c = 8\ndef d(e=9):\n    return e * 0.5 + 2\n")] == [
        (4, 9),
        (5, 0.5),
    ]


def nameless(source: str) -> Iterator[tuple[int, float]]:
    """Line and value of every number that stands in no assignment of a module or class."""
    tree = ast.parse(source)
    homes = [tree, *(node for node in ast.walk(tree) if isinstance(node, ast.ClassDef))]
    named = {
        id(inner)
        for home in homes
        for node in home.body
        if isinstance(node, ast.Assign | ast.AnnAssign)
        for inner in ast.walk(node)
    }
    for node in ast.walk(tree):
        match node:
            case ast.Constant(value=bool()):
                pass
            case ast.Constant(value=int() | float() as value) if id(node) not in named:
                if value not in COUNTING:
                    yield node.lineno, value
            case _:
                pass
