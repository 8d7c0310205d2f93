"""How many tokens of words a prompt has over a run of 1,000 steps, for dialects of three families.

Estimated as the product estimates them (memory/tokens.py). Pictures are not counted: a dialect
shows a fixed number of them.
"""

from __future__ import annotations

import numpy as np

from uitars_runtime.dialects.registry import load_dialect
from uitars_runtime.frame import Frame
from uitars_runtime.memory.hierarchical import HierarchicalMemory
from uitars_runtime.memory.tokens import tokens_of
from uitars_runtime.memory.window import Window
from uitars_runtime.protocols import Prompt, TextPart
from uitars_runtime.run_record import RunStarted
from uitars_runtime.types import (
    Action,
    Click,
    DecidedBy,
    Decision,
    Note,
    Observation,
    Outcome,
    Place,
    Point,
    Proposal,
    Shell,
    Step,
    Task,
    Verdict,
)

DIALECTS = ("ui-tars-1.5", "qwen3-vl", "holo")
STEPS = 1000
MEMORY_TOKENS = 800
_ALLOWED = Verdict(Decision.ALLOW, DecidedBy.POLICY, "bench", "")
_PLACES = (Place("Mousepad", "note.txt"), Place("Gnumeric", "sum.gnumeric"))


def measure_context() -> dict[str, float]:
    """Tokens at step 100 and 1,000, the most ever, and the growth between the halves of the run."""
    result: dict[str, float] = {}
    growth = 0.0
    for name in DIALECTS:
        sizes = _sizes(name)
        half = STEPS // 2
        result[f"context_{name}_tokens_step_100"] = sizes[99]
        result[f"context_{name}_tokens_step_1000"] = sizes[-1]
        result[f"context_{name}_tokens_most"] = max(sizes)
        growth = max(growth, max(sizes[half:]) / max(sizes[:half]))
    return {**result, "context_growth_second_half": growth}


def _sizes(name: str) -> list[int]:
    dialect, window, task = load_dialect(name), Window(), Task("Sort all the letters of the year")
    started = RunStarted("bench", task, "bench", name, "sandbox", "bench", "2026-01-01", "bench")
    memory = HierarchicalMemory(None, started, MEMORY_TOKENS)
    frame = Frame(np.zeros((80, 128, 3), np.uint8))
    sizes: list[int] = []
    for index in range(STEPS):
        prompt = dialect.render(task, memory.recall(task, window.past), window.past, frame)
        sizes.append(_words(prompt))
        step = _step(index)
        memory.remember(step)
        window.add(step, frame)
    return sizes


def _step(index: int) -> Step:
    """Every seventh step a long output, every tenth a note, a change of program every fifty."""
    action: Action = Click(Point(index % 128, index % 80))
    text = "Clicked. The screen changed."
    if index % 10 == 9:
        action, text = Note(f"Letter {index} belongs to folder {index % 7}."), "Noted."
    elif index % 7 == 6:
        action, text = Shell("ls -la letters"), "-rw-r--r-- 1 user user 1234 letter.txt\n" * 400
    return Step(
        index,
        Observation("0" * 64, Frame(np.zeros((80, 128, 3), np.uint8)).size),
        Proposal(f"Step {index}: the next letter is listed, so it goes to its folder.", action, ""),
        _ALLOWED,
        Outcome(ok=True, text=text, changed=True),
        place=_PLACES[index // 50 % 2],
    )


def _words(prompt: Prompt) -> int:
    parts = (part for message in prompt.messages for part in message.parts)
    return sum(tokens_of(part.text) for part in parts if isinstance(part, TextPart))
