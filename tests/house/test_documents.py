"""What the documents name is there: a tree that describes a house of last month misleads."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PLACES = (
    ROOT,
    ROOT / "runtime" / "uitars_runtime",
    ROOT / "runtime" / "uitars_runtime" / "backends" / "embedded",
    ROOT / "app" / "uitars_app",
    ROOT / "quant" / "uitars_quant",
    ROOT / "train",
    ROOT / "train" / "uitars_train",
)
"""Where a path may begin; the documents say which they mean."""
PATH = re.compile(r"`([a-z_0-9]+(?:/[a-z_0-9]+)*(?:/|\.(?:py|md|toml|jsonl|onnx)))`")
WRITTEN = frozenset({"steps.jsonl", "tried.jsonl"})
"""Names of what a run writes."""
ONE = r"[a-z_0-9]+(?:/[a-z_0-9]+)*(?:/|\.py)"
NAMES = re.compile(rf" *((?:{ONE} )*{ONE})(?: \.\.\.)?(?=  |$)")
"""Paths at the beginning of a line of the tree, up to what is said of them."""
CODE = re.compile(r"^```\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def named(document: str) -> Iterator[str]:
    """The paths between backticks."""
    yield from PATH.findall((ROOT / document).read_text("utf-8"))


def in_the_tree() -> Iterator[str]:
    """The paths of the annotated tree of the README, from the root."""
    text = (ROOT / "README.md").read_text("utf-8")
    (tree,) = (block for block in CODE.findall(text) if block.startswith("app/uitars_app/"))
    above = ""
    for line in tree.splitlines():
        names = NAMES.match(line)
        if names is None:
            continue
        inside = line.startswith(" ")
        for name in names[1].split():
            yield above + name if inside else name
        if not inside:
            above = names[1].split()[0]


@pytest.mark.parametrize("document", ["ARCHITECTURE.md", "CONTRIBUTING.md", "train/README.md"])
def test_what_a_document_names_is_there(document: str) -> None:
    found = set(named(document)) - WRITTEN
    assert len(found) > 5
    inside = {
        f"{path.name}/" if path.is_dir() else path.name
        for place in PLACES[1:]
        for path in place.rglob("*")
    }
    missing = {
        name for name in found - inside if not any((place / name).exists() for place in PLACES)
    }
    assert not missing, f"{document} names what is not there: {sorted(missing)}"


def test_the_tree_of_the_readme_is_there() -> None:
    found = list(in_the_tree())
    assert {"runtime/uitars_runtime/loop.py", "runtime/uitars_runtime/gate/", "bench/"} <= set(
        found
    )
    missing = [name for name in found if not (ROOT / name).exists()]
    assert not missing, f"the tree of the README names what is not there: {missing}"


def test_no_room_is_left_out() -> None:
    """Each folder of the runtime and of training stands in the tables of ARCHITECTURE.md."""
    told = set(named("ARCHITECTURE.md"))
    for place in (ROOT / "runtime" / "uitars_runtime", ROOT / "train" / "uitars_train"):
        rooms = {f"{path.parent.name}/" for path in place.glob("*/__init__.py")}
        assert rooms <= told, f"ARCHITECTURE.md does not name {sorted(rooms - told)}"


def test_no_merge_was_left_half_done() -> None:
    documents = [*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"), *ROOT.glob("train/**/*.md")]
    assert len(documents) > 10
    left = re.compile(r"^(?:<{7}|>{7}) ", re.MULTILINE)
    assert not [path for path in documents if left.search(path.read_text("utf-8"))]
