"""What `--model REF` means. Each backend is imported when it is chosen.

nano               the embedded model (default)
DIR                a folder with other weights of the embedded architecture (W4A8 ONNX)
openai/NAME        a model on an OpenAI-compatible server, at `--base-url` or OPENAI_BASE_URL
replay:RUN         the proposals of a recorded run
PREFIX/NAME        a backend of somebody else: an entry point PREFIX in the group
                   `uitars.backends`, a callable (NAME, base URL or None) -> `Backend`
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from difflib import get_close_matches
from importlib.metadata import EntryPoints, entry_points
from pathlib import Path
from typing import TYPE_CHECKING, cast

from uitars_runtime.backends.replay import REPLAY
from uitars_runtime.backends.sampling import GREEDY, Sampling
from uitars_runtime.errors import UsageError
from uitars_runtime.models.catalogue import decoder_in, find
from uitars_runtime.models.open_models import catalogue
from uitars_runtime.protocols import Backend, Model

if TYPE_CHECKING:
    from uitars_runtime.backends.keys import Key

GROUP = "uitars.backends"
BASE_URL_VARIABLE = "OPENAI_BASE_URL"
NANO = "nano"
NANO_DIALECT = "uitars-nano"

Opener = Callable[[str, str | None], Backend]


def open_model(
    ref: str,
    base_url: str | None = None,
    dialect: str | None = None,
    on_text: Callable[[str], None] | None = None,
    sampling: Sampling = GREEDY,
    key: Key | None = None,
) -> Model:
    """A backend and its dialect. `base_url` and `key` are for models on a server; others do not
    look at them. `key`: default: the one kept for that server.

    `on_text` gets the pieces of every reply as they are generated; an empty one begins a reply.

    Raises `UsageError` for a reference nobody knows, `ModelError` for weights that cannot be read.
    """
    if sampling.temperature:
        expect_drawable(ref)
    if ref.startswith(REPLAY):
        from uitars_runtime.backends.replay import ReplayModel

        return ReplayModel.of_run(ref.removeprefix(REPLAY))
    from uitars_runtime.dialects.registry import load_dialect
    from uitars_runtime.model import ScreenModel

    called, ref = ref, find(ref) or ref
    if _is_gguf(ref) and not Path(ref).expanduser().is_file():
        raise UsageError(f"There is no such file: {ref}", "Check the path given with --model.")
    name = dialect or (NANO_DIALECT if _is_embedded(ref) else _guessed(called, ref))
    if name is None:
        _expect_known(ref)
        raise UsageError(
            f"The name {ref!r} does not say which grammar the model writes.",
            "Give it with --dialect, for example --dialect qwen3-vl.",
        )
    return ScreenModel(open_backend(ref, base_url, sampling, key), load_dialect(name), on_text)


def open_backend(
    ref: str,
    base_url: str | None = None,
    sampling: Sampling = GREEDY,
    key: Key | None = None,
) -> Backend:
    """The weights alone; see `open_model`."""
    ref = find(ref) or ref
    if _is_embedded(ref):
        from uitars_runtime.backends.embedded import EmbeddedBackend

        folder = None if ref == NANO else decoder_in(Path(ref)).parent
        return EmbeddedBackend(folder, sampling=sampling)
    if _is_gguf(ref):
        from uitars_runtime.backends.llama import LlamaBackend

        return LlamaBackend(Path(ref).expanduser(), sampling=sampling)
    prefix, slash, name = ref.partition("/")
    if prefix == "openai" and name:
        from uitars_runtime.backends.address import Address
        from uitars_runtime.backends.keys import find_key
        from uitars_runtime.backends.openai import OpenAIBackend

        address = Address(server_url(base_url))
        # The server has chance of its own: some refuse a seed.
        drawn = Sampling(sampling.temperature)
        return OpenAIBackend(name, address, key or find_key(address.host), sampling=drawn)
    others = entry_points(group=GROUP)
    if slash and name and prefix in others.names:
        return cast("Opener", others[prefix].load())(name, base_url)
    raise _unknown(ref, others)


def _guessed(called: str, ref: str) -> str | None:
    """The dialect that a model's name tells. The folders above a file's own do not
    count: one may be called `uitars`."""
    from uitars_runtime.dialects.registry import guess

    if not _is_gguf(ref):
        return guess(ref)
    file = Path(ref)
    return guess(file.name) or guess(file.parent.name if called == ref else called)


def server_url(base_url: str | None) -> str:
    """The address of the server of `openai/NAME`. Raises `UsageError` where nobody gave one."""
    url = base_url or os.environ.get(BASE_URL_VARIABLE, "").strip()
    if not url:
        raise UsageError(
            "openai/NAME needs the address of its server.",
            f"Give --base-url, for example http://127.0.0.1:8080/v1, or set {BASE_URL_VARIABLE}.",
        )
    return url


def expect_drawable(ref: str) -> None:
    """Raises `UsageError` for a model whose replies cannot be drawn: a recording, or a backend of
    somebody else, which is told no temperature."""
    prefix, slash, _ = ref.partition("/")
    if ref.startswith(REPLAY) or (slash and prefix in entry_points(group=GROUP).names):
        raise UsageError(
            f"Nothing can be drawn from the model {ref!r}: it says one thing only.",
            f"Choose {NANO}, PATH.gguf or openai/NAME.",
        )


def _is_gguf(ref: str) -> bool:
    """Whether it names a file so, be it in capitals."""
    return ref.lower().endswith(".gguf")


def _is_embedded(ref: str) -> bool:
    return ref == NANO or os.path.isdir(ref)


def _expect_known(ref: str) -> None:
    """Raises `UsageError` for a reference of no kind that there is."""
    others = entry_points(group=GROUP)
    prefix, _, name = ref.partition("/")
    if not _is_gguf(ref) and not (name and prefix in ("openai", *others.names)):
        raise _unknown(ref, others)


def _unknown(ref: str, others: EntryPoints) -> UsageError:
    if ref.startswith(("/", "./", "../", "~")):
        return UsageError(f"There is no model folder {ref!r}.", "Check the path.")
    if ref in {model.name for model in catalogue().models}:
        return UsageError(
            f"There is no model {ref!r} on this machine.", f"Fetch it: uitars models get {ref}"
        )
    installed = (f"{name}/NAME" for name in sorted(others.names))
    forms = (NANO, "PATH.gguf", "openai/NAME", "replay:RUN", *installed)
    prefixes = {re.split("[/:]", form)[0]: form for form in forms}
    close = get_close_matches(re.split("[/:]", ref)[0].lower(), prefixes, n=1)
    meant = f"Did you mean {prefixes[close[0]]}? " if close else ""
    return UsageError(
        f"There is no model {ref!r}.",
        f"{meant}Known are {', '.join(forms)} and a folder of weights.",
    )
