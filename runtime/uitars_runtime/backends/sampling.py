"""How a reply is drawn from what a model finds likely; each backend does it in its own way."""

from __future__ import annotations

import msgspec


class Sampling(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a reply is drawn; what is None is left to the backend."""

    temperature: float = 0.0
    """0: the likeliest."""
    top_p: float | None = None
    frequency_penalty: float | None = None
    seed: int | None = None
    extra: dict[str, object] = {}
    """Fields that only some servers know, for example `chat_template_kwargs`; sent as they are."""


GREEDY = Sampling()
