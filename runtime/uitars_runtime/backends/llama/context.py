"""The computing state of a loaded model: what it has read, and what comes next.

The keys and values of what was read stay. A prompt that begins as the one before costs only what
comes after the common beginning, pictures included.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from uitars_runtime.backends.llama.library import Library, heard_meanwhile
from uitars_runtime.backends.llama.pieces import Picture, Piece, Words
from uitars_runtime.backends.llama.weights import Weights
from uitars_runtime.errors import ModelError, Stopped

MIN_IMAGE_TOKENS = 1024
"""The Qwen-VL family finds small targets only with so many (ggml-org/llama.cpp#16842)."""
_BATCH = 512
"""Tokens computed at once; between two batches a stop is noticed at the latest."""
_ABORTED = 2


class Item(NamedTuple):
    """What the cache holds for one token or one picture."""

    key: int | str
    """The token, or the picture's digest."""
    tokens: int = 1
    positions: int = 1
    """A picture of the Qwen family takes fewer positions than tokens."""


class Read(NamedTuple):
    """What reading a prompt cost, in tokens."""

    prompt: int
    reused: int


class Context:
    """Reads prompts and generates; not thread-safe."""

    def __init__(
        self,
        library: Library,
        weights: Weights,
        projector: Path | None,
        *,
        context: int,
        should_stop: Callable[[], bool],
        min_image_tokens: int = MIN_IMAGE_TOKENS,
    ) -> None:
        """`context`: tokens of prompt and reply together. Raises `ModelError`."""
        self._library, self._weights = library, weights
        self._limit = context
        self._read: list[Item] = []
        api = library.llama
        parameters = api.llama_context_default_params()
        parameters.n_ctx, parameters.n_batch, parameters.n_ubatch = context, _BATCH, _BATCH
        parameters.no_perf = True

        # Kept for as long as the library may call it.
        def aborted(_data: Any) -> bool:
            return should_stop()

        self._abort: Any = api.ggml_abort_callback(aborted)
        self._never: Any = api.ggml_abort_callback()
        self._should_stop = should_stop
        self._context: Any = api.llama_init_from_model(weights.handle, parameters)
        if not self._context:
            raise ModelError(
                f"llama.cpp cannot make room for {context} tokens: {library.complaint()}.",
                "A smaller model leaves more room.",
            )
        self._memory: Any = api.llama_get_memory(self._context)
        self._sight: Any = None
        if projector is not None:
            try:
                self._open_projector(projector, min_image_tokens)
            except ModelError:
                self.close()
                raise

    def close(self) -> None:
        """Give the memory back."""
        if self._sight:
            self._library.mtmd.mtmd_free(self._sight)
        if self._context:
            self._library.llama.llama_free(self._context)
        self._sight = self._context = None

    def use_threads(self, count: int) -> None:
        """Compute with so many threads from here on."""
        self._library.llama.llama_set_n_threads(self._context, count, count)

    def read(self, pieces: list[Piece], reserve: int) -> Read:
        """Read a prompt; afterwards `next` continues it. `reserve`: tokens the reply may take.

        Raises `ModelError` for a prompt that is too long, `Stopped`.
        """
        with self._chunks(pieces) as chunks:
            items = [item for item, _ in chunks]
            total = sum(item.tokens for item in items)
            if total + reserve > self._limit:
                raise ModelError(
                    f"The prompt of {total} tokens and a reply of {reserve} do not fit into the"
                    f" model's {self._limit}.",
                    "Keep fewer pictures (setting images) or use a smaller screen.",
                )
            kept = self._forget_from(self._common(items))
            reused = sum(item.tokens for item in items[:kept])
            with self._or_nothing(), self._abortable():
                self._evaluate(chunks[kept:])
            return Read(total, reused)

    def next(self, sampler: Any) -> int:
        """Draw the next token and read it."""
        token = int(self._library.llama.llama_sampler_sample(sampler, self._context, -1))
        if not self._weights.ends(token):
            with self._or_nothing():
                self._evaluate_tokens([token])
        return token

    def _common(self, items: list[Item]) -> int:
        """Length of the common beginning; the last item is always read, for what comes after."""
        common = 0
        for read, item in zip(self._read, items[:-1], strict=False):
            if read.key != item.key:
                break
            common += 1
        return common

    def _forget_from(self, kept: int) -> int:
        """Drop what comes after; some models cannot forget a part, and then forget everything."""
        api, position = self._library.llama, sum(item.positions for item in self._read[:kept])
        if not api.llama_memory_seq_rm(self._memory, 0, position, -1):
            api.llama_memory_clear(self._memory, True)
            kept = 0
        del self._read[kept:]
        return kept

    @contextmanager
    def _or_nothing(self) -> Generator[None]:
        """After a failure in the middle nobody knows what was read; so nothing was."""
        try:
            yield
        except BaseException:
            self._library.llama.llama_memory_clear(self._memory, True)
            self._read.clear()
            raise

    @contextmanager
    def _abortable(self) -> Generator[None]:
        """A long computation asks after every operation whether to stop; one token is too short."""
        watch = self._library.llama.llama_set_abort_callback
        watch(self._context, self._abort, None)
        try:
            yield
        finally:
            watch(self._context, self._never, None)

    def _evaluate(self, chunks: list[tuple[Item, Any]]) -> None:
        """Read items in order; a picture comes with its chunk, a token with None."""
        tokens: list[int] = []
        for item, chunk in chunks:
            if isinstance(item.key, int):
                tokens.append(item.key)
                continue
            self._evaluate_tokens(tokens)
            tokens = []
            self._evaluate_picture(item, chunk)
        self._evaluate_tokens(tokens)

    def _evaluate_tokens(self, tokens: list[int]) -> None:
        api = self._library.llama
        for start in range(0, len(tokens), _BATCH):
            part = tokens[start : start + _BATCH]
            position = sum(item.positions for item in self._read)
            batch = api.llama_batch_init(len(part), 0, 1)
            try:
                batch.n_tokens = len(part)
                for index, token in enumerate(part):
                    batch.token[index] = token
                    batch.pos[index] = position + index
                    batch.n_seq_id[index] = 1
                    batch.seq_id[index][0] = 0
                    batch.logits[index] = index == len(part) - 1
                self._check(api.llama_decode(self._context, batch))
            finally:
                api.llama_batch_free(batch)
            self._read += [Item(token) for token in part]

    def _evaluate_picture(self, item: Item, chunk: Any) -> None:
        past = sum(read.positions for read in self._read)
        reached = self._library.llama.llama_pos(0)
        code = self._library.mtmd.mtmd_helper_eval_chunk_single(
            self._sight, self._context, chunk, past, 0, _BATCH, False, ctypes.byref(reached)
        )
        self._check(code)
        self._read.append(item)

    def _check(self, code: int) -> None:
        if code == _ABORTED or (code != 0 and self._should_stop()):
            raise Stopped
        if code != 0:
            raise ModelError(f"llama.cpp failed ({code}): {self._library.complaint()}.")
        if self._should_stop():
            raise Stopped

    @contextmanager
    def _chunks(self, pieces: list[Piece]) -> Generator[list[tuple[Item, Any]]]:
        """The prompt as items, pictures with the library's chunk, which lives inside the block."""
        if self._sight is None:
            yield [(Item(token), None) for token in self._text_tokens(pieces)]
            return
        mtmd = self._library.mtmd
        chunks = mtmd.mtmd_input_chunks_init()
        bitmaps = [self._bitmap(piece) for piece in pieces if isinstance(piece, Picture)]
        try:
            self._tokenize(pieces, bitmaps, chunks)
            count = mtmd.mtmd_input_chunks_size(chunks)
            found = [mtmd.mtmd_input_chunks_get(chunks, number) for number in range(count)]
            items = [pair for chunk in found for pair in self._items(chunk)]
            seen = sum(isinstance(item.key, str) for item, _ in items)
            if seen < len(bitmaps):
                raise ModelError(
                    f"Only {seen} of {len(bitmaps)} pictures reached the model.",
                    "Is the projector (mmproj) of another model?",
                )
            yield items
        finally:
            mtmd.mtmd_input_chunks_free(chunks)
            for bitmap in bitmaps:
                mtmd.mtmd_bitmap_free(bitmap)

    def _text_tokens(self, pieces: list[Piece]) -> list[int]:
        tokens = self._weights.beginning()
        for piece in pieces:
            match piece:
                case Words(text=text, special=special):
                    tokens += self._weights.tokens(text, special=special)
                case Picture():
                    raise ModelError("This model cannot see.", "It was loaded without a projector.")
        return tokens

    def _tokenize(self, pieces: list[Piece], bitmaps: list[Any], chunks: Any) -> None:
        mtmd = self._library.mtmd
        pictures = iter(bitmaps)
        texts: list[Any] = []
        parts = _array(ctypes.POINTER(mtmd.mtmd_input_part), len(pieces))
        for index, piece in enumerate(pieces):
            match piece:
                case Words(text=text, special=special):
                    data = text.encode("utf-8", "replace")
                    words = mtmd.mtmd_input_text(data, len(data), False, special)
                    part = mtmd.mtmd_input_part(ctypes.pointer(words), None)
                    texts.append((data, words))
                case Picture():
                    part = mtmd.mtmd_input_part(None, next(pictures))
            texts.append(part)
            parts[index] = ctypes.pointer(part)
        code = mtmd.mtmd_tokenize_from_parts(self._sight, chunks, parts, len(pieces), True)
        if code != 0:
            raise ModelError(
                f"llama.cpp cannot read the prompt ({code}): {self._library.complaint()}."
            )

    def _bitmap(self, picture: Picture) -> Any:
        mtmd = self._library.mtmd
        data = (ctypes.c_uint8 * len(picture.pixels)).from_buffer_copy(picture.pixels)
        bitmap = mtmd.mtmd_bitmap_init(picture.size.width, picture.size.height, data)
        mtmd.mtmd_bitmap_set_id(bitmap, picture.digest.encode())
        return bitmap

    def _items(self, chunk: Any) -> list[tuple[Item, Any]]:
        mtmd = self._library.mtmd
        if mtmd.mtmd_input_chunk_get_type(chunk) != mtmd.MTMD_INPUT_CHUNK_TYPE_TEXT:
            digest: bytes = mtmd.mtmd_input_chunk_get_id(chunk) or b""
            tokens = int(mtmd.mtmd_input_chunk_get_n_tokens(chunk))
            positions = int(mtmd.mtmd_input_chunk_get_n_pos(chunk))
            return [(Item(f"{digest.decode()}/{tokens}", tokens, positions), chunk)]
        count = ctypes.c_size_t()
        tokens_of = mtmd.mtmd_input_chunk_get_tokens_text(chunk, ctypes.byref(count))
        return [(Item(int(tokens_of[index])), None) for index in range(count.value)]

    def _open_projector(self, projector: Path, min_image_tokens: int) -> None:
        mtmd = self._library.mtmd
        parameters = mtmd.mtmd_context_params_default()
        parameters.print_timings = False
        parameters.warmup = False
        parameters.image_min_tokens = min_image_tokens
        file = str(projector).encode()
        self._sight = heard_meanwhile(
            lambda: mtmd.mtmd_init_from_file(file, self._weights.handle, parameters)
        )
        if not self._sight or not mtmd.mtmd_support_vision(self._sight):
            raise ModelError(
                f"The projector {projector} does not fit the model: {self._library.complaint()}.",
                "Use the mmproj file that was made from the same model.",
            )


def _array(kind: Any, length: int) -> Any:
    return (kind * length)()
