"""An instruction as a run asks it: the steps before it as a run records them.

The same steps go to a model that is judged and to the samples that one learns from. Not here: what
the network reads (`prepare` of the runtime).
"""

from __future__ import annotations

from uitars_runtime.backends.embedded.situation import called
from uitars_runtime.grounding import Grounding, Passage, SeenElement
from uitars_runtime.types import Observation, Outcome, Proposal, Step
from uitars_train.instructions.harvested import Harvest
from uitars_train.instructions.records import (
    Instruction,
    Past,
    action_of,
    targets_of,
)


def steps_of(item: Instruction, harvest: Harvest) -> tuple[Step, ...]:
    """What was done before, with what each step aimed at and served. Raises `UsageError`."""
    return tuple(_step(index, past, item, harvest) for index, past in enumerate(item.history))


def _step(index: int, past: Past, item: Instruction, harvest: Harvest) -> Step:
    place = past.screen if past.screen >= 0 else item.screen
    screen = harvest.screen(item.program, place)
    seen = tuple(
        SeenElement(on, element.box, element.role, called(element))
        for on in targets_of(past.did)
        for element in (screen.true[on].element,)
    )
    first = seen[0] if seen else None
    onto = seen[1] if len(seen) > 1 else None
    grounding = Grounding(_passage(past.serves, item.say), first, onto=onto)
    proposal = Proposal("", action_of(past.did, screen), "", grounding=grounding)
    outcome = Outcome(ok=True, text="", changed=past.changed)
    size = harvest.size(item.program, place)
    # Without a verdict no model takes them for its own and goes on with a reply it gave before.
    return Step(index, Observation("", size), proposal, None, outcome)


def _passage(words: str, said: str) -> Passage | None:
    start = said.find(words) if words else -1
    return None if start < 0 else Passage(start, start + len(words), words)
