"""The embedded model as a backend: a prompt with a screenshot in, UI-TARS text out.

The prompt is that of `dialects/embedded.py`: the task and the screenshot, and the steps so far as
values. Weights and eyes are loaded with the first prompt.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from uitars_runtime.applications.resolve import Catalogue, of_this_machine
from uitars_runtime.backends.embedded.network.codec import grounding, write
from uitars_runtime.backends.embedded.network.history import history_of
from uitars_runtime.backends.embedded.network.vocabulary import Act
from uitars_runtime.backends.embedded.prepare import prepare
from uitars_runtime.backends.embedded.requests import (
    asking,
    calculators,
    editing,
    entry,
    forms,
    language,
    menus,
    starting,
)
from uitars_runtime.backends.embedded.requests.language import Foreign, no_label, read_task
from uitars_runtime.backends.embedded.situation import Decision
from uitars_runtime.backends.embedded.tokenizer import split_words
from uitars_runtime.backends.sampling import GREEDY, SEEDS, Sampling
from uitars_runtime.element import Element
from uitars_runtime.errors import ModelError
from uitars_runtime.grounding import Passage
from uitars_runtime.protocols import Completion, ImagePart, Message, Prompt, Stop, TextPart
from uitars_runtime.shipped import MODELS
from uitars_runtime.stopping import until_stopped
from uitars_runtime.types import Finish, Step, Tokens

if TYPE_CHECKING:
    from numpy.random import Generator

    from uitars_runtime.backends.embedded.network.decoder import Decided, Decoder
    from uitars_runtime.backends.embedded.situation import Situation
    from uitars_runtime.eyes.eyes import Eyes
    from uitars_runtime.frame import Frame


def default_folder() -> Path:
    """Where the weights of the package lie."""
    return MODELS / "nano"


def open_decoder(folder: Path) -> Decoder:
    """The decoder with the networks that count beside it, as a run has it: the package's, whosever
    the decoder is. Raises `ModelError`."""
    from uitars_runtime.backends.embedded.network.encoder import sentence_encoder
    from uitars_runtime.backends.embedded.network.reranker import cross_encoder
    from uitars_runtime.backends.embedded.network.routing import RoutedDecoder

    return RoutedDecoder(folder, sentence_encoder(), cross_encoder())


class EmbeddedBackend:
    """The model that comes with the product; `Backend`."""

    def __init__(self, folder: Path | None = None, sampling: Sampling = GREEDY) -> None:
        """`folder`: other weights of this architecture. Nothing is loaded before it is needed."""
        self._sampling = sampling
        self._ask_below = 0.0 if sampling.temperature else sampling.ask_below
        self._folder = folder or default_folder()
        self._loaded: tuple[Eyes, Decoder] | None = None
        self._lock = threading.Lock()
        self._menus = menus.Menus()
        self._editing = editing.Editing()
        self._forms = forms.Forms()

    @property
    def name(self) -> str:
        return self._folder.resolve().name  # of other weights that of their folder

    def complete(
        self, prompt: Prompt, stop: Stop, on_text: Callable[[str], None] | None = None, /
    ) -> Completion:
        """One step. Raises `ModelError` for a prompt without task or picture, or `Stopped`."""
        asked, frame = _split(prompt.messages)
        reading = read_task(asked[0])
        if isinstance(reading, Foreign):
            done = starting.say(Finish("failure", reading.said), asked[0])
        else:
            done = self._decide([reading, *asked[1:]], prompt.past, frame, stop)
        if on_text is not None:
            on_text(done.text)
        return done

    def _decide(
        self, asked: list[str], steps: Sequence[Step], frame: Frame, stop: Stop
    ) -> Completion:
        eyes, decoder = until_stopped(self._load, stop, comes_back=True)
        afresh = not steps or self._editing.doubts or self._forms.doubts
        elements = until_stopped(
            lambda: self._look(eyes, frame, afresh=afresh), stop, comes_back=True
        )
        if frame.told:
            from uitars_runtime.eyes.fusion import fuse

            elements = fuse(elements, frame.told)
        unlooked = menus.without_looks(steps)
        words, done = asking.answered(asked[0], unlooked)
        if not self._forms.hears(*asking.answer_to(steps), elements):
            if asking.declined(steps, elements):
                return starting.say(Finish("failure", language.DECLINED), words)
            if (again := asking.unclear(steps, elements)) is not None:
                return again
        looked = len(unlooked) < len(steps)
        planned = self._planned(words, done, frame, elements, looked=looked)
        if isinstance(planned, Completion):
            return planned
        history = history_of(planned.steps, split_words(planned.task), planned.offset)
        task = [planned.task, *asked[1:]]
        situation = prepare(task, history, elements, frame.size, frame.pixels)
        decided = self._decided(decoder, situation, stop)
        first = None
        if self._sampling.looks:
            first = self._menus.first(decided, situation, steps, decoder.meant)
        match first:
            case Completion():
                said = first
            case Decision():
                entry = msgspec.structs.replace(decided, decision=first, others=(), confidence=1.0)
                below, offset = self._ask_below, planned.offset
                question = asking.doubted(entry, situation, steps, below, offset)
                meant = grounding(first, situation, offset)
                said = question or Completion(write(first, situation), grounding=meant)
            case None:
                said = self._said(decided, situation, steps, planned, words)
        tokens = Tokens(prompt=decided.read, generated=decided.said)
        return msgspec.structs.replace(said, tokens=tokens)

    def _planned(
        self,
        words: str,
        done: Sequence[Step],
        frame: Frame,
        elements: Sequence[Element],
        *,
        looked: bool,
    ) -> starting.Rest | Completion:
        """What is left for the network, or what is done before it is asked. `looked`: as of
        `Forms`."""
        planned = starting.plan(words, done, lambda: self._programs, elements)
        if not isinstance(planned, starting.Rest):
            return starting.say(planned, words)
        if not elements and (held := starting.without_window(done)) is not None:
            return starting.say(held, words)
        known = calculators.plan(planned, elements, frame.windows)
        if isinstance(known, starting.Rest):
            known = self._editing.next(known, elements, frame.windows, frame.pixels)
        if isinstance(known, starting.Rest):
            known = self._forms.next(known, elements, looked=looked)
        match known:
            case entry.Entry():
                return entry.say(known)
            case Finish(status="success"):
                return starting.say(starting.after(planned, Act.FINISHED) or known, words)
            case Finish():
                return starting.say(known, words)
            case starting.Rest():
                return known

    def _said(
        self,
        decided: Decided,
        situation: Situation,
        steps: Sequence[Step],
        planned: starting.Rest,
        words: str,
    ) -> Completion:
        """What is done of it. `steps`: all of the run; `words`: those of the whole task."""
        decision = decided.decision
        if missing := no_label(decision, situation):
            return starting.say(Finish("failure", missing), words)
        if menus.is_open(steps) and decision.act is Act.FINISHED:
            whole = Passage(planned.offset, planned.offset + len(planned.task), planned.task)
            return menus.close(whole)
        below = asking.threshold(self._ask_below, looked=menus.in_vain(steps))
        question = asking.doubted(decided, situation, steps, below, planned.offset)
        if question is not None:
            return question
        other = starting.after(planned, decision.act)
        if other is not None:
            return starting.say(other, words)
        meant = grounding(decision, situation, planned.offset)
        return Completion(
            write(decision, situation), grounding=meant, confidence=decided.confidence
        )

    def _decided(self, decoder: Decoder, situation: Situation, stop: Stop) -> Decided:
        if not self._sampling.temperature:
            return decoder.decide(situation, stop)
        return decoder.draw(situation, self._sampling.temperature, self._chance, stop)

    @cached_property
    def _chance(self) -> Generator:
        """The same seed draws the same, wherever the same is seen."""
        from numpy.random import default_rng

        seed = self._sampling.seed
        return default_rng(None if seed is None else seed % SEEDS)

    def _look(self, eyes: Eyes, frame: Frame, *, afresh: bool) -> tuple[Element, ...]:
        # A look that was given up may still go on.
        with self._lock:
            return eyes.look(frame, afresh=afresh, exact=editing.is_text(frame.windows))

    @cached_property
    def _programs(self) -> Catalogue:
        return of_this_machine()

    def _load(self) -> tuple[Eyes, Decoder]:
        with self._lock:
            if self._loaded is None:
                from uitars_runtime.eyes.eyes import Eyes

                self._loaded = (Eyes(), open_decoder(self._folder))
            return self._loaded

    def close(self) -> None:
        self._loaded = None


def _split(messages: Sequence[Message]) -> tuple[list[str], Frame]:
    """The task with notes, and the screenshot."""
    asked: list[str] = []
    frame: Frame | None = None
    for message in messages:
        if message.role == "user" and not asked:
            asked = [part.text for part in message.parts if isinstance(part, TextPart)]
        pictures = [part.frame for part in message.parts if isinstance(part, ImagePart)]
        frame = pictures[-1] if pictures else frame
    if not asked or frame is None:
        raise ModelError(
            "The embedded model needs a task and a screenshot.",
            "It speaks the dialect uitars-nano only; leave --dialect away.",
        )
    return asked, frame
