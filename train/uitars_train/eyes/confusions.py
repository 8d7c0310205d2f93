"""What the reader makes of icons it never saw: the table that the policy's simulator draws from.

The simulator knows what an icon means, the model only what the reader makes of its picture. The
table holds real answers, so that simulated icons are as unsure and as wrong as real ones.
"""

from __future__ import annotations

import json
import random
import sys
from collections import defaultdict
from pathlib import Path

import numpy as np

from uitars_runtime.element import Role
from uitars_runtime.eyes.roles.reader import several_meanings
from uitars_runtime.replacing import replaced
from uitars_train.eyes.dataset import ROLES, all_examples
from uitars_train.eyes.evaluation import answers_of
from uitars_train.screens.icon_meanings import CALLED

EXAMPLES = 16
"""Answers kept of each meaning."""


def confusions(model: Path, work: Path, out: Path) -> None:
    """Writes the answers of an exported reader to the icons among the examples in `work`.

    JSON: a meaning to answers, an answer to shares by meaning as the runtime would tell them, the
    likeliest first. `""` holds answers to what is no icon but was taken for one.
    """
    data = all_examples(work)
    answers = answers_of(model, data)
    taken = answers.roles.argmax(axis=1) == ROLES.index(Role.ICON)
    names = [CALLED.get(name, name) for name in answers.icon_names]
    table: defaultdict[str, list[dict[str, float]]] = defaultdict(list)
    for row in np.flatnonzero(taken):
        true = str(data.icons[row])
        told = several_meanings(names, answers.icons[row])
        answer = {meaning: round(share, 2) for meaning, share in told}
        table[CALLED.get(true, true)].append(answer)
    source = random.Random(0)
    kept = {
        meaning: source.sample(found, min(EXAMPLES, len(found)))
        for meaning, found in sorted(table.items())
    }
    lines = (f"{json.dumps(meaning)}: {json.dumps(found)}" for meaning, found in kept.items())
    with replaced(out) as file:
        file.write(("{\n" + ",\n".join(lines) + "\n}\n").encode())
    sys.stderr.write(f"{len(kept)} meanings, {sum(map(len, kept.values()))} answers\n")
