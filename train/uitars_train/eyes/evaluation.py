"""Figures of the eyes: the reader on prepared candidates, and whole looks on screens with truth."""

from __future__ import annotations

import json
import random
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from rapidfuzz import fuzz

from uitars_runtime.element import Element, Role
from uitars_runtime.eyes.eyes import Eyes
from uitars_runtime.eyes.roles.reader import several_meanings
from uitars_runtime.frame import Frame
from uitars_train.eyes.dataset import ROLES, STATES, Examples, all_examples
from uitars_train.screens.icon_meanings import CALLED
from uitars_train.screens.screen import Screen, named
from uitars_train.screens.stream import load_one

STATEFUL = {
    "checked": (Role.CHECKBOX, Role.RADIO),
    "selected": (Role.ITEM, Role.TAB, Role.MENU_ITEM),
    "focused": (Role.FIELD,),
    "disabled": (Role.BUTTON, Role.FIELD, Role.CHECKBOX, Role.MENU_ITEM, Role.ICON),
}
"""The roles on which a state is scored."""
SAME = 85.0
"""Likeness of two texts, 0 to 100, from which one is read as the other."""


class Told(NamedTuple):
    """What a reader told of n candidates."""

    roles: NDArray[np.float32]
    """(n, roles), shares of one"""
    states: NDArray[np.float32]
    """(n, 4), each 0 to 1"""
    icons: NDArray[np.float32]
    """(n, icons), shares of one"""
    icon_names: list[str]


def answers_of(model: Path, data: Examples) -> Told:
    """What an exported reader tells of examples."""
    onnxruntime: Any = import_module("onnxruntime")
    session = onnxruntime.InferenceSession(model.read_bytes(), providers=["CPUExecutionProvider"])
    names = session.get_modelmeta().custom_metadata_map["icons"].splitlines()
    answers = [_answers(session, data, start) for start in range(0, len(data.roles), 256)]
    roles, states, icons = (np.concatenate(part) for part in zip(*answers, strict=True))
    return Told(roles, states, icons, names)


def evaluate_reader(model: Path, work: Path) -> dict[str, Any]:
    """Scores an exported reader on the examples in `work`."""
    data = all_examples(work)
    roles, states, icons, names = answers_of(model, data)
    guess = roles.argmax(axis=1)
    report: dict[str, Any] = {
        "candidates": len(data.roles),
        "role accuracy": float((guess == data.roles).mean()),
        "roles": {
            role.value: _precision_and_recall(guess == index, data.roles == index)
            for index, role in enumerate(ROLES)
        },
        "toolkits": {
            str(toolkit): float((guess == data.roles)[data.toolkits == toolkit].mean())
            for toolkit in np.unique(data.toolkits)
        },
    }
    for column, state in enumerate(STATES):
        rows = np.isin(data.roles, [ROLES.index(role) for role in STATEFUL[state]])
        held, said = data.states[rows, column] > 0.5, states[rows, column] > 0.5
        report[state] = {
            "accuracy": float((held == said).mean()),
            **_precision_and_recall(said, held),
        }
    report["icons"] = _icon_figures(data, icons, names)
    return report


def _icon_figures(
    data: Examples, icons: NDArray[np.float32], names: Sequence[str]
) -> dict[str, float]:
    """How often the true meaning of an icon is the likeliest one, and one of those told at all."""
    names = [CALLED.get(name, name) for name in names]
    first = several = count = 0
    for true, shares in zip(data.icons, icons, strict=True):
        meaning = CALLED.get(str(true), str(true))
        if meaning in names:
            told = [name for name, _ in several_meanings(names, shares)]
            count += 1
            first += told[:1] == [meaning]
            several += meaning in told
    return {"n": count, "first": first / max(1, count), "told": several / max(1, count)}


def _answers(session: Any, data: Examples, start: int) -> list[NDArray[np.float32]]:
    views = [array[start : start + 256] for array in data.views]
    inputs = [node.name for node in session.get_inputs()]
    answers: list[NDArray[np.float32]] = session.run(None, dict(zip(inputs, views, strict=True)))
    return answers


def _precision_and_recall(said: NDArray[np.bool_], held: NDArray[np.bool_]) -> dict[str, float]:
    right = float((said & held).sum())
    return {
        "precision": round(right / max(1, int(said.sum())), 3),
        "recall": round(right / max(1, int(held.sum())), 3),
        "n": int(held.sum()),
    }


def evaluate_looks(pool: Path, count: int, seed: int = 0) -> dict[str, Any]:
    """Scores whole looks, real reading of text included, on some screens of a folder.

    found: an element of the right role whose middle lies in the true box. text and name: of the
    found ones with words, how many say the same. extra: elements whose middle lies in nothing.
    """
    eyes = Eyes()
    tally: dict[str, Counter[str]] = defaultdict(Counter)
    for screen in _some(pool, count, seed):
        seen = eyes.look(Frame(screen.pixels), afresh=True)
        for true in screen.elements:
            if true.role is not Role.OTHER:
                for key in (true.role.value, f"all {screen.toolkit}"):
                    tally[key].update(_score(true, seen))
        tally["extra"].update(
            "extra"
            for element in seen
            if not any(true.box.contains(element.box.center) for true in screen.elements)
        )
        tally["extra"]["screens"] += 1
    return {key: dict(counter) for key, counter in sorted(tally.items())}


def _some(pool: Path, count: int, seed: int) -> Iterator[Screen]:
    paths = named(pool)
    random.Random(seed).shuffle(paths)
    for path in paths[:count]:
        yield load_one(path)


def _score(true: Element, seen: Sequence[Element]) -> Iterator[str]:
    yield "n"
    here = [element for element in seen if true.box.contains(element.box.center)]
    if here:
        yield "hit"
    same = [element for element in here if element.role is true.role]
    if not same:
        return
    yield "found"
    if true.text:
        yield "with text"
        if any(_alike(element.text, true.text) for element in same):
            yield "text"
    if true.name and true.role is not Role.ICON:
        yield "with name"
        if any(_alike(element.name, true.name) for element in same):
            yield "name"


def _alike(one: str, other: str) -> bool:
    return fuzz.ratio(one.casefold(), other.casefold()) >= SAME


def evaluate(model: Path, work: Path) -> None:
    """Prints the figures of the reader as JSON."""
    sys.stdout.write(json.dumps(evaluate_reader(model, work), indent=1) + "\n")


def look(pool: Path, limit: int) -> None:
    """Prints the figures of whole looks as JSON, one line for each role."""
    for key, figures in evaluate_looks(pool, limit).items():
        sys.stdout.write(f"{key}: {json.dumps(figures)}\n")
