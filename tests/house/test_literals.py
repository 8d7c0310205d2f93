"""Numbers in the simulator and in its noise have names: what nobody named is counted.

Named is what stands in an assignment of a module or of a class, or in `simulator/rates.toml`.
0, 1 and 2 are counting words.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from uitars_train.simulator.lexicon import listing
from uitars_train.simulator.rates import RATES

ROOMS = Path(__file__).parents[2] / "train" / "uitars_train"
MOST = {"noise": 2, "simulator": 66}
"""How many stand there without a name, at most: pixels at edges. Lower it, never raise it."""
COUNTING = {0, 1, 2}
DRAWS = {
    **{"maybe": "shares", "share": "shares", "between": "bounds", "chosen": "choices"},
    **{"role": "roles", "text": "texts"},
}
"""Functions that draw by a name, and the table of `rates.toml` that holds it."""


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


@pytest.mark.parametrize("table", ["shares", "bounds", "choices", "roles", "texts"])
def test_every_rate_is_drawn_by_and_every_draw_has_a_rate(table: str) -> None:
    sources = [
        path.read_text(encoding="utf-8")
        for room in (*MOST, "tasks")
        for path in ROOMS.glob(f"{room}/*")
        if path.suffix == ".py"
    ]
    strings = {
        node.value
        for source in sources
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    values = (ROOMS / "simulator" / "values.txt").read_text(encoding="utf-8")
    strings |= set(re.findall(r"\{([^:}]+)", values))
    named = {name for source in sources for kind, name in draws(source) if kind == table}
    held = set(getattr(RATES, table))
    assert named <= held, named - held
    assert held <= strings, held - strings


def test_what_is_said_stands_in_the_lexicon() -> None:
    sources = [path.read_text(encoding="utf-8") for path in (ROOMS / "simulator").glob("*.py")]
    named = {name for source in sources for kind, name in draws(source) if kind == "said"}
    assert len(named) > 10
    assert all(len(listing(name)) > 1 for name in named)


def draws(source: str) -> Iterator[tuple[str, str]]:
    """The table and the name of every draw that names its rate in place, and `said` for lists."""
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call):
            continue
        match node.func:
            case ast.Attribute(attr=function) | ast.Name(id=function):
                pass
            case _:
                continue
        for given in node.args:
            match given:
                case ast.Constant(value=str() as name) if function in DRAWS:
                    yield DRAWS[function], name
                case ast.Constant(value=str() as name) if function == "said":
                    yield "said", name
                case _:
                    pass


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
