"""A model file's chat template, rendered where it can do no harm.

A template is a program from a stranger. It runs in Jinja's immutable sandbox, inside a process of
its own with little memory and little time, which has no environment and reads nothing but its
standard input.
"""

from __future__ import annotations

import contextlib
import subprocess
import threading
from collections.abc import Sequence
from typing import IO

import msgspec

from uitars_runtime.errors import ModelError
from uitars_runtime.own_programs import OwnProgram, command

_SECONDS = 10.0
"""For one rendering, the first start of the process included."""


class Rendering(msgspec.Struct, frozen=True):
    """One line to the process."""

    template: str
    messages: tuple[dict[str, object], ...]
    bos: str
    eos: str


class Rendered(msgspec.Struct, frozen=True):
    """One line back; exactly one of both is set."""

    text: str = ""
    error: str = ""


class ChatTemplate:
    """Implements `Template` with a process of its own, started at the first use."""

    def __init__(self, template: str, bos: str = "", eos: str = "") -> None:
        """`bos`, `eos`: the words of these tokens, as templates write them."""
        self._template = template
        self._bos = bos
        self._eos = eos
        self._process: subprocess.Popen[bytes] | None = None

    def render(self, messages: Sequence[dict[str, object]], /) -> str:
        """The prompt. Raises `ModelError` where the template fails or takes too long."""
        line = msgspec.json.encode(Rendering(self._template, tuple(messages), self._bos, self._eos))
        process = self._started()
        late = threading.Timer(_SECONDS, process.kill)
        late.start()
        try:
            _pipe(process.stdin).write(line + b"\n")
            _pipe(process.stdin).flush()
            answer = _pipe(process.stdout).readline()
        except OSError:
            answer = b""
        finally:
            late.cancel()
        if not answer:
            self.close()
            raise ModelError(
                "The model's chat template took too long or too much memory.",
                "The model file may be damaged or hostile.",
            )
        rendered = msgspec.json.decode(answer, type=Rendered)
        if rendered.error:
            raise ModelError(
                f"The model's chat template cannot be rendered: {rendered.error}",
                "Another file of the same model may have a template that works.",
            )
        return rendered.text

    def close(self) -> None:
        """End the process."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            for pipe in (self._process.stdin, self._process.stdout):
                with contextlib.suppress(OSError):  # what was not sent any more
                    _pipe(pipe).close()
            self._process = None

    def _started(self) -> subprocess.Popen[bytes]:
        if self._process is None:
            self._process = subprocess.Popen(
                command(OwnProgram.CHAT_TEMPLATE),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                env={},
                cwd="/",
            )
        return self._process


def _pipe(pipe: IO[bytes] | None) -> IO[bytes]:
    if pipe is None:
        raise TypeError("the process was started with pipes")
    return pipe
