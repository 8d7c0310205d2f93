"""Implements `Backend` for a GGUF model with its projector, in this process."""

from __future__ import annotations

import codecs
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

import msgspec

from uitars_runtime.backends.llama import files
from uitars_runtime.backends.llama.context import Context
from uitars_runtime.backends.llama.library import library
from uitars_runtime.backends.llama.pieces import Pictures, pieces
from uitars_runtime.backends.llama.sampling import sampler
from uitars_runtime.backends.llama.template import ChatTemplate
from uitars_runtime.backends.llama.threads import Threads
from uitars_runtime.backends.llama.weights import Weights
from uitars_runtime.backends.sampling import GREEDY, Sampling
from uitars_runtime.errors import ModelError, Stopped
from uitars_runtime.protocols import Completion, Prompt, Stop
from uitars_runtime.types import Tokens

CONTEXT = 16384
"""Tokens of prompt and reply together: five pictures of 2,700 tokens, the task and a reply."""


class LlamaBackend:
    """One loaded model; what it read of the last prompt is not read again."""

    def __init__(
        self,
        weights: Path,
        *,
        context: int = CONTEXT,
        sees: bool = True,
        sampling: Sampling = GREEDY,
    ) -> None:
        """Load everything. `sees=False`: without a projector, for prompts of text alone.

        Raises `UsageError` for what is no model, `ModelError` where it does not fit or load.
        """
        self._name = weights.name
        self._sampling = sampling
        self._replies = 0
        self._library = library()
        self._pictures = Pictures()
        self._threads = Threads()
        self._stop: Stop | None = None
        with ExitStack() as opened:
            found = files.find(weights) if sees else None
            files.check(weights)
            facts = Weights(self._library, weights, vocabulary_only=True)
            context = min(context, facts.trained_context or context)
            cache = facts.cache_bytes(context)
            facts.close()
            if found is not None:
                files.check_memory(found, cache)
            self._weights = Weights(self._library, weights)
            opened.callback(self._weights.close)
            self._template = ChatTemplate(self._weights.template)
            opened.callback(self._template.close)
            self._context = Context(
                self._library,
                self._weights,
                found.projector if found else None,
                context=context,
                should_stop=lambda: self._stop is not None and self._stop.is_set(),
            )
            opened.callback(self._context.close)
            self._opened = opened.pop_all()

    @property
    def name(self) -> str:
        return self._name

    def complete(
        self, prompt: Prompt, stop: Stop, on_text: Callable[[str], None] | None = None
    ) -> Completion:
        """See `Backend`. Raises `ModelError`, `Stopped` within one batch of tokens."""
        if stop.is_set():
            raise Stopped
        parts = pieces(prompt.messages, self._template, self._pictures)
        self._context.use_threads(self._threads.count())
        self._stop = stop
        try:
            read = self._context.read(parts, prompt.max_tokens)
            text, generated = self._generate(prompt, stop, on_text or _ignore)
        finally:
            self._stop = None
            self._threads.rest()
        tokens = Tokens(read.prompt, read.reused, generated)
        return Completion(text, tokens, cut_off=generated == prompt.max_tokens)

    def close(self) -> None:
        """Give the memory back."""
        self._opened.close()

    def _generate(
        self, prompt: Prompt, stop: Stop, on_text: Callable[[str], None]
    ) -> tuple[str, int]:
        # A character may be spread over several tokens.
        decoder = codecs.getincrementaldecoder("utf-8")("replace")
        text, count = "", 0
        # Asked the same again, it does not say the same again.
        seed = (self._sampling.seed or 0) + self._replies
        sampling = msgspec.structs.replace(self._sampling, seed=seed)
        self._replies += 1
        with sampler(self._library, self._weights, prompt.schema, sampling) as chain:
            while count < prompt.max_tokens:
                token = self._context.next(chain)
                count += 1
                if self._weights.ends(token):
                    break
                if piece := decoder.decode(self._weights.piece(token)):
                    text += piece
                    on_text(piece)
                if stop.is_set():
                    raise Stopped
        rest = decoder.decode(b"", final=True)
        if rest:
            on_text(rest)
        if not (text + rest).strip():
            raise ModelError(
                f"{self._name} answered with nothing.", "Does --dialect fit this model?"
            )
        return text + rest, count


def _ignore(_piece: str) -> None:
    """Nobody watches the reply being written."""
