"""Who watches a run: keeps what the judgement needs of each step, and judges when asked.

Nothing is looked at while the run goes on. Of a screenshot the PNG is kept, which the record needs
too, and what the model's own eyes found on it.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import msgspec

from uitars_runtime.evidence.files import Files
from uitars_runtime.evidence.findings import Run
from uitars_runtime.evidence.goals import Save
from uitars_runtime.evidence.judge import judge
from uitars_runtime.evidence.looks import Moment, deeds_of
from uitars_runtime.evidence.readers import KNOWN, Readers
from uitars_runtime.evidence.reading import goals_of
from uitars_runtime.evidence.sureness import sureness
from uitars_runtime.run_record import UNREAD, Judgement
from uitars_runtime.types import Finish, Step, Task

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from uitars_runtime.element import Element
    from uitars_runtime.evidence.nearness import Encoder
    from uitars_runtime.eyes.eyes import Eyes
    from uitars_runtime.frame import Frame

MENDS = 2
"""How often in one run a model is told what is missing."""


class Witness:
    """Implements `Judge`."""

    def __init__(
        self,
        workspace: Path,
        encoder: Callable[[], Encoder | None],
        readers: Readers = KNOWN,
        *,
        mends: int = MENDS,
    ) -> None:
        """`encoder` and `readers`: open one when the first wording needs it; None where only known
        wordings can be judged. `mends`: 0 for a model that does not listen, such as a recording.
        """
        self._files = Files(workspace, texts=True)
        self._opens_encoder = encoder
        self._readers = readers
        self._look = _Eyes()
        self._mends = mends
        self._steps: list[Step] = []
        self._moments: list[Moment] = []
        self._gone = False
        """Whether there is no window left to mend anything in."""
        self._told = -1
        """How many steps there were when the model was told last."""

    def saw(self, step: Step, seen: Frame, /) -> None:
        """A step that was taken, and the screen before it."""
        if not isinstance(step.action, Finish):
            self._steps.append(step)
            self._moments.append(Moment(seen, self._look))

    def judge(self, task: Task, seen: Frame, /) -> Judgement:
        """What the steps and the screen as it is now say of the task."""
        last = Moment(seen, self._look)
        self._gone = not last.windows
        deeds = deeds_of(self._steps, [*self._moments, last])
        run = Run(deeds, last, self._files.written())
        judged = judge(task.words, run, self._encoder, self._readers)
        return msgspec.structs.replace(judged, sureness=sureness(self._steps))

    def asks(self, judgement: Judgement, /) -> tuple[str, ...]:
        """The parts that no step served, as long as telling the model may help.

        Where a step did something that no part names, it may have been just that part: doing it
        again could undo it, unless it is to save.
        """
        if not self._mends or self._told == len(self._steps) or self._gone:
            return ()
        open_parts = [part for part in judgement.parts if part.step is None and not part.seen]
        if any(part.missing == UNREAD for part in open_parts):
            return ()
        missing = tuple(part.words for part in open_parts)
        goals = [goal for words in missing for goal in goals_of(words)]
        if judgement.doubts and not all(isinstance(goal, Save) for goal in goals):
            return ()
        if missing:
            self._mends -= 1
            self._told = len(self._steps)
        return missing

    @cached_property
    def _encoder(self) -> Encoder | None:
        return self._opens_encoder()


class _Eyes:
    """What the eyes find on a screen, loaded when first asked.

    Apart from the witness, whose moments hold it: so networks and screenshots go as soon as the
    run is over, and do not wait for the collector of cycles.
    """

    def __call__(self, frame: Frame) -> tuple[Element, ...]:
        elements = self._loaded.look(frame, exact=True)
        if not frame.told:
            return elements
        from uitars_runtime.eyes.fusion import fuse

        return fuse(elements, frame.told)

    @cached_property
    def _loaded(self) -> Eyes:
        from uitars_runtime.eyes.eyes import Eyes

        return Eyes()
