"""The embedded model as a backend: a prompt with a screenshot in, UI-TARS text out.

The prompt is that of `dialects/embedded.py`: the task, then each earlier reply with what came of
it, then the screenshot. Weights and eyes are loaded with the first prompt.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from uitars_runtime.backends.embedded.colours import with_colours
from uitars_runtime.backends.embedded.front import with_front_tabs
from uitars_runtime.backends.embedded.meant import meant
from uitars_runtime.backends.embedded.notice import without_notice
from uitars_runtime.backends.embedded.parts import with_parts
from uitars_runtime.backends.embedded.reckoned import with_reckoned
from uitars_runtime.backends.embedded.situation import Came, Done, Situation
from uitars_runtime.backends.embedded.speech import called, read_step, write
from uitars_runtime.backends.embedded.words import with_notes
from uitars_runtime.dialects.embedded import CHANGED, FAILED, UNCHANGED
from uitars_runtime.errors import ModelError, Stopped
from uitars_runtime.eyes.element import Element
from uitars_runtime.protocols import Completion, ImagePart, Message, Prompt, Stop, TextPart
from uitars_runtime.shipped import MODELS
from uitars_runtime.types import Tokens

if TYPE_CHECKING:
    from uitars_runtime.backends.embedded.decoder import Decoder
    from uitars_runtime.eyes.eyes import Eyes
    from uitars_runtime.frame import Frame


def default_folder() -> Path:
    """Where the weights of the package lie."""
    return MODELS / "nano"


class EmbeddedBackend:
    """The model that comes with the product; `Backend`."""

    def __init__(self, folder: Path | None = None) -> None:
        """`folder`: other weights of this architecture. Nothing is loaded before it is needed."""
        self._folder = folder or default_folder()
        self._loaded: tuple[Eyes, Decoder] | None = None
        self._lock = threading.Lock()

    @property
    def name(self) -> str:
        return "nano"

    def complete(
        self, prompt: Prompt, stop: Stop, on_text: Callable[[str], None] | None = None, /
    ) -> Completion:
        """One step. Raises `ModelError` for a prompt without task or picture, or `Stopped`."""
        asked, turns, frame = _split(prompt.messages)
        eyes, decoder = self._load()
        if stop.is_set():
            raise Stopped
        elements = eyes.look(frame)
        if frame.told:
            from uitars_runtime.eyes.fusion import fuse

            elements = fuse(elements, frame.told)
        situation = situation_of(asked, turns, elements, frame)
        decided = decoder.decide(situation, stop)
        text = write(meant(decided.decision, situation), situation)
        if on_text is not None:
            on_text(text)
        return Completion(text, Tokens(prompt=decided.read, generated=decided.said))

    def _load(self) -> tuple[Eyes, Decoder]:
        with self._lock:
            if self._loaded is None:
                from uitars_runtime.backends.embedded.decoder import Decoder
                from uitars_runtime.eyes.eyes import Eyes

                self._loaded = (Eyes(), Decoder(self._folder))
            return self._loaded

    def close(self) -> None:
        self._loaded = None


def situation_of(
    asked: Sequence[str],
    turns: Sequence[tuple[str, Came]],
    elements: tuple[Element, ...],
    frame: Frame,
) -> Situation:
    """What the model is asked; steps that named nothing take the name of what lies there.

    `asked`: the task, then notes from memory.
    """
    steps: list[Done] = []
    for reply, came in turns:
        step = read_step(reply, came, frame.size)
        if step is not None:
            steps.append(_named(step, elements))
    task, words, noted = with_notes(asked[0], asked[1:])
    if len(words) == noted:
        raise ModelError("The task is empty.", "Say in words what is to be done.")
    lines = with_front_tabs(without_notice(elements, asked[0]))
    parts = with_parts(lines, words[: len(words) - noted])
    seen = with_colours(with_reckoned(parts, asked[0], steps), frame)
    return Situation(task, words, tuple(steps), seen, frame.size, noted)


def _named(step: Done, elements: tuple[Element, ...]) -> Done:
    at = step.at
    if step.subject or at is None:
        return step
    under = [item for item in elements if item.box.contains(at)]
    if not under:
        return step
    smallest = min(under, key=lambda item: item.box.area)
    return msgspec.structs.replace(step, subject=called(smallest))


def _split(messages: Sequence[Message]) -> tuple[list[str], list[tuple[str, Came]], Frame]:
    """The task with notes, the earlier replies with what came of them, and the screenshot."""
    asked: list[str] = []
    replies: list[str] = []
    outcomes: list[Came] = []
    frame: Frame | None = None
    for message in messages:
        texts = [part.text for part in message.parts if isinstance(part, TextPart)]
        text = "\n".join(texts)
        for part in message.parts:
            if isinstance(part, ImagePart):
                frame = part.frame
        if message.role == "assistant":
            replies.append(text)
        elif message.role == "user" and not asked:
            asked = texts
        elif message.role == "user" and len(outcomes) < len(replies):
            outcomes.append(_came(text))
    if not asked or frame is None:
        raise ModelError(
            "The embedded model needs a task and a screenshot.",
            "It speaks the dialect uitars-nano only; leave --dialect away.",
        )
    outcomes += [Came.UNKNOWN] * (len(replies) - len(outcomes))
    return asked, list(zip(replies, outcomes, strict=True)), frame


def _came(heard: str) -> Came:
    """What came of a step, from the words of the dialect."""
    if heard.startswith(FAILED):
        return Came.FAILED
    return {CHANGED: Came.CHANGED, UNCHANGED: Came.UNCHANGED}.get(heard, Came.UNKNOWN)
