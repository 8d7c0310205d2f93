"""What a model server's refusal means for a person: a title with its own words, and what to do.

Pure: status and words in, `ModelError` out. Whether to try again is decided in openai.py.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import msgspec

from uitars_runtime.backends.keys import SERVICE, VARIABLE
from uitars_runtime.errors import ModelError

_TOO_LONG = re.compile(
    r"context (length|size|window)|maximum (context|model length)|(?<!took )too long"
    r"|too many tokens|exceed_context|exceeds the available context"
)
_TOO_MANY_PICTURES = re.compile(r"at most [1-9]\d* images?\b")
_NO_PICTURES = re.compile(
    r"(\bimage|\bvision\b|multi-?modal).*(support|missing|not enabled|expected `text`|mmproj)"
    r"|support\w* (image|vision)|missing .*\bimage|unknown variant `image|not a multi-?modal"
    r"|at most 0 image"
)
"""What servers of models say that see nothing; other words about pictures are about one picture."""


class Refusal(msgspec.Struct, frozen=True):
    """An answer that is not a reply, and the request it answers."""

    status: int
    message: str
    """The server's own words, one line."""
    model: str
    url: str
    has_key: bool
    models: Sequence[str] | None = None
    """What the server says it serves; None where it did not say."""

    def error(self) -> ModelError:
        """The error for a person."""
        words = self.message.lower()
        match self.status:
            case 401 | 403:
                return self._error(
                    "refuses the key" if self.has_key else "wants a key", self._key()
                )
            case 404 | 405:
                return self._not_found()
            case 400 | 413 | 422 | 500 if _TOO_LONG.search(words):
                return self._error(
                    "says the prompt is too long",
                    "Serve the model with a larger context (16,000 tokens or more).",
                )
            case 400 | 422 | 500 if _TOO_MANY_PICTURES.search(words):
                return self._error(
                    "takes fewer pictures at a time than were sent",
                    "vLLM takes more with --limit-mm-per-prompt '{\"image\":6}'.",
                )
            case 400 | 415 | 422 | 500 if _NO_PICTURES.search(words):
                return self._error(
                    "does not take pictures",
                    "Serve a vision model; llama-server needs its projector: --mmproj FILE.",
                )
            case 429:
                return self._error("is too busy or the quota is used up", "Try again later.")
            case status if 300 <= status < 400:
                return self._error(
                    "answers with a redirect, which is not followed",
                    "Give the final address with --base-url.",
                )
            case status if status >= 500:
                return self._error("failed", "Its log says more.")
            case _:
                return self._error("refuses the request", "Does the dialect fit the model?")

    def _key(self) -> str:
        return f"Keep the key with `keyring set {SERVICE} HOST`, or set {VARIABLE} for this run."

    def _not_found(self) -> ModelError:
        if self.models is None:
            return self._error(
                f"has nothing at {self.url}", "Check --base-url; most servers' URLs end in /v1."
            )
        if self.model in self.models:
            return self._error("cannot chat with this model", "Is it a chat model?")
        served = ", ".join(f"openai/{name}" for name in self.models[:5])
        return self._error(
            f"has no model {self.model!r}", f"It serves: {served}." if served else "It serves none."
        )

    def _error(self, what: str, hint: str) -> ModelError:
        said = f": {self.message}" if self.message else "."
        return ModelError(f"The model server {what} (status {self.status}){said}", hint)
